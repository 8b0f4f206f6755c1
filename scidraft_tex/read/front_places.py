"""Where the strings of front matter stand in the note's file, and the formulas in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.walk import rewrite_inlines

__all__ = ["placed_in"]


def placed_in(source: m.NoteSource, text: str, nodes: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    """Return NODES, which TEXT of the front matter of SOURCE was read as, at their place in it.

    Formulas begin where they are written; all else stands where TEXT begins, or on line 1 if it is
    written over several lines.
    """
    head = "\n".join(source.text.split("\n")[: source.body_line - 1])
    start = _found(head, text, 0)
    place = _place(source.path, head, start) if start >= 0 else Place(source.path, 1)

    def placed(node: m.Inline) -> Iterable[m.Inline]:
        match node:
            case m.Math():
                at = _found(head, node.tex, max(start, 0))
                origin = m.Origin(_place(source.path, head, at)) if at >= 0 else None
                yield replace(node, place=place, origin=origin)
            case m.Code() | m.Link() | m.Image() | m.Citation() | m.Reference():
                yield replace(node, place=place)
            case m.Shortcode() | m.RawHtml() | m.Footnote():
                yield replace(node, place=place)
            case _:
                yield node

    return rewrite_inlines(nodes, placed)


def _found(head: str, text: str, start: int) -> int:
    r"""Return where TEXT is written in HEAD from START on, with `\` or with `\\`; -1 if nowhere."""
    at = head.find(text, start)
    return at if at >= 0 else head.find(text.replace("\\", "\\\\"), start)


def _place(file: str, head: str, at: int) -> Place:
    """Return the place of the character AT of HEAD, the first lines of FILE."""
    return Place(file, head.count("\n", 0, at) + 1, at - head.rfind("\n", 0, at))
