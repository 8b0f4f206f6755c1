"""`<!-- scidraft: allow CODE -->`: which lines of a note each such comment speaks of."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.model import Allowance
from scidraft_tex.read.masks import AttributeLine, Comment
from scidraft_tex.read.positions import Extent

__all__ = ["EVERYWHERE", "allowances_of", "is_ours"]

EVERYWHERE = 1 << 30
"""The last line of what holds for a whole note."""

_OURS = re.compile(r"<!--\s*scidraft\s*:", re.IGNORECASE)
_ALLOW = re.compile(r"\s*allow(?![\w-])\s*:?", re.IGNORECASE)
_CODE = re.compile(r"[^\s,;]+")
_FORM = "write <!-- scidraft: allow CODE --> or <!-- scidraft: allow CODE, CODE -->"


def is_ours(comment: str) -> bool:
    """Tell whether COMMENT, with its `<!--` and `-->`, is meant for scidraft-tex."""
    return bool(_OURS.match(comment))


def allowances_of(
    comments: Iterable[Comment],
    extents: Iterable[Extent],
    attribute_lines: Iterable[AttributeLine],
    said: Diagnostics,
) -> tuple[Allowance, ...]:
    """Return what COMMENTS of a note allow; what is none of the known form is reported to SAID.

    EXTENTS are those of the note's blocks, comments not among them. A comment alone on its lines
    speaks of the block that begins next, or, before the first, of the note; another one of the
    innermost block that it stands in. ATTRIBUTE_LINES belong to the block above them.
    """
    under = {line.line for line in attribute_lines if line.above}
    blocks = sorted({_lines(extent, under) for extent in extents if extent.first})
    return tuple(one for comment in comments for one in _allowances(comment, blocks, said))


def _lines(extent: Extent, under: set[int]) -> tuple[int, int]:
    """Return the first and the last line of EXTENT, with the attribute line UNDER it, if any."""
    last = max(extent.first, min(extent.last, extent.until - 1))
    return extent.first, last + 1 if last + 1 in under else last


def _allowances(
    comment: Comment, blocks: Sequence[tuple[int, int]], said: Diagnostics
) -> Iterator[Allowance]:
    inner = comment.text.removesuffix("-->")
    start = inner.index(":") + 1
    allow = _ALLOW.match(inner, start)
    codes = list(_CODE.finditer(inner, allow.end())) if allow else []
    if not codes:
        said.report("allow-invalid", "the comment allows nothing", comment.place, _FORM)
        return
    first, last = _extent(comment, blocks)
    for code in codes:
        yield Allowance(code.group(), _place(comment, code.start()), first, last)


def _extent(comment: Comment, blocks: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the first and the last line that COMMENT speaks of; (0, `EVERYWHERE`) is the note."""
    line = comment.place.line
    following = bisect_right(blocks, (line, EVERYWHERE))
    if not comment.alone:
        before = (blocks[number] for number in range(following - 1, -1, -1))
        around = next((block for block in before if block[1] >= line), None)
        return blocks[bisect_left(blocks, (around[0], line))] if around else (line, line)
    if not blocks or blocks[0][0] > line:
        return 0, EVERYWHERE
    if following == len(blocks):
        return line, line
    begins = blocks[following][0]
    return blocks[bisect_right(blocks, (begins, EVERYWHERE)) - 1]


def _place(comment: Comment, offset: int) -> Place:
    """Return the place of the character OFFSET of COMMENT."""
    before, _, line = comment.text[:offset].rpartition("\n")
    if not before and "\n" not in comment.text[:offset]:
        return replace(comment.place, column=comment.place.column + offset)
    rows = comment.text.count("\n", 0, offset)
    return Place(comment.place.file, comment.place.line + rows, len(line) + 1)
