"""What *resolve* makes: the book as parts, chapters and notes with every question answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.resolve.bibliography import CitedList


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: notes under a title, or one note that is the chapter itself (`single`)."""

    title: tuple[m.Inline, ...]
    label: str
    notes: tuple[m.Note, ...]
    single: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Chapters under a title; an empty title is no part."""

    title: tuple[m.Inline, ...]
    chapters: tuple[Chapter, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A place that references reach: its TeX label and the word before its number, "" for none."""

    label: str
    word: str


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A line of the list of a set by category: where the entry stands, and what is said of it."""

    entry: m.Entry
    note: m.Note
    target: Target


@dataclass(frozen=True, slots=True)
class PrintedSet:
    """An entry set in print: its index and, if the site has a categories page, its list."""

    entry_set: m.EntrySet
    title: str
    index_title: str
    entries: tuple[ListedEntry, ...]
    listed: bool

    @property
    def see(self) -> int:
        """How many aliases its index leads from; one that reads like its title is none."""
        return sum(len(item.entry.aliases) for item in self.entries)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A line of the list of symbols: the formulas, and what they mean."""

    symbol: tuple[m.Inline, ...]
    meaning: tuple[m.Inline, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class SymbolTable:
    """The symbols of a table of notation: its title, its note, its TeX label."""

    title: tuple[m.Inline, ...]
    note: m.Note
    label: str
    symbols: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """What *resolve* counted: lists of references, citations, links."""

    lists: int = 0
    cited: int = 0
    missing: tuple[tuple[str, Place], ...] = ()
    internal_links: int = 0
    unresolved_links: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """A book ready to be drawn and rendered.

    `bibliographies` are the texts of the generated `.bib` files by their names relative to the
    `.tex` folder, `lists` what is printed of each, `see` the entries of the index of terms that
    belong to no page, and `symbols` the list of symbols.
    """

    site: m.Site
    parts: tuple[Part, ...]
    sets: tuple[PrintedSet, ...]
    bibliographies: Mapping[str, str]
    counts: Counts
    see: tuple[m.IndexMark, ...] = ()
    symbols: tuple[SymbolTable, ...] = ()
    lists: Mapping[str, CitedList] = field(default_factory=dict)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters in order."""
        return tuple(chapter for part in self.parts for chapter in part.chapters)

    @property
    def notes(self) -> tuple[m.Note, ...]:
        """All notes in order."""
        return tuple(note for chapter in self.chapters for note in chapter.notes)
