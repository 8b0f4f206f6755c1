"""A note's file as a `NoteSource`: its text, and its front matter as typed fields."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.digests import digest_of
from scidraft_tex.kinds import Kind
from scidraft_tex.load.credits import ACKNOWLEDGEMENTS, FUNDING, statement
from scidraft_tex.load.decoding import Decoded, decode
from scidraft_tex.load.fields import Fields
from scidraft_tex.load.files import MarkdownFile
from scidraft_tex.load.formats import FormatError, lowered
from scidraft_tex.load.front_matter import split_front_matter
from scidraft_tex.load.fronts import Front, Fronts
from scidraft_tex.load.titles import first_heading, title_of_name, without_label
from scidraft_tex.model import Entry, EntrySet, FrontMatter, NoteSource, SkippedNote

SCHEMES: Mapping[str, tuple[str, ...]] = {
    "MSC 2020": ("msc", "msc2020", "subjclass"),
    "ACM": ("acm", "ccs"),
    "PACS": ("pacs",),
    "JEL": ("jel",),
}
"""Schemes of classes, as they print, with the keys of front matter that hold their codes."""


@dataclass(frozen=True, slots=True)
class LoadedNote:
    """A note with what its place among the others hangs on.

    `source.key` is still the name that its key will be made from.
    """

    source: NoteSource
    moment: dt.datetime | None

    @property
    def rank(self) -> tuple[bool, int, bool, float, str]:
        """Its place: by weight, none last; then by date, oldest first, none last; then by path."""
        front = self.source.front
        seconds = self.moment.timestamp() if self.moment else 0.0
        return (not front.weight, front.weight, self.moment is None, seconds, self.source.path)


@dataclass(frozen=True, slots=True)
class NoteLoader:
    """Loads the notes of one site, and adds what is wrong with them to `found`.

    A file of more bytes than `largest` is left out. What is `kept` is not parsed again.
    """

    folder: Path
    sets: tuple[EntrySet, ...]
    kinds: tuple[Kind, ...]
    found: Diagnostics
    largest: int = 4 << 20
    kept: Fronts | None = None

    def load(self, file: MarkdownFile) -> LoadedNote | SkippedNote:
        """Return the note in FILE; where it cannot be read, why, and a diagnostic."""
        path = str(file.path)
        try:
            size = (self.folder / path).stat().st_size
            if size > self.largest:
                message = f"the file has {size >> 20} MB, and may have {self.largest >> 20}"
                self.found.report("note-too-large", message, Place(path, 1))
                return SkippedNote(path, "too large")
            data = (self.folder / path).read_bytes()
        except OSError as error:
            self.found.report("note-unreadable", f"cannot be read: {error.strerror}", Place(path))
            return SkippedNote(path, "unreadable")
        decoded = decode(data)
        front = self._known(file, data, decoded)
        if isinstance(front, SkippedNote):
            return front
        self.found.extend(front.found)
        source = NoteSource(
            path=path,
            key=front.front.slug or file.name,
            section=file.section,
            front=front.front,
            text=decoded.text,
            body_line=front.body_line,
            folder=str(file.path.parent),
        )
        return LoadedNote(source, front.moment)

    def _known(self, file: MarkdownFile, data: bytes, decoded: Decoded) -> Front | SkippedNote:
        """Return what `_front` does, or what is kept of a file of the same name and DATA."""
        if self.kept is None:
            return self._front(file, decoded)
        path, key = str(file.path), digest_of(data, file.name)
        if (known := self.kept.find(path, key)) is not None:
            return known
        made = self._front(file, decoded)
        if isinstance(made, Front):
            self.kept.keep(path, key, made)
        return made

    def _front(self, file: MarkdownFile, decoded: Decoded) -> Front | SkippedNote:
        """Return the front matter of FILE; where it cannot be parsed, why, and a diagnostic."""
        path, text, fault = str(file.path), decoded.text, decoded.fault
        said = Diagnostics()
        if fault:
            said.report("note-encoding", fault.reason, Place(path, fault.line, fault.column))
        try:
            raw = split_front_matter(text)
        except FormatError as error:
            self.found.extend(said)
            place = Place(path, error.line, error.column)
            self.found.report("front-matter-syntax", error.message, place)
            return SkippedNote(path, "front matter")
        fields = Fields(raw.fields, path, raw.text, said, first_line=raw.first_line)
        fields = replace(fields, values={**lowered(fields.table("params")), **raw.fields})
        body = "\n".join(text.split("\n")[raw.body_line - 1 :])
        title = fields.string("title") or first_heading(body) or title_of_name(file.name)
        front = front_matter_of(fields, title, self.sets, self.kinds)
        return Front(front, raw.body_line, fields.moment("date"), tuple(said))


def front_matter_of(
    fields: Fields, title: str, sets: Iterable[EntrySet], kinds: Iterable[Kind]
) -> FrontMatter:
    """Return FIELDS as typed values, TITLE being the note's own.

    The title in print is that of the note's first entry, else TITLE less its label.
    """
    entries = tuple(entry for entry_set in sets if (entry := _entry(fields, entry_set)))
    return FrontMatter(
        title=entries[0].title if entries else without_label(title, kinds),
        date=fields.day("date"),
        lastmod=fields.day("lastmod"),
        draft=fields.flag("draft"),
        promotion=fields.flag("promotion"),
        authors=fields.authors("authors", "author"),
        institute=fields.string("institute"),
        tags=fields.strings("tags"),
        categories=fields.strings("categories"),
        keywords=fields.strings("keywords", separator=","),
        summary=fields.string("summary", "description"),
        abstract=fields.string("abstract"),
        slug=fields.string("slug"),
        aliases=fields.strings("aliases"),
        weight=fields.whole("weight"),
        bibliography=fields.string("bibliography"),
        acknowledgements=statement(fields, ACKNOWLEDGEMENTS),
        funding=statement(fields, FUNDING),
        licence=fields.string("licence", "license"),
        classes=tuple(_classes(fields)),
        entries=entries,
        raw=tuple((key, _plain(value)) for key, value in fields.values.items()),
    )


def _classes(fields: Fields) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the schemes of FIELDS by which the note is classified, as they print, with its codes.

    Of the keys of a scheme the first that has any counts.
    """
    for scheme, keys in SCHEMES.items():
        found = (fields.strings(key, separator=",;") for key in keys)
        if codes := next(filter(None, found), ()):
            yield scheme, codes


def _entry(fields: Fields, entry_set: EntrySet) -> Entry | None:
    title = fields.string(entry_set.title_field)
    if not title:
        return None
    return Entry(
        set_name=entry_set.name,
        title=title,
        category=fields.string(entry_set.category_field),
        aliases=fields.strings(entry_set.aliases_field),
        summary=fields.string(entry_set.summary_field),
    )


def _plain(value: Any) -> object:
    """Return VALUE as JSON could hold it: dates as text, lists as tuples."""
    match value:
        case dict():
            return tuple((key, _plain(item)) for key, item in value.items())
        case list():
            return tuple(_plain(item) for item in value)
        case dt.date() | dt.time():
            return value.isoformat()
    return value
