from __future__ import annotations

from scidraft_tex.diagnostics import Place
from scidraft_tex.isolation.judging import charges, enclosing, smallest, top_of
from scidraft_tex.isolation.nodes import Key, note_key
from scidraft_tex.isolation.pieces import Piece
from scidraft_tex.typeset import LogSummary, SourceMap
from scidraft_tex.typeset.job import TOO_LONG
from scidraft_tex.typeset.log import TexError
from scidraft_tex.typeset.sourcemap import MapEntry

NOTES = ("a.md", "b.md", "c.md")
ONE, TWO = "chapters/1.tex", "chapters/2.tex"
SOURCE = SourceMap(
    {
        ONE: (
            MapEntry(1, Place("a.md", 1)),
            MapEntry(4, Place("a.md", 7)),
            MapEntry(20, Place("b.md", 1)),
        ),
        TWO: (MapEntry(1, Place("c.md", 1)),),
        "book.tex": (),
    },
    {},
)
BOTH = (ONE, TWO)
WRONG = TexError("wrong")


def key(kind: str, line: int, column: int = 1) -> Key:
    return Key(kind, "a.md", line, column)


QUOTE, INNER, MATH, AFTER = (
    key("Quote", 3),
    key("Paragraph", 4),
    key("Math", 4, 9),
    key("Paragraph", 8),
)
PIECES = [
    Piece(QUOTE, (), "q", apart=True),
    Piece(INNER, (QUOTE,), "p", apart=True),
    Piece(MATH, (QUOTE, INNER), "m"),
    Piece(AFTER, (), "p", apart=True),
]


def test_errors_belong_to_the_note_and_line_that_the_map_has() -> None:
    log = LogSummary(
        errors=(TexError("x", ONE, 5), TexError("y", ONE, 6), TexError("z", "book.tex", 2))
    )
    found = charges(log, SOURCE, NOTES, BOTH)
    assert {path: list(lines) for path, lines in found.errors.items()} == {"a.md": [7]}
    assert found.errors["a.md"][7].message == "x"
    assert found.hidden == ()


def test_what_tex_did_not_come_to_is_hidden() -> None:
    log = LogSummary(errors=(TexError("x", ONE, 21),), fatal=True, reading=ONE)
    found = charges(log, SOURCE, NOTES, BOTH)
    assert found.hidden == ("b.md", "c.md")
    assert found.notes == ("b.md", "c.md")


def test_without_an_error_it_is_the_file_that_was_read() -> None:
    found = charges(LogSummary(fatal=True, reading=ONE), SOURCE, NOTES, BOTH)
    assert found.hidden == NOTES
    assert found.reading == ("a.md", "b.md")


def test_too_many_pages_are_not_the_fault_of_the_last() -> None:
    long = TexError(f"{TOO_LONG} 9 pages", ONE, 21)
    found = charges(LogSummary(errors=(long,), fatal=True, reading=ONE), SOURCE, NOTES, BOTH)
    assert found.errors == {}
    assert found.hidden == ("b.md", "c.md")


def test_what_an_error_made_tex_pass_over_is_hidden() -> None:
    log = LogSummary(errors=(TexError("x", ONE, 21),))
    assert charges(log, SOURCE, NOTES, [ONE]).hidden == ("b.md", "c.md")
    assert charges(LogSummary(), SOURCE, NOTES, [ONE]).hidden == ()


def test_a_line_is_in_the_block_that_begins_before_it() -> None:
    assert top_of([QUOTE, AFTER], 7) == QUOTE
    assert top_of([QUOTE, AFTER], 8) == AFTER
    assert top_of([QUOTE, AFTER], 2) is None


def test_the_smallest_piece_that_fails_is_to_blame() -> None:
    assert list(smallest(PIECES, {QUOTE: WRONG, INNER: WRONG, MATH: WRONG})) == [MATH]
    assert list(smallest(PIECES, {QUOTE: WRONG})) == [QUOTE]
    assert list(smallest(PIECES, {QUOTE: WRONG, INNER: WRONG, AFTER: WRONG})) == [INNER, AFTER]


def test_a_piece_within_what_does_not_fail_is_not_to_blame() -> None:
    assert list(smallest(PIECES, {MATH: WRONG})) == []
    assert list(smallest(PIECES, {QUOTE: WRONG, MATH: WRONG})) == [QUOTE]


def test_what_no_piece_explains_grows_to_the_block_and_to_the_note() -> None:
    grown = [enclosing(PIECES, 4, done, "a.md") for done in ((), (MATH,), (INNER,), (QUOTE,))]
    assert grown == [INNER, INNER, QUOTE, note_key("a.md")]
    assert enclosing(PIECES, 6, (), "a.md") == QUOTE
    assert enclosing(PIECES, 1, (), "a.md") == note_key("a.md")
