"""The page of a sheet: A4 or letter, three sizes of type, room for notes at the outer edge.

A sheet is read at a desk and written on, so it fills its paper more than a book does. Its lines
still hold no more characters than the eye finds its way back over (docs/design.md, "Sheets").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scidraft_tex.handout_settings import HandoutSettings
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render.papers import CHARACTER, CLASS_SIZES, Layout

__all__ = ["DESIGN", "Fitting", "SheetPage", "fittings", "sheet_page"]

_PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm."""
_CHARACTERS: Mapping[int, int] = {10: 84, 12: 76, 17: 62}
"""Characters to the line, by the size of type."""
_NARROW: Mapping[int, int] = {10: 72, 12: 64, 17: 49}
"""The same beside a margin for notes."""
_MOST_CHARACTERS = 92
"""What a line holds at most, however narrow the margins are made."""
_LEADINGS: Mapping[int, float] = {10: 13.0, 12: 15.0, 17: 23.0}
_TYPE: Mapping[int, float] = {10: 10.0, 11: 10.95, 12: 11.955, 15: 15.0, 16: 16.0, 17: 17.0}
"""Sizes by the names that they go by."""
_ENDS = 26.0
"""The margins at head and foot in mm, running head and folio within them."""
_INNER = 22.0
"""The margin at the spine beside one for notes in mm: a punch takes half of it."""
_SIZES: Mapping[str, float] = {
    r"\normalsize": 1.0, r"\small": 0.92, r"\footnotesize": 0.84, r"\scriptsize": 0.72,
    r"\tiny": 0.6, r"\large": 1.15, r"\Large": 1.35, r"\LARGE": 1.6, r"\huge": 2.0, r"\Huge": 2.4,
}  # fmt: skip
"""Sizes of large print by that of its text; notes are as large as others' text."""
_SMALLER: Mapping[int, tuple[int, ...]] = {10: (10,), 12: (12, 11, 10), 17: (17, 16)}
"""What type may shrink to: print for everybody to 10 pt, large print to 16."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """How far a sheet departs from the design for it to take fewer pages.

    `size` is another name of type, 0 for that of the settings; `leading` and `margins` are factors
    of the design's.
    """

    size: int = 0
    leading: float = 1.0
    margins: float = 1.0


DESIGN = Fitting()
"""No departure at all."""
_STEPS = ((1.0, 1.0), (0.97, 0.9), (0.95, 0.8), (0.93, 0.7))
"""Leading and margins, from the design to as close as is still read with ease."""


def fittings(settings: HandoutSettings) -> Iterator[Fitting]:
    """Yield how a sheet of SETTINGS may be set, from the design to what takes the least room.

    Margins and leading give way first, then the size of type.
    """
    first, *smaller = _SMALLER[settings.size]
    for leading, margins in _STEPS:
        yield Fitting(first, leading, margins)
    for size in smaller:
        for leading, margins in _STEPS[-2:]:
            yield Fitting(size, leading, margins)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet's page and the type on it; sizes in pt.

    `name` is the paper's, `size` the name that the size of type goes by. `large` is large print.
    """

    name: str
    size: int
    leading: float
    layout: Layout
    large: bool

    @property
    def font_size(self) -> float:
        """The size of the text face."""
        return _TYPE[self.size]

    @property
    def lines(self) -> int:
        """How many lines a full page holds."""
        return round((self.layout.text_height - self.font_size) / self.leading) + 1

    @property
    def class_size(self) -> int:
        """The class's size option, the nearest where it has none of this size."""
        return min(self.size, max(CLASS_SIZES))

    @property
    def stretch(self) -> float:
        r"""The factor for `\linespread` that makes the class's leading ours, 0 for other sizes."""
        return self.leading / CLASS_SIZES[self.size][1] if self.size in CLASS_SIZES else 0.0

    @property
    def sizes(self) -> tuple[tuple[str, float, float], ...]:
        """Sizes of type where the class has none: command, size and line."""
        ratio = self.leading / self.font_size
        return tuple(
            (name, self.scaled(factor), round(self.scaled(factor) * ratio, 1))
            for name, factor in _SIZES.items()
        )

    def scaled(self, factor: float) -> float:
        """Return FACTOR times the size of the text face, to a tenth of a pt."""
        return round(factor * self.font_size, 1)


def sheet_page(settings: HandoutSettings, fitting: Fitting = DESIGN) -> SheetPage:
    """Return the page that SETTINGS ask for, moved from the design as far as FITTING says."""
    size = fitting.size or settings.size
    font_size, large = _TYPE[size], settings.large_print
    leading = _LEADINGS[settings.size] * font_size / _TYPE[settings.size] * fitting.leading
    leading = round(leading * 10) / 10
    width, height = (length * POINTS_PER_MM for length in _PAPERS[settings.paper])
    inner, outer = _sides(settings, width, fitting.margins)
    most = _MOST_CHARACTERS * CHARACTER * font_size
    if width - inner - outer > most:
        spare = width - inner - outer - most
        outer += spare if settings.notes_margin else spare / 2
        inner += 0.0 if settings.notes_margin else spare / 2
    ends = _ENDS * POINTS_PER_MM * fitting.margins
    lines = int((height - 2 * ends - font_size) / leading + 1e-6) + 1
    text_height = font_size + (lines - 1) * leading
    layout = Layout(
        width=width,
        height=height,
        text_width=width - inner - outer,
        text_height=text_height,
        inner=inner,
        outer=outer,
        top=ends,
        bottom=height - text_height - ends,
        two_sided=settings.sides == "two",
    )
    return SheetPage(settings.paper, size, leading, layout, large)


def _sides(settings: HandoutSettings, width: float, factor: float) -> tuple[float, float]:
    """Return the inner and the outer margin in pt, FACTOR times the design's.

    Without room for notes they are alike, on both sides of the paper; room for notes is at the
    outer edge, and keeps its share.
    """
    table = _NARROW if settings.notes_margin else _CHARACTERS
    measure = round(table[settings.size] * CHARACTER * _TYPE[settings.size])
    if settings.notes_margin:
        inner = _INNER * POINTS_PER_MM
        return inner, (width - inner - measure) * factor
    side = (width - measure) / 2 * factor
    return side, side
