"""What a piece that could not be used prints: a marked box."""

from __future__ import annotations

import re

from scidraft_tex.diagnostics import Place
from scidraft_tex.render import tex

_END = re.compile(r"\\end\{(?=Verbatim\}|scidraftfailure\})")


def failure_box(message: str, source: str, place: Place) -> str:
    """Return a box with MESSAGE and where it arose over SOURCE, which prints as it stands."""
    guarded = _END.sub(r"\\end {", source).strip("\n")
    head = tex.escape(f"{place}: {message}")
    return f"\\begin{{scidraftfailure}}{{{head}}}\n{guarded}\n\\end{{scidraftfailure}}"
