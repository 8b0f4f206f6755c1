"""What the terminal shows of a build."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostics, Place, diagnostic
from scidraft_tex.progress import Progress, excerpt, visible

Captured = pytest.CaptureFixture[str]


def said(*codes: str) -> Diagnostics:
    found = Diagnostics()
    for code in codes:
        found.report(code, f"about {code}", Place("a.md", 2, 3), hint="mend it")
    return found


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfone\r\nx \\foo y\r\n")
    return tmp_path


# --- diagnostics -----------------------------------------------------------------------------


def test_a_diagnostic_shows_its_line_with_a_caret(site: Path, capsys: Captured) -> None:
    Progress(quiet=False, verbose=False).diagnostics(said("duplicate-id"), site)
    assert capsys.readouterr().err == (
        "a.md:2:3: error[duplicate-id]: about duplicate-id\n    x \\foo y\n      ^\n    mend it\n"
    )


@pytest.mark.parametrize(
    ("quiet", "verbose", "shown"),
    [
        (False, False, ["duplicate-id", "html-unknown"]),
        (True, False, ["duplicate-id"]),
        (False, True, ["duplicate-id", "html-unknown", "note-unplaced"]),
    ],
)
def test_how_much_is_shown(
    site: Path, capsys: Captured, *, quiet: bool, verbose: bool, shown: list[str]
) -> None:
    items = said("duplicate-id", "html-unknown", "note-unplaced")
    Progress(quiet=quiet, verbose=verbose).diagnostics(items, site)
    err = capsys.readouterr().err
    assert [
        code for code in ("duplicate-id", "html-unknown", "note-unplaced") if code in err
    ] == shown


def test_the_words_of_programs_are_for_the_verbose(site: Path, capsys: Captured) -> None:
    item = diagnostic("tool-failed", "biber failed", detail="first\nsecond")
    Progress(quiet=False, verbose=False).diagnostics(Diagnostics([item]), site)
    assert capsys.readouterr().err == "error[tool-failed]: biber failed\n"
    Progress(quiet=False, verbose=True).diagnostics(Diagnostics([item]), site)
    assert capsys.readouterr().err.splitlines()[1:] == ["    | first", "    | second"]


@pytest.mark.parametrize("place", [Place("a.md"), Place("a.md", 99), Place("gone.md", 1), None])
def test_a_place_without_a_line_shows_none(
    place: Place | None, site: Path, capsys: Captured
) -> None:
    item = diagnostic("tool-failed", "x", place=place)
    Progress(quiet=False, verbose=False).diagnostics(Diagnostics([item]), site)
    head = f"{place}: " if place else ""
    assert capsys.readouterr().err == f"{head}error[tool-failed]: x\n"


def test_brackets_and_long_lines_are_shown_as_they_are(capsys: Captured) -> None:
    message = "[bold]not markup[/bold] " + "word " * 60
    Progress(quiet=False, verbose=False).error(message)
    assert capsys.readouterr().err == f"error: {message}\n"


def test_a_note_gives_no_commands_to_the_terminal(site: Path, capsys: Captured) -> None:
    (site / "a.md").write_text("\x1b]0;title\x07\x9b31m\n")
    item = diagnostic("tool-failed", "\x1b[2J", place=Place("a.md", 1))
    Progress(quiet=False, verbose=False).diagnostics(Diagnostics([item]), site)
    err = capsys.readouterr().err
    assert not {"\x1b", "\x07", "\x9b"} & set(err)
    assert "]0;title" in err


def test_control_characters_are_replaced_and_no_others() -> None:
    assert visible("a\tb\nä\u2009→\U0001f600") == "a\tb\nä\u2009→\U0001f600"
    assert visible("\x00\x1b\x7f\x85") == "\ufffd" * 4


# --- excerpts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "column", "shown", "at"),
    [
        ("abc", 1, "abc", 0),
        ("abc", 3, "abc", 2),
        ("\tabc", 2, "    abc", 4),
        ("a\tbc", 3, "a   bc", 4),
        ("x" * 300, 201, "x" * 100, 60),
        ("abc", 9, "abc", 3),
    ],
)
def test_an_excerpt_is_around_its_column(source: str, column: int, shown: str, at: int) -> None:
    assert excerpt(source, column) == (shown, at)


# --- stages and the summary ------------------------------------------------------------------


def test_stages_come_a_line_each(capsys: Captured) -> None:
    progress = Progress(quiet=False, verbose=False)
    with progress.running():
        progress.stage("load")
        progress.stage("read")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["load", "read"]
    assert all(line.endswith(" s") and float(line.split()[1]) < 60 for line in lines)


def test_a_stage_that_fails_ends_its_line(capsys: Captured) -> None:
    progress = Progress(quiet=False, verbose=False)

    def fail() -> None:
        with progress.running():
            progress.stage("resolve")
            raise OSError(5, "gone")

    with pytest.raises(OSError, match="gone"):
        fail()
    assert capsys.readouterr().out.startswith("resolve ")
    progress.finish()
    assert capsys.readouterr().out == ""


def test_quiet_says_nothing_of_stages_and_the_end(capsys: Captured) -> None:
    progress = Progress(quiet=True, verbose=False)
    with progress.running():
        progress.stage("load")
    progress.summary(["3 pages"])
    assert capsys.readouterr() == ("", "")


def test_the_summary_is_printed_as_it_is(capsys: Captured) -> None:
    Progress(quiet=False, verbose=False).summary(["3 pages", "build/[a]/book.pdf"])
    assert capsys.readouterr().out == "3 pages\nbuild/[a]/book.pdf\n"
