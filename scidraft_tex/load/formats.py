"""TOML, YAML and JSON tables: one reader for each, and one error with a line and a column."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from scidraft_tex.located_yaml import DEPTH, UNPRINTABLE, YamlError, read_yaml

_TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOO_DEEP = f"tables and lists nest deeper than {DEPTH}"


class FormatError(ValueError):
    """A text that its format does not allow: `message`, `line` and `column` within it, from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table that TEXT holds; raises `FormatError`."""
    try:
        return _checked(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = _TOML_PLACE.search(message)
        spot = (int(found[1]), int(found[2])) if found and found[1] else _end(text)
        raise _toml_error(_TOML_PLACE.sub("", message), text, spot) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(_unreadable(error), 1, 1) from error


def _toml_error(message: str, text: str, spot: tuple[int, int]) -> FormatError:
    """Return what `tomllib` says of TEXT at SPOT in a writer's words."""
    line, column = spot
    if message == "Cannot overwrite a value":
        written = text.split("\n")[line - 1]
        key = written.partition("=")[0].strip()
        start = len(written) - len(written.lstrip()) + 1
        return FormatError(f"the key `{key}` stands twice", line, start)
    said = next((words for known, words in _TOML_WORDS if message.startswith(known)), None)
    return FormatError(said or message[:1].lower() + message[1:], line, column)


_TOML_WORDS = (
    ("Illegal character '\\n'", "the text is not closed by a quotation mark on its line"),
    ("Unterminated string", "the text is never closed by its quotation marks"),
    ("Invalid value", "this is no value: a text stands between quotation marks"),
    ("Expected '=' after a key", "expected `=` here: a line is `key = value`"),
    ("Expected newline or end of document", "expected the line's end after the value"),
    ("Invalid statement", "this is no line of TOML: write `key = value` or `[table]`"),
    (
        "Unescaped '\\' in a string",
        'a backslash between "…" is written twice; between single quotation marks, once',
    ),
    ("Unclosed array", "the list is never closed by `]`"),
    ("Unclosed inline table", "the table is never closed by `}`"),
)
"""How what `tomllib` says begins, and what a writer is told for it."""


def parse_yaml(text: str) -> dict[str, Any]:
    """Return the mapping that TEXT holds, an empty one for nothing; raises `FormatError`.

    A key that stands twice is an error, as it is to Hugo.
    """
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise FormatError(error.message, *error.spot) from error
    for double in document.duplicates:
        message = f"the key `{double.key}` stands twice"
        raise FormatError(message, *double.spot)
    if document.value is None:
        return {}
    if not isinstance(document.value, dict):
        raise FormatError("expected `key: value` lines", *document.spot(()))
    return document.value


def parse_json(text: str) -> dict[str, Any]:
    """Return the object that TEXT is; raises `FormatError`."""
    value, end = json_prefix(text)
    if rest := text[end:].strip():
        at = text.index(rest, end)
        raise FormatError("expected nothing after the closing brace", *line_column(text, at))
    return value


def json_prefix(text: str) -> tuple[dict[str, Any], int]:
    """Return the object that TEXT starts with, and the offset of its end; raises `FormatError`."""
    start = len(text) - len(text.lstrip())
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise FormatError(message, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(_unreadable(error), 1, 1) from error
    if not isinstance(value, dict):
        raise FormatError("expected an object between braces", *line_column(text, start))
    return _checked(value), end


PARSERS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "toml": parse_toml,
    "yaml": parse_yaml,
    "yml": parse_yaml,
    "json": parse_json,
}
"""The reader of a file by how its name ends."""


def lowered(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return TABLE with lower-case keys, as Hugo looks them up; the last of equal ones wins."""
    return {str(key).lower(): value for key, value in table.items()}


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column, from 1, of OFFSET in TEXT."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _checked(table: dict[str, Any]) -> dict[str, Any]:
    """Return TABLE; raises if it nests too deep, or holds what no file can."""
    level: list[Any] = [table]
    for _ in range(DEPTH):
        if any(isinstance(value, int) and abs(value) >= 2**63 for value in level):
            raise FormatError("a number is too large", 1, 1)
        if any(isinstance(value, str) and UNPRINTABLE.search(value) for value in level):
            raise FormatError("a text holds an escape that stands for no character", 1, 1)
        level = [inner for value in level for inner in _inside(value)]
    if level:
        raise FormatError(_TOO_DEEP, 1, 1)
    return table


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _end(text: str) -> tuple[int, int]:
    return line_column(text, len(text.rstrip("\n")))


def _unreadable(error: Exception) -> str:
    return _TOO_DEEP if isinstance(error, RecursionError) else str(error)
