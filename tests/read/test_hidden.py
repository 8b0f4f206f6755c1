"""Characters that no one sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.hidden import without_hidden
from scidraft_tex.read.mask import mask


@pytest.mark.parametrize(
    "character", ["\u202e", "\u2066", "\u2069", "\ufeff", "\x08", "\x7f", "\x85"]
)
def test_a_hidden_character_is_told_and_prints_nothing(character: str) -> None:
    found, said = mask(f"One.\n\nTwo {character}three.\n", "n.md")
    (item,) = said
    assert (item.code, item.place) == ("character-hidden", Place("n.md", 3, 5))
    assert f"U+{ord(character):04X}" in item.message
    assert found.text == "One.\n\nTwo \ufeffthree.\n"


@pytest.mark.parametrize("character", ["\t", "\u00ad", "\u200b", "\u200e", "\u200f", "\u2028", "ש"])
def test_what_writing_needs_is_let_be(character: str) -> None:
    text = f"One {character}two.\n"
    assert without_hidden(text) == text


def test_each_line_is_told_once_and_front_matter_is_not_looked_at() -> None:
    _, said = mask("+++\na\x08\n+++\nb\x08\x08\n\x08\n", "n.md", 4)
    assert [item.place for item in said] == [Place("n.md", 4, 2), Place("n.md", 5, 1)]


@given(st.text())
def test_no_column_moves(text: str) -> None:
    assert len(without_hidden(text)) == len(text)
