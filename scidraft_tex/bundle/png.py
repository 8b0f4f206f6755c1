"""What a PNG says of itself, read from its chunks (www.w3.org/TR/png)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["PngFacts", "is_png", "png_facts"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _COLOUR = 0, 2
_CORRECTED = frozenset(
    {b"gAMA", b"sRGB", b"cHRM", b"iCCP", b"sBIT", b"bKGD", b"hIST", b"tRNS", b"sPLT"}
)
"""Chunks with which pdfTeX sets a PNG anew instead of copying it (its `writepng.c`)."""


@dataclass(frozen=True, slots=True)
class PngFacts:
    """A PNG's size in pixels, and whether pdfTeX copies its data as they are."""

    width: int
    height: int
    is_copied: bool

    @property
    def megapixels(self) -> float:
        """How many million pixels it has."""
        return self.width * self.height / 1e6


def is_png(data: bytes) -> bool:
    """Tell whether DATA is a PNG, as far as its beginning says."""
    return png_facts(data) is not None


def png_facts(data: bytes) -> PngFacts | None:
    """Return the facts of the PNG that DATA is, None if it is none."""
    if not data.startswith(_SIGNATURE):
        return None
    chunks = list(_chunks(data))
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        return None
    width, height, _, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    plain = colour in {_GREY, _COLOUR} and not interlaced
    return PngFacts(width, height, plain and not _CORRECTED & {kind for kind, _ in chunks})


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and what is in each chunk before the pixels."""
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind in {b"IDAT", b"IEND"}:
            return
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length
