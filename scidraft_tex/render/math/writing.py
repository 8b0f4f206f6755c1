"""What the writer of formulas offers to those who write one sort of node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from scidraft_tex.render.math.tree import Argument, Command, Mode, Node

__all__ = ["Writing"]


class Writing(Protocol):
    """Writes nodes as LaTeX in a mode; `write.Writer` in earnest."""

    @property
    def mode(self) -> Mode:
        """Whether formulas or text are written."""
        ...

    @property
    def label(self) -> Callable[[str], str]:
        """Turns an author's label into TeX's."""
        ...

    def write(self, nodes: Sequence[Node]) -> str:
        """Return NODES as LaTeX."""
        ...

    def argument(self, argument: Argument) -> str:
        """Return what stands between the braces of ARGUMENT."""
        ...

    def call(self, node: Command, name: str) -> str:
        """Return NODE as the command NAME with its arguments."""
        ...
