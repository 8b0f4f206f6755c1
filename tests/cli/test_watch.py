"""`watch` builds at once, and again after a change; what is wrong ends nothing."""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scidraft_tex.cli import main, watch
from scidraft_tex.cli.exits import Exit
from scidraft_tex.cli.seen import Seen, made, read
from scidraft_tex.files import KEEP
from scidraft_tex.finish.facts import pdf_facts

NOTE = "# One\n\nA line of text.\n"


def test_what_is_said_of_a_build() -> None:
    two = Seen(pdfs=[Path("a.pdf"), Path("b.pdf")])
    assert watch.outcome(0, two, 1.25) == "a.pdf and 1 more: new after 1.2 s"
    assert (
        watch.outcome(1, Seen(pdfs=[Path("a.pdf")]), 2.0) == "a.pdf: new after 2.0 s, with errors"
    )
    assert watch.outcome(4, Seen(), 2.0) == "nothing new was made; what there was stays"


def test_what_a_build_writes_is_no_cause(tmp_path: Path) -> None:
    options = argparse.Namespace(seen=Seen())
    read(options, tmp_path, tmp_path / "own.yaml", None)
    made(options, [tmp_path / "notes.pdf"], tmp_path / "report.json")
    watched = watch.watched_of(options.seen)
    assert watched.concerns(tmp_path / "content" / "x.md")
    assert not watched.concerns(tmp_path / "notes.pdf")
    assert not watched.concerns(tmp_path / "report.json")
    assert tmp_path / "own.yaml" in watched.files


def test_it_opens_the_first_pdf_once(tmp_path: Path) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    def build(options: argparse.Namespace) -> Exit:
        made(options, [tmp_path / "one.pdf", tmp_path / "two.pdf"])
        return Exit.MADE

    again = watch._Again(argparse.Namespace(run=build), show)
    again.build(())
    again.build([tmp_path / "x.md"])
    assert shown == [(tmp_path / "one.pdf").as_uri()]


def test_there_is_nothing_to_watch_without_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["watch", "book", "nowhere"]) == Exit.USAGE


def test_who_debugs_finds_folders_kept_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(KEEP, raising=False)
    kept: list[str | None] = []

    def run(_: argparse.Namespace) -> Exit:
        kept.append(os.environ.get(KEEP))
        return Exit.USAGE

    monkeypatch.setattr("scidraft_tex.cli.book.book", run)
    for options in ((), ("--debug",), ()):
        assert main(["watch", "book", "nowhere", *options]) == Exit.USAGE
    assert kept == [None, "1", None]
    assert KEEP not in os.environ


def test_it_watches_only_what_prints(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["watch", "watch", "book"])
    assert "book" in capsys.readouterr().err


@pytest.mark.tex
def test_a_saved_note_is_printed(tmp_path: Path) -> None:
    site = tmp_path / "site"
    note = site / "content" / "notes" / "one.md"
    note.parent.mkdir(parents=True)
    note.write_text(NOTE)
    (site / "hugo.toml").write_text('title = "Site"\n')
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "scidraft_tex", "watch", "book", "."],
            cwd=site,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        until(log, 1)
        pdf = site / "build" / "book.pdf"
        first = pdf_facts(pdf).pages
        beside = note.with_name(".one.md.swp")
        beside.write_text(f"{NOTE}\n<!-- pagebreak -->\n\nAnother page.\n")
        beside.replace(note)
        until(log, 2)
        assert pdf_facts(pdf).pages == first + 1
        (site / "book.yaml").write_text("nonsense: [\n")
        until(log, 3)
        assert pdf_facts(pdf).pages == first + 1
        (site / "book.yaml").unlink()
        until(log, 4)
    finally:
        process.send_signal(signal.SIGINT)
        ended = process.wait(timeout=20)
    text = log.read_text()
    assert ended == Exit.MADE, text
    assert "changed: one.md" in text
    assert "settings-syntax" in text
    assert "Traceback" not in text
    assert not os.path.lexists(beside)


def until(log: Path, builds: int) -> None:
    """Wait until so many BUILDS have ended."""
    for _ in range(600):
        if len(re.findall("Waiting for changes", log.read_text())) >= builds:
            return
        time.sleep(0.1)
    pytest.fail(log.read_text())
