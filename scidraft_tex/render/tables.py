"""Tables as LaTeX, in the three looks of the site (docs/format.md, section 6).

A table stands where it is said. One that fits is an unbreakable block with its caption above
(`tableblock`); one that takes much of a page is a `longtable`, which breaks between rows and
repeats its header. Neither floats, so numbers never come out of order and no queue of floats builds
up. Only a caption steps the counter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.render.captions import CaptionText, Notes, caption_text
from scidraft_tex.render.environments import Block, command
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.render.table_grid import grid_of
from scidraft_tex.render.table_layout import LONG, TURNED, Layout, Style, lay_out
from scidraft_tex.render.table_rows import Look, Row, column_spec, rows_of


class Tabular(Block):
    """A table that no page break enters."""

    _latex_name = "tabular"


class LongTable(Block):
    """A table that breaks between rows; the caption package's starred form takes no number."""

    _latex_name = "longtable"

    def __init__(self, lines: list[str], *, spec: str, numbered: bool) -> None:
        """Make one of LINES with the columns SPEC; only a NUMBERED one steps the counter."""
        self._star_latex_name = not numbered
        super().__init__(lines, arguments=[spec])


class TableBlock(Block):
    """What holds a short table together with its caption and notes; see `blocks.tex.j2`."""

    _latex_name = "tableblock"

    def __init__(self, lines: list[str], look: Look) -> None:
        """Make one of LINES for a table of LOOK, which has its style and size."""
        size = f"\\{look.layout.size}" if look.layout.size else ""
        super().__init__(lines, start=[look.style], options=size)


class LongTableBlock(TableBlock):
    """What sets the measures for a `longtable` and its notes; see `blocks.tex.j2`."""

    _latex_name = "longtableblock"


_BOXED_NOTES = 12
"""How many notes stand under a table in a box; more may break over pages."""


class ManyTableNotes(Block):
    """The notes of a table that has many."""

    _latex_name = "manytablenotes"


class TableNotes(Block):
    """The footnotes of a table, under it, in a given width."""

    _latex_name = "tablenotes"


class Landscape(Block):
    """A page turned by a quarter (pdflscape)."""

    _latex_name = "landscape"


@dataclass(frozen=True, slots=True)
class _Table:
    """What the renderer knows of a table: its layout, its rows as LaTeX, its caption and notes."""

    look: Look
    layout: Layout
    rows: tuple[list[Row], list[Row]]
    caption: CaptionText | None
    notes: list[str]
    page: Page


def render_table(table: m.Table, page: Page, inline: InlineRenderer) -> str:
    """Return TABLE as LaTeX for PAGE; INLINE renders what stands in its cells.

    Without rows there is nothing to print but the caption's number, so the result is empty.
    """
    if not table.head and not table.body:
        return ""
    grid = grid_of(table)
    style: Style = table.style or page.tables
    layout = lay_out(grid, page, style)
    notes = Notes(inline, page.profile)
    caption = caption_text(table.caption, notes) if table.caption else None
    look = Look(grid, layout, style)
    made = _Table(look, layout, rows_of(look, notes), caption, notes.lines(), page)
    breaks = _breaks(layout, page)
    text = _long(made) if breaks else _short(made)
    counter = "table" if caption and not breaks else ""
    return turned(text, counter) if layout.landscape else text


def turned(text: str, counter: str) -> str:
    """Return TEXT on a turned page; one numbered by COUNTER lets the text go on before it."""
    if counter:
        return f"\\turnedpage{{{counter}}}{{%\n{text}\n}}"
    return str(Landscape([text]))


def check_table(table: m.Table, page: Page) -> tuple[Diagnostic, ...]:
    """Return a `table-overfull` diagnostic if TABLE fits PAGE in no way, else nothing."""
    if not table.head and not table.body:
        return ()
    return overfull(table, lay_out(grid_of(table), page, table.style or page.tables), page)


def overfull(table: m.Table, layout: Layout, page: Page) -> tuple[Diagnostic, ...]:
    """Return what to say of TABLE if its LAYOUT is wider than PAGE, else nothing."""
    if not layout.overrun:
        return ()
    return (
        diagnostic(
            "table-overfull",
            f"the table is {layout.overrun:.1f} pt wider than the page, even in {_tried(page)}",
            place=table.place,
            hint="shorten its longest words, break cells with <br>, or give it fewer columns",
        ),
    )


def _tried(page: Page) -> str:
    return "small type on a turned page" if page.breakable else "small type"


def _breaks(layout: Layout, page: Page) -> bool:
    """Tell whether the table may break over pages: a long one, and not within a box."""
    if layout.landscape:
        return layout.height > TURNED * page.turned().text_height
    return page.breakable and layout.height > LONG * page.text_height


def _notes(made: _Table) -> list[str]:
    """The notes, at the table's width but not in too narrow a measure."""
    if not made.notes:
        return []
    whole = made.page.turned() if made.layout.landscape else made.page
    width = min(whole.text_width, max(made.layout.width, 0.6 * whole.text_width))
    block = ManyTableNotes if len(made.notes) > _BOXED_NOTES else TableNotes
    return [str(block(made.notes, arguments=[f"{width:.1f}pt"]))]


def _short(made: _Table) -> str:
    head, body = made.rows
    lines = [*_ruled(made.look, head, body)]
    tabular = str(Tabular(lines, arguments=[column_spec(made.look)]))
    caption = [made.caption.command("captionof", "table")] if made.caption else []
    return str(TableBlock([*caption, tabular, *_notes(made)], made.look))


def _ruled(look: Look, head: list[Row], body: list[Row]) -> Iterator[str]:
    yield look.top
    for row in head:
        yield from row.lines()
    if head and body and look.middle:
        yield look.middle
    for row in body:
        yield from row.lines()
    if look.bottom:
        yield look.bottom


def _long(made: _Table) -> str:
    """A `longtable`: no page break after its first row, before its last, or in a row span."""
    look, (head, body) = made.look, made.rows
    lines: list[str] = []
    header = [look.top, *(line for row in head for line in row.lines())]
    header += [look.middle] if head and body and look.middle else []
    if made.caption:
        lines += [made.caption.command() + r" \\", *header, r"\endfirsthead"]
        lines += [command("tablecontinued", str(look.grid.width)) + r" \\", *header, r"\endhead"]
    else:
        lines += [*header, r"\endhead"]
    lines += [look.middle, r"\endfoot"] if look.middle else []
    lines += [look.bottom] if look.bottom else []
    lines += [r"\endlastfoot"]
    last = len(body) - 1
    for number, row in enumerate(body):
        keep = row.joined or number in {0, last - 1}
        lines += row.lines(keep=keep and number != last)
    table = LongTable(lines, spec=column_spec(look), numbered=made.caption is not None)
    return str(LongTableBlock([str(table), *_notes(made)], look))
