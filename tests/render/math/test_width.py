"""Widths of formulas, by estimate and as TeX sets them, and displays that are broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.render.math import (
    break_display,
    check_math,
    display_math,
    estimated_width,
    inline_math,
)
from tests.render.lines import one_line, set_lines

FORMULAS = [
    r"a + b = c",
    r"f(x) = \frac{1}{\sqrt{2\pi\sigma^2}} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)",
    r"\sum_{i=1}^{n} i = \frac{n(n+1)}{2}",
    r"\int_0^\infty e^{-x^2} \, dx = \frac{\sqrt{\pi}}{2}",
    r"\lVert x + y \rVert \leq \lVert x \rVert + \lVert y \rVert",
    r"\Pr(A \mid B) = \frac{\Pr(B \mid A)\,\Pr(A)}{\Pr(B)}",
    r"\operatorname{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]^2",
    r"x_{n+1} = x_n - \frac{f(x_n)}{f'(x_n)}, \qquad n = 0, 1, 2, \ldots",
    r"\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{pmatrix} x \\ y \end{pmatrix}",
    r"f(x) = \begin{cases} 1 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\alpha \to \beta \implies \gamma \iff \delta",
    r"\log \det A = \operatorname{tr} \log A, \quad A \succ 0",
    r"\max_{\theta} \ell(\theta) = \max_\theta \sum_{i} \log p_\theta(x_i)",
    r"(a + b)^n = \sum_{k=0}^n \binom{n}{k} a^k b^{n-k}",
]


@pytest.mark.tex
def test_the_estimate_is_good_to_a_fifth(tmp_path: Path) -> None:
    lines = [r"\newlength\wide"]
    for tex in FORMULAS:
        body = inline_math(tex).strip("$")
        lines.append(rf"\settowidth\wide{{$\displaystyle {body}$}}\typeout{{WIDE \the\wide}}")
    done = set_lines([*lines, "x"], tmp_path, Engine.PDFLATEX)
    widths = [float(found) for found in re.findall(r"^WIDE ([\d.]+)pt", done.log, re.MULTILINE)]
    ratios = [estimated_width(tex, 10.0) / wide for tex, wide in zip(FORMULAS, widths, strict=True)]
    assert 0.9 < sum(ratios) / len(ratios) < 1.1
    assert {tex: r for tex, r in zip(FORMULAS, ratios, strict=True) if not 0.8 < r < 1.2} == {}


def test_widths_add_up() -> None:
    one = estimated_width("x", 10)
    assert estimated_width("xxx", 10) == pytest.approx(3 * one)
    assert estimated_width(r"xxx \\ x", 10) == pytest.approx(3 * one)
    assert estimated_width("x", 20) == pytest.approx(2 * one)
    assert estimated_width(r"\frac{xxx}{x}", 10) > estimated_width(
        r"\frac{xxx}{x}", 10, display=False
    )
    assert estimated_width("", 10) == 0


def test_what_fits_is_left_alone() -> None:
    assert break_display("a = b", 300) == "a = b"


def test_it_breaks_before_relations_and_fills_lines() -> None:
    tex = "a = " + " = ".join(["bcdefg"] * 6)
    assert break_display(tex, 130) == (
        "\\begin{aligned}\n"
        "a &= bcdefg = bcdefg \\\\\n"
        "&= bcdefg = bcdefg \\\\\n"
        "&= bcdefg = bcdefg\n"
        "\\end{aligned}"
    )


def test_it_breaks_before_signs_where_relations_are_not_enough() -> None:
    tex = "a = " + " + ".join(["bcdefg"] * 5)
    assert break_display(tex, 130) == (
        "\\begin{aligned}\n"
        "a &= bcdefg + bcdefg \\\\\n"
        "&\\qquad + bcdefg + bcdefg \\\\\n"
        "&\\qquad + bcdefg\n"
        "\\end{aligned}"
    )


def test_a_wide_left_side_stands_alone() -> None:
    tex = "bcdefg + bcdefg + bcdefg = bcdefg + bcdefg"
    lines = break_display(tex, 130).splitlines()
    assert lines[1] == r"&bcdefg + bcdefg + bcdefg \\"
    assert lines[2].startswith(r"&\qquad = bcdefg")


def test_formulas_side_by_side_come_one_below_the_other() -> None:
    tex = r"abcdefg = hijk, \qquad lmnop = qrstu, \quad v = w"
    assert break_display(tex, 110) == (
        "\\begin{gathered}\nabcdefg = hijk, \\\\\nlmnop = qrstu, \\quad v = w\n\\end{gathered}"
    )


@pytest.mark.parametrize(
    "tex",
    [
        r"\left( " + "a + " * 40 + r"b \right)",
        "{" + "a = " * 40 + "b}",
        r"\begin{aligned} " + "a = " * 40 + r"b \end{aligned}",
        "a &= " + "b + " * 40 + "c",
        "x" * 100,
        "a^b^c = " * 40,
        "-" + "x" * 100,
        "{" + "x" * 100 + r" \over y} = z",
    ],
)
def test_what_has_no_place_to_break_is_left_alone(tex: str) -> None:
    assert break_display(tex, 100) == tex or tex.startswith("{")


@given(
    st.lists(st.sampled_from(["abc", " = ", " + ", r" \leq ", r" \qquad ", ", "]), max_size=40),
    st.floats(20, 200),
)
def test_breaking_keeps_every_sign(pieces: list[str], measure: float) -> None:
    tex = "".join(pieces)
    broken = break_display(tex, measure)
    bare = re.sub(r"\\(?:begin|end)\{\w+\}|\\\\|&|\s|\\q+uad", "", broken)
    assert bare == re.sub(r"\s|\\q+uad", "", tex)
    assert check_math(broken) == check_math(tex) or broken != tex
    assert check_math(broken) == [] or check_math(tex) != []


@pytest.mark.tex
def test_broken_displays_fit_their_measure(tmp_path: Path) -> None:
    measure = 200
    chosen = ((0, 1, 2), (4, 5, 6), (12, 13))
    long = [" = ".join(FORMULAS[index] for index in indexes) for indexes in chosen]
    lines = [r"\newlength\wide"]
    for tex in long:
        broken = break_display(tex, measure)
        assert broken != tex
        body = one_line(display_math(broken)).removeprefix(r"\[").removesuffix(r"\]")
        lines.append(rf"\settowidth\wide{{$\displaystyle {body}$}}\typeout{{WIDE \the\wide}}")
    done = set_lines([*lines, "x"], tmp_path, Engine.PDFLATEX)
    widths = [float(found) for found in re.findall(r"^WIDE ([\d.]+)pt", done.log, re.MULTILINE)]
    assert len(widths) == len(long)
    assert max(widths) < 1.2 * measure
