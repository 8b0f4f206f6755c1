"""The stage itself for a preprint: one note of a site as a paper that stands by itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.load.web import web_address
from scidraft_tex.read.notes import one_line
from scidraft_tex.resolve.answers import Answers
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.bib_writer import entry_name, write_bibliography
from scidraft_tex.resolve.bibliography import Bibliography
from scidraft_tex.resolve.book import Book, Chapter, Counts, Part
from scidraft_tex.resolve.citations import Library
from scidraft_tex.resolve.labels import collect, note_label
from scidraft_tex.resolve.pieces import without_instructor
from scidraft_tex.resolve.preprint_blocks import (
    division,
    no_mark,
    plain_alternatives,
    take_preview,
    unmarked,
    without_lists,
)
from scidraft_tex.resolve.preprint_citations import PaperCitations
from scidraft_tex.resolve.preprint_links import PaperLinks
from scidraft_tex.resolve.preprint_references import References
from scidraft_tex.settings import Settings
from scidraft_tex.walk import inlines_of, rewrite_inlines

__all__ = ["Preprint", "resolve_preprint", "root_names"]

_RESERVED = frozenset({"preamble", "00readme"})
"""Names that files of every paper have."""

_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Preprint:
    """A paper ready to be drawn and rendered.

    `book` has one chapter of one note: the abstract, the body and what closes it, each but the body
    a `Division` of its class. `references` are the entries of the one list, `cited` their keys in
    order of first citation (without those that only lend their fields), and `names` how TeX calls
    them. `address` is the note's on the web, or "", and `authors` are those of the paper.
    """

    book: Book
    references: Bibliography
    cited: tuple[str, ...]
    names: Mapping[str, str]
    address: str
    authors: tuple[m.Author, ...] = ()


def resolve_preprint(
    site: m.Site,
    note: m.Note,
    texts: Mapping[str, m.Note],
    settings: Settings,
    root: str,
    kept: BibShelf | None = None,
) -> tuple[Preprint, Diagnostics]:
    """Return NOTE of SITE as the paper ROOT, and what did not resolve.

    TEXTS are the texts of its front matter as `front_texts` names them, recognised. Of other notes
    only the sources are looked at. Bibliographies that are KEPT are not read again.
    """
    said = Diagnostics()
    authors = _authors(site, note.source.front, settings)
    references = References()
    note = without_instructor(note)
    library = Library(Path(site.folder), site.bibliographies, said, kept=kept or BibShelf())
    paper, missing = _told(note, texts, library, references)
    labels = collect(paper, "", said, settings.spoken)
    assets = Assets(Path(site.folder), said)
    links = PaperLinks(site, labels, _site_authors(site, settings), assets, references, said)
    paper = replace(paper, title=links.without(paper.title))
    paper = Answers(links, {paper.source.key: labels}, assets, said).note(paper)
    paper = replace(paper, blocks=plain_alternatives(paper.blocks))
    citations = _citations(paper)
    cited = _cited(citations, references)
    counts = Counts(
        lists=int(bool(cited)),
        cited=sum(len(node.keys) for node in citations),
        missing=tuple(missing),
        internal_links=links.internal,
        unresolved_links=links.unresolved,
    )
    listed = references.of(cited, f"{root}.bib")
    names = {key: entry_name(key) for key in listed.entries}
    files = {listed.file: write_bibliography(listed, cited, names)}
    chapter = Chapter(paper.title, note_label(paper), (paper,), single=True)
    book = Book(site, (Part((), (chapter,)),), (), files, counts)
    address = web_address(site, note.source)
    return Preprint(book, listed, cited, names, address, authors), said


# --- the note as a paper -----------------------------------------------------------------------


def _told(
    note: m.Note, texts: Mapping[str, m.Note], library: Library, references: References
) -> tuple[m.Note, list[tuple[str, Place]]]:
    """Return NOTE as its paper has it, citations told their entries, and the keys without one."""
    front = note.source.front
    note = replace(note, blocks=unmarked(note.blocks), title=rewrite_inlines(note.title, no_mark))
    citations = PaperCitations(note, library, references)
    title = citations.inlines(note.title)
    written = {name: citations.text(unmarked(text.blocks)) for name, text in texts.items()}
    body = citations.body()
    abstract = written.get("abstract", ())
    if not abstract:
        body, abstract = take_preview(body)
    if not abstract:
        abstract = citations.text(_summary(note))
    blocks = (
        *division("abstract", without_lists(abstract)),
        *without_lists(body),
        *division("acknowledgements", without_lists(written.get("acknowledgements", ()))),
        *division("funding", without_lists(written.get("funding", ()))),
    )
    kept = tuple(item for item in note.texts if item[0] != one_line(front.abstract))
    return replace(note, title=title, blocks=blocks, texts=kept), citations.missing


def _summary(note: m.Note) -> tuple[m.Block, ...]:
    """Return the summary of NOTE as an abstract, nothing if it has none."""
    text = one_line(note.source.front.summary)
    place = Place(note.source.path, 1)
    return unmarked((m.Paragraph(note.inlines(text), place),)) if text else ()


def _citations(paper: m.Note) -> list[m.Citation]:
    """Return the citations of PAPER in the order in which they are read."""
    titled = (m.Paragraph(paper.title, Place(paper.source.path, 1)), *paper.blocks)
    return [node for node in inlines_of(titled) if isinstance(node, m.Citation)]


def _cited(citations: Iterable[m.Citation], references: References) -> tuple[str, ...]:
    """Return the keys among REFERENCES of what CITATIONS cite, in order of first citation."""
    keys = {entry_name(key): key for key in references.entries}
    names = dict.fromkeys(name for node in citations for name in node.entries if name)
    return tuple(keys[name] for name in names)


# --- authors -----------------------------------------------------------------------------------


def _site_authors(site: m.Site, settings: Settings) -> tuple[m.Author, ...]:
    """Return who wrote the notes that name no author: those of SETTINGS, else of SITE."""
    known = {author.name: author for author in site.authors}
    named = tuple(known.get(name, m.Author(name)) for name in settings.authors)
    return tuple(_at(author, site.institute) for author in named or site.authors)


def _authors(site: m.Site, front: m.FrontMatter, settings: Settings) -> tuple[m.Author, ...]:
    """Return the authors of the note with FRONT; its institute is that of those without one."""
    if front.authors:
        return tuple(_at(author, front.institute) for author in front.authors)
    return _site_authors(replace(site, institute=front.institute or site.institute), settings)


def _at(author: m.Author, institute: str) -> m.Author:
    return author if author.affiliation else replace(author, affiliation=institute)


# --- names of files ----------------------------------------------------------------------------


def root_names(sources: Iterable[m.NoteSource]) -> Mapping[str, str]:
    """Return for the path of each of SOURCES the name of its paper's files, without an ending.

    It is made of `a-zA-Z0-9_-`, as arXiv takes names, begins with a letter, a digit or `_`, and is
    no other's, whatever the case of letters.
    """
    taken = set(_RESERVED)
    roots: dict[str, str] = {}
    for source in sources:
        plain = unicodedata.normalize("NFKD", source.key).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^A-Za-z0-9_]+", "-", plain).strip("-")[:_LONGEST].rstrip("-") or "paper"
        names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        roots[source.path] = next(name for name in names if name.casefold() not in taken)
        taken.add(roots[source.path].casefold())
    return roots
