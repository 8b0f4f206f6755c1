"""Breaks a display of one line that is surely wider than the measure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scidraft_tex.render.math.check import check_math
from scidraft_tex.render.math.classes import Atom, atom
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.tree import (
    Char,
    Command,
    Definition,
    Environment,
    Node,
    is_blank,
    is_cell_end,
    is_line_end,
    stripped,
)
from scidraft_tex.render.math.width import width

__all__ = ["break_display"]

SURE = 0.86
"""The estimate is good to about a seventh: only past that is a line surely too wide."""

_PARTING = frozenset({r"\quad", r"\qquad"})
_KEPT = frozenset({r"\mid", r"\colon", r"\cdot", r"\times", r"\circ"})
"""Relations and operators that hold closer together than a line's end."""

_INDENT = r"\qquad "
_INDENT_WIDTH = 2.0


def break_display(tex: str, measure: float, em_pt: float = 10.0) -> str:
    r"""Return the display TEX, broken into lines if it is surely wider than MEASURE.

    MEASURE and EM_PT, the width of the quad, are in pt. It breaks at `\quad` and `\qquad`, which
    part formulas that stand side by side; within one of them before relations, and before `+` and
    `-` where that is not enough; always outside of braces and fences. Displays that hold lines of
    their own, or that have something wrong, are left as they are, and so is one that has no place
    to break.
    """
    nodes = stripped(parse(tex).nodes)
    if SURE * em_pt * width(nodes, display=True) <= measure or not _breakable(nodes):
        return tex
    if check_math(tex):
        return tex
    room = measure / em_pt
    lines = _side_by_side(nodes, room)
    if len(lines) == 1:
        return _aligned(_Lines(tex, nodes, room).broken()) or tex
    written = []
    for line in lines:
        whole = tex[line[0].start : line[-1].end]
        fits = SURE * width(line, display=True) <= room
        written.append(whole if fits else _aligned(_Lines(tex, line, room).broken()) or whole)
    return "\\begin{gathered}\n" + " \\\\\n".join(written) + "\n\\end{gathered}"


def _aligned(lines: Sequence[str]) -> str:
    """Return LINES one below the other, or nothing if there is one alone."""
    if len(lines) < 2:
        return ""
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _side_by_side(nodes: Sequence[Node], room: float) -> list[tuple[Node, ...]]:
    """Return the formulas side by side in NODES, on as few lines as fit into ROOM em."""
    pieces: list[Sequence[Node]] = []
    first = 0
    for index, node in enumerate(nodes):
        if isinstance(node, Command) and node.name in _PARTING:
            pieces.append(nodes[first : index + 1])
            first = index + 1
    pieces.append(nodes[first:])
    lines: list[tuple[Node, ...]] = []
    for piece in pieces:
        joined = (*lines[-1], *piece) if lines else tuple(piece)
        if lines and SURE * width(joined, display=True) <= room:
            lines[-1] = joined
        else:
            lines.append(tuple(piece))
    return [kept for line in lines if (kept := _without_quads(line))]


def _without_quads(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return NODES without the white space at either end, that of commands too."""
    kept = list(nodes)
    while kept and _is_space(kept[-1]):
        kept.pop()
    while kept and _is_space(kept[0]):
        kept.pop(0)
    return tuple(kept)


def _is_space(node: Node) -> bool:
    return is_blank(node) or (isinstance(node, Command) and node.name in _PARTING)


def _breakable(nodes: Sequence[Node]) -> bool:
    lone = len(nodes) == 1 and isinstance(nodes[0], Environment)
    divided = any(is_line_end(n) or is_cell_end(n) or isinstance(n, Definition) for n in nodes)
    declared = any(
        isinstance(n, Command) and n.name in {r"\over", r"\atop", r"\choose"} for n in nodes
    )
    return not (lone or divided or declared)


class _Lines:
    """Fills lines of ROOM em with the pieces of NODES, the nodes of TEX."""

    def __init__(self, tex: str, nodes: Sequence[Node], room: float) -> None:
        self.tex = tex
        self.nodes = nodes
        self.room = room

    def broken(self) -> list[str]:
        """Return the lines, each with its `&`; one line where nothing breaks."""
        relations = self._places(0, len(self.nodes), Atom.RELATION)
        if not relations:
            return self._filled(0, len(self.nodes), 0.0, "&")
        start = relations[0]
        left = width(self.nodes[:start], display=True)
        if left > self.room / 2:  # relations align below the left side's beginning instead
            lines = self._filled(0, start, 0.0, "&")
            left, lead = _INDENT_WIDTH, f"&{_INDENT}"
        else:
            lines, lead = [], "&"
        for begin, end in self._steps(relations, self.room - left):
            lines += self._filled(begin, end, left, lead)
        if left != _INDENT_WIDTH or lead == "&":
            lines[0] = f"{self._text(0, start)} {lines[0]}"
        return lines

    def _steps(self, relations: Sequence[int], room: float) -> list[tuple[int, int]]:
        """Return the ranges from relation to relation, joined while they fit into ROOM."""
        bounds = [*relations, len(self.nodes)]
        done: list[tuple[int, int]] = []
        for begin, end in pairwise(bounds):
            if done and width(self.nodes[done[-1][0] : end], display=True) <= room:
                done[-1] = (done[-1][0], end)
            else:
                done.append((begin, end))
        return done

    def _filled(self, begin: int, end: int, left: float, lead: str) -> list[str]:
        """Return the nodes from BEGIN to END on as few lines as fit, broken before `+` and `-`."""
        lines: list[str] = []
        first = begin
        previous = begin
        for place in (*self._places(begin + 1, end, Atom.BINARY), end):
            indent = _INDENT_WIDTH if lines else 0.0
            wide = left + indent + width(self.nodes[first:place], display=True)
            if wide > self.room and previous > first:
                lines.append(self._line(first, previous, lead, follows=bool(lines)))
                first = previous
            previous = place
        lines.append(self._line(first, end, lead, follows=bool(lines)))
        return lines

    def _line(self, begin: int, end: int, lead: str, *, follows: bool) -> str:
        return f"{lead}{_INDENT if follows else ''}{self._text(begin, end)}"

    def _text(self, begin: int, end: int) -> str:
        if begin == end:
            return ""
        return self.tex[self.nodes[begin].start : self.nodes[end - 1].end].strip()

    def _places(self, begin: int, end: int, kind: Atom) -> list[int]:
        """Return where nodes of KIND that join two others stand, past the first."""
        return [i for i in range(max(begin, 1), end) if self._breaks(i, kind)]

    def _breaks(self, index: int, kind: Atom) -> bool:
        node = self.nodes[index]
        if atom(node) is not kind or not isinstance(node, Char | Command):
            return False
        if isinstance(node, Command) and node.name in _KEPT:
            return False
        before = next((n for n in reversed(self.nodes[:index]) if not is_blank(n)), None)
        return before is not None and atom(before) in {Atom.ORDINARY, Atom.CLOSE}
