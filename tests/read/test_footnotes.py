"""Footnotes without a text, without a mark, and with two texts."""

from __future__ import annotations

import pytest

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.footnotes import Footnotes
from scidraft_tex.read.mask import mask
from tests.helpers import MakeNote


def at(line: int, column: int = 1) -> Place:
    return Place("n.md", line, column)


def told(text: str) -> list[tuple[str, Place | None]]:
    _, said = mask(text, "n.md")
    return [(item.code, item.place) for item in said]


def test_a_mark_without_a_text_is_told_wherever_it_stands() -> None:
    text = "# Head[^a]\n\n| x[^b] |\n|---|\n| *y*[^c] |\n\n\\textbf{w[^d]}\n"
    assert told(text) == [
        ("footnote-undefined", at(1, 7)),
        ("footnote-undefined", at(3, 4)),
        ("footnote-undefined", at(5, 6)),
        ("footnote-undefined", at(7, 10)),
    ]


def test_what_is_no_mark() -> None:
    assert told("`[^a]`, \\(x[^2]\\)\n\n```\n[^a]\n```\n\n    [^a]: code\n") == []


def test_a_text_without_a_mark_is_told_and_a_near_mark_named() -> None:
    _, said = mask("One.[^sorce]\n\n> [^source]: Where.\n", "n.md")
    undefined, unused = said
    assert (undefined.code, undefined.hint) == ("footnote-undefined", "did you mean [^source]?")
    assert (unused.code, unused.place) == ("footnote-unused", at(3, 3))
    assert unused.hint == "did you mean [^sorce]?"


def test_a_second_text_is_told() -> None:
    assert told("One.[^a]\n\n[^a]: x\n\n[^a]: y\n") == [("duplicate-id", at(5))]


def test_footnotes_that_are_right_are_not_told() -> None:
    notes = Footnotes()
    notes.see("a", at(1), text=False)
    notes.see("a", at(2), text=False)
    notes.see("a", at(3), text=True)
    assert list(notes.faults()) == []


RING = "Text[^a].\n\n[^a]: one[^b]\n\n[^b]: two[^a]\n"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Text[^a] and[^b].\n\n[^a]: one[^b]\n\n[^b]: two[^a]\n", [at(3, 10), at(5, 10)]),
        ("Text[^a].\n\n[^a]: itself[^A]\n", [at(3, 13)]),
        ("Text[^a].\n\n[^a]: it\ngoes on[^a]\n\n    and on *[^a]*\n", [at(4, 8), at(6, 13)]),
        ("Text[^a].\n\n> [^a]: it\n>\n>     goes on[^a]\n", [at(5, 14)]),
        ("Text[^a].\n\n- [^a]: it[^a]\n", [at(3, 11)]),
        ("Text[^a].\n\n[^a]: \\textbf{it[^a]}\n", [at(3, 17)]),
    ],
)
def test_a_mark_in_a_footnotes_text_is_told(text: str, places: list[Place]) -> None:
    assert told(text) == [("footnote-nested", place) for place in places]


@pytest.mark.parametrize(
    "after", ["And[^b].\n", "# Head[^b]\n", "> And[^b].\n", "- And[^b].\n\n    More[^b].\n"]
)
def test_a_mark_after_a_footnotes_text_is_one(after: str) -> None:
    assert told(f"Text[^a].\n\n[^b]: two\n[^a]: one\n\n    more\n\n{after}") == []
    assert told("Text[^a].\n\n[^a]: one\n# Head[^b]\n\n[^b]: two\n") == []


def test_footnotes_in_a_ring_print_their_marks(note: MakeNote) -> None:
    doubling = "".join(f"[^{n}]: x[^{n + 1}] y[^{n + 1}]\n\n" for n in range(40))
    made = note(f"{RING}\n[^c]: never[^c]\n\nAnd[^0].\n\n{doubling}")
    assert r"Text\footnote{one[\textasciicircum{}b]}." in made.tex
    assert r"And\footnote{x[\textasciicircum{}1] y[\textasciicircum{}1]}." in made.tex
    assert {"footnote-nested", "footnote-unused"} == set(made.codes)
