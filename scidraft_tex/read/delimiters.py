r"""Where a formula ends (docs/format.md, section 3).

`$` opens math only before a character that is no space, and the next `$` must close it: one that
follows no space and stands before no digit. What stands in braces closes nothing, and code is no
part of a formula.
"""

from __future__ import annotations

import re

DISPLAYS = {"$$": "$$", r"\[": r"\]", r"\\[": r"\\]"}
"""The marks around a display, the doubled forms among them."""

INLINES = {r"\(": r"\)", r"\\(": r"\\)"}
"""The marks around a formula in a line, dollars aside."""

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


def closing_dollar(text: str, start: int, end: int) -> int:
    """Return where the `$` at START is closed before END, or -1 if it opens no math."""
    if start + 1 >= end or text[start + 1].isspace():
        return -1
    depth, position = 0, start + 1
    while position < end:
        character = text[position]
        if character == "$" and depth <= 0:
            follows = text[position + 1 : position + 2]
            closes = not text[position - 1].isspace() and not follows.isdigit()
            return position if closes else -1
        if character == "`" and depth <= 0 and code_span_end(text, position, end) > 0:
            return -1
        depth += {"{": 1, "}": -1}.get(character, 0)
        position += 2 if character == "\\" else 1
    return -1


def closing_brace(text: str, start: int, end: int) -> int:
    """Return where the brace is closed whose content begins at START, or -1 if not before END."""
    depth, position = 1, start
    while position < end:
        character = text[position]
        depth += {"{": 1, "}": -1}.get(character, 0)
        if not depth:
            return position
        position += 2 if character == "\\" else 1
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
