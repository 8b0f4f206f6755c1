"""Entries of bibliographies that no note cites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.resolve.bibliography import Bibliography
from scidraft_tex.walk import inlines_of

__all__ = ["unused_entries"]

_CITE = re.compile(r"\\cite[pt]?\*?(?:\[[^\]\n]*\]){0,2}\{(?P<keys>[^{}]*)\}")


def unused_entries(
    site: m.Site, notes: Sequence[m.Note], read: Mapping[str, Bibliography | None]
) -> Iterator[Diagnostic]:
    """Yield a note for each entry of the files READ, by their paths, that none of NOTES cites.

    Pages of SITE that do not print may cite an entry, too, and an entry that is cited may take
    fields from another. Of a file that no list of references names the whole is told.
    """
    cited = {key for note in notes for key in _cited(note)}
    cited |= {key for page in site.pages for key in _keys(page.text)}
    for path in site.bibliographies:
        bibliography = read.get(path)
        if bibliography is None:
            message = "no list of references is made from this file"
            yield diagnostic("bib-unused", message, place=Place(path))
            continue
        used = _with_parents(bibliography, cited)
        for entry in bibliography.entries.values():
            if entry.key not in used:
                place = Place(path, entry.line)
                yield diagnostic("bib-unused", f"no note cites {entry.key}", place=place)


def _cited(note: m.Note) -> Iterator[str]:
    """Yield the keys that NOTE cites."""
    for node in inlines_of(note.blocks):
        if isinstance(node, m.Citation):
            yield from node.keys


def _keys(text: str) -> Iterator[str]:
    """Yield the keys that TEXT cites, a page that is not read."""
    for found in _CITE.finditer(text):
        yield from (key.strip() for key in found["keys"].split(","))


def _with_parents(bibliography: Bibliography, cited: Iterable[str]) -> set[str]:
    """Return the keys CITED of BIBLIOGRAPHY, and those that these take fields from."""
    used: set[str] = set()
    left = [key for key in cited if key in bibliography.entries]
    while left:
        key = left.pop()
        used.add(key)
        parents = map(bibliography.parent, bibliography.entries[key].links)
        left += [parent.key for parent in parents if parent and parent.key not in used]
    return used
