"""The table of marks: exercises in columns, what they are worth, and room for what was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from babel.numbers import format_decimal

from scidraft_tex.languages import Language
from scidraft_tex.render import tex
from scidraft_tex.render.dates import locale_of
from scidraft_tex.render.sheets.paper import SheetPage
from scidraft_tex.resolve.handout import Exercise

__all__ = ["marks_columns", "marks_tables", "number_text"]

_HEAD, _CELL, _PADDING = 7.0, 2.2, 8.4
"""The width of the first column and of the others in em, and what is around each in pt."""


def marks_columns(page: SheetPage) -> int:
    """Return how many exercises stand side by side in a table of marks on PAGE."""
    room = page.layout.text_width - _HEAD * page.font_size
    return max(2, int(room / (_CELL * page.font_size + _PADDING)))


def number_text(number: Decimal, language: str) -> str:
    """Return NUMBER as LANGUAGE, a BCP 47 tag, writes it.

    >>> number_text(Decimal("2.50"), "de")
    '2,5'
    """
    return str(format_decimal(number, locale=locale_of(language)))


def marks_tables(exercises: Sequence[Exercise], columns: int, language: Language) -> list[str]:
    """Return the table of EXERCISES, in several of at most COLUMNS where they are many.

    There is no table without points. The last has the total.
    """
    counted = [one for one in exercises if one.points is not None]
    if not counted:
        return []
    word = counted[0].kind.name
    cells = [(f"\\ref{{{one.label}}}", _points(one, language)) for one in counted]
    total = sum((one.points for one in counted if one.points is not None), Decimal())
    cells.append((tex.escape(language.word("total")), number_text(total, language.tag)))
    heads = [tex.escape(text) for text in (word, language.word("points"), language.word("marks"))]
    return [_table(heads, row) for row in _shared(cells, columns)]


def _points(exercise: Exercise, language: Language) -> str:
    return number_text(exercise.points or Decimal(), language.tag)


def _shared(cells: Sequence[tuple[str, str]], columns: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield CELLS in rows as even as they come, of at most COLUMNS."""
    rows = -(-len(cells) // columns)
    size = -(-len(cells) // rows)
    for start in range(0, len(cells), size):
        yield cells[start : start + size]


def _table(heads: Sequence[str], cells: Sequence[tuple[str, str]]) -> str:
    rows = [[name for name, _ in cells], [points for _, points in cells], ["" for _ in cells]]
    lines = [
        " & ".join([head, *(f"\\markscell{{{text}}}" for text in row)])
        for head, row in zip(heads, rows, strict=True)
    ]
    return f"\\markstable{{{len(cells)}}}" + "".join(f"%\n  {{{line}}}" for line in lines)
