"""Advance widths of the book's body face, TeX Gyre Pagella, in thousandths of an em.

Taken from the font's metrics files (`qplr.afm`, `qplb.afm`), so that the width of a table cell is
known before TeX runs. An accented letter is as wide as its base, so Latin-1 serves all of Latin.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_CODES = (*range(0x20, 0x7F), *range(0xA0, 0x100))

_REGULAR = """
    250 278 371 500 500 840 778 208 456 456 390 760 250 333 250 486 500 500 500 500 500 500 500
    500 500 500 250 250 767 760 767 444 747 778 611 709 774 611 556 763 832 337 333 726 611 946
    831 786 604 786 668 525 613 778 722 1000 667 667 667 428 486 428 606 500 333 500 553 444 611
    479 333 556 582 287 234 556 291 883 582 546 601 560 395 424 326 603 565 834 516 556 500 441
    208 441 606 250 278 500 500 500 500 606 500 333 747 333 500 790 333 747 333 400 760 328 328
    333 626 628 280 333 328 333 500 750 750 750 444 778 778 778 778 778 778 944 709 611 611 611
    611 337 337 337 337 774 831 786 786 786 786 786 627 833 778 778 778 778 667 604 556 500 500
    500 500 500 500 758 444 479 479 479 479 287 287 287 287 546 582 546 546 546 546 546 760 556
    603 603 603 603 556 601 556
"""

_BOLD = """
    250 278 402 500 500 889 833 227 490 490 421 760 250 333 250 511 500 500 500 500 500 500 500
    500 500 500 250 250 769 760 769 444 747 778 667 722 833 611 556 833 833 389 389 778 611 1000
    833 833 611 833 722 611 667 778 778 1000 667 667 667 457 511 457 606 500 333 500 611 444 611
    500 389 556 611 333 333 611 333 889 611 556 611 611 389 444 333 611 556 833 500 556 500 472
    232 472 606 250 278 500 500 500 500 606 500 333 747 438 500 805 333 747 333 400 760 328 328
    333 608 641 320 333 328 488 500 750 750 750 444 778 778 778 778 778 778 1000 722 611 611 611
    611 389 389 389 389 833 833 833 833 833 833 833 648 833 778 778 778 778 667 611 611 500 500
    500 500 500 500 778 444 500 500 500 500 333 333 333 333 556 611 556 556 556 556 556 760 556
    611 611 611 611 556 611 556
"""

_OTHERS = {
    "\u2013": 500,
    "\u2014": 1000,
    "\u2018": 278,
    "\u2019": 278,
    "\u201c": 500,
    "\u201d": 500,
    "\u2022": 560,
    "\u2026": 860,
    "\u20ac": 500,
    "\u2122": 979,
    "\u2212": 760,
    "\u0152": 998,
    "\u0153": 827,
    "\u0131": 287,
}
_WIDE = 1000
_USUAL = 600


def _widths(numbers: str) -> dict[str, int]:
    table = dict(zip(map(chr, _CODES), map(int, numbers.split()), strict=True))
    return {**_OTHERS, **table}


_TABLES = {False: _widths(_REGULAR), True: _widths(_BOLD)}


@lru_cache(maxsize=4096)
def advance(character: str, *, bold: bool = False) -> int:
    """Return the advance width of CHARACTER in thousandths of an em.

    Combining marks are 0; an East Asian wide character is an em; one that the face lacks and that
    has no base letter in it is taken for 0.6 em.
    """
    known = _TABLES[bold].get(character)
    if known is not None:
        return known
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Mn"}:
        return 0
    base = unicodedata.normalize("NFD", character)[0]
    if base != character:
        return advance(base, bold=bold)
    return _WIDE if unicodedata.east_asian_width(character) in {"W", "F"} else _USUAL


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of TEXT in em, set in one line without kerning."""
    return sum(advance(character, bold=bold) for character in text) / 1000
