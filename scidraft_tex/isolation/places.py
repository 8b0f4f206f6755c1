"""Where in a formula TeX stopped, as near as its message tells."""

from __future__ import annotations

import re

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.typeset.log import TexError
from scidraft_tex.walk import formula_place

__all__ = ["place_in"]

_COMMAND = re.compile(r"\\[A-Za-z]+")


def place_in(node: m.Math | m.Display, error: TexError) -> Place:
    """Return where ERROR is in the formula NODE: at the command not defined, or at the last read.

    Where the formula has neither, that is its first character.
    """
    tex = node.tex
    first = len(tex) - len(tex.lstrip())
    if error.command:
        return formula_place(node, max(tex.find(error.command), first))
    written = list(_COMMAND.finditer(tex))
    names = {one.group() for one in written}
    read = [name for name in _COMMAND.findall(error.reached) if name in names]
    if not read:
        return formula_place(node, first)
    found = [one.start() for one in written if one.group() == read[-1]]
    return formula_place(node, found[min(read.count(read[-1]), len(found)) - 1])
