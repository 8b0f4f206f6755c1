"""The stage itself: a drawn book to the files of a `.tex` folder, one a chapter, and the frame."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.engines import Engine
from scidraft_tex.kinds import Kind
from scidraft_tex.labels import label
from scidraft_tex.render import katex, tex
from scidraft_tex.render.blocks import Blocks, heading
from scidraft_tex.render.entries import Entries, texts
from scidraft_tex.render.frame import (
    Credit,
    Frame,
    Index,
    Lists,
    Numbering,
    render_frame,
    template_folders,
)
from scidraft_tex.render.frame import Part as FramePart
from scidraft_tex.render.measure import Page
from scidraft_tex.render.papers import PAPERS, Profile
from scidraft_tex.render.prose import Prose, index_mark
from scidraft_tex.resolve.book import Book, Chapter, PrintedSet
from scidraft_tex.resolve.index import entry_marks
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of, inlines_of, plain_text

_COMMAND = re.compile(r"\\begin\{[^{}]*\}|\\(?:[A-Za-z]+\*?|[^A-Za-z\s])")

SUBJECTS = "subjects"
"""The index of terms that authors mark, beside those of the entry sets."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the renderer is told beside the book: settings, engine, and what the scan of glyphs declared."""

    settings: Settings
    engine: Engine
    declarations: str = ""

    @property
    def profile(self) -> Profile:
        """The profile as the frame knows it."""
        return Profile(self.settings.profile)

    @property
    def language(self) -> str:
        """The language whose articles the indexes pass over."""
        return self.settings.language or "en"

    @property
    def page(self) -> Page:
        """The page that renderers measure by."""
        paper = PAPERS[self.settings.paper]
        return Page(
            text_width=paper.text_width,
            text_height=paper.text_height,
            font_size=paper.font_size,
            profile=self.settings.profile,
            tables=self.settings.tables.default,
        )


def render(book: Book, look: Look) -> dict[str, str]:
    """Return the text of every file of BOOK's folder by its name; bibliographies are among them.

    Raises `TemplateFaultError` for a template that cannot be used.
    """
    plain = _plain_prose()
    rendered = {text: plain(nodes) for text, nodes in texts(book.sets).items()}
    entries = Entries(book.sets, rendered)
    files: dict[str, str] = dict(book.bibliographies)
    names: dict[str, str] = {}
    for number, chapter in enumerate(book.chapters, start=1):
        name = f"chapters/{number:02d}-{tex.file_stem(plain_text(chapter.title))}"
        names[chapter.label] = name
        files[f"{name}.tex"] = render_chapter(chapter, look, entries, book.sets)
    back: list[str] = []
    for printed in book.sets:
        if printed.listed:
            name = f"chapters/entries-{tex.file_stem(printed.entry_set.name)}"
            back.append(name)
            files[f"{name}.tex"] = _entry_list(printed, entries)
    frame = _frame(book, look, names, back)
    own = Path(book.site.folder) if look.settings.trust else None
    return files | render_frame(frame, template_folders(own))


def _plain_prose() -> Prose:
    """Return a renderer for strings of the front matter, which hold no blocks."""
    return Prose(lambda _: "", lambda name: name)


# --- chapters ----------------------------------------------------------------------------------


def render_chapter(
    chapter: Chapter, look: Look, entries: Entries, sets: Sequence[PrintedSet]
) -> str:
    """Return the `.tex` of CHAPTER: its heading, then its notes."""
    notes = [_note(note, chapter, look, entries, sets) for note in chapter.notes]
    if chapter.single:
        return notes[0]
    title = heading("chapter", chapter.title, _plain_prose(), chapter.label)
    return "\n\n".join([title, *notes])


def _note(
    note: m.Note, chapter: Chapter, look: Look, entries: Entries, sets: Sequence[PrintedSet]
) -> str:
    """Return a note: its heading with its index marks, and its blocks."""
    depth = 0 if chapter.single else 1
    levels = [block.level for block in blocks_of(note.blocks) if isinstance(block, m.Heading)]
    shift = 1 - min(levels, default=1)
    blocks = Blocks(look.page, note.source.key, depth, shift, entries)
    name = ("chapter", "section")[depth]
    lines = [
        tex.comment(f"{note.source.path}:1"),
        heading(name, note.title, blocks.prose, label("note", note.source.key)),
    ]
    printed = {s.entry_set.name for s in sets}
    for entry in note.source.front.entries:
        if entry.set_name in printed:
            lines += [
                index_mark(mark, _plain_prose().in_heading()) + "%"
                for mark in entry_marks(note, entry)
            ]
    byline = _byline(note)
    if byline:
        lines.append(byline)
    body = blocks.blocks(note.blocks)
    return "\n".join(lines) + f"\n\n{body}\n"


def _byline(note: m.Note) -> str:
    """Return the line that names the authors of a note that names its own."""
    front = note.source.front
    names = [author.name for author in front.authors]
    text = " · ".join(part for part in (", ".join(names), front.institute) if part)
    return f"\\notebyline{{{tex.escape(text)}}}" if text else ""


def _entry_list(printed: PrintedSet, entries: Entries) -> str:
    name = printed.entry_set.name
    head = f"\\addchap{{{tex.escape(printed.title)}}}\\label{{{label('entries', name)}}}"
    return f"{head}\n{entries.list_of(name)}\n"


# --- the frame ---------------------------------------------------------------------------------


def _frame(book: Book, look: Look, names: Mapping[str, str], back: Sequence[str]) -> Frame:
    settings, site = look.settings, book.site
    commands = _commands(book)
    prose = _plain_prose()
    title = settings.title or site.title
    authors = settings.authors or tuple(author.name for author in site.authors)
    affiliations = {author.name: author.affiliation for author in site.authors}
    parts = tuple(
        FramePart(prose(part.title), tuple(names[c.label] for c in part.chapters), part.label)
        for part in book.parts
    )
    return Frame(
        title=tex.escape(title),
        plain_title=tex.escape(title),
        parts=parts,
        subtitle=tex.escape(settings.subtitle),
        authors=tuple(
            Credit(tex.escape(name), tex.escape(affiliations.get(name) or site.institute))
            for name in authors
        ),
        edition=tex.escape(settings.edition),
        date=tex.escape(settings.date),
        licence=tex.escape(settings.licence),
        publisher=tex.escape(settings.publisher),
        dedication=tex.escape(settings.dedication),
        language=settings.language or site.language or "en",
        engine=look.engine,
        profile=look.profile,
        paper=PAPERS[settings.paper],
        kinds=settings.all_kinds,
        numbering=Numbering(settings.numbering),
        indexes=_indexes(book),
        lists=_lists(book, settings),
        backmatter=tuple(back),
        bibliographies=tuple(book.bibliographies),
        macros=site.macros,
        packages=katex.packages(commands),
        commands=commands,
        unicode=look.declarations,
    )


def _commands(book: Book) -> frozenset[str]:
    """Return the commands of all formulas of BOOK, which tell what its preamble must define."""
    texts = [meaning for _, meaning in book.site.macros]
    for note in book.notes:
        texts += [n.tex for n in inlines_of(note.blocks) if isinstance(n, m.Math)]
        texts += [b.tex for b in blocks_of(note.blocks) if isinstance(b, m.Display)]
        texts += [b.body for b in blocks_of(note.blocks) if isinstance(b, m.Algorithm)]
    return frozenset(name for text in texts for name in _COMMAND.findall(text))


def _indexes(book: Book) -> tuple[Index, ...]:
    found = [Index(s.entry_set.name, tex.escape(s.index_title)) for s in book.sets]
    if any(
        isinstance(node, m.IndexMark) and node.index == SUBJECTS
        for note in book.notes
        for node in inlines_of(note.blocks)
    ):
        found.append(Index(SUBJECTS, "Index of terms" if found else "Index"))
    return tuple(found)


def _lists(book: Book, settings: Settings) -> Lists:
    """Return the lists asked for of which there is something to list."""
    asked = settings.lists
    blocks = [block for note in book.notes for block in blocks_of(note.blocks)]
    captioned = {type(b) for b in blocks if getattr(b, "caption", None) is not None}
    kinds: tuple[Kind, ...] = tuple(k for k in settings.all_kinds if k.name in asked.result_kinds)
    return Lists(
        results=asked.results and not kinds and any(isinstance(b, m.Result) for b in blocks),
        kinds=kinds,
        algorithms=asked.algorithms and m.Algorithm in captioned,
        figures=asked.figures and bool({m.Figure, m.Diagram} & captioned),
        tables=asked.tables and m.Table in captioned,
        listings=asked.listings and bool({m.Listing, m.Tree} & captioned),
    )
