r"""The lines of a preamble that give characters their commands."""

from __future__ import annotations

from collections.abc import Collection

from scidraft_tex.engines import Engine
from scidraft_tex.glyphs.text import DECLARED, TEXT_COMMANDS

__all__ = ["FRACTIONS", "declare_unicode", "missing_command"]

FRACTIONS = frozenset("½¼¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉")
"""What unicode-math makes its own at the document's beginning, for formulas alone."""

_DING = r"\DeclareRobustCommand*\textding[1]{{\fontencoding{U}\fontfamily{pzd}\selectfont\char#1}}"
_PIFONT = r"""\usepackage{pifont}
\DeclareRobustCommand*\textding[1]{\ding{#1}}"""
_MISSING = (
    r"\DeclareRobustCommand*\missingglyph[1]{\begingroup\setlength\fboxsep{1pt}"
    r"\fbox{\normalfont\ttfamily\tiny #1}\endgroup}"
)


def missing_command(character: str) -> str:
    r"""Return what prints in the place of a CHARACTER that no font has: its code point in a box."""
    return rf"\missingglyph{{{ord(character):04X}}}"


def declare_unicode(
    chars: Collection[str],
    engine: Engine = Engine.PDFLATEX,
    missing: Collection[str] = (),
    *,
    packaged: bool = False,
) -> str:
    r"""Return the preamble's lines for those of CHARS that ENGINE needs told; empty if for none.

    MISSING are the characters that no font has: with pdfLaTeX also those that have no command. The
    other engines take a character from a font where there is one, and have commands only for those
    that CHARS names beside it. PACKAGED takes Zapf Dingbats from pifont, which LaTeXML reads.
    """
    own = DECLARED if engine is Engine.PDFLATEX else frozenset()
    wanted = {c: TEXT_COMMANDS[c] for c in chars if c in TEXT_COMMANDS and c not in own}
    wanted |= {c: missing_command(c) for c in missing}
    if engine is Engine.PDFLATEX:
        left = (c for c in chars if not c.isascii() and c not in DECLARED and c not in wanted)
        wanted |= {c: missing_command(c) for c in left}
    ding = _PIFONT if packaged else _DING
    lines = [
        *([ding] if any(r"\textding" in command for command in wanted.values()) else []),
        *([_MISSING] if any(r"\missingglyph" in command for command in wanted.values()) else []),
        *(_line(c, command, engine) for c, command in sorted(wanted.items())),
    ]
    if engine is not Engine.PDFLATEX and wanted:
        lines.insert(0, r"\usepackage{newunicodechar}")
    return "\n".join(lines)


def _line(character: str, command: str, engine: Engine) -> str:
    if engine is Engine.PDFLATEX:
        return rf"\DeclareUnicodeCharacter{{{ord(character):04X}}}{{{command}}}"
    line = rf"\newunicodechar{{{character}}}{{{command}}}"
    return f"{line}\n\\AtBeginDocument{{{line}}}" if character in FRACTIONS else line
