"""Entry sets in print: the list by category, and what a note says in place of an A-Z page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scidraft_tex import model as m
from scidraft_tex.collation import sort_key
from scidraft_tex.labels import label
from scidraft_tex.read.notes import one_line
from scidraft_tex.render import tex
from scidraft_tex.render.environments import command
from scidraft_tex.resolve.book import ListedEntry, PrintedSet


@dataclass(frozen=True, slots=True)
class Entries:
    """The printed sets of a book; `inline` renders their titles and summaries."""

    sets: Sequence[PrintedSet]
    inline: Mapping[str, str]
    """The LaTeX of each front matter string that the lists print, by its text."""
    language: str = "en"
    """The language in whose order they stand."""

    def find(self, name: str) -> PrintedSet | None:
        """Return the set NAME, if it has entries."""
        return next((s for s in self.sets if s.entry_set.name == name), None)

    def text(self, text: str) -> str:
        """Return a front matter string as LaTeX."""
        line = one_line(text)
        return self.inline.get(line, tex.escape(line))

    def key(self, text: str) -> str:
        """Return what TEXT is sorted by."""
        return sort_key(text, self.language)

    def list_of(self, name: str) -> str:
        """Return the entries of the set NAME by category, with numbers, other names and pages."""
        printed = self.find(name)
        if printed is None:
            return ""
        ordered = sorted(
            printed.entries,
            key=lambda item: (self.key(item.entry.category), self.key(item.entry.title)),
        )
        lines = []
        for category, members in groupby(ordered, key=lambda item: item.entry.category):
            lines.append(command("entrycategory", self.text(category)))
            lines.extend(self.item(item) for item in members)
        return "\n".join(lines)

    def item(self, item: ListedEntry) -> str:
        """Return one line of the list."""
        aliases = ", ".join(self.text(alias) for alias in item.entry.aliases)
        return command(
            "entryitem",
            f"\\ref*{{{item.target.label}}}",
            self.text(item.entry.title),
            item.target.label,
            aliases,
            self.text(item.entry.summary),
        )

    def pointer(self, name: str) -> str:
        """Return what stands for an A-Z list within a note: a reference to the printed index."""
        printed = self.find(name)
        if printed is None:
            return ""
        return command("notelink", label("index", name), "", tex.escape(printed.index_title))


def texts(sets: Sequence[PrintedSet]) -> dict[str, tuple[m.Inline, ...]]:
    """Return every front matter string that lists of SETS print, as inlines."""
    found: dict[str, tuple[m.Inline, ...]] = {}
    for printed in sets:
        for item in printed.entries:
            entry = item.entry
            for text in (entry.title, entry.category, entry.summary, *entry.aliases):
                line = one_line(text)
                found[line] = item.note.inlines(line)
    return found
