"""A table's cells laid on a grid: which cell covers which square, spans counted in."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import takewhile

from scidraft_tex import model as m

_WIDEST = 1000  # HTML's own limit


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
    """Return the grid of TABLE; short rows are filled up with empty cells.

    A span that reaches beyond the last column in which a cell begins ends there.
    """
    parts = [_lay(rows) for rows in (table.head, table.body)]
    begins = [slot.column + 1 for lines in parts for line in lines for slot in line]
    width = max(len(table.columns), *begins, 1)
    default: tuple[m.Alignment, ...] = ("default",)
    head, body = (
        tuple(_fill(line, row, width, table) for row, line in enumerate(lines)) for lines in parts
    )
    return Grid(table.columns + default * (width - len(table.columns)), head, body)


def _lay(rows: Sequence[m.Row]) -> list[list[Slot]]:
    """Put each cell of ROWS at its row's next free square, as HTML does; spans never overlap."""
    lines: list[list[Slot]] = [[] for _ in rows]
    taken: set[tuple[int, int]] = set()
    for row, cells in enumerate(rows):
        column = 0
        for cell in cells:
            while (row, column) in taken:
                column += 1
            slot = Slot(
                cell, row, column, _high(cell, len(rows) - row), _wide(cell, row, column, taken)
            )
            for covered in range(row, row + slot.rows):
                lines[covered].append(slot)
                taken.update((covered, column + step) for step in range(slot.columns))
            column += slot.columns
    return lines


def _high(cell: m.Cell, left: int) -> int:
    return left if cell.rows < 1 else min(cell.rows, left)


def _wide(cell: m.Cell, row: int, column: int, taken: AbstractSet[tuple[int, int]]) -> int:
    wanted = _WIDEST if cell.columns < 1 else min(cell.columns, _WIDEST)
    free = takewhile(lambda step: (row, column + step) not in taken, range(wanted))
    return max(1, sum(1 for _ in free))


def _fill(line: list[Slot], row: int, width: int, table: m.Table) -> Line:
    """Cut what reaches beyond WIDTH, and put empty cells where nothing is."""
    kept = [replace(slot, columns=min(slot.columns, width - slot.column)) for slot in line]
    covered = {c for slot in kept for c in range(slot.column, slot.last_column + 1)}
    empty = m.Cell((), table.place)
    extra = [Slot(empty, row, c) for c in range(width) if c not in covered]
    return tuple(sorted((*kept, *extra), key=lambda slot: slot.column))
