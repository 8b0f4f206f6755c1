r"""A book's root document taken apart into units that can be set by themselves.

A unit is the front matter, the back matter, or some chapters of the main matter that follow each
other. A unit begins where a page begins anyway, and with a numbered chapter, from which all numbers
within chapters count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from scidraft_tex.files import text_of

__all__ = ["Matter", "Split", "Unit", "split_book"]

_BEGIN = "\\begin{document}"
_END = "\\end{document}"
_INPUT = re.compile(r"\\input\{(?P<name>[^{}]+)\}")
_COMMENT = re.compile(r"^[^\S\n]*%.*\n?", re.MULTILINE)
_FIRST_HEADING = re.compile(r"\\(?:(?P<numbered>chapter)(?![A-Za-z*])|chapter\*|addchap|addpart)")
_PART = re.compile(r"\\part(?![A-Za-z*])")
_CHAPTER = re.compile(r"\\chapter(?![A-Za-z*])")

_FOLIO = "\\newcommand*\\folio[1]{\\pagemark}"
"""How the book's own templates print folios."""

_OWN_PAGE = re.compile(
    r"\\(?:thepage|pagemark|c@page)(?![A-Za-z@])|\\(?:arabic|roman|Roman|alph|Alph|value|the)\s*\{page\}"
)
_LARGE = 100_000
"""From how many characters of chapters a book is set in units."""

_FULL = 36
"""How many measures of text end a unit."""

_MEASURE = 4096
"""Chapters are measured roughly, so that a small change leaves the units as they are."""

_FEW = 12
"""How many measures of text end a unit of a small book, which has several all the same."""

_COARSE = 4
"""By how many measures the units of one small book are larger than those of another."""

_SEVERAL = 4
"""How many units a small book has: more may be set side by side, each takes its time to begin."""


class Matter(StrEnum):
    """Which of a book's three parts a unit belongs to."""

    FRONT = "front"
    MAIN = "main"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its name, its lines of the root document, the text of the files that these name.

    `number` counts from 0, the front matter. `parts` and `chapters` are how many numbered ones
    stand in it.
    """

    name: str
    number: int
    matter: Matter
    body: str
    text: str

    @property
    def parts(self) -> int:
        """How many numbered parts begin in it."""
        return len(_PART.findall(self.body))

    @property
    def chapters(self) -> int:
        """How many numbered chapters begin in it."""
        return len(_CHAPTER.findall(self.text))


@dataclass(frozen=True, slots=True)
class Split:
    r"""A root document in units; `head` goes up to and with `\begin{document}`.

    With `late` folios no unit prints the number of the page that it is on, which is written when
    the units are joined. `two_sided` tells left pages from right ones, `opens_right` that chapters
    begin on these.
    """

    head: str
    units: tuple[Unit, ...]
    late: bool = False
    two_sided: bool = False
    opens_right: bool = False


@dataclass(slots=True)
class _Segment:
    """The lines of the root document that go with one chapter's file, and the file's text."""

    lines: list[str] = field(default_factory=list)
    text: str = ""

    @property
    def begins(self) -> bool:
        """Whether a unit may begin with it."""
        heading = _FIRST_HEADING.search(self.text)
        return bool(heading and heading["numbered"])

    @property
    def size(self) -> int:
        """Its length in measures, the last of them begun."""
        return len(self.text) // _MEASURE + 1


def split_book(folder: Path, root: str, large: int = _LARGE, full: int = _FULL) -> Split | None:
    r"""Return the units of the document ROOT, whose files lie in FOLDER, of at most FULL measures.

    A chapter alone may have more, and small books have smaller units. None if there are less than
    LARGE characters in the chapters, or if the document has not the three parts of a book.
    """
    head, begin, rest = root.partition(_BEGIN)
    body, end, _ = rest.rpartition(_END)
    front, main, more = body.partition("\n\\mainmatter\n")
    middle, back, after = more.partition("\n\\backmatter\n")
    if not (begin and end and main and back):
        return None
    segments = list(_segments(folder, middle))
    if sum(len(segment.text) for segment in segments) < large:
        return None
    several = sum(segment.size for segment in segments) // (_SEVERAL * _COARSE) * _COARSE
    grouped = list(_groups(segments, min(full, max(_FEW, several))))
    names = [f"{number:03d}" for number in range(1, len(grouped) + 1)]
    bodies = ["\n".join(line for one in group for line in one.lines) for group in grouped]
    texts = ["".join(one.text for one in group) for group in grouped]
    last = len(grouped) + 1
    options = head.partition("\\documentclass")[2].partition("]")[0]
    return Split(
        head + begin,
        late=_late(head + _input_text(folder, head), texts),
        two_sided="twoside" in options,
        opens_right="open=right" in options,
        units=(
            Unit("front", 0, Matter.FRONT, front, _input_text(folder, front)),
            *(
                Unit(name, number, Matter.MAIN, lines, text)
                for number, (name, lines, text) in enumerate(
                    zip(names, bodies, texts, strict=True), start=1
                )
            ),
            Unit("back", last, Matter.BACK, f"\\backmatter\n{after}", _input_text(folder, after)),
        ),
    )


def _late(preamble: str, texts: Sequence[str]) -> bool:
    r"""Tell whether all that prints a page's own number is `\folio`, in PREAMBLE and in TEXTS."""
    rest = preamble.replace(_FOLIO, "", 1)
    return rest != preamble and not any(_OWN_PAGE.search(text) for text in (rest, *texts))


def _segments(folder: Path, text: str) -> Iterator[_Segment]:
    """Yield the segments of the main matter TEXT; what follows the last file belongs to it."""
    segment = _Segment()
    waiting: list[_Segment] = []
    for line in text.split("\n"):
        segment.lines.append(line)
        if _INPUT.search(line):
            segment.text = _input_text(folder, line)
            waiting.append(segment)
            segment = _Segment()
    if waiting:
        waiting[-1].lines.extend(segment.lines)
    yield from waiting


def _groups(segments: Sequence[_Segment], full: int) -> Iterator[list[_Segment]]:
    """Yield the segments of each unit, which has FULL measures at most, or one segment."""
    group: list[_Segment] = []
    for segment in segments:
        beyond = sum(one.size for one in group) + segment.size > full
        if group and beyond and segment.begins:
            yield group
            group = []
        group.append(segment)
    if group:
        yield group


def _input_text(folder: Path, text: str, depth: int = 8) -> str:
    """Return the text of the files that TEXT names and that these name, without comments."""
    found = []
    for match in _INPUT.finditer(_COMMENT.sub("", text)):
        inner = _COMMENT.sub("", text_of(folder / f"{match['name'].removesuffix('.tex')}.tex"))
        found.append(inner)
        if depth:
            found.append(_input_text(folder, inner, depth - 1))
    return "".join(found)
