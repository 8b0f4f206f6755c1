"""Which engine sets the book, by the characters that it prints, and what its preamble needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import (
    FONT_QUERY,
    CharacterPreamble,
    Font,
    character_preamble,
    choose_engine,
    read_fonts,
    unsupported,
)
from scidraft_tex.languages import Language
from scidraft_tex.read.notes import front_strings
from scidraft_tex.render.code_chars import portable
from scidraft_tex.render.faces import Faces, beyond_pdflatex, chosen_faces, own_faces, with_main
from scidraft_tex.render.imprint import subtitle_of, title_of
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Fonts, Settings
from scidraft_tex.symbols import formula_command
from scidraft_tex.tools import Runner, ToolMissingError
from scidraft_tex.walk import rewrite_blocks


@dataclass(frozen=True, slots=True)
class Setting:
    """The engine, its faces, what its preamble says of the characters, what the user is told."""

    engine: Engine
    characters: CharacterPreamble
    faces: Faces
    diagnostics: tuple[Diagnostic, ...] = ()


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
    try:
        outcome = runner.run(FONT_QUERY)
    except ToolMissingError:
        return ()
    return read_fonts(outcome.stdout)


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


def own_words(site: m.Site, settings: Settings, language: Language) -> list[tuple[str, Place]]:
    """Return what the frame prints: the titles, the authors, and words in LANGUAGE's letters."""
    place = Place("book.yaml", 1)
    heads = tuple(
        m.Paragraph(head, place) for head in (title_of(site, settings), subtitle_of(settings))
    )
    names = "".join(settings.authors or [author.name for author in site.authors])
    return [*block_texts(heads), (names + language.letters, place)]


def note_texts(note: m.Note) -> list[tuple[str, Place]]:
    """Return what the blocks of NOTE print."""
    return block_texts(note.blocks)


def block_texts(blocks: Iterable[m.Block]) -> list[tuple[str, Place]]:
    """Return what BLOCKS print: of formulas and code, what no table of ours prints."""
    pending: list[str] = []
    found: list[tuple[str, Place]] = []

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        match node:
            case m.Text() | m.Code():
                pending.append(node.text)
            case m.Math():
                pending.append(beyond_formulas(node.tex))
        return (node,)

    def block(node: m.Block) -> Sequence[m.Block]:
        text = "".join((*pending, *own_texts(node)))
        pending.clear()
        if text:
            found.append((text, node.place))
        return (node,)

    rewrite_blocks(blocks, inline, block)
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
