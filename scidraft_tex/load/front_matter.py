"""The front matter of a note as its author wrote it: which format, which fields, where it ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from scidraft_tex.load.formats import (
    FormatError,
    json_prefix,
    line_column,
    lowered,
    parse_toml,
    parse_yaml,
)

_FENCE = re.compile(r"(\+\+\+|---)[ \t]*(?:\n|\Z)")
_JSON = re.compile(r"\{\s*[\"}]")
_TOML_KEY = re.compile(r"^[\w-]+ *=", re.MULTILINE)
_YAML_KEY = re.compile(r"^[\w-]+ *:( |$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RawFrontMatter:
    """Front matter as fields with lower-case keys; `body_line` is the line where the body begins.

    `text` is what was parsed, and `first_line` the line of the file on which it begins.
    """

    fields: dict[str, Any]
    body_line: int = 1
    text: str = ""
    first_line: int = 1


def split_front_matter(text: str) -> RawFrontMatter:
    """Return the front matter of TEXT, a whole file; none is no fields and a body from line 1.

    TOML stands between `+++` lines, YAML between `---` lines, and JSON is an object at the start;
    empty lines before it do not count (docs/format.md, section 2). Raises `FormatError`, with the
    line and the column within the file.
    """
    start = len(text) - len(text.lstrip())
    opening = _FENCE.match(text, start)
    if opening:
        return _fenced(text, start, opening)
    if _JSON.match(text, start):
        return _json(text)
    return RawFrontMatter({})


def _fenced(text: str, start: int, opening: re.Match[str]) -> RawFrontMatter:
    mark = opening[1]
    opened = line_column(text, start)[0]
    closing = re.compile(rf"^{re.escape(mark)}[ \t]*$", re.MULTILINE).search(text, opening.end())
    if closing is None:
        raise FormatError(f"expected a line `{mark}` that closes the front matter", opened, 1)
    inner = text[opening.end() : closing.start()]
    parse = parse_toml if mark == "+++" else parse_yaml
    try:
        fields = parse(inner)
    except FormatError as error:
        message = error.message + _other_format(inner, mark)
        raise FormatError(message, error.line + opened, error.column) from error
    body_line = line_column(text, closing.start())[0] + 1
    return RawFrontMatter(lowered(fields), body_line, inner, opened + 1)


def _json(text: str) -> RawFrontMatter:
    fields, end = json_prefix(text)
    line, column = line_column(text, end)
    rest = text[end:].split("\n", 1)[0]
    if rest.strip():
        raise FormatError("expected a line's end after the closing brace", line, column)
    return RawFrontMatter(lowered(fields), line + 1, text[:end], 1)


def _other_format(inner: str, mark: str) -> str:
    """Return a remark on INNER if it is written in the format of the other MARK."""
    if mark == "+++" and _YAML_KEY.search(inner) and not _TOML_KEY.search(inner):
        return "; between +++ lines it is TOML, `key = value`, and YAML is between --- lines"
    if mark == "---" and _TOML_KEY.search(inner) and not _YAML_KEY.search(inner):
        return "; between --- lines it is YAML, `key: value`, and TOML is between +++ lines"
    return ""
