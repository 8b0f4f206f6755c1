"""A check of what has not changed: it says the same again from a record, and from nothing else."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.cache import user_folder
from scidraft_tex.cli import Exit
from scidraft_tex.cli.check import FORMATS
from scidraft_tex.state import State
from tests.cli.conftest import Command, Run, write
from tests.press import Press

NOTE = "# The note\n\n![A picture](nowhere.png) and \\alpha.\n"
SETTINGS = "title: A book\npaper: a5\n"


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the sites that were read, as they are."""
    from scidraft_tex import check  # noqa: PLC0415  # what the command imports late

    sites: list[Path] = []
    real = check.check_site

    def told(job: check.CheckJob, runner: Press) -> check.Checked:
        sites.append(job.site)
        return real(job, runner)

    monkeypatch.setattr(check, "check_site", told)
    return sites


@pytest.fixture
def checked(home: Path, run: Command, looked: list[Path]) -> Path:
    """Return a site that has been checked once."""
    write(home, {"site/one.md": NOTE, "site/two.md": "# Two\n", "book.yaml": SETTINGS})
    assert run("check", "site").code == Exit.ERRORS
    looked.clear()
    return home / "site"


def told(done: Run) -> tuple[int, str, str]:
    """Return all that DONE came to, but how long it took."""
    return done.code, re.sub(r"\d+\.\d s", "", done.out), done.err


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("more", [(), ("-q",), ("-v",), ("--strict",)])
@pytest.mark.usefixtures("checked")
def test_every_format_is_as_without_a_record(
    run: Command, looked: list[Path], form: str, more: tuple[str, ...]
) -> None:
    again = run("check", "site", "--format", form, *more)
    assert looked == []
    assert not again.press.asked
    anew = run("check", "site", "--format", form, *more, "--debug")
    assert len(looked) == 1
    assert told(again) == told(anew)


def test_strict_is_a_matter_of_what_was_found(home: Path, run: Command, looked: list[Path]) -> None:
    write(home, {"one.md": "# A note\n\nOf \\alpha.\n"})
    assert run("check").code == Exit.MADE
    assert run("check", "--strict").code == Exit.ERRORS
    assert run("check", "--jobs", "7").code == Exit.MADE
    assert len(looked) == 1


def test_the_site_that_the_settings_name(home: Path, run: Command, looked: list[Path]) -> None:
    write(home, {"site/one.md": NOTE, "book.yaml": "site: site\n"})
    first = run("check", "--format", "github")
    assert told(run("check", "--format", "github")) == told(first)
    assert "file=site/one.md" in first.out
    assert len(looked) == 1


EDITS: dict[str, Callable[[Path], object]] = {
    "text": lambda site: (site / "one.md").write_text(NOTE + "More.\n"),
    "of one length": lambda site: (site / "one.md").write_text(NOTE.replace("The", "Den")),
    "new note": lambda site: (site / "three.md").write_text("# Three\n"),
    "gone": lambda site: (site / "two.md").unlink(),
    "picture": lambda site: (site / "nowhere.png").write_bytes(b"a picture"),
    "settings": lambda site: (site.parent / "book.yaml").write_text(SETTINGS + "x: y\n"),
    "settings there": lambda site: (site / "book.yaml").write_text(SETTINGS),
    "no settings": lambda site: (site.parent / "book.yaml").unlink(),
    "a term": lambda site: (site.parent / "handout.yaml").write_text("sheets: {}\n"),
    "template": lambda site: write(site, {"templates/book/title.tex.j2": "x"}),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_change_is_checked(
    checked: Path, run: Command, looked: list[Path], edit: Callable[[Path], object]
) -> None:
    edit(checked)
    changed = run("check", "site")
    assert len(looked) == 1
    assert told(changed) == told(run("check", "site", "--debug"))


@pytest.mark.usefixtures("checked")
def test_what_is_asked_for_otherwise_is_checked(
    home: Path, run: Command, looked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, {"other.yaml": "title: Other\n"})
    run("check", "site", "--config", "other.yaml")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    run("check", "site")
    monkeypatch.chdir(home / "site")
    run("check")
    assert len(looked) == 3


@pytest.mark.usefixtures("checked")
def test_a_report_is_written_if_it_is_not_there(
    home: Path, run: Command, looked: list[Path]
) -> None:
    report = home / "r.json"
    for count in (1, 1):
        run("check", "site", "--report", "r.json")
        assert json.loads(report.read_text())["diagnostics"]
        assert len(looked) == count
    report.write_text("{}")
    run("check", "site", "--report", "r.json")
    assert json.loads(report.read_text())["diagnostics"]
    report.unlink()
    run("check", "site", "--report", "r.json")
    assert report.is_file()
    assert len(looked) == 3


def test_nothing_is_left_in_the_site_or_beside_it(checked: Path, home: Path, run: Command) -> None:
    before = sorted(home.rglob("*"))
    run("check", "site")
    assert sorted(home.rglob("*")) == before
    assert checked in before


def test_a_build_here_is_no_change_and_is_not_read(
    home: Path, run: Command, looked: list[Path]
) -> None:
    write(home, {"one.md": "# A note\n\nText \\cite{x}.\n\n{{< references >}}\n"})
    write(home, {"own.bib": "@book{x, author={A}, title={T}, year={2000}}\n"})
    run("book")
    first = run("check")
    assert "help: the site has own.bib\n" in first.err
    run("book", "--drafts")
    assert told(run("check")) == told(first)
    assert len(looked) == 1


@pytest.mark.parametrize("data", [b"", b"{}", b"no record"])
def test_a_damaged_record_is_none(
    checked: Path, run: Command, looked: list[Path], data: bytes
) -> None:
    folder = user_folder("checks")
    assert folder
    records = [path for path in folder.rglob("*") if path.is_file()]
    assert records
    for path in records:
        path.write_bytes(data)
    assert run("check", "site").code == Exit.ERRORS
    assert looked == [Path(checked.name)]


@pytest.mark.usefixtures("checked")
def test_a_record_that_tells_nothing_is_none(
    run: Command, looked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = State.parsed

    def foreign(data: bytes) -> State | None:
        values = json.loads(data)
        return real(json.dumps(values | {"lines": ["site", "many"]}).encode())

    monkeypatch.setattr(State, "parsed", foreign)
    assert run("check", "site").code == Exit.ERRORS
    assert len(looked) == 1


def test_without_a_folder_for_the_user_it_is_checked_each_time(
    home: Path, run: Command, looked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    monkeypatch.setenv("HOME", os.devnull)
    write(home, {"one.md": NOTE})
    assert told(run("check")) == told(run("check"))
    assert len(looked) == 2


def test_what_may_go_better_the_next_time_is_not_kept(
    home: Path, run: Command, looked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from scidraft_tex.load import note as loading  # noqa: PLC0415  # to make it fail

    write(home, {"one.md": NOTE})
    with monkeypatch.context() as patch:
        patch.setattr(loading, "decode", lambda _: [].pop())
        assert "error[internal-error]" in run("check").err
    done = run("check")
    assert "internal-error" not in done.err
    assert len(looked) == 2
