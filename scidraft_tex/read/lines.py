"""What only the start of a line can be: a fence, indented code, an attribute list, a division."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scidraft_tex.read.attributes import attribute_line
from scidraft_tex.read.cursor import CONTAINER, Cursor
from scidraft_tex.read.divisions import Divisions
from scidraft_tex.read.fences import fence_end, fence_opening
from scidraft_tex.read.masks import AttributeLine, MaskKind

__all__ = ["LIST_ITEM", "LineScan"]

LIST_ITEM = re.compile(r"(?P<margin>[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\S")
"""The beginning of an item, up to its text."""

_NOTE = re.compile(r"[ ]{0,3}\[\^[^\]\s]+\]:")
_NOTE_INDENT = 4
"""By how much the later paragraphs of a footnote's text are indented."""

_NOTE_TEXT = re.compile(rf"{CONTAINER}\[\^[^\]\s]+\]:")
_QUOTE_MARGIN = re.compile(r"(?:[ ]{0,3}>[ ]?)*+")
_HEADING = re.compile(r"[ ]{0,3}#{1,6}(?:[ \t]|$)")

_DEFINITION = re.compile(r"(?P<margin>[ ]{0,3}[:~][ \t]+)\S")


@dataclass
class LineScan(Cursor):
    """A scan at the starts of lines.

    The text begins at `body`. The innermost list's is indented by `list_indent`; `indented` tells
    that the line before is code by its indent, and `in_note` that the line is of a footnote's text.
    """

    attributes: list[AttributeLine] = field(default_factory=list)
    body: int = 0
    list_indent: int = 0
    divisions: Divisions = field(default_factory=Divisions)
    indented: bool = False
    in_note: bool = False

    def line_construct(self) -> bool:
        """Deal with what only the start of a line can be; tell whether it was that."""
        end = self.line_end(self.position)
        line = self.text[self.position : end]
        if not line.strip():
            self.copy(min(end + 1, len(self.text)))
            return True
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        self.note_list(line, indent)
        fence = fence_opening(line)
        if indent - self.list_indent >= 4 and (self.indented or self.after_blank()):
            self.indented_line(fence, end)
            return True
        self.indented = False
        self.follow_note(line)
        if fence:
            self.fence(fence, end)
            return True
        self.diagnostics.extend(self.divisions.see(line, self.place(self.position)))
        return self.attribute_list(line, end)

    def indented_line(self, fence: re.Match[str] | None, end: int) -> None:
        """Copy a line of indented code; report a FENCE that was meant to open there."""
        if fence and not self.indented:
            place = self.place(self.position + fence.start("fence"))
            message = "indented by a tab or four spaces, a fence is plain code, marks and all"
            self.diagnostics.report("fence-indented", message, place)
        self.indented = True
        self.copy(min(end + 1, len(self.text)))

    def after_blank(self) -> bool:
        """Tell whether a blank line stands before the position's, or the body starts with it."""
        return self.position == self.body or super().after_blank()

    def note_list(self, line: str, indent: int) -> None:
        """Keep how far the content of the innermost list is indented."""
        item = LIST_ITEM.match(line) or _DEFINITION.match(line)
        if item:
            self.list_indent = len(item["margin"].expandtabs(4))
        elif _NOTE.match(line):
            self.list_indent = _NOTE_INDENT
        elif indent == 0 and self.after_blank():
            self.list_indent = 0

    def follow_note(self, line: str) -> None:
        """Keep whether LINE is of a footnote's text: of its paragraph, or indented below that."""
        if _NOTE_TEXT.match(line):
            self.in_note = True
        elif self.in_note:
            bare = _QUOTE_MARGIN.sub("", line, count=1).expandtabs(4)
            ends = self.after_blank() or bool(_HEADING.match(bare))
            self.in_note = not ends or len(bare) - len(bare.lstrip()) >= _NOTE_INDENT

    def attribute_list(self, line: str, end: int) -> bool:
        """Blank a line that is an attribute list and keep it aside."""
        attributes = attribute_line(line)
        if attributes is None:
            return False
        place = self.place(self.position + line.index("{"))
        above = not self.after_blank()
        self.attributes.append(AttributeLine(place.line, place.column, attributes, above=above))
        margin, _, _ = line.partition("{")
        self.out.append(margin + " " * (len(line) - len(margin)))
        self.position = end
        self.copy(min(end + 1, len(self.text)))
        return True

    def fence(self, opening: re.Match[str], end: int) -> None:
        """Copy a fence to its end; its info string is masked: readers differ on attributes."""
        start = self.position
        mark = opening["fence"]
        self.copy(self.position + opening.start("info"))
        if opening["info"].strip():
            self.put(MaskKind.INFO, opening["info"], self.position + len(opening["info"].rstrip()))
        inside = len(opening["margin"].expandtabs(4)) >= self.list_indent
        indent = self.list_indent if inside else 0
        last, closed = fence_end(self.text, min(end + 1, len(self.text)), opening, indent)
        if not closed:
            place = self.place(start + opening.start("fence"))
            self.diagnostics.report("fence-unclosed", f"the fence {mark} is never closed", place)
        self.copy(last)
