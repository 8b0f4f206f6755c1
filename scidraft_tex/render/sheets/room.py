"""Room to work in: how high it is, and the command that leaves it."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.handout_settings import space_amount
from scidraft_tex.render.sheets.measures import Measures
from scidraft_tex.render.sheets.paper import SheetPage

__all__ = ["render_room", "room_height"]

_UNMEASURED = 8.0
"""The lines of room for a piece whose height is not known."""


def room_height(block: m.Space, page: SheetPage, measures: Measures) -> float:
    """Return the height in pt of the room of BLOCK on PAGE.

    Where nothing is printed in it, it is no higher than the page: none stays empty for it. Room
    for what was not measured is eight lines. Raises `ValueError` for what is no amount.
    """
    amount = space_amount(block.amount)
    units = {
        "pt": 1.0,
        "share": page.layout.text_height,
        "factor": measures.heights.get(block.identifier, _UNMEASURED * page.leading),
    }
    height = amount.value * units[amount.unit]
    return min(height, page.layout.text_height) if block.style == "blank" else height


def render_room(block: m.Space, page: SheetPage, measures: Measures, *, last: bool) -> str:
    """Return the room of BLOCK as LaTeX; with `last` nothing follows it in the sheet."""
    height = f"{room_height(block, page, measures):.4f}pt"
    if last and block.style == "blank":
        return f"\\lastroom{{{height}}}"
    return f"\\room{{{block.style}}}{{{height}}}"
