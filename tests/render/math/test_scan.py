"""Tokens of formulas: comments, raw arguments, what stands where."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.render.math.scan import Kind, scan


def texts(tex: str) -> list[str]:
    return [token.text for token in scan(tex)[:-1]]


def test_words_signs_and_characters() -> None:
    assert texts(r"\alpha_1\,x") == [r"\alpha", "_", "1", r"\,", "x"]


def test_a_comment_goes_with_its_line_end_and_the_next_indent() -> None:
    assert texts("a% no } here\n   b") == ["a", "b"]
    assert texts("a %") == ["a", " "]
    assert texts(r"a\%b") == ["a", r"\%", "b"]
    assert texts("\\\\% after a line's end\nb") == ["\\\\", "b"]


def test_white_space_is_one_token() -> None:
    assert texts("a \n\n\t b") == ["a", "\n", "b"]
    assert texts("a\\\nb") == ["a", "\\ ", "b"]


def test_wide_spaces_stay_characters() -> None:
    assert texts("a\u2003b") == ["a", "\u2003", "b"]


def test_addresses_hold_any_character() -> None:
    href = scan(r"\href{https://x.example/a%20b#{1}}{y}")
    assert [(token.kind, token.text) for token in href[:2]] == [
        (Kind.COMMAND, r"\href"),
        (Kind.RAW, "https://x.example/a%20b#{1}"),
    ]
    assert texts(r"\includegraphics[alt=A_b]{c%d.png}") == [
        r"\includegraphics",
        "[alt=A_b]",
        "c%d.png",
    ]
    assert texts(r"\url{never closed") == [r"\url", "{", *"never", " ", *"closed"]


def test_verb_keeps_what_it_encloses() -> None:
    assert [(t.kind, t.text) for t in scan(r"\verb|a_%}|b")[:2]] == [
        (Kind.VERB, "a_%}"),
        (Kind.CHARACTER, "b"),
    ]


def test_a_backslash_at_the_end_is_dropped() -> None:
    assert texts("x\\") == ["x"]


@given(st.text(alphabet="ab \\{}%\n$&^_#[]\u2003é", max_size=60))
def test_tokens_are_in_order_and_within_the_text(tex: str) -> None:
    tokens = scan(tex)
    assert tokens[-1].kind is Kind.END
    assert tokens[-1].start == len(tex)
    for before, after in itertools.pairwise(tokens):
        assert 0 <= before.start <= before.end <= after.start
        if before.kind is Kind.CHARACTER:
            assert tex[before.start : before.end] == before.text
