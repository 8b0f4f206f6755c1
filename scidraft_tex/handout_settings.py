"""The settings of handouts: `handout.yaml`, as frozen values. Every key of it is optional.

The keys, what they mean and their defaults are told by schemas/handout.schema.json, from which
docs/handout-settings.md is made; a test holds that the defaults here are the same. What a term says
of all its sheets, a sheet may say otherwise of itself, and a note, of some keys, of itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, cast, get_args

from scidraft_tex.diagnostics import Place
from scidraft_tex.lengths import tex_points
from scidraft_tex.model import SpaceStyle

__all__ = [
    "AMOUNT", "AUDIENCES", "NOTE_KEYS", "Amount", "Audience", "HandoutOverrides", "HandoutSettings",
    "SheetImposition", "SheetPaper", "SheetPlan", "Sides", "Size", "SpacePlan",
    "Treatment", "Withheld", "Withhold", "handout_from", "own_values", "sheet_settings",
    "space_amount",
]  # fmt: skip

Audience: TypeAlias = Literal["student", "solutions", "instructor"]
Treatment: TypeAlias = Literal["show", "space", "omit", "end"]
Withheld: TypeAlias = Literal["proofs", "solutions", "hints", "workings"]
SheetPaper: TypeAlias = Literal["a4", "letter"]
SheetImposition: TypeAlias = Literal["none", "2up", "booklet"]
Sides: TypeAlias = Literal["one", "two"]
Size: TypeAlias = Literal[10, 12, 17]

AUDIENCES: tuple[Audience, ...] = get_args(Audience)
"""All audiences, in the order in which their files are made and named."""

NOTE_KEYS = ("proofs", "solutions", "hints", "workings", "space", "style", "points")
"""What a note's front matter may say under `handout`."""

AMOUNT = (
    r"^(measured|(?=.*[1-9])([0-9](\.[0-9]+)?|(100|[1-9]?[0-9](\.[0-9]+)?)%"
    r"|[0-9]{1,3}(\.[0-9]+)?(mm|pt)|[0-9]{1,2}(\.[0-9]+)?(cm|in)))$"
)
"""What an amount of space may be: `measured`, `1.5`, `25%` or `6cm`, and none of them nothing."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much room there is: times the height of what is hidden, of the text's height, or in pt.

    `unit` is `factor` (of the measured height), `share` (of a page's text, 0 to 1), or `pt` (TeX's
    points).
    """

    unit: Literal["factor", "share", "pt"]
    value: float


def space_amount(text: str) -> Amount:
    """Return what TEXT says of the room to work in. Raises `ValueError` where it is no amount.

    >>> space_amount("25%")
    Amount(unit='share', value=0.25)
    """
    if not re.fullmatch(AMOUNT, text):
        raise ValueError(f"{text!r} is no amount of space")
    if text == "measured":
        return Amount("factor", 1.0)
    if text.endswith("%"):
        return Amount("share", float(text[:-1]) / 100)
    if text[-1].isdigit():
        return Amount("factor", float(text))
    return Amount("pt", tex_points(text))


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """The room to work in: how much, as `space_amount` reads it, and what is printed in it."""

    amount: str = "measured"
    style: SpaceStyle = "blank"

    @property
    def size(self) -> Amount:
        """`amount` as a value."""
        return space_amount(self.amount)


@dataclass(frozen=True, slots=True)
class Withhold:
    """What becomes of proofs, solutions, hints and examples' workings in the students' file."""

    proofs: Treatment = "space"
    solutions: Treatment = "space"
    hints: Treatment = "show"
    workings: Treatment = "show"

    def treatment(self, what: Withheld, audience: Audience) -> Treatment:
        """Return what becomes of WHAT in the file for AUDIENCE.

        In the file with solutions, what students do not see in its place stands at the end; the
        instructor sees all of it in its place.
        """
        for_students: Treatment = getattr(self, what)
        if audience == "instructor":
            return "show"
        if audience == "solutions":
            return "show" if for_students == "show" else "end"
        return for_students


class HandoutOverrides(TypedDict, total=False):
    """What a command line, a sheet or a note can say in place of the term; None is nothing said."""

    course: str | None
    lecturer: str | None
    date: str | None
    term: str | None
    institute: str | None
    language: str | None
    footer: str | None
    paper: SheetPaper | None
    size: Size | None
    sides: Sides | None
    notes_margin: bool | None
    impose: SheetImposition | None
    fit: int | None
    audiences: tuple[Audience, ...] | None
    proofs: Treatment | None
    solutions: Treatment | None
    hints: Treatment | None
    workings: Treatment | None
    space: str | None
    style: SpaceStyle | None
    points: bool | None
    marks: bool | None
    qr: bool | None
    url: str | None
    name_field: bool | None


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A sheet as `handout.yaml` or a command line plans it.

    `name` names its files. `number` is as it prints, the sheet's place in the term where it is not
    said, or "" for none. `notes` are names as `load.find` takes them, `select` selectors as
    `selectors.read_selector` reads them; both are in the order of the sheet, `notes` first. `intro`
    is Markdown that begins on the line `intro_place`. `own` is what else the sheet has its own way.
    `place` is where it is planned, `places` where each of its notes and selectors is written.
    """

    name: str = ""
    title: str = ""
    number: str = ""
    date: str = ""
    notes: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    intro: str = ""
    own: HandoutOverrides = field(default_factory=HandoutOverrides)
    place: Place | None = None
    intro_place: Place | None = None
    places: tuple[tuple[str, Place], ...] = ()

    def place_of(self, written: str) -> Place | None:
        """Return where a note's name or a selector is WRITTEN, else where the sheet is planned."""
        return dict(self.places).get(written, self.place)


@dataclass(frozen=True, slots=True)
class HandoutSettings:
    """The settings of a term's sheets, or with `sheet_settings` of one sheet.

    `site` is the site's folder, relative to that of `handout.yaml`. An empty `lecturer`,
    `institute` or `language` is the site's own, an empty `url` the address of the sheet's first
    note on the web. `size` is in pt. `fit` is how many pages a sheet may have, 0 for any number.
    """

    course: str = ""
    lecturer: str = ""
    date: str = ""
    term: str = ""
    institute: str = ""
    language: str = ""
    footer: str = ""
    site: str = "."
    paper: SheetPaper = "a4"
    size: Size = 12
    sides: Sides = "one"
    notes_margin: bool = False
    impose: SheetImposition = "none"
    fit: int = 0
    audiences: tuple[Audience, ...] = ("student",)
    withhold: Withhold = Withhold()
    space: SpacePlan = SpacePlan()
    points: bool = True
    marks: bool = False
    qr: bool = True
    url: str = ""
    name_field: bool = True
    sheets: tuple[SheetPlan, ...] = ()

    @property
    def large_print(self) -> bool:
        """Whether the sheet is the large-print one: ragged right, in high contrast."""
        return self.size == 17

    def override(self, **values: Unpack[HandoutOverrides]) -> HandoutSettings:
        """Return these settings with those of VALUES that are not None in place of their own."""
        given: dict[str, Any] = {key: value for key, value in values.items() if value is not None}
        names = [one.name for one in fields(Withhold) if one.name in given]
        given["withhold"] = replace(self.withhold, **{name: given.pop(name) for name in names})
        given["space"] = SpacePlan(
            amount=given.pop("space", self.space.amount),
            style=given.pop("style", self.space.style),
        )
        asked = given.pop("audiences", ())
        given["audiences"] = tuple(a for a in AUDIENCES if a in asked) or self.audiences
        return replace(self, **given)

    def sheet(self, name: str) -> SheetPlan | None:
        """Return the sheet called NAME, in any case of letters; None if there is none."""
        return {plan.name.casefold(): plan for plan in self.sheets}.get(name.casefold())


def sheet_settings(settings: HandoutSettings, plan: SheetPlan) -> HandoutSettings:
    """Return the SETTINGS of a term as they hold for the sheet of PLAN."""
    return settings.override(**plan.own).override(date=plan.date or None)


def handout_from(data: Mapping[str, Any], sheets: tuple[SheetPlan, ...] = ()) -> HandoutSettings:
    """Return the settings that DATA holds: `handout.yaml` as plain values, valid by the schema.

    SHEETS are its sheets, which come with places.
    """
    settings = HandoutSettings(site=str(data.get("site", ".")), sheets=sheets)
    return settings.override(**own_values(data))


def own_values(data: Mapping[str, Any]) -> HandoutOverrides:
    """Return what DATA, plain values that are valid by the schema, says of a term or a sheet."""
    keys = [key for key in HandoutOverrides.__annotations__ if key in data]
    return cast(HandoutOverrides, {key: _typed(key, data[key]) for key in keys})


_TEXTS = frozenset(
    {"course", "lecturer", "date", "term", "institute", "language", "footer", "space", "url"}
)
_NUMBERS = frozenset({"size", "fit"})


def _typed(key: str, value: Any) -> Any:
    if key in _TEXTS:
        return str(value)
    if key in _NUMBERS:
        return int(value)
    if key == "audiences":
        return (value,) if isinstance(value, str) else tuple(value)
    return value
