"""What stands apart from a book, a paper or a sheet: blocks and prose less what only a book has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.render.blocks import Blocks
from scidraft_tex.render.prose import Prose

__all__ = ["ApartBlocks", "ApartProse"]


@dataclass(frozen=True, slots=True)
class ApartProse(Prose):
    """Renders inlines where there is no index, and one list of references, natbib's."""

    def index_mark(self, node: m.IndexMark) -> str:  # noqa: ARG002  # the same for every mark
        """Return nothing."""
        return ""

    def cite(self, command: Literal["cite", "citep", "citet"]) -> str:
        r"""Return COMMAND: natbib has all three, and biblatex has natbib's."""
        return command


@dataclass(frozen=True, slots=True)
class ApartBlocks(Blocks):
    """Renders blocks where lists of references, of entries and indexes are not blocks."""

    def block(self, block: m.Block, *, end_mark: bool = False) -> str:
        """Return BLOCK as LaTeX; what only a book has is nothing."""
        match block:
            case m.SectionOpen() | m.ReferenceList() | m.EntryList() | m.PrintedIndex():
                return ""
            case _:
                return Blocks.block(self, block, end_mark=end_mark)
