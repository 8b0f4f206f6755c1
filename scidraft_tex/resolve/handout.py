"""What *resolve* makes of a handout: a sheet, whole or as one audience has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.handout_settings import Audience, HandoutSettings
from scidraft_tex.kinds import Kind
from scidraft_tex.resolve.bibliography import Bibliography
from scidraft_tex.resolve.book import Book, Part
from scidraft_tex.resolve.piece_rules import Piece

__all__ = ["INTRO", "MOVED", "Exercise", "Sheet"]

INTRO = "intro"
"""The label of the part of a sheet's book that holds what stands before its notes."""
MOVED = "moved"
"""The label of the part that holds what is printed at the end: of each note its own."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise that students see: its TeX label (TeX knows its number), and what it is worth.

    `minutes` are those planned for it, which the instructor alone is told; None is not said.
    `note` is the key of its note.
    """

    label: str
    name: tuple[m.Inline, ...]
    kind: Kind
    place: Place
    note: str
    points: Decimal | None = None
    minutes: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet ready to be drawn and rendered; for no `audience` it is all of the text.

    `book` has a chapter of one note for each of the sheet's, in a part without a label; before it
    may stand a part `INTRO`, after it a part `MOVED`, whose notes hold a `Moved` for each piece
    that is printed at the end (the macros of a note hold there, too). `references` are the entries
    of the one list, `cited` their keys in the order of the list, `names` how TeX calls them.
    `absent` are the TeX labels of the whole text that are not in this one: their numbers are
    measured. `exercises` are those that students see, `minutes` what is planned for all
    of the sheet, which the instructor alone is told. `addresses` are those of the notes on the web,
    by their keys, "" for none.
    """

    book: Book
    settings: HandoutSettings
    references: Bibliography
    cited: tuple[str, ...]
    names: Mapping[str, str]
    addresses: Mapping[str, str]
    pieces: tuple[Piece, ...] = ()
    gaps: int = 0
    exercises: tuple[Exercise, ...] = ()
    audience: Audience | None = None
    absent: frozenset[str] = frozenset()
    minutes: Decimal | None = None

    @property
    def intro(self) -> tuple[m.Note, ...]:
        """What stands before the notes: a note, or nothing."""
        return self._notes(INTRO)

    @property
    def notes(self) -> tuple[m.Note, ...]:
        """The notes of the sheet, in order."""
        return self._notes("")

    @property
    def moved(self) -> tuple[m.Note, ...]:
        """What is printed at the end, by notes."""
        return self._notes(MOVED)

    @property
    def points(self) -> Decimal | None:
        """The points of all exercises together, None if none has any."""
        given = [one.points for one in self.exercises if one.points is not None]
        return sum(given, Decimal()) if given else None

    def part(self, label: str) -> Part | None:
        """Return the part of the book with LABEL, if there is one."""
        return next((part for part in self.book.parts if part.label == label), None)

    def _notes(self, label: str) -> tuple[m.Note, ...]:
        part = self.part(label)
        chapters = part.chapters if part else ()
        return tuple(note for chapter in chapters for note in chapter.notes)
