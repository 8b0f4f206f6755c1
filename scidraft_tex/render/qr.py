"""QR codes as LaTeX: black rules on white, the same in every engine, for which xcolor is enough.

The symbol is made by segno (ISO/IEC 18004); TeX draws it, so it is sharp at any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import segno

__all__ = ["QUIET_ZONE", "QrCapacityError", "dark_runs", "qr_code", "qr_matrix"]

QUIET_ZONE = 4
"""Modules that stay white on each side, for scanners to find the symbol (ISO/IEC 18004, 6.3.8)."""


class QrCapacityError(ValueError):
    """A text that no QR code can hold; its message says how long it is and what fits."""


def qr_matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of TEXT's QR code, row by row from the top, True for dark.

    The quiet zone is not among them. Errors are corrected at level M, or at a higher one where that
    takes no larger symbol; letters beyond ASCII are UTF-8. Raises `QrCapacityError`.
    """
    try:
        symbol = segno.make(text, error="m", encoding="utf-8", micro=False)
    except segno.DataOverflowError:
        size = len(text.encode())
        raise QrCapacityError(
            f"a text of {size} bytes is too long for a QR code, which holds at most 2331"
        ) from None
    return tuple(tuple(bool(module) for module in row) for row in symbol.matrix)


def dark_runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each run of dark modules in ROW begins, from 0, and how many it has."""
    start = 0
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            yield start, length
        start += length


def qr_code(text: str, size: float) -> str:
    r"""Return LaTeX of a box that shows TEXT as a QR code, SIZE pt wide and high with its margin.

    It stands on the baseline, as a letter does, and is a single `picture`: one `\put` a run of dark
    modules, counted from the lower left corner. Raises `QrCapacityError`, and `ValueError` for a
    SIZE that is not positive.
    """
    if size <= 0:
        raise ValueError(f"no QR code is {size} pt wide")
    matrix = qr_matrix(text)
    side = len(matrix) + 2 * QUIET_ZONE
    lines = [
        f"{{\\setlength{{\\unitlength}}{{{size / side:.5f}pt}}%",
        f"\\begin{{picture}}({side},{side})%",
        f"\\put(0,0){{\\color{{white}}{_rule(side, side)}}}%",
        "\\color{black}%",
    ]
    for number, row in enumerate(matrix):
        height = side - QUIET_ZONE - 1 - number
        runs = dark_runs(row)
        puts = (f"\\put({QUIET_ZONE + x},{height}){{{_rule(width, 1)}}}" for x, width in runs)
        lines.append("".join(puts) + "%")
    return "\n".join([*lines, "\\end{picture}}"])


def _rule(width: int, height: int) -> str:
    return f"\\rule{{{width}\\unitlength}}{{{height}\\unitlength}}"
