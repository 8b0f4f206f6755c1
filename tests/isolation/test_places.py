"""Where in a formula TeX stopped."""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.isolation.places import place_in
from scidraft_tex.typeset.log import TexError


@pytest.mark.parametrize(
    ("tex", "reached", "command", "line", "column"),
    [
        (r"a \kern 9cm b", r"\noindent $a \kern9cm\relax", "", 4, 10),
        (r"x \over y \over z", r"$x \over y \over", "", 4, 18),
        ("\na\n\\vrho b", r"a \vrho", r"\vrho", 6, 1),
        ("\n a", "a", "", 5, 2),
        (r"\frac ab", r"...", "", 4, 8),
    ],
)
def test_the_place_is_of_what_was_read_last(
    tex: str, reached: str, command: str, line: int, column: int
) -> None:
    node = m.Math(tex, Place("n.md", 4, 6), origin=m.Origin(Place("n.md", 4, 8)))
    error = TexError("Some fault", command=command, reached=reached)
    assert place_in(node, error) == Place("n.md", line, column)
