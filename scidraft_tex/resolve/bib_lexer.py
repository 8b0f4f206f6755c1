"""Cutting a `.bib` file into pieces with their places, so that a broken one costs itself alone.

BibTeX's grammar (btxdoc, section 3) gives no way back after a fault. People's files do: an entry
begins at an `@` that starts a line, and that is where reading goes on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Lines", "Piece", "pieces"]

_TOP = re.compile(
    r"(?P<comment>%[^\n]*)"
    r"|@[ \t]*(?P<type>[A-Za-z][\w+:-]*)\s*(?P<open>[{(])"
    r"|(?P<remark>@[ \t]*comment\b[^\n]*)",
    re.IGNORECASE,
)
_INNER = re.compile(
    r'[{}")%]|^[ \t]*(?P<head>@)[ \t]*[A-Za-z][\w+:-]*[ \t]*[{(][ \t]*[^\s,{}()"=]+[ \t]*[,=]',
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """An `@…{…}` of a file, or what stands between two of them (`type` is empty).

    `type` is in lower case. `offset` counts characters from the file's start. In `text`, comments
    between fields are blanked, so that offsets hold. `fault` says why it cannot be read.
    """

    type: str
    text: str
    offset: int
    fault: str = ""


class Lines:
    """The lines of a text, to turn an offset into a line and a column that count from 1."""

    def __init__(self, text: str) -> None:
        """Note where each line of TEXT begins."""
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of the character at OFFSET."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def pieces(text: str) -> Iterator[Piece]:
    """Yield the pieces of TEXT in order.

    Left out are `%` lines outside of entries, `@comment` with what it encloses, and blanks.
    """
    position = 0
    strays: list[tuple[int, int]] = []
    while True:
        match = _TOP.search(text, position)
        strays.append((position, match.start() if match else len(text)))
        if match and not match["type"]:
            position = match.end()
            continue
        yield from _between(text, strays)
        strays.clear()
        if match is None:
            return
        if match["type"].lower() == "comment":
            position = _comment_end(text, match.end())
            continue
        piece = _enclosed(text, match)
        position = piece.offset + len(piece.text)
        yield piece


def _between(text: str, spans: list[tuple[int, int]]) -> Iterator[Piece]:
    """Yield the stray text of SPANS as one piece, if there is any but blanks."""
    stray = [(start, end) for start, end in spans if text[start:end].strip()]
    if stray:
        start, end = stray[0]
        start += len(text[start:end]) - len(text[start:end].lstrip())
        yield Piece("", text[start : stray[-1][1]].rstrip(), start)


def _comment_end(text: str, start: int) -> int:
    """Return where an `@comment{` ends: at its brace, or with the line if that never comes."""
    depth = 1
    for match in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return _line_end(text, start)


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _enclosed(text: str, opening: re.Match[str]) -> Piece:
    """Return the piece that OPENING begins, whole or up to the next line that begins one."""
    start, kind = opening.start(), opening["type"].lower()
    close = "}" if opening["open"] == "{" else ")"
    depth, quoted, blank_to = 0, False, 0
    blanks: list[tuple[int, int]] = []
    for match in _INNER.finditer(text, opening.end()):
        mark, here = match[0], match.start()
        if here < blank_to:
            continue
        if match["head"]:
            return _broken(text, start, here, kind)
        outside = depth == 0 and not quoted
        if mark == "%":
            if outside:
                blank_to = _line_end(text, here)
                blanks.append((here, blank_to))
        elif outside and mark == close:
            return Piece(kind, _blanked(text, start, match.end(), blanks), start)
        elif mark == "{":
            depth += 1
        elif mark == "}":
            if depth == 0:
                return _broken(text, start, _next_head(text, here), kind)
            depth -= 1
        elif mark == '"' and depth == 0:
            quoted = not quoted
    return _broken(text, start, len(text), kind)


def _next_head(text: str, position: int) -> int:
    """Return where the next line after POSITION that begins a piece starts, or the text's end."""
    found = (m.start() for m in _INNER.finditer(text, position) if m["head"])
    return next(found, len(text))


def _broken(text: str, start: int, end: int, kind: str) -> Piece:
    fault = "its braces or quotation marks do not match"
    return Piece(kind, text[start:end], start, fault)


def _blanked(text: str, start: int, end: int, blanks: list[tuple[int, int]]) -> str:
    """Return TEXT from START to END with BLANKS as spaces."""
    parts: list[str] = []
    for blank_start, blank_end in blanks:
        parts += [text[start:blank_start], " " * (blank_end - blank_start)]
        start = blank_end
    return "".join([*parts, text[start:end]])
