"""Numbers of pages, written where a unit left them open: see `source.py`.

A unit prints the digits from 0 to 9 there, in no width of their own, so that its PDF has the font
with all of them, and TeX tells which end of the number stays in place.
"""

from __future__ import annotations

import re
import zlib

from pikepdf import Object

__all__ = ["FolioError", "with_folio"]

_OPEN = re.compile(
    rb"%scidraft folio (?P<end>[lcr]) (?P<page>-?\d+)\n(?P<shown>.*?)%scidraft end\n", re.DOTALL
)
_SHOWN = re.compile(
    rb"(?P<before>(?:[-\d. ]+ cm\n)?)"  # TeX counts from another place from here on
    rb"BT\n/(?P<font>\S+) (?P<size>[\d.]+) Tf (?P<x>[-\d.]+) (?P<y>[-\d.]+) Td \[[^\]]*\]TJ\nET\n"
    rb"(?P<after>(?:[-\d. ]+ cm\n)?)"
)
_ROOM = {b"l": 0.0, b"c": 0.5, b"r": 1.0}
_THOUSAND = 1000


class FolioError(Exception):
    """A number was left open in a way that is not known, as by digits of several fonts."""


def with_folio(page: Object, shift: int) -> bytes | None:
    """Return the stream of PAGE, compressed, with its number, None if that is not open.

    The number is the one that TeX counted with SHIFT added to it. Raises `FolioError`.
    """
    data = page.Contents.read_bytes()
    written = _OPEN.sub(lambda match: _folio(page, match, shift), data)
    return None if written == data else zlib.compress(written)


def _folio(page: Object, match: re.Match[bytes], shift: int) -> bytes:
    """Return what shows the number in the stream of PAGE, whose digits are those of ASCII."""
    shown = _SHOWN.fullmatch(match["shown"])
    if not shown:
        raise FolioError(match["shown"].decode("latin-1"))
    number = str(int(match["page"]) + shift).encode()
    font = page.Resources.Font[f"/{shown['font'].decode()}"]
    widths, first = font.Widths, int(font.FirstChar)
    width = float(sum(widths[digit - first] for digit in number)) * float(shown["size"]) / _THOUSAND
    at = float(shown["x"]) - _ROOM[match["end"]] * width
    place = f"{at:.3f}".rstrip("0").rstrip(".").encode()
    return b"%bBT\n/%b %b Tf %b %b Td [(%b)]TJ\nET\n%b" % (
        *(shown["before"], shown["font"], shown["size"], place, shown["y"]),
        *(number, shown["after"]),
    )
