from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.measure import Page

AT = Place("note.md", 3)
ONE = m.Number("equation")


def numbered(*labels: str) -> m.Number:
    return m.Number("equation", tuple(f"n:{label}" for label in labels))


@pytest.mark.parametrize(
    ("tex", "numbers"),
    [
        ("a = b", ()),
        (r"a = b \label{x}", (numbered("x"),)),
        (r"\begin{equation} a \end{equation}", (ONE,)),
        (r"\begin{equation*} a \end{equation*}", ()),
        (
            r"\begin{align} a &= b \label{x} \\ c &= d \notag \\ e &= f \end{align}",
            (numbered("x"), ONE),
        ),
        (r"\begin{align*} a &= b \\ c &= d \end{align*}", ()),
        (r"\begin{align*} a &= b \label{x} \\ c &= d \end{align*}", (numbered("x"),)),
        (r"\begin{gather} a \\ b \end{gather}", (ONE, ONE)),
        (r"a \tag{7}\label{x}", (m.Number("", ("n:x",), name="7"),)),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned} \label{x}", (numbered("x"),)),
    ],
)
def test_the_numbers_of_a_display(tex: str, numbers: tuple[m.Number, ...]) -> None:
    formulas = Formulas(lambda name: f"n:{name}", Diagnostics())
    assert formulas.numbers(m.Display(tex, AT)) == numbers


@pytest.mark.parametrize(
    ("tex", "counted"),
    [
        (r"a = \nosuch \label{x}", r"{\refstepcounter{equation}\label{n:x}}"),
        (
            r"\begin{align} a &= \nosuch \label{x} \\ c &= d \end{align}",
            r"{\refstepcounter{equation}\label{n:x}}\refstepcounter{equation}",
        ),
        (r"x = \sqrt{a + b \label{x}", r"{\refstepcounter{equation}\label{n:x}}"),
        (r"a = \nosuch", ""),
    ],
)
def test_one_that_cannot_be_set_counts_all_the_same(tex: str, counted: str) -> None:
    formulas = Formulas(lambda name: f"n:{name}", Diagnostics())
    made = formulas.display(m.Display(tex, AT), Page(400.0, 600.0))
    assert made.startswith(f"{counted}\\begin{{scidraftfailure}}")
