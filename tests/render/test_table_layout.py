"""Widths of columns: natural, wrapped, smaller, turned."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.render.measure import Page
from scidraft_tex.render.table_grid import grid_of
from scidraft_tex.render.table_layout import (
    GAP,
    Layout,
    Style,
    frame,
    lay_out,
    lay_out_turned,
    row_lines,
)
from tests.render.latex import HERE, LEFT, PAGE, cell

PROSE = "some words that go on for a while until there is no more room for them in one line"


def layout(*rows: tuple[str, ...], page: Page = PAGE, style: Style = "academic") -> Layout:
    body = tuple(tuple(cell(text) for text in row) for row in rows)
    return lay_out(grid_of(m.Table((LEFT,) * len(rows[0]), (), body, HERE)), page, style)


def test_what_fits_keeps_its_natural_width() -> None:
    made = layout(("one", "two"), ("three", "four"))
    assert made.widths == (None, None)
    assert (made.size, made.landscape, made.overrun) == ("", False, 0)


def test_the_long_column_wraps_in_what_the_short_ones_leave() -> None:
    made = layout(("key", PROSE, "yes"))
    assert made.widths[0] is None
    assert made.widths[2] is None
    assert made.widths[1] is not None
    assert made.width == pytest.approx(PAGE.text_width)


def test_long_columns_share_by_their_text() -> None:
    first, second = layout((PROSE, f"{PROSE} {PROSE}")).widths
    assert first is not None
    assert second is not None
    assert second == pytest.approx(2 * first, rel=0.05)


def test_no_column_is_narrower_than_its_longest_word() -> None:
    word = "incomprehensibilities"
    made = layout((word, f"{PROSE} {PROSE} {PROSE} {PROSE}"))
    width = made.widths[0]
    assert width is None or width >= 9.5 * 10.95


def test_smaller_type_before_a_turned_page() -> None:
    words = ("institutionalised",) * 4
    narrow = replace(PAGE, text_width=330)
    assert (layout(words, page=narrow).size, layout(words, page=narrow).landscape) == (
        "small",
        False,
    )
    turned = layout(("institutionalised",) * 7, page=narrow)
    assert turned.landscape
    assert turned.overrun == 0


def test_a_box_is_never_turned() -> None:
    made = layout(("institutionalised",) * 9, page=replace(PAGE, breakable=False))
    assert not made.landscape
    assert made.overrun > 0


def test_what_fits_nowhere_tells_what_it_lacks() -> None:
    made = layout(("x" * 60,) * 9)
    assert made.overrun > 100
    assert made.width == pytest.approx(PAGE.text_height + made.overrun)


def test_a_long_table_of_tall_rows_takes_smaller_type() -> None:
    rows = (("responsibilities", "communication", "involvement", f"{PROSE} {PROSE}"),) * 8
    assert layout(*rows).size in {"small", "footnotesize"}
    assert layout(rows[0]).size == ""


def test_breaks_of_the_author_count() -> None:
    made = layout(("a|b|c", "x"))
    assert made.widths == (None, None)
    assert made.tallest == 3


def test_a_span_widens_the_columns_that_it_covers() -> None:
    wide = cell("a heading that is wider than both", columns=2)
    table = m.Table(("left", "left"), ((wide,),), ((cell("x"), cell("y")),), HERE)
    made = lay_out(grid_of(table), PAGE, "academic")
    assert made.width > 150


def test_frames_and_gaps() -> None:
    assert frame(3, "academic") == 4 * GAP
    assert frame(3, "striped") == 6 * GAP
    assert frame(3, "bordered") == pytest.approx(6 * GAP + 1.6)


TEXTS = st.text("ab cde fghijkl", max_size=120)


@settings(max_examples=60)
@given(
    st.integers(1, 6).flatmap(lambda n: st.lists(st.tuples(*[TEXTS] * n), min_size=1, max_size=4))
)
def test_a_layout_without_overrun_fits(rows: list[tuple[str, ...]]) -> None:
    made = layout(*rows)
    room = PAGE.text_height if made.landscape else PAGE.text_width
    assert made.width <= room + made.overrun + 0.1
    assert all(width is None or width > 0 for width in made.widths)


def test_a_turned_layout_is_of_the_page_in_landscape() -> None:
    grid = grid_of(m.Table((LEFT,), (), ((cell("a" * 130),),), HERE))
    assert lay_out(grid, replace(PAGE, breakable=False), "academic").overrun > 0
    turned = lay_out_turned(grid, PAGE, "academic")
    assert turned.landscape
    assert turned.overrun == 0


def test_rows_have_the_lines_of_their_tallest_cell() -> None:
    rows = ((cell("a"), cell("b")), (cell("a"), cell("word " * 60)))
    grid = grid_of(m.Table((LEFT, LEFT), ((cell("h"), cell("h")),), rows, HERE))
    made = lay_out(grid, PAGE, "academic")
    head, first, second = row_lines(grid, PAGE, made)
    assert (head, first) == (1, 1)
    assert second == made.tallest > 1
