"""A table's cells laid on a grid: which cell covers which square, spans counted in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidraft_tex import model as m


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell with the squares it covers; rows and columns count from 0 within head or body."""

    cell: m.Cell
    row: int
    column: int
    rows: int = 1
    columns: int = 1

    @property
    def last_row(self) -> int:
        """The lowest row that it covers."""
        return self.row + self.rows - 1

    @property
    def last_column(self) -> int:
        """The rightmost column that it covers."""
        return self.column + self.columns - 1


Line = tuple[Slot, ...]
"""A row's slots from left to right; one that spans rows is in each of them."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's squares, every row of the same number of columns."""

    columns: tuple[m.Alignment, ...]
    head: tuple[Line, ...]
    body: tuple[Line, ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)


def grid_of(table: m.Table) -> Grid:
    """Return the grid of TABLE; short rows are filled up with empty cells."""
    width = max(
        len(table.columns),
        *(sum(cell.columns for cell in row) for row in (*table.head, *table.body)),
        1,
    )
    squares = [_lay(rows, width, table) for rows in (table.head, table.body)]
    width = max((slot.last_column + 1 for part in squares for line in part for slot in line), default=1)
    columns = (*table.columns, *(("default",) * (width - len(table.columns))))
    head, body = (tuple(_fill(line, i, width, table) for i, line in enumerate(p)) for p in squares)
    return Grid(columns, head, body)


def _lay(rows: Sequence[m.Row], width: int, table: m.Table) -> list[list[Slot]]:
    """Put each cell of ROWS at the next free square of its row, as HTML does."""
    lines: list[list[Slot]] = [[] for _ in rows]
    taken: set[tuple[int, int]] = set()
    for row, cells in enumerate(rows):
        column = 0
        for cell in cells:
            while (row, column) in taken:
                column += 1
            slot = _slot(cell, row, column, len(rows), width)
            for covered in range(row, row + slot.rows):
                lines[covered].append(slot)
                taken.update((covered, column + step) for step in range(slot.columns))
            column += slot.columns
    return lines


def _slot(cell: m.Cell, row: int, column: int, rows: int, width: int) -> Slot:
    """A span of 0 or beyond the edge reaches the edge."""
    high = rows - row if cell.rows < 1 else min(cell.rows, rows - row)
    wide = max(1, width - column) if cell.columns < 1 else max(1, cell.columns)
    return Slot(cell, row, column, high, wide)


def _fill(line: list[Slot], row: int, width: int, table: m.Table) -> Line:
    covered = {c for slot in line for c in range(slot.column, slot.last_column + 1)}
    empty = m.Cell((), table.place)
    extra = [Slot(empty, row, c) for c in range(width) if c not in covered]
    return tuple(sorted((*line, *extra), key=lambda slot: slot.column))
