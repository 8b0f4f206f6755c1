"""What is wrong with a formula, in the writer's terms and at its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.render.math import Fault, check_math

RIGHT = [
    r"a^{2}_1 + b'^2 + f''_x",
    r"\left[ \frac{a}{b} \middle| c \right)",
    r"\begin{cases} a & b \\ c & d \end{cases}",
    r"\begin{aligned} \left( a \right. & \left. b \right) \end{aligned}",
    r"\text{a $b$ & c} \text{5\% \{}",
    r"\bigl( x \bigr] \big\{ \Big/ \left. x \right\}",
    r"\sqrt[n]{x} [0, 1) ]a, b[",
    r"\sum\nolimits_a^b x \sum_a\limits^b",
    r"\def\f#1{#1^2} \f{x}",
    r"\newcommand\g[1]{#1} \g x",
    r"\{ x \} \lbrace y \rbrace",
    r"x % } \left(",
    r"\href{a_b%{c}}{x}",
    r"\verb|}\foo{|",
    "a &= b \\\\ &= c",
    r"\ce{H2O ->[\text{a}] B_{2}^{3}_{4}}",
    r"\begin{CD} A @>a>> B \end{CD}",
    "x² + y₁³",
    r"\begin{array}{l|r} a & b \\ \hline c & d \end{array}",
    r"\overset{!}{=} \underset{x \to 0}{\lim}",
    r"{}^{a}_{b} {x^2}^3",
]


@pytest.mark.parametrize("tex", RIGHT)
def test_nothing_is_wrong(tex: str) -> None:
    assert check_math(tex) == []


WRONG = [
    ("a}b", Fault.UNBALANCED, (1, 2), "} closes nothing"),
    ("x +\n  {a", Fault.UNBALANCED, (2, 3), "{ is never closed"),
    (r"\text{a", Fault.UNBALANCED, (1, 6), "{ is never closed"),
    (r"\left( x", Fault.UNBALANCED, (1, 1), r"\left has no \right after it"),
    (r"x \right)", Fault.UNBALANCED, (1, 3), r"\right has no \left before it"),
    (r"{\left( x}\right)", Fault.UNBALANCED, (1, 2), r"\left has no \right after it"),
    (r"\begin{matrix} a", Fault.UNBALANCED, (1, 1), r"\begin{matrix} is never ended"),
    (
        r"\begin{matrix} a \end{cases}",
        Fault.UNBALANCED,
        (1, 18),
        r"\end{cases} stands where",
    ),
    (r"a \end{x}", Fault.UNBALANCED, (1, 3), r"\end{x} has no \begin{x} before it"),
    ("a $ b", Fault.UNBALANCED, (1, 3), "$ stands within a formula"),
    (r"\text{a $b}", Fault.UNBALANCED, (1, 9), "$ is never closed"),
    (r"\begin{foo} a \end{foo}", Fault.ENVIRONMENT, (1, 1), "there is no environment foo"),
    (r"a + \frac{1}", Fault.ARGUMENT, (1, 5), r"\frac wants 2 arguments and has 1"),
    (r"\hat", Fault.ARGUMENT, (1, 1), r"\hat wants 1 argument and has none"),
    (r"\left", Fault.ARGUMENT, (1, 1), r"\left wants a delimiter"),
    (r"\bigl\begin{matrix}\end{matrix}", Fault.ARGUMENT, (1, 1), r"\bigl wants 1 argument"),
    ("a # b", Fault.ARGUMENT, (1, 3), "# is not allowed here"),
    (r"\def x", Fault.ARGUMENT, (1, 1), r"\def wants a command and a meaning"),
    ("x^a^b", Fault.SCRIPT, (1, 4), "a second superscript on the same base"),
    ("x_{a}b\n_c_d", Fault.SCRIPT, (2, 3), "a second subscript on the same base"),
    ("x^2'", Fault.SCRIPT, (1, 4), "a second superscript on the same base"),
    ("x²^3", Fault.SCRIPT, (1, 3), "a second superscript on the same base"),
    ("x^", Fault.SCRIPT, (1, 2), "nothing stands after ^"),
    ("{x_}", Fault.SCRIPT, (1, 3), "nothing stands after _"),
    ("{a & b}", Fault.ALIGNMENT, (1, 4), "& stands within braces"),
    (r"\frac{a & b}{c}", Fault.ALIGNMENT, (1, 9), "& stands within braces"),
    (
        r"\begin{aligned} \left( a & b \right) \end{aligned}",
        Fault.ALIGNMENT,
        (1, 26),
        r"& stands between \left and \right",
    ),
    (r"\left( a \\ b \right)", Fault.ALIGNMENT, (1, 10), r"a line ends between \left and \right"),
    (r"\begin{gather} a & b \end{gather}", Fault.ALIGNMENT, (1, 18), "& stands in an environment"),
    (r"\begin{array}{cc} a & b & c \end{array}", Fault.ALIGNMENT, (1, 25), "the row has more"),
    (r"\begin{cases} 1 & x & y \end{cases}", Fault.ALIGNMENT, (1, 21), "the row has more cells"),
    (r"\begin{array} a \end{array}", Fault.ARGUMENT, (1, 1), r"\begin{array} wants columns"),
    (r"x\limits^2", Fault.SCRIPT, (1, 2), r"\limits stands after x"),
    (r"\text{50% of it}", Fault.UNBALANCED, (1, 9), "% begins a comment"),
    (r"\frok{a}", Fault.COMMAND, (1, 1), r"\frok is not defined"),
    (r"\color{nonsense} x", Fault.COLOUR, (1, 8), "nonsense is not a colour"),
]


@pytest.mark.parametrize(("tex", "fault", "place", "message"), WRONG)
def test_what_is_wrong(tex: str, fault: Fault, place: tuple[int, int], message: str) -> None:
    problem = next(found for found in check_math(tex) if found.fault is fault)
    assert (problem.line, problem.column) == place
    assert problem.message.startswith(message)
    line = tex.split("\n")[problem.line - 1]
    assert sum(len(row) + 1 for row in tex.split("\n")[: problem.line - 1]) + (
        problem.column - 1
    ) == (problem.offset)
    assert problem.column <= len(line)


def test_every_fault_says_what_to_do() -> None:
    silent = {
        "a $ b", r"a \end{x}", r"x \right)", r"\def x", r"{\left( x}\right)",
    }  # fmt: skip
    for tex, *_ in WRONG:
        assert tex in silent or all(problem.hint for problem in check_math(tex)), tex


def test_alignment_within_a_line() -> None:
    (problem,) = check_math("a & b", display=False)
    assert problem.fault is Fault.ALIGNMENT
    assert problem.message == "& stands outside of an alignment"


def test_ones_own_commands_are_known() -> None:
    assert check_math(r"\frok{a}", own={r"\frok"}) == []
    assert check_math(r"\def\frok{a}\frok") == []


def test_no_end_of_nesting() -> None:
    (problem, *_) = check_math(r"\frac" * 3000)
    assert problem.message
    assert any("too deeply" in found.message for found in check_math("{" * 3000))


@given(st.text(alphabet="ab \\{}$&^_#%'\n[]", max_size=60), st.booleans())
def test_problems_lie_within_the_formula(tex: str, display: bool) -> None:  # noqa: FBT001 - hypothesis gives it
    problems = check_math(tex, display=display)
    offsets = [problem.offset for problem in problems]
    assert offsets == sorted(offsets)
    assert all(0 <= offset < len(tex) for offset in offsets)
