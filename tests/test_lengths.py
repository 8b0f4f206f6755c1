from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.lengths import POINTS_PER_MM, tex_points


@pytest.mark.parametrize(
    ("length", "points"), [("1in", 72.27), ("2.54cm", 72.27), ("25.4mm", 72.27), ("12.5pt", 12.5)]
)
def test_units(length: str, points: float) -> None:
    assert tex_points(length) == pytest.approx(points)


@given(st.integers(0, 10_000))
def test_millimetres_are_tenths_of_centimetres(number: int) -> None:
    assert tex_points(f"{number}mm") == pytest.approx(number * POINTS_PER_MM)
    assert tex_points(f"{number}0mm") == pytest.approx(tex_points(f"{number}cm"))


@pytest.mark.parametrize("text", ["", "12", "12em", "mm", "1,5mm"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(ValueError, match=r"length|float"):
        tex_points(text)
