"""The blocks of a paper: what of a note it prints, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from scidraft_tex import model as m
from scidraft_tex.walk import rewrite_blocks, rewrite_inlines

__all__ = ["division", "no_mark", "plain_alternatives", "take_preview", "unmarked", "without_lists"]

_APPENDIX = "appendix"
_PREVIEW = "preview"
_Lists: TypeAlias = m.ReferenceList | m.SectionOpen | m.EntryList | m.PrintedIndex


def unmarked(blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS without marks for an index, and without paragraphs that held nothing else."""

    def block(node: m.Block) -> Sequence[m.Block]:
        empty = isinstance(node, m.Paragraph) and all(map(_is_blank, node.children))
        return () if empty else (node,)

    return rewrite_blocks(blocks, no_mark, block)


def no_mark(node: m.Inline) -> Sequence[m.Inline]:
    """Return NODE, or nothing if it is a mark for an index."""
    return () if isinstance(node, m.IndexMark) else (node,)


def _is_blank(node: m.Inline) -> bool:
    match node:
        case m.Text():
            return not node.text.strip()
        case m.SoftBreak() | m.LineBreak():
            return True
    return False


def without_lists(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS without lists of references and of entries.

    A heading that such a list was all under goes with it.
    """
    kept: list[m.Block] = []
    headed = False  # whether what was kept last is a heading with nothing but lists after it
    for node in blocks:
        if isinstance(node, _Lists):
            headed = bool(kept) and isinstance(kept[-1], m.Heading)
            continue
        if headed and _begins_anew(node, kept[-1]):
            kept.pop()
        headed = False
        kept.append(node)
    if headed:
        kept.pop()

    def block(node: m.Block) -> Sequence[m.Block]:
        return () if isinstance(node, _Lists) else (node,)

    return rewrite_blocks(kept, block=block)


def _begins_anew(node: m.Block, heading: m.Block) -> bool:
    """Tell whether NODE ends the section of HEADING."""
    if isinstance(node, m.Heading) and isinstance(heading, m.Heading):
        return node.level <= heading.level
    return isinstance(node, m.Division) and _APPENDIX in node.attributes.classes


def take_preview(blocks: Sequence[m.Block]) -> tuple[tuple[m.Block, ...], tuple[m.Block, ...]]:
    """Return BLOCKS without the first region `preview` that holds anything, and its content.

    Its headings become run-ins in bold: an abstract has no sections.
    """
    taken: list[m.Block] = []

    def block(node: m.Block) -> Sequence[m.Block]:
        if taken or not isinstance(node, m.Division) or _PREVIEW not in node.attributes.classes:
            return (node,)
        taken.extend(without_lists(node.children))
        return () if taken else (node,)

    body = rewrite_blocks(blocks, block=block)
    return body, rewrite_blocks(taken, block=_run_in)


def _run_in(node: m.Block) -> Sequence[m.Block]:
    if not isinstance(node, m.Heading):
        return (node,)
    anchor = (m.Anchor(node.identifier),) if node.identifier else ()
    return (m.Paragraph((*anchor, m.Styled("strong", node.children)), node.place),)


def division(name: str, blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS in a division of the class NAME, where they begin; nothing for none."""
    if not blocks:
        return ()
    return (m.Division(m.Attributes(classes=(name,)), tuple(blocks), blocks[0].place),)


def plain_alternatives(blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS whose images have alternative texts without links, notes and citations."""

    def inline(node: m.Inline) -> Sequence[m.Inline]:
        if not isinstance(node, m.Image):
            return (node,)
        return (replace(node, alt=rewrite_inlines(node.alt, _spoken)),)

    return rewrite_blocks(blocks, inline)


def _spoken(node: m.Inline) -> Sequence[m.Inline]:
    match node:
        case m.Link() | m.CrossReference():
            return node.children
        case m.Citation() | m.Footnote() | m.Anchor() | m.Text(text="\u00a0"):
            return ()
    return (node,)
