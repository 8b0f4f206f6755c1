"""Which result each piece of a sheet belongs to: whose solution it is, whose hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.walk import blocks_of, inlines_of

__all__ = ["Owner", "piece_owners"]


@dataclass(frozen=True, slots=True)
class Owner:
    """A result: its TeX label, and its kind, which prints before its number."""

    label: str
    word: str


def piece_owners(blocks: Sequence[m.Block]) -> Mapping[str, Owner]:
    """Return the owners of the pieces marked among BLOCKS, a note's, by the pieces' names.

    The owner is what the piece's name refers to ("of Theorem 2"), what it proves, the numbered
    result that it stands in, or else the last one before it in its section.
    """
    every = list(blocks_of(blocks))
    pieces = [block for block in every if isinstance(block, m.Marked)]
    results = [block for block in every if isinstance(block, m.Result) and _is_owner(block)]
    by_label = {result.label: _owner(result) for result in results}
    around = _around(results)
    within = {block for piece in pieces for block in _results(piece.children)}
    marks = [b for b in every if isinstance(b, m.Heading) or (b in results and b not in within)]
    found = {
        piece.identifier: _named(piece, by_label)
        or around.get(piece.identifier)
        or _before(piece.place, marks)
        for piece in pieces
    }
    return {name: owner for name, owner in found.items() if owner is not None}


def _is_owner(result: m.Result) -> bool:
    return bool(result.label) and result.kind.numbered and result.kind.key != "hint"


def _owner(result: m.Result) -> Owner:
    return Owner(result.label, result.kind.name)


def _results(blocks: Sequence[m.Block]) -> list[m.Block]:
    return [block for block in blocks_of(blocks) if isinstance(block, m.Result)]


def _around(results: Sequence[m.Result]) -> Mapping[str, Owner]:
    """Return the innermost of RESULTS around each piece that stands in one; it comes first."""
    found: dict[str, Owner] = {}
    for result in results:
        for block in blocks_of(result.children):
            if isinstance(block, m.Marked):
                found.setdefault(block.identifier, _owner(result))
    return found


def _named(piece: m.Marked, owners: Mapping[str, Owner]) -> Owner | None:
    """Return what the name of PIECE refers to, or what it proves."""
    result = piece.children[0] if len(piece.children) == 1 else None
    if not isinstance(result, m.Result):
        return None
    for node in inlines_of([m.Paragraph(result.name, result.place)]):
        if isinstance(node, m.Reference | m.CrossReference) and node.label:
            return owners.get(node.label) or Owner(node.label, node.word)
    return owners.get(result.proves)


def _before(place: Place, marks: Sequence[m.Block]) -> Owner | None:
    """Return the last result before PLACE among MARKS, unless a heading comes after it."""
    before = [block for block in marks if block.place < place]
    last = max(before, key=lambda block: block.place, default=None)
    return _owner(last) if isinstance(last, m.Result) else None
