"""Characters that no one sees: controls, marks of byte order, and what turns the text around.

A text may say another thing than it shows by them (Boucher and Anderson, Trojan Source, 2021).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.read.cursor import Cursor

__all__ = ["hidden", "without_hidden"]

NOTHING = "\ufeff"
"""What stands for such a character from here on: in print it has no width."""

_CONTROLS = "\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"
_HIDDEN = re.compile(f"[{_CONTROLS}{_DIRECTIONS}{NOTHING}]")
_NAMES = {NOTHING: "BYTE ORDER MARK"}


def without_hidden(text: str) -> str:
    """Return TEXT with nothing that prints in place of each hidden character."""
    return _HIDDEN.sub(NOTHING, text)


def hidden(text: str, cursor: Cursor) -> Iterator[Diagnostic]:
    """Yield the first hidden character of each line of TEXT that CURSOR has not passed yet."""
    line = 0
    for found in _HIDDEN.finditer(text, cursor.position):
        place = cursor.place(found.start())
        if place.line > line:
            line = place.line
            yield _told(found.group(), place)


def _told(character: str, place: Place) -> Diagnostic:
    name = _NAMES.get(character) or unicodedata.name(character, "CONTROL CHARACTER")
    point = f"U+{ord(character):04X}"
    does = "turns the text after it around" if character in _TURNS else "is not to be seen"
    return diagnostic("character-hidden", f"{point} {name} {does}", place=place)


_TURNS = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
