"""Headings: their commands, their short forms, and the lines that they need about them."""

from __future__ import annotations

from collections.abc import Sequence

from scidraft_tex import model as m
from scidraft_tex.render.prose import Prose, has_marks

__all__ = ["HEADINGS", "RUN_IN", "heading", "line_for"]

HEADINGS = ("chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
"""The commands of headings, from the outermost on."""

RUN_IN = HEADINGS[4:]
"""Those that are set with the text after them; where there is none, a line has to be begun."""


def heading(
    name: str,
    children: tuple[m.Inline, ...],
    prose: Prose,
    identifier: str = "",
    *,
    numbered: bool = True,
) -> str:
    """Return the heading command NAME; what counts or marks a place stays out of the contents."""
    short = (
        f"[{{{prose.in_heading()(children).strip()}}}]" if has_marks(children) and numbered else ""
    )
    star = "" if numbered else "*"
    anchor = f"\\label{{{identifier}}}" if identifier else ""
    text = " ".join(prose(children).split("\n")).replace("\\newline ", "")
    return f"\\{name}{star}{short}{{{text}}}{anchor}"


def line_for(blocks: Sequence[m.Block]) -> str:
    """Return the line that a heading needs above it where BLOCKS are the first of a list's item."""
    unseen = (m.Paragraph, m.Hidden, m.SectionOpen)  # a paragraph may be of anchors alone
    first = next((block for block in blocks if not isinstance(block, unseen)), None)
    if isinstance(first, m.Division | m.Marked | m.Moved):
        return line_for(first.children)
    return "\\leavevmode\n" if isinstance(first, m.Heading) else ""
