"""Fences as CommonMark has them: what opens one, and where it ends."""

from __future__ import annotations

import re

from scidraft_tex.read.cursor import CONTAINER

__all__ = ["fence_end", "fence_opening"]

_FENCE = re.compile(rf"(?P<margin>{CONTAINER})(?P<fence>`{{3,}}|~{{3,}})(?P<info>[^\n]*)")
_MARGIN = re.compile(r"[ \t>]*")


def fence_opening(line: str) -> re.Match[str] | None:
    """Return the margin, the marks and the info string of LINE if it opens a fence."""
    found = _FENCE.match(line)
    if found and found["fence"][0] == "`" and "`" in found["info"]:
        return None
    return found


def fence_end(text: str, start: int, opening: re.Match[str], indent: int) -> tuple[int, bool]:
    """Return where the fence ends in TEXT whose first line begins at START, and if it is closed.

    OPENING is what opens it. One that is never closed ends with the quotation, or with the item
    whose text is indented by INDENT, that it stands in.
    """
    mark, quotes = opening["fence"], opening["margin"].count(">")
    closing = re.compile(rf"[ \t>]*{mark[0]}{{{len(mark)},}}[ \t]*")
    while start < len(text):
        found = text.find("\n", start)
        end = len(text) if found < 0 else found
        line = text[start:end]
        margin = _MARGIN.match(line)
        before = margin.group() if margin else ""
        outside = before.count(">") < quotes
        if line.strip() and not quotes:
            outside = len(before.expandtabs(4)) < indent
        if outside:
            return start, False
        if closing.fullmatch(line):
            return end, True
        start = end + 1
    return len(text), False
