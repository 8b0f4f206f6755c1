"""How wide a font of a PDF sets its characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pikepdf

__all__ = ["GlyphWidths", "glyph_widths"]

_SPACE = 32
_FEW = 4
"""So few characters may have one width by chance."""


@dataclass(frozen=True, slots=True)
class GlyphWidths:
    """The widths by code, in parts of the font's size; a code has `length` bytes."""

    widths: Mapping[int, float]
    default: float
    length: int

    @property
    def is_typewriter(self) -> bool:
        """Whether all that it sets has one width, as code does."""
        used = {round(width, 3) for width in self.widths.values() if width}
        return len(used) == 1 and len(self.widths) > _FEW

    def measure(self, text: bytes) -> tuple[int, float, int]:
        """Return how many glyphs TEXT has, how wide they are together, and how many are blanks."""
        step = self.length
        codes = [int.from_bytes(text[at : at + step]) for at in range(0, len(text), step)]
        extent = sum(self.widths.get(code, self.default) for code in codes)
        blanks = codes.count(_SPACE) if step == 1 else 0
        return len(codes), extent, blanks


def glyph_widths(font: pikepdf.Object) -> GlyphWidths:
    """Return the widths of FONT; those of a composite one are taken by its two-byte codes."""
    kind = font.get("/Subtype")
    if kind == pikepdf.Name.Type0:
        inner = font.DescendantFonts[0]
        default = float(inner.get("/DW", 1000)) / 1000
        return GlyphWidths(_composite(list(inner.get("/W", []))), default, 2)
    unit = float(font.FontMatrix[0]) if kind == pikepdf.Name.Type3 else 0.001
    first = int(font.get("/FirstChar", 0))
    listed = enumerate(font.get("/Widths", []), start=first)
    return GlyphWidths({code: float(width) * unit for code, width in listed}, 0.0, 1)


def _composite(entries: list[pikepdf.Object]) -> dict[int, float]:
    """Read a `/W` array: a code and the widths from it on, or two codes and the width of all."""
    widths: dict[int, float] = {}
    at = 0
    while at + 1 < len(entries):
        first, second = int(entries[at]), entries[at + 1]
        if isinstance(second, pikepdf.Array):
            listed = enumerate(second, start=first)
            widths |= {code: float(width) / 1000 for code, width in listed}
            at += 2
        else:
            width = float(entries[at + 2]) / 1000
            widths |= dict.fromkeys(range(first, int(second) + 1), width)
            at += 3
    return widths
