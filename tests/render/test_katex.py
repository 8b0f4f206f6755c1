"""The table of KaTeX: nothing that KaTeX takes is missing, and all of it typesets."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.render import katex
from scidraft_tex.render.katex import ENVIRONMENTS, FUNCTIONS, Need
from scidraft_tex.render.math import check_math, display_math, inline_math
from scidraft_tex.tools import Command, Shell
from tests.render.katex_samples import DISPLAYS_ONLY, environment_sample, sample
from tests.render.lines import FRAME, one_line, set_lines

REPOSITORY = Path(__file__).parents[2]
KATEX = REPOSITORY / "node_modules" / "katex"

INTERNAL = {r"\cdrightarrow", r"\cdleftarrow", r"\tmspace", r"\html", r"\operatorname@"}
"""What KaTeX's source names for its own use."""


# --- the table -------------------------------------------------------------------------------


def test_katex_takes_nothing_that_the_table_lacks() -> None:
    assert KATEX.is_dir(), "run make setup"
    script = Path(__file__).with_name("katex_names.mjs")
    outcome = Shell().run(Command("node", (str(script), str(KATEX)), seconds=60))
    assert outcome.ok, outcome.stderr
    names = set(json.loads(outcome.stdout))
    assert len(names) > 800
    assert names - set(FUNCTIONS) - INTERNAL == set()


def test_every_command_has_what_its_need_wants() -> None:
    for function in FUNCTIONS.values():
        assert bool(function.package) is (function.need is Need.SAME), function
        replaced = function.need in {Need.ALIAS, Need.RENAMED, Need.DECLARATION}
        assert bool(function.replacement) is replaced, function
        assert function.math or function.text, function


def test_the_check_passes_every_sample() -> None:
    formulas = [sample(function) for function in FUNCTIONS.values()]
    formulas += map(environment_sample, ENVIRONMENTS)
    assert {formula: check_math(formula) for formula in formulas if check_math(formula)} == {}


@pytest.mark.parametrize(
    ("name", "digits"),
    [
        ("red", "FF0000"),
        (" RebeccaPurple ", "663399"),
        ("#0f8", "00FF88"),
        ("#0f8c", "00FF88"),
        ("#12ab34", "12AB34"),
        ("#12ab34ff", "12AB34"),
        ("12ab34", "12AB34"),
        ("0f8", None),
        ("#12ab3", None),
        ("12ab34ff", None),
        ("reddish", None),
        ("", None),
        ("#", None),
    ],
)
def test_colours(name: str, digits: str | None) -> None:
    assert katex.colour(name) == digits


# --- what the preamble holds -----------------------------------------------------------------


def test_only_the_packages_that_are_used() -> None:
    assert katex.packages([r"\frac", r"\R", r"\subseteqq"]) == ()
    used = katex.used_commands(r"\cancel{x} \begin{CD} A \end{CD} \ce{H2O} \mathscr F")
    assert katex.packages(used) == ("amscd", "cancel", "mathrsfs", "mhchem")


def test_all_packages_without_a_word_on_what_is_used() -> None:
    assert set(katex.packages()) == {"amscd", "array", "braket", "cancel", "mathrsfs", "mhchem"}


def test_an_alias_brings_those_it_is_made_of() -> None:
    lines = katex.definitions(Engine.PDFLATEX, {r"\angln", r"\frac"})
    assert lines == r"\providecommand*\angln{\overline{\left.n\right|}}"
    first, second = katex.definitions(Engine.LUALATEX, {r"\coloncolonequals"}).splitlines()
    assert first.startswith(r"\AtBeginDocument{\DeclareRobustCommand*\Coloneqq{")
    assert second == r"\providecommand*\coloncolonequals{\Coloneqq}"


def test_arguments_of_aliases() -> None:
    lines = katex.definitions(Engine.PDFLATEX, {r"\xlongequal", r"\bm"}).splitlines()
    assert lines[0] == r"\providecommand*\bm[1]{\boldsymbol{#1}}"
    assert lines[1].startswith(r"\providecommand*\xlongequal[2][]{")


def test_unicode_math_is_helped_where_it_lacks() -> None:
    assert katex.definitions(Engine.PDFLATEX, {r"\square", r"\subseteqq"}) == ""
    lines = katex.definitions(Engine.LUALATEX, {r"\square", r"\subseteqq"}).splitlines()
    assert lines == [
        r"\AtBeginDocument{\let\square\mdlgwhtsquare}",
        r"\formulaams\subseteqq{\mathrel}{AMSa}{6A}",
    ]


# --- all of it, set --------------------------------------------------------------------------


def _lines() -> list[tuple[str, str]]:
    """Return every sample, within a line and as a display, and the line of LaTeX for it."""
    done: list[tuple[str, str]] = []
    for function in FUNCTIONS.values():
        formula = sample(function)
        if not formula.startswith(DISPLAYS_ONLY):
            inline = inline_math(formula, label=lambda name: f"{name}:inline")
            done.append((formula, f"{{{one_line(inline)}}}\\par"))
        done.append((formula, f"{{{one_line(display_math(formula))}}}"))
    for name in ENVIRONMENTS:
        formulas = (environment_sample(name), f"x = {environment_sample(name)}")
        done += [(formula, one_line(display_math(formula))) for formula in formulas]
    return done


@pytest.mark.tex
@pytest.mark.slow
@pytest.mark.parametrize("engine", list(Engine))
def test_everything_that_katex_takes_typesets(engine: Engine, tmp_path: Path) -> None:
    samples = _lines()
    assert len(samples) > 2000
    done = set_lines([line for _, line in samples], tmp_path, engine)
    assert {samples[index][0]: error for index, error in done.errors.items()} == {}
    assert done.missing == ()


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.LUALATEX])
def test_one_formula_brings_what_it_needs_by_itself(engine: Engine, tmp_path: Path) -> None:
    formula = r"\coloncolonequals \xtofrom{a} \subseteqq \cancel{x} \R \blue{y} \llbracket z"
    names = katex.used_commands(formula)
    frame = replace(FRAME, packages=katex.packages(names), commands=names)
    done = set_lines([inline_math(formula)], tmp_path, engine, frame)
    assert done.errors == {}
    assert done.missing == ()
