"""What a character means in a formula."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.render import katex
from scidraft_tex.render.math import check_math, inline_math
from scidraft_tex.symbols import FORMULA, SUBSCRIPTS, SUPERSCRIPTS, formula_command
from tests.render.lines import set_lines

ALPHABETS = [chr(code) for code in range(0x1D400, 0x1D800) if formula_command(chr(code))]


@pytest.mark.parametrize(
    ("character", "command"),
    [
        ("x", "x"),
        ("≤", r"\leq"),
        ("ε", r"\varepsilon"),
        ("ϕ", r"\phi"),
        ("ℝ", r"\mathbb{R}"),
        ("²", "{}^{2}"),
        ("ᵢ", "{}_{i}"),
        ("ᵝ", r"{}^{\beta}"),
        ("é", r"\acute{e}"),
        ("î", r"\hat{\imath}"),
        ("x̂", r"\hat{x}"),
        ("≰", r"\nleq"),
        ("=\u0338", r"\not="),
        ("𝐀", r"\mathbf{A}"),
        ("𝛂", r"\boldsymbol{\alpha}"),
        ("𝔸", r"\mathbb{A}"),
        ("𝟙", r"\mathbf{1}"),
        ("𝒜", r"\mathcal{A}"),
        ("𝒶", "a"),
        ("𝗔", r"\boldsymbol{\mathsf{A}}"),
        ("\u200b", ""),
        ("中", None),
        ("ж", None),
        ("😀", None),
    ],
)
def test_what_stands_for_a_character(character: str, command: str | None) -> None:
    assert formula_command(character) == command


def test_scripts_are_what_unicode_says() -> None:
    assert "".join(SUPERSCRIPTS[c] for c in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ") == "0123456789+-=()ni"
    assert "".join(SUBSCRIPTS[c] for c in "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼ") == "0123456789+-=()aeij"
    assert "ª" not in SUPERSCRIPTS


def test_the_commands_are_those_that_formulas_may_hold() -> None:
    known = {*katex.FUNCTIONS, r"\bigtimes"}
    for character, command in FORMULA.items():
        assert character not in SUPERSCRIPTS, character
        assert not character.isascii(), character
        for name in katex.used_commands(command):
            assert name in known, (character, name)


def test_characters_pass_the_check() -> None:
    characters = [*FORMULA, *SUPERSCRIPTS, *SUBSCRIPTS, *ALPHABETS]
    assert [c for c in characters if check_math(f"a {c} b")] == []


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_every_character_typesets(engine: Engine, tmp_path: Path) -> None:
    characters = [*FORMULA, *SUPERSCRIPTS, *SUBSCRIPTS, *ALPHABETS]
    assert len(characters) > 1600
    lines = [f"{inline_math(f'a {c} b')}\\par" for c in characters]
    done = set_lines(lines, tmp_path, engine)
    assert {characters[line]: error for line, error in done.errors.items()} == {}
    assert done.missing == ()
