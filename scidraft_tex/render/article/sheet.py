"""The page of a paper: A4 or letter, one column of 11 pt or two of 10 pt, an inch around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render.measure import CODE_SCALE, Page
from scidraft_tex.settings import Settings

__all__ = ["Sheet", "sheet_of"]

_INCH = 72.27
_PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm."""
_CODE_SIZES = {10: 8.0, 11: 9.0}
r"""`\footnotesize` by the class's size option, in pt: that of listings."""
_FONT_SIZES = {10: 10.0, 11: 10.95}
_CODE_ADVANCE = 0.525
"""The width of a character of Latin Modern Mono in em."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper's page: `paper` and `size` are options of the class, margins in inches.

    `gap` is what parts two columns, in pt.
    """

    paper: str
    size: int
    columns: int
    side: float
    ends: float = 1.0
    gap: float = 18.0

    @property
    def wide(self) -> Page:
        """The page as renderers measure by it, from margin to margin."""
        width, height = (length * POINTS_PER_MM for length in _PAPERS[self.paper])
        font = _FONT_SIZES[self.size]
        code = _CODE_ADVANCE * _CODE_SIZES[self.size]
        code = _CODE_ADVANCE * _CODE_SIZES[self.size] / (CODE_SCALE * font)
        return Page(
            text_width=width - 2 * self.side * _INCH,
            text_height=height - 2 * self.ends * _INCH,
            font_size=font,
            tables="academic",
            code_advance=code,
            face="latin modern",
        )

    @property
    def column(self) -> Page:
        """The same for one column."""
        wide = self.wide
        width = (wide.text_width - self.gap * (self.columns - 1)) / self.columns
        return replace(wide, text_width=width)


def sheet_of(settings: Settings) -> Sheet:
    """Return the page for the paper and the style of SETTINGS; a paper that is no sheet is A4."""
    paper = settings.paper if settings.paper in _PAPERS else "a4"
    if settings.preprint.style == "twocolumn":
        return Sheet(paper, 10, 2, side=1.0)
    return Sheet(paper, 11, 1, side=1.15)
