"""Tables as LaTeX: floats with a caption, centred where they are said without one.

In one column a table that takes most of a page is a `longtable`. That does not go with two columns:
there a table goes across both if it must, and one that is too high is cut into several.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.render.article.floats import Room, captioned, set_apart
from scidraft_tex.render.captions import CaptionText, Notes, caption_text
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.render.table_grid import Grid, grid_of
from scidraft_tex.render.table_layout import (
    TALL,
    TURNED,
    Layout,
    Style,
    lay_out,
    lay_out_turned,
    row_lines,
)
from scidraft_tex.render.table_rows import Look, Row, column_spec, rows_of
from scidraft_tex.render.tables import overfull

__all__ = ["article_table", "check_article_table"]

_LONG = {True: 0.8, False: 0.5}
"""A table that takes more of the page than this may break; with and without a caption."""
_PIECE = 0.6
"""How much of the page a piece of a table may take."""
_SPARED = 0.985
_STRETCH = "\\renewcommand{\\arraystretch}{1.2}"
_NO_GAPS = "\\setlength{\\aboverulesep}{0pt}\\setlength{\\belowrulesep}{0pt}"
"""For tinted rows: booktabs' rules stand apart from them otherwise."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table on its page, across both columns if `wide`; its rows as LaTeX."""

    look: Look
    page: Page
    wide: bool
    head: list[Row]
    body: list[Row]
    caption: CaptionText | None
    notes: list[str]

    @property
    def setup(self) -> list[str]:
        """The lines that choose size and spacing."""
        size = [f"\\{self.look.layout.size}"] if self.look.layout.size else []
        return [*size, _STRETCH, *([_NO_GAPS] if self.look.style == "striped" else [])]


def article_table(table: m.Table, room: Room, inline: InlineRenderer) -> str:
    """Return TABLE; INLINE renders what stands in its cells. Without rows it is empty."""
    if not table.head and not table.body:
        return ""
    grid = grid_of(table)
    style: Style = table.style or room.column.tables
    layout, page, wide = _fit(grid, style, room, captioned=table.caption is not None)
    notes = Notes(inline, page.profile)
    caption = caption_text(table.caption, notes) if table.caption else None
    look = Look(grid, layout, style)
    head, body = rows_of(look, notes)
    made = _Table(look, page, wide, head, body, caption, notes.lines())
    if layout.landscape:
        return _turned(made, room)
    tall = layout.height > _LONG[caption is not None] * page.text_height
    if not room.floats or not tall:
        return _short(made, room)
    return _pieces(made, room) if room.two_columns else _long(made)


def check_article_table(table: m.Table, room: Room) -> tuple[Diagnostic, ...]:
    """Return a `table-overfull` diagnostic if TABLE fits the page in no way, else nothing."""
    if not table.head and not table.body:
        return ()
    style: Style = table.style or room.column.tables
    layout, page, _ = _fit(grid_of(table), style, room, captioned=table.caption is not None)
    return overfull(table, layout, page)


def _fit(grid: Grid, style: Style, room: Room, *, captioned: bool) -> tuple[Layout, Page, bool]:
    """Return the layout of GRID, the page it is for, and whether it goes across both columns.

    It stays in its column if it is easy to read there, without a caption if it fits at all: the
    text says where it stands. Else it goes across both, and where that would break words, on a
    page turned by a quarter, unless it is too high for that.
    """
    own = _spared(room.column if captioned and room.floats else room.here)
    narrow = lay_out(grid, own, style)
    easy = not narrow.overrun and not narrow.hyphenated
    if room.two_columns and captioned:
        easy = easy and narrow.tallest <= TALL and narrow.size != "scriptsize"
    if easy or not room.floats:
        return narrow, own, False
    page = _spared(room.wide)
    wide = lay_out(grid, page, style)
    if wide.overrun or wide.hyphenated:
        turned = lay_out_turned(grid, page, style)
        if turned.overrun < wide.overrun or _on_one_page(turned, page):
            return turned, page, False
    return wide, page, room.two_columns


def _on_one_page(layout: Layout, page: Page) -> bool:
    """Tell whether LAYOUT, on PAGE in landscape, breaks no word and is not too high."""
    high = TURNED * page.turned().text_height
    return not layout.overrun and not layout.hyphenated and layout.height <= high


def _spared(page: Page) -> Page:
    """Return PAGE with a little less room: what is measured here is not what TeX measures."""
    return replace(page, text_width=_SPARED * page.text_width, breakable=False)


# --- kinds of blocks ---------------------------------------------------------------------------


def _short(made: _Table, room: Room) -> str:
    """Return a table that no page break enters."""
    tabular = [*_tabular(made, made.body), *made.notes]
    if room.floats and (made.caption or made.wide):
        lines = ["\\centering", *captioned(made.caption), *made.setup, *tabular]
        return set_apart("table", lines, wide=made.wide)
    lines = [*captioned(made.caption, "table"), *made.setup, *tabular]
    return set_apart("", lines)


def _turned(made: _Table, room: Room) -> str:
    """Return a table on a page turned by a quarter."""
    name = "sidewaystable*" if room.two_columns else "sidewaystable"
    lines = ["\\centering", *captioned(made.caption), *made.setup]
    lines += [*_tabular(made, made.body), *made.notes]
    return "\n".join([f"\\begin{{{name}}}", *lines, f"\\end{{{name}}}"])


def _tabular(made: _Table, body: Sequence[Row]) -> list[str]:
    look = made.look
    lines = [f"\\begin{{tabular}}{{{column_spec(look)}}}", look.top]
    lines += [line for row in made.head for line in row.lines()]
    lines += [look.middle] if made.head and body and look.middle else []
    lines += [line for row in body for line in row.lines()]
    lines += [look.bottom] if look.bottom else []
    return [*lines, "\\end{tabular}"]


def _long(made: _Table) -> str:
    """Return a `longtable`; without a caption it gives back the number that it takes."""
    look = made.look
    header = [look.top, *(line for row in made.head for line in row.lines())]
    header += [look.middle] if made.head and made.body and look.middle else []
    lines = [f"\\begin{{longtable}}{{{column_spec(look)}}}"]
    if made.caption:
        again = f"\\tablecontinued{{{look.grid.width}}}"
        lines += [captioned(made.caption)[0] + r" \\", *header, r"\endfirsthead"]
        lines += [rf"{again} \\", *header, r"\endhead"]
    else:
        lines += [*header, r"\endhead"]
    lines += [look.middle, r"\endfoot"] if look.middle else []
    lines += [look.bottom, r"\endlastfoot"] if look.bottom else []
    last = len(made.body) - 1
    for number, row in enumerate(made.body):
        lines += row.lines(keep=number in {0, last - 1})
    lines += ["\\end{longtable}", *made.notes]
    lines += [] if made.caption else ["\\addtocounter{table}{-1}"]
    return "\n".join(["\\begingroup", *made.setup, *lines, "\\endgroup"])


def _pieces(made: _Table, room: Room) -> str:
    """Return the table cut so that each piece fits a column or a page."""
    parts: list[str] = []
    count = math.ceil(made.look.layout.height / (_PIECE * made.page.text_height))
    pieces = list(_cut(made, 1.1 * made.look.layout.height / count))
    for number, body in enumerate(pieces):
        caption = made.caption if number == 0 else None
        notes = made.notes if number == len(pieces) - 1 else []
        parts.append(_short(replace(made, body=body, caption=caption, notes=notes), room))
    return "\n\n".join(parts)


def _cut(made: _Table, height: float) -> Sequence[list[Row]]:
    """Return the rows of the body in as many pieces as HEIGHT asks for; spans stay whole."""
    head, *rest = _heights(made)
    pieces: list[list[Row]] = [[]]
    used = head
    for row, high in zip(made.body, rest, strict=True):
        if pieces[-1] and used + high > height and not pieces[-1][-1].joined:
            pieces.append([])
            used = head
        pieces[-1].append(row)
        used += high
    return pieces


def _heights(made: _Table) -> list[float]:
    """Return the height of the head, then those of the rows, in pt."""
    lines = row_lines(made.look.grid, made.page, made.look.layout)
    count = len(made.head)
    scale = made.look.layout.height / max(1.0, sum(lines))
    return [sum(lines[:count]) * scale, *(one * scale for one in lines[count:])]
