"""Definitions within formulas, and the site's own."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.render.math import MacroDef, inline_math, macro_definitions, split_macros
from tests.render.lines import FRAME, set_lines


def test_a_formula_without_definitions_is_as_it_was() -> None:
    tex = "a % why\n\\frac12 "
    assert split_macros(tex) == ([], tex)


def test_definitions_are_taken_out() -> None:
    found, rest = split_macros(r"\def\d{\mathrm{d}} x \gdef \e #1#2{e^{#1α#2}}y")
    assert found == [
        MacroDef(r"\d", r"\formulamacro\d{\def\d{\mathrm{d}}}", 0),
        MacroDef(r"\e", r"\formulamacro\e{\def\e#1#2{e^{#1\alpha#2}}}", 21),
    ]
    assert rest == " x y"


def test_latex_definitions() -> None:
    found, rest = split_macros(
        r"\newcommand{\E}[2][x]{\mathbb E_{#1}[#2]}\renewcommand\vec[1]{\mathbf{#1}}"
        r"\providecommand\R{\mathbb{R}}\E{y}"
    )
    assert [(macro.name, macro.redefines) for macro in found] == [
        (r"\E", False),
        (r"\vec", True),
        (r"\R", False),
    ]
    assert found[0].tex == (
        r"\formulamacro\E{\providecommand\E{}\renewcommand\E[2][x]{\mathbb{E}_{#1}[#2]}}"
    )
    assert found[2].tex == r"\providecommand\R{\mathbb{R}}"
    assert rest == r"\E{y}"


def test_let_and_operators() -> None:
    found, rest = split_macros(r"\let\eps=\varepsilon \DeclareMathOperator*{\am}{argmax} \eps")
    assert [macro.tex for macro in found] == [
        r"\formulamacro\eps{\let\eps=\varepsilon }",
        r"\formulamacro\am{\def\am{\operatorname*{argmax}}}",
    ]
    assert rest == r"  \eps"


def test_what_braces_hold_stays_in_them() -> None:
    tex = r"{\def\x{a}\x} \x"
    assert split_macros(tex) == ([], tex)
    assert inline_math(tex, own={r"\x"}) == r"${\def\x{a}\x} \x$"


def test_a_definition_without_its_meaning_is_no_definition() -> None:
    assert split_macros(r"\def\x")[0] == []
    assert split_macros(r"\newcommand")[0] == []


def test_the_sites_macros() -> None:
    lines = macro_definitions(
        [
            ("\\R", "\\mathbb R"),
            ("\\E", "\\mathbb{E}\\left[#1 ≤ #2\\right]"),
            ("→", "x"),
            ("R", "y"),
        ]
    )
    assert lines.splitlines() == [
        r"\formulamacro\R{\def\R{\mathbb{R}}}",
        r"\formulamacro\E{\def\E#1#2{\mathbb{E}\left[#1 \leq #2\right]}}",
    ]


def test_a_macro_may_hold_another_of_the_site() -> None:
    lines = macro_definitions([("\\a", "\\b{x}"), ("\\b", "\\hat{#1}")])
    assert lines.splitlines()[0] == r"\formulamacro\a{\def\a{\b{x}}}"


@given(st.text(alphabet="\\def newcomad{}#1[]x \n%", max_size=50))
def test_nothing_but_definitions_is_lost(tex: str) -> None:
    found, rest = split_macros(tex)
    assert len(rest) <= len(tex)
    if not found:
        assert rest == tex


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_a_macro_is_for_formulas_and_leaves_the_text_alone(engine: Engine, tmp_path: Path) -> None:
    frame = replace(FRAME, macros=(("\\d", "Q#1"), ("\\S", "W"), ("\\mine", "V")))
    again = split_macros(r"\def\d{K}\newcommand\fresh[1]{#1#1}")[0]
    lines = [
        r"First \d{h}am, \S 3, $\d{x}\S\mine^\mine$.\par",
        r"\begingroup " + "".join(macro.tex for macro in again),
        r"Second \d{s}an, $\d\fresh{y}$.\par\endgroup",
        r"Third \d{h}am, $\d{x}$.\par",
        r"\begin{align*} \d{x} &= \S \\ \S &= \d{x} \end{align*}",
    ]
    done = set_lines(lines, tmp_path, engine, frame)
    assert done.errors == {}
    words = unicodedata.normalize("NFKC", done.text)
    first, second, third, *_ = [
        line for line in words.splitlines() if "am," in line or "an," in line
    ]
    assert "§3, QxWV V" in first
    assert "Kyy" in second
    assert "Qx." in third
    for line in (first, third):
        assert "Qh" not in line
    assert re.search(r"Qx\s*=\s*W", words)
    assert re.search(r"W\s*=\s*Qx", words)
