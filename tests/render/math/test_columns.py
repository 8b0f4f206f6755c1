"""How many columns an environment has."""

from __future__ import annotations

import pytest

from scidraft_tex.render.math.columns import column_count
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.tree import Environment


@pytest.mark.parametrize(
    ("formula", "count"),
    [
        (r"\begin{array}{cc} a \end{array}", 2),
        (r"\begin{array}{l|r@{\,}c} a \end{array}", 3),
        (r"\begin{array}{p{2cm}c} a \end{array}", 2),
        (r"\begin{array}{*{3}{c}} a \end{array}", None),
        (r"\begin{cases} a \end{cases}", 2),
        (r"\begin{aligned} a \end{aligned}", None),
        (r"\begin{pmatrix} a \end{pmatrix}", None),
    ],
)
def test_columns(formula: str, count: int | None) -> None:
    (node,) = parse(formula).nodes
    assert isinstance(node, Environment)
    assert column_count(node) == count
