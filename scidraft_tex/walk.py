"""Walking and rewriting the model: the one place that knows which nodes hold which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place

InlineRewrite = Callable[[m.Inline], Iterable[m.Inline]]
BlockRewrite = Callable[[m.Block], Iterable[m.Block]]


def _one_inline(node: m.Inline) -> Iterable[m.Inline]:
    return (node,)


def _one_block(node: m.Block) -> Iterable[m.Block]:
    return (node,)


def rewrite_inlines(
    nodes: Iterable[m.Inline], inline: InlineRewrite, block: BlockRewrite = _one_block
) -> tuple[m.Inline, ...]:
    """Return NODES with INLINE applied to each, children first; BLOCK goes into footnotes."""
    done: list[m.Inline] = []
    for node in nodes:
        done.extend(inline(_inline_children(node, inline, block)))
    return tuple(done)


def _inline_children(node: m.Inline, inline: InlineRewrite, block: BlockRewrite) -> m.Inline:
    match node:
        case m.Styled() | m.Quoted() | m.Link() | m.Span() | m.CrossReference() | m.Gap():
            return replace(node, children=rewrite_inlines(node.children, inline, block))
        case m.Image():
            return replace(node, alt=rewrite_inlines(node.alt, inline, block))
        case m.Footnote():
            return replace(node, children=rewrite_blocks(node.children, inline, block))
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
    return replace(caption, children=rewrite_inlines(caption.children, inline, block))


def _items(
    items: tuple[m.ListItem, ...], inline: InlineRewrite, block: BlockRewrite
) -> tuple[m.ListItem, ...]:
    return tuple(
        replace(item, children=rewrite_blocks(item.children, inline, block)) for item in items
    )


def _rows(rows: tuple[m.Row, ...], inline: InlineRewrite, block: BlockRewrite) -> tuple[m.Row, ...]:
    return tuple(
        tuple(replace(cell, children=rewrite_inlines(cell.children, inline, block)) for cell in row)
        for row in rows
    )


def _term(node: m.GlossaryTerm, inline: InlineRewrite, block: BlockRewrite) -> m.GlossaryTerm:
    return replace(
        node,
        term=rewrite_inlines(node.term, inline, block),
        definition=rewrite_inlines(node.definition, inline, block),
    )


def _children(node: m.Block, inline: InlineRewrite, block: BlockRewrite) -> m.Block:
    """Return NODE with its children rewritten. One case a node: long, but flat."""
    match node:
        case m.Paragraph() | m.Heading():
            return replace(node, children=rewrite_inlines(node.children, inline, block))
        case m.BulletList() | m.OrderedList():
            return replace(node, items=_items(node.items, inline, block))
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
            return replace(node, children=rewrite_blocks(node.children, inline, block))
        case m.Result():
            return replace(
                node,
                name=rewrite_inlines(node.name, inline, block),
                children=rewrite_blocks(node.children, inline, block),
            )
        case m.Table():
            return replace(
                node,
                head=_rows(node.head, inline, block),
                body=_rows(node.body, inline, block),
                caption=_caption(node.caption, inline, block),
            )
        case m.Algorithm() | m.Listing() | m.Tree() | m.Diagram() | m.Failure():
            return replace(node, caption=_caption(node.caption, inline, block))
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
    """Return NODES with INLINE and BLOCK applied to each, children first, in reading order."""
    done: list[m.Block] = []
    for node in nodes:
        done.extend(block(_children(node, inline, block)))
    return tuple(done)


def blocks_of(nodes: Iterable[m.Block]) -> Iterator[m.Block]:
    """Yield every block of NODES at any depth; children come before the block that holds them."""
    seen: list[m.Block] = []

    def collect(node: m.Block) -> Iterable[m.Block]:
        seen.append(node)
        return (node,)

    rewrite_blocks(nodes, block=collect)
    return iter(seen)


def inlines_of(nodes: Iterable[m.Block]) -> Iterator[m.Inline]:
    """Yield every inline of NODES at any depth, in reading order."""
    seen: list[m.Inline] = []

    def collect(node: m.Inline) -> Iterable[m.Inline]:
        seen.append(node)
        return (node,)

    rewrite_blocks(nodes, inline=collect)
    return iter(seen)


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
