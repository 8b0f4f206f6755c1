"""HTML tags whose two ends stand apart, among the nodes of Markdown, paired."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place, diagnostic
from scidraft_tex.read.attributes import division_attributes, held_attributes
from scidraft_tex.read.html import UNENDED, Tag, parse_html
from scidraft_tex.read.markup import DIVISIONS, Markup

MakeMarkup = Callable[[Place], Markup]


def pair_inlines(nodes: Iterable[m.Inline], markup: MakeMarkup) -> list[m.Inline]:
    """Return NODES with the tags among them (`RawHtml`) as what they mark; comments are dropped."""
    done: list[m.Inline] = []
    opened: list[tuple[int, Tag, Place]] = []
    for node in without_comments(nodes):
        if not isinstance(node, m.RawHtml):
            done.append(node)
            continue
        for piece in parse_html(node.text):
            if not isinstance(piece, Tag):
                done.extend(markup(node.place).inlines([piece]))
            elif piece.closing:
                _close_inline(done, opened, piece.name, markup)
            else:
                opened.append((len(done), piece, node.place))
    while opened:
        _, tag, place = opened[-1]
        if tag.name not in UNENDED:
            markup(place).diagnostics.add(_unclosed(tag.name, place))
        _close_inline(done, opened, tag.name, markup)
    return done


def _unclosed(name: str, place: Place) -> Diagnostic:
    return diagnostic("html-unclosed", f"<{name}> is never closed", place=place)


def without_comments(nodes: Iterable[m.Inline]) -> list[m.Inline]:
    """Return NODES without comments, and without the space before one that ends a line."""
    done: list[m.Inline] = []
    dropped = False
    for node in (*nodes, None):
        if isinstance(node, m.RawHtml) and node.text.startswith("<!--"):
            dropped = True
            continue
        if dropped and (node is None or isinstance(node, (m.SoftBreak, m.LineBreak))):
            _trim(done)
        dropped = False
        if node is not None:
            done.append(node)
    return done


def _trim(nodes: list[m.Inline]) -> None:
    """Take the space at the end of NODES away."""
    while nodes and isinstance(last := nodes[-1], m.Text):
        text = last.text.rstrip(" \t")
        nodes.pop()
        if text:
            nodes.append(m.Text(text))
            return


def _close_inline(
    done: list[m.Inline], opened: list[tuple[int, Tag, Place]], name: str, markup: MakeMarkup
) -> None:
    """Wrap what came since the opening of NAME; an end without a beginning is nothing."""
    if not any(start.name == name for _, start, _ in opened):
        return
    while True:
        index, start, place = opened.pop()
        children = tuple(done[index:])
        done[index:] = markup(place).wrapped(start.name, dict(start.attributes), children)
        if start.name == name:
            return


def pair_blocks(blocks: Iterable[m.Block | Tag], said: Diagnostics) -> tuple[m.Block, ...]:
    """Return BLOCKS with what stands between the tags of a `<div>` or `<details>` in a division.

    What is never closed is added to SAID.
    """
    done: list[m.Block] = []
    opened: list[tuple[int, Tag]] = []
    for block in blocks:
        if not isinstance(block, Tag):
            done.append(block)
        elif not block.closing:
            opened.append((len(done), block))
        elif any(tag.name == block.name for _, tag in opened):
            while True:
                start, tag = opened.pop()
                closed = tag.name == block.name
                done[start:] = _enclosed(tag, tuple(done[start:]), closed=closed)
                if closed:
                    break
    while opened:
        start, tag = opened.pop()
        if tag.place and tag.name not in UNENDED:
            said.add(_unclosed(tag.name, tag.place))
        done[start:] = _enclosed(tag, tuple(done[start:]), closed=False)
    return tuple(done)


def _enclosed(tag: Tag, children: tuple[m.Block, ...], *, closed: bool) -> tuple[m.Block, ...]:
    """Return what the element of TAG is with CHILDREN in it; `closed` if its end is written out."""
    place = tag.place or children[0].place if children else tag.place
    if not children or place is None:
        return ()
    if tag.name == "blockquote":
        children = (m.Quote(children, place),)
    if tag.name in DIVISIONS or tag.name == "figure":
        attributes = division_attributes(tag.name, dict(tag.attributes))
        return (m.Division(attributes, children, place, fenced=closed),)
    own = held_attributes(dict(tag.attributes))
    return children if own is None else (m.Division(own, children, place, fenced=closed),)
