r"""LaTeX commands in prose that are none there: the web page prints `\alpha` as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scidraft_tex.codes import CODES
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.spelling import did_you_mean

__all__ = ["PROSE_COMMANDS", "unknown_command"]

PROSE_COMMANDS = (
    "autoref", "cite", "citep", "citet", "emph", "eqref", "index", "label", "pageref", "ref",
    "textbf", "textit", "textsc", "textsuperscript", "texttt", "underline",
)  # fmt: skip
"""The commands that mean something in prose (docs/format.md, sections 3 and 7)."""

_COMMAND = re.compile(r"(?<![\w\\/:])\\(?P<name>[A-Za-z]{2,})(?![\w\\/]|\.\w)(?P<argument>[\[{]?)")
_APPLIED = re.compile(r"\\(?P<name>[A-Za-z]+)(?P<argument>[\[{])")


def unknown_command(text: str, position: int, place: Place) -> Iterator[Diagnostic]:
    r"""Yield what to say of what stands at POSITION of TEXT, which is PLACE, if it is a command.

    What looks like a path (`C:\Users\me`) is no command, unless an argument follows.
    """
    found = _APPLIED.match(text, position) or _COMMAND.match(text, position)
    if found is None:
        return
    name = found["name"]
    if name in PROSE_COMMANDS:
        wrong = "is not closed in its paragraph" if found["argument"] else "has no argument"
        yield diagnostic("prose-command", f"\\{name} {wrong}", place=place)
        return
    meant = did_you_mean(name, PROSE_COMMANDS, likeness=0.75, shown="\\{}")
    hint = f"{meant} {CODES['prose-command'].advice}".strip()
    message = f"\\{name} is no command of prose"
    yield diagnostic("prose-command", message, place=place, hint=hint)
