"""The exercises of a sheet with their points, and the minutes that are planned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from scidraft_tex import model as m
from scidraft_tex.resolve.handout import Exercise
from scidraft_tex.walk import blocks_of

__all__ = ["exercises", "planned"]


def exercises(
    notes: Iterable[m.Note], among: Iterable[Exercise] | None = None
) -> tuple[Exercise, ...]:
    """Return the exercises of NOTES in order, of AMONG alone if that is given.

    Any other result that has points is an exercise, too.
    """
    places = None if among is None else {one.place for one in among}
    found: list[Exercise] = []
    for note in notes:
        results = [block for block in blocks_of(note.blocks) if isinstance(block, m.Result)]
        for block in sorted(results, key=lambda result: result.place):  # not the innermost first
            if places is not None and block.place not in places:
                continue
            points = _number(block.attributes, "points")
            if block.kind.key == "exercise" or points is not None:
                minutes = _number(block.attributes, "time")
                own = (block.label, block.name, block.kind, block.place, note.source.key)
                found.append(Exercise(*own, points, minutes))
    return tuple(found)


def planned(notes: Iterable[m.Note]) -> Decimal | None:
    """Return the minutes that are planned in NOTES, None if nothing is.

    What has minutes of its own counts for all that stands in it, a heading for its section.
    """
    given = [time for note in notes for time in _times(note.blocks)]
    return sum(given, Decimal()) if given else None


def _times(blocks: Sequence[m.Block]) -> Iterable[Decimal]:
    level = 0  # of the heading whose minutes count for what follows, 0 for none
    for block in blocks:
        if isinstance(block, m.Heading) and (not level or block.level <= level):
            own = _number(block.attributes, "time")
            level = block.level if own is not None else 0
            yield from () if own is None else (own,)
        elif not level:
            yield from _times_in(block)


def _times_in(block: m.Block) -> Iterable[Decimal]:
    match block:
        case m.Result() | m.Division():
            own = _number(block.attributes, "time")
            yield from _times(block.children) if own is None else (own,)
        case m.Marked() | m.Quote():
            yield from _times(block.children)
        case m.BulletList() | m.OrderedList():
            for item in block.items:
                yield from _times(item.children)
        case _:
            pass


def _number(own: m.Attributes, key: str) -> Decimal | None:
    """Return the number that OWN gives for KEY, which was checked."""
    value = own.get(key)
    return Decimal(value) if value else None
