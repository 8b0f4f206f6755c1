"""The stage itself: recognised notes to a book in which all that refers has its answer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.labels import label
from scidraft_tex.languages import Language
from scidraft_tex.resolve.answers import Answers
from scidraft_tex.resolve.arrange import arrange, set_title
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.book import (
    Book,
    Chapter,
    Counts,
    ListedEntry,
    Part,
    PrintedSet,
    Target,
)
from scidraft_tex.resolve.citations import Cited, Library, cite
from scidraft_tex.resolve.labels import NoteLabels, collect, note_label
from scidraft_tex.resolve.links import BookLinks, Pages, addresses
from scidraft_tex.resolve.pieces import without_instructor
from scidraft_tex.resolve.symbols import Symbols, list_symbols
from scidraft_tex.resolve.terms import index_terms
from scidraft_tex.resolve.unused import unused_entries
from scidraft_tex.settings import Settings
from scidraft_tex.walk import plain_text


def resolve(
    site: m.Site, notes: Sequence[m.Note], settings: Settings, kept: BibShelf | None = None
) -> tuple[Book, Diagnostics]:
    """Return NOTES of SITE as a book arranged by SETTINGS, and what did not resolve.

    Bibliographies that are KEPT are not read again.
    """
    diagnostics = Diagnostics()
    folder = Path(site.folder)
    library = Library(folder, site.bibliographies, diagnostics, kept=kept or BibShelf())
    cited = {note.source.key: cite(without_instructor(note), library) for note in notes}
    diagnostics.extend(unused_entries(site, notes, library.read))
    arranged = arrange(site, [c.note for c in cited.values()], settings, diagnostics)
    language = settings.spoken
    words = {single: language.word(("section", "chapter")[single]) for single in (False, True)}
    labels = {
        note.source.key: collect(note, words[chapter.single], diagnostics, language)
        for part in arranged
        for chapter in part.chapters
        for note in chapter.notes
    }
    sets = _sets(site, arranged, labels, settings)
    assets = Assets(folder, diagnostics)
    sources = [one.note.source for one in cited.values()]
    found = addresses(site, sources)
    links = BookLinks(found, labels, Pages.at(_pages(site, sets)), assets, diagnostics)
    names = tuple(entry_set.name for entry_set in site.sets)
    answers = Answers(links, labels, assets, diagnostics, names)
    taken: set[str] = set()
    parts = tuple(_part(part, number, answers, taken) for number, part in enumerate(arranged))
    terms = index_terms(
        parts, settings.language or "en", diagnostics, definitions=settings.index_definitions
    )
    symbols = list_symbols(terms.parts) if settings.symbols else Symbols(terms.parts, ())
    parts = symbols.parts
    files = {name: text for one in cited.values() for name, text in one.files.items()}
    counts = _counts(tuple(cited.values()), links)
    printed = _sets(site, parts, labels, settings)
    lists = {name: one for each in cited.values() for name, one in each.printed.items()}
    book = Book(site, parts, printed, files, counts, terms.see, symbols.tables, lists)
    return book, diagnostics


def _counts(cited: Sequence[Cited], links: BookLinks) -> Counts:
    return Counts(
        lists=sum(one.lists for one in cited),
        cited=sum(one.cited for one in cited),
        missing=tuple(item for one in cited for item in one.missing),
        internal_links=links.internal,
        unresolved_links=links.unresolved,
    )


# --- entry sets --------------------------------------------------------------------------------


def _sets(
    site: m.Site, parts: Sequence[Part], labels: Mapping[str, NoteLabels], settings: Settings
) -> tuple[PrintedSet, ...]:
    notes = [note for part in parts for chapter in part.chapters for note in chapter.notes]
    printed = []
    for entry_set in site.sets:
        if settings.indexes is not None and entry_set.name not in settings.indexes:
            continue
        entries = tuple(
            ListedEntry(entry, note, _entry_target(note, labels))
            for note in notes
            for entry in note.source.front.entries
            if entry.set_name == entry_set.name
        )
        if entries:
            title, language = set_title(site, entry_set), settings.spoken
            index_page = _page_with(site, "entry-a-to-z", entry_set.name)
            index_title = index_page.front.title if index_page else _index_of(title, language)
            listed = _page_with(site, "entry-categories", entry_set.name) is not None
            heading = language.word("by-category", entry_set.count_label or title)
            printed.append(PrintedSet(entry_set, heading, index_title, entries, listed))
    return tuple(printed)


def _index_of(title: str, language: Language) -> str:
    """Return what the index of a set with TITLE is called: a title within a phrase begins small."""
    return language.word("index-of", title if ":" in language.words["index-of"] else title.lower())


def _entry_target(note: m.Note, labels: Mapping[str, NoteLabels]) -> Target:
    own = labels[note.source.key]
    return own.main or own.own


def _page_with(site: m.Site, shortcode: str, name: str) -> m.NoteSource | None:
    tag = re.compile(rf"\{{\{{[<%]\s*{shortcode}\b[^}}]*[\s\"'=`]{re.escape(name)}[\s\"'`]")
    return next((page for page in site.pages if tag.search(page.text)), None)


def _pages(site: m.Site, sets: Sequence[PrintedSet]) -> dict[str, str]:
    """Return for addresses of A-Z and categories pages the labels of what print has for them."""
    found: dict[str, str] = {}
    for printed in sets:
        name = printed.entry_set.name
        for shortcode, text in (
            ("entry-a-to-z", label("index", name)),
            ("entry-categories", label("entries", name)),
        ):
            page = _page_with(site, shortcode, name)
            if page is not None and (shortcode == "entry-a-to-z" or printed.listed):
                for address in (page.path, page.key, f"/{page.key}/", *page.front.aliases):
                    found[address] = text
    return found


# --- parts and chapters ------------------------------------------------------------------------


def _part(part: Part, number: int, answers: Answers, taken: set[str]) -> Part:
    chapters = tuple(_chapter(chapter, answers, taken) for chapter in part.chapters)
    return replace(part, chapters=chapters, label=label("part", str(number + 1)))


def _chapter(chapter: Chapter, answers: Answers, taken: set[str]) -> Chapter:
    """Return CHAPTER answered, with a label that is not TAKEN."""
    notes = tuple(answers.note(note) for note in chapter.notes)
    title = plain_text(chapter.title)
    names = itertools.chain([(title,)], ((title, str(n)) for n in itertools.count(2)))
    own = next(found for parts in names if (found := label("chapter", *parts)) not in taken)
    name = note_label(notes[0]) if chapter.single else own
    taken.add(name)
    return replace(chapter, notes=notes, label=name)
