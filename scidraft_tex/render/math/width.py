"""How wide a formula sets, estimated from its tree before TeX runs."""

from __future__ import annotations

from collections.abc import Sequence

from scidraft_tex.render import katex
from scidraft_tex.render.katex import Need
from scidraft_tex.render.math.classes import Atom, atom
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.tree import (
    Argument,
    Char,
    Command,
    Definition,
    Environment,
    Fenced,
    Node,
    Script,
    Space,
    Verb,
    is_cell_end,
    is_line_end,
    rows,
)
from scidraft_tex.render.metrics import text_width
from scidraft_tex.symbols import formula_command

__all__ = ["estimated_width", "width"]

_SCRIPT = 0.72
_FRACTIONS = frozenset(
    {r"\frac", r"\dfrac", r"\tfrac", r"\cfrac", r"\binom", r"\dbinom", r"\tbinom"}
)
_STACKED = frozenset({r"\overset", r"\underset", r"\stackrel", r"\genfrac"})
_SPACES = {
    r"\,": 0.167,
    r"\:": 0.222,
    r"\>": 0.222,
    r"\;": 0.278,
    r"\!": -0.167,
    "\\ ": 0.25,
    "~": 0.25,
    r"\enspace": 0.5,
    r"\quad": 1.0,
    r"\qquad": 2.0,
}
_WIDTHLESS = r"""
    \displaystyle \textstyle \scriptstyle \limits \nolimits \nonumber \notag \tag \label
    \mathstrut \vphantom \relax \allowbreak \color
"""
_NOTHING = frozenset(_WIDTHLESS.split())
_CLASS_WIDTHS = {
    Atom.RELATION: 0.78,
    Atom.BINARY: 0.76,
    Atom.OPERATOR: 1.1,
    Atom.OPEN: 0.33,
    Atom.CLOSE: 0.33,
    Atom.PUNCTUATION: 0.25,
    Atom.ORDINARY: 0.56,
}
_MEDIUM, _THICK, _THIN = 0.222, 0.278, 0.167
_WIDTHS = {
    r"\cdot": 0.25,
    r"\circ": 0.5,
    r"\bullet": 0.5,
    r"\ldots": 0.9,
    r"\dots": 0.9,
    r"\cdots": 0.9,
    r"\dotsc": 0.9,
    r"\dotsb": 0.9,
    r"\infty": 1.0,
    r"\ell": 0.42,
    r"\partial": 0.55,
    r"\nabla": 0.83,
    r"\to": 1.0,
    r"\rightarrow": 1.0,
    r"\leftarrow": 1.0,
    r"\Rightarrow": 1.0,
    r"\mapsto": 1.0,
    r"\implies": 1.7,
    r"\iff": 1.7,
    r"\longrightarrow": 1.6,
    r"\in": 0.67,
    r"\mid": 0.25,
    r"\int": 0.65,
    r"\oint": 0.65,
    "|": 0.25,
    "/": 0.5,
    "'": 0.28,
    ".": 0.25,
    "!": 0.28,
}


def estimated_width(tex: str, em_pt: float, *, display: bool = True) -> float:
    r"""Return about how wide, in pt, the formula TEX sets where the quad is EM_PT wide.

    Fractions and operators are as large as in a DISPLAY, or as in a line. Of several lines it is
    the widest.
    """
    return em_pt * max((width(row, display=display) for row in rows(parse(tex).nodes)), default=0.0)


def width(nodes: Sequence[Node], *, display: bool = False) -> float:
    """Return the width of NODES, all on one line, in em."""
    total, before = 0.0, Atom.OPEN
    script = 0.0
    for node in nodes:
        if isinstance(node, Script):
            wide = _SCRIPT * width(node.nodes)
            total += max(0.0, wide - script)
            script = max(script, wide)
            continue
        if isinstance(node, Space) or is_line_end(node) or is_cell_end(node):
            continue
        here = atom(node)
        if here is Atom.BINARY and before in {
            Atom.OPEN,
            Atom.RELATION,
            Atom.BINARY,
            Atom.PUNCTUATION,
        }:
            here = Atom.ORDINARY
        if here is Atom.OPERATOR and display and _has_limits(node):
            script = 0.6  # what stands above and below sets wider than the operator only past this
            total += 0.25 if _named(node) else 0.35
        else:
            script = 0.0
        total += _between(before, here) + _node(node, display=display)
        before = here
    return total


def _has_limits(node: Node) -> bool:
    return not (isinstance(node, Command) and node.name in {r"\int", r"\iint", r"\oint"})


def _named(node: Node) -> bool:
    return isinstance(node, Command) and node.name in {r"\lim", r"\max", r"\min", r"\sup", r"\inf"}


def _between(before: Atom, here: Atom) -> float:
    """Return the space that TeX puts between atoms of these classes."""
    pair = {before, here}
    if Atom.RELATION in pair and before is not here and not (pair & {Atom.OPEN}):
        return _THICK if before is not Atom.PUNCTUATION else _THIN
    if Atom.BINARY in pair and Atom.OPEN is not before:
        return _MEDIUM
    if before is Atom.PUNCTUATION or (
        before is Atom.OPERATOR and here in {Atom.ORDINARY, Atom.OPERATOR}
    ):
        return _THIN
    return _THIN if here is Atom.OPERATOR and before in {Atom.ORDINARY, Atom.CLOSE} else 0.0


def _node(node: Node, *, display: bool) -> float:
    match node:
        case Char():
            return _character(node.text)
        case Command():
            return _command(node, display=display)
        case Fenced():
            tall = any(isinstance(n, Command) and n.name in _FRACTIONS for n in node.nodes)
            sides = sum(
                0.0 if side == "." else (0.6 if tall else 0.4) for side in (node.left, node.right)
            )
            return sides + width(node.nodes, display=display)
        case Environment():
            return _environment(node)
        case Verb():
            return 0.525 * len(node.text)
        case Definition() | Space():
            return 0.0
        case _:
            return width(node.nodes, display=display)


def _character(text: str) -> float:
    if text in _WIDTHS:
        return _WIDTHS[text]
    if text in _SPACES:
        return _SPACES[text]
    if text.isascii() and text.isalnum():
        return text_width(text) + 0.02
    command = formula_command(text)
    if command is None:
        return text_width(text)
    kind = atom(Char(text, 0, 0))
    return _WIDTHS.get(command, _CLASS_WIDTHS[kind])


def _command(node: Command, *, display: bool) -> float:
    name = node.name
    if name in _SPACES:
        return _SPACES[name]
    if name in _NOTHING:
        return 0.0
    required = [a for a in node.arguments if not a.optional]
    if name in _FRACTIONS:
        full = name.startswith((r"\d", r"\c")) or (display and not name.startswith(r"\t"))
        small = 1.0 if full else _SCRIPT
        delimiters = 0.7 if "binom" in name else 0.24
        return delimiters + small * max((_argument(a) for a in required), default=0.0)
    if name in _STACKED:
        return max(
            (_argument(a) * (1 if a is required[-1] else _SCRIPT) for a in required), default=0.0
        )
    if name == r"\sqrt":
        return 0.85 + sum(_argument(a) for a in required)
    if name.startswith(r"\x") and required:
        return 1.0 + _SCRIPT * _argument(required[-1])
    if required:
        return _argument(required[-1]) + (0.6 if "box" in name else 0.0)
    if name in _WIDTHS:
        return _WIDTHS[name]
    kind = atom(node)
    if kind is Atom.OPERATOR and _is_name(name):
        return text_width(name[1:])
    return _CLASS_WIDTHS[kind]


def _is_name(command: str) -> bool:
    function = katex.FUNCTIONS.get(command)
    word = command[1:]
    return word.isalpha() and function is not None and function.need is Need.SAME and word in _NAMES


_OPERATOR_NAMES = """
    arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim
    liminf limsup ln log max min Pr sec sin sinh sup tan tanh
"""
_NAMES = frozenset(_OPERATOR_NAMES.split())


def _argument(argument: Argument) -> float:
    if argument.raw is not None:
        return text_width(argument.raw)
    if argument.mode == "text":
        return sum(_text(node) for node in argument.nodes)
    return width(argument.nodes)


def _text(node: Node) -> float:
    if isinstance(node, Char | Space):
        return text_width(" " if isinstance(node, Space) else node.text)
    return _node(node, display=False)


def _environment(node: Environment) -> float:
    """Return the sum of the widest cells of each column, and what stands between columns."""
    columns: list[float] = []
    for row in rows(node.nodes):
        for index, cell in enumerate(_cells(row)):
            wide = width(cell, display="align" in node.name or node.name in {"gathered", "split"})
            if index == len(columns):
                columns.append(wide)
            columns[index] = max(columns[index], wide)
    gaps = max(0, len(columns) - 1)
    if "align" in node.name or node.name == "split":
        return sum(columns) + _THICK * ((gaps + 1) // 2) + 1.0 * (gaps // 2)
    delimiters = 0.9 if "cases" in node.name else 1.5 if node.name[:1] in "pbBvV" else 0.0
    return sum(columns) + gaps * 1.0 + delimiters


def _cells(row: Sequence[Node]) -> list[list[Node]]:
    cells: list[list[Node]] = [[]]
    for node in row:
        if is_cell_end(node):
            cells.append([])
        else:
            cells[-1].append(node)
    return cells
