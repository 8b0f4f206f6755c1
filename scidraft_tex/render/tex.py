"""Escaping for TeX: prose, code, file names, URLs."""

from __future__ import annotations

import hashlib
import re

_PROSE = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\u00a0": "~",
    "\u202f": r"\,",
    "\u2009": r"\,",
    "\u2013": "--",
    "\u2014": "---",
    "\u2018": "`",
    "\u2019": "'",
    "\u201c": "``",
    "\u201d": "''",
    "\u2026": r"\ldots{}",
    "\u00ad": r"\-",
    "\u200b": r"\hspace{0pt}",
    '"': r"\textquotedbl{}",
    "\ufffd": r"\ensuremath{\blacklozenge}",  # LuaTeX takes it for bytes that are no text
}
_CODE = {
    **{c: _PROSE[c] for c in "\\{}$&#%_~^<>|\ufffd"},
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    '"': r"\textquotedbl{}",
    " ": r"\ ",
}
_PROSE_TABLE = str.maketrans(_PROSE)
_CODE_TABLE = str.maketrans(_CODE)
_LIGATURES = re.compile(r"([?!])(`)|(--+)|(,,)|(<<)|(>>)")


def escape(text: str) -> str:
    """Return TEXT as LaTeX that prints it in prose; quotes and dashes as TeX writes them."""
    guarded = _LIGATURES.sub(lambda found: "\u200c".join(found.group(0)), text)
    return guarded.translate(_PROSE_TABLE).replace("\u200c", "{}")


def escape_code(text: str) -> str:
    """Return TEXT as LaTeX for a typewriter face: straight quotes, no ligatures, spaces kept."""
    guarded = re.sub(r"-(?=-)|,(?=,)", lambda found: found.group() + "\u200c", text)
    return guarded.translate(_CODE_TABLE).replace("\u200c", "{}")


def file_stem(text: str, limit: int = 60) -> str:
    """Return TEXT as a file name's stem of `a-z 0-9 -`, at most LIMIT characters; never empty."""
    stem = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if len(stem) > limit or not stem:
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        stem = f"{stem[: limit - 9].rstrip('-')}-{digest}".lstrip("-")
    return stem


def url(text: str) -> str:
    r"""Return the URL TEXT as `\href` and `\url` take it within an argument.

    Percent signs and hashes are escaped once; characters that no URL may hold are percent-encoded.
    """
    encoded = "".join(
        c if c.isascii() and c > " " and c not in '\\{}^`"<>|$' else _percent(c) for c in text
    )
    return encoded.replace("%", r"\%").replace("#", r"\#").replace("&", r"\&").replace("_", r"\_")


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def comment(text: str) -> str:
    """Return TEXT as a comment line, without anything that would end it."""
    return "%% " + " ".join(text.split())
