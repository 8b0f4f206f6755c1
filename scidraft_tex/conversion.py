"""Notes read and recognised, by way of what is kept of those that have not changed.

What *read* and *recognise* make of a note depends on its text and a few settings, not on where the
note stands or on other notes. It is kept by the digest of these, so that a note that is moved or
renamed keeps it, and pandoc is called for the others alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeAlias

from scidraft_tex import model as m
from scidraft_tex.cache import user_folder
from scidraft_tex.codes import may_pass
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.digests import digest_of
from scidraft_tex.encoding import DecodingError, decode, encode
from scidraft_tex.files import whole
from scidraft_tex.read import read_notes
from scidraft_tex.read.notes import front_strings
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.shelf import Shelf
from scidraft_tex.stamps import own_stamp
from scidraft_tex.tools import Runner
from scidraft_tex.trace import difference

__all__ = ["Conversion", "Read", "note_shelf", "user_shelf"]

_LIMIT = 256 * 2**20
"""How many bytes of notes are kept: some fifty thousand."""

_KEPT = tuple(one.name for one in fields(m.Note) if one.name != "source")
"""What is kept of a note: all but its text."""


Kept: TypeAlias = tuple[m.Note, tuple[Diagnostic, ...]]
"""A note, and what was found wrong in it."""


@dataclass(frozen=True, slots=True)
class Read:
    """Notes half way: those that were `known` are recognised, the others read, by their number.

    `found` is what *read* found in the latter, and `faults` what no note is to blame for.
    """

    sources: tuple[m.NoteSource, ...]
    known: Mapping[int, Kept]
    read: Mapping[int, m.Note]
    found: Mapping[int, tuple[Diagnostic, ...]]
    faults: tuple[Diagnostic, ...] = ()


class Conversion:
    """Reads and recognises notes by rules, and keeps what came of them.

    `again` tells of notes that were not kept, by their paths, what is new.
    """

    def __init__(self, rules: Rules, shelf: Shelf | None = None, *, told: bool = True) -> None:
        """Go by RULES; without a SHELF nothing is kept. Reasons are known only if to be TOLD."""
        self.rules = rules
        self.told = told
        self.shelf = shelf
        self.again: dict[str, str] = {}
        self.reused = 0
        self._stamp = digest_of(own_stamp(), repr(rules))
        self._known: dict[tuple[str, str], Kept | None] = {}
        self._keys: dict[int, tuple[m.NoteSource, str]] = {}

    def read(self, sources: Sequence[m.NoteSource], runner: Runner, jobs: int) -> Read:
        """Return SOURCES read where nothing is kept of them. Raises `pandoc.PandocError`."""
        kept = {number: made for number, one in enumerate(sources) if (made := self.kept(one))}
        numbers = [number for number in range(len(sources)) if number not in kept]
        self.reused += len(kept)
        self._explain([sources[number] for number in numbers])
        if not numbers:
            return Read(tuple(sources), kept, {}, {})
        read = read_notes([sources[number] for number in numbers], runner, jobs=jobs)
        notes = dict(zip(numbers, read.notes, strict=True))
        found = dict(zip(numbers, read.found, strict=True))
        return Read(tuple(sources), kept, notes, found, read.faults)

    def recognise(self, read: Read) -> tuple[tuple[m.Note, ...], Diagnostics]:
        """Return what READ comes to, and what *recognise* finds wrong, or what was kept of both.

        What may come out otherwise the next time, after a fault or a limit, is not kept.
        """
        notes: list[m.Note] = []
        said = Diagnostics(list(read.faults))
        for number, source in enumerate(read.sources):
            if number in read.known:
                note, found = read.known[number]
            else:
                (note,), own = recognise([read.read[number]], self.rules)
                found = (*read.found[number], *own)
                if not any(may_pass(item.code) for item in (*found, *read.faults)):
                    self._keep(source, note, found)
            notes.append(note)
            said.extend(found)
        if self.shelf and read.read:
            self.shelf.trim()
        return tuple(notes), said

    # --- what is kept --------------------------------------------------------------------------

    def missing(self, sources: Sequence[m.NoteSource]) -> list[m.NoteSource]:
        """Return those of SOURCES of which nothing is kept."""
        return [source for source in sources if self.kept(source) is None]

    def kept(self, source: m.NoteSource) -> Kept | None:
        """Return the note of SOURCE, and what was found in it, if that is kept."""
        where = (source.path, self.key(source))
        if where not in self._known:
            self._known[where] = self._load(source)
        return self._known[where]

    def _load(self, source: m.NoteSource) -> Kept | None:
        data = self.shelf.get(self.key(source)) if self.shelf else None
        if data is None:
            return None
        try:
            values, found = decode(data, source.path)
            return m.Note(source, **dict(zip(_KEPT, values, strict=True))), found
        except (DecodingError, TypeError, ValueError):
            return None

    def _keep(self, source: m.NoteSource, note: m.Note, found: tuple[Diagnostic, ...]) -> None:
        if self.shelf:
            values = tuple(getattr(note, name) for name in _KEPT)
            self.shelf.put(self.key(source), encode((values, found), source.path))

    def key(self, source: m.NoteSource) -> str:
        """Return all that decides what becomes of SOURCE, as a text that a person can read."""
        known = self._keys.get(id(source))
        if known is None:  # the source is kept with it, so that its number is not another's
            known = source, json.dumps(self._inputs(source), sort_keys=True)
            self._keys[id(source)] = known
        return known[1]

    def _inputs(self, source: m.NoteSource) -> dict[str, object]:
        front = source.front
        return {
            "program and rules": self._stamp,
            "text": digest_of(source.text),
            "body_line": source.body_line,
            "title": front.title,
            "front": digest_of(*front_strings(front)),
            "bibliography": front.bibliography,
        }

    def _explain(self, sources: Sequence[m.NoteSource]) -> None:
        """Find out in what SOURCES differ from what was kept of them, and remember that."""
        if self.shelf is None or not self.told:
            return
        path = self.shelf.folder / "inputs.json"
        before = _table(path)
        now = {source.path: self._inputs(source) for source in sources}
        self.again |= {name: difference(before.get(name), new) for name, new in now.items()}
        with suppress(OSError), whole(path) as beside:
            beside.write_text(json.dumps(before | now, separators=(",", ":")), encoding="utf-8")


def _table(path: Path) -> dict[str, dict[str, object]]:
    """Return the inputs of notes by path, as the file at PATH has them; what is damaged is not."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    pairs = data.items() if isinstance(data, dict) else ()
    return {name: inputs for name, inputs in pairs if isinstance(inputs, dict)}


def user_shelf() -> Shelf | None:
    """Return where notes are kept for all sites of a user, None if nowhere."""
    folder = user_folder("notes")
    return Shelf(folder, _LIMIT) if folder else None


def note_shelf(build: Path) -> Shelf:
    """Return where a build in the folder BUILD keeps notes."""
    return Shelf(build / "cache" / "notes", _LIMIT)
