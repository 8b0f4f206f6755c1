"""`book.yaml` from text to plain values that its schema allows; what it does not is reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from scidraft_tex.checked_yaml import read_checked_yaml
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.kinds import KINDS
from scidraft_tex.languages import find_language, language_tags, localised
from scidraft_tex.schemas import Problem, book_schema


def read_book_yaml(text: str, file: str) -> tuple[dict[str, Any], Diagnostics]:
    """Return what of TEXT can be used, and what is wrong with it at lines of FILE.

    A key without a value is as good as not written.
    """
    checked, found = read_checked_yaml(text, file, book_schema(), _unknown_kinds)
    return checked.value, found


def _unknown_kinds(value: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each name in `lists.results` that is no kind of the book's."""
    lists = value.get("lists")
    asked = lists.get("results") if isinstance(lists, dict) else None
    if not isinstance(asked, list):
        return
    known = {name.casefold(): name for name in _kind_names(value)}
    for number, name in enumerate(asked):
        if isinstance(name, str) and name and name not in known.values():
            near = get_close_matches(name.casefold(), known, n=1)
            hint = (
                f"did you mean `{known[near[0]]}`?"
                if near
                else "name one of `kinds`, or add it there"
            )
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
