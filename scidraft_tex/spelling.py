"""Names of a closed set that a misspelt one was probably meant for: what "did you mean" says."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from operator import eq

__all__ = ["did_you_mean", "near"]

LONGEST = 80
"""What has more characters than this is no misspelt name, and is compared with none."""


def near(
    word: str, known: Iterable[str], *, most: int = 1, likeness: float = 0.7
) -> tuple[str, ...]:
    """Return up to MOST of the names KNOWN that WORD may have been meant for, the likeliest first.

    First come those that differ in case alone, or in `_`, `-` and blanks; then those whose letters
    are alike by LIKENESS, from 0 to 1, the measure of `difflib`. WORD itself is none of them.

    >>> near("Theroem", ["Theorem", "Lemma"])
    ('Theorem',)
    """
    if not word or len(word) > LONGEST:
        return ()
    folded, letters = _form(word)
    names: dict[str, list[str]] = {}
    for name in known:
        other, others = _form(name)
        if name != word and _may_be_like(folded, letters, other, others, likeness):
            names.setdefault(other, []).append(name)
    alike = get_close_matches(folded, names, n=most + 1, cutoff=likeness)
    found: list[str] = []
    for one in dict.fromkeys((folded, *alike)):
        found += sorted(names.get(one, ()), key=lambda name: -sum(map(eq, word, name)))
    return tuple(dict.fromkeys(found))[:most]


def did_you_mean(
    word: str,
    known: Iterable[str],
    *,
    most: int = 1,
    likeness: float = 0.7,
    shown: str = "{}",
) -> str:
    r"""Return a hint that names what `near` finds, each as SHOWN has it, or "" for nothing near.

    >>> did_you_mean("aplha", ["alpha", "beta"], shown="\\{}")
    'did you mean \\alpha?'
    """
    found = near(word, known, most=most, likeness=likeness)
    return f"did you mean {' or '.join(map(shown.format, found))}?" if found else ""


@lru_cache(maxsize=1 << 14)
def _form(name: str) -> tuple[str, int]:
    """Return NAME as it is compared, and a set of its letters as bits."""
    folded = name[: 2 * LONGEST].casefold().replace("_", "-").replace(" ", "-")
    letters = 0
    for character in folded:
        letters |= 1 << ord(character) % 64
    return folded, letters


def _may_be_like(one: str, letters: int, other: str, others: int, likeness: float) -> bool:
    """Tell whether ONE and OTHER, of which LETTERS and OTHERS are the letters, can be so alike.

    Letters that one of them lacks cannot match: most names are passed over by that.
    """
    most = min(
        len(one) - (letters & ~others).bit_count(), len(other) - (others & ~letters).bit_count()
    )
    return 2 * most >= likeness * (len(one) + len(other))
