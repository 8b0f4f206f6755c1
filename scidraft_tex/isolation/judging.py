"""From TeX's errors and a trial to what is condemned: the smallest pieces that fail."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scidraft_tex.isolation.nodes import Key, note_key
from scidraft_tex.isolation.pieces import Piece
from scidraft_tex.typeset import SourceMap
from scidraft_tex.typeset.job import TOO_LONG
from scidraft_tex.typeset.log import LogSummary, TexError

__all__ = ["Charge", "charges", "enclosing", "smallest", "top_of"]


@dataclass(frozen=True, slots=True)
class Charge:
    """What is known against the notes of a document after a pass.

    `errors` are those at a line of a note, by note and line. `hidden` are the notes that TeX gave
    up in, took for something else, or did not come to, in order; in one of the first `reading` it
    was at its end.
    """

    errors: Mapping[str, Mapping[int, TexError]] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes that anything is known against."""
        return tuple(dict.fromkeys((*self.errors, *self.hidden)))


def charges(
    log: LogSummary, source: SourceMap, notes: Sequence[str], read: Collection[str]
) -> Charge:
    """Return what LOG has against NOTES, the paths of a document's in its order.

    READ are the files that TeX read: an error may make it pass over all that follow. That there
    are too many pages is not the fault of where the last of them ends.
    """
    errors: dict[str, dict[int, TexError]] = {}
    for error in log.errors:
        place = source.place(error.file, error.line)
        if place and place.file in notes and not error.message.startswith(TOO_LONG):
            errors.setdefault(place.file, {}).setdefault(place.line, error)
    if not log.fatal:
        return Charge(errors, _passed_over(errors, source, notes, read))
    entries = source.entries.get(log.reading, ())
    within = list(dict.fromkeys(entry.place.file for entry in entries))
    reading = tuple(path for path in notes if path in within)
    last = _fatal_note(log, source)
    first = last if last in notes else next(iter(reading), None)
    hidden = tuple(notes[notes.index(first) :]) if first else ()
    return Charge(errors, hidden, reading or hidden[:1])


def _passed_over(
    errors: Collection[str], source: SourceMap, notes: Sequence[str], read: Collection[str]
) -> tuple[str, ...]:
    """Return the notes from the last with ERRORS on, if TeX did not come to files of some."""
    unread = {
        entry.place.file
        for name, entries in source.entries.items()
        if name not in read
        for entry in entries
    }
    at = [number for number, path in enumerate(notes) if path in unread]
    if not errors or not at:
        return ()
    return tuple(notes[min(at[0], max(map(notes.index, errors))) :])


def _fatal_note(log: LogSummary, source: SourceMap) -> str | None:
    """Return the note of the error that ended TeX, if it was an error with a line."""
    last = log.errors[-1] if log.errors else None
    place = source.place(last.file, last.line) if last else None
    return place.file if place else None


def top_of(tops: Iterable[Key], line: int) -> Key | None:
    """Return which of TOPS, the blocks of a note, LINE is in; None for what is before them all."""
    before = [key for key in tops if key.line <= line]
    return max(before, key=lambda key: (key.line, key.column), default=None)


def smallest(pieces: Sequence[Piece], errors: Mapping[Key, TexError]) -> Iterator[Key]:
    """Yield the smallest of PIECES that fail.

    A piece is to blame only if all around it fail, too.
    """
    failing = {piece.key for piece in pieces if piece.key in errors}
    blamed = {
        piece.key: piece.parents
        for piece in pieces
        if piece.key in failing and failing.issuperset(piece.parents)
    }
    outer = {parent for parents in blamed.values() for parent in parents}
    yield from (key for key in blamed if key not in outer)


def enclosing(pieces: Sequence[Piece], line: int, condemned: Collection[Key], path: str) -> Key:
    """Return the smallest of PIECES, a note's, at LINE that is not within or one of CONDEMNED.

    That is a block or an item; where none is left, it is the note at PATH.
    """
    blocks = [piece for piece in pieces if piece.apart]
    at = [piece for piece in blocks if piece.key.line == line]
    if not at:
        top = top_of((piece.key for piece in blocks if not piece.parents), line)
        at = [piece for piece in blocks if piece.key == top]
    if not at:
        return note_key(path)
    deepest = max(at, key=lambda piece: len(piece.parents))
    chain = [*deepest.parents, deepest.key]
    boxed = [index for index, key in enumerate(chain) if key in condemned]
    free = chain[: boxed[0]] if boxed else chain
    return free[-1] if free else note_key(path)
