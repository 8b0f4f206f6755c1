"""Advance widths of the body faces in thousandths of an em: TeX Gyre Pagella, and Latin Modern.

Pagella sets books, Latin Modern papers. Taken from the fonts' metrics files (`qplr.afm`,
`qplb.afm`, `lmr10.afm`, `lmbx10.afm`), so that the width of a table cell is known before TeX runs.
An accented letter is as wide as its base, so Latin-1 serves all of Latin.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

Face: TypeAlias = Literal["pagella", "latin modern"]

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

_MODERN = """
    333 278 374 833 500 833 778 278 389 389 500 778 278 333 278 500 500 500 500 500 500 500 500
    500 500 500 278 278 778 778 778 472 778 750 708 722 764 681 653 785 750 361 514 778 625 917
    750 778 681 778 736 556 722 750 750 1028 750 750 611 278 500 278 556 750 500 500 556 444 556
    444 306 500 556 278 306 528 278 833 556 500 556 528 392 394 389 556 528 722 528 528 444 500
    278 500 556 333 278 444 750 778 750 278 484 500 683 449 556 778 333 683 500 375 778 500 500
    500 556 611 778 444 500 419 556 825 825 825 472 750 750 750 750 750 750 903 722 681 681 681
    681 361 361 361 361 764 750 778 778 778 778 778 778 778 750 750 750 750 750 625 500 500 500
    500 500 500 500 722 444 444 444 444 444 278 278 278 278 500 556 500 500 500 500 500 778 500
    556 556 556 556 528 556 528
"""

_MODERN_BOLD = """
    383 350 481 958 575 958 894 319 447 447 575 894 319 383 319 575 575 575 575 575 575 575 575
    575 575 575 319 319 894 894 894 543 894 869 818 831 882 756 724 904 900 436 594 901 692 1092
    900 864 786 864 862 639 800 885 869 1189 869 869 703 319 575 319 556 869 575 559 639 511 639
    527 351 575 639 319 351 607 319 958 639 575 639 607 474 454 447 639 607 831 607 607 511 575
    319 575 556 383 350 511 869 894 869 319 695 575 686 496 639 894 383 686 575 431 894 500 500
    575 639 703 894 511 500 482 639 982 982 982 543 869 869 869 869 869 869 1042 831 756 756 756
    756 436 436 436 436 882 900 864 864 864 864 864 894 894 885 885 885 885 869 724 597 559 559
    559 559 559 559 831 511 527 527 527 527 319 319 319 319 575 639 575 575 575 575 575 894 575
    639 639 639 639 607 639 607
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
_MODERN_OTHERS = {
    "\u2013": 500,
    "\u2014": 1000,
    "\u2018": 278,
    "\u2019": 278,
    "\u201c": 472,
    "\u201d": 472,
    "\u2022": 778,
    "\u2026": 670,
    "\u20ac": 627,
    "\u2122": 983,
    "\u2212": 778,
    "\u0152": 1014,
    "\u0153": 778,
    "\u0131": 278,
}
_BOLDER = 1.15
"""How much wider such a character is in Latin Modern's bold."""
_WIDE = 1000
_USUAL = 600


def _widths(numbers: str, others: Mapping[str, int] = _OTHERS) -> dict[str, int]:
    table = dict(zip(map(chr, _CODES), map(int, numbers.split()), strict=True))
    return {**others, **table}


_TABLES: Mapping[tuple[Face, bool], Mapping[str, int]] = {
    ("pagella", False): _widths(_REGULAR),
    ("pagella", True): _widths(_BOLD),
    ("latin modern", False): _widths(_MODERN, _MODERN_OTHERS),
    ("latin modern", True): _widths(
        _MODERN_BOLD, {c: round(_BOLDER * width) for c, width in _MODERN_OTHERS.items()}
    ),
}


@lru_cache(maxsize=4096)
def advance(character: str, *, bold: bool = False, face: Face = "pagella") -> int:
    """Return the advance width of CHARACTER in FACE, in thousandths of an em.

    Combining marks are 0; an East Asian wide character is an em; one that the face lacks and that
    has no base letter in it is taken for 0.6 em.
    """
    known = _TABLES[face, bold].get(character)
    if known is not None:
        return known
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Mn"}:
        return 0
    base = unicodedata.normalize("NFD", character)[0]
    if base != character:
        return advance(base, bold=bold, face=face)
    return _WIDE if unicodedata.east_asian_width(character) in {"W", "F"} else _USUAL


def text_width(text: str, *, bold: bool = False, face: Face = "pagella") -> float:
    """Return the width of TEXT in em, set in one line in FACE without kerning."""
    return sum(advance(character, bold=bold, face=face) for character in text) / 1000
