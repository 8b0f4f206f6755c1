"""Setting a document until nothing in it fails: rounds of setting, trying, boxing, rendering."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.isolation.cures import Cure, cured_book
from scidraft_tex.isolation.judging import Charge, charges, enclosing, smallest, top_of
from scidraft_tex.isolation.memory import Condemned, recalled, remember
from scidraft_tex.isolation.nodes import Key, key_of, note_key
from scidraft_tex.isolation.pieces import Piece, pieces_of
from scidraft_tex.isolation.places import place_in
from scidraft_tex.isolation.printing import Printed, Printing
from scidraft_tex.isolation.sources import Sources, sources_of
from scidraft_tex.render.failures import LONGEST
from scidraft_tex.typeset import SourceMap, Typeset
from scidraft_tex.typeset.digests import digest
from scidraft_tex.typeset.errors import error_diagnostic, explain
from scidraft_tex.typeset.job import TOO_LONG, Recorded
from scidraft_tex.typeset.log import TexError
from scidraft_tex.typeset.trial import PATIENCE, Document, clear_trial, try_pieces
from scidraft_tex.typeset.trial import Piece as TriedPiece

__all__ = ["print_isolated"]

_LACKING = re.compile(r"Unicode character .*? \(U\+([0-9A-F]{4,6})\)")
"""What LaTeX says of a character that it cannot set."""

_ROUNDS = 4
"""After how many rounds no smaller piece is looked for than a note."""


def print_isolated(printing: Printing) -> Printed:
    """Set PRINTING with what fails in it as boxes, in a few rounds. Raises `ToolMissingError`."""
    return _Isolation(printing).run()


@dataclass
class _Isolation:
    """A document under way: `rendered` and `book` are as they are with all that is condemned."""

    printing: Printing
    condemned: dict[Key, Condemned] = field(default_factory=dict)

    def __post_init__(self) -> None:
        printing = self.printing
        self.book = printing.book
        self.rendered = printing.rendered
        files = self.rendered.files
        names = (f"{printing.root}.tex", "preamble.tex")
        texts = [printing.engine.value, *(files.get(name, "") for name in names)]
        self.stamp = digest("\n".join(texts).encode())
        self.memory = printing.folder / f"{printing.root}.isolation.json"
        self.originals = {note.source.path: note for note in printing.book.notes}
        self.known: dict[str, list[Piece]] = {}
        self.tried: dict[TriedPiece, TexError | None] = {}
        self.stops: Mapping[str, int] = {}

    @cached_property
    def sources(self) -> Sources:
        """Where the pieces of the notes begin and end: asked for only where one fails."""
        return sources_of(self.printing.texts, self.printing.book.notes)

    def run(self) -> Printed:
        clear_trial(self.printing.folder)
        self._recall()
        self.printing.write(self.rendered.files)
        pages = self.printing.typeset(stop_at_errors=True)
        for number in range(_ROUNDS + 2):
            if not pages.passes or not (pages.log.errors or pages.log.fatal):
                break
            new = self._judged(pages) if number < _ROUNDS else {}
            new = new or self._whole(pages)
            if not new:
                break
            self._condemn(new)
            self.printing.write(self.rendered.files)
            pages = self.printing.typeset(stop_at_errors=True)
        if pages.pdf is None and pages.passes and not pages.log.fatal:
            pages = self.printing.typeset(stop_at_errors=False)
        remember(self.memory, self.stamp, self.condemned.values())
        said = Diagnostics()
        said.extend(self.rendered.diagnostics)
        told = tuple(map(self._told, self.condemned.values()))
        said.extend(told)
        said.extend(pages.diagnostics)
        return Printed(self.book, self.rendered, pages, tuple(self.condemned), told, said)

    # --- what is condemned ---------------------------------------------------------------------

    def _recall(self) -> None:
        """Condemn what is remembered and has not changed."""
        found = recalled(self.memory, self.stamp)
        kept = [
            one for one in found if self.digest(one.key, by_context=one.by_context) == one.digest
        ]
        if kept:
            self._condemn({one.key: one for one in kept})

    def _condemn(self, new: Mapping[Key, Condemned]) -> None:
        """Box what is NEW, too; what was boxed within it is so no more by itself."""
        self.condemned |= new
        for path in {key.file for key in new}:
            if note_key(path) in self.condemned:
                self._drop(key for key in self.condemned if _within_note(key, path))
            else:
                outer = {p.key: p.parents for p in self.original(path)}
                self._drop(
                    key
                    for key in self.condemned
                    if not self.condemned.keys().isdisjoint(outer.get(key, ()))
                )
        messages = {key: explain(one.error).message for key, one in self.condemned.items()}
        writers = self.printing.writers(self.printing.book)

        def displays(display: m.Display) -> Iterable[m.Number]:
            note = self.originals.get(display.place.file)
            return writers(note).blocks.formulas.numbers(display) if note else ()

        said = " ".join(one.error.message for one in self.condemned.values())
        lacking = {int(code, 16): f"[U+{code}]" for code in _LACKING.findall(said)}
        withheld = self.printing.withheld
        cure = Cure(messages, self.sources, displays, withheld=withheld, stand_ins=lacking)
        self.book = cured_book(self.printing.book, cure)
        self.rendered = self.printing.render(self.book)

    def _drop(self, keys: Iterator[Key]) -> None:
        for key in list(keys):
            del self.condemned[key]

    def _whole(self, pages: Typeset) -> dict[Key, Condemned]:
        """Condemn whole notes: those with errors, and all that TeX may have been at its end in."""
        charge = self._charge(pages)
        if any(error.message.startswith(TOO_LONG) for error in pages.log.errors):
            return {}
        errors = {path: next(iter(found.values())) for path, found in charge.errors.items()}
        stopped = TexError("Emergency stop.")
        errors |= {path: stopped for path in charge.reading if path not in errors}
        found = {note_key(path): error for path, error in errors.items()}
        return {
            key: Condemned(key, error, self.digest(key, by_context=True), by_context=True)
            for key, error in found.items()
            if key not in self.condemned
        }

    def _charge(self, pages: Typeset) -> Charge:
        printing = self.printing
        source = SourceMap.of(printing.folder)
        read = Recorded.of(printing.folder / f"{printing.root}.fls").read
        return charges(pages.log, source, list(self.originals), read)

    def _judged(self, pages: Typeset) -> dict[Key, Condemned]:
        """Try what is charged after PAGES, and return what is to be condemned.

        Where TeX had to be stopped, blocks are not guessed at: each wrong guess costs as long.
        """
        charge = self._charge(pages)
        if not charge.notes:
            return {}
        court = _Court(self, charge)
        found = {one.key: one for path in charge.notes for one in court.judge(path)}
        if not found and not any(item.code == "tool-timeout" for item in pages.diagnostics):
            found = {one.key: one for path in charge.notes for one in court.unexplained(path)}
        return found

    # --- what is known of pieces ---------------------------------------------------------------

    def original(self, path: str) -> list[Piece]:
        """Return the pieces of the note at PATH as it was before anything was boxed."""
        if path not in self.known:
            note = self.originals.get(path)
            writers = self.printing.writers(self.printing.book)
            self.known[path] = list(pieces_of(note, writers(note))) if note else []
        return self.known[path]

    def digest(self, key: Key, *, by_context: bool = False) -> str:
        """Return the digest of the LaTeX of KEY, or of all of its note's; "" for what is gone."""
        pieces = self.original(key.file)
        if by_context:
            return digest("\n".join(piece.latex for piece in pieces).encode())
        found = [piece.latex for piece in pieces if piece.key == key]
        return digest("\n".join(found).encode()) if found else ""

    def _told(self, one: Condemned) -> Diagnostic:
        """Return what is said of a piece that is boxed, at its place; a long source with it."""
        error = replace(one.error, file="", line=0)
        told = error_diagnostic(error, self._place(one))
        source = self._source(one.key)
        if source.count("\n") >= LONGEST:
            told = replace(told, detail=f"{told.detail}\nin:\n{source}")
        return told

    def _source(self, key: Key) -> str:
        note = self.originals.get(key.file)
        if key.kind == "Note" and note:
            return self.sources.body(note.source)
        return self.sources.block(key.place, key.kind)

    def _place(self, one: Condemned) -> Place:
        """Return where the fault is, as near as TeX tells."""
        key, error = one.key, one.error
        nodes = (piece.node for piece in self.original(key.file) if piece.key == key)
        node = next(nodes, None)
        if isinstance(node, m.Math | m.Display):
            return place_in(node, error)
        tail = error.reached.strip().removeprefix("...")
        fragments = (error.command, error.excerpt, tail[-24:] if len(tail) > 3 else "")
        return self.sources.find(key.place, fragments)


@dataclass
class _Court:
    """The trial of one round, over the notes of `charge`."""

    isolation: _Isolation
    charge: Charge

    def __post_init__(self) -> None:
        isolation = self.isolation
        notes = {note.source.path: note for note in isolation.book.notes}
        writers = isolation.printing.writers(isolation.book)
        self.pieces: dict[str, list[Piece]] = {}
        self.openings: dict[str, str] = {}
        for path in self.charge.notes:
            writer = writers(notes[path])
            self.openings[path] = writer.macros.opening
            found = list(pieces_of(notes[path], writer))
            self.pieces[path] = found
        self.errors: dict[Key, TexError] = {}
        self._try({path: self._first(path) for path in self.charge.notes})
        self._try({path: self._second(path) for path in self.charge.notes})

    def judge(self, path: str) -> Iterator[Condemned]:
        """Yield what is condemned in the note at PATH: the whole, if it ends TeX ever again."""
        if self.isolation.stops.get(path, 0) >= PATIENCE:
            key, digest = note_key(path), self.isolation.digest(note_key(path), by_context=True)
            error = next(error for one, error in self.errors.items() if one.file == path)
            yield Condemned(key, error, digest, by_context=True)
            return
        found = list(smallest(self.pieces[path], self.errors))
        macros = [key for key in found if key.kind == "Macros"]
        if macros:  # nothing else of the note had its definitions
            found = [self._definer(key) for key in macros]
        for key in dict.fromkeys(found):
            error = self.errors.get(key) or self.errors[macros[0]]
            yield Condemned(key, error, self.isolation.digest(key))

    def _definer(self, key: Key) -> Key:
        """Return the formula that makes the definitions of KEY, or the note if all do together."""
        node = next((p.node for p in self.pieces[key.file] if p.key == key), None)
        found = key_of(node) if node else None
        return found or note_key(key.file)

    def unexplained(self, path: str) -> Iterator[Condemned]:
        """Yield the blocks at which errors are that no piece has by itself.

        Such errors often follow from others: as long as there are any, these are left alone.
        """
        pieces = self.isolation.original(path)
        condemned = self.isolation.condemned
        for line, error in self.charge.errors.get(path, {}).items():
            key = enclosing(pieces, line, condemned, path)
            if key not in condemned:
                yield Condemned(
                    key, error, self.isolation.digest(key, by_context=True), by_context=True
                )

    # --- trying --------------------------------------------------------------------------------

    def _tops(self, path: str) -> list[Piece]:
        return [piece for piece in self.pieces[path] if not piece.parents]

    def _charged(self, path: str) -> set[Key]:
        """Return the blocks of the note at PATH in which errors are."""
        blocks = [piece.key for piece in self._tops(path) if piece.apart]
        lines = self.charge.errors.get(path, {})
        return {key for line in lines if (key := top_of(blocks, line))}

    def _first(self, path: str) -> list[Piece]:
        """Return what is tried at first: blocks as a whole, and all within those with errors."""
        charged = self._charged(path)
        return [
            piece for piece in self.pieces[path] if not piece.parents or piece.parents[0] in charged
        ]

    def _second(self, path: str) -> list[Piece]:
        """Return what is tried then: what is within other blocks that failed."""
        tried = {piece.key for piece in self._first(path)}
        suspects = {piece.key for piece in self._tops(path) if piece.key in self.errors}
        return [
            piece
            for piece in self.pieces[path]
            if piece.key not in tried and piece.parents and piece.parents[0] in suspects
        ]

    def _try(self, asked: Mapping[str, Sequence[Piece]]) -> None:
        """Try the pieces that are ASKED for; what became of them in a round before still holds."""
        isolation = self.isolation
        pieces = [
            (piece.key, piece.to_try(self.openings[path]))
            for path, own in asked.items()
            for piece in own
        ]
        new = list(dict.fromkeys(piece for _, piece in pieces if piece not in isolation.tried))
        if new:
            printing = isolation.printing
            document = Document(printing.folder, printing.root, printing.engine, printing.runner)
            trial = try_pieces(document, new, stops=isolation.stops)
            isolation.stops = trial.stops
            isolation.tried |= {
                piece: trial.errors.get(number)
                for number, piece in enumerate(new)
                if number not in trial.untried
            }
        for key, piece in pieces:
            if error := isolation.tried.get(piece):
                self.errors[key] = error


def _within_note(key: Key, path: str) -> bool:
    return key.file == path and key.kind != "Note"
