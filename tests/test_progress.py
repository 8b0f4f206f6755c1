"""What the terminal shows of a build."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place, diagnostic
from scidraft_tex.excerpts import visible
from scidraft_tex.progress import Progress

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
        "a.md:2:3: error[duplicate-id]: about duplicate-id\n"
        "  2 | x \\foo y\n"
        "    |   ^\n"
        "    = help: mend it\n"
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


@pytest.mark.parametrize(
    ("count", "verbose", "shown"),
    [
        (3, False, ["    > 1", "    > 2", "    > 3"]),
        (4, False, ["    > 1", "    > 2", "    > 3", "    > and 1 more line; -v shows them"]),
        (5, False, ["    > 1", "    > 2", "    > 3", "    > and 2 more lines; -v shows them"]),
        (5, True, ["    > 1", "    > 2", "    > 3", "    > 4", "    > 5"]),
    ],
)
def test_the_words_of_programs_stand_below(
    site: Path, capsys: Captured, count: int, *, verbose: bool, shown: list[str]
) -> None:
    words = "".join(f"{n}\n" for n in range(1, count + 1))
    item = diagnostic("tool-failed", "biber failed", detail=words)
    Progress(quiet=False, verbose=verbose).diagnostics(Diagnostics([item]), site)
    assert capsys.readouterr().err.splitlines() == ["error[tool-failed]: biber failed", *shown]


def test_a_traceback_is_for_the_verbose(site: Path, capsys: Captured) -> None:
    item = diagnostic("internal-error", "KeyError", detail="Traceback")
    Progress(quiet=False, verbose=False).diagnostics(Diagnostics([item]), site)
    assert "Traceback" not in capsys.readouterr().err
    Progress(quiet=False, verbose=True).diagnostics(Diagnostics([item]), site)
    assert "    > Traceback" in capsys.readouterr().err


def test_the_margin_is_as_wide_as_the_number_of_the_line(site: Path, capsys: Captured) -> None:
    (site / "a.md").write_text("\n" * 12344 + "x")
    item = diagnostic("duplicate-id", "twice", place=Place("a.md", 12345), hint="mend it")
    Progress(quiet=False, verbose=False).diagnostics(Diagnostics([item]), site)
    assert capsys.readouterr().err.splitlines()[1:] == [
        "12345 | x",
        "      | ^",
        "      = help: mend it",
    ]


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


# --- many alike ------------------------------------------------------------------------------


def many(code: str, count: int, message: str = "about {}") -> list[Diagnostic]:
    return [
        diagnostic(code, message.format(line), place=Place("b.md", line))
        for line in range(1, count + 1)
    ]


def printed(items: list[Diagnostic], site: Path, captured: Captured, **how: bool) -> list[str]:
    how = {"quiet": False, "verbose": False} | how
    Progress(**how).diagnostics(Diagnostics(items), site)
    return [line for line in captured.readouterr().err.splitlines() if "[" in line]


def test_of_one_code_the_first_are_shown_and_how_many_are_not(site: Path, capsys: Captured) -> None:
    items = many("html-unknown", 47)
    lines = printed(items, site, capsys)
    assert [line.split(":")[1] for line in lines[:10]] == [str(n) for n in range(1, 11)]
    assert lines[10:] == ["warning[html-unknown]: and 37 more; -v shows them"]
    assert len(printed(items, site, capsys, verbose=True)) == 47


def test_more_errors_than_warnings_are_shown(site: Path, capsys: Captured) -> None:
    lines = printed(many("duplicate-id", 26), site, capsys)
    assert len(lines) == 26
    assert lines[-1] == "error[duplicate-id]: and 1 more; -v shows them"
    assert printed(many("duplicate-id", 25), site, capsys)[-1].startswith("b.md:25:1: error")


def test_one_message_many_times_is_folded_early(site: Path, capsys: Captured) -> None:
    items = [*many("duplicate-id", 8, "the same"), *many("image-missing", 2, "the same")]
    lines = printed(items, site, capsys)
    assert len(lines) == 5 + 2 + 1
    assert lines[-1] == "error[duplicate-id]: and 3 more; -v shows them"


# --- colours and characters ------------------------------------------------------------------


class Terminal(io.TextIOWrapper):
    """A terminal as far as rich asks."""

    def __init__(self, encoding: str) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding, write_through=True)

    def isatty(self) -> bool:
        return True

    def written(self) -> str:
        return self.bytes.getvalue().decode(self.encoding)


@pytest.mark.parametrize(("set_to", "colours"), [(None, True), ("1", False)])
def test_colours_are_for_terminals_that_want_them(
    site: Path, monkeypatch: pytest.MonkeyPatch, set_to: str | None, *, colours: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if set_to:
        monkeypatch.setenv("NO_COLOR", set_to)
    terminal = Terminal("utf-8")
    monkeypatch.setattr(sys, "stderr", terminal)
    Progress(quiet=False, verbose=False).diagnostics(said("duplicate-id"), site)
    assert ("\x1b[1;31merror" in terminal.written()) is colours


def test_a_terminal_without_the_characters_has_a_caret_in_place(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (site / "a.md").write_text("\nä→\\foo", encoding="utf-8")
    terminal = Terminal("ascii")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stderr", terminal)
    Progress(quiet=False, verbose=False).diagnostics(said("duplicate-id"), site)
    assert terminal.written().splitlines()[1:3] == [
        "  2 | \\xe4\\u2192\\foo",
        "    |           ^",
    ]


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
