r"""The numbers that a display takes, read off its LaTeX as `display_math` writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scidraft_tex import model as m
from scidraft_tex.render.math.marks import Marks, lift
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.tree import Command, Node, rows
from scidraft_tex.render.math.write import Writer

__all__ = ["display_numbers"]

_ENVIRONMENT = re.compile(
    r"\s*\\begin\{(?P<name>[a-z]+)(?P<star>\*?)\}(?P<body>.*)\\end\{(?P=name)\*?\}\s*", re.DOTALL
)
_BARE = re.compile(r"\s*\\\[(?P<body>.*)\\\]\s*", re.DOTALL)
_LINES = frozenset({"align", "gather", "alignat", "flalign", "eqnarray"})


def display_numbers(latex: str) -> tuple[m.Number, ...]:
    r"""Return the numbers of the display LATEX in their order, with their labels.

    >>> display_numbers("\\begin{equation}\nx \\label{n:a}\n\\end{equation}")
    (Number(counter='equation', labels=('n:a',), level=0, name=''),)
    """
    found = _ENVIRONMENT.fullmatch(latex) or _BARE.fullmatch(latex)
    if found is None:
        return ()
    groups = found.groupdict()
    counts = bool(groups.get("name")) and not groups.get("star")
    nodes = parse(groups["body"] or "").nodes
    lines = rows(nodes) if groups.get("name") in _LINES else [tuple(nodes)]
    each = (_number(lift(line)[1], counts=counts) for line in lines)
    return tuple(number for number in each if number is not None)


def _number(marks: Marks, *, counts: bool) -> m.Number | None:
    """Return the number of a line with MARKS; COUNTS tells that a line without a tag has one."""
    labels = tuple(filter(None, map(_text, marks.labels)))
    if marks.tags:
        return m.Number("", labels, name=_tag(marks))
    return m.Number("equation", labels) if counts and not marks.suppressed else None


def _text(label: Command) -> str:
    argument = label.arguments[0] if label.arguments else None
    if argument is None:
        return ""
    return argument.raw if argument.raw is not None else _written(argument.nodes)


def _tag(marks: Marks) -> str:
    first = marks.tags[0]
    return Writer().argument(first.arguments[0]) if first.arguments else ""


def _written(nodes: Sequence[Node]) -> str:
    return Writer().write(nodes)
