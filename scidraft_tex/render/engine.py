"""Which engine sets the book, by the characters that it prints, and what its preamble needs.

A preprint is a book here: it is set by pdfLaTeX or XeLaTeX, which arXiv has, and from fonts that
are found there, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import (
    DECLARED,
    FONT_QUERY,
    MAIN_FAMILY,
    PAPER_FONTS,
    CharacterPreamble,
    Font,
    FoundFont,
    Purpose,
    character_preamble,
    choose_engine,
    coverage_query,
    covered,
    font_search,
    located,
    packages_for,
    paper_preamble,
    read_fonts,
    unsupported,
)
from scidraft_tex.languages import Language
from scidraft_tex.read.notes import front_strings
from scidraft_tex.render.code_chars import portable
from scidraft_tex.render.faces import (
    PAPER,
    Faces,
    beyond_pdflatex,
    chosen_faces,
    own_faces,
    text_file,
    with_main,
)
from scidraft_tex.render.imprint import subtitle_of, title_of
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Fonts, Settings
from scidraft_tex.symbols import formula_command
from scidraft_tex.tools import Command, Runner, ToolMissingError
from scidraft_tex.walk import nodes_of


@dataclass(frozen=True, slots=True)
class Setting:
    """The engine, its faces, what its preamble says of the characters, what the user is told.

    `files` are those of fonts that a preprint takes along, by their names beside its source.
    """

    engine: Engine
    characters: CharacterPreamble
    faces: Faces
    diagnostics: tuple[Diagnostic, ...] = ()
    files: Mapping[str, Path] = field(default_factory=dict)


def engine_for(book: Book, settings: Settings, language: Language, runner: Runner) -> Setting:
    """Return the engine that SETTINGS ask for, else what LANGUAGE, fonts or BOOK's characters need.

    The installed fonts are asked for only where pdfLaTeX is not enough.
    """
    texts = [*book_texts(book), *own_words(book.site, settings, language)]
    asked: Engine | Literal["auto"] = "auto"
    if settings.engine != "auto":
        asked = Engine(settings.engine)
    elif language.engine:
        asked = Engine(language.engine)
    elif beyond_pdflatex(settings.fonts):
        asked = Engine.LUALATEX
    enough = not any(unsupported(text, Engine.PDFLATEX) for text, _ in texts)
    plain = asked == Engine.PDFLATEX or (asked == "auto" and enough)
    installed = () if plain else installed_fonts(runner)
    fonts = with_main(installed, settings.fonts.main)
    choice = choose_engine(texts, asked, fonts)
    said = Diagnostics(list(choice.diagnostics))
    faces = own_faces(choice.engine)
    if settings.fonts != Fonts():
        families = {font.family for font in installed}
        faces = chosen_faces(settings.fonts, choice.engine, families, said)
    characters = character_preamble(choice, fonts)
    return Setting(choice.engine, characters, faces, tuple(said))


def installed_fonts(runner: Runner) -> tuple[Font, ...]:
    """Return the fonts that fontconfig knows; none where it is not installed."""
    return read_fonts(_printed(FONT_QUERY, runner))


def _printed(command: Command, runner: Runner) -> str:
    """Return what COMMAND prints, nothing where its program is not installed."""
    try:
        return runner.run(command).stdout
    except ToolMissingError:
        return ""


# --- a preprint --------------------------------------------------------------------------------


def paper_setting(book: Book, settings: Settings, language: Language, runner: Runner) -> Setting:
    """Return pdfLaTeX or XeLaTeX for the preprint that BOOK is, and the fonts that go with it.

    `preprint.compiler` asks for one; else XeLaTeX is for what pdfLaTeX lacks of LANGUAGE, faces and
    characters. Its fonts are those of TeX Live, named by their files, and such as may go along with
    the source (data/paper_fonts.toml). This machine's are asked for only where it is needed.
    """
    texts = [*paper_texts(book), ("".join(_names(book.site, settings)) + language.letters, _OWN)]
    asked = _paper_engine(settings, language)
    enough = not any(unsupported(text, Engine.PDFLATEX) for text, _ in texts)
    plain = asked == Engine.PDFLATEX or (asked == "auto" and enough)
    here = _NO_FONTS if plain else paper_fonts(text_file(settings.fonts, PAPER), runner)
    purpose = _PAPER if plain or here.known else replace(_PAPER, remedy=_no_fontconfig)
    fonts = (here.main, *(one.glyphs for one in here.others))
    choice = choose_engine(texts, asked, fonts, purpose)
    said = Diagnostics(list(choice.diagnostics))
    faces = chosen_faces(settings.fonts, choice.engine, (), said, PAPER)
    characters, files = paper_preamble(choice, here.main, here.others)
    return Setting(choice.engine, characters, faces, tuple(said), files)


def paper_language(language: Language) -> Language:
    """Return LANGUAGE for a preprint: with XeLaTeX in LuaLaTeX's place, and no face of its own.

    The letters that a preprint's face lacks come from the fonts of `paper_setting`.
    """
    return replace(language, faces=(), engine="xelatex" if language.engine else "")


@dataclass(frozen=True, slots=True)
class PaperFonts:
    """The text's `main` face and what `others` may serve beside it here, the best first.

    Where fontconfig is not installed nothing is `known` of any font: there are no others, and the
    main one is believed to have what LaTeX declares.
    """

    main: Font
    others: tuple[FoundFont, ...] = ()
    known: bool = False


_CODES = tuple(sorted(map(ord, DECLARED)))
_NO_FONTS = PaperFonts(Font(MAIN_FAMILY, _CODES, _CODES))


def paper_fonts(file: str, runner: Runner) -> PaperFonts:
    """Return the fonts for a preprint whose text's upright face is FILE."""
    by_tex, by_system = font_search((file,))
    tex, both = located(_printed(by_tex, runner), _printed(by_system, runner))
    upright = dict.fromkeys((file, *(font.regular for font in PAPER_FONTS)))
    listing = _printed(coverage_query(both[name] for name in upright if name in both), runner)
    main = next((font for font in read_fonts(listing) if Path(font.family).name == file), None)
    own = replace(main, family=MAIN_FAMILY) if main else _NO_FONTS.main
    return PaperFonts(own, covered(tex, both, listing), known=bool(listing))


def _paper_engine(settings: Settings, language: Language) -> Engine | Literal["auto"]:
    if settings.preprint.compiler != "auto":
        return Engine(settings.preprint.compiler)
    return Engine.XELATEX if language.engine or beyond_pdflatex(settings.fonts, PAPER) else "auto"


def _remedy(characters: Collection[str]) -> str:
    packages = packages_for(characters)
    return f"run: apt-get install {' '.join(packages)}" if packages else "write something else"


def _no_fontconfig(_: Collection[str]) -> str:
    return "run: apt-get install fontconfig"


_PAPER = Purpose(
    Engine.XELATEX,
    "preprint",
    "font here that can go into a preprint",
    "leave preprint.compiler to auto",
    _remedy,
)


# --- what a book prints ------------------------------------------------------------------------


def book_texts(book: Book) -> Iterator[tuple[str, Place]]:
    """Yield all that BOOK prints as text, each piece with the place of its block."""
    for note in book.notes:
        head = Place(note.source.path, 1)
        for text in front_strings(note.source.front):
            yield text, head
        yield from note_texts(note)
    for name, text in book.bibliographies.items():
        yield text, Place(name, 1)


def paper_texts(book: Book) -> Iterator[tuple[str, Place]]:
    """Yield all that the preprint of BOOK prints as text, and its author's words in it alone."""
    for note in book.notes:
        front, head = note.source.front, Place(note.source.path, 1)
        printed = [front.institute, front.licence, *front.keywords, *front.tags]
        for author in front.authors:
            printed += [author.name, author.affiliation]
        yield "".join(printed), head
        yield from block_texts((m.Paragraph(note.title, head),))
        yield from note_texts(note)
    for name, text in book.bibliographies.items():
        yield text, Place(name, 1)


def own_words(site: m.Site, settings: Settings, language: Language) -> list[tuple[str, Place]]:
    """Return what the frame prints: the titles, the authors, and words in LANGUAGE's letters."""
    heads = tuple(
        m.Paragraph(head, _OWN) for head in (title_of(site, settings), subtitle_of(settings))
    )
    return [*block_texts(heads), ("".join(_names(site, settings)) + language.letters, _OWN)]


_OWN = Place("book.yaml", 1)


def _names(site: m.Site, settings: Settings) -> Sequence[str]:
    return settings.authors or [author.name for author in site.authors]


def note_texts(note: m.Note) -> list[tuple[str, Place]]:
    """Return what the blocks of NOTE print."""
    return block_texts(note.blocks)


def block_texts(blocks: Iterable[m.Block]) -> list[tuple[str, Place]]:
    """Return what BLOCKS print: of formulas and code, what no table of ours prints."""
    pending: list[str] = []
    found: list[tuple[str, Place]] = []
    for node in nodes_of(blocks):
        if isinstance(node, m.Text | m.Code):
            pending.append(node.text)
        elif isinstance(node, m.Math):
            pending.append(beyond_formulas(node.tex))
        elif isinstance(node, m.Block):
            text = "".join((*pending, *own_texts(node)))
            pending.clear()
            if text:
                found.append((text, node.place))
    return found


def own_texts(block: m.Block) -> Iterable[str]:
    """Yield what BLOCK prints beside its inlines."""
    match block:
        case m.Display():
            yield beyond_formulas(block.tex)
        case m.Listing():
            yield "".join(c for c in block.text if not portable(c))
        case m.Tree():
            for entry in block.entries:
                yield "".join(c for c in entry.name + entry.comment if not portable(c))
        case m.Algorithm():
            yield beyond_formulas(block.body)
        case m.Failure():
            yield block.source


def beyond_formulas(tex: str) -> str:
    """Return the characters of the formula TEX that no command stands for there."""
    return "" if tex.isascii() else "".join(c for c in tex if formula_command(c) is None)
