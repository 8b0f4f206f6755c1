"""The frame of a book, from its settings and what stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.languages import Language, Quotes
from scidraft_tex.render import katex, tex
from scidraft_tex.render.dates import printed_date, year_of
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.frame import Credit, Frame, Index, Lists, Numbering
from scidraft_tex.render.frame import Part as FramePart
from scidraft_tex.render.imprint import (
    keywords_of,
    plain_words,
    subject_of,
    subtitle_of,
    title_of,
)
from scidraft_tex.render.look import Look
from scidraft_tex.render.papers import chosen_paper
from scidraft_tex.render.prose import Prose, index_mark
from scidraft_tex.resolve.book import Book
from scidraft_tex.resolve.terms import SUBJECTS
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of, inlines_of

__all__ = ["frame_of", "plain_prose"]


def plain_prose(said: Diagnostics, quotes: Quotes, site: m.Site) -> Prose:
    """Return a renderer for strings of SITE's settings and front matter, which hold no blocks."""
    macros = frozenset(name for name, _ in site.macros)
    return Prose(lambda _: "", Formulas(lambda name: name, said, macros), quotes=quotes)


def frame_of(
    book: Book,
    look: Look,
    names: Mapping[str, str],
    back: Sequence[str],
    written: Sequence[str],
    said: Diagnostics,
) -> Frame:
    """Return the frame: `names` are the chapters' files by label, `written` their texts."""
    paper, margins = chosen_paper(look.settings, said)
    settings, site = look.settings, book.site
    meanings = [meaning for _, meaning in site.macros]
    own = plain_prose(said, look.quotes, site).in_index()
    title, subtitle = title_of(site, settings), subtitle_of(settings)
    heads = (own(title), own(subtitle))
    sources = (*written, *meanings, *heads, look.characters.declarations)
    commands = frozenset[str]().union(*map(katex.used_commands, sources))
    prose = plain_prose(Diagnostics(), look.quotes, site)
    authors = settings.authors or tuple(author.name for author in site.authors)
    affiliations = {author.name: author.affiliation for author in site.authors}
    parts = tuple(
        FramePart(prose(part.title), tuple(names[c.label] for c in part.chapters), part.label)
        for part in book.parts
    )
    return Frame(
        title=heads[0],
        plain_title=tex.escape(plain_words(title)),
        parts=parts,
        subtitle=heads[1],
        authors=tuple(
            Credit(tex.escape(name), tex.escape(affiliations.get(name) or site.institute))
            for name in authors
        ),
        subject=tex.escape(subject_of(settings)),
        keywords=tuple(tex.escape(word) for word in keywords_of(site, settings)),
        edition=tex.escape(settings.edition),
        date=tex.escape(printed_date(settings.date, settings.language)),
        year=tex.escape(year_of(settings.date)),
        licence=tex.escape(settings.licence),
        publisher=tex.escape(settings.publisher),
        dedication=tex.escape(settings.dedication),
        language=settings.language or site.language or "en",
        support=replace(look.support, face=None) if settings.fonts.main else look.support,
        engine=look.engine,
        profile=look.profile,
        paper=paper,
        margins=margins,
        faces=look.faces,
        kinds=settings.all_kinds,
        numbering=Numbering(settings.numbering),
        indexes=_indexes(book, settings.spoken),
        see=tuple(index_mark(mark, prose) for mark in book.see),
        lists=_lists(book, settings),
        toc_depth=settings.toc_depth,
        back_references=settings.back_references,
        backmatter=tuple(back),
        bibliographies=tuple(book.bibliographies),
        macros=site.macros,
        packages=katex.packages(commands),
        commands=commands,
        unicode=look.characters.declarations,
        fallback=look.characters.fallback,
        ideographs=look.characters.ideographs,
    )


def _indexes(book: Book, language: Language) -> tuple[Index, ...]:
    found = [Index(s.entry_set.name, tex.escape(s.index_title)) for s in book.sets]
    if book.see or any(
        isinstance(node, m.IndexMark) and node.index == SUBJECTS
        for note in book.notes
        for node in inlines_of([m.Paragraph(note.title, Place("")), *note.blocks])
    ):
        title = language.word("index-of-terms" if found else "index")
        found.append(Index(SUBJECTS, tex.escape(title)))
    return tuple(found)


def _lists(book: Book, settings: Settings) -> Lists:
    """Return the lists asked for of which there is something to list."""
    asked = settings.lists
    blocks = [block for note in book.notes for block in blocks_of(note.blocks)]
    captioned = {type(b) for b in blocks if getattr(b, "caption", None) is not None}
    there = {b.kind.key for b in blocks if isinstance(b, m.Result) and b.kind.numbered}
    kinds = tuple(
        kind
        for kind in settings.all_kinds
        if kind.key in there and not {*kind.names}.isdisjoint(asked.result_kinds)
    )
    return Lists(
        results=asked.results and not asked.result_kinds and bool(there),
        kinds=kinds,
        algorithms=asked.algorithms and m.Algorithm in captioned,
        figures=asked.figures and bool({m.Figure, m.Diagram} & captioned),
        tables=asked.tables and m.Table in captioned,
        listings=asked.listings and bool({m.Listing, m.Tree} & captioned),
    )
