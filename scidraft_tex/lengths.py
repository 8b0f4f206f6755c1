"""Lengths as settings write them: a number and mm, cm, in or pt."""

from __future__ import annotations

__all__ = ["POINTS_PER_INCH", "POINTS_PER_MM", "tex_points"]

POINTS_PER_INCH = 72.27
"""TeX's points; those of PDF are 72 to the inch."""

POINTS_PER_MM = POINTS_PER_INCH / 25.4

_UNITS = {"mm": POINTS_PER_MM, "cm": 10 * POINTS_PER_MM, "in": POINTS_PER_INCH, "pt": 1.0}


def tex_points(length: str) -> float:
    """Return LENGTH in TeX's points. Raises `ValueError` for what is no length of that form.

    >>> tex_points("0.5in")
    36.135
    """
    number, unit = length[:-2], length[-2:]
    if unit not in _UNITS:
        raise ValueError(f"{length!r} is no length")
    return float(number) * _UNITS[unit]
