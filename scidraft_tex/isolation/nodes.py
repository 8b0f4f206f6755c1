"""What a node of a note holds, and by what name it is known from one rendering to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place

__all__ = ["Key", "Node", "children", "key_of", "note_key"]

Node: TypeAlias = m.Block | m.Inline


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What names a piece: its `kind`, its place, and its `index` among those of one place.

    The kinds are the model's, and `Item`, `Cell`, `Caption`, `Formula` (of pseudocode), `Macros`
    and `Note`.
    """

    kind: str
    file: str
    line: int
    column: int
    index: int = 0

    @property
    def place(self) -> Place:
        """Where the piece stands."""
        return Place(self.file, self.line, self.column)

    @classmethod
    def at(cls, kind: str, place: Place, index: int = 0) -> Key:
        """Return the key of a piece of KIND at PLACE."""
        return cls(kind, place.file, place.line, place.column, index)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Key:
        """Return the key that VALUES tell; raises `KeyError` or `TypeError` if they tell none."""
        given = {one.name: values[one.name] for one in fields(cls)}
        texts, numbers = ("kind", "file"), ("line", "column", "index")
        if not all(isinstance(given[name], str) for name in texts):
            raise TypeError(given)
        if not all(isinstance(given[name], int) for name in numbers):
            raise TypeError(given)
        return cls(**given)


def key_of(node: Node) -> Key | None:
    """Return the key of NODE, None for one that knows no place of its own."""
    place = getattr(node, "place", None)
    if not isinstance(place, Place) or not place.line:
        return None
    return Key.at(type(node).__name__, place)


def note_key(path: str) -> Key:
    """Return the key of the note at PATH as a whole."""
    return Key("Note", path, 1, 1)


def children(node: Node) -> Iterator[Node]:  # noqa: C901, PLR0912  # one case a node
    """Yield the nodes right within NODE, in reading order; a figure's images are among them."""
    match node:
        case m.Paragraph() | m.Heading() | m.Styled() | m.Quoted() | m.Link() | m.Span():
            yield from node.children
        case m.CrossReference() | m.Gap() | m.Quote() | m.Division() | m.Marked() | m.Moved():
            yield from node.children
        case m.Footnote() | m.ShortcodeBlock():
            yield from node.children
        case m.IndexMark():
            for _, text in node.levels:
                yield from text
            yield from node.see
        case m.BulletList() | m.OrderedList():
            for item in node.items:
                yield from item.children
        case m.DefinitionList():
            for term, definitions in node.items:
                yield from term
                for blocks in definitions:
                    yield from blocks
        case m.Result():
            yield from node.name
            yield from node.children
        case m.Table():
            yield from _caption(node.caption)
            for row in (*node.head, *node.body):
                for cell in row:
                    yield from cell.children
        case m.Figure():
            yield from node.images
            for caption in node.captions:
                yield from caption
            yield from _caption(node.caption)
        case m.Algorithm() | m.Listing() | m.Tree() | m.Diagram() | m.Failure():
            yield from _caption(node.caption)
        case m.Glossary():
            for one in node.terms:
                yield from one.term
                yield from one.definition
        case _:
            pass


def _caption(caption: m.Caption | None) -> tuple[m.Inline, ...]:
    return caption.children if caption else ()
