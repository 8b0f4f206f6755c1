"""Where pandoc says that a block or an inline stands (`sourcepos`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.pandoc import Json

_RANGE = re.compile(r"(\d+):(\d+)-(\d+):(\d+)")
_POINT = re.compile(r"(\d+):(\d+)(?=[-;]|$)")
_LONGEST = 1 << 16
"""No line that is longer than this is looked at for tabs."""
_STOP = 4
"""How far pandoc's tab stops are apart."""


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


def count_tabs_once(nodes: Json, text: str) -> None:
    """Mend the positions in NODES, in place: a tab of TEXT, which pandoc read, is one column.

    Pandoc counts a tab as the columns up to the next stop, four apart; editors and we do not.
    """
    columns = {
        number: _columns(line)
        for number, line in enumerate(text.split("\n"), start=1)
        if "\t" in line and len(line) < _LONGEST
    }

    def mended(found: re.Match[str]) -> str:
        line, column = int(found[1]), int(found[2])
        known = columns.get(line, ())
        return f"{line}:{known[min(column, len(known)) - 1] if known else column}"

    waiting = [nodes] if columns else []
    while waiting:
        match waiting.pop():
            case ["data-pos", str()] as pair:
                pair[1] = _POINT.sub(mended, pair[1])
            case list() as items:
                waiting += items
            case dict() as node:
                waiting.append(node.get("c"))


def _columns(line: str) -> list[int]:
    """Return for each of pandoc's columns of LINE the character's own, both from 1."""
    columns: list[int] = []
    for number, character in enumerate(line, start=1):
        columns += [number] * (_STOP - len(columns) % _STOP if character == "\t" else 1)
    return [*columns, len(line) + 1]


def extent(position: str) -> Extent:
    """Return what a `data-pos` says; it may hold several ranges, in any order."""
    ranges = [tuple(map(int, found)) for found in _RANGE.findall(position)]
    if not ranges:
        return NOWHERE
    line, column, last, end = ranges[0]
    if len(ranges) > 1:
        line, column = min(one[:2] for one in ranges)
        last, end = max(one[2:] for one in ranges)
    return Extent(line, column, last - 1 if end == 1 else last)


def extent_of(attributes: Json) -> Extent | None:
    """Return what pandoc's ATTRIBUTES say; the last of several positions is the node's own."""
    positions = [value for key, value in attributes[2] if key == "data-pos"]
    return extent(positions[-1]) if positions else None


_WRAPPERS = frozenset({"Div", "Span"})
_WRAPPER = ["wrapper", "1"]


def is_wrapper(node: Json) -> bool:
    """Tell whether NODE, a `Div` or `Span`, is there for its position alone."""
    return node["t"] in _WRAPPERS and _WRAPPER in node["c"][0][2]


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


_PLACELESS = frozenset({"Str", "Space", "SoftBreak", "LineBreak"})
"""Inlines that have no place in the model; what is masked in a word knows its own."""


def unwrapped(nodes: Iterable[Json], place: Place) -> Iterator[tuple[Json, Place]]:
    """Yield the inlines NODES unwrapped, each with its place; PLACE is their holder's.

    Most are words and blanks, which have no place in the model: their wrappers are passed over.
    """
    for node in nodes:
        if node["t"] != "Span" or not is_wrapper(node):
            yield node, place
            continue
        attributes, inner = node["c"]
        if len(inner) == 1 and inner[0]["t"] in _PLACELESS:
            yield inner[0], place
        elif len(inner) == 1 and not is_wrapper(inner[0]):
            yield inner[0], _begun(attributes, place)
        else:
            yield from unwrapped(inner, _begun(attributes, place))


def _begun(attributes: Json, place: Place) -> Place:
    """Return where the wrapper with ATTRIBUTES begins, PLACE if it does not say."""
    position = next((value for key, value in reversed(attributes[2]) if key == "data-pos"), "")
    line, _, column = position.rpartition("@")[2].partition("-")[0].partition(":")
    if ";" not in position and line.isdecimal() and column.isdecimal():  # nearly always
        return Place(place.file, int(line), int(column))
    where = extent(position)
    return Place(place.file, where.first, where.column) if where.first else place


def first_position(blocks: Iterable[Json]) -> Extent:
    """Return the first position said anywhere in a cell's BLOCKS."""
    for block in blocks:
        for node in block.get("c") or ():
            if isinstance(node, dict) and is_wrapper(node):
                return extent_of(node["c"][0]) or NOWHERE
    return NOWHERE


def is_tight(items: Json) -> bool:
    """Tell whether no paragraph of ITEMS, a list's, is set apart from the others."""
    return all(innermost(block)["t"] != "Para" for item in items for block in item)


def innermost(block: Json) -> Json:
    """Return the first block in BLOCK that is no wrapper."""
    while is_wrapper(block) and block["c"][1]:
        block = block["c"][1][0]
    return block
