"""What becomes of a sheet's text for an audience: nothing hidden is left in the value.

Students have what `Piece.treatment` says: the piece in its place, room to work in, nothing, or the
piece at the end. With the solutions, what students do not see in its place stands at the end; the
instructor sees all of it in its place, marked. Counters, heights, and the numbers of what is hidden
are measured on the whole text, by the names of pieces, gaps and labels that are everyone's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.handout_settings import Audience
from scidraft_tex.kinds import HELD
from scidraft_tex.labels import label
from scidraft_tex.read.inline_text import without_held
from scidraft_tex.resolve.bib_writer import write_bibliography
from scidraft_tex.resolve.book import Book, Chapter, Part
from scidraft_tex.resolve.exercises import exercises, planned
from scidraft_tex.resolve.handout import MOVED, Sheet
from scidraft_tex.resolve.neutral_labels import defined_labels
from scidraft_tex.resolve.piece_rules import Piece, style_of
from scidraft_tex.resolve.pieces import INSTRUCTOR, candidate, classes_of, is_blank
from scidraft_tex.resolve.preprint_references import References
from scidraft_tex.walk import blocks_of, inlines_of, rewrite_blocks, rewrite_inlines

__all__ = ["cited_in", "withheld_book", "withhold"]

_Fate: TypeAlias = Literal["show", "space", "omit", "end", "gone"]
"""What becomes of a piece; one that is gone stands in another that is hidden."""


def withhold(sheet: Sheet, audience: Audience) -> Sheet:
    """Return SHEET, which is whole, as AUDIENCE has it."""
    book, absent = withheld_book(sheet.book, sheet.pieces, audience)
    shown = cited_in(book.notes)
    cited = tuple(key for key in sheet.cited if sheet.names[key] in shown)
    listed = References(dict(sheet.references.entries)).of(cited, sheet.references.file)
    names = {key: sheet.names[key] for key in listed.entries}
    files = {listed.file: write_bibliography(listed, cited, names)}
    missing = book.counts.missing if audience == "instructor" else ()
    return replace(
        sheet,
        book=replace(book, bibliographies=files, counts=replace(book.counts, missing=missing)),
        references=listed,
        cited=cited,
        names=names,
        exercises=exercises(book.notes, sheet.exercises),
        audience=audience,
        absent=absent,
        minutes=planned(sheet.notes) if audience == "instructor" else None,
    )


def cited_in(notes: Iterable[m.Note]) -> tuple[str, ...]:
    """Return the names of the entries that NOTES cite, in the order of first citation."""
    names: dict[str, None] = {}
    for note in notes:
        title = m.Paragraph(note.title, Place(note.source.path, 1))
        for node in inlines_of([title, *note.blocks]):
            if isinstance(node, m.Citation):
                names |= dict.fromkeys(name for name in node.entries if name)
    return tuple(names)


def withheld_book(
    book: Book, pieces: Sequence[Piece], audience: Audience
) -> tuple[Book, frozenset[str]]:
    """Return BOOK as AUDIENCE has it, and the labels that are no longer in it."""
    known = {piece.identifier: piece for piece in pieces}
    fates = _fates(book, known, audience)
    parts: list[Part] = []
    moved: list[Chapter] = []
    for part in book.parts:
        chapters: list[Chapter] = []
        for chapter in part.chapters:
            notes = []
            for note in chapter.notes:
                keeper = _Keeper(known, fates, audience)
                notes.append(keeper.note(note))
                if keeper.moved:
                    moved.append(_at_the_end(note, keeper.moved))
            chapters.append(replace(chapter, title=notes[0].title, notes=tuple(notes)))
        parts.append(replace(part, chapters=tuple(chapters)))
    if moved:
        parts.append(Part((), tuple(moved), MOVED))
    kept = replace(book, parts=tuple(parts))
    absent = defined_labels(book.notes) - defined_labels(kept.notes)
    return _without(kept, absent), absent


def _at_the_end(note: m.Note, moved: Sequence[m.Moved]) -> Chapter:
    ended = replace(note, blocks=tuple(moved), texts=())
    return Chapter(note.title, label(MOVED, note.source.key), (ended,), single=True)


# --- what becomes of each piece ----------------------------------------------------------------


def _fates(book: Book, pieces: Mapping[str, Piece], audience: Audience) -> Mapping[str, _Fate]:
    """Return what becomes of each of PIECES, those within others with them."""
    fates: dict[str, _Fate] = {name: _fate(piece, audience) for name, piece in pieces.items()}
    marked = [
        block for note in book.notes for block in blocks_of(note.blocks)
        if isinstance(block, m.Marked)
    ]  # fmt: skip
    for outer in reversed(marked):  # what holds others before them
        fate = fates[outer.identifier]
        for inner in blocks_of(outer.children):
            if not isinstance(inner, m.Marked) or fate == "show":
                continue
            if fate != "end":
                fates[inner.identifier] = "gone"
            elif fates[inner.identifier] == "end":
                fates[inner.identifier] = "show"
    return fates


def _fate(piece: Piece, audience: Audience) -> _Fate:
    if audience == "instructor" or piece.treatment == "show":
        return "show"
    if audience == "solutions" and piece.role != "instructor":
        return "end"
    return piece.treatment


@dataclass
class _Keeper:
    """Keeps of a note what AUDIENCE sees; `moved` is what is printed at the end."""

    pieces: Mapping[str, Piece]
    fates: Mapping[str, _Fate]
    audience: Audience
    moved: list[m.Moved] = field(default_factory=list)

    def note(self, note: m.Note) -> m.Note:
        """Return NOTE as the audience has it, without what is printed at the end."""
        return replace(
            note,
            title=rewrite_inlines(note.title, self.inline),
            blocks=rewrite_blocks(note.blocks, self.inline, self.block),
        )

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        """Return NODE: gaps are empty for students, and some text is for the instructor alone."""
        if self.audience != "instructor" and INSTRUCTOR in classes_of(node):
            return ()
        if isinstance(node, m.Gap) and self.audience == "student":
            return (m.Gap(node.identifier, ()),)
        if isinstance(node, m.Citation) and self.audience != "instructor":
            unseen = HELD if self.audience == "student" else {INSTRUCTOR}
            notes = [without_held(note, unseen) for note in (node.prenote, node.postnote)]
            return (replace(node, prenote=notes[0], postnote=notes[1]),)
        return (node,)

    def block(self, node: m.Block) -> Sequence[m.Block]:
        """Return what NODE, whose children are as the audience has them, is to it."""
        match node:
            case m.Marked():
                return self.piece(node)
            case m.Paragraph() if is_blank(node.children):
                return ()
            case m.Result() | m.Division() | m.Heading():
                return self.told(node)
        return (node,)

    def piece(self, node: m.Marked) -> Sequence[m.Block]:
        """Return what becomes of a piece."""
        piece = self.pieces[node.identifier]
        match self.fates[node.identifier]:
            case "show":
                marked = self.audience == "instructor" and node.secret
                return (node,) if marked else node.children
            case "space":
                room = (piece.amount, piece.style)
                return (m.Space(node.place, node.identifier, *room, node.kind),)
            case "omit":
                return (m.Hidden(node.place, node.identifier, node.role, node.kind),)
            case "end":
                own = (node.place, node.identifier, node.children, node.role, node.kind)
                self.moved.append(m.Moved(*own, piece.owner, piece.word))
                return (m.MovedTo(node.place, node.identifier, node.role, node.kind),)
            case "gone":
                return ()

    def told(self, node: m.Result | m.Division | m.Heading) -> Sequence[m.Block]:
        """Return NODE without minutes for all but the instructor, with room for students."""
        own = node.attributes
        if not own.pairs:
            return (node,)
        if self.audience != "instructor":
            pairs = tuple(pair for pair in own.pairs if pair[0] != "time")
            node = replace(node, attributes=replace(own, pairs=pairs))
        amount = own.get("space")
        wanted = self.audience == "student" and isinstance(node, m.Result) and amount
        if not wanted or candidate(node) is not None:
            return (node,)
        return (node, m.Space(node.place, "", amount, style_of(own.get("style")) or "blank"))


# --- what refers to what is hidden -------------------------------------------------------------


def _without(book: Book, absent: frozenset[str]) -> Book:
    """Return BOOK without terms and links that are of ABSENT labels and say nothing by a number."""

    def block(node: m.Block) -> Sequence[m.Block]:
        match node:
            case m.Result() if node.proves in absent:
                return (replace(node, proves=""),)
            case m.Glossary():
                terms = tuple(term for term in node.terms if term.label not in absent)
                return (replace(node, terms=terms),)
        return (node,)

    def kept(part: Part) -> Part:
        return replace(
            part,
            chapters=tuple(
                replace(
                    chapter,
                    notes=tuple(
                        replace(note, blocks=rewrite_blocks(note.blocks, block=block))
                        for note in chapter.notes
                    ),
                )
                for chapter in part.chapters
            ),
        )

    return replace(book, parts=tuple(map(kept, book.parts))) if absent else book
