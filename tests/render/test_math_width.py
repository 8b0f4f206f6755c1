"""Estimated widths of formulas, against those that TeX measured (pt at 10 pt, Pagella)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.render.math import estimated_width


def math_width(tex: str) -> float:
    return estimated_width(tex, 1.0, display=False)


MEASURED = [
    (r"T \times d_{\text{model}}", 46.07),
    (r"W^{Q}, W^{K}, W^{V}", 57.17),
    (r"d_{\text{model}} / H", 42.10),
    (r"\sqrt{T}", 15.66),
    (r"\sum_{i=1}^n x_i \le \frac{1}{2}\log p_\theta(x\mid y)", 106.26),
    (r"\alpha+\beta=\gamma", 43.95),
    (r"O(n\log n)", 45.24),
    (r"x\in\mathbb{R}^n", 31.28),
    (r"a\to b", 25.95),
    (r"\max_i x", 28.98),
    (r"\dfrac{\log (8/\pi)}{\pi^2}\, n^2", 55.28),
    (r"\dfrac{1}{\pi^2}\, n^3 \log n", 48.83),
]


@pytest.mark.parametrize(("tex", "measured"), MEASURED)
def test_an_estimate_is_within_an_eighth(tex: str, measured: float) -> None:
    assert 10 * math_width(tex) == pytest.approx(measured, rel=0.125)


def test_scripts_above_each_other_count_once() -> None:
    assert math_width("x_1^2") == pytest.approx(math_width("x_1"))


def test_rows_stack() -> None:
    assert math_width(r"abc \\ a") == math_width("abc")


def test_what_prints_nothing_is_nothing() -> None:
    assert math_width(r"\displaystyle\relax") == 0
    assert math_width("") == 0


@given(st.text(alphabet=r"\{}_^&$abc frac[]", max_size=40))
def test_any_text_has_a_width(tex: str) -> None:
    assert math_width(tex) < 100
