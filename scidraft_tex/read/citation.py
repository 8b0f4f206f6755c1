r"""`\cite[prenote][postnote]{keys}` and its kin, wherever they stand."""

from __future__ import annotations

import re
from typing import Literal, cast

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place

__all__ = ["citation", "option"]


def option(barred: str = "") -> str:
    """Return a pattern of an option in brackets, which may hold pairs of them: `[see [3]]`.

    The characters BARRED, written as within a set, are not in it. A bracket that is never closed is
    one like any other.
    """
    pair = rf"\[[^\[\]{barred}]{{0,200}}\]"
    most = "{0,600}"  # one that is never closed is not looked for to the end of the note
    return rf"(?:\[(?:{pair}|[^\[\]{barred}]){most}\]|\[[^\]{barred}]{most}\])"


_OPTION = re.compile(option())


def citation(command: str, options: str, body: str, place: Place) -> m.Citation:
    """Return the citation COMMAND (`cite`, …) of the keys in BODY; OPTIONS hold its notes."""
    notes = [found.group()[1:-1] for found in _OPTION.finditer(options)]
    keys = tuple(key.strip() for key in re.split(r"[,\s]+", body) if key.strip())
    prenote = notes[0] if len(notes) > 1 else ""
    kind = cast("Literal['cite', 'citep', 'citet']", command)
    return m.Citation(kind, keys, place, prenote, notes[-1] if notes else "")
