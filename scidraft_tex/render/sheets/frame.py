"""What the templates of a sheet are told, and the files that they make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.kinds import KINDS, Kind
from scidraft_tex.languages import Support, find_language
from scidraft_tex.render.faces import Faces
from scidraft_tex.render.frame import FILTERS, Numbering
from scidraft_tex.render.sheets.measures import EXERCISES
from scidraft_tex.render.sheets.paper import SheetPage
from scidraft_tex.render.templates import Templates
from scidraft_tex.render.tex import escape

__all__ = ["PREAMBLE", "SheetFrame", "SheetHead", "render_sheet_frame", "with_arguments"]

PREAMBLE = "preamble.tex"
"""The file of a sheet's preamble."""
_ROOT_TEMPLATE = "handout/sheet.tex.j2"
_PREAMBLE_TEMPLATE = "handout/preamble.tex.j2"


@dataclass(frozen=True, slots=True)
class Tall:
    """A page as tall as TeX allows, and its text; in pt."""

    paper: float = 8200.0
    text: float = 8000.0


TALL = Tall()
"""The page of the run that measures, on which no piece is broken. TeX's own limit is 16383 pt, but
the output routine of LaTeX adds up twice what is on a page."""


@dataclass(frozen=True, slots=True)
class SheetHead:
    r"""The head of the first page; LaTeX, and "" for what it does not have.

    `where` are the term and the institute, `edition` what is said of a file that is not for
    students, `about` the points and the time of all of it. `qr` is the code of `address`, `qr_size`
    pt wide, and `short_address` what one types.
    """

    title: str = ""
    course: str = ""
    lecturer: str = ""
    where: tuple[str, ...] = ()
    number: str = ""
    date: str = ""
    edition: str = ""
    about: tuple[str, ...] = ()
    name_field: bool = False
    qr: str = ""
    qr_size: float = 0.0
    address: str = ""
    short_address: str = ""

    @property
    def running(self) -> tuple[str, ...]:
        """What stands at the head of the other pages."""
        return tuple(text for text in (self.course, self.number, self.date) if text)


@dataclass(frozen=True, slots=True)
class SheetFrame:
    """All that a sheet's frame holds; strings are LaTeX where nothing else is said.

    `text`, `solutions` and `references` are files of the folder without their `.tex`, the last two
    "" where there are none. `marks` are the tables of the exercises. `counters` are those that the
    run that measures writes down. The others are as in a book's frame.
    """

    head: SheetHead
    plain_title: str
    text: str
    solutions: str = ""
    references: str = ""
    marks: tuple[str, ...] = ()
    footer: str = ""
    counters: tuple[str, ...] = ()
    language: str = "en"
    support: Support = Support()  # noqa: RUF009  # frozen
    engine: Engine = Engine.PDFLATEX
    kinds: tuple[Kind, ...] = KINDS
    numbering: Numbering = Numbering.SHARED
    macros: tuple[tuple[str, str], ...] = ()
    unicode: str = ""
    fallback: str = ""
    ideographs: str = ""
    packages: tuple[str, ...] = ()
    commands: frozenset[str] | None = None


def render_sheet_frame(
    frame: SheetFrame,
    page: SheetPage,
    faces: Faces,
    templates: Sequence[Path],
    root: str,
    *,
    measuring: bool = False,
) -> dict[str, str]:
    """Return the files `<ROOT>.tex` and `preamble.tex` of FRAME, made from the folders TEMPLATES.

    MEASURING makes those of the run that measures. Raises `TemplateFaultError` as `render_frame`.
    """
    values = {
        "frame": frame,
        "head": frame.head,
        "paper": page,
        "page": page.layout,
        "tall": TALL,
        "faces": faces,
        "language": find_language(frame.language),
        "measuring": measuring,
        "exercises": EXERCISES,
        "chapters": False,
        "screen": False,
        "print": True,
        "engine": frame.engine.value,
        "pdftex": frame.engine is Engine.PDFLATEX,
        "xetex": frame.engine is Engine.XELATEX,
    }
    names = [_ROOT_TEMPLATE, _PREAMBLE_TEMPLATE]
    made = Templates(tuple(templates), _FILTERS).fill(names, values)
    return {f"{root}.tex": made[_ROOT_TEMPLATE], PREAMBLE: made[_PREAMBLE_TEMPLATE]}


def with_arguments(text: str) -> str:
    """Return TEXT escaped, `#` for its arguments in their order.

    >>> with_arguments("page # of #")
    'page #1 of #2'
    """
    first, *others = (escape(part) for part in text.split("#"))
    return first + "".join(f"#{number}{part}" for number, part in enumerate(others, start=1))


_FILTERS: Mapping[str, Callable[..., str]] = {**FILTERS, "with_arguments": with_arguments}
