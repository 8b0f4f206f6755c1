"""Citations of a paper: each in the file of its list, and all lists as one.

The web gives each list of references a file and a scope (docs/format.md, section 7). A paper prints
one list, but a key still means what it means in the file of the list that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import Bibliography
from scidraft_tex.resolve.citations import (
    Library,
    Scope,
    report_missing,
    report_unlisted,
    scopes_of,
)
from scidraft_tex.resolve.preprint_references import References
from scidraft_tex.walk import rewrite_blocks, rewrite_inlines

__all__ = ["PaperCitations"]


@dataclass
class PaperCitations:
    """Tells the citations of NOTE their entries; `missing` are the keys that have none."""

    note: m.Note
    library: Library
    references: References
    missing: list[tuple[str, Place]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Find the scopes of the note's lists."""
        self.scopes = scopes_of(self.note)

    # --- the note's body ---------------------------------------------------------------------

    def body(self) -> tuple[m.Block, ...]:
        """Return the note's blocks with its citations told; its lists still stand in it.

        A citation after the last list is no mistake: it belongs to the file that the note's front
        matter names. It is reported only if that file lacks the key.
        """
        number = 0

        def inline(node: m.Inline) -> Sequence[m.Inline]:
            return (self.told(node, number),) if isinstance(node, m.Citation) else (node,)

        def block(node: m.Block) -> Sequence[m.Block]:
            nonlocal number
            number += isinstance(node, m.ReferenceList)
            return (node,)

        return rewrite_blocks(self.note.blocks, inline, block)

    def told(self, node: m.Citation, number: int) -> m.Citation:
        """Return the citation NODE, which stands in the scope with NUMBER, told its entries."""
        scope = self.scopes[number]
        if scope.bibliography is None:
            scope.bibliography = self.library.get(scope.bib, scope.place)
        entries = tuple(self.entry(key, [scope], node.place) for key in node.keys)
        if not all(entries) and number == len(self.scopes) - 1:
            report_unlisted(node, number, self.library.diagnostics)
        return replace(node, entries=entries)

    # --- front matter ------------------------------------------------------------------------

    def text(self, blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
        """Return BLOCKS of the front matter, which is in no list's scope, with citations told."""
        return rewrite_blocks(blocks, self.front)

    def inlines(self, nodes: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
        """Return NODES of the front matter with citations told."""
        return rewrite_inlines(nodes, self.front)

    def front(self, node: m.Inline) -> Sequence[m.Inline]:
        """Return NODE; a citation gets its entry from the first file of the note that has it."""
        if not isinstance(node, m.Citation):
            return (node,)
        scopes = self.opened()
        return (
            replace(node, entries=tuple(self.entry(key, scopes, node.place) for key in node.keys)),
        )

    def opened(self) -> list[Scope]:
        """Return the scopes whose file is there, the first one, which is reported, if none is."""
        known = [scope for scope in self.scopes if self.library.path(scope.bib)]
        opened = known or self.scopes[:1]
        for scope in opened:
            scope.bibliography = self.library.get(scope.bib, scope.place)
        return opened

    # --- entries -----------------------------------------------------------------------------

    def entry(self, key: str, scopes: Sequence[Scope], place: Place) -> str:
        """Return the name of the entry that KEY, cited at PLACE, has in the first of SCOPES."""
        for scope in scopes:
            found = scope.bibliography or Bibliography("")
            if key in found.entries:
                return entry_name(self.references.add(found.entries[key], found))
        self.missing.append((key, place))
        if scopes[0].bibliography:
            report_missing(key, scopes[0], place, self.library.diagnostics)
        return ""
