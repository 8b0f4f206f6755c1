"""Papers: for each trim size the type, the leading, the measure and the margins, in TeX points.

A page is designed from the line outwards (docs/design.md, "The page"):

1. the measure holds so many *characters* of the face at its size;
2. the text block's height is to the measure as the golden section, in whole lines;
3. what is left of the width, less the gutter that the binding takes, is shared 1:2 between the
   inner and the outer margin, what is left of the height 2:3 between head and foot.

The screen's pages have the same block, so that both profiles break lines and pages alike; there the
margins at the sides are equal.

Settings may choose another size of type, on the same measure, and margins in place of these; the
text then takes what they leave, in whole lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.lengths import POINTS_PER_MM, tex_points
from scidraft_tex.settings import Margins, Settings

CHARACTER = 0.4354
"""The mean advance of a character of English prose in TeX Gyre Pagella, in em, spaces included."""
GOLDEN = 1.618

_SMALLEST = (120.0, 10, 1.75, 1.25)
"""What margins must leave: the measure in pt, the text's height in lines, and those of the margins
that hold the running head and the folio."""

CLASS_SIZES = {10: (10.0, 12.0), 11: (10.95, 13.6), 12: (11.955, 14.5)}
"""Size and line of LaTeX's size options in pt (size10.clo, size11.clo, size12.clo)."""


class Profile(StrEnum):
    """What a book is made for: to be read on a screen, or to be printed and bound."""

    SCREEN = "screen"
    PRINT = "print"


@dataclass(frozen=True, slots=True)
class Layout:
    """A page in pt: the trim, the text block and the margin on each side of it.

    `inner` is the margin at the spine; with `two_sided` false it is the left one.
    """

    width: float
    height: float
    text_width: float
    text_height: float
    inner: float
    outer: float
    top: float
    bottom: float
    two_sided: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """A trim size and the type on it.

    `width` and `height` in mm; `size_option` is the class's (10, 11, 12); `leading` in pt from line
    to line; `characters` to the line; `gutter` in mm is what a binding takes.
    """

    name: str
    width: float
    height: float
    size_option: int
    leading: float
    characters: int
    gutter: float

    @property
    def font_size(self) -> float:
        """The size of the text face in pt."""
        return CLASS_SIZES[self.size_option][0]

    @property
    def stretch(self) -> float:
        r"""The factor for `\linespread` that makes the class's own leading ours."""
        return self.leading / CLASS_SIZES[self.size_option][1]

    @property
    def lines(self) -> int:
        """How many lines a full page holds."""
        return round((self.text_width * GOLDEN - self.font_size) / self.leading) + 1

    @property
    def text_width(self) -> float:
        """The measure in pt."""
        return round(self.characters * CHARACTER * self.font_size)

    @property
    def text_height(self) -> float:
        """The height of the text block in pt: the first line's size, the leading of the others."""
        return self.font_size + (self.lines - 1) * self.leading

    def with_size(self, option: int) -> Paper:
        """Return the paper with type of the class's size OPTION, the measure and colour as here."""
        size = CLASS_SIZES[option][0]
        characters = round(self.text_width / (CHARACTER * size))
        leading = round(2 * self.leading * size / self.font_size) / 2
        return replace(self, size_option=option, leading=leading, characters=characters)

    def layout(self, profile: Profile, margins: Margins = Margins()) -> Layout:  # noqa: B008  # frozen
        """Return the page for PROFILE, with those of MARGINS that are given in place of its own."""
        width, height = self.width * POINTS_PER_MM, self.height * POINTS_PER_MM
        two_sided = profile is Profile.PRINT
        binding = tex_points(margins.binding or f"{self.gutter}mm") if two_sided else 0.0
        side = width - self.text_width - binding
        inner = binding + side / 3 if two_sided else side / 2
        outer = width - self.text_width - inner
        if margins.inner:
            inner = tex_points(margins.inner) + (binding if margins.binding else 0.0)
        if margins.outer:
            outer = tex_points(margins.outer)
        room = height - self.text_height
        top = tex_points(margins.top) if margins.top else room * 2 / 5
        bottom = tex_points(margins.bottom) if margins.bottom else room * 3 / 5
        text_height = self.text_height
        if margins.top or margins.bottom:
            lines = int((height - top - bottom - self.font_size) / self.leading + 1e-6) + 1
            text_height = self.font_size + (lines - 1) * self.leading
        return Layout(
            width=width,
            height=height,
            text_width=width - inner - outer,
            text_height=text_height,
            inner=inner,
            outer=outer,
            top=top,
            bottom=height - text_height - top,
            two_sided=two_sided,
        )


PAPERS: Mapping[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper("a4", 210, 297, 12, 15.0, 75, 8),
        Paper("letter", 215.9, 279.4, 12, 15.0, 75, 8),
        Paper("b5", 176, 250, 11, 14.0, 72, 7),
        Paper("17x24", 170, 240, 11, 14.0, 70, 7),
        Paper("6x9", 152.4, 228.6, 10, 13.0, 70, 6),
        Paper("a5", 148, 210, 10, 13.0, 66, 5),
    )
}
"""The papers by the names that settings give them."""

DEFAULT_PAPER = PAPERS["17x24"]
"""A book's paper where the settings name none."""


def chosen_paper(settings: Settings, said: Diagnostics) -> tuple[Paper, Margins]:
    """Return the paper and the margins of SETTINGS.

    Margins that leave the text no room are told to SAID, and the paper's own take their place.
    """
    paper = PAPERS[settings.paper]
    if settings.fonts.size:
        paper = paper.with_size(settings.fonts.size)
    page = paper.layout(Profile(settings.profile), settings.margins)
    width, lines, head, foot = _SMALLEST
    heights = (
        (page.text_height, lines * paper.leading),
        (page.top, head * paper.leading),
        (page.bottom, foot * paper.leading),
    )
    narrow = page.text_width < width or min(page.inner, page.outer) < 0
    if narrow or any(there < needed for there, needed in heights):
        message = f"`margins` leave too little room on {paper.name}"
        said.report(
            "settings-value", message, Place("book.yaml"), "the paper's own margins are used"
        )
        return paper, Margins()
    return paper, settings.margins
