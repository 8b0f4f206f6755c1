"""Pseudocode: the `algorithm` float of the package of that name around `algorithmic`."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.render.algorithms import height, render_body
from scidraft_tex.render.article.floats import Room, captioned, notes_and_caption, set_apart
from scidraft_tex.render.measure import InlineRenderer

__all__ = ["article_algorithm"]

_TALLEST = 0.85
"""A float that takes more of the page than this is set as text that may break."""
_BROKEN = 1.3
"""How much higher an algorithm may be in a column than across both."""


def article_algorithm(algorithm: m.Algorithm, room: Room, inline: InlineRenderer) -> str:
    """Return ALGORITHM; INLINE renders its formulas and what is not ASCII."""
    body = [line for line in render_body(algorithm, inline).split("\n") if line.strip()]
    step = f"[{algorithm.lines}]" if algorithm.lines else ""
    lines = [f"\\begin{{algorithmic}}{step}", *body, "\\end{algorithmic}"]
    size = [f"\\{algorithm.size}"] if algorithm.size else []
    below, text = notes_and_caption(algorithm.caption, room, inline)
    if text is None:
        return "\n".join(["\\begingroup", *size, *lines, "\\endgroup"] if size else lines)
    tall = height(algorithm, room.column)
    wide = room.may_span and tall > _BROKEN * height(algorithm, room.wide)
    tall = height(algorithm, room.wide) if wide else tall
    if not room.floats or tall > _TALLEST * room.column.text_height:
        caption = captioned(text, "algorithm")
        return "\n".join(["\\begingroup", *size, *caption, *lines, *below, "\\endgroup"])
    return set_apart("algorithm", [*captioned(text), *size, *lines, *below], wide=wide)
