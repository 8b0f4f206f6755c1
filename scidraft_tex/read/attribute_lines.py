"""Attribute lists on lines of their own: which block each stands by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.kinds import WITHHELD
from scidraft_tex.read.masks import AttributeLine
from scidraft_tex.read.positions import Extent

__all__ = ["AttributeLines"]


class AttributeLines:
    """The attribute lines of a note that no block has taken yet."""

    def __init__(self, lines: Iterable[AttributeLine], file: str) -> None:
        """Hand out LINES of FILE."""
        self._pending = list(lines)
        self._file = file

    def beside(self, where: Extent, classes: Collection[str] = ()) -> m.Attributes:
        """Take the attribute line that stands right under the block WHERE, or right above it.

        One that is indented less than the block belongs to what the block stands in. With CLASSES
        only one that has any of these is taken.
        """
        last = min(where.last + 1, where.until - 1)
        for line in self._pending:
            under = line.above and where.first < line.line <= last
            over = not line.above and line.line + 1 == where.first
            if classes and set(classes).isdisjoint(line.attributes.classes):
                continue
            if (under or over) and where.column <= line.column:
                self._pending.remove(line)
                return line.attributes
        return m.NO_ATTRIBUTES

    def left(self) -> Iterator[Diagnostic]:
        """Yield what to say of each line that would withhold something and stands by no block."""
        for line in self._pending:
            found = WITHHELD & set(line.attributes.classes)
            if found:
                names = " ".join(f".{name}" for name in sorted(found))
                message = f"the line {{{names}}} stands by no block, and withholds nothing"
                place = Place(self._file, line.line, line.column)
                yield diagnostic("withheld-nothing", message, place=place)
