r"""The commands that formulas define and those of the site, as a paper's preamble has them.

A paper is one note, so they hold for all of it. Only what LaTeX prints in text under the same name,
such as the accent `\d`, must keep that meaning there: `\formulamacro` sees to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scidraft_tex.render.math import macro_definitions

__all__ = ["paper_macros"]

_GUARDED = re.compile(r"\\formulamacro(?P<name>\\(?:[A-Za-z]+|.))\{(?P<definition>.*)\}")
_SAVED = re.compile(r"\\formulasave(?:\\(?:[A-Za-z]+|.))")
_ACCENTS = "a b c d H i j k l L o O r t u v P S aa AA ae AE oe OE ss th TH dh DH dj DJ ng NG"
_TEXT = frozenset(
    f"\\{name}" for name in f"{_ACCENTS} dag ddag copyright pounds ldots dots".split()
)


def paper_macros(site: Iterable[tuple[str, str]], opening: str) -> str:
    r"""Return the definitions of the SITE's macros and of what opens a note, `NoteMacros.opening`.

    Those that no formula uses are for `needed` to leave out.
    """
    lines = [*macro_definitions(site).split("\n"), *opening.split("\n")]
    return "\n".join(_plain(line) for line in lines if line and not _SAVED.fullmatch(line))


def _plain(line: str) -> str:
    found = _GUARDED.fullmatch(line)
    if found is None or found["name"] in _TEXT or not found["name"][1:].isalpha():
        return line
    return found["definition"]
