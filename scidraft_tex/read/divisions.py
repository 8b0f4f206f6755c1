"""Divisions between lines of `:::`: which are never closed, and which lines close none.

As pandoc has it, a line of colons ends the innermost division that begins with as many or fewer,
and with it those inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.read.cursor import CONTAINER

__all__ = ["Divisions"]

_LINE = re.compile(
    rf"{CONTAINER}(?P<colons>:{{3,}})[ \t]*(?P<named>\{{.*\}}|[^\s{{}}:][^\s{{}}]*)?[ \t]*"
)


@dataclass(slots=True)
class Divisions:
    """The divisions that are open as a note is read line by line: their colons and places."""

    open: list[tuple[int, Place]] = field(default_factory=list)

    def see(self, line: str, start: Place) -> Iterator[Diagnostic]:
        """Take in LINE, which begins at START; yield what is wrong if it ends a division."""
        found = _LINE.fullmatch(line)
        if found is None:
            return
        count = len(found["colons"])
        place = Place(start.file, start.line, start.column + found.start("colons"))
        if found["named"]:
            self.open.append((count, place))
            return
        closed = next((n for n in reversed(range(len(self.open))) if self.open[n][0] <= count), -1)
        if closed < 0:
            yield diagnostic("division-unclosed", f"{':' * count} ends no division", place=place)
            return
        yield from map(_unclosed, self.open[closed + 1 :])
        del self.open[closed:]

    def left(self) -> Iterator[Diagnostic]:
        """Yield what to say of the divisions that are open at the end of the note."""
        yield from map(_unclosed, self.open)


def _unclosed(division: tuple[int, Place]) -> Diagnostic:
    colons = ":" * division[0]
    message = f"the division that {colons} begins is never closed"
    return diagnostic("division-unclosed", message, place=division[1])
