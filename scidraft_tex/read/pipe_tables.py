r"""Pipe tables that Markdown takes otherwise than they are written: as text, or with cells lost.

GitHub's rules, which Goldmark follows: the line of dashes has as many columns as the header, or
there is no table; of a row what goes beyond the header's columns is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic

__all__ = ["lost_cells", "no_table"]

_MARGIN = re.compile(r"[ \t>]*")
_ROW = re.compile(r"\|.*\|[ \t]*")
_DASHES = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_BAR = re.compile(r"(?<!\\)(?:\\\\)*\|")


def no_table(lines: Sequence[str], first: Place) -> Iterator[Diagnostic]:
    """Yield why LINES, a paragraph that begins at the line of FIRST, are no table, if meant as one.

    Math in them is masked: a bar in it ends no cell.
    """
    rows = [_bare(line) for line in lines]
    if len(rows) < 2 or not all(_ROW.fullmatch(text) for text, _ in rows):
        return
    header, dashes = len(_cells(rows[0][0])), rows[1]
    if _DASHES.fullmatch(dashes[0]):
        wide = len(_cells(dashes[0]))
        message = f"the line of dashes has {_columns(wide)}, the header {header}"
        hint = f"give it {header}; until then the table prints as text"
        place = Place(first.file, first.line + 1, dashes[1] + 1)
    else:
        message = "the table has no line of dashes under its header"
        hint = f"write {'|---' * header}| there; until then the table prints as text"
        place = Place(first.file, first.line, rows[0][1] + 1)
    yield diagnostic("table-syntax", message, place=place, hint=hint)


def lost_cells(lines: Sequence[str], first: Place, columns: int) -> Iterator[Diagnostic]:
    """Yield each of LINES, a table of so many COLUMNS from the line of FIRST, that has more cells.

    The place is that of the bar before the first that is lost.
    """
    for number, line in enumerate(lines):
        text, margin = _bare(line)
        bars = [found.end() - 1 for found in _BAR.finditer(text)]
        lead = text.startswith("|")
        if len(bars) < columns + lead:
            continue
        bar = bars[columns - 1 + lead]
        if number < 2 or not text[bar + 1 :].strip(" \t|"):
            continue
        message = f"the row has {len(_cells(text))} cells, the table {_columns(columns)}"
        hint = r"its last cells are not printed; a bar that ends no cell is written \|"
        place = Place(first.file, first.line + number, margin + bar + 1)
        yield diagnostic("table-syntax", message, place=place, hint=hint)


def _bare(line: str) -> tuple[str, int]:
    """Return LINE without the margin of what it stands in, and how wide that is."""
    margin = _MARGIN.match(line)
    start = margin.end() if margin else 0
    return line[start:].rstrip(), start


def _cells(row: str) -> list[str]:
    """Return the cells of ROW, as they are parted by bars."""
    inner = row.strip().removeprefix("|")
    cells = _BAR.split(inner)
    return cells[:-1] if not cells[-1].strip() else cells


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"
