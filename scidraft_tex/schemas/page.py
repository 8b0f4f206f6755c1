"""docs/settings.md, made from the schema of `book.yaml`, and the rows of such a page."""

from __future__ import annotations

import json
from collections.abc import Iterator

from scidraft_tex.schemas import Schema, book_schema

_HEAD = """\
# Settings

`book.yaml` says how a site becomes a book. It lies in the site's folder, or in the folder where
`scidraft-tex` is run, and names the site there with `site:`. Every key is optional, and so is the
file.

An error in it is told with its line, a misspelt key with the key that was meant. What is wrong
costs that key alone: its default takes its place, and the exit code says so. Words are text as they
are written: `language: no` is Norwegian, and `date: 2026-11-30` needs no quotation marks.

Editors complete keys and show what they mean from the schema in the package,
`scidraft_tex/schemas/book.schema.json`. For editors with the YAML language server, a first line
such as this names it:

```yaml
# yaml-language-server: $schema=scidraft_tex/schemas/book.schema.json
```

## Example

```yaml
title: Finite Markov Chains
authors: [Ada Lovelace, Emmy Noether]
date: 2026-11-30
paper: 17x24
profile: print
parts:
  - title: Foundations
    chapters:
      - title: Definitions
        set: results
        category: Definitions
      - title: Mixing
        notes: [notes/mixing-time.md, spectral-gap]
        tag: Mixing
kinds:
  - Fact
  - {name: Heuristic, style: remark}
lists:
  results: [Theorem, Definition]
drop: ["Demo note."]
```

## Keys

`[]` after a name stands for each item of a list. Where text or a list is wanted, text is a list of
one; a number does for text where the text may be one (`title: 1984`).

"""

_TABLE = """\
| key | value | default | meaning |
|---|---|---|---|
"""

TAIL = """
The page is made from the schema by `python -m scidraft_tex.schemas`.
"""
"""The foot of a page that is made from a schema."""

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true, false",
    "array": "list",
    "object": "table",
}


def settings_page() -> str:
    """Return the page as Markdown: what the file is, an example, and a table of all its keys."""
    return _HEAD + key_table(book_schema()) + TAIL


def key_table(schema: Schema) -> str:
    """Return the table, in Markdown, of the keys of SCHEMA; those that are a `$ref` have no row."""
    return _TABLE + "".join(f"{row}\n" for row in _rows(schema, ""))


def _rows(schema: Schema, above: str) -> Iterator[str]:
    for key, inner in schema.get("properties", {}).items():
        if "$ref" in inner:
            continue
        name = f"{above}{key}"
        yield _row(name, inner)
        yield from _rows(inner, f"{name}.")
        yield from _rows(inner.get("items", {}), f"{name}[].")


def _row(name: str, schema: Schema) -> str:
    meaning = str(schema["description"])
    if "examples" in schema:
        meaning += f" Example: `{_written(schema['examples'][0])}`"
    cells = (f"`{name}`", _value(schema), _default(schema["default"]), meaning)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _value(schema: Schema) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    names = [name for name in types if name == types[0] or name in {"array", "object"}]
    text = " or ".join(_TYPES[name] for name in names)
    low, high = schema.get("minimum"), schema.get("maximum")
    return f"{text}, {low} to {high}" if low is not None and types[0] != "string" else text


def _default(value: object) -> str:
    return "" if value in ("", [], {}, None) else f"`{_written(value)}`"


def _written(value: object) -> str:
    """Return VALUE as YAML on one line: JSON, which YAML takes, less the marks it needs not."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
