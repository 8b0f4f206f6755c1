"""A settings file as plain values that its schema allows; what it does not is reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scidraft_tex.cache import user_folder
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place, diagnostic
from scidraft_tex.digests import digest_of
from scidraft_tex.located_yaml import KeyPath, YamlDocument, YamlError, read_yaml
from scidraft_tex.schemas import Problem, Schema, problems_of
from scidraft_tex.shelf import Shelf
from scidraft_tex.stamps import own_stamp

__all__ = ["CheckedYaml", "Finder", "read_checked_yaml"]

_LIMIT = 2**20
"""How many bytes of marks are kept, one a text."""
_VALID = b"valid"

Finder: TypeAlias = Callable[[Mapping[str, Any]], Iterable[Problem]]
"""Finds what a schema cannot tell of, in values that may be wrong by the schema, too."""


@dataclass(frozen=True, slots=True)
class CheckedYaml:
    """What of a file can be used, `value`, and where its parts stand.

    `whole` is what the file says, `bad` the paths in it of what is not in `value`.
    """

    file: str
    value: dict[str, Any] = field(default_factory=dict)
    whole: Mapping[str, Any] = field(default_factory=dict)
    bad: AbstractSet[KeyPath] = frozenset()
    document: YamlDocument = field(default_factory=lambda: YamlDocument(None, {}))

    def place(self, path: KeyPath) -> Place:
        """Return where PATH, in the whole, stands."""
        return Place(self.file, *self.document.spot(path))

    def kept(self, path: KeyPath) -> list[KeyPath]:
        """Return the paths, in the whole, of the items of the list at PATH that are in `value`."""
        items: Any = self.whole
        for key in path:
            items = items[key]
        paths = [(*path, number) for number in range(len(items))]
        return [path for path in paths if path not in self.bad]


def read_checked_yaml(
    text: str, file: str, schema: Schema, further: Finder = lambda _: ()
) -> tuple[CheckedYaml, Diagnostics]:
    """Return what of TEXT can be used by SCHEMA, and what is wrong with it at lines of FILE.

    FURTHER finds what SCHEMA cannot tell of. A key without a value is as good as not written.
    """
    found = Diagnostics()
    try:
        document = read_yaml(text)
    except YamlError as error:
        found.report("settings-syntax", error.message, Place(file, *error.spot))
        return CheckedYaml(file), found
    for double in document.duplicates:
        message = f"the key `{double.key}` stands at line {double.first_line} already"
        found.report("settings-syntax", message, Place(file, *double.spot), "keep one of them")
    whole = _trimmed(document.value if document.value is not None else {})
    if not isinstance(whole, dict):
        message = "the file is not a table of keys"
        place = Place(file, *document.spot(()))
        found.report("settings-value", message, place, "write `key: value` lines")
        return CheckedYaml(file), found
    problems = [*_problems(text, whole, schema), *further(whole)]
    reports = [_report(problem, document, file) for problem in problems]
    found.extend(sorted(reports, key=lambda report: report.place or Place(file)))
    bad = {problem.path for problem in problems}
    return CheckedYaml(file, _without(whole, bad), whole, bad, document), found


def _problems(text: str, whole: Mapping[str, Any], schema: Schema) -> list[Problem]:
    """Return what WHOLE, the values of TEXT, does wrong by SCHEMA; a valid text is known again."""
    folder = user_folder("settings")
    valid = Shelf(folder, _LIMIT) if folder else None
    key = digest_of(own_stamp(), json.dumps(schema), text)
    if valid and valid.get(key) == _VALID:
        return []
    problems = problems_of(whole, schema)
    if valid and not problems:
        valid.put(key, _VALID)
        valid.trim()
    return problems


def _report(problem: Problem, document: YamlDocument, file: str) -> Diagnostic:
    code = "settings-unknown-key" if problem.unknown_key else "settings-value"
    spot = document.spot if problem.unknown_key else document.value_spot
    place = Place(file, *spot(problem.path))
    return diagnostic(code, problem.message, place=place, hint=problem.hint)


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
