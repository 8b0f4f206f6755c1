"""Source lines as a terminal shows them: cut around a column, with a caret below its character."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len

from scidraft_tex.diagnostics import Place

__all__ = ["Excerpt", "Sources", "excerpt", "visible"]

WIDEST = 100
"""How many cells of a source line are shown."""

BEFORE = 60
"""How many of them stand before the caret at most, where a line is cut."""

TAB = 4
"""How far tab stops are apart."""

_CODES = (*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0))
_DIRECTIONS = (0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
_CONTROLS = dict.fromkeys((*_CODES, *_DIRECTIONS), 0xFFFD)
"""What gives commands to a terminal, ends its line or turns the direction of what follows."""

_LOOKED_AT = 400
"""How many characters on each side of a column are looked at."""

_DOTS = "…"
_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a source line, and in how many cells of the terminal what is meant begins."""

    text: str
    cells: int


def visible(text: str, encoding: str = "utf-8") -> str:
    r"""Return TEXT without control characters: what a note holds gives no commands to a terminal.

    For a terminal whose ENCODING lacks a character of it, it is ASCII, with codes as `\u2026`.
    """
    clean = text.translate(_CONTROLS)
    if encoding_has(clean, encoding):
        return clean
    return clean.encode("ascii", "backslashreplace").decode("ascii")


def excerpt(source: str, column: int, encoding: str = "utf-8") -> Excerpt:
    """Return what to show of the line SOURCE for the character at COLUMN (from 1).

    Tabs are blanks, wide characters take two cells and combining ones none. Of a line wider than
    `WIDEST` cells a part around the column is left, an ellipsis at each end that was cut.
    """
    first = max(0, column - 1 - _LOOKED_AT)
    part = source[first : column + _LOOKED_AT]
    pieces = list(_pieces(part, encoding))
    at = next((i for i, one in enumerate(pieces) if one.end >= column - first), len(pieces))
    before = sum(one.cells for one in pieces[:at])
    if part == source and sum(one.cells for one in pieces) <= WIDEST:
        return Excerpt("".join(one.text for one in pieces), before)
    dots = visible(_DOTS, encoding) if encoding_has(_DOTS, encoding) else "..."
    start = _start(pieces, before)
    head = dots if start or first else ""
    skipped = sum(one.cells for one in pieces[:start])
    end = _end(pieces, start, WIDEST - len(head) - len(dots))
    tail = dots if end < len(pieces) or first + len(part) < len(source) else ""
    shown = "".join(one.text for one in pieces[start:end])
    return Excerpt(head + shown + tail, len(head) + before - skipped)


def encoding_has(text: str, encoding: str) -> bool:
    """Tell whether a terminal of ENCODING can show TEXT."""
    try:
        text.encode(encoding)
    except (LookupError, UnicodeError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a terminal shows as one: a character with those that combine with it.

    `end` is the column (from 1) of its last character.
    """

    text: str
    cells: int
    end: int


def _start(pieces: Sequence[_Piece], before: int) -> int:
    """Return the first of PIECES to show: of the cells BEFORE the caret not too many are left."""
    skipped = 0
    for number, piece in enumerate(pieces):
        if before - skipped <= BEFORE:
            return number
        skipped += piece.cells
    return len(pieces)


def _end(pieces: Sequence[_Piece], start: int, room: int) -> int:
    """Return up to which of PIECES, from START on, ROOM cells are enough."""
    for number in range(start, len(pieces)):
        room -= pieces[number].cells
        if room < 0:
            return number
    return len(pieces)


def _pieces(source: str, encoding: str) -> Iterator[_Piece]:
    """Yield SOURCE piece by piece, tabs as blanks."""
    at = cells = 0
    while at < len(source):
        end = at + 1
        while end < len(source) and _joins(source[end - 1], source[end]):
            end += 1
        text = source[at:end]
        text = " " * (TAB - cells % TAB) if text == "\t" else visible(text, encoding)
        width = cell_len(text)
        yield _Piece(text, width, end)
        cells += width
        at = end


def _joins(before: str, character: str) -> bool:
    """Tell whether CHARACTER is shown in the cells of the one BEFORE it."""
    if before in "\t\n":
        return False
    modifier = "\U0001f3fb" <= character <= "\U0001f3ff"
    return _JOINER in {before, character} or modifier or _combines(character)


def _combines(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Me"}


class Sources:
    """The lines of a site's files, read when they are shown."""

    def __init__(self, site: Path) -> None:
        """Read below the folder SITE."""
        self.site = site
        self.files: dict[str, list[str]] = {}

    def line(self, place: Place) -> str | None:
        """Return the line at PLACE; None for a whole file, or one that cannot be read."""
        if place.file not in self.files:
            self.files[place.file] = self._read(place.file)
        lines = self.files[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None

    def _read(self, file: str) -> list[str]:
        try:
            text = (self.site / file).read_text(encoding="utf-8-sig", errors="replace")
        except (OSError, ValueError):  # a message may name what is no file
            return []
        return text.replace("\r\n", "\n").split("\n")
