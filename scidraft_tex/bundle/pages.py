"""Where text stands on the pages of a PDF, and how large it is: read off the content streams.

Lengths are in PDF points, 72 to the inch. Figures are not looked into.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pikepdf

from scidraft_tex.bundle.glyph_widths import GlyphWidths, glyph_widths

__all__ = ["Line", "PageFacts", "measure_pages"]

_NEAR = 6.0
"""Baselines closer than this, in points, are one line with its indices."""

Matrix = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: its baseline and its ends, from the lower left corner of the page."""

    baseline: float
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page, its `number` from 1: its lines from the top, and how many glyphs have which size.

    Only text that runs from left to right is told, and no size of typewriter faces. `turned`: the
    page is shown on its side.
    """

    number: int
    width: float
    height: float
    lines: tuple[Line, ...] = ()
    sizes: Mapping[float, int] = field(default_factory=dict)
    turned: bool = False


def measure_pages(pdf: Path) -> tuple[PageFacts, ...]:
    """Return the facts of PDF's pages; raises `pikepdf.PdfError` or `OSError`."""
    with pikepdf.open(pdf) as document:
        pages = enumerate(document.pages, start=1)
        return tuple(_measure(page, number) for number, page in pages)


def _measure(page: pikepdf.Page, number: int) -> PageFacts:
    left, bottom, right, top = (float(value) for value in page.mediabox)
    reader = _Reader(page, (1.0, 0.0, 0.0, 1.0, -left, -bottom))
    for instruction in pikepdf.parse_content_stream(page):
        reader.step(str(instruction.operator), list(instruction.operands))
    return PageFacts(
        number=number,
        width=right - left,
        height=top - bottom,
        lines=_lines(reader.runs),
        sizes=dict(reader.sizes),
        turned=page.rotation % 180 != 0,
    )


def _lines(runs: list[Line]) -> tuple[Line, ...]:
    """Join RUNS of text whose baselines are near each other to lines."""
    lines: list[Line] = []
    for run in sorted(runs, key=lambda run: -run.baseline):
        last = lines[-1] if lines else None
        if last and last.baseline - run.baseline < _NEAR:
            ends = {"left": min(last.left, run.left), "right": max(last.right, run.right)}
            lines[-1] = replace(last, **ends)
        else:
            lines.append(run)
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _State:
    """The graphics state, as far as it moves text."""

    matrix: Matrix = _UNIT
    widths: GlyphWidths | None = None
    size: float = 0.0
    character: float = 0.0
    word: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0


class _Reader:
    """One reading of a page's content stream: its state, and the runs of text found so far."""

    def __init__(self, page: pikepdf.Page, matrix: Matrix) -> None:
        self.fonts: pikepdf.Object = page.resources.get("/Font", pikepdf.Dictionary())
        self.known: dict[str, GlyphWidths] = {}
        self.state = _State(matrix)
        self.kept: list[_State] = []
        self.line = self.text = _UNIT
        self.runs: list[Line] = []
        self.sizes: Counter[float] = Counter()

    def step(self, operator: str, operands: list[pikepdf.Object]) -> None:
        """Take one instruction; those that move no text are passed over."""
        action = _ACTIONS.get(operator)
        if action:
            action(self, operands)

    def keep(self, _: list[pikepdf.Object]) -> None:
        self.kept.append(self.state)

    def restore(self, _: list[pikepdf.Object]) -> None:
        if self.kept:
            self.state = self.kept.pop()

    def transform(self, operands: list[pikepdf.Object]) -> None:
        self.state = replace(self.state, matrix=_times(_matrix(operands), self.state.matrix))

    def begin(self, _: list[pikepdf.Object]) -> None:
        self.line = self.text = _UNIT

    def place(self, operands: list[pikepdf.Object]) -> None:
        self.line = self.text = _matrix(operands)

    def move(self, operands: list[pikepdf.Object]) -> None:
        self._move(float(operands[0]), float(operands[1]))

    def move_leading(self, operands: list[pikepdf.Object]) -> None:
        self.state = replace(self.state, leading=-float(operands[1]))
        self.move(operands)

    def next_line(self, _: list[pikepdf.Object]) -> None:
        self._move(0.0, -self.state.leading)

    def font(self, operands: list[pikepdf.Object]) -> None:
        name = str(operands[0])
        if name not in self.known and name in self.fonts:
            self.known[name] = glyph_widths(self.fonts[name])
        self.state = replace(self.state, widths=self.known.get(name), size=float(operands[1]))

    def show(self, operands: list[pikepdf.Object]) -> None:
        self._show([operands[-1]])

    def show_next(self, operands: list[pikepdf.Object]) -> None:
        self.next_line(operands)
        self.show(operands)

    def show_spaced(self, operands: list[pikepdf.Object]) -> None:
        self._show(list(operands[0]))

    def _move(self, right: float, up: float) -> None:
        self.line = self.text = _times((1.0, 0.0, 0.0, 1.0, right, up), self.line)

    def _show(self, pieces: list[pikepdf.Object]) -> None:
        """Show strings and, between them, shifts in thousandths of the size to the left."""
        state = self.state
        if state.widths is None:
            return
        count = 0
        width = 0.0
        for piece in pieces:
            if isinstance(piece, pikepdf.String):
                glyphs, extent, blanks = state.widths.measure(bytes(piece))
                count += glyphs
                spaces = glyphs * state.character + blanks * state.word
                width += (extent * state.size + spaces) * state.stretch
            else:
                width -= float(piece) / 1000 * state.size * state.stretch
        start = _times(self.text, state.matrix)
        self.text = _times((1.0, 0.0, 0.0, 1.0, width, 0.0), self.text)
        end = _times(self.text, state.matrix)
        if count and abs(start[1]) < 1e-6 < start[0]:
            self.runs.append(Line(start[5], start[4], end[4]))
            if not state.widths.is_typewriter:
                self.sizes[round(state.size * math.hypot(start[2], start[3]), 1)] += count


def _setter(name: str, unit: float = 1.0) -> Callable[[_Reader, list[pikepdf.Object]], None]:
    def set_it(reader: _Reader, operands: list[pikepdf.Object]) -> None:
        changed: dict[str, Any] = {name: float(operands[0]) * unit}
        reader.state = replace(reader.state, **changed)

    return set_it


_ACTIONS: Mapping[str, Callable[[_Reader, list[pikepdf.Object]], None]] = {
    "q": _Reader.keep,
    "Q": _Reader.restore,
    "cm": _Reader.transform,
    "BT": _Reader.begin,
    "Tm": _Reader.place,
    "Td": _Reader.move,
    "TD": _Reader.move_leading,
    "T*": _Reader.next_line,
    "Tf": _Reader.font,
    "Tj": _Reader.show,
    "'": _Reader.show_next,
    '"': _Reader.show_next,
    "TJ": _Reader.show_spaced,
    "Tc": _setter("character"),
    "Tw": _setter("word"),
    "Tz": _setter("stretch", 0.01),
    "TL": _setter("leading"),
}


def _matrix(operands: list[pikepdf.Object]) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    return (a, b, c, d, e, f)


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        *(a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j),
        *(e * g + f * i + k, e * h + f * j + m),
    )
