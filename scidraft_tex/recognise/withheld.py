"""Blocks that keep their own attributes, and that a handout may withhold (the format, section 10).

A fence or a table with `{.solution}` is all of a solution, one with `{.instructor}` is for the
instructor alone: it comes to stand in a division of that class, so that one rule finds all such.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.kinds import WITHHELD
from scidraft_tex.walk import blocks_of, rewrite_blocks

__all__ = ["divided", "withheld_places"]


def withheld_places(blocks: Sequence[m.Block]) -> Mapping[Place, m.Attributes]:
    """Return the attributes of the fences and tables of BLOCKS that have a class of `WITHHELD`."""
    return {
        block.place: block.attributes
        for block in blocks_of(blocks)
        if isinstance(block, m.Fence | m.Table) and WITHHELD & set(block.attributes.classes)
    }


def divided(blocks: Sequence[m.Block], places: Mapping[Place, m.Attributes]) -> tuple[m.Block, ...]:
    """Return BLOCKS with what stands at PLACES in divisions that have its classes.

    The ids stay with the blocks.
    """
    if not places:
        return tuple(blocks)
    waiting = dict(places)

    def block(node: m.Block) -> Sequence[m.Block]:
        own = waiting.pop(node.place, None) if isinstance(node, _HELD) else None
        if own is None:
            return (node,)
        around = m.Attributes("", own.classes, own.pairs)
        return (m.Division(around, (node,), node.place, fenced=True),)

    return rewrite_blocks(blocks, block=block)


_HELD = (m.Table, m.Listing, m.Algorithm, m.Tree, m.Diagram, m.Display, m.Failure)
"""What fences and tables become."""
