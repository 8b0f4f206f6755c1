"""Prose of a sheet: as a book prints it, with gaps to fill in, and nothing for an index."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.render import tex
from scidraft_tex.render.apart import ApartProse
from scidraft_tex.render.sheets.measures import Measures
from scidraft_tex.walk import rewrite_inlines

__all__ = ["SheetProse", "gap_rule"]

_LEAST = 2.0
"""The width of a gap at least, in em."""
_PIECE = 2.0
"""A wide gap may end its line after each so many em."""


@dataclass(frozen=True, slots=True)
class SheetProse(ApartProse):
    """Renders the inlines of a sheet; `measures` is None in the run that measures.

    `size` is the size of the text in pt, `unnumbered` are the labels of headings without a number.
    """

    measures: Measures | None = None
    size: float = 10.0
    unnumbered: frozenset[str] = frozenset()

    def cross_reference(self, node: m.CrossReference) -> str:
        """Return a link to another place; a heading without a number is called by its text."""
        word = "" if node.label in self.unnumbered else node.word
        return ApartProse.cross_reference(self, replace(node, word=word))

    def reference(self, node: m.Reference) -> str:
        """Return a reference by number, or by the text of a heading that has none."""
        if node.command in {"eqref", "pageref"} or node.label not in self.unnumbered:
            return ApartProse.reference(self, node)
        name = f"\\nameref*{{{node.label}}}"
        if self.moving:
            return f"\\texorpdfstring{{{name}}}{{}}" if self.bookmarks else name
        return f"\\hyperref[{node.label}]{{{name}}}"

    def gap(self, node: m.Gap) -> str:
        """Return the word of a gap, underlined, or a rule as long as it; its notes come after it.

        Whoever sees no word has the numbers of the notes after it all the same.
        """
        word = self.in_index()(rewrite_inlines(node.children, _words))
        notes = "" if self.moving else "".join(self.notes(node.children))
        if self.measures is None:
            measured = f"\\measuredgap{{{node.identifier}}}{{{word}}}"
            return measured + (f"\\measurednotes{{{node.identifier}}}{{{notes}}}" if notes else "")
        if node.children:
            return f"\\gapword{{{word}}}{notes}"
        stepped = {} if self.moving else self.measures.stepped(node.identifier)
        steps = "".join(f"\\addtocounter{{{name}}}{{{step}}}" for name, step in stepped.items())
        return steps + gap_rule(self.measures.widths.get(node.identifier, 0.0), self.size)

    def notes(self, nodes: Sequence[m.Inline]) -> Iterator[str]:
        """Yield what cannot stand on the rule under a gap's NODES: footnotes, links, anchors."""
        for node in _nodes(nodes):
            match node:
                case m.Link() if not _is_bare(node) and not node.target.startswith("mailto:"):
                    yield f"\\weblink{{{tex.url(node.target)}}}{{}}"
                case m.CrossReference() if not node.children:
                    yield self.cross_reference(node)
                case m.Footnote() | m.Citation() | m.Anchor():
                    yield self.inline(node)


def _nodes(nodes: Sequence[m.Inline]) -> Iterator[m.Inline]:
    """Yield NODES and those within them, but for those of footnotes."""
    for node in nodes:
        yield node
        match node:
            case m.Styled() | m.Quoted() | m.Span() | m.Link() | m.CrossReference():
                yield from _nodes(node.children)


def _words(node: m.Inline) -> Sequence[m.Inline]:
    """Return what is printed of NODE on the rule under a gap's word."""
    if isinstance(node, m.Link):
        return node.children or (m.Text(node.target),)
    return (node,)


def _is_bare(link: m.Link) -> bool:
    return not link.children or link.children == (m.Text(link.target),)


def gap_rule(width: float, size: float) -> str:
    r"""Return a rule of WIDTH pt, at least 2 em of SIZE, in equal pieces between which lines end.

    >>> gap_rule(36.5, 10.0)
    '\\gap{1}{36.50pt}'
    """
    wide = max(width, _LEAST * size)
    pieces = max(1, math.floor(wide / (_PIECE * size)) if wide > 3 * _PIECE * size else 1)
    return f"\\gap{{{pieces}}}{{{wide / pieces:.2f}pt}}"
