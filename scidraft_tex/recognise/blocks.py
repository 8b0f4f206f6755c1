"""Paragraphs that hold displays or images, numbered headings, comments, labels to leave out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.load.titles import HAND_NUMBER
from scidraft_tex.read.inline_text import read_spans
from scidraft_tex.recognise.results import stripped_left
from scidraft_tex.recognise.statements import is_end_mark
from scidraft_tex.walk import plain_text, rewrite_blocks

_MARKS = re.compile(r"<!--\s*(?P<name>appendix|pagebreak|page-break|newpage)\s*-->", re.IGNORECASE)


def split_displays(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with each display that stood inside a paragraph as a block of its own."""

    def split(block: m.Block) -> Sequence[m.Block]:
        if not isinstance(block, m.Paragraph):
            return (block,)
        if not any(isinstance(node, m.Math) and node.display for node in block.children):
            return (block,)
        return tuple(_parts(block))

    return rewrite_blocks(blocks, block=split)


def _parts(paragraph: m.Paragraph) -> list[m.Block]:
    parts: list[m.Block] = []
    run: list[m.Inline] = []
    for node in paragraph.children:
        if isinstance(node, m.Math) and node.display:
            _close_run(parts, run, paragraph)
            parts.append(m.Display(node.tex, node.place, node.origin))
            run = []
        else:
            run.append(node)
    _close_run(parts, run, paragraph)
    return parts


def _close_run(parts: list[m.Block], run: list[m.Inline], paragraph: m.Paragraph) -> None:
    nodes = stripped_left(run)
    if nodes:
        place = parts[-1].place if parts else paragraph.place
        parts.append(m.Paragraph(nodes, place, continued=bool(parts)))


def figures(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with each paragraph of images alone as a figure; a title is its caption."""

    def figure(block: m.Block) -> Sequence[m.Block]:
        if not isinstance(block, m.Paragraph):
            return (block,)
        nodes = [
            node
            for node in block.children
            if not isinstance(node, (m.SoftBreak, m.LineBreak))
            and not (isinstance(node, m.Text) and not node.text.strip())
        ]
        images = tuple(node for node in nodes if isinstance(node, m.Image))
        if not images or len(images) != len(nodes):
            return (block,)
        title, identifier = images[0].title, images[0].attributes.identifier
        caption = None
        if len(images) == 1 and (title or identifier):
            caption = m.Caption(read_spans(title, block.place), block.place, identifier)
        captions = tuple(read_spans(image.title, image.place) for image in images)
        subcaptions = captions if len(images) > 1 and any(captions) else ()
        return (m.Figure(images, block.place, caption, subcaptions),)

    return rewrite_blocks(blocks, block=figure)


def without_hand_numbers(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS with headings that lose a number written by hand ("1.2. Human Skills")."""

    def strip(block: m.Block) -> Sequence[m.Block]:
        if not isinstance(block, m.Heading) or not block.children:
            return (block,)
        first = block.children[0]
        if not isinstance(first, m.Text):
            return (block,)
        text = HAND_NUMBER.sub("", first.text)
        return (replace(block, children=(m.Text(text), *block.children[1:])),)

    return rewrite_blocks(blocks, block=strip)


def without_title(blocks: Sequence[m.Block], title: Sequence[m.Inline]) -> tuple[m.Block, ...]:
    """Return BLOCKS without a first heading that only repeats the note's TITLE."""
    first = blocks[0] if blocks else None
    if isinstance(first, m.Heading) and _words(first.children) == _words(title):
        return tuple(blocks[1:])
    return tuple(blocks)


def _words(title: Sequence[m.Inline]) -> str:
    """Return TITLE in lower case, as it is without a number written by hand."""
    return HAND_NUMBER.sub("", " ".join(plain_text(title).split())).casefold()


def without_labelled(blocks: Sequence[m.Block], labels: Sequence[str]) -> tuple[m.Block, ...]:
    """Return BLOCKS without the paragraphs whose bold run-in is one of LABELS ("Demo note.")."""
    unwanted = {label.strip().rstrip(".:").casefold() for label in labels}

    def keep(block: m.Block) -> Sequence[m.Block]:
        if isinstance(block, m.Paragraph) and block.children:
            first = block.children[0]
            if isinstance(first, m.Styled) and first.style == "strong":
                label = plain_text(first.children).strip().rstrip(".:").casefold()
                if label in unwanted:
                    return ()
        return (block,)

    return rewrite_blocks(blocks, block=keep) if unwanted else tuple(blocks)


def without_comments(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS without HTML comments, but for end marks and the marks of pages."""

    def keep(block: m.Block) -> Sequence[m.Block]:
        if not isinstance(block, m.RawHtmlBlock) or is_end_mark(block):
            return (block,)
        mark = _MARKS.fullmatch(block.text.strip())
        if mark:
            attributes = m.Attributes(classes=(mark["name"].lower(),))
            return (m.Division(attributes, (), block.place),)
        return ()

    return rewrite_blocks(blocks, block=keep)
