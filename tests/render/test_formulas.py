"""Formulas of a note: faults reported at their place, macros scoped, long ones broken or fitted."""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.formulas import Formulas, breaking_commas, fitted, note_macros
from scidraft_tex.render.math.definitions import DEFINERS
from scidraft_tex.render.measure import Page

PAGE = Page(text_width=300, text_height=500)


def at(line: int, column: int = 1) -> Place:
    return Place("note.md", line, column)


def formulas(*own: str) -> Formulas:
    return Formulas(lambda name: f"note:{name}", Diagnostics(), frozenset(own))


@pytest.mark.parametrize(
    ("formula", "broken"),
    [
        ("$x_1, \\dots, x_n$", "$x_1,\\allowbreak \\dots,\\allowbreak x_n$"),
        ("$f(x, y)$", "$f(x, y)$"),
        ("$\\{1, 2\\}, 3$", "$\\{1, 2\\},\\allowbreak 3$"),
        ("$\\text{a, b}$", "$\\text{a, b}$"),
        ("$a\\,b$", "$a\\,b$"),
    ],
)
def test_a_formula_may_break_after_commas_outside_of_brackets(formula: str, broken: str) -> None:
    assert breaking_commas(formula) == broken


def test_a_fault_is_reported_at_its_character_and_prints_its_source() -> None:
    own = formulas()
    formula = m.Math("a + \\frac{1", at(7, 5), origin=m.Origin(at(7, 7)))
    text = own.inline(formula)
    assert text == "\\badformula{a\\ +\\ \\textbackslash{}frac\\{1}"
    said = next(iter(own.said))
    assert said.code == "math-syntax"
    assert said.place == at(7, 7 + len("a + "))


def test_an_unknown_command_in_a_display_is_reported_at_its_line() -> None:
    own = formulas()
    text = own.display(m.Display("\nx = 1\n+ \\nosuch\n", at(3), m.Origin(at(3, 3))), PAGE)
    assert text.startswith("\\begin{scidraftfailure}")
    [said] = own.said
    assert (said.code, said.place) == ("tex-undefined-command", at(5, 3))


def test_an_unknown_colour_costs_the_colour_alone() -> None:
    own = formulas()
    assert "x" in own.inline(m.Math("\\textcolor{nocolour}{x}", at(1)))
    assert [said.code for said in own.said] == ["colour-unknown"]


def test_the_commands_of_the_note_are_known() -> None:
    assert formulas("\\foo").inline(m.Math("\\foo + 1", at(1))) == "$\\foo + 1$"


def test_a_wide_display_is_fitted_and_keeps_its_end_mark_outside() -> None:
    body = "a \\\\\nb"
    text = fitted(f"\\begin{{align*}}\n{body} \\qedhere\n\\end{{align*}}")
    assert text == (
        "\\[\n\\fitdisplay{\\begin{aligned}\na \\\\\nb\n\\end{aligned}}\n\\qedhere\n\\]"
    )


@pytest.mark.parametrize("mark", ["\\tag{1}", "\\label{x}", "\\qedtag"])
def test_a_display_with_numbers_is_not_boxed(mark: str) -> None:
    text = f"\\[\na = b {mark}\n\\]"
    assert fitted(text) == text


@pytest.mark.parametrize("command", sorted(DEFINERS))
def test_every_defining_command_defines_for_the_note(command: str) -> None:
    form = r"%s\foo{x}" if command in {r"\def", r"\gdef", r"\edef", r"\xdef"} else r"%s{\foo}{x}"
    tex = (r"%s\foo=x" if command == r"\let" else form) % command
    macros = note_macros((m.Display(tex, at(4)),), frozenset(), Diagnostics())
    assert macros.names == {"\\foo"}


def test_macros_of_a_note_are_saved_and_restored() -> None:
    said = Diagnostics()
    block = m.Display("\\newcommand{\\foo}{x} \\foo", at(4))
    macros = note_macros((block,), frozenset(), said)
    assert macros.names == {"\\foo"}
    assert macros.opening.startswith("\\formulasave\\foo\n\\formulamacro\\foo{")
    assert macros.closing == "\\formularestore\\foo"
    assert not len(said)


def test_a_macro_defined_in_two_ways_is_reported_with_both_lines() -> None:
    said = Diagnostics()
    blocks = (
        m.Display("\\newcommand{\\foo}{x}", at(4)),
        m.Display("\\newcommand{\\foo}{y}", at(9)),
    )
    note_macros(blocks, frozenset(), said)
    [item] = said
    assert (item.code, item.place) == ("macro-conflict", at(9))
    assert "line 4" in item.message


def test_a_macro_of_the_site_that_a_note_defines_anew_is_reported() -> None:
    said = Diagnostics()
    note_macros((m.Display("\\def\\R{x}", at(2)),), frozenset({"\\R"}), said)
    assert [item.code for item in said] == ["macro-conflict"]
