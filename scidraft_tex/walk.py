"""Walking and rewriting the model: the one place that knows which nodes hold which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import is_
from typing import Protocol, TypeVar

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place

_Node_contra = TypeVar("_Node_contra", contravariant=True)
InlineRewrite = Callable[[m.Inline], Iterable[m.Inline]]
BlockRewrite = Callable[[m.Block], Iterable[m.Block]]


class _Met(Protocol[_Node_contra]):
    """Where nodes are noted that are met."""

    def append(self, node: _Node_contra, /) -> None:
        """Note NODE."""


def _one_inline(node: m.Inline) -> Iterable[m.Inline]:
    return (node,)


def _one_block(node: m.Block) -> Iterable[m.Block]:
    return (node,)


def _same(made: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """Tell whether MADE holds the very nodes of BEFORE: then nothing need be built anew."""
    return made is before or (len(made) == len(before) and all(map(is_, made, before)))


_LEAVES = frozenset(
    {
        *(m.Text, m.SoftBreak, m.LineBreak, m.Code, m.Math, m.Citation, m.Reference),
        *(m.Anchor, m.Shortcode, m.RawHtml, m.InlineFailure),
    }
)
"""Inlines that hold no others: most of a text."""


def rewrite_inlines(
    nodes: Iterable[m.Inline], inline: InlineRewrite, block: BlockRewrite = _one_block
) -> tuple[m.Inline, ...]:
    """Return NODES with INLINE applied to each, children first; BLOCK goes into footnotes.

    A node of which nothing changes is returned itself.
    """
    nodes = tuple(nodes)
    if inline is _one_inline and _LEAVES.issuperset(map(type, nodes)):
        return nodes
    done: list[m.Inline] = []
    for node in nodes:
        whole = node if type(node) in _LEAVES else _inline_children(node, inline, block)
        if inline is _one_inline:
            done.append(whole)
        else:
            done.extend(inline(whole))
    return tuple(done)


def _inline_children(node: m.Inline, inline: InlineRewrite, block: BlockRewrite) -> m.Inline:
    match node:
        case m.Styled() | m.Quoted() | m.Link() | m.Span() | m.CrossReference() | m.Gap():
            children = rewrite_inlines(node.children, inline, block)
            return node if _same(children, node.children) else replace(node, children=children)
        case m.Image():
            alt = rewrite_inlines(node.alt, inline, block)
            return node if _same(alt, node.alt) else replace(node, alt=alt)
        case m.Footnote():
            blocks = rewrite_blocks(node.children, inline, block)
            return node if _same(blocks, node.children) else replace(node, children=blocks)
        case m.IndexMark():
            levels = tuple((key, rewrite_inlines(text, inline)) for key, text in node.levels)
            return replace(node, levels=levels, see=rewrite_inlines(node.see, inline))
        case _:
            return node


def _caption(
    caption: m.Caption | None, inline: InlineRewrite, block: BlockRewrite
) -> m.Caption | None:
    if caption is None:
        return None
    children = rewrite_inlines(caption.children, inline, block)
    return caption if _same(children, caption.children) else replace(caption, children=children)


def _items(
    items: tuple[m.ListItem, ...], inline: InlineRewrite, block: BlockRewrite
) -> tuple[m.ListItem, ...]:
    made = tuple(_item(item, rewrite_blocks(item.children, inline, block)) for item in items)
    return items if _same(made, items) else made


def _item(item: m.ListItem, children: tuple[m.Block, ...]) -> m.ListItem:
    return item if _same(children, item.children) else replace(item, children=children)


def _rows(rows: tuple[m.Row, ...], inline: InlineRewrite, block: BlockRewrite) -> tuple[m.Row, ...]:
    made = tuple(_row(row, inline, block) for row in rows)
    return rows if _same(made, rows) else made


def _row(row: m.Row, inline: InlineRewrite, block: BlockRewrite) -> m.Row:
    made = tuple(_cell(cell, rewrite_inlines(cell.children, inline, block)) for cell in row)
    return row if _same(made, row) else made


def _cell(cell: m.Cell, children: tuple[m.Inline, ...]) -> m.Cell:
    return cell if _same(children, cell.children) else replace(cell, children=children)


def _term(node: m.GlossaryTerm, inline: InlineRewrite, block: BlockRewrite) -> m.GlossaryTerm:
    return replace(
        node,
        term=rewrite_inlines(node.term, inline, block),
        definition=rewrite_inlines(node.definition, inline, block),
    )


def _table(node: m.Table, inline: InlineRewrite, block: BlockRewrite) -> m.Table:
    head, body = _rows(node.head, inline, block), _rows(node.body, inline, block)
    caption = _caption(node.caption, inline, block)
    if head is node.head and body is node.body and caption is node.caption:
        return node
    return replace(node, head=head, body=body, caption=caption)


def _children(node: m.Block, inline: InlineRewrite, block: BlockRewrite) -> m.Block:
    """Return NODE with its children rewritten. One case a node: long, but flat."""
    match node:
        case m.Paragraph() | m.Heading():
            children = rewrite_inlines(node.children, inline, block)
            return node if _same(children, node.children) else replace(node, children=children)
        case m.BulletList() | m.OrderedList():
            items = _items(node.items, inline, block)
            return node if items is node.items else replace(node, items=items)
        case m.DefinitionList():
            return replace(
                node,
                items=tuple(
                    (
                        rewrite_inlines(term, inline, block),
                        tuple(rewrite_blocks(blocks, inline, block) for blocks in definitions),
                    )
                    for term, definitions in node.items
                ),
            )
        case m.Quote() | m.Division() | m.ShortcodeBlock() | m.Marked() | m.Moved():
            blocks = rewrite_blocks(node.children, inline, block)
            return node if _same(blocks, node.children) else replace(node, children=blocks)
        case m.Result():
            name = rewrite_inlines(node.name, inline, block)
            blocks = rewrite_blocks(node.children, inline, block)
            same = _same(name, node.name) and _same(blocks, node.children)
            return node if same else replace(node, name=name, children=blocks)
        case m.Table():
            return _table(node, inline, block)
        case m.Algorithm() | m.Listing() | m.Tree() | m.Diagram() | m.Failure():
            caption = _caption(node.caption, inline, block)
            return node if caption is node.caption else replace(node, caption=caption)
        case m.Figure():
            images = rewrite_inlines(node.images, inline, block)
            return replace(
                node,
                images=tuple(image for image in images if isinstance(image, m.Image)),
                caption=_caption(node.caption, inline, block),
                captions=tuple(rewrite_inlines(c, inline, block) for c in node.captions),
            )
        case m.Glossary():
            return replace(node, terms=tuple(_term(term, inline, block) for term in node.terms))
        case _:
            return node


def rewrite_blocks(
    nodes: Iterable[m.Block],
    inline: InlineRewrite = _one_inline,
    block: BlockRewrite = _one_block,
) -> tuple[m.Block, ...]:
    """Return NODES with INLINE and BLOCK applied to each, children first, in reading order.

    A node of which nothing changes is returned itself.
    """
    done: list[m.Block] = []
    for node in nodes:
        done.extend(block(_children(node, inline, block)))
    return tuple(done)


def blocks_of(nodes: Iterable[m.Block]) -> Iterator[m.Block]:
    """Yield every block of NODES at any depth; children come before the block that holds them."""
    met: list[m.Block] = []
    _Seen(met, []).blocks(nodes)
    return iter(met)


def inlines_of(nodes: Iterable[m.Block]) -> Iterator[m.Inline]:
    """Yield every inline of NODES at any depth, in reading order."""
    met: list[m.Inline] = []
    _Seen([], met).blocks(nodes)
    return iter(met)


def nodes_of(nodes: Iterable[m.Block]) -> list[m.Block | m.Inline]:
    """Return every block and inline of NODES at any depth, as `rewrite_blocks` meets them."""
    met: list[m.Block | m.Inline] = []
    _Seen(met, met).blocks(nodes)
    return met


@dataclass(frozen=True, slots=True)
class _Seen:
    """All that is met on a walk, in the order in which `rewrite_blocks` would rewrite it."""

    of_blocks: _Met[m.Block]
    of_inlines: _Met[m.Inline]

    def inlines(self, nodes: Iterable[m.Inline]) -> None:
        """Meet NODES, children first."""
        for node in nodes:
            if type(node) not in _LEAVES:
                self.inner(node)
            self.of_inlines.append(node)

    def inner(self, node: m.Inline) -> None:
        """Meet what NODE holds."""
        match node:
            case m.Styled() | m.Quoted() | m.Link() | m.Span() | m.CrossReference() | m.Gap():
                self.inlines(node.children)
            case m.Image():
                self.inlines(node.alt)
            case m.Footnote():
                self.blocks(node.children)
            case m.IndexMark():
                for _, text in node.levels:
                    self.inlines(text)
                self.inlines(node.see)
            case _:
                pass

    def caption(self, caption: m.Caption | None) -> None:
        """Meet what CAPTION holds."""
        if caption is not None:
            self.inlines(caption.children)

    def blocks(self, nodes: Iterable[m.Block]) -> None:
        """Meet NODES, children first. One case a node: long, but flat."""
        for node in nodes:
            self.held(node)
            self.of_blocks.append(node)

    def held(self, node: m.Block) -> None:  # noqa: C901, PLR0912  # one case a node
        """Meet what NODE holds."""
        match node:
            case m.Paragraph() | m.Heading():
                self.inlines(node.children)
            case m.BulletList() | m.OrderedList():
                for item in node.items:
                    self.blocks(item.children)
            case m.DefinitionList():
                for term, definitions in node.items:
                    self.inlines(term)
                    for blocks in definitions:
                        self.blocks(blocks)
            case m.Quote() | m.Division() | m.ShortcodeBlock() | m.Marked() | m.Moved():
                self.blocks(node.children)
            case m.Result():
                self.inlines(node.name)
                self.blocks(node.children)
            case m.Table():
                for row in (*node.head, *node.body):
                    for cell in row:
                        self.inlines(cell.children)
                self.caption(node.caption)
            case m.Algorithm() | m.Listing() | m.Tree() | m.Diagram() | m.Failure():
                self.caption(node.caption)
            case m.Figure():
                self.inlines(node.images)
                self.caption(node.caption)
                for own in node.captions:
                    self.inlines(own)
            case m.Glossary():
                for entry in node.terms:
                    self.inlines(entry.term)
                    self.inlines(entry.definition)
            case _:
                pass


def plain_text(nodes: Iterable[m.Inline]) -> str:
    """Return the characters of NODES, with math as its source, for sort keys and messages."""
    parts: list[str] = []
    for node in nodes:
        match node:
            case m.Text() | m.Code():
                parts.append(node.text)
            case m.SoftBreak() | m.LineBreak():
                parts.append(" ")
            case m.Math():
                parts.append(node.tex)
            case m.Styled() | m.Link() | m.Span() | m.CrossReference() | m.Gap():
                parts.append(plain_text(node.children))
            case m.Quoted():
                marks = "‘’" if node.mark == "single" else "“”"
                parts.append(marks[0] + plain_text(node.children) + marks[1])
            case m.Image():
                parts.append(plain_text(node.alt))
            case m.InlineFailure():
                parts.append(node.source)
            case _:
                pass
    return "".join(parts)


def formula_place(node: m.Math | m.Display, offset: int) -> Place:
    """Return where the character OFFSET, from 0, of the formula NODE stands, else where it does."""
    if node.origin is None:
        return node.place
    before = node.tex[:offset]
    start, line = node.origin.place, before.count("\n")
    column = len(before) - before.rfind("\n")
    margin = node.origin.margin if line else start.column - 1
    return Place(start.file, start.line + line, margin + column)
