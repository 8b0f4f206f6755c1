"""What stands where on a page of a PDF: words, rules, links; in pt from the top left corner."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf

__all__ = ["Box", "Leads", "Word", "leads", "read_words", "rules"]

_PAGE = re.compile(r"<page [^>]*>(.*?)</page>", re.DOTALL)
_WORD = re.compile(r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>')


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page PAGE, counted from 1."""

    page: int
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        """Half its height."""
        return (self.top + self.bottom) / 2

    def is_in_line_with(self, other: Box) -> bool:
        """Tell whether the middle of this one lies between top and bottom of OTHER."""
        return self.page == other.page and other.top <= self.middle <= other.bottom

    def covers(self, other: Box) -> bool:
        """Tell whether this one lies over the middle line of OTHER, all of it or a part."""
        return other.is_in_line_with(self) and self.left < other.right and other.left < self.right


@dataclass(frozen=True, slots=True)
class Word(Box):
    """A word and the box around it."""

    text: str


@dataclass(frozen=True, slots=True)
class Leads:
    """A link: its box, and the page and height that it leads to."""

    box: Box
    page: int
    top: float


def read_words(pdf: Path) -> list[Word]:
    """Return the words of PDF in reading order."""
    done = subprocess.run(
        ["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True, check=True
    )
    return [
        Word(number, float(left), float(top), float(right), float(bottom), html.unescape(text))
        for number, page in enumerate(_PAGE.findall(done.stdout), start=1)
        for left, top, right, bottom, text in _WORD.findall(page)
    ]


def rules(pdf: Path, number: int) -> list[Box]:
    """Return the straight lines of the page NUMBER of PDF as pdfTeX draws its rules."""
    with pikepdf.open(pdf) as document:
        page = document.pages[number - 1]
        height = float(page.mediabox[3])
        return [
            Box(number, min(x, right), height - max(y, top), max(x, right), height - min(y, top))
            for (x, y), (right, top) in _lines(page)
        ]


def _lines(page: pikepdf.Page) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the two ends of each line."""
    matrix, kept, start = pikepdf.Matrix(), [], (0.0, 0.0)
    for step in pikepdf.parse_content_stream(page):
        name = str(step.operator)
        if name == "q":
            kept.append(matrix)
        elif name == "Q":
            matrix = kept.pop()
        elif name in {"cm", "m", "l"}:
            values = [float(str(value)) for value in step.operands]
            if name == "cm":
                matrix = pikepdf.Matrix(*values) @ matrix
                continue
            point = matrix.transform((values[0], values[1]))
            if name == "l":
                yield start, point
            start = point


def leads(pdf: Path) -> list[Leads]:
    """Return the links of PDF that lead to a place of its own, each with where it leads.

    One whose destination is not there raises `KeyError`.
    """
    found = []
    with pikepdf.open(pdf) as document:
        numbers = {page.obj.objgen: at for at, page in enumerate(document.pages, start=1)}
        names = pikepdf.NameTree(document.Root.Names.Dests)
        for at, page in enumerate(document.pages, start=1):
            height = float(page.mediabox[3])
            for link in page.get("/Annots", ()):
                if "/D" not in link.get("/A", pikepdf.Dictionary()):
                    continue
                place = names[str(link.A.D)]
                place = place.D if isinstance(place, pikepdf.Dictionary) else place
                x, y, right, top = (float(str(value)) for value in link.Rect)
                box = Box(at, x, height - top, right, height - y)
                found.append(Leads(box, numbers[place[0].objgen], height - float(str(place[3]))))
    return found
