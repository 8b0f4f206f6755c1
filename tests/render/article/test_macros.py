r"""Macros as a preamble has them: plain, but for those that mean something in text too."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.article.macros import paper_macros
from scidraft_tex.render.formulas import note_macros


def test_macros_are_plain_definitions() -> None:
    formula = m.Math(r"\newcommand{\foo}[1]{x#1} \def\bar#1{y#1} \foo", Place("n.md", 1))
    opening = note_macros([m.Paragraph((formula,), Place("n.md", 1))], frozenset(), Diagnostics())
    made = paper_macros([(r"\R", r"\mathbb{R}")], opening.opening)
    assert made == (
        "\\def\\R{\\mathbb{R}}\n"
        "\\def\\bar#1{y#1}\n"
        "\\providecommand\\foo{}\\renewcommand\\foo[1]{x#1}"
    )


def test_an_accent_stays_one_in_text() -> None:
    assert paper_macros([(r"\d", r"\mathrm{d}")], "") == r"\formulamacro\d{\def\d{\mathrm{d}}}"


def test_without_any_there_is_nothing() -> None:
    assert paper_macros([], "") == ""
