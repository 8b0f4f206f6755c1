"""The one list of references of a paper: entries of several files, each work once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias

from scidraft_tex.resolve.bibliography import (
    LINK_FIELDS,
    UNPRINTED_FIELDS,
    BibEntry,
    Bibliography,
)

__all__ = ["References"]

_Likeness: TypeAlias = tuple[object, ...]
"""What makes two entries the same: key, type, fields, and the likenesses of their parents."""


@dataclass
class References:
    """Entries gathered for a paper, under keys of their own.

    Entries of two files are one if key, type and all that prints are the same; where one key means
    different works in two files, the later one's key gets a number.
    """

    entries: dict[str, BibEntry] = field(default_factory=dict)
    keys: dict[_Likeness, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def add(self, entry: BibEntry, source: Bibliography, below: tuple[str, ...] = ()) -> str:
        """Keep ENTRY of the file SOURCE with those that it takes fields from; return its key here.

        BELOW are the keys of the entries that take fields from it: what leads back is left out.
        """
        likeness = _likeness(entry, source, below)
        if likeness in self.keys:
            return self.keys[likeness]
        key = self.free(entry.key)
        self.keys[likeness] = key
        self.entries[key] = replace(entry, key=key)
        fields = dict(entry.fields)
        for name in set(LINK_FIELDS) & fields.keys():
            parents = _parents(entry, name, source, below)
            own = [self.add(parent, source, (*below, entry.key)) for parent in parents]
            fields[name] = ",".join(own)
        self.entries[key] = replace(entry, key=key, fields=fields)
        return key

    def add_own(self, entry: BibEntry) -> str:
        """Keep ENTRY, which stands in no file; return its key here."""
        key = self.free(entry.key)
        self.entries[key] = replace(entry, key=key)
        return key

    def free(self, key: str) -> str:
        """Return KEY, with the first number from 2 that makes it new, and keep it.

        The case of letters does not tell two keys apart: BibTeX heeds it nowhere.
        """
        names = (key if number == 1 else f"{key}-{number}" for number in count(1))
        found = next(name for name in names if name.casefold() not in self.taken)
        self.taken.add(found.casefold())
        return found

    def of(self, cited: Iterable[str], file: str) -> Bibliography:
        """Return the entries with the keys CITED as the bibliography FILE, parents after children.

        Entries that nothing cites are not in it.
        """
        kept: dict[str, BibEntry] = {}
        waiting = list(cited)
        while waiting:
            key = waiting.pop(0)
            if key not in kept:
                kept[key] = self.entries[key]
                waiting = [*self.entries[key].links, *waiting]
        return Bibliography(file, kept)


def _parents(
    entry: BibEntry, name: str, source: Bibliography, below: tuple[str, ...]
) -> Iterator[BibEntry]:
    """Yield what the field NAME of ENTRY links to, without what would lead back."""
    for key in entry.fields.get(name, "").split(","):
        parent = source.parent(key.strip()) if key.strip() else None
        if parent is not None and parent.key not in (*below, entry.key):
            yield parent


def _likeness(entry: BibEntry, source: Bibliography, below: tuple[str, ...]) -> _Likeness:
    printed = sorted(
        (name, value)
        for name, value in entry.fields.items()
        if name not in UNPRINTED_FIELDS and name not in LINK_FIELDS
    )
    parents = (
        (name, _likeness(parent, source, (*below, entry.key)))
        for name in LINK_FIELDS
        for parent in _parents(entry, name, source, below)
    )
    return (entry.key, entry.type, *printed, *parents)
