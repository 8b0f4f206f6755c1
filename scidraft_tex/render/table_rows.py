r"""The rows of a table as LaTeX lines: cells, spans, tints, and the rules between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scidraft_tex import model as m
from scidraft_tex.render.captions import Notes
from scidraft_tex.render.environments import command
from scidraft_tex.render.table_grid import Grid, Line, Slot
from scidraft_tex.render.table_layout import Layout, Style

_LETTERS: dict[m.Alignment, str] = {"left": "l", "center": "c", "right": "r", "default": "l"}


@dataclass(frozen=True, slots=True)
class Look:
    """A table's style on its grid, at its layout."""

    grid: Grid
    layout: Layout
    style: Style

    @property
    def ruled(self) -> bool:
        """Whether every cell has a frame."""
        return self.style == "bordered"

    @property
    def top(self) -> str:
        """The rule above the table."""
        return r"\hline" if self.ruled else r"\toprule"

    @property
    def middle(self) -> str:
        """The rule under the header; framed rows bring their own."""
        return "" if self.ruled else r"\midrule"

    @property
    def bottom(self) -> str:
        """The rule under the table; framed rows bring their own."""
        return "" if self.ruled else r"\bottomrule"

    def align(self, slot: Slot) -> str:
        """Return the letter of SLOT's alignment: its own, or else its column's."""
        own = slot.cell.align
        return _LETTERS[self.grid.columns[slot.column] if own == "default" else own]

    def edges(self, first: int, last: int, body: str) -> str:
        """Return the column type BODY with what stands at the sides of columns FIRST to LAST."""
        if self.ruled:
            return ("|" if first == 0 else "") + body + "|"
        if self.style == "striped":
            return body
        return ("@{}" if first == 0 else "") + body + ("@{}" if last == self.grid.width - 1 else "")


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what stands before it (a tint), its cells, the rules under it.

    `joined` tells that a cell spans it and the row below, where no page may break.
    """

    before: str
    cells: str
    after: list[str] = field(default_factory=list)
    joined: bool = False

    def lines(self, *, keep: bool = False) -> list[str]:
        """Return the row's lines; no page breaks after it if KEEP."""
        guard = "{}" if self.cells.startswith(("[", "*")) else ""
        end = r" \\*" if keep or self.joined else r" \\"
        return [*([self.before] if self.before else []), guard + self.cells + end, *self.after]


def column_type(letter: str, width: float | None) -> str:
    """Return the column type of LETTER: itself, or `L{88.5pt}` if it wraps at WIDTH."""
    return letter if width is None else f"{letter.upper()}{{{_points(width)}}}"


def _points(width: float) -> str:
    return f"{int(width * 10) / 10:g}pt"


def column_spec(look: Look) -> str:
    """Return the argument of `tabular` for LOOK."""
    letters = [_LETTERS[align] for align in look.grid.columns]
    return "".join(
        look.edges(i, i, column_type(letter, width))
        for i, (letter, width) in enumerate(zip(letters, look.layout.widths, strict=True))
    )


def rows_of(look: Look, notes: Notes) -> tuple[list[Row], list[Row]]:
    """Return the rows of head and body as LaTeX; footnotes in them join NOTES."""
    head = [
        Row(
            r"\rowcolor{tablehead}" if look.ruled else "",
            _cells(look, line, row, notes, head=True),
            _rules(look.grid.head, row, tint="tablehead")
            if look.ruled
            else _partial(look, line, row),
            _joined(line, row),
        )
        for row, line in enumerate(look.grid.head)
    ]
    tints = _tints(look) if look.style == "striped" else [False] * len(look.grid.body)
    body = [
        Row(
            r"\rowcolor{tablestripe}" if tints[row] else "",
            _cells(look, line, row, notes, head=False),
            _rules(look.grid.body, row) if look.ruled else [],
            _joined(line, row),
        )
        for row, line in enumerate(look.grid.body)
    ]
    return head, body


def _joined(line: Line, row: int) -> bool:
    return any(slot.last_row > row for slot in line)


def _tints(look: Look) -> list[bool]:
    """Tell which body rows are tinted: every other one, those that a cell spans counting as one."""
    tints: list[bool] = []
    tint = False
    for row, line in enumerate(look.grid.body):
        tints.append(tint)
        if not _joined(line, row):
            tint = not tint
    return tints


def _rules(lines: Sequence[Line], row: int, tint: str = "") -> list[str]:
    """The rule under a framed row, open where a cell goes on into the next; TINT closes the gap."""
    if not _joined(lines[row], row):
        return [r"\hline"]
    gap = rf">{{\arrayrulecolor{{{tint}}}}}->{{\arrayrulecolor{{tableline}}}}" if tint else "~"
    marks = [
        gap if slot.last_row > row else "-" for slot in lines[row] for _ in range(slot.columns)
    ]
    return [command("hhline", "|" + "|".join(marks) + "|")]


def _partial(look: Look, line: Line, row: int) -> list[str]:
    """The short rules under header cells that span columns, if a header row follows."""
    if row == len(look.grid.head) - 1:
        return []
    rules = [
        f"\\cmidrule(lr){{{slot.column + 1}-{slot.last_column + 1}}}"
        for slot in line
        if slot.columns > 1 and slot.last_row == row
    ]
    return [" ".join(rules)] if rules else []


def _cells(look: Look, line: Line, row: int, notes: Notes, *, head: bool) -> str:
    return " & ".join(_cell(look, slot, row, notes, head=head) for slot in line).rstrip()


def _cell(look: Look, slot: Slot, row: int, notes: Notes, *, head: bool) -> str:
    """Return SLOT as it stands in ROW.

    A cell that spans rows stands in the last of them and reaches up: the tint of a later row would
    else be painted over it.
    """
    width = look.layout.span(slot.column, slot.last_column)
    text = _content(look, slot, notes, width, head=head) if row == slot.last_row else ""
    if slot.rows > 1 and text:
        text = command("multirow", str(-slot.rows), "*" if width is None else _points(width), text)
    letter = look.align(slot)
    if slot.columns == 1 and (slot.cell.align == "default" or not text):
        return text
    kind = look.edges(slot.column, slot.last_column, column_type(letter, width))
    return command("multicolumn", str(slot.columns), kind, text)


def _content(look: Look, slot: Slot, notes: Notes, width: float | None, *, head: bool) -> str:
    """Return SLOT's text, its lines stacked, or paragraphs in a wrapped column."""
    letter = look.align(slot)
    broken = any(isinstance(node, m.LineBreak) for node in _deep(slot.cell.children))
    newline = r"\cellbreak " if width is not None else r" \\ "
    text = notes.render(slot.cell.children, newline)
    if not text:
        return ""
    if head and width is not None:
        return command("wrappedhead", text, option=letter)
    if head:
        return command("stackedhead", text, option=letter) if broken else command("tablehead", text)
    return command("stackedcell", text, option=letter) if broken and width is None else text


def _deep(children: Sequence[m.Inline]) -> Iterator[m.Inline]:
    for node in children:
        yield node
        if isinstance(node, m.Styled | m.Span):
            yield from _deep(node.children)
