r"""The names of TeX's own commands, of LaTeX's and of the packages': no note defines one of these.

data/tex_names.txt lists them, without backslash. It was taken from LuaTeX's table of names after
the frames' preambles; names that are accents or that KaTeX has, too, are not in it, nor families
that are known by how they begin.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["is_tex_name"]

_FAMILIES = ("pdf", "XeTeX", "lua", "Umath", "sync")
"""How whole families of commands begin, of one engine or another."""


def is_tex_name(name: str) -> bool:
    r"""Tell whether NAME, without its backslash, means something to TeX before a note says so."""
    return name in _names() or name.startswith(_FAMILIES)


@cache
def _names() -> frozenset[str]:
    text = (files("scidraft_tex") / "data" / "tex_names.txt").read_text("utf-8")
    return frozenset(text.split())
