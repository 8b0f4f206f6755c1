"""Where pandoc says that a block or an inline stands (`sourcepos`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.pandoc import Json

_RANGE = re.compile(r"(\d+):(\d+)-(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Extent:
    """From which line to which a block reaches, and its first column; all counted from 1.

    `until` is the line that the next block begins on: pandoc's `last` can be a line too far.
    """

    first: int
    column: int
    last: int
    until: int = 1 << 30


NOWHERE = Extent(0, 1, 0)


def extent(position: str) -> Extent:
    """Return what a `data-pos` says; it may hold several ranges, in any order."""
    ranges = [tuple(map(int, found.groups())) for found in _RANGE.finditer(position)]
    if not ranges:
        return NOWHERE
    start = min(r[:2] for r in ranges)
    end = max(r[2:] for r in ranges)
    return Extent(start[0], start[1], end[0] - 1 if end[1] == 1 else end[0])


def extent_of(attributes: Json) -> Extent | None:
    """Return what pandoc's ATTRIBUTES say; the last of several positions is the node's own."""
    positions = [value for key, value in attributes[2] if key == "data-pos"]
    return extent(positions[-1]) if positions else None


def is_wrapper(node: Json) -> bool:
    """Tell whether NODE, a `Div` or `Span`, is there for its position alone."""
    return node["t"] in {"Div", "Span"} and ["wrapper", "1"] in node["c"][0][2]


def placed(nodes: Iterable[Json], around: Extent | None) -> Sequence[tuple[Json, Extent]]:
    """Return the blocks NODES unwrapped, each with its extent; AROUND is their holder's."""
    found = list(_placed(nodes, around))
    until = around.until if around else NOWHERE.until
    done: list[tuple[Json, Extent]] = []
    for node, where in reversed(found):
        done.append((node, replace(where, until=min(where.until, until))))
        until = where.first or until
    return done[::-1]


def _placed(nodes: Iterable[Json], around: Extent | None) -> Iterator[tuple[Json, Extent]]:
    for node in nodes:
        if is_wrapper(node):
            yield from _placed(node["c"][1], extent_of(node["c"][0]))
        else:
            yield node, _own(node) or around or NOWHERE


def _own(node: Json) -> Extent | None:
    match node["t"]:
        case "CodeBlock" | "Table" | "Div":
            return extent_of(node["c"][0])
        case "Header":
            return extent_of(node["c"][1])
        case _:
            return None


def unwrapped(nodes: Iterable[Json], place: Place) -> Iterator[tuple[Json, Place]]:
    """Yield the inlines NODES unwrapped, each with its place; PLACE is their holder's."""
    for node in nodes:
        if is_wrapper(node):
            where = extent_of(node["c"][0]) or NOWHERE
            inner = Place(place.file, where.first, where.column) if where.first else place
            yield from unwrapped(node["c"][1], inner)
        else:
            yield node, place


def first_position(blocks: Iterable[Json]) -> Extent:
    """Return the first position said anywhere in a cell's BLOCKS."""
    for block in blocks:
        for node in block.get("c") or ():
            if isinstance(node, dict) and is_wrapper(node):
                return extent_of(node["c"][0]) or NOWHERE
    return NOWHERE
