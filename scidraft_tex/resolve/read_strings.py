"""Attributes that were read into the text: a sheet does not hold them a second time, as written.

What a handout withholds of a caption or a name would still stand in the attribute it was read from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.walk import rewrite_blocks, rewrite_inlines

__all__ = ["without_read_strings"]

_READ = frozenset({"title", "caption", "name"})
_COMMENT = re.compile(r"^(\s*%%)(?!\{).*$", re.MULTILINE)
"""A comment of Mermaid's, which may be the caption, and no directive."""
_EMPTIED = r"\1 -"
"""What is left of one, so that lines keep their numbers: Mermaid joins an empty one to the next."""


def without_read_strings(blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
    """Return BLOCKS without the attributes that their captions, names and titles were read from."""

    def block(node: m.Block) -> Sequence[m.Block]:
        match node:
            case m.Listing() | m.Result() | m.Table():
                return (replace(node, attributes=_unread(node.attributes)),)
            case m.Figure():
                images = rewrite_inlines(node.images, _untitled)
                kept = tuple(image for image in images if isinstance(image, m.Image))
                return (replace(node, images=kept),)
            case m.Diagram():
                return (replace(node, source=_COMMENT.sub(_EMPTIED, node.source)),)
        return (node,)

    return rewrite_blocks(blocks, _untitled, block)


def _unread(own: m.Attributes) -> m.Attributes:
    return replace(own, pairs=tuple(pair for pair in own.pairs if pair[0] not in _READ))


def _untitled(node: m.Inline) -> Sequence[m.Inline]:
    match node:
        case m.Image() | m.Link():
            return (replace(node, title=""),)
    return (node,)
