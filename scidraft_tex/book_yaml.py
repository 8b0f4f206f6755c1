"""`book.yaml` from text to plain values that its schema allows; what it does not is reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scidraft_tex.checked_yaml import CheckedYaml, read_checked_yaml
from scidraft_tex.codes import CODES, unusable
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS
from scidraft_tex.languages import find_language, language_tags, localised
from scidraft_tex.located_yaml import KeyPath
from scidraft_tex.schemas import Problem, book_schema
from scidraft_tex.spelling import did_you_mean


def read_book_yaml(text: str, file: str) -> tuple[dict[str, Any], Diagnostics]:
    """Return what of TEXT can be used, and what is wrong with it at lines of FILE.

    A key without a value is as good as not written.
    """
    checked, found = read_checked(text, file)
    return checked.value, found


def read_checked(text: str, file: str) -> tuple[CheckedYaml, Diagnostics]:
    """Return what `read_book_yaml` does, with where in FILE its parts stand."""
    return read_checked_yaml(text, file, book_schema(), _problems)


def chapter_places(checked: CheckedYaml) -> Iterator[tuple[tuple[str, Place], ...]]:
    """Yield for each chapter of CHECKED where it, as "", and each name in it are written."""
    for number, part in enumerate(checked.value.get("parts", ())):
        above = (*checked.kept(("parts",))[number], "chapters")
        for path in checked.kept(above) if "chapters" in part else ():
            chapter: Any = checked.whole
            for key in path:
                chapter = chapter[key]
            yield (("", checked.place(path)), *_names(checked, path, chapter))


def _names(
    checked: CheckedYaml, path: KeyPath, chapter: Mapping[str, Any]
) -> Iterator[tuple[str, Place]]:
    """Yield each name in the CHAPTER at PATH, and where it stands."""
    for key in ("notes", "glob", "tag", "set", "category"):
        written = chapter.get(key, ())
        if isinstance(written, str):
            yield written, checked.place((*path, key))
        for number, name in enumerate(written if isinstance(written, list) else ()):
            if isinstance(name, str):
                yield name, checked.place((*path, key, number))


def _problems(value: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with VALUE beyond the schema."""
    yield from _unknown_kinds(value)
    yield from _unusable_codes(value)


def _unusable_codes(value: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each key of `diagnostics` that is no code, or one that is always told."""
    levels = value.get("diagnostics")
    for code in levels if isinstance(levels, dict) else ():
        message, hint = unusable(code)
        if message:
            yield Problem(("diagnostics", code), message, hint, unknown_key=code not in CODES)


def _unknown_kinds(value: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each name in `lists.results` that is no kind of the book's."""
    lists = value.get("lists")
    asked = lists.get("results") if isinstance(lists, dict) else None
    if not isinstance(asked, list):
        return
    known = {name.casefold(): name for name in _kind_names(value)}
    for number, name in enumerate(asked):
        if isinstance(name, str) and name and name not in known.values():
            hint = did_you_mean(name, known.values(), likeness=0.6, shown="`{}`")
            hint = hint or "name one of `kinds`, or add it there"
            path = ("lists", "results", number)
            yield Problem(path, f"`lists.results` names no kind of result: `{name}`", hint)


def _kind_names(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield the kinds' names: in the language of the book, or in any where the site decides it."""
    language = value.get("language")
    tags = [language] if isinstance(language, str) and language else language_tags()
    for tag in tags:
        for kind in localised(KINDS, find_language(tag)):
            yield from kind.names
    kinds = value.get("kinds")
    for own in kinds if isinstance(kinds, list) else ():
        name = own.get("name") if isinstance(own, dict) else own
        if isinstance(name, str):
            yield name
