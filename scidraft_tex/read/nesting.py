"""How deep a block of pandoc's nests: what nobody wrote by hand is not followed to its bottom.

Every later stage goes down into blocks by calling itself, and so does TeX.
"""

from __future__ import annotations

from typing import Any

__all__ = ["DEEPEST", "too_deep"]

DEEPEST = 160
"""How many of JSON's lists and objects may lie in each other: some 40 lists, or 80 quotations.

A note's own depth is a few; LaTeX's lists end at six.
"""


_WORDS = frozenset({"Str", "Space", "SoftBreak"})


def too_deep(node: Any, most: int = DEEPEST) -> bool:
    """Tell whether NODE, a block or inline of pandoc's, nests more than MOST deep.

    What nests are lists, in each other or as the `c` of what lies in them: two steps at a time.
    A `Span` about one word, of which a text is full, is not looked into: nothing nests there.
    """
    pending = [[node]]
    for _ in range(most // 2):
        pending = [
            inner
            for outer in pending
            for item in outer
            if (inner := item.get("c") if type(item) is dict else item)
            and type(inner) is list
            and not (
                len(inner) == 2
                and type(about := inner[1]) is list
                and len(about) == 1
                and type(word := about[0]) is dict
                and word["t"] in _WORDS
            )
        ]
        if not pending:
            return False
    return True
