"""A strict build that has something to say puts nothing in its place: the last good PDF stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command, write

GOOD = "---\ntitle: One\ndate: 2026-11-30\n---\n\nText.\n"
BAD = GOOD + "\nThe law \\(\\nosuch\\).\n"
WARNED = GOOD + "\n<blink>Text.</blink>\n"


@pytest.mark.parametrize(
    ("command", "pdf", "text", "code"),
    [
        (("book",), "book.pdf", BAD, "tex-undefined-command"),
        (("book",), "book.pdf", WARNED, "html-unknown"),
        (("handout", "one"), "handouts/student/one.pdf", BAD, "tex-undefined-command"),
        (("preprint", "one", "--no-bundle"), "preprints/one/one.pdf", WARNED, "html-unknown"),
    ],
)
def test_the_last_good_pdf_stays(
    home: Path, run: Command, command: tuple[str, ...], pdf: str, text: str, code: str
) -> None:
    write(home, {"content/notes/one.md": GOOD})
    assert run(*command, "--strict").code == 0
    made = home / "build" / pdf
    before = made.stat().st_mtime_ns
    write(home, {"content/notes/one.md": text})
    refused = run(*command, "--strict")
    assert refused.code == 1
    assert f"[{code}]" in refused.err
    assert f"--strict: build/{pdf} is not written" in refused.err
    assert made.stat().st_mtime_ns == before
    loose = run(*command)
    assert loose.code == (1 if text == BAD else 0)
    assert made.stat().st_mtime_ns > before


def test_where_there_was_none_there_is_none(home: Path, run: Command) -> None:
    write(home, {"content/notes/one.md": BAD})
    assert run("book", "--strict").code == 1
    assert not (home / "build/book.pdf").exists()


def test_a_paper_with_a_box_has_no_bundle(home: Path, run: Command) -> None:
    write(home, {"content/notes/one.md": BAD, "build/preprints/one/one-arxiv.tar.gz": "old"})
    made = run("preprint", "one")
    assert made.code == 1
    assert "error[bundle-failures]: one-arxiv.tar.gz is not made" in made.err
    assert (home / "build/preprints/one/one.pdf").is_file()
    assert not (home / "build/preprints/one/one-arxiv.tar.gz").exists()
