"""Where long lines of code break."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.render.code_chars import width
from scidraft_tex.render.code_lines import HOOK, PrintedLine, break_line
from scidraft_tex.render.highlight import Piece


def broken(text: str, limit: int, kind: str = "") -> list[str]:
    lines = break_line((Piece(kind, text),), limit)  # type: ignore[arg-type]
    return [
        " " * line.indent + ">" * line.continues + "".join(piece.text for piece in line.pieces)
        for line in lines
    ]


def test_a_line_that_fits_is_left() -> None:
    line = (Piece("key", "def"), Piece("", " x"))
    assert break_line(line, 5) == (PrintedLine(line),)


def test_a_break_after_a_comma_with_deeper_indentation() -> None:
    assert broken("  call(first, second, third)", 22) == [
        "  call(first, second,",
        "    >third)",
    ]


def test_words_are_kept_whole_where_they_can_be() -> None:
    assert broken("alpha beta gamma delta", 12) == ["alpha beta", "  >gamma", "  >delta"]


def test_operators_of_two_characters_are_not_parted() -> None:
    lines = broken("aaaaaaaa==bbbbbb->cccccc", 9)
    assert sum("==" in line for line in lines) == 1
    assert sum("->" in line for line in lines) == 1


def test_a_word_that_is_too_long_is_cut() -> None:
    lines = broken("x" * 50, 20)
    assert [len(line.strip(" >")) for line in lines] == [20, 16, 14]


def test_a_comment_at_the_end_moves_as_a_whole() -> None:
    line = (Piece("", "value = compute(a, b)  "), Piece("com", "# what it is for"))
    first, second = break_line(line, 30)
    assert first.pieces == (Piece("", "value = compute(a, b)"),)
    assert second == PrintedLine((Piece("com", "# what it is for"),), 2, continues=True)


@given(st.text("ab (,)=.漢", max_size=200), st.integers(12, 60))
def test_no_line_is_longer_than_the_measure_and_nothing_is_lost(text: str, limit: int) -> None:
    lines = break_line((Piece("str", text),), limit)
    for line in lines:
        taken = sum(width(piece.text) for piece in line.pieces)
        assert line.indent + HOOK * line.continues + taken <= limit
        assert {piece.kind for piece in line.pieces} <= {"str"}
    printed = "".join(piece.text for line in lines for piece in line.pieces)
    assert printed.replace(" ", "") == text.replace(" ", "")
