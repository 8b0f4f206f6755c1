r"""The frame of a book: all about it that no note says, set into the LaTeX templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

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
_TEMPLATES = {file: f"book/{file}.j2" for file in FILES}


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
    `\DeclareUnicodeCharacter` lines, `fallback` what precedes the fonts, `ideographs` babel's
    name of the language by which ideographs break (all from `glyphs.character_preamble`).
    `packages` names what the notes need beyond what every book loads (`katex.packages`), and
    `commands` the commands of their formulas (`katex.used_commands`): None has the definitions
    for all that KaTeX takes.
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
    backmatter: tuple[str, ...] = ()
    bibliographies: tuple[str, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()
    unicode: str = ""
    fallback: str = ""
    ideographs: str = ""
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


def render_frame(frame: Frame, templates: Sequence[Path]) -> dict[str, str]:
    """Return the files of FRAME's folder by name, made from the folders TEMPLATES.

    The first folder that has a template wins. Raises `TemplateFaultError` for a template that is
    missing, has a fault, or asks for a name that is not there.
    """
    from scidraft_tex.render.templates import Templates  # noqa: PLC0415  # brings Jinja2

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
    made = Templates(tuple(templates), FILTERS).fill(list(_TEMPLATES.values()), names | flags)
    return {file: made[template] for file, template in _TEMPLATES.items()}


def points(length: float) -> str:
    """Return LENGTH in pt as TeX reads it, to a hundredth: `334pt`."""
    return f"{length:.2f}".rstrip("0").rstrip(".") + "pt"


def with_argument(text: str) -> str:
    r"""Return TEXT escaped, `#` for its argument: `on page~#1`."""
    return "#1".join(escape(part) for part in text.split("#"))


def _katex_definitions(commands: frozenset[str] | None, engine: Engine) -> str:
    return definitions(engine, commands)


FILTERS: Mapping[str, Callable[..., str]] = {
    "pt": points,
    "tex": escape,
    "with_argument": with_argument,
    "macro_definitions": macro_definitions,
    "katex_definitions": _katex_definitions,
}
"""What templates may call, by name."""
