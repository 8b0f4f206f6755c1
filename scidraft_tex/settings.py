"""The settings of a book: `book.yaml`, as frozen values. Every key of it is optional.

The keys, what they mean and their defaults are told by schemas/book.schema.json, from which
docs/settings.md is made; a test holds that the defaults here are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

from scidraft_tex.diagnostics import Place
from scidraft_tex.kinds import KINDS, Kind, by_key, by_name
from scidraft_tex.languages import Language, find_language, localised
from scidraft_tex.limits import Limits

Arrangement: TypeAlias = Literal["entry-sets", "folders", "tags", "flat"]
Numbering: TypeAlias = Literal["shared", "per-kind", "none"]
Engine: TypeAlias = Literal["auto", "pdflatex", "lualatex", "xelatex"]
Profile: TypeAlias = Literal["screen", "print"]
Paper: TypeAlias = Literal["a4", "letter", "b5", "17x24", "6x9", "a5"]
TableStyle: TypeAlias = Literal["bordered", "academic"]
DiagramTheme: TypeAlias = Literal["default", "neutral", "dark", "forest", "base"]
DiagramRenderer: TypeAlias = Literal["auto", "browser", "mermaidx", "none"]
Imposition: TypeAlias = Literal["none", "booklet", "2up"]
Trust: TypeAlias = Literal["authors", "notes"]
Level: TypeAlias = Literal["error", "warning", "note", "off"]
Places: TypeAlias = tuple[tuple[str, Place], ...]
TexLive: TypeAlias = Literal[2025, 2023]
Compiler: TypeAlias = Literal["auto", "pdflatex", "xelatex"]
PreprintStyle: TypeAlias = Literal["plain", "twocolumn"]
BibliographyForm: TypeAlias = Literal["bibtex", "biblatex"]


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """A chapter as `book.yaml` plans it: its title, and what brings notes into it, in this order.

    `notes` are paths, relative to the site's folder or its content folder, or notes' keys; `globs`
    are patterns of such paths; a note comes in with any of `tags`, and as an entry of `entry_set`,
    of which `categories`, if there are any, take a part. `places` tells where the chapter, as "",
    and each name in it are written; two plans may differ in that and be equal.
    """

    title: str = ""
    notes: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    entry_set: str = ""
    categories: tuple[str, ...] = ()
    places: Places = field(default=(), compare=False)

    def place_of(self, written: str) -> Place:
        """Return where a name is WRITTEN, else where the chapter is planned."""
        known = dict(self.places)
        return known.get(written) or known.get("") or Place("book.yaml")


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A part as `book.yaml` plans it; without a title its chapters stand in no part."""

    title: str = ""
    chapters: tuple[ChapterPlan, ...] = ()


@dataclass(frozen=True, slots=True)
class Fonts:
    """Font families by name, the book's own where empty, and the text's size in pt.

    A size of 0 is that of the paper's design.
    """

    main: str = ""
    sans: str = ""
    mono: str = ""
    math: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Margins:
    """Margins as TeX lengths (`25mm`), those of the paper's design where empty."""

    inner: str = ""
    outer: str = ""
    top: str = ""
    bottom: str = ""
    binding: str = ""


@dataclass(frozen=True, slots=True)
class Tables:
    """How tables look: the style of one that names none."""

    default: TableStyle = "bordered"


@dataclass(frozen=True, slots=True)
class Diagrams:
    """How Mermaid diagrams are drawn: Mermaid's theme, and the program."""

    theme: DiagramTheme = "neutral"
    renderer: DiagramRenderer = "auto"


@dataclass(frozen=True, slots=True)
class Lists:
    """Which lists follow the contents; one without entries is not printed.

    `result_kinds` are the kinds that the list of results holds, all if it is empty.
    """

    results: bool = False
    result_kinds: tuple[str, ...] = ()
    algorithms: bool = True
    figures: bool = False
    tables: bool = False
    listings: bool = False


@dataclass(frozen=True, slots=True)
class Preprints:
    """How preprints are made.

    `texlive` is the TeX Live that the bundle asks arXiv for, `compiler` its engine (`auto` is
    pdfLaTeX if the characters allow it), `bibliography` how the references are shipped, and
    `bundle` whether there is an archive of the source.
    """

    texlive: TexLive = 2025
    compiler: Compiler = "auto"
    style: PreprintStyle = "plain"
    bibliography: BibliographyForm = "bibtex"
    bundle: bool = True


@dataclass(frozen=True, slots=True)
class UsageLimits:
    """What a book may use: `seconds` a program; megabytes of `memory`, of a `file` and of a `note`.

    A document has no more than `pages`.
    """

    seconds: int = 600
    memory: int = 4096
    file: int = 2048
    pages: int = 5000
    note: int = 4

    @property
    def programs(self) -> Limits:
        """The limits of each program."""
        return Limits(float(self.seconds), memory=self.memory << 20, written=self.file << 20)


class Overrides(TypedDict, total=False):
    """What a command line can say in place of `book.yaml`; None is nothing said."""

    title: str | None
    subtitle: str | None
    authors: tuple[str, ...] | None
    edition: str | None
    date: str | None
    language: str | None
    arrange: Arrangement | None
    numbering: Numbering | None
    engine: Engine | None
    profile: Profile | None
    paper: Paper | None
    toc_depth: int | None
    page_multiple: int | None
    trust: Trust | None
    table_style: TableStyle | None
    diagram_theme: DiagramTheme | None
    diagram_renderer: DiagramRenderer | None
    impose: Imposition | None
    crop_marks: bool | None
    texlive: TexLive | None
    compiler: Compiler | None
    style: PreprintStyle | None
    bibliography: BibliographyForm | None
    bundle: bool | None


@dataclass(frozen=True, slots=True)
class Settings:
    """A book's settings.

    An empty `title`, `authors` or `language` is the site's own. `site` is the site's folder,
    relative to that of `book.yaml`. `kinds` are the site's own, see `all_kinds`. `indexes` names
    entry sets; None is all that have entries. `toc_depth` is 0 for chapters, 1 for sections.
    `bleed` is a TeX length (`3mm`). `diagnostics` are levels of codes in place of their own.
    """

    title: str = ""
    subtitle: str = ""
    authors: tuple[str, ...] = ()
    subject: str = ""
    keywords: tuple[str, ...] = ()
    edition: str = ""
    date: str = ""
    language: str = ""
    licence: str = ""
    publisher: str = ""
    dedication: str = ""
    site: str = "."
    parts: tuple[PartPlan, ...] = ()
    arrange: Arrangement = "entry-sets"
    kinds: tuple[Kind, ...] = ()
    numbering: Numbering = "shared"
    engine: Engine = "auto"
    profile: Profile = "screen"
    paper: Paper = "a4"
    fonts: Fonts = Fonts()
    margins: Margins = Margins()
    tables: Tables = Tables()
    diagrams: Diagrams = Diagrams()
    drop: tuple[str, ...] = ()
    indexes: tuple[str, ...] | None = None
    index_definitions: bool = False
    symbols: bool = False
    lists: Lists = Lists()
    toc_depth: int = 1
    at_a_glance: bool = False
    back_references: bool = True
    colour_figures: bool = False
    page_multiple: int = 1
    impose: Imposition = "none"
    crop_marks: bool = False
    bleed: str = "3mm"
    trust: Trust = "authors"
    limits: UsageLimits = UsageLimits()
    diagnostics: tuple[tuple[str, Level], ...] = ()
    preprint: Preprints = Preprints()

    @property
    def spoken(self) -> Language:
        """The book's language as the table has it."""
        return find_language(self.language)

    @property
    def all_kinds(self) -> tuple[Kind, ...]:
        """The kinds of the one table, named in the book's language, and the site's own.

        An own one of the same name, in that language or English, replaces.
        """
        table = localised(KINDS, self.spoken)
        names = by_name(table)
        own = [
            replace(kind, term=names[kind.name].stem) if kind.name in names else kind
            for kind in self.kinds
        ]
        return tuple({**by_key(table), **by_key(own)}.values())

    def spoken_as(self, language: str) -> Settings:
        """Return these settings with the language that holds: theirs, else the site's LANGUAGE."""
        return replace(self, language=self.language or language or "en")

    def apart(self) -> Settings:
        """Return these settings less what only a book has: its title, parts, indexes and lists."""
        return replace(
            self,
            title="",
            parts=(),
            arrange="flat",
            indexes=(),
            symbols=False,
            at_a_glance=False,
            back_references=False,
        )

    def override(self, **values: Unpack[Overrides]) -> Settings:
        """Return these settings with those of VALUES that are not None in place of their own."""
        given: dict[str, Any] = {key: value for key, value in values.items() if value is not None}
        given["tables"] = Tables(given.pop("table_style", self.tables.default))
        given["diagrams"] = Diagrams(
            theme=given.pop("diagram_theme", self.diagrams.theme),
            renderer=given.pop("diagram_renderer", self.diagrams.renderer),
        )
        names = [field.name for field in fields(Preprints) if field.name in given]
        given["preprint"] = replace(self.preprint, **{name: given.pop(name) for name in names})
        return replace(self, **given)
