"""Where a page goes on a sheet: matrices of PDF, in points (1/72 inch), y upwards."""

from __future__ import annotations

from dataclasses import dataclass

import pikepdf
from pikepdf import Matrix, Rectangle

__all__ = ["Size", "page_box", "page_size", "placement"]

_TURNS = {
    0: Matrix(1, 0, 0, 1, 0, 0),
    90: Matrix(0, -1, 1, 0, 0, 0),
    180: Matrix(-1, 0, 0, -1, 0, 0),
    270: Matrix(0, 1, -1, 0, 0, 0),
}
"""Turns clockwise by degrees, as `/Rotate` counts them."""


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of paper, in points."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The same paper turned by a quarter."""
        return Size(self.height, self.width)


def page_box(page: pikepdf.Page) -> Rectangle:
    """Return the box of PAGE that paper is cut to, in the page's own coordinates."""
    return Rectangle(page.trimbox)


def page_size(page: pikepdf.Page) -> Size:
    """Return the size of PAGE as it is seen, turned by its `/Rotate`."""
    box = page_box(page)
    size = Size(float(box.width), float(box.height))
    return size if page.rotation % 180 == 0 else size.turned


def placement(page: pikepdf.Page, slot: Rectangle) -> Matrix:
    """Return the matrix that takes PAGE's coordinates into SLOT of a sheet.

    The page is turned upright and scaled to fit, its sides in proportion; what is left of the slot
    is shared between its margins.
    """
    turn = _TURNS[page.rotation % 360]
    turned = turn.transform(page_box(page))
    scale = min(float(slot.width) / float(turned.width), float(slot.height) / float(turned.height))
    left = float(slot.llx) + (float(slot.width) - scale * float(turned.width)) / 2
    bottom = float(slot.lly) + (float(slot.height) - scale * float(turned.height)) / 2
    to_origin = Matrix(1, 0, 0, 1, -float(turned.llx), -float(turned.lly))
    return turn @ to_origin @ Matrix(scale, 0, 0, scale, left, bottom)
