"""YAML as plain values that know their lines, read safely and by the rules of YAML 1.2.

`no` is a word and `2026-11-30` is text, as their authors meant; tags that make objects, and aliases
that grow beyond `LIMIT` values, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

LIMIT = 20_000
"""How many values a document may hold, those of repeated aliases counted each time."""

DEPTH = 50
"""How deep its lists and mappings may nest."""

UNPRINTABLE = re.compile("[\0\ud800-\udfff]")
"""What an escape can write and no file can hold: NUL, and halves of characters."""

KeyPath: TypeAlias = tuple[str | int, ...]
"""Where a value sits in a document: keys and, in lists, numbers counted from 0."""

Spot: TypeAlias = tuple[int, int]
"""A line and a column, both counted from 1."""

_TAG = "tag:yaml.org,2002:"


class YamlError(ValueError):
    """A text that is not YAML, or not safe: `message` says what, `spot` where."""

    def __init__(self, message: str, spot: Spot = (1, 1)) -> None:
        super().__init__(message)
        self.message = message
        self.spot = spot


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A key that stands twice in one mapping; the second, at `spot`, is the one that counts."""

    key: str
    spot: Spot
    first_line: int


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A document's value (None if it is empty), where its parts stand, and keys that repeat."""

    value: Any
    spots: Mapping[KeyPath, Spot]
    duplicates: tuple[Duplicate, ...] = ()
    values: Mapping[KeyPath, Spot] = field(default_factory=dict)

    def spot(self, path: KeyPath) -> Spot:
        """Return where PATH stands: its key's place, or that of what is around it."""
        while path and path not in self.spots:
            path = path[:-1]
        return self.spots.get(path, (1, 1))

    def value_spot(self, path: KeyPath) -> Spot:
        """Return where the value at PATH stands, if its key is on that line, else where that is."""
        key, value = self.spot(path), self.values.get(path)
        return value if value and value[0] == key[0] else key


class _Loader(yaml.SafeLoader):
    """A safe loader that knows the scalars of YAML 1.2's core schema alone."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012  # as PyYAML declares it


for _name, _pattern, _first in (
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", "tTfF"),
    ("int", r"(?:[-+]?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]+)\Z", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?\Z", "-+.0123456789"),
    ("null", r"(?:~|null|Null|NULL|)\Z", "~nN\0"),
    ("merge", r"<<\Z", "<"),
):
    _starts = ["" if character == "\0" else character for character in _first]
    _Loader.add_implicit_resolver(_TAG + _name, re.compile(_pattern), _starts)


def read_yaml(text: str) -> YamlDocument:
    """Return the one document of TEXT.

    Raises `YamlError` for what is not YAML, has several documents, makes objects or is too large.
    """
    loader = _Loader(_refuse_controls(text))
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context or "not YAML"
        if problem == "found unexpected end of stream" and error.context_mark:
            mark = error.context_mark
        raise YamlError(_in_words(problem), _spot(mark)) from error
    except yaml.YAMLError as error:
        raise YamlError(str(error)) from error
    except RecursionError as error:
        raise YamlError(f"lists and mappings nest deeper than {DEPTH}") from error
    finally:
        loader.dispose()
    return YamlDocument(None, {}) if node is None else _Construction().document(node)


_WORDS = (
    (
        "mapping values are not allowed here",
        "a text with a colon and a space in it stands between quotation marks",
    ),
    ("found character '\\t'", "a tab indents nothing in YAML: write spaces"),
    ("found unexpected end of stream", "the text is never closed by its quotation mark"),
    ("could not find expected ':'", "expected a colon and a space: a line is `key: value`"),
    (
        "found unknown escape character",
        'a backslash between "…" is written twice; between single quotation marks, once',
    ),
    ("expected <block end>", "this line is not indented like those around it"),
    ("expected ',' or ']'", "the list is never closed by `]`, or a comma is missing"),
    ("expected ',' or '}'", "the mapping is never closed by `}`, or a comma is missing"),
)
"""How what PyYAML says begins, and what a writer is told for it."""


def _in_words(problem: str) -> str:
    """Return what PyYAML's PROBLEM means to a writer, or as it is."""
    return next((words for known, words in _WORDS if problem.startswith(known)), problem)


def _refuse_controls(text: str) -> str:
    """Return TEXT, or raise at its first character that YAML forbids (PyYAML gives no line)."""
    found = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if found:
        before = text[: found.start()]
        spot = (before.count("\n") + 1, found.start() - before.rfind("\n"))
        raise YamlError(f"the character U+{ord(found[0]):04X} is not allowed", spot)
    return text


def _spot(mark: yaml.Mark | None) -> Spot:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


@dataclass(slots=True)
class _Construction:
    """Turns nodes into values, counting them: an alias's node is visited again each time."""

    spots: dict[KeyPath, Spot] = field(default_factory=dict)
    values: dict[KeyPath, Spot] = field(default_factory=dict)
    duplicates: list[Duplicate] = field(default_factory=list)
    visits: int = 0

    def document(self, node: yaml.Node) -> YamlDocument:
        value = self.value(node, ())
        duplicates = tuple(dict.fromkeys(self.duplicates))
        return YamlDocument(value, self.spots, duplicates, self.values)

    def value(self, node: yaml.Node, path: KeyPath) -> Any:
        self.visits += 1
        if self.visits > LIMIT:
            raise YamlError(f"the document holds more than {LIMIT} values", _spot(node.start_mark))
        if len(path) > DEPTH:
            message = f"lists and mappings nest deeper than {DEPTH}"
            raise YamlError(message, _spot(node.start_mark))
        self.values[path] = _spot(node.start_mark)
        self.spots.setdefault(path, self.values[path])
        match node:
            case yaml.ScalarNode():
                return _scalar(node)
            case yaml.SequenceNode(tag=tag) if tag == _TAG + "seq":
                return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
            case yaml.MappingNode(tag=tag) if tag == _TAG + "map":
                return self.mapping(node, path)
        raise YamlError(f"the tag {node.tag} is not allowed", _spot(node.start_mark))

    def mapping(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        own: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            spot = _spot(key_node.start_mark)
            if key_node.tag == _TAG + "merge":
                for other in self.merged(value_node, path):
                    merged = {**other, **merged}
                continue
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlError("a key must be a word", spot)
            key = _text(key_node)
            if key in lines:
                self.duplicates.append(Duplicate(key, spot, lines[key]))
            lines[key] = spot[0]
            self.spots[(*path, key)] = spot
            own[key] = self.value(value_node, (*path, key))
        return {**merged, **own}

    def merged(self, node: yaml.Node, path: KeyPath) -> Iterator[dict[str, Any]]:
        """Yield the mappings that a `<<` key names, the one that counts first."""
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        for item in nodes:
            value = self.value(item, (*path, "<<"))
            if not isinstance(value, dict):
                raise YamlError("only a mapping can be merged with <<", _spot(node.start_mark))
            yield value


def _text(node: yaml.ScalarNode) -> str:
    text = str(node.value)
    if UNPRINTABLE.search(text):
        message = "a text holds an escape that stands for no character"
        raise YamlError(message, _spot(node.start_mark))
    return text


def _whole(text: str) -> int:
    value = int(text, 16 if text.startswith("0x") else 10)
    if abs(value) >= 2**63:
        raise ValueError(text)
    return value


def _scalar(node: yaml.ScalarNode) -> str | int | float | bool | None:
    text = _text(node)
    try:
        match node.tag.removeprefix(_TAG):
            case "str" | "timestamp":
                return text
            case "bool":
                return {"true": True, "false": False}[text.lower()]
            case "int":
                return _whole(text)
            case "float":
                return float(text)
            case "null":
                return None
    except (ValueError, KeyError) as error:
        message = f"{text[:40]!r} is no {node.tag.removeprefix(_TAG)}"
        raise YamlError(message, _spot(node.start_mark)) from error
    raise YamlError(f"the tag {node.tag} is not allowed", _spot(node.start_mark))
