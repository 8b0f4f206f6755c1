"""Clean field text made portable: for LaTeX without biblatex's packages, and for 8-bit BibTeX."""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import reduce
from itertools import groupby

import latexcodec  # noqa: F401  # makes the codec known

from scidraft_tex.glyphs import DECLARED, TEXT_COMMANDS
from scidraft_tex.resolve.bib_commands import ACCENTS, DECLARATIONS

__all__ = ["ascii_accents", "portable"]

_STAND_INS = {
    "enquote": ("``", "''"), "mkbibquote": ("``", "''"), "mkbibemph": (r"\emph{", "}"),
    "mkbibbold": (r"\textbf{", "}"), "mkbibparens": ("(", ")"),
}  # fmt: skip
_STAND_IN = re.compile(rf"\\({'|'.join(_STAND_INS)})\{{")
_DECLARATION = re.compile(rf"\\({'|'.join(sorted(set(DECLARATIONS.values())))})\b")
_BRACE = re.compile(r"[{}]")
_OWN_MACROS = (r"\textding", r"\rlap")
_TYPOGRAPHIC = {"–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''"}
_MARKS = {mark: command for command, mark in ACCENTS.items() if command not in {"t", "b"}}
_WORD = 3
"""As many letters of a script beside each other are a word; fewer are symbols, as in β-decay."""


def portable(latex: str) -> str:
    """Return LATEX, from `clean_text`, without what only some preamble or some engine knows.

    Commands of biblatex and csquotes become LaTeX's, and a switch of fonts ends with the text. A
    symbol that not every engine's font has becomes a command; text in another script stays.
    """
    while match := _STAND_IN.search(latex):
        end = _group_end(latex, match.end())
        opening, closing = _STAND_INS[match[1]]
        inner = latex[match.end() : end]
        latex = f"{latex[: match.start()]}{opening}{inner}{closing}{latex[end + 1 :]}"
    latex = latex.replace(r"\mathscr", r"\mathcal")
    if _DECLARATION.search(latex):
        latex = f"{{{latex}}}"
    return latex if latex.isascii() else _with_commands(latex)


def ascii_accents(latex: str) -> str:
    r"""Return LATEX, portable, with accents as commands in braces, which BibTeX takes for a letter.

    Its 8-bit program would cut a letter of several bytes in two where a style wants initials. Other
    characters, and letters of scripts that LaTeX has no commands for, stay UTF-8: BibTeX passes
    them on as bytes, and the styles of natbib print names in full.
    """
    text = portable(latex)
    return text if text.isascii() else "".join(map(_accented, text))


def _group_end(latex: str, position: int) -> int:
    """Return where the brace is that closes the group that POSITION is in."""
    depth = 1
    for match in _BRACE.finditer(latex, position):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(latex)


def _with_commands(latex: str) -> str:
    runs = (len(list(run)) for foreign, run in groupby(latex, _is_foreign) if foreign)
    in_words = max(runs, default=0) >= _WORD
    return "".join(
        char if char.isascii() or char in DECLARED else _command(char, in_words=in_words)
        for char in latex
    )


def _is_foreign(char: str) -> bool:
    """Whether CHAR is a letter that LaTeX does not declare, and no symbol made of one."""
    known = char.isascii() or char in DECLARED or not char.isalpha()
    return not known and not unicodedata.name(char, "").startswith("MATHEMATICAL")


def _command(char: str, *, in_words: bool) -> str:
    base, *marks = list(unicodedata.normalize("NFD", char))
    if marks and base.isascii() and base.isalpha() and all(mark in _MARKS for mark in marks):
        return "{" + reduce(lambda inner, mark: f"\\{_MARKS[mark]}{{{inner}}}", marks, base) + "}"
    if in_words and _is_foreign(char):
        return char
    command = TEXT_COMMANDS.get(char, char)
    return char if command == char or command.startswith(_OWN_MACROS) else f"{{{command}}}"


def _accented(char: str) -> str:
    if char in _TYPOGRAPHIC:
        return _TYPOGRAPHIC[char]
    if char not in DECLARED or not char.isalpha():
        return char
    try:
        command = str(codecs.encode(char, "ulatex+ascii"))
    except ValueError:
        return char
    return f"{{{command}}}" if command.startswith("\\") else char
