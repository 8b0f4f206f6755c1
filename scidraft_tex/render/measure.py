"""The page that a renderer writes for, and how wide text will be on it.

Widths are computed from the body face's metrics, before TeX runs: enough to choose a table's
columns, the length of a code line, and whether a piece fits on a page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scidraft_tex import model as m
from scidraft_tex.render.math import estimated_width
from scidraft_tex.render.metrics import Face, text_width

InlineRenderer: TypeAlias = Callable[[tuple[m.Inline, ...]], str]
"""Renders inlines to LaTeX: the prose writer, handed to every renderer that holds prose."""

LEADING = 1.28
"""Baseline distance of text over its size, as the papers have it: 13 on 10, 14 on 10.95 pt."""

CODE_SCALE = 0.8
"""The size of listings over that of the text; the frame's `blocks.tex` sets the same."""

CODE_LEADING = 1.25
"""Baseline distance of listings over their size; the frame's `blocks.tex` sets the same."""

_WIDENED = 0.031
"""How much wider Latin Modern is for each point below 10 (`lmr9.afm`, `lmr8.afm`)."""
_FORMULA_MARGIN = 1.06
"""What a formula's estimate is raised by, so that a column is seldom too narrow for it."""
_MARK = 0.35


@dataclass(frozen=True, slots=True)
class Page:
    """What a renderer must know of the page; lengths in pt (72.27 to the inch).

    `code_advance` is the width of a listing's characters in em of their size (Latin Modern Mono at
    98 %: 0.5145). `tables` is the look of a table that names none. `breakable` is False
    within boxes, which no page break enters. `face` is that of the text.
    """

    text_width: float
    text_height: float
    font_size: float = 10.0
    profile: Literal["screen", "print"] = "screen"
    tables: Literal["bordered", "academic", "striped"] = "bordered"
    code_advance: float = 0.5145
    breakable: bool = True
    face: Face = "pagella"

    @property
    def space(self) -> float:
        """The space between two words in em."""
        return text_width(" ", face=self.face)

    def em(self, points: float) -> float:
        """Return the em of type of POINTS: small sizes of Latin Modern are drawn wider."""
        if self.face == "pagella" or points >= self.font_size:
            return points
        return points * (1 + _WIDENED * max(0.0, 10 - points))

    @property
    def leading(self) -> float:
        """The distance of two baselines of text."""
        return LEADING * self.font_size

    @property
    def code_size(self) -> float:
        """The size of listings."""
        return CODE_SCALE * self.font_size

    @property
    def code_leading(self) -> float:
        """The distance of two baselines of a listing."""
        return CODE_LEADING * self.code_size

    @property
    def code_columns(self) -> int:
        """How many characters a line of a listing holds."""
        return max(8, math.floor(self.text_width / (self.code_advance * self.code_size) + 1e-6))

    def turned(self) -> Page:
        """Return the page in landscape."""
        return replace(self, text_width=self.text_height, text_height=self.text_width)


@dataclass(frozen=True, slots=True)
class Word:
    """A piece that no line break divides, in em; `gap` is the space before it within a line."""

    width: float
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Extent:
    """Text as its words, in the lines that the author's breaks make; widths in em."""

    lines: tuple[tuple[Word, ...], ...]

    @property
    def natural(self) -> float:
        """The width of the longest line when none is broken."""
        return max(
            (sum(word.gap + word.width for word in line) for line in self.lines), default=0.0
        )

    @property
    def longest_word(self) -> float:
        """The width of the widest piece that no line break divides."""
        return max((word.width for line in self.lines for word in line), default=0.0)

    def height(self, width: float) -> int:
        """Return how many lines the text makes when broken at WIDTH em."""
        return sum(max(1, _broken(line, width)) for line in self.lines) or 1


def _broken(words: tuple[Word, ...], width: float) -> int:
    lines, here = 0, math.inf
    for word in words:
        if here + word.gap + word.width <= width + 1e-6:
            here += word.gap + word.width
        else:  # a word wider than the line is hyphenated over several
            whole = max(1, math.ceil(word.width / width - 1e-6)) if width > 0 else 1
            lines += whole
            here = word.width - (whole - 1) * width
    return lines


# --- inlines to words ------------------------------------------------------------------------

_Piece: TypeAlias = float | Literal["space", "joint", "break"]
"""A box's width, or what stands between two: a space, a joint without one, a line's end."""

_WORD = re.compile(r"[ \t\n]+|[^ \t\n\u2013\u2014-]*[\u2013\u2014-]*")
_CODE_WORD = re.compile(r"[ \t\n]+|[^ \t\n/_.\\:,;=()\[\]{}|&+]*[/_.\\:,;=()\[\]{}|&+]*")


def measure(children: Iterable[m.Inline], page: Page, *, bold: bool = False) -> Extent:
    """Return the extent of CHILDREN on PAGE; words break at spaces and after dashes and hyphens."""
    lines: list[tuple[Word, ...]] = []
    words: list[Word] = []
    between: Literal["", "space", "joint"] = "joint"
    for piece in _pieces(children, page, bold=bold):
        if piece == "break":
            lines.append(tuple(words))
            words, between = [], "joint"
        elif not isinstance(piece, float):
            between = "space" if "space" in {piece, between} else "joint"
        elif between:
            words.append(Word(piece, page.space if words and between == "space" else 0.0))
            between = ""
        else:
            words[-1] = replace(words[-1], width=words[-1].width + piece)
    return Extent((*lines, tuple(words)))


def _text_pieces(text: str, page: Page, *, bold: bool) -> Iterator[_Piece]:
    for word in filter(None, _WORD.findall(text)):
        if word.strip(" \t\n"):
            yield text_width(word, bold=bold, face=page.face)
            if word[-1] in "\u2013\u2014-":
                yield "joint"
        else:
            yield "space"


def _code_pieces(text: str, page: Page) -> Iterator[_Piece]:
    """Code breaks at its spaces, and after punctuation as the prose writer lets it."""
    for word in filter(None, _CODE_WORD.findall(text)):
        if word.strip(" \t\n"):
            yield len(word) * page.code_advance
            yield "joint" if not word[-1].isalnum() else 0.0
        else:
            yield "space"


def _pieces(  # noqa: C901, PLR0912 -- one case a node: long, but flat
    children: Iterable[m.Inline], page: Page, *, bold: bool
) -> Iterator[_Piece]:
    for node in children:
        match node:
            case m.Text():
                yield from _text_pieces(node.text, page, bold=bold)
            case m.SoftBreak():
                yield "space"
            case m.LineBreak():
                yield "break"
            case m.Code():
                yield from _code_pieces(node.text, page)
            case m.InlineFailure():
                yield from _code_pieces(node.source, page)
            case m.Styled(style="code"):
                yield from _code_pieces(_letters(node.children), page)
            case m.Styled():
                yield from _pieces(node.children, page, bold=bold or node.style == "strong")
            case m.Link() | m.Span():
                yield from _pieces(node.children, page, bold=bold)
            case m.CrossReference():
                yield from _pieces(
                    node.children or (m.Text(f"{node.word}\u00a09.99"),), page, bold=bold
                )
                if page.profile == "print":
                    yield from _text_pieces(" (p.\u00a0999)", page, bold=bold)
            case m.Quoted():
                yield 0.5
                yield from _pieces(node.children, page, bold=bold)
                yield 0.5
            case m.Math():
                yield _FORMULA_MARGIN * estimated_width(node.tex, 1.0, display=False)
            case m.Image():
                yield _image_width(node) / page.font_size
            case m.Footnote():
                yield _MARK
            case m.Citation():
                yield from _citation_pieces(node, page)
            case m.Reference():
                yield text_width(f"{node.word}\u00a09.9" if node.word else "9.9", face=page.face)
            case _:
                pass


def _letters(children: Iterable[m.Inline]) -> str:
    return "".join(node.text for node in children if isinstance(node, m.Text | m.Code))


def _citation_pieces(node: m.Citation, page: Page) -> Iterator[_Piece]:
    """A numeric citation: `[12, 13, prenote]`; one may break after a comma."""
    notes = f"{node.prenote} " * bool(node.prenote) + f", {node.postnote}" * bool(node.postnote)
    numbers = " ".join("99," for _ in node.keys)
    yield from _text_pieces(f"[{numbers[:-1]}{notes}]", page, bold=False)


_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(px|pt|cm|mm|in|)$")
_UNITS = {"px": 0.75, "": 0.75, "pt": 1.0, "cm": 28.45, "mm": 2.845, "in": 72.27}


def _image_width(node: m.Image) -> float:
    found = _LENGTH.match(node.attributes.get("width"))
    return float(found[1]) * _UNITS[found[2]] if found else 60.0
