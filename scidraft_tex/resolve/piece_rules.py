"""What blocks say to handouts, checked: what becomes of them, how much room, points, minutes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.handout_settings import (
    HandoutSettings,
    SpacePlan,
    Treatment,
    space_amount,
)
from scidraft_tex.kinds import Kind
from scidraft_tex.resolve.pieces import Candidate

__all__ = ["Piece", "PieceRules", "style_of"]

TREATMENTS: tuple[str, ...] = get_args(Treatment)
STYLES: tuple[str, ...] = get_args(m.SpaceStyle)
_NUMBER = re.compile(r"(?P<number>\d{1,4}(?:[.,]\d{1,2})?)\s*(?P<unit>[a-z]*)\.?")
_UNITS = {"points": {"", "p", "pt", "pts", "point", "points"}, "time": {"", "min", "mins"}}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sheet that may be withheld, without its text.

    `treatment` is what becomes of it for students, `amount` and `style` are of the room to work in.
    `owner` is the TeX label of the result that it belongs to, which prints after `word`.
    """

    identifier: str
    role: m.PieceRole
    kind: Kind | None
    place: Place
    treatment: Treatment
    amount: str
    style: m.SpaceStyle
    owner: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class PieceRules:
    """The rules of one note: the SETTINGS of its sheet, and its own; what is wrong is said."""

    settings: HandoutSettings
    said: Diagnostics

    def piece(self, identifier: str, found: Candidate, place: Place) -> Piece:
        """Return what was FOUND at PLACE as the piece IDENTIFIER."""
        own = self.checked(found.attributes, place)
        space = SpacePlan(
            own.get("space") or self.settings.space.amount,
            style_of(own.get("style")) or self.settings.space.style,
        )
        return Piece(
            identifier,
            found.role,
            found.kind,
            place,
            self.treatment(found.role, own),
            space.amount,
            space.style,
        )

    def treatment(self, role: m.PieceRole, own: m.Attributes) -> Treatment:
        """Return what becomes of a piece of ROLE for students; room asked for is room given."""
        if role == "instructor":
            return "omit"
        asked = own.get("withhold")
        if not asked and own.get("space"):
            return "space"
        given: Mapping[str, Treatment] = {name: name for name in get_args(Treatment)}
        return given.get(asked) or self.settings.withhold.treatment(role, "student")

    def checked(self, own: m.Attributes, place: Place, *, room: bool = False) -> m.Attributes:
        """Return what a block at PLACE says of itself, less what no handout can use.

        With ROOM nothing is hidden there, so there is no height to measure the room by.
        """
        pairs = []
        for key, value in own.pairs:
            check = _CHECKS.get(key)
            usable = check(value) if check else value
            if usable and room and key == "space" and space_amount(usable).unit == "factor":
                usable = None
            if usable is not None:
                pairs.append((key, usable))
            else:
                self.report(key, value, place, room=room)
        keys = {key for key, _ in pairs}
        if room and "space" in keys and "style" not in keys:
            pairs.append(("style", self.settings.space.style))
        return m.Attributes(own.identifier, own.classes, tuple(pairs))

    def report(self, key: str, value: str, place: Place, *, room: bool) -> None:
        """Report a VALUE of KEY that no handout can use."""
        hint = _ROOM if room and key == "space" else _HINTS[key]
        self.said.report("handout-value", f"{key}={value} cannot be used", place, hint)


def style_of(name: str) -> m.SpaceStyle | None:
    """Return the style of room to work in that has NAME, or None."""
    known: Mapping[str, m.SpaceStyle] = {style: style for style in get_args(m.SpaceStyle)}
    return known.get(name)


def _one_of(names: tuple[str, ...]) -> Callable[[str], str | None]:
    return lambda value: value if value in names else None


def _space(value: str) -> str | None:
    try:
        space_amount(value)
    except ValueError:
        return None
    return value


def _number(key: str) -> Callable[[str], str | None]:
    def check(value: str) -> str | None:
        found = _NUMBER.fullmatch(value.strip().lower())
        if found is None or found["unit"] not in _UNITS[key]:
            return None
        return found["number"].replace(",", ".")

    return check


_CHECKS: Mapping[str, Callable[[str], str | None]] = {
    "withhold": _one_of(TREATMENTS),
    "space": _space,
    "style": _one_of(STYLES),
    "points": _number("points"),
    "time": _number("time"),
}
_HINTS = {
    "withhold": f"write one of {', '.join(TREATMENTS)}",
    "space": "write measured, a factor as 1.5, a share of the page as 25%, or a length as 6cm",
    "style": f"write one of {', '.join(STYLES)}",
    "points": "write a number, as points=5",
    "time": "write minutes, as time=10",
}
_ROOM = "nothing is hidden here to measure: write a length as 6cm, or a share of the page as 25%"
