r"""The notes of a citation: what stands in the brackets of `\\cite[…][…]{…}`."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read.citation import citation, option

HERE = Place("n.md", 3)


@pytest.mark.parametrize(
    ("options", "notes"),
    [
        ("", ("", "")),
        ("[p. 5]", ("", "p. 5")),
        ("[see][p. 5]", ("see", "p. 5")),
        ("[see [3]]", ("", "see [3]")),
        ("[see [word]{.gap}][p. [5]]", ("see [word]{.gap}", "p. [5]")),
        ("[][p. 5]", ("", "p. 5")),
        ("[never [closed]", ("", "never [closed")),
    ],
)
def test_notes(options: str, notes: tuple[str, str]) -> None:
    made = citation("citep", options, "a, b", HERE)
    assert made == m.Citation("citep", ("a", "b"), HERE, *notes)


def test_what_is_barred_is_in_no_option() -> None:
    pattern = re.compile(option(r"\n"))
    assert pattern.fullmatch("[a [b] c]")
    assert not pattern.fullmatch("[a\nb]")
    assert not pattern.fullmatch("[a [b\n] c]")


@given(st.text("ab .,", max_size=8))
def test_a_plain_note_is_as_it_is_written(note: str) -> None:
    assert citation("cite", f"[{note}]", "k", HERE).postnote == note
