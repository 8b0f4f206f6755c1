"""`book.yaml` from text to plain values that its schema allows; what it does not is reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from typing import Any

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place, diagnostic
from scidraft_tex.kinds import KINDS
from scidraft_tex.languages import find_language, language_tags, localised
from scidraft_tex.located_yaml import KeyPath, YamlDocument, YamlError, read_yaml
from scidraft_tex.schemas import Problem, book_schema, problems_of


def read_book_yaml(text: str, file: str) -> tuple[dict[str, Any], Diagnostics]:
    """Return what of TEXT can be used, and what is wrong with it at lines of FILE.

    A key without a value is as good as not written.
    """
    found = Diagnostics()
    try:
        document = read_yaml(text)
    except YamlError as error:
        found.report("settings-syntax", error.message, Place(file, *error.spot))
        return {}, found
    for double in document.duplicates:
        message = f"the key `{double.key}` stands at line {double.first_line} already"
        found.report("settings-syntax", message, Place(file, *double.spot), "keep one of them")
    value = _trimmed(document.value if document.value is not None else {})
    if not isinstance(value, dict):
        message = "the file is not a table of keys"
        found.report(
            "settings-value", message, Place(file, *document.spot(())), "write `key: value` lines"
        )
        return {}, found
    problems = [*problems_of(value, book_schema()), *_unknown_kinds(value)]
    reports = [_report(problem, document, file) for problem in problems]
    found.extend(sorted(reports, key=lambda report: report.place or Place(file)))
    kept = _without(value, {problem.path for problem in problems})
    return kept, found


def _report(problem: Problem, document: YamlDocument, file: str) -> Diagnostic:
    code = "settings-unknown-key" if problem.unknown_key else "settings-value"
    place = Place(file, *document.spot(problem.path))
    return diagnostic(code, problem.message, place=place, hint=problem.hint)


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


def _trimmed(value: Any) -> Any:
    """Return VALUE less the keys that have no value, and texts less the space around them."""
    match value:
        case dict():
            return {k: _trimmed(v) for k, v in value.items() if v is not None}
        case list():
            return [_trimmed(item) for item in value]
        case str():
            return value.strip()
    return value


def _without(value: Any, bad: AbstractSet[KeyPath], path: KeyPath = ()) -> Any:
    """Return VALUE less what stands at the paths in BAD."""
    match value:
        case dict():
            kept = [(k, v) for k, v in value.items() if (*path, k) not in bad]
            return {k: _without(v, bad, (*path, k)) for k, v in kept}
        case list():
            items = [(i, v) for i, v in enumerate(value) if (*path, i) not in bad]
            return [_without(v, bad, (*path, i)) for i, v in items]
    return value
