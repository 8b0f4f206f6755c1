"""Attribute lists as Goldmark writes them: `{#id .class key="value"}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scidraft_tex.kinds import HELD
from scidraft_tex.model import Attributes

_PART = re.compile(
    r"""\s*(?:
        \#(?P<id>[^\s{}.#=]+)
      | \.(?P<class>[^\s{}#=.][^\s{}=]*)
      | (?P<key>[A-Za-z_][\w.:-]*)\s*=\s*
        (?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>[^']*)'|(?P<bare>[^\s{}"',]+))
      | ,
    )""",
    re.VERBOSE,
)
_LINE = re.compile(r"^[ \t>]*\{(?P<body>[^{}\n]*)\}[ \t]*$")


def parse_attributes(body: str) -> Attributes | None:
    """Return the attributes that BODY, between braces, lists, or None if it is no list."""
    identifier, classes, pairs = "", [], []
    position = 0
    while body[position:].strip():
        found = _PART.match(body, position)
        if found is None:
            return None
        position = found.end()
        if found["id"]:
            identifier = found["id"]
        elif found["class"]:
            classes.append(found["class"])
        elif found["key"]:
            value = found["double"] if found["double"] is not None else found["single"]
            value = found["bare"] if value is None else value.replace('\\"', '"')
            if found["key"] == "class":
                classes.extend(value.split())
            elif found["key"] == "id":
                identifier = value
            else:
                pairs.append((found["key"], value))
    if not (identifier or classes or pairs):
        return None
    return Attributes(identifier, tuple(classes), tuple(pairs))


def attribute_line(line: str) -> Attributes | None:
    """Return the attributes of LINE if it is nothing but an attribute list, else None."""
    found = _LINE.match(line)
    return parse_attributes(found["body"]) if found else None


def parse_info(info: str) -> tuple[str, Attributes]:
    """Return the language and attributes of a fence's INFO string: ` python {title="x"}`."""
    head, brace, rest = info.strip().partition("{")
    language = head.strip().split()[0] if head.strip() else ""
    attributes = Attributes()
    if brace and rest.rstrip().endswith("}"):
        attributes = parse_attributes(rest.rstrip()[:-1]) or attributes
    if not language and attributes.classes:
        language, attributes = (
            attributes.classes[0],
            Attributes(attributes.identifier, attributes.classes[1:], attributes.pairs),
        )
    return language.lstrip("."), attributes


def merge(first: Attributes, second: Attributes) -> Attributes:
    """Return both lists as one; SECOND wins where both name the same thing."""
    names = {key for key, _ in second.pairs}
    return Attributes(
        second.identifier or first.identifier,
        tuple(dict.fromkeys(first.classes + second.classes)),
        tuple(pair for pair in first.pairs if pair[0] not in names) + second.pairs,
    )


def held_attributes(given: Mapping[str, str]) -> Attributes | None:
    """Return the classes GIVEN to an element that a handout may withhold, or None."""
    classes = tuple(name for name in given.get("class", "").split() if name in HELD)
    return Attributes(classes=classes) if classes else None


def division_attributes(name: str, given: Mapping[str, str]) -> Attributes:
    """Return what is GIVEN to the element NAME; `details`, `center`, `figure` are classes."""
    classes = tuple(given.get("class", "").split())
    if name in {"details", "center", "figure"}:
        classes += (name,)
    pairs = tuple((key, value) for key, value in given.items() if key in {"name", "title"})
    return Attributes(given.get("id", ""), classes, pairs)
