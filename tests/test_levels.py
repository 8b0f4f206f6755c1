"""How grave diagnostics are for a site, and what its notes allow."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scidraft_tex import model as m
from scidraft_tex.codes import CODES, Severity, unusable
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place, diagnostic
from scidraft_tex.levels import LATER, levelled
from scidraft_tex.settings import Level, Settings

NOTE_WIDE = (0, 1 << 30)


def note(*allowed: tuple[str, int, int], file: str = "a.md") -> m.Note:
    """Return a note of FILE in which each of ALLOWED is written on its line before the first."""
    source = m.NoteSource(file, "a", "notes", m.FrontMatter("A"), "", 1, "")
    allowances = tuple(
        m.Allowance(code, Place(file, max(1, first - 1), 22 + number), first, last)
        for number, (code, first, last) in enumerate(allowed)
    )
    return m.Note(source, (), (), allowances=allowances)


def said(*items: tuple[str, str, int]) -> Diagnostics:
    found = Diagnostics()
    for code, file, line in items:
        found.report(code, "x", Place(file, line))
    return found


def told(items: Iterable[Diagnostic]) -> list[tuple[str, int]]:
    return [(item.code, item.place.line if item.place else -1) for item in items]


def settings(**levels: Level) -> Settings:
    return Settings(diagnostics=tuple((k.replace("_", "-"), v) for k, v in levels.items()))


# --- the settings ----------------------------------------------------------------------------


def test_nothing_set_changes_nothing() -> None:
    items = said(("duplicate-id", "a.md", 3), ("html-unknown", "a.md", 1))
    assert list(levelled(items, Settings())) == list(items)


@pytest.mark.parametrize("level", ["error", "warning", "note"])
def test_a_code_has_the_level_of_the_settings(level: Level) -> None:
    items = said(("duplicate-id", "a.md", 3), ("html-unknown", "a.md", 1))
    done = levelled(items, settings(duplicate_id=level))
    assert [item.severity for item in done] == [Severity(level), Severity.WARNING]
    assert told(done) == told(items)


def test_off_says_nothing_wherever_it_is() -> None:
    items = said(("bib-syntax", "a.bib", 3), ("duplicate-id", "a.md", 1), ("bib-syntax", "", 0))
    assert told(levelled(items, settings(bib_syntax="off"))) == [("duplicate-id", 1)]


# --- the comments ----------------------------------------------------------------------------


def test_a_comment_allows_its_code_on_its_lines_in_its_note() -> None:
    items = said(
        *(("tex-overfull", "a.md", line) for line in (0, 4, 5, 6, 7, 8)),
        ("html-unknown", "a.md", 6),
        ("tex-overfull", "b.md", 6),
    )
    items.report("tex-overfull", "of no place")
    done = levelled(items, Settings(), [note(("tex-overfull", 5, 7))])
    assert told(done) == [
        ("tex-overfull", 0),
        ("tex-overfull", 4),
        ("tex-overfull", 8),
        ("html-unknown", 6),
        ("tex-overfull", 6),
        ("tex-overfull", -1),
    ]


def test_the_whole_note_has_what_has_no_line() -> None:
    items = said(("note-unplaced", "a.md", 0), ("note-unplaced", "a.md", 99))
    assert told(levelled(items, Settings(), [note(("note-unplaced", *NOTE_WIDE))])) == []


def test_a_comment_wins_over_a_raised_level() -> None:
    items = said(("tex-overfull", "a.md", 5))
    raised = settings(tex_overfull="error")
    assert told(levelled(items, raised, [note(("tex-overfull", 5, 5))])) == []


def test_an_idle_comment_is_a_note_at_its_code() -> None:
    (item,) = levelled(Diagnostics(), Settings(), [note(("tex-overfull", 5, 7))])
    assert (item.code, item.severity, item.place) == (
        *("allow-unused", Severity.NOTE),
        Place("a.md", 4, 22),
    )
    assert item.message == "no `tex-overfull` is found here"


def test_of_two_that_say_the_same_the_second_is_idle() -> None:
    both = note(("tex-overfull", 5, 7), ("tex-overfull", 5, 7))
    (item,) = levelled(said(("tex-overfull", "a.md", 6)), Settings(), [both])
    assert item.place == Place("a.md", 4, 23)


def test_what_cannot_be_found_here_is_not_idle() -> None:
    allowed = note(("tex-overfull", 5, 7), ("duplicate-id", 5, 7), ("bundle-large", *NOTE_WIDE))
    done = levelled(Diagnostics(), Settings(), [allowed], unseen=LATER)
    assert [item.message for item in done] == ["no `duplicate-id` is found here"]


@pytest.mark.parametrize("first", [0, 5])
def test_idle_comments_can_be_allowed_or_turned_off(first: int) -> None:
    allowed = note(("duplicate-id", 5, 7), ("allow-unused", 0, 1 << 30))
    assert told(levelled(Diagnostics(), Settings(), [allowed])) == []
    idle = note(("duplicate-id", first, 7))
    assert told(levelled(Diagnostics(), settings(allow_unused="off"), [idle])) == []
    assert told(levelled(Diagnostics(), settings(allow_unused="error"), [idle])) == [
        ("allow-unused", max(1, first - 1))
    ]


def test_a_code_that_is_not_known_is_told_at_its_column_with_the_one_meant() -> None:
    (item,) = levelled(Diagnostics(), Settings(), [note(("tex-overful", 5, 7))])
    assert (item.code, item.place) == ("allow-invalid", Place("a.md", 4, 22))
    assert item.message == "no diagnostic has the code `tex-overful`"
    assert item.hint == "did you mean `tex-overfull`?"


@pytest.mark.parametrize("code", sorted(code for code, known in CODES.items() if known.fixed))
def test_what_is_always_told_cannot_be_allowed(code: str) -> None:
    items = said((code, "a.md", 5))
    done = levelled(items, Settings(), [note((code, *NOTE_WIDE))])
    assert told(done) == [(code, 5), ("allow-invalid", 1)]
    assert "always told" in list(done)[1].message


def test_faults_of_programs_and_settings_are_always_told() -> None:
    fixed = {code for code, known in CODES.items() if known.fixed}
    assert fixed >= {
        *("internal-error", "tool-missing", "tool-failed", "tool-timeout", "tool-version"),
        *("site-settings", "settings-syntax", "settings-unknown-key", "settings-value"),
    }
    assert not any(code.startswith(("tex-", "bib-", "math-")) for code in fixed)


def test_what_can_be_set_and_what_not() -> None:
    assert unusable("tex-overfull") == ("", "")
    assert unusable("x") == ("no diagnostic has the code `x`", "docs/diagnostics.md has all codes")


def test_ten_thousand_comments_and_diagnostics_take_no_time() -> None:
    lines = range(2, 10_002)
    items = Diagnostics([diagnostic("tex-overfull", "x", place=Place("a.md", n)) for n in lines])
    many = note(*(("tex-overfull", n, n) for n in lines), *[("tex-overfull", *NOTE_WIDE)] * 10_000)
    done = levelled(items, Settings(), [many])
    assert len(done) == 9_999
    assert {item.code for item in done} == {"allow-unused"}
