"""Sheets taken through rendering and TeX, and what is on their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pikepdf

from scidraft_tex.cache import user_cache
from scidraft_tex.engines import Engine
from scidraft_tex.handout_settings import Audience, SheetPlan
from scidraft_tex.render.folder import write_folder
from scidraft_tex.render.handout import SheetLook, render_sheet
from scidraft_tex.render.sheets.measures import Measures
from scidraft_tex.render.sheets.paper import DESIGN, Fitting
from scidraft_tex.resolve.handout import Sheet
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Shell
from scidraft_tex.typeset import Typeset, typeset
from scidraft_tex.typeset.measures import read_measures
from tests.resolve.sheets import MadeSheet

__all__ = ["Printed", "Rule", "look", "measured", "printed", "rendered", "rules_of"]

POINTS = 72.27 / 72
"""TeX's points in one of PDF."""


def look(
    engine: Engine = Engine.PDFLATEX,
    measures: Measures | None = None,
    *,
    plan: SheetPlan | None = None,
    settings: Settings | None = None,
    fitting: Fitting = DESIGN,
) -> SheetLook:
    """Return a look with nothing said but what is given."""
    own = (settings or Settings()).spoken_as("en")
    return SheetLook(own, plan or SheetPlan(), engine, measures or Measures(), fitting)


def rendered(sheet: Sheet, own: SheetLook | None = None) -> dict[str, str]:
    """Return the files of SHEET, which rendered without a word."""
    made = render_sheet(sheet, own or look())
    assert not list(made.diagnostics)
    return dict(made.files)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule on a page: its lower left corner and its size, in TeX's points."""

    page: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Printed:
    """A sheet as TeX set it."""

    folder: Path
    typeset: Typeset

    @property
    def pdf(self) -> Path:
        """The file, which TeX made without a complaint."""
        assert self.typeset.pdf is not None
        assert [(item.code, item.message) for item in self.typeset.diagnostics] == []
        return self.typeset.pdf

    def pages(self) -> list[str]:
        """Return the text of each page, on one line."""
        run = Shell().run(Command("pdftotext", ("-layout", str(self.pdf), "-"), self.folder))
        return [" ".join(page.split()) for page in run.stdout.split("\f")[:-1]]

    def text(self) -> str:
        """Return the text of all pages."""
        return " ".join(self.pages())

    def words(self) -> Iterator[tuple[int, str, float, float]]:
        """Yield page, word, and its upper and lower edge from the top of the page, in pt."""
        run = Shell().run(Command("pdftotext", ("-bbox", str(self.pdf), "-"), self.folder))
        page = -1
        for line in run.stdout.splitlines():
            page += "<page " in line
            found = re.search(r'yMin="([\d.]+)".*yMax="([\d.]+)">([^<]*)</word>', line)
            if found:
                yield page, found[3], float(found[1]) * POINTS, float(found[2]) * POINTS

    def below(self, word: str) -> float:
        """Return the lower edge of WORD from the top of its page, in pt."""
        return next(bottom for _, text, _, bottom in self.words() if text == word)

    def rules(self) -> list[Rule]:
        """Return all rules, in the order of the pages' contents."""
        return rules_of(self.pdf)

    def destinations(self) -> list[str]:
        """Return the names of all places that links may reach."""
        with pikepdf.open(self.pdf) as document:
            tree = pikepdf.NameTree(document.Root.Names.Dests)
            return [str(name) for name, _ in tree.items()]

    def links(self) -> list[str]:
        """Return the names that the links lead to."""
        with pikepdf.open(self.pdf) as document:
            actions = [
                annotation.get("/A")
                for page in document.pages
                for annotation in page.get("/Annots", [])
            ]
            return [str(action.D) for action in actions if action and "/D" in action]


def rules_of(pdf: Path) -> list[Rule]:
    """Return all rules of PDF, in the order of the pages' contents."""
    with pikepdf.open(pdf) as document:
        return [rule for number, page in enumerate(document.pages) for rule in _rules(number, page)]


def _rules(number: int, page: pikepdf.Page) -> Iterator[Rule]:
    """Yield the rules of PAGE: pdfTeX fills boxes, and strokes lines where they are thin."""
    stack: list[pikepdf.Matrix] = []
    matrix = pikepdf.Matrix()
    line, start, end = 0.0, (0.0, 0.0), (0.0, 0.0)
    for instruction in pikepdf.parse_content_stream(page):
        name = str(instruction.operator)
        numbers = [float(v) for v in instruction.operands] if name in _OPERATORS else []
        match name:
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = pikepdf.Matrix(*numbers) @ matrix
            case "w":
                line = numbers[0]
            case "m":
                start = (numbers[0], numbers[1])
            case "l":
                end = (numbers[0], numbers[1])
            case "S":
                yield _stroked(number, matrix, line, start, end)
            case "re":
                x, y = matrix.transform((numbers[0], numbers[1]))
                width, height = numbers[2] * matrix.a, numbers[3] * matrix.d
                yield Rule(number, x * POINTS, y * POINTS, width * POINTS, height * POINTS)


_OPERATORS = frozenset({"cm", "w", "m", "l", "re"})


def _stroked(
    number: int,
    matrix: pikepdf.Matrix,
    line: float,
    start: tuple[float, float],
    end: tuple[float, float],
) -> Rule:
    x, y = matrix.transform(start)
    width, height = end[0] - start[0], end[1] - start[1]
    if height < width:
        return Rule(number, x * POINTS, (y - line / 2) * POINTS, width * POINTS, line * POINTS)
    return Rule(number, (x - line / 2) * POINTS, y * POINTS, line * POINTS, height * POINTS)


def printed(sheet: Sheet, folder: Path, own: SheetLook | None = None) -> Printed:
    """Set SHEET in FOLDER, from a preamble that is dumped once, as the program does."""
    given = own or look()
    write_folder(folder, rendered(sheet, given))
    formats = user_cache("formats", folder)
    made = typeset(folder, given.root, given.engine, Shell(), seconds=120, formats=formats)
    return Printed(folder, made)


def measured(made: MadeSheet, folder: Path, own: SheetLook | None = None) -> Measures:
    """Return what the run that measures finds of MADE, set in FOLDER."""
    given = own or look()
    assert printed(made.sheet, folder, given).pdf.is_file()
    return read_measures(folder, given.root)


def all_audiences(
    made: MadeSheet, folder: Path, own: SheetLook, audiences: Sequence[Audience]
) -> dict[Audience, Printed]:
    """Return MADE as each of AUDIENCES has it, all with what was measured once."""
    measures = measured(made, folder / "measure", own)
    given = SheetLook(own.settings, own.plan, own.engine, measures, own.fitting)
    return {name: printed(made.audience(name), folder / name, given) for name in audiences}
