r"""Where a formula ends (docs/format.md, section 3).

`$` opens math only before a character that is no space, and the next `$` must close it: one that
follows no space and stands before no digit. What stands in braces closes nothing, and code is no
part of a formula.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

DISPLAYS = {"$$": "$$", r"\[": r"\]", r"\\[": r"\\]"}
"""The marks around a display, the doubled forms among them."""

INLINES = {r"\(": r"\)", r"\\(": r"\\)"}
"""The marks around a formula in a line, dollars aside."""

_PAIRED = re.compile(r"\\.|[{}$]|`+", re.DOTALL)
_TICKS = re.compile("`+")
_BLOCK = re.compile(r"^[ \t>]*(?:#{1,6}[ \t]|`{3}|~{3}|\{\{[<%])", re.MULTILINE)


def code_span_end(text: str, start: int, end: int) -> int:
    """Return where the code span that opens at START closes before END, or -1 if it is none."""
    opening = _TICKS.match(text, start)
    if opening is None:
        return -1
    for found in _TICKS.finditer(text, opening.end(), end):
        if len(found.group()) == len(opening.group()):
            return found.end()
    return -1


@dataclass(frozen=True, slots=True)
class Pairs:
    """What closes what in a paragraph: the braces, and the dollars that may open formulas.

    It is found in one pass, however many are open.
    """

    braces: Mapping[int, int]
    dollars: Mapping[int, int]

    @classmethod
    def of(cls, text: str, start: int, end: int) -> Pairs:
        """Return the pairs of TEXT between START, where no backslash stands before, and END."""
        braces: dict[int, int] = {}
        marks: list[tuple[int, int, bool]] = []
        opened: list[int] = []
        depth = 0
        for found in _PAIRED.finditer(text, start, end):
            mark, position = found.group()[0], found.start()
            if mark == "{":
                opened.append(position)
                depth += 1
            elif mark == "}":
                depth -= 1
                if opened:
                    braces[opened.pop()] = position
            elif mark == "$":
                marks.append((position, depth, False))
            elif mark == "`" and code_span_end(text, position, end) > 0:
                marks.append((position, depth, True))
        return cls(braces, _next_at_depth(marks))


def _next_at_depth(marks: Sequence[tuple[int, int, bool]]) -> dict[int, int]:
    """Return for each dollar of MARKS the next that no brace after it is open at, if any.

    -1 stands for code, which no formula reaches over.
    """
    following: list[tuple[int, int, bool]] = []
    found: dict[int, int] = {}
    for mark in reversed(marks):
        position, depth, code = mark
        while following and following[-1][1] > depth:
            following.pop()
        if following and not code:
            found[position] = -1 if following[-1][2] else following[-1][0]
        following.append(mark)
    return found


def closing_dollar(text: str, start: int, end: int, pairs: Pairs | None = None) -> int:
    """Return where the `$` at START is closed before END, or -1 if it opens no math.

    PAIRS are those of the paragraph, where they are known.
    """
    if start + 1 >= end or text[start + 1].isspace():
        return -1
    position = (pairs or Pairs.of(text, start, end)).dollars.get(start, -1)
    if position < 0:
        return -1
    follows = text[position + 1 : position + 2]
    closes = not text[position - 1].isspace() and not follows.isdigit()
    return position if closes else -1


def closing_brace(text: str, start: int, end: int) -> int:
    """Return where the brace is closed whose content begins at START, or -1 if not before END."""
    depth = 1
    for found in _PAIRED.finditer(text, start, end):
        depth += {"{": 1, "}": -1}.get(found.group()[0], 0)
        if not depth:
            return found.start()
    return -1


def closing_mark(text: str, closing: str, start: int, end: int) -> int:
    r"""Return where CLOSING stands between START and END, no backslash of its own before it, or -1.

    `\$` closes nothing, and neither does `\\)`, which is a line break and a bracket.
    """
    position = text.find(closing, start, end)
    while position >= 0 and _backslashes(text, position) % 2:
        position = text.find(closing, position + 1, end)
    return position


def _backslashes(text: str, position: int) -> int:
    """Return how many backslashes stand right before POSITION."""
    count = 0
    while position > count and text[position - count - 1] == "\\":
        count += 1
    return count


def display_limit(text: str, start: int) -> int:
    """Return where a display open at START ends at the latest: a heading, fence or shortcode."""
    found = _BLOCK.search(text, start)
    return found.start() if found else len(text)
