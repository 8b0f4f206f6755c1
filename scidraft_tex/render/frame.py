r"""The frame of a book: everything about it that no note says, set into the LaTeX templates.

The templates are Jinja2 with delimiters that TeX editors take for commands: `\VAR{expression}`
prints, `\BLOCK{statement}` decides, `\#{comment}` is dropped (templates/README.md). A site's own
templates are looked for before ours, name by name, so that one of them may be replaced alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from traceback import extract_tb

import jinja2

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.engines import Engine
from scidraft_tex.kinds import KINDS, Kind
from scidraft_tex.labels import label
from scidraft_tex.languages import Support, find_language
from scidraft_tex.render.faces import Faces, own_faces
from scidraft_tex.render.katex import definitions
from scidraft_tex.render.math import macro_definitions
from scidraft_tex.render.papers import DEFAULT_PAPER, Paper, Profile
from scidraft_tex.render.tex import escape
from scidraft_tex.settings import Margins

FILES = ("book.tex", "preamble.tex", "frontmatter.tex", "backmatter.tex", "book.ist", "latexmkrc")
"""The files of a book's folder that the frame gives; the template of each is `book/<file>.j2`."""


class Numbering(StrEnum):
    """How results are numbered within a chapter: all by one counter, each kind by its own, not."""

    SHARED = "shared"
    PER_KIND = "per-kind"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Credit:
    """An author on the title page; LaTeX."""

    name: str
    affiliation: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Chapters under a title.

    `title` is LaTeX, empty for chapters that belong to no part, and `label` a TeX label or empty.
    `chapters` are files relative to the book's folder, without their `.tex`.
    """

    title: str
    chapters: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Index:
    """A printed index; `name` is the `.idx` file's stem, `title` LaTeX."""

    name: str
    title: str

    @property
    def label(self) -> str:
        """The TeX label of its first page."""
        return label("index", self.name)


@dataclass(frozen=True, slots=True)
class Lists:
    """Which lists stand in the front matter; `kinds` have one of their results each."""

    contents: bool = True
    results: bool = False
    kinds: tuple[Kind, ...] = ()
    algorithms: bool = False
    figures: bool = False
    tables: bool = False
    listings: bool = False

    @property
    def any(self) -> bool:
        """Whether there is a list besides the contents."""
        floats = (self.algorithms, self.figures, self.tables, self.listings)
        return self.results or bool(self.kinds) or any(floats)


@dataclass(frozen=True, slots=True)
class Frame:
    r"""All that a book's frame holds; strings are LaTeX where nothing else is said.

    `faces` are the book's own where there are none, `margins` in place of the paper's where given.
    `year` is that of the copyright, `toc_depth` 0 for chapters and 1 for sections in the contents.
    `see` are index entries that belong to no page.
    With `back_references` lists of references tell the pages that cite an entry, on screen.
    `plain_title` is the title without commands, for the PDF's metadata (escaped; empty: `title`).
    `language` is a BCP 47 tag, `support` what TeX has for it. `bibliographies` are the `.bib`
    files, `backmatter` the `.tex` files before the indexes, all relative to the book's folder.
    `macros` are the site's KaTeX macros, as (`\name`, meaning). `unicode` is a text of
    `\DeclareUnicodeCharacter` lines and `fallback` what precedes the fonts (both from
    `glyphs.character_preamble`). `packages` names what the notes need beyond what every book loads
    (`katex.packages`), and `commands` the commands of their formulas (`katex.used_commands`): None
    has the definitions for all that KaTeX takes.
    """

    title: str
    parts: tuple[Part, ...]
    subtitle: str = ""
    plain_title: str = ""
    authors: tuple[Credit, ...] = ()
    subject: str = ""
    keywords: tuple[str, ...] = ()
    edition: str = ""
    date: str = ""
    year: str = ""
    licence: str = ""
    publisher: str = ""
    dedication: str = ""
    language: str = "en"
    support: Support = Support()  # noqa: RUF009  # frozen
    engine: Engine = Engine.PDFLATEX
    profile: Profile = Profile.PRINT
    paper: Paper = DEFAULT_PAPER
    margins: Margins = Margins()  # noqa: RUF009  # frozen
    faces: Faces | None = None
    kinds: tuple[Kind, ...] = KINDS
    numbering: Numbering = Numbering.SHARED
    indexes: tuple[Index, ...] = ()
    see: tuple[str, ...] = ()
    lists: Lists = field(default_factory=Lists)
    toc_depth: int = 1
    back_references: bool = False
    preface: tuple[str, ...] = ()
    backmatter: tuple[str, ...] = ()
    bibliographies: tuple[str, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()
    unicode: str = ""
    fallback: str = ""
    packages: tuple[str, ...] = ()
    commands: frozenset[str] | None = None

    @property
    def has_parts(self) -> bool:
        """Whether any chapter stands under a part's title."""
        return any(part.title for part in self.parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The authors' names."""
        return tuple(author.name for author in self.authors)


class TemplateFaultError(Exception):
    """A template cannot be used; `diagnostic` says which, where and why."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep what to tell the user."""
        super().__init__(fault.message)
        self.diagnostic = fault


def template_folders(site: Path | None = None) -> tuple[Path, ...]:
    """Return where templates are looked for: `templates` in the folder SITE, if any, then ours.

    Ours lie beside the package in the repository and inside it where a wheel was installed.
    """
    package = Path(__file__).resolve().parent.parent
    repository, wheel = package.parent / "templates", package / "_templates"
    ours = wheel if wheel.is_dir() else repository
    own = () if site is None else (site / "templates",)
    return (*(folder for folder in own if folder.is_dir()), ours)


def render_frame(frame: Frame, templates: Sequence[Path]) -> dict[str, str]:
    """Return the files of FRAME's folder by name, made from the folders TEMPLATES.

    The first folder that has a template wins. Raises `TemplateFaultError` for a template that is
    missing, has a fault, or asks for a name that is not there.
    """
    environment = _environment(templates)
    page = frame.paper.layout(frame.profile, frame.margins)
    language = find_language(frame.language)
    faces = frame.faces or own_faces(frame.engine)
    names = {
        "frame": frame,
        "paper": frame.paper,
        "page": page,
        "faces": faces,
        "language": language,
    }
    flags = {
        "screen": frame.profile is Profile.SCREEN,
        "print": frame.profile is Profile.PRINT,
        "engine": frame.engine.value,
        "pdftex": frame.engine is Engine.PDFLATEX,
        "xetex": frame.engine is Engine.XELATEX,
    }
    return {file: _fill(environment, f"book/{file}.j2", names | flags) for file in FILES}


def points(length: float) -> str:
    """Return LENGTH in pt as TeX reads it, to a hundredth: `334pt`."""
    return f"{length:.2f}".rstrip("0").rstrip(".") + "pt"


def with_argument(text: str) -> str:
    r"""Return TEXT escaped, `#` for its argument: `on page~#1`."""
    return "#1".join(escape(part) for part in text.split("#"))


def _katex_definitions(commands: frozenset[str] | None, engine: Engine) -> str:
    return definitions(engine, commands)


def _environment(templates: Sequence[Path]) -> jinja2.Environment:
    environment = jinja2.Environment(
        block_start_string=r"\BLOCK{",
        block_end_string="}",
        variable_start_string=r"\VAR{",
        variable_end_string="}",
        comment_start_string=r"\#{",
        comment_end_string="}",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        loader=jinja2.FileSystemLoader([str(folder) for folder in templates]),
        autoescape=False,  # noqa: S701 - it prints TeX, not HTML, and values come escaped for TeX
    )
    environment.filters["pt"] = points
    environment.filters["tex"] = escape
    environment.filters["with_argument"] = with_argument
    environment.filters["macro_definitions"] = macro_definitions
    environment.filters["katex_definitions"] = _katex_definitions
    return environment


def _fill(environment: jinja2.Environment, name: str, values: dict[str, object]) -> str:
    try:
        return environment.get_template(name).render(values)
    except jinja2.TemplateNotFound as fault:
        raise _fault(str(fault.name or name), 0, "there is no such template") from fault
    except jinja2.TemplateSyntaxError as fault:
        raise _fault(fault.name or name, fault.lineno, str(fault.message)) from fault
    except jinja2.TemplateError as fault:
        raise _fault(*_where(fault, name), str(fault.message)) from fault


def _where(fault: Exception, name: str) -> tuple[str, int]:
    """Return the template and the line at which FAULT was raised, NAME where that is not known."""
    for step in reversed(extract_tb(fault.__traceback__)):
        path = Path(step.filename)
        if path.suffix == ".j2":
            return f"{path.parent.name}/{path.name}", step.lineno or 0
    return name, 0


def _fault(name: str, line: int, message: str) -> TemplateFaultError:
    place = Place(f"templates/{name}", line)
    return TemplateFaultError(diagnostic("template-fault", message, place=place))
