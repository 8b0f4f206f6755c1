r"""What a formula may say to TeX: the commands that may stand in what is written of it.

The parser refuses what it does not know, and the writer writes what it was told. This is the last
look, at the LaTeX itself: nobody who writes a note reaches a command that reads or writes files or
runs code, by whichever argument, definition or notation. A note's own commands never have the
names of TeX's: `\def\input{…}` defines `\noteinput`, in text as in formulas.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from scidraft_tex import symbols
from scidraft_tex.render import katex
from scidraft_tex.render.katex import Need
from scidraft_tex.tex_names import is_tex_name

__all__ = ["own_name", "stranger"]

_WORD = re.compile(r"\\[A-Za-z]+")
_BEGIN = re.compile(r"\\(begin|end)(?![A-Za-z])\s*(?:\{([^{}\\]*)\})?")
_CONSUMED = frozenset([r"\char", r"\verb", r"\futurelet", r"\expandafter", r"\noexpand"])
"""Commands that KaTeX knows and the writer never writes."""

_WRITTEN = frozenset(
    re.findall(
        r"\\[A-Za-z]+",
        r"""
    \arraystretch \begin \bfseries \def \displaystyle \edef \end \ensuremath \eqref
    \formulamacro \hbox \intertext \itshape \label \let \mathcolor \mkern \mskip \mspace
    \normalfont \operatorname \providecommand \ref \relax \renewcommand \rm \rmfamily
    \sffamily \tag \text \textasciicircum \textasciigrave \textbackslash \textquotesingle
    \texttt \textvisiblespace \ttfamily \vcenter
    """,
    )
)
"""Commands that the writer writes by itself."""

_GROUPS = {r"\bgroup": "e", r"\egroup": "e", r"\begingroup": "E", r"\endgroup": "E"}
_ENVIRONMENTS = {"aligned", "alignedat", "gathered", "multlined", "array"}


def own_name(name: str) -> str:
    r"""Return what a note's own command NAME is called in LaTeX, so that it is none of TeX's."""
    return f"\\note{name[1:]}" if _is_of_tex(name) else name


def stranger(latex: str, own: Collection[str] = ()) -> str:
    r"""Return the first thing in LATEX, a formula as written, that has no place there, or "".

    That is a command that is neither of KaTeX's nor among OWN nor one of the writer's, an
    environment that is none of KaTeX's, `^^` by which TeX reads any character, or the end of a
    group that was not begun.
    """
    if "^^" in latex:
        return "^^"
    known = _permitted()
    mine = frozenset(map(own_name, own))
    open_groups: list[str] = []
    for word in _WORD.findall(latex):
        if word not in known and word not in mine:
            return _as_written(word)
        if word in _GROUPS and word not in mine:
            if word in {r"\bgroup", r"\begingroup"}:
                open_groups.append(_GROUPS[word])
            elif not open_groups or open_groups.pop() != _GROUPS[word]:
                return str(word)
    for which, name in _BEGIN.findall(latex):
        if name not in katex.ENVIRONMENTS and name not in _ENVIRONMENTS:
            return f"\\{which}{{{name}}}"
    return r"\begingroup" if open_groups else ""


def _as_written(word: str) -> str:
    """Return what the note has where the writer wrote WORD."""
    meant = word.replace("\\note", "\\", 1)
    return meant if own_name(meant) == word else word


@cache
def _permitted() -> frozenset[str]:
    known: set[str] = set(_WRITTEN)
    for function in katex.FUNCTIONS.values():
        known |= set(_WORD.findall(function.replacement))
        if function.need is not Need.CONTENT:
            known.add(function.name)
    for written in (*symbols.FORMULA.values(), *symbols.ACCENTS.values()):
        known |= set(_WORD.findall(written))
    return frozenset(known - _CONSUMED)


def _is_of_tex(name: str) -> bool:
    if name in _permitted():
        return False
    return name in katex.FUNCTIONS or is_tex_name(name[1:])
