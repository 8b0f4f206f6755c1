"""How many columns an environment of a formula has, where it says so or never has more."""

from __future__ import annotations

import re

from scidraft_tex.render.math.tree import Environment

__all__ = ["column_count"]

_FIXED = {"cases": 2, "dcases": 2, "rcases": 2, "drcases": 2}
_ARRAYS = frozenset({"array", "darray"})
_BETWEEN = re.compile(r"[@!<>]\{[^{}]*\}|\s+|[|:]|(?<=[pmb])\{[^{}]*\}")
_COLUMNS = re.compile(r"[lcrpmb]+")


def column_count(environment: Environment) -> int | None:
    r"""Return how many columns ENVIRONMENT has at most; None if there is no telling.

    `cases` and its kin have two (amsmath), an `array` those of its argument, as long as that has
    letters that LaTeX and KaTeX know.
    """
    if environment.name not in _ARRAYS:
        return _FIXED.get(environment.name)
    written = environment.arguments[0].raw if environment.arguments else None
    columns = _BETWEEN.sub("", written or "")
    return len(columns) if _COLUMNS.fullmatch(columns) else None
