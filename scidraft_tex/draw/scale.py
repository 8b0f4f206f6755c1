"""How far a picture is shrunk to fit its place."""

from __future__ import annotations

__all__ = ["fit"]


def fit(width: float, height: float, max_width: float, max_height: float) -> float:
    """Return the factor (at most 1: nothing is enlarged) by which WIDTH by HEIGHT fits the room.

    All lengths are in one unit. A picture or a room without extent is left as it is.
    """
    if min(width, height, max_width, max_height) <= 0:
        return 1.0
    return min(1.0, max_width / width, max_height / height)
