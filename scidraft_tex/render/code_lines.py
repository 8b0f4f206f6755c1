"""Breaking lines of code that are longer than the measure, where a reader would break them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scidraft_tex.render.code_chars import cells, width
from scidraft_tex.render.highlight import CodeLine, Piece, TokenClass

HOOK = 2
"""The cells of the mark before what continues a line."""

_INDENT = 2
_AFTER = {",": 4, ";": 4, " ": 3, "(": 2, "[": 2, "{": 2, "|": 2, "&": 2, "=": 2, ">": 1, "+": 1}
_AFTER |= dict.fromkeys("-*/\\.:_@?!)]}", 1)


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line as it prints: its indentation in cells, whether a mark follows, its pieces."""

    pieces: CodeLine
    indent: int = 0
    continues: bool = False


def break_line(line: CodeLine, limit: int) -> tuple[PrintedLine, ...]:
    """Return LINE as one or more lines of at most LIMIT cells.

    What continues is indented two cells deeper than the line (as far as that leaves half of it) and
    marked by a hook. A break comes after a comma or a space if there is one in the last part of the
    line, else after a bracket or an operator, else where the line is full.
    """
    if sum(width(piece.text) for piece in line) <= limit:
        return (PrintedLine(line),)
    characters = [(character, piece.kind) for piece in line for character in piece.text]
    indent = _indentation(characters)
    deeper = min(indent + _INDENT, limit // 2)
    room = max(1, limit - deeper - HOOK)
    cut = _cut(characters, limit, indent)
    printed = [PrintedLine(_pieces(characters[:cut]))]
    while cut < len(characters):
        while cut < len(characters) and characters[cut][0] == " ":
            cut += 1
        end = cut + _cut(characters[cut:], room, 0)
        if end > cut:
            printed.append(PrintedLine(_pieces(characters[cut:end]), deeper, continues=True))
        cut = end
    return tuple(printed)


def _indentation(characters: Sequence[tuple[str, TokenClass]]) -> int:
    return next((i for i, (c, _) in enumerate(characters) if c != " "), len(characters))


def _cut(characters: Sequence[tuple[str, TokenClass]], limit: int, indent: int) -> int:
    """Return after how many of CHARACTERS to break, so that they fit LIMIT cells; at least 1."""
    full, used = 0, 0
    for character, _ in characters:
        used += cells(character)
        if used > limit:
            break
        full += 1
    if full == len(characters) or full <= 1:
        return max(full, 1)
    comment = _comment(characters)
    if indent < comment <= full and _cells(characters[comment:]) <= limit - indent - _INDENT - HOOK:
        return comment
    for share in (0.6, 0.3):
        first = max(indent + 1, int(full * share))
        best = max(
            range(first, full + 1), key=lambda at: (_merit(characters, at), at), default=full
        )
        if _merit(characters, best):
            return best
    return full


def _comment(characters: Sequence[tuple[str, TokenClass]]) -> int:
    """Return where the comment begins that ends the line, or -1: it moves as a whole if it can."""
    start = len(characters)
    while start and characters[start - 1][1] == "com":
        start -= 1
    return start if 0 < start < len(characters) else -1


def _cells(characters: Sequence[tuple[str, TokenClass]]) -> int:
    return sum(cells(character) for character, _ in characters)


def _merit(characters: Sequence[tuple[str, TokenClass]], at: int) -> int:
    """Return how good a break after the first AT characters is; 0 within a word."""
    before, after = characters[at - 1][0], characters[at][0]
    if after == " ":
        return 4 if before in ",;" else 3
    if before == after or (before in "=!<>+-*/:&|" and after in "=>&|/*-:"):
        return 0
    if before.isalnum() and after in "=!<>+*/|&":
        return 1
    return _AFTER.get(before, 0) - (before in ",;")


def _pieces(characters: Sequence[tuple[str, TokenClass]]) -> CodeLine:
    """Return CHARACTERS as pieces, without the spaces at their end."""
    end = len(characters)
    while end and characters[end - 1][0] == " ":
        end -= 1
    line: list[Piece] = []
    for character, kind in characters[:end]:
        if line and line[-1].kind == kind:
            line[-1] = Piece(kind, line[-1].text + character)
        else:
            line.append(Piece(kind, character))
    return tuple(line)
