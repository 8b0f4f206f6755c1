"""Cells on their grid."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.render.table_grid import grid_of
from tests.render.latex import HERE, LEFT, cell


def table(*rows: tuple[m.Cell, ...], columns: int = 2) -> m.Table:
    return m.Table((LEFT,) * columns, (), rows, HERE)


def test_spans_push_cells_to_free_squares() -> None:
    grid = grid_of(
        table((cell("a", rows=2), cell("b", columns=2)), (cell("c"), cell("d")), columns=3)
    )
    assert [[(s.column, s.columns, s.rows) for s in line] for line in grid.body] == [
        [(0, 1, 2), (1, 2, 1)],
        [(0, 1, 2), (1, 1, 1), (2, 1, 1)],
    ]


def test_short_rows_are_filled_and_long_ones_widen_the_table() -> None:
    grid = grid_of(table((cell("a"),), (cell("b"), cell("c"), cell("d"))))
    assert grid.columns == ("left", "left", "default")
    assert [len(line) for line in grid.body] == [3, 3]


def test_a_span_beyond_the_edge_ends_there() -> None:
    grid = grid_of(table((cell("a", rows=9), cell("b", columns=0)), (cell("c"),)))
    assert grid.body[0][0].rows == 2
    assert (grid.width, grid.body[0][1].columns) == (2, 1)
    full = grid_of(table((cell("a"), cell("b")), (cell("over all", columns=100),)))
    assert (full.width, full.body[1][0].columns) == (2, 2)


def test_spans_do_not_overlap() -> None:
    rows = ((cell("a"), cell("b", rows=2)), (cell("c", columns=2), cell("d")))
    grid = grid_of(table(*rows))
    assert [(s.column, s.columns) for s in grid.body[1]] == [(0, 1), (1, 1), (2, 1)]


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4), max_size=5))
def test_every_square_is_covered_once(rows: list[list[tuple[int, int]]]) -> None:
    made = table(*(tuple(cell("x", columns=c, rows=r) for c, r in row) for row in rows))
    grid = grid_of(made)
    for line in grid.body:
        covered = [c for slot in line for c in range(slot.column, slot.last_column + 1)]
        assert covered == list(range(grid.width))
