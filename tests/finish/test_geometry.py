from __future__ import annotations

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Rectangle

from scidraft_tex.finish.geometry import Size, page_box, page_size, placement

SIDES = st.floats(20, 2000)
TURNS = st.sampled_from([0, 90, 180, 270])


@pytest.fixture(scope="module")
def document() -> pikepdf.Pdf:
    return pikepdf.new()


def page(document: pikepdf.Pdf, width: float, height: float, turn: int = 0) -> pikepdf.Page:
    document.add_blank_page(page_size=(width, height))
    made = document.pages[-1]
    made.rotate(turn, relative=False)
    return made


def test_a_page_that_fits_is_only_shifted(document: pikepdf.Pdf) -> None:
    matrix = placement(page(document, 100, 200), Rectangle(100, 0, 200, 200))
    assert matrix.shorthand == (1, 0, 0, 1, 100, 0)


def test_a_page_is_scaled_and_centred(document: pikepdf.Pdf) -> None:
    matrix = placement(page(document, 100, 200), Rectangle(0, 0, 100, 100))
    assert matrix.transform((0, 0)) == (25, 0)
    assert matrix.transform((100, 200)) == (75, 100)


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, (0, 0)), (90, (0, 100)), (180, (100, 200)), (270, (200, 0))]
)
def test_a_turned_page_is_set_upright(
    document: pikepdf.Pdf, turn: int, corner: tuple[float, float]
) -> None:
    size = page_size(page(document, 100, 200, turn))
    assert size == (Size(100, 200) if turn % 180 == 0 else Size(200, 100))
    matrix = placement(page(document, 100, 200, turn), Rectangle(0, 0, size.width, size.height))
    assert matrix.transform((0, 0)) == corner


def test_the_cut_page_counts(document: pikepdf.Pdf) -> None:
    made = page(document, 100, 200)
    made.trimbox = Array([10, 20, 90, 180])
    assert page_box(made) == Rectangle(10, 20, 90, 180)
    assert placement(made, Rectangle(0, 0, 80, 160)).transform((10, 20)) == (0, 0)


@given(SIDES, SIDES, TURNS, SIDES, SIDES)
def test_a_page_lies_within_its_slot(
    document: pikepdf.Pdf, width: float, height: float, turn: int, across: float, up: float
) -> None:
    source = page(document, width, height, turn)
    placed = placement(source, Rectangle(5, 7, 5 + across, 7 + up)).transform(page_box(source))
    assert float(placed.llx) >= 5 - 1e-6
    assert float(placed.lly) >= 7 - 1e-6
    assert float(placed.urx) <= 5 + across + 1e-6
    assert float(placed.ury) <= 7 + up + 1e-6
    touches_sides = float(placed.width) == pytest.approx(across)
    touches_ends = float(placed.height) == pytest.approx(up)
    assert touches_sides or touches_ends
