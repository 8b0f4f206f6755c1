"""Blocks of a sheet to LaTeX: what a book prints, and what is left of hidden pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from scidraft_tex import model as m
from scidraft_tex.kinds import Kind
from scidraft_tex.languages import ENGLISH, Language
from scidraft_tex.render import tex
from scidraft_tex.render.apart import ApartBlocks
from scidraft_tex.render.sheets.marks import number_text
from scidraft_tex.render.sheets.measures import Measures
from scidraft_tex.render.sheets.paper import SheetPage
from scidraft_tex.render.sheets.prose import SheetProse
from scidraft_tex.render.sheets.room import render_room

__all__ = ["SheetBlocks", "SheetContext", "referenced_only"]

Withheld: TypeAlias = m.Marked | m.Moved | m.Space | m.Hidden | m.MovedTo
_LABEL = re.compile(r"\\label\{([^{}]*)\}")
_HIDDEN_LABEL = re.compile(r"^\\hiddenlabel\{([^{}]*)\}\{.*\}%\n?", re.MULTILINE)
_SILENT = (m.Hidden, m.SectionOpen)
"""Blocks that print nothing."""


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What the blocks of a sheet are rendered by beside the page that all renderers know.

    `measures` is None in the run that measures. With `points` exercises tell theirs, and with
    `marked` pieces that students do not see have a rule in the margin, and times are told. `last`
    is the block that nothing follows, None if there is no such block. `unnumbered` are the labels
    of the headings within notes: only notes are numbered.
    """

    page: SheetPage
    measures: Measures | None = None
    language: Language = ENGLISH
    points: bool = True
    marked: bool = False
    last: m.Block | None = None
    unnumbered: frozenset[str] = frozenset()

    def word(self, role: m.PieceRole, kind: Kind | None) -> str:
        """Return what a piece of ROLE and KIND is called."""
        if role == "instructor":
            return self.language.word("instructor")
        return kind.name if kind else self.language.word("working")


@dataclass(frozen=True, slots=True)
class SheetBlocks(ApartBlocks):
    """Renders the blocks of a note of a sheet."""

    sheet: SheetContext | None = None

    @property
    def context(self) -> SheetContext:
        """What it is rendered by; raises `ValueError` where it was not given."""
        if self.sheet is None:
            raise ValueError("blocks of a sheet need its context")
        return self.sheet

    @property
    def prose(self) -> SheetProse:
        """The renderer of inlines that goes with it."""
        return SheetProse(
            self.unmapped,
            self.formulas,
            quotes=self.quotes,
            measures=self.context.measures,
            size=self.page.font_size,
            unnumbered=self.context.unnumbered,
        )

    def before(self, blocks: Sequence[m.Block], text: str) -> str:
        """Return TEXT so that no page ends between it and room, or a link to what is moved."""
        following = next((block for block in blocks if not isinstance(block, _SILENT)), None)
        if not isinstance(following, m.Space | m.MovedTo):
            return text
        return f"\\begingroup\\keepnext\n{text}\n\\endgroup"

    # --- points and times ----------------------------------------------------------------------

    def head_end(self, block: m.Result) -> str:
        """Return what ends the line of a head: points, and for the instructor how long it takes."""
        time = self.minutes(block.attributes)
        told = [self.points(block.attributes), f"\\taskminutes{{{time}}}" if time else ""]
        head = " ".join(text for text in told if text)
        return f"\\exercisepoints{{{head}}}" if head else ApartBlocks.head_end(self, block)

    def points(self, attributes: m.Attributes) -> str:
        """Return the points of an exercise with ATTRIBUTES: `(5 points)`."""
        points = attributes.get("points")
        if not points or not self.context.points:
            return ""
        word = "one-point" if points == "1" else "points-of"
        said = self.context.language.word(word, _number(points, self.context))
        return tex.escape(f"({said})")

    def minutes(self, attributes: m.Attributes) -> str:
        """Return how long something with ATTRIBUTES takes, for the instructor alone."""
        time = attributes.get("time")
        if not time or not self.context.marked:
            return ""
        return tex.escape(self.context.language.word("minutes", _number(time, self.context)))

    def heading(self, block: m.Heading) -> str:
        """Return a heading; the time that its part takes stands at the end of its line."""
        text = ApartBlocks.heading(self, block)
        time = self.minutes(block.attributes)
        return f"\\headingminutes{{{time}}}%\n{text}" if time else text

    def division(self, block: m.Division, *, end_mark: bool) -> str:
        """Return a division; the time that it takes stands above it."""
        text = ApartBlocks.division(self, block, end_mark=end_mark)
        time = self.minutes(block.attributes)
        return f"\\partminutes{{{time}}}\n{text}" if time else text

    # --- pieces --------------------------------------------------------------------------------

    def withheld(self, block: Withheld, *, end_mark: bool) -> str:
        """Return what is left of a piece that may be withheld."""
        if isinstance(block, m.Marked | m.Moved):
            body = self.blocks(block.children, end_mark=end_mark)
            return (
                self.moved(block, body) if isinstance(block, m.Moved) else self.shown(block, body)
            )
        measures = self.context.measures or Measures()
        steps = _steps(measures, block.identifier)
        match block:
            case m.Space():
                last = block is self.context.last
                room = render_room(block, self.context.page, measures, last=last)
                return steps + _numbers(measures, block.identifier) + room
            case m.MovedTo():
                word = tex.escape(self.context.word(block.role, block.kind))
                return f"{steps}\\movedto{{{block.identifier}}}{{{word}}}"
            case m.Hidden():
                return steps + _numbers(measures, block.identifier)

    def shown(self, block: m.Marked, body: str) -> str:
        """Return BODY, a piece in its place: measured, marked, or as it is."""
        name = block.identifier
        if not body:
            return ""
        if self.context.measures is None:
            labels = " ".join(_LABEL.findall(body))
            return f"\\measurefrom{{{name}}}{{{labels}}}\n{body}\n\n\\measureto{{{name}}}"
        if not self.context.marked or not block.secret:
            return body
        word = tex.escape(self.context.word(block.role, block.kind))
        return f"\\withheldfrom{{{name}}}{{{word}}}\n{body}\n\n\\withheldto{{{name}}}"

    def moved(self, block: m.Moved, body: str) -> str:
        """Return BODY, a piece at the sheet's end, with the numbers that it has in its place."""
        measures = self.context.measures or Measures()
        numbers = "".join(_settings(measures.at(block.identifier)))
        word = tex.escape(block.word or self.context.word(block.role, block.kind))
        head = f"\\movedhead{{{block.identifier}}}{{{word}}}{{{block.owner}}}"
        return f"{numbers}{head}\n{body}"


def _number(text: str, context: SheetContext) -> str:
    """Return the number TEXT, checked by *resolve*, as the language of CONTEXT writes it."""
    return number_text(Decimal(text), context.language.tag)


def _settings(values: Mapping[str, int]) -> Iterator[str]:
    for name, value in values.items():
        yield f"\\setcounter{{{name}}}{{{value}}}%\n"


def _steps(measures: Measures, piece: str) -> str:
    """Return what steps the counters of the hidden PIECE."""
    steps = measures.stepped(piece).items()
    return "".join(f"\\addtocounter{{{name}}}{{{step}}}%\n" for name, step in steps)


def _numbers(measures: Measures, piece: str) -> str:
    """Return what gives the labels of the hidden PIECE their numbers."""
    labels = measures.labels.get(piece, ())
    given = ((label, measures.numbers.get(label, "")) for label in labels)
    return "".join(f"\\hiddenlabel{{{label}}}{{{number}}}%\n" for label, number in given)


def referenced_only(texts: Mapping[str, str]) -> dict[str, str]:
    """Return TEXTS, files by name, with the numbers of those hidden labels that they refer to."""
    whole = "\n".join(_HIDDEN_LABEL.sub("", text) for text in texts.values())

    def kept(found: re.Match[str]) -> str:
        asked = f"{{{found[1]}}}" in whole or f"[{found[1]}]" in whole
        return found[0] if asked else ""

    return {name: _HIDDEN_LABEL.sub(kept, text) for name, text in texts.items()}
