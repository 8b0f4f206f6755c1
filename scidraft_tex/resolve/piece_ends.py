"""Text right after what is withheld: it may have been meant to be part of it.

Where a statement ends, a rule decides unless its author says it (docs/format.md, section 4). What
the rule leaves outside of a solution is printed for students, so it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.walk import blocks_of

__all__ = ["report_ends"]

_TEXT = (
    m.Paragraph, m.Display, m.BulletList, m.OrderedList, m.DefinitionList, m.Quote, m.Table,
    m.Algorithm, m.Listing, m.Diagram, m.Figure,
)  # fmt: skip


def report_ends(blocks: Sequence[m.Block], said: Diagnostics) -> None:
    """Report text among BLOCKS right after a hidden result whose end is not written out."""
    for sequence in (blocks, *_sequences(blocks)):
        for before, block in pairwise(sequence):
            result = _open_result(before)
            if result is not None and isinstance(block, _TEXT):
                name = f"the {result.kind.name.lower()} of line {result.place.line}"
                message = f"{name} ends before this text, which is printed"
                said.report("withheld-end", message, block.place)


def _sequences(blocks: Sequence[m.Block]) -> list[tuple[m.Block, ...]]:
    found: list[tuple[m.Block, ...]] = []
    for block in blocks_of(blocks):
        match block:
            case m.Division() | m.Quote() | m.Result() | m.Marked():
                found.append(block.children)
            case m.BulletList() | m.OrderedList():
                found += [item.children for item in block.items]
    return found


def _open_result(block: m.Block) -> m.Result | None:
    """Return the hidden result that BLOCK is, if its end is not written out."""
    if not isinstance(block, m.Marked) or not block.secret or len(block.children) != 1:
        return None
    result = block.children[0]
    return result if isinstance(result, m.Result) and not result.closed else None
