"""How a table fits the page: columns at their natural width, wrapped, smaller, turned.

The widths of wrapped columns follow the way in which browsers and tabulary lay tables out: no
column is narrower than its longest word, one that is short keeps its natural width, and the others
share what is left by the length of their text, so that the tallest cells of each have about as many
lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scidraft_tex.render.measure import Extent, Page, measure
from scidraft_tex.render.table_grid import Grid, Line, Slot

Style: TypeAlias = Literal["academic", "striped", "bordered"]
Size: TypeAlias = Literal["", "small", "footnotesize", "scriptsize"]

GAP = 5.0
"""Space on each side of a column in pt: the `\\tabcolsep` of our environments."""

RULE = 0.4
STRETCH = 1.25
"""Row height over baseline distance: the `\\arraystretch` of our environments."""

LONG = 0.45
"""A table that takes more of the page than this may break, with its header repeated."""

TALL = 7
"""A long table whose rows have more lines than this asks for smaller type."""

_NEGLIGIBLE = 0.05
TURNED = 0.86
"""A turned table is set as large as leaves it within this share of its page, if any size does."""

_CLASS_SIZES = ((10.0, 9.0, 8.0), (10.95, 10.0, 9.0, 8.0), (11.955, 10.95, 10.0, 8.0))
"""`\\normalsize`, `\\small`, `\\footnotesize` and, where it is no smaller than 8 pt,
`\\scriptsize`, in pt, by the class's size option."""
_SIZES: tuple[Size, ...] = ("", "small", "footnotesize", "scriptsize")

_HYPHENATED = 0.6
_SLACK = 0.03
_SHORT_WORD = 3.0
_NARROWEST = 4.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a table, in pt.

    `widths` holds the width of each column, or None for one that keeps its natural width. `width`
    is the width of the whole, `height` an estimate, `tallest` the lines of its tallest row.
    `hyphenated` tells that words may be wider than their columns, `overrun` what it lacks of room.
    """

    widths: tuple[float | None, ...]
    width: float
    height: float
    tallest: int = 1
    size: Size = ""
    landscape: bool = False
    hyphenated: bool = False
    overrun: float = 0.0

    def span(self, first: int, last: int) -> float | None:
        """Return the width of a cell over columns FIRST to LAST, or None if one is natural."""
        widths = self.widths[first : last + 1]
        if any(width is None for width in widths):
            return None
        return sum(w for w in widths if w is not None) + 2 * GAP * (last - first)


@dataclass(frozen=True, slots=True)
class _Column:
    """Widths in pt: the least that breaks no word, the least at all, the natural one."""

    word: float
    least: float
    natural: float


@dataclass(frozen=True, slots=True)
class _Cell:
    slot: Slot
    extent: Extent
    head: bool


def frame(columns: int, style: Style) -> float:
    """Return what COLUMNS columns need besides their text in pt: gaps and vertical rules."""
    if style == "academic":
        return 2 * GAP * (columns - 1)
    return 2 * GAP * columns + (RULE * (columns + 1) if style == "bordered" else 0.0)


def lay_out(grid: Grid, page: Page, style: Style) -> Layout:
    """Return the layout of GRID on PAGE.

    Tried in this order: natural widths, wrapped columns, smaller type, hyphenated words, and all of
    them on a turned page. The first that fits is taken, unless it makes a long table of rows of
    more than `TALL` lines; then smaller type may have it lower. If none fits, the one that lacks
    least is returned, with what it lacks.
    """
    tried = _tried(grid, page, style)
    fitting = [layout for layout in tried if not layout.overrun]
    if fitting:
        return _best(fitting, LONG * page.text_height)
    if page.breakable:
        turned = lay_out_turned(grid, page, style)
        if not turned.overrun:
            return turned
        tried += [turned]
    return min(tried, key=lambda layout: layout.overrun)


def lay_out_turned(grid: Grid, page: Page, style: Style) -> Layout:
    """Return the layout of GRID on PAGE in landscape: the first that is no higher than that.

    If none is, the lowest that fits; if none fits, the one that lacks least.
    """
    turned = page.turned()
    tried = [replace(layout, landscape=True) for layout in _tried(grid, turned, style)]
    fitting = [layout for layout in tried if not layout.overrun]
    if fitting:
        return _on_one_page(fitting, TURNED * turned.text_height)
    return min(tried, key=lambda layout: layout.overrun)


def _tried(grid: Grid, page: Page, style: Style) -> list[Layout]:
    """Return the layouts of GRID on PAGE in all that can be tried, the best first."""
    cells = [*_cells(grid.head, page, head=True), *_cells(grid.body, page, head=False)]
    return [
        _layout(cells, grid.width, page, style, attempt) for attempt in _attempts(page.font_size)
    ]


def _best(fitting: Sequence[Layout], long: float) -> Layout:
    """Return the first of FITTING that is easy to read, or else the lowest without hyphenation."""
    whole = [layout for layout in fitting if not layout.hyphenated] or fitting
    easy = (layout for layout in whole if layout.tallest <= TALL or layout.height <= long)
    return next(easy, None) or min(whole, key=lambda layout: layout.height)


def _on_one_page(fitting: Sequence[Layout], height: float) -> Layout:
    """Return the first of FITTING that is no higher than HEIGHT, or else the lowest."""
    low = (layout for layout in fitting if layout.height <= height)
    return next(low, None) or min(fitting, key=lambda layout: layout.height)


def _layout(
    cells: Sequence[_Cell], count: int, page: Page, style: Style, attempt: tuple[Size, float, bool]
) -> Layout:
    size, scale, hyphenated = attempt
    em = page.em(scale * page.font_size)
    columns = _columns(cells, count, em)
    room = page.text_width - frame(count, style)
    widths = _distribute(columns, room, hyphenated=hyphenated)
    taken = sum(_given(widths, columns))
    rows = _rows(cells, widths, em)
    return Layout(
        widths=widths,
        width=frame(count, style) + taken,
        height=sum(lines + STRETCH - 1 for lines in rows) * page.leading * scale,
        tallest=max(rows, default=1),
        size=size,
        hyphenated=hyphenated,
        overrun=taken - room if taken - room > _NEGLIGIBLE else 0.0,
    )


def _attempts(font_size: float) -> Iterable[tuple[Size, float, bool]]:
    """Yield the sizes to try: command, share of the text's size, whether words are hyphenated."""
    sizes = _sizes(font_size)
    normal = sizes[0][1]
    for size, points in sizes:
        yield size, points / normal, False
    size, points = sizes[2]
    yield size, points / normal, True


def _sizes(font_size: float) -> list[tuple[Size, float]]:
    """Return the commands for sizes from that of the text on down, and what they are in pt."""
    sizes = min(_CLASS_SIZES, key=lambda sizes: abs(sizes[0] - font_size))
    return list(zip(_SIZES, sizes, strict=False))


def _cells(lines: Sequence[Line], page: Page, *, head: bool) -> list[_Cell]:
    return [
        _Cell(slot, measure(slot.cell.children, page, bold=head), head)
        for row, line in enumerate(lines)
        for slot in line
        if slot.row == row
    ]


def _columns(cells: Sequence[_Cell], count: int, em: float) -> list[_Column]:
    """Return the columns' widths at the font size EM; wide cells spread what they need beyond."""
    words, least, natural = ([0.0] * count for _ in range(3))
    for cell in sorted(cells, key=lambda cell: cell.slot.columns):
        extent = cell.extent
        for widths, need in (
            (words, extent.longest_word + _SLACK),
            (least, max(_SHORT_WORD, extent.longest_word * _HYPHENATED)),
            (natural, extent.natural),
        ):
            _widen(widths, cell.slot, min(need, extent.natural) * em)
    return [
        _Column(max(w, min(n, _NARROWEST * em)), min(s, w), n)
        for w, s, n in zip(words, least, natural, strict=True)
    ]


def _widen(widths: list[float], slot: Slot, need: float) -> None:
    covered = range(slot.column, slot.last_column + 1)
    lack = need - sum(widths[c] for c in covered) - 2 * GAP * (slot.columns - 1)
    if lack > 0:
        for column in covered:
            widths[column] += lack / slot.columns


def _distribute(
    columns: Sequence[_Column], room: float, *, hyphenated: bool
) -> tuple[float | None, ...]:
    """Return the columns' widths so that they fill ROOM, None for one that keeps its natural width.

    A column that needs less than an equal share stays natural; so does, in the next round, one that
    is within its share of what the others leave. Of the rest none gets less than its longest word.
    """
    if sum(column.natural for column in columns) <= room:
        return (None,) * len(columns)
    open_columns = set(range(len(columns)))
    while open_columns:
        share = (
            room - sum(c.natural for i, c in enumerate(columns) if i not in open_columns)
        ) / len(open_columns)
        short = {i for i in open_columns if columns[i].natural <= share}
        if not short:
            break
        open_columns -= short
    floor = [column.least if hyphenated else column.word for column in columns]
    wrapped = _share(columns, floor, room, open_columns)
    if wrapped is None:  # the short ones leave too little: let them wrap too
        wrapped = _share(columns, floor, room, set(range(len(columns))))
    if wrapped is None:
        return tuple(floor)
    return tuple(
        None if width >= columns[i].natural - 1e-6 else width for i, width in enumerate(wrapped)
    )


def _share(
    columns: Sequence[_Column], floor: Sequence[float], room: float, members: set[int]
) -> list[float] | None:
    """Divide what the columns outside MEMBERS leave of ROOM among them by their natural widths.

    One that would get less than its floor gets that, one that would get more than its natural width
    gets that, and the others are counted anew. None if the floors alone are too wide.
    """
    widths = [column.natural for column in columns]
    left = room - sum(c.natural for i, c in enumerate(columns) if i not in members)
    if left < sum(floor[i] for i in members) - 1e-6:
        return None
    members = set(members)
    while members:
        total = sum(columns[i].natural for i in members)
        shares = {i: left * columns[i].natural / total for i in members}
        fixed = {i: floor[i] for i in members if shares[i] < floor[i]}
        fixed = fixed or {i: columns[i].natural for i in members if shares[i] > columns[i].natural}
        for i, width in (fixed or shares).items():
            widths[i] = width
            left -= width
            members.discard(i)
    return widths


def _given(widths: Sequence[float | None], columns: Sequence[_Column]) -> list[float]:
    return [c.natural if w is None else w for w, c in zip(widths, columns, strict=True)]


def row_lines(grid: Grid, page: Page, layout: Layout) -> list[int]:
    """Return how many lines each row of GRID takes in LAYOUT, those of the head first."""
    cells = [*_cells(grid.head, page, head=True), *_cells(grid.body, page, head=False)]
    sizes = dict(_sizes(page.font_size))
    return _rows(cells, layout.widths, page.em(sizes[layout.size]))


def _rows(cells: Sequence[_Cell], widths: Sequence[float | None], em: float) -> list[int]:
    """Return how many lines each row takes: those of its tallest cell."""
    rows: dict[tuple[bool, int], int] = {}
    for cell in cells:
        slot = cell.slot
        covered = widths[slot.column : slot.last_column + 1]
        if any(width is None for width in covered):
            lines = len(cell.extent.lines)
        else:
            width = sum(w for w in covered if w is not None) + 2 * GAP * (slot.columns - 1)
            lines = cell.extent.height(width / em)
        key = (cell.head, slot.row)
        rows[key] = max(rows.get(key, 1), math.ceil(lines / slot.rows))
    return list(rows.values())
