"""The stage itself for a handout: some notes of a site as one sheet, whole, for every audience.

`withhold` makes of it what each audience has. Names of pieces, gaps and labels, the order of the
references and the exercises are settled here, so that they are the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.handout_settings import HandoutSettings, SheetPlan, sheet_settings
from scidraft_tex.load.web import web_address
from scidraft_tex.resolve.answers import Answers
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.bib_writer import entry_name, write_bibliography
from scidraft_tex.resolve.book import Book, Chapter, Counts, Part
from scidraft_tex.resolve.citations import Library
from scidraft_tex.resolve.exercises import exercises
from scidraft_tex.resolve.handout import INTRO, Exercise, Sheet
from scidraft_tex.resolve.labels import collect, note_label
from scidraft_tex.resolve.mark_pieces import PieceMarker
from scidraft_tex.resolve.neutral_labels import neutral_labels
from scidraft_tex.resolve.preprint_blocks import (
    no_mark,
    plain_alternatives,
    unmarked,
    without_lists,
)
from scidraft_tex.resolve.preprint_citations import PaperCitations
from scidraft_tex.resolve.preprint_references import References
from scidraft_tex.resolve.read_strings import without_read_strings
from scidraft_tex.resolve.sheet_links import SheetLinks
from scidraft_tex.resolve.withhold import cited_in, withheld_book
from scidraft_tex.settings import Settings
from scidraft_tex.walk import inlines_of, plain_text, rewrite_inlines

__all__ = ["Exercise", "Sheet", "resolve_sheet"]

REFERENCES = "references.bib"
"""The generated file of a sheet's one list of references."""


def resolve_sheet(
    site: m.Site,
    notes: Sequence[m.Note],
    settings: Settings,
    handout: HandoutSettings,
    plan: SheetPlan,
    *,
    intro: m.Note | None = None,
    kept: BibShelf | None = None,
) -> tuple[Sheet, Diagnostics]:
    """Return NOTES of SITE as the sheet of PLAN in the term of HANDOUT, and what did not resolve.

    INTRO, read and recognised like a note, stands before them. Of other notes only the sources are
    looked at. The sheet is whole: `withhold` makes of it what an audience sees. Bibliographies that
    are KEPT are not read again.
    """
    own = sheet_settings(handout, plan)
    own_notes = [*([intro] if intro else []), *notes]
    making = _Making(site, settings, own_notes, kept or BibShelf())
    answered = making.answered()
    marker = PieceMarker(own, making.said)
    whole = neutral_labels([marker.note(note) for note in answered])
    pieces = tuple(marker.pieces)
    book = _book(site, whole, has_intro=intro is not None)
    seen, _ = withheld_book(book, pieces, "student")
    names = dict.fromkeys((*cited_in(seen.notes), *cited_in(book.notes)))
    keys = {entry_name(key): key for key in making.references.entries}
    cited = tuple(keys[name] for name in names)
    listed = making.references.of(cited, REFERENCES)
    called = {key: entry_name(key) for key in listed.entries}
    files = {listed.file: write_bibliography(listed, cited, called)}
    sheet = Sheet(
        book=replace(book, bibliographies=files, counts=making.counts(book)),
        settings=own,
        references=listed,
        cited=cited,
        names=called,
        addresses={note.source.key: web_address(site, note.source) for note in notes},
        pieces=pieces,
        gaps=marker.gaps,
        exercises=exercises(book.notes, exercises(seen.notes)),
    )
    return sheet, making.said


@dataclass
class _Making:
    """The notes of a sheet on their way: citations told, links and references answered."""

    site: m.Site
    settings: Settings
    notes: Sequence[m.Note]
    kept: BibShelf = field(default_factory=BibShelf)
    said: Diagnostics = field(default_factory=Diagnostics)
    references: References = field(default_factory=References)
    missing: list[tuple[str, Place]] = field(default_factory=list)
    links: list[SheetLinks] = field(default_factory=list)

    def answered(self) -> tuple[m.Note, ...]:
        """Return the notes with all that refers answered."""
        folder, names = Path(self.site.folder), self.site.bibliographies
        library = Library(folder, names, self.said, kept=self.kept)
        told = [self.told(note, library) for note in self.notes]
        language = self.settings.spoken
        word = language.word("section") if len(told) > 1 else ""
        labels = {note.source.key: collect(note, word, self.said, language) for note in told}
        titles = {note.source.key: note.title for note in told}
        assets = Assets(Path(self.site.folder), self.said)
        links = SheetLinks(self.site, labels, assets, self.said, titles)
        self.links = [links]
        answers = Answers(links, labels, assets, self.said)
        done = (answers.note(replace(note, title=links.web.without(note.title))) for note in told)
        return tuple(
            replace(note, blocks=without_read_strings(plain_alternatives(note.blocks)))
            for note in done
        )

    def told(self, note: m.Note, library: Library) -> m.Note:
        """Return NOTE without lists and index marks, with its citations told their entries."""
        title = rewrite_inlines(note.title, no_mark)
        note = replace(note, blocks=unmarked(note.blocks), title=title)
        citations = PaperCitations(note, library, self.references)
        title, blocks = citations.inlines(title), without_lists(citations.body())
        self.missing += citations.missing
        return replace(note, title=title, blocks=blocks)

    def counts(self, book: Book) -> Counts:
        """Return what was counted in the whole text BOOK."""
        nodes = (node for note in book.notes for node in inlines_of(note.blocks))
        cited = sum(len(node.keys) for node in nodes if isinstance(node, m.Citation))
        return Counts(
            lists=int(bool(self.references.entries)),
            cited=cited,
            missing=tuple(self.missing),
            internal_links=sum(links.internal for links in self.links),
            unresolved_links=sum(links.unresolved for links in self.links),
        )


def _bare(note: m.Note) -> m.Note:
    """Return NOTE without its source: of front matter what is not Markdown, and a plain title."""
    front = replace(
        note.source.front, title=_plain(note.title), summary="", abstract="", entries=(), raw=()
    )
    return replace(note, source=replace(note.source, front=front, text=""), texts=())


def _plain(title: Sequence[m.Inline]) -> str:
    """Return TITLE as text, with its gaps open."""

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        return (m.Text("…"),) if isinstance(node, m.Gap) else (node,)

    return plain_text(rewrite_inlines(title, inline))


def _book(site: m.Site, notes: Sequence[m.Note], *, has_intro: bool) -> Book:
    """Return NOTES as a book: a part for what stands before them, and one of a chapter a note.

    The texts of the notes' files, which hold what is hidden, are not in it.
    """
    bare = [_bare(note) for note in notes]
    sources = tuple(note.source for note in (bare[1:] if has_intro else bare))
    chapters = [Chapter(note.title, note_label(note), (note,), single=True) for note in bare]
    first = (Part((), (chapters.pop(0),), INTRO),) if has_intro else ()
    own = replace(site, notes=sources, pages=(), skipped=())
    return Book(own, (*first, Part((), tuple(chapters))), (), {}, Counts())
