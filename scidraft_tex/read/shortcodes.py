"""The tags of Hugo shortcodes: `{{< name argument key="value" >}}`."""

from __future__ import annotations

import re

from scidraft_tex.diagnostics import Place
from scidraft_tex.model import Shortcode

OPENING = re.compile(r"\{\{(?P<mark>[<%])")
ESCAPED = re.compile(r"\{\{(?P<mark>[<%])/\*(?P<body>.*?)\*/(?P<close>[>%])\}\}", re.DOTALL)
RAW = frozenset({"highlight", "math", "katex", "latex", "mermaid"})
"""Shortcodes whose inner text is no Markdown."""

INLINE = frozenset({"ref", "relref", "glossary-term", "param"})
"""Shortcodes that print within a line, even where they stand alone on theirs."""

_ARGUMENT = re.compile(
    r"""\s*(?:
        (?P<key>[A-Za-z_][\w-]*)\s*=\s*(?:"(?P<kdouble>(?:[^"\\]|\\.)*)"|`(?P<ktick>[^`]*)`|(?P<kbare>[^\s"`>%]+))
      | "(?P<double>(?:[^"\\]|\\.)*)"
      | `(?P<tick>[^`]*)`
      | (?P<bare>[^\s"`]+)
    )""",
    re.VERBOSE,
)
_NAME = re.compile(r"\s*(?P<close>/)?\s*(?P<name>[\w./-]*[\w])")


def tag_end(text: str, start: int) -> int:
    """Return where the tag that opens at START of TEXT ends (past its braces), or -1.

    Quoted arguments may hold `>}}`. A tag within a tag tells that the first is never closed.
    """
    mark = text[start + 2]
    close = (">" if mark == "<" else "%") + "}}"
    position = start + 3
    while position < len(text):
        if text.startswith(close, position):
            return position + 3
        character = text[position]
        if OPENING.match(text, position):
            return -1
        if character in '"`':
            position = _string_end(text, position)
            if position < 0:
                return -1
        else:
            position += 1
    return -1


def _string_end(text: str, start: int) -> int:
    quote = text[start]
    position = start + 1
    while position < len(text) and text[position] != quote:
        position += 2 if text[position] == "\\" and quote == '"' else 1
    return position + 1 if position < len(text) else -1


def parse_tag(tag: str, place: Place) -> Shortcode | None:
    """Return the shortcode of TAG (with its braces), or None if it names none."""
    body = tag[3:-3]
    self_closing = body.rstrip().endswith("/") and not body.strip().startswith("/")
    if self_closing:
        body = body.rstrip()[:-1]
    named = _NAME.match(body)
    if named is None:
        return None
    arguments, pairs, spots = [], [], []
    for found in _ARGUMENT.finditer(body, named.end()):
        if found["key"]:
            pairs.append((found["key"], _value(found, "kdouble", "ktick", "kbare")))
            spots.append(_within(tag, found.start("key") + 3, place))
        else:
            arguments.append(_value(found, "double", "tick", "bare"))
    if named["close"]:
        return Shortcode(named["name"], (), (), place, "close")
    role = "self" if self_closing else "open"
    return Shortcode(
        named["name"],
        tuple(arguments),
        tuple(pairs),
        place,
        role,  # type: ignore[arg-type]  # one of the three
        spots=tuple(spots),
    )


def _within(tag: str, offset: int, place: Place) -> Place:
    """Return the place of the character OFFSET of TAG, which begins at PLACE."""
    before = tag[:offset]
    line, column = before.count("\n"), offset - before.rfind("\n")
    return Place(place.file, place.line + line, column if line else place.column + offset)


def _value(found: re.Match[str], *groups: str) -> str:
    for group in groups:
        if found[group] is not None:
            return str(found[group]).replace('\\"', '"').replace("\\n", "\n")
    return ""


def unescape(text: str) -> str:
    """Return TEXT with each escaped tag, `{{</* x */>}}`, as the literal tag it shows."""
    return ESCAPED.sub(
        lambda found: "{{" + found["mark"] + found["body"] + found["close"] + "}}", text
    )
