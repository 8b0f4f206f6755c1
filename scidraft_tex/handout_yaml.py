"""`handout.yaml`: a term of sheets, from a file to settings; what is wrong is told at its line."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scidraft_tex.book_settings import settings_text
from scidraft_tex.checked_yaml import CheckedYaml, read_checked_yaml
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.handout_settings import HandoutSettings, SheetPlan, handout_from, own_values
from scidraft_tex.located_yaml import KeyPath
from scidraft_tex.schemas import Problem, handout_schema
from scidraft_tex.selectors import SelectorError, read_selector

__all__ = ["handout_settings", "read_handout_yaml"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_BLOCK_TEXT = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?$")
"""The sign of YAML after which a text begins on the next line."""


def read_handout_yaml(path: Path) -> tuple[HandoutSettings, Diagnostics]:
    """Return the settings in the `handout.yaml` at PATH, and what is wrong with it.

    A key that cannot be used keeps its default and costs an error at its line. A file that cannot
    be read, one that does not exist among them, is an error too, and all is default.
    """
    text, found = settings_text(path)
    settings, problems = handout_settings(text, path.name)
    found.extend(problems)
    return settings, found


def handout_settings(text: str, file: str) -> tuple[HandoutSettings, Diagnostics]:
    """Return the settings in TEXT, and what is wrong with it at lines of FILE."""
    checked, found = read_checked_yaml(text, file, handout_schema(), _problems)
    lines = text.splitlines()
    paths = checked.kept(("sheets",)) if "sheets" in checked.value else []
    sheets = tuple(
        _sheet(data, checked, path, lines)
        for data, path in zip(checked.value.get("sheets", ()), paths, strict=True)
    )
    return handout_from(checked.value, sheets), found


def _sheet(
    data: Mapping[str, Any], checked: CheckedYaml, path: KeyPath, lines: list[str]
) -> SheetPlan:
    """Return the sheet that DATA is, which stands at PATH of CHECKED; LINES are the file's."""
    own = own_values({key: value for key, value in data.items() if key != "date"})
    return SheetPlan(
        name=_name_of(data, int(path[-1])),
        title=str(data.get("title", "")),
        number=str(data.get("number", int(path[-1]) + 1)),
        date=str(data.get("date", "")),
        notes=_listed(data.get("notes", ())),
        select=_listed(data.get("select", ())),
        intro=str(data.get("intro", "")),
        own=own,
        place=checked.place(path),
        intro_place=_intro_place(checked.place((*path, "intro")), lines),
        places=tuple(_places(checked, path)),
    )


def _places(checked: CheckedYaml, path: KeyPath) -> Iterator[tuple[str, Place]]:
    """Yield each name of a note and each selector of the sheet at PATH, and where it stands."""
    sheet: Any = checked.whole
    for key in path:
        sheet = sheet[key]
    for key in ("notes", "select"):
        written = sheet.get(key, ())
        if isinstance(written, str):
            yield written, checked.place((*path, key))
            continue
        for number, text in enumerate(written if isinstance(written, list) else ()):
            if isinstance(text, str):
                yield text, checked.place((*path, key, number))


def _intro_place(key: Place, lines: list[str]) -> Place:
    """Return where the text begins whose KEY is there: beside it, or on the line below."""
    line = lines[key.line - 1] if key.line <= len(lines) else ""
    return Place(key.file, key.line + 1) if _BLOCK_TEXT.search(line) else key


def _name_of(sheet: Mapping[str, Any], number: int) -> str:
    """Return the name of SHEET, the item NUMBER from 0, or what it is called without a good one."""
    name = sheet.get("name")
    good = isinstance(name, str) and _NAME.fullmatch(name)
    return str(name) if good else f"sheet-{number + 1}"


def _listed(value: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


# --- what the schema cannot tell of ------------------------------------------------------------


def _problems(value: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with VALUE beyond the schema, whatever it is."""
    yield from _wrong_days(value, ())
    written = value.get("sheets")
    sheets = written if isinstance(written, list) else ()
    tables = [(("sheets", i), sheet) for i, sheet in enumerate(sheets) if isinstance(sheet, dict)]
    yield from _same_names(tables)
    for path, sheet in tables:
        yield from _wrong_days(sheet, path)
        yield from _wrong_selectors(sheet, path)
        if not sheet.get("notes") and not sheet.get("select"):
            message = f"the sheet `{_name_of(sheet, path[1])}` has no notes"
            hint = "name them with `notes`, or choose them with `select`"
            yield Problem(path, message, hint)


def _wrong_days(table: Mapping[str, Any], path: KeyPath) -> Iterator[Problem]:
    """Yield a problem for a date that has the form of a day and is none."""
    date = table.get("date")
    if isinstance(date, str) and _DAY.fullmatch(date):
        try:
            dt.date.fromisoformat(date)
        except ValueError:
            message = f"`date` is no day of the calendar: `{date}`"
            yield Problem((*path, "date"), message, "write year, month and day, `2026-09-07`")


def _same_names(tables: list[tuple[tuple[str, int], dict[str, Any]]]) -> Iterator[Problem]:
    """Yield a problem for each sheet that has the name of an earlier one, in any case."""
    seen: set[str] = set()
    for path, sheet in tables:
        name = _name_of(sheet, path[1])
        if name.casefold() in seen:
            message = f"two sheets are called `{name}`"
            yield Problem(path, message, "a sheet's name is that of its files: rename one of them")
        seen.add(name.casefold())


def _wrong_selectors(sheet: Mapping[str, Any], path: KeyPath) -> Iterator[Problem]:
    """Yield a problem for each text under `select` that is no selector."""
    written = sheet.get("select")
    listed = isinstance(written, list)
    for number, text in enumerate(written if isinstance(written, list) else [written]):
        try:
            if isinstance(text, str) and text:
                read_selector(text)
        except SelectorError as error:
            place = (*path, "select", number) if listed else (*path, "select")
            yield Problem(place, error.message, error.hint)
