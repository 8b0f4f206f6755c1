"""JSON schemas, and what a value does wrong by one, in words for the value's author."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from scidraft_tex.spelling import did_you_mean

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["Problem", "Schema", "book_schema", "handout_schema", "note_schema", "problems_of"]

Schema: TypeAlias = Mapping[str, Any]

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a table of keys",
    "null": "nothing",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the value at `path` (keys, and in lists numbers from 0), and a remedy.

    `unknown_key` tells a key that the schema does not have from a value that it refuses.
    """

    path: tuple[str | int, ...]
    message: str
    hint: str = ""
    unknown_key: bool = False


def book_schema() -> Schema:
    """Return the schema of `book.yaml`, a JSON schema of draft 2020-12."""
    return _schema("book.schema.json")


def handout_schema() -> Schema:
    """Return the schema of `handout.yaml`, a JSON schema of draft 2020-12.

    What a sheet has in common with the term is a `$ref` to it.
    """
    return _schema("handout.schema.json")


@cache
def note_schema(keys: tuple[str, ...]) -> Schema:
    """Return the schema of a note's front matter that has a table `handout` with KEYS.

    They are keys of `handout.yaml`, and take the same values.
    """
    known = handout_schema()["properties"]
    table = {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: known[key] for key in keys},
    }
    return {"title": "the front matter", "type": "object", "properties": {"handout": table}}


@cache
def _schema(name: str) -> Schema:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


def problems_of(value: object, schema: Schema) -> list[Problem]:
    """Return what VALUE does wrong by SCHEMA, in an order that depends on them alone."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415  # not for what is known to be valid

    errors = Draft202012Validator(schema).iter_errors(value)
    root = str(schema.get("title", "the file"))
    found = [problem for error in errors for problem in _problems(error, root)]
    return sorted(found, key=lambda problem: ([str(key) for key in problem.path], problem.message))


def _problems(error: ValidationError, root: str) -> Iterator[Problem]:
    path = tuple(error.absolute_path)
    if error.validator != "additionalProperties":
        yield Problem(path, _message(error, _name(path) or root), _hint(error))
        return
    schema: Any = error.schema
    instance: Any = error.instance
    known = list(schema["properties"])
    for key in [key for key in instance if key not in known]:
        hint = _suggestion(key, known) or f"the keys here are {_listed(known)}"
        message = f"the key `{_name((*path, key))}` is not known"
        yield Problem((*path, key), message, hint, unknown_key=True)


def _message(error: ValidationError, name: str) -> str:
    wanted: Any = error.validator_value
    schema: Any = error.schema
    instance: Any = error.instance
    match error.validator:
        case "type":
            text = f"`{name}` wants {_types(wanted)}, not {_type_of(instance)}"
        case "enum":
            text = f"`{name}` is one of {_listed(wanted)}, not {_shown(instance)}"
        case "pattern":
            form = schema.get("patternErrorMessage", "another form")
            text = f"`{name}` wants {form}, not {_shown(instance)}"
        case "minimum":
            text = f"`{name}` is at least {wanted}, not {instance}"
        case "maximum":
            text = f"`{name}` is at most {wanted}, not {instance}"
        case "minLength" | "minItems":
            text = f"`{name}` is empty"
        case "required":
            missing = [key for key in wanted if key not in instance]
            text = f"an item of `{name}` lacks {_listed(missing)}"
        case _:
            text = f"`{name}`: {error.message}"
    return text


def _hint(error: ValidationError) -> str:
    wanted: Any = error.validator_value
    if error.validator == "enum":
        return _suggestion(str(error.instance), [str(value) for value in wanted])
    if error.validator == "type" and "string" in wanted:
        scalar = isinstance(error.instance, int | float)
        return "put it between quotation marks" if scalar else ""
    return ""


def _name(path: tuple[str | int, ...]) -> str:
    return ".".join(key for key in path if isinstance(key, str))


def _suggestion(word: str, known: Iterable[str]) -> str:
    return did_you_mean(word, known, likeness=0.6, shown="`{}`")


def _listed(values: Iterable[object]) -> str:
    return ", ".join(f"`{value}`" for value in values)


def _types(names: str | list[str]) -> str:
    return " or ".join(_TYPES[name] for name in ([names] if isinstance(names, str) else names))


def _type_of(value: object) -> str:
    match value:
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case dict():
            return "a table of keys"
    return "nothing"


def _shown(value: object) -> str:
    text = str(value)
    return f"`{text}`" if len(text) <= 40 else f"`{text[:40]}…`"
