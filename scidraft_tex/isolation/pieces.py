"""The pieces of a note, each as LaTeX to be tried by itself: blocks, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.isolation.nodes import Key, Node, children, key_of, note_key
from scidraft_tex.render.algorithms import body_pieces
from scidraft_tex.render.blocks import NoteWriter
from scidraft_tex.render.formulas import note_macros
from scidraft_tex.typeset import trial

__all__ = ["Piece", "pieces_of", "top_pieces"]

_SILENT = (
    m.SectionOpen,
    m.ReferenceList,
    m.EntryList,
    m.PrintedIndex,
    m.Hidden,
    m.MovedTo,
    m.Space,
)
"""Blocks without a text of the author's: nothing of theirs is tried."""
_INLINES = (
    m.Text
    | m.SoftBreak
    | m.LineBreak
    | m.Styled
    | m.Quoted
    | m.Code
    | m.Math
    | m.Link
    | m.Image
    | m.Footnote
    | m.Span
    | m.Gap
    | m.Citation
    | m.Reference
    | m.CrossReference
    | m.Anchor
    | m.IndexMark
    | m.Shortcode
    | m.RawHtml
    | m.InlineFailure
)
_PLAIN = (m.Text, m.SoftBreak, m.LineBreak, m.Anchor, m.InlineFailure, m.Shortcode, m.RawHtml)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a note: its key, those of what it stands in from the outside, and its LaTeX.

    It is tried `apart` if it makes paragraphs. `node` is what it is, if it is a node.
    """

    key: Key
    parents: tuple[Key, ...]
    latex: str
    apart: bool = False
    node: Node | None = None

    def to_try(self, opening: str) -> trial.Piece:
        """Return it as it is tried, after the definitions OPENING of its note."""
        before = "" if self.key.kind == "Macros" else opening
        return trial.Piece(self.latex, self.apart, before, self.key.file)


def top_pieces(note: m.Note, writer: NoteWriter) -> Iterator[Piece]:
    """Yield the blocks of NOTE as pieces, and nothing within them."""
    for block in note.blocks:
        key = key_of(block)
        if key and not isinstance(block, _SILENT):
            yield Piece(key, (), _block(block, writer), apart=True, node=block)


def pieces_of(note: m.Note, writer: NoteWriter) -> Iterator[Piece]:
    """Yield the pieces of NOTE, a piece before those within it: its macros, its title, its blocks.

    The macros as a whole, and those of each formula that defines any, are pieces of their own.
    """
    yield from _macros(note, writer)
    walk = _Walk(writer)
    for node in note.title:
        yield from walk.inline(node, ())
    for block in note.blocks:
        yield from walk.block(block, ())


def _macros(note: m.Note, writer: NoteWriter) -> Iterator[Piece]:
    if not writer.macros.opening:
        return
    whole = Key.at("Macros", note_key(note.source.path).place)
    yield Piece(whole, (), writer.macros.opening)
    for number, node in enumerate(_definers(note.blocks), start=1):
        one: m.Block = m.Paragraph((node,), node.place) if isinstance(node, m.Math) else node
        own = note_macros([one], frozenset(), Diagnostics())
        if own.opening:
            yield Piece(Key.at("Macros", node.place, number), (whole,), own.opening, node=node)


def _definers(nodes: Sequence[Node]) -> Iterator[m.Math | m.Display]:
    for node in nodes:
        if isinstance(node, m.Math | m.Display):
            yield node
        yield from _definers(tuple(children(node)))


@dataclass(frozen=True, slots=True)
class _Walk:
    """Walks the blocks of a note that `writer` renders."""

    writer: NoteWriter

    def block(self, block: m.Block, parents: tuple[Key, ...]) -> Iterator[Piece]:
        key = key_of(block)
        if isinstance(block, _SILENT):
            return
        if key is None:
            yield from self.nodes(children(block), parents)
            return
        yield Piece(key, parents, _block(block, self.writer), apart=True, node=block)
        inside = (*parents, key)
        match block:
            case m.BulletList() | m.OrderedList():
                for index, item in enumerate(block.items):
                    yield from self.item(item, Key.at("Item", block.place, index), inside)
            case m.Table():
                yield from self.caption(block.caption, block, inside)
                cells = [cell for row in (*block.head, *block.body) for cell in row]
                for index, cell in enumerate(cells):
                    yield from self.cell(cell, block, Key.at("Cell", block.place, index), inside)
            case m.Algorithm():
                yield from self.caption(block.caption, block, inside)
                yield from self.pseudocode(block, inside)
            case m.Figure() | m.Listing() | m.Tree() | m.Diagram() | m.Failure():
                yield from self.caption(block.caption, block, inside)
                rest = replace(block, caption=None)
                yield from self.nodes(children(rest), inside)
            case _:
                yield from self.nodes(children(block), inside)

    def nodes(self, nodes: Iterator[Node], parents: tuple[Key, ...]) -> Iterator[Piece]:
        for node in nodes:
            if isinstance(node, _INLINES):
                yield from self.inline(node, parents)
            else:
                yield from self.block(node, parents)

    def item(self, item: m.ListItem, key: Key, parents: tuple[Key, ...]) -> Iterator[Piece]:
        yield Piece(key, parents, self.writer.blocks.unmapped(item.children), apart=True)
        for block in item.children:
            yield from self.block(block, (*parents, key))

    def cell(
        self, cell: m.Cell, table: m.Table, key: Key, parents: tuple[Key, ...]
    ) -> Iterator[Piece]:
        only = replace(cell, columns=1, rows=1)
        alone = replace(table, columns=("left",), head=(), body=((only,),), caption=None)
        yield Piece(key, parents, _block(alone, self.writer), apart=True)
        for node in cell.children:
            yield from self.inline(node, (*parents, key))

    def caption(
        self, caption: m.Caption | None, block: m.Block, parents: tuple[Key, ...]
    ) -> Iterator[Piece]:
        if caption is None:
            return
        key = Key.at("Caption", block.place)
        yield Piece(key, parents, self.prose(caption.children))
        for node in caption.children:
            yield from self.inline(node, (*parents, key))

    def pseudocode(self, block: m.Algorithm, parents: tuple[Key, ...]) -> Iterator[Piece]:
        places = iter(block.formulas)
        tex = (piece for piece, is_math in body_pieces(block.body) if is_math)
        for number, formula in enumerate(tex):
            place = next(places, None)
            node = m.Math(formula, block.place, origin=m.Origin(place) if place else None)
            if number not in block.failing:
                key = Key.at("Formula", block.place, number)
                yield Piece(key, parents, self.prose((node,)), node=node)

    def inline(self, node: m.Inline, parents: tuple[Key, ...]) -> Iterator[Piece]:
        key = None if isinstance(node, _PLAIN) else key_of(node)
        if key:
            yield Piece(key, parents, self.prose((node,)), node=node)
        yield from self.nodes(children(node), (*parents, key) if key else parents)

    def prose(self, nodes: Sequence[m.Inline]) -> str:
        text = self.writer.blocks.prose(nodes)
        return f"\\noindent\\strut{{}}{text}" if text.strip() else ""


def _block(block: m.Block, writer: NoteWriter) -> str:
    return writer.blocks.unmapped((block,))
