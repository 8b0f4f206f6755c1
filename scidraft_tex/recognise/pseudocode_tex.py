r"""The commands of TeX that an algorithm may hold beside those of pseudocode.

They style, space and refer. Any other prints as it is written: what TeX is asked to do is never up
to a note. A command that TeX does not know may be one of the site's own templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scidraft_tex.recognise.pseudocode_commands import (
    DECLARATIONS,
    RAW_ARGUMENTS,
    SIZES,
    find,
)
from scidraft_tex.recognise.pseudocode_tokens import Token
from scidraft_tex.tex_names import is_tex_name

__all__ = ["guarded", "may_stand", "printed"]

_STYLES = """
    textbf textit textsf texttt textrm textsc textsl textup textmd textnormal emph underline
    bf it tt rm sf sc sl bfseries itshape ttfamily rmfamily sffamily scshape slshape upshape
    mdseries normalfont textcolor textsuperscript textsubscript mbox fbox ensuremath item algword
    LARGE huge Huge
"""
_SPACES = """
    quad qquad enspace enskip thinspace negthinspace hfill hfil vfill newline linebreak noindent
    indent relax par nobreak allowbreak hphantom vphantom strut centering raggedright raggedleft
"""
_SIGNS = """
    ldots dots textellipsis textendash textemdash textquoteleft textquoteright textquotedblleft
    textquotedblright textbackslash textasciitilde textasciicircum textunderscore textbar textless
    textgreater textbullet textdegree textregistered texttrademark textdollar textsterling
    S P copyright pounds dag ddag ss ae oe o aa l AE OE O AA L i j c v u H d b k r t TeX LaTeX
    triangleright slash
"""
_LENGTHS = "algorithmicindent parindent parskip baselineskip textwidth linewidth columnwidth fill"
_NEVER = frozenset({"includegraphics", "url"})
_ENVIRONMENTS = frozenset({"itemize", "enumerate", "description", "center", "flushleft"})

_PERMITTED = (
    frozenset(f"{_STYLES} {_SPACES} {_SIGNS} {_LENGTHS}".split())
    | {*DECLARATIONS, *RAW_ARGUMENTS, *SIZES} - _NEVER
)
_WORD = re.compile(r"\\\\|\\([A-Za-z]+)|\^\^")


def may_stand(name: str) -> bool:
    r"""Tell whether `\NAME` may reach TeX."""
    name = name.rstrip("*")
    known = name in _PERMITTED or find(name) is not None or name.startswith("algorithmic")
    return known or not is_tex_name(name)


def printed(stream: Iterable[Token]) -> Iterator[Token]:
    r"""Yield STREAM with what may not reach TeX as text: commands, environments, and `^^`."""
    before = ""
    for token in stream:
        if token.kind == "command" and not may_stand(token.text):
            yield replace(token, kind="text", text=f"\\{token.text}")
        elif token.kind == "text" and before in {"begin", "end"}:
            known = token.text.strip() in _ENVIRONMENTS
            yield token if known else replace(token, text="center")
        elif token.kind == "text":
            yield replace(token, text=token.text.replace("^^", "^ ^"))
        else:
            yield token
        if token.kind not in {"open", "space"}:
            before = token.text if token.kind == "command" else ""


def guarded(tex: str) -> str:
    r"""Return TEX, text of an algorithm as LaTeX, with every other command as it is written."""

    def safe(found: re.Match[str]) -> str:
        if found[1] is None:
            return "^ ^" if found[0] == "^^" else found[0]
        return found[0] if may_stand(found[1]) else f"\\textbackslash{{}}{found[1]}"

    return _WORD.sub(safe, tex)
