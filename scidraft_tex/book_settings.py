"""The settings of a book, read: `book.yaml`, from a file to values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import Kind, Style
from scidraft_tex.settings import (
    ChapterPlan,
    Diagrams,
    Fonts,
    Lists,
    Margins,
    PartPlan,
    Places,
    Preprints,
    Settings,
    Tables,
    UsageLimits,
)

__all__ = ["read_settings", "settings_from", "settings_text"]


def read_settings(path: Path) -> tuple[Settings, Diagnostics]:
    """Return the settings in the `book.yaml` at PATH, and what is wrong with it.

    A key that cannot be used keeps its default and costs an error at its line. A file that cannot
    be read, one that does not exist among them, is an error too, and all is default.
    """
    from scidraft_tex import book_yaml  # noqa: PLC0415  # brings PyYAML, 20 ms

    text, found = settings_text(path)
    checked, problems = book_yaml.read_checked(text, path.name)
    found.extend(problems)
    settings = settings_from(checked.value)
    return replace(
        settings, parts=_placed(settings.parts, book_yaml.chapter_places(checked))
    ), found


def _placed(parts: tuple[PartPlan, ...], places: Iterator[Places]) -> tuple[PartPlan, ...]:
    """Return PARTS with each chapter's PLACES, which come in the chapters' order."""
    return tuple(
        replace(part, chapters=tuple(replace(c, places=next(places)) for c in part.chapters))
        for part in parts
    )


def settings_text(path: Path) -> tuple[str, Diagnostics]:
    """Return the text of the settings file at PATH; "", and an error, where it cannot be read."""
    found = Diagnostics()
    try:
        return path.read_bytes().decode("utf-8-sig"), found
    except OSError as error:
        found.report(
            "site-settings", f"{path.name} cannot be read: {error.strerror}", Place(path.name)
        )
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        found.report("note-encoding", "the settings are not UTF-8", Place(path.name, line))
    return "", found


def settings_from(data: Mapping[str, Any]) -> Settings:
    """Return the settings that DATA holds: `book.yaml` as plain values, valid by the schema."""
    given: dict[str, Any] = {key: data[key] for key in _AS_THEY_ARE if key in data}
    given |= {key: str(data[key]) for key in _TEXTS if key in data}
    given |= {key: _texts(data[key]) for key in _LISTS if key in data}
    given |= {key: int(data[key]) for key in _NUMBERS if key in data}
    given |= {key: make(**data[key]) for key, make in _GROUPS.items() if key in data}
    if "fonts" in data:
        given["fonts"] = Fonts(**{**data["fonts"], "size": int(data["fonts"].get("size", 0))})
    if "parts" in data:
        given["parts"] = tuple(_part(part) for part in data["parts"])
    if "kinds" in data:
        named = (kind for kind in data["kinds"] if isinstance(kind, str) or "name" in kind)
        given["kinds"] = tuple(_kind(kind) for kind in named)
    if "diagnostics" in data:
        given["diagnostics"] = tuple(data["diagnostics"].items())
    if "lists" in data:
        given["lists"] = _lists(data["lists"])
    return Settings(**given)


_TEXTS = (
    "title", "subtitle", "subject", "edition", "date", "language", "licence", "publisher",
    "dedication", "site", "bleed",
)  # fmt: skip
_LISTS = ("authors", "keywords", "drop", "indexes")
_AS_THEY_ARE = (
    "arrange", "numbering", "engine", "profile", "paper", "index_definitions", "symbols",
    "at_a_glance", "back_references", "colour_figures", "impose", "crop_marks", "trust",
)  # fmt: skip
_NUMBERS = ("toc_depth", "page_multiple")
_GROUPS: Mapping[str, type[Margins | Tables | Diagrams | UsageLimits | Preprints]] = {
    "margins": Margins,
    "tables": Tables,
    "diagrams": Diagrams,
    "limits": UsageLimits,
    "preprint": Preprints,
}


def _texts(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _part(data: Mapping[str, Any]) -> PartPlan:
    chapters = tuple(_chapter(chapter) for chapter in data.get("chapters", ()))
    return PartPlan(str(data.get("title", "")), chapters)


def _chapter(data: Mapping[str, Any]) -> ChapterPlan:
    return ChapterPlan(
        title=str(data.get("title", "")),
        notes=_texts(data.get("notes", ())),
        globs=_texts(data.get("glob", ())),
        tags=_texts(data.get("tag", ())),
        entry_set=data.get("set", ""),
        categories=_texts(data.get("category", ())),
    )


def _kind(data: str | Mapping[str, Any]) -> Kind:
    if isinstance(data, str):
        return Kind(data, data + "s", Style.PLAIN)
    return Kind(
        name=data["name"],
        plural=data.get("plural", data["name"] + "s"),
        style=Style(data.get("style", Style.PLAIN)),
        narrative=data.get("narrative", False),
    )


def _lists(data: Mapping[str, Any]) -> Lists:
    results = data.get("results", False)
    kinds = () if isinstance(results, bool) else tuple(results)
    return Lists(**{**data, "results": bool(results), "result_kinds": kinds})
