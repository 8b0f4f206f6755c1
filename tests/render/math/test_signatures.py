"""What is known of a note's own commands, and what is checked by it."""

from __future__ import annotations

import pytest

from scidraft_tex.render.math import check_math
from scidraft_tex.render.math.signatures import signatures_of


@pytest.mark.parametrize(
    ("formula", "count", "needed"),
    [
        (r"\def\f{a}", 0, 0),
        (r"\def\f#1#2{#2#1}", 2, 2),
        (r"\newcommand{\f}[3]{#1#2#3}", 3, 3),
        (r"\newcommand\f[2][x]{#1#2}", 2, 1),
        (r"\DeclareMathOperator{\f}{f}", 0, 0),
    ],
)
def test_how_many_arguments(formula: str, count: int, needed: int) -> None:
    known = signatures_of([formula])[r"\f"]
    assert (known.count, known.needed, known.endless) == (count, needed, False)


def test_a_copy_says_nothing() -> None:
    assert signatures_of([r"\let\f\frac"]) == {}


@pytest.mark.parametrize(
    ("formulas", "endless"),
    [
        ([r"\def\a{x\a}"], {r"\a"}),
        ([r"\def\a{\b}", r"\def\b{\c\c}", r"\def\c{\a}"], {r"\a", r"\b", r"\c"}),
        ([r"\def\a{\b}", r"\def\b{\b}"], {r"\b"}),
        ([r"\def\a{\frac{1}{2}}", r"\def\b{\a\a}"], set()),
    ],
)
def test_what_never_ends(formulas: list[str], endless: set[str]) -> None:
    found = signatures_of(formulas)
    assert {name for name, known in found.items() if known.endless} == endless


def problems(formula: str, *defined: str) -> list[tuple[str, int]]:
    macros = signatures_of([*defined, formula])
    found = check_math(formula, set(macros), macros=macros)
    return [(one.message, one.offset) for one in found]


PAIR = r"\newcommand{\pair}[2]{(#1,#2)}"


@pytest.mark.parametrize(
    "formula", [r"\pair{a}{b}", r"\pair a b", r"x^\pair{a}{b}", r"{\pair xy}", r"\frac\pair{a}{b}2"]
)
def test_calls_with_all_their_arguments(formula: str) -> None:
    assert problems(formula, PAIR) == []


@pytest.mark.parametrize(
    ("formula", "has", "offset"),
    [
        (r"\pair{a}", "1", 0),
        (r"1 + \pair", "none", 4),
        (r"x^{\pair{a}} y", "1", 3),
        (r"\begin{matrix} \pair{a} & b \end{matrix}", "1", 15),
    ],
)
def test_calls_that_lack_one(formula: str, has: str, offset: int) -> None:
    assert problems(formula, PAIR) == [(rf"\pair wants 2 arguments and has {has}", offset)]


def test_what_may_be_left_out() -> None:
    assert problems(r"\f a", r"\newcommand\f[2][x]{#1#2}") == []


def test_a_parameter_too_many_is_told_at_its_sign() -> None:
    formula = r"\newcommand{\f}[1]{|#2|}"
    assert problems(formula) == [(r"\f uses #2 and takes 1 argument", formula.index("#"))]


def test_a_definition_that_never_ends_is_told_once_and_its_uses_fail() -> None:
    loop = r"\def\a{x\a}"
    assert problems(loop) == [(r"\a is defined by itself, and would never end", 0)]
    assert [message for message, _ in problems(r"y\a", loop)] == [r"\a is defined by itself"]


def test_what_tex_is_made_of_has_no_other_meaning() -> None:
    assert problems(r"x\def\par{y}") == [(r"\par is a command that TeX itself is made of", 1)]


def test_a_command_that_stands_for_very_many_is_told() -> None:
    doubled = "".join(f"\\def\\{chr(98 + n)}{{\\{chr(97 + n)}\\{chr(97 + n)}}}" for n in range(20))
    known = signatures_of([doubled])
    assert not known["\\b"].huge
    assert known["\\u"].huge
    assert not any(one.endless for one in known.values())
