"""What of a note may be withheld, or is for the instructor alone (docs/format.md, section 10).

Proofs, solutions and hints are results of these kinds; a working is a block with the class
`working`; what has the class `instructor` is for the instructor. A heading with one of these
classes says so of its section, an image alone of its figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.kinds import WITHHELD, Kind, Style
from scidraft_tex.walk import rewrite_blocks, rewrite_inlines

__all__ = [
    "INSTRUCTOR",
    "Candidate",
    "candidate",
    "classes_of",
    "divided",
    "is_blank",
    "public",
    "without_instructor",
]

INSTRUCTOR = "instructor"
_PAIRS = frozenset({"withhold", "space", "style", "time"})
_ROLES: dict[str, m.PieceRole] = {
    INSTRUCTOR: "instructor",
    "proof": "proofs",
    "solution": "solutions",
    "hint": "hints",
    "working": "workings",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block that may be withheld: as what, of which kind of result, and what it says of that."""

    role: m.PieceRole
    kind: Kind | None
    attributes: m.Attributes


def candidate(block: m.Block) -> Candidate | None:
    """Return BLOCK as what may be withheld of a sheet, or None."""
    if not isinstance(block, m.Division | m.Result):
        return None
    own = block.attributes
    kind = block.kind if isinstance(block, m.Result) else None
    if INSTRUCTOR in own.classes:
        return Candidate("instructor", kind, own)
    if kind is not None:
        role = _ROLES.get(kind.key) or ("proofs" if kind.style is Style.PROOF else None)
        return Candidate(role, kind, own) if role else None
    found = next((_ROLES[name] for name in own.classes if name in _ROLES), None)
    return Candidate(found, None, own) if found else None


def classes_of(node: m.Inline) -> frozenset[str]:
    """Return the classes of NODE, a span or an image within a line; no others have any."""
    match node:
        case m.Span() | m.Image():
            return frozenset(node.attributes.classes)
    return frozenset()


def is_blank(nodes: Iterable[m.Inline]) -> bool:
    """Tell whether NODES print nothing but space."""
    return all(
        isinstance(node, m.SoftBreak | m.LineBreak)
        or (isinstance(node, m.Text) and not node.text.strip())
        for node in nodes
    )


def divided(blocks: Sequence[m.Block], classes: frozenset[str] = WITHHELD) -> tuple[m.Block, ...]:
    """Return BLOCKS with what has one of CLASSES and is no division in a division with it.

    Of a heading that is its section, up to the next heading of its level or of a higher one, of an
    image the figure that shows it.
    """

    def block(node: m.Block) -> Sequence[m.Block]:
        match node:
            case m.Division() | m.Quote():
                return (replace(node, children=tuple(_sections(node.children, classes))),)
            case m.Figure():
                return (_figure(node, classes),)
        return (node,)

    return tuple(_sections(rewrite_blocks(blocks, block=block), classes))


def _sections(blocks: Sequence[m.Block], classes: frozenset[str]) -> Iterable[m.Block]:
    index = 0
    while index < len(blocks):
        first, index = blocks[index], index + 1
        if not isinstance(first, m.Heading) or classes.isdisjoint(first.attributes.classes):
            yield first
            continue
        start = index
        while index < len(blocks) and not _closes(blocks[index], first):
            index += 1
        time = tuple(pair for pair in first.attributes.pairs if pair[0] == "time")
        others = tuple(pair for pair in first.attributes.pairs if pair[0] != "time")
        heading = replace(first, attributes=m.Attributes(pairs=time))
        own = m.Attributes(classes=first.attributes.classes, pairs=others)
        inside = tuple(_sections(blocks[start:index], classes))
        yield m.Division(own, (heading, *inside), first.place, fenced=True)


def _closes(block: m.Block, heading: m.Heading) -> bool:
    return isinstance(block, m.Heading) and block.level <= heading.level


def _figure(figure: m.Figure, classes: frozenset[str]) -> m.Block:
    """Return FIGURE, in a division if any of its images has one of CLASSES."""
    owns = [image.attributes for image in figure.images]
    found = tuple(dict.fromkeys(name for own in owns for name in own.classes if name in classes))
    if not found:
        return figure
    pairs = tuple(pair for own in owns for pair in own.pairs if pair[0] in _PAIRS)
    images = tuple(replace(image, attributes=_bare(image.attributes)) for image in figure.images)
    inside = replace(figure, images=images)
    return m.Division(m.Attributes("", found, pairs), (inside,), figure.place, fenced=True)


def _bare(own: m.Attributes) -> m.Attributes:
    return replace(own, classes=tuple(name for name in own.classes if name not in WITHHELD))


def without_instructor(note: m.Note) -> m.Note:
    """Return NOTE as all but the instructor have it, for books and papers."""
    if INSTRUCTOR not in note.source.text:  # most notes have nothing of it
        return note

    def block(node: m.Block) -> Sequence[m.Block]:
        found = candidate(node)
        empty = isinstance(node, m.Paragraph) and is_blank(node.children)
        return () if empty or (found and found.role == "instructor") else (node,)

    blocks = divided(note.blocks, frozenset({INSTRUCTOR}))
    return replace(
        note, title=public(note.title), blocks=rewrite_blocks(blocks, _public_inline, block)
    )


def public(nodes: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    """Return NODES without what is for the instructor alone."""
    return rewrite_inlines(nodes, _public_inline)


def _public_inline(node: m.Inline) -> Sequence[m.Inline]:
    return () if INSTRUCTOR in classes_of(node) else (node,)
