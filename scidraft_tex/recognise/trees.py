r"""Folder trees: telling them from other text, and reading their rails, names and comments.

Both ways of drawing them are read, with lines (`├── │ └──`) and in ASCII (``|-- | `-- +-- \--``),
in segments of any width, with the no-break spaces that `tree` prints. A flow chart of arrows and
slashes is no tree: every line of a tree is a root, a branch, a rail alone, or the summary that
`tree` puts last.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scidraft_tex.model import TreeEntry

Rail: TypeAlias = Literal["bar", "tee", "elbow", "gap"]

_TAB = 4
_DRAWN = re.compile(
    r"^(?P<rails>[│┃| ]*)(?P<branch>[├┣└┗╰][─━╌]+|[|+`\\]--+)\s*(?P<rest>[^\s|─━┬┴┼┐┘-].*)$"
)
_RAILS = re.compile(r"^(?P<rails>[│┃| ]*[│┃|])(?P<rest>\s*(?:#.*)?)$")
_COMMENT = re.compile(r"(?:^|\s+)(?P<comment>#.*)$|\s{2,}(?P<other>(?://|<-+|←|—|–|--)\s.*)$")
_SUMMARY = re.compile(r"^\d+ director(?:y|ies)(?:, \d+ files?)?$")
_NOT_A_NAME = re.compile(r"[│┃├┣└┗┌┐┘┬┴┼▼▲►◄↓→]")
_LAST = frozenset("└┗╰`\\")
_ROOTS = 2


@dataclass(frozen=True, slots=True)
class _Line:
    """A line taken apart: the columns of its rails, of its branch (-1: none), its end."""

    bars: frozenset[int]
    branch: int
    last: bool
    rest: str


def is_tree(text: str) -> bool:
    """Tell whether TEXT is a folder tree: at least one branch, and every line in the grammar."""
    lines = _lines(text)
    return lines is not None and any(line.branch >= 0 for line in lines)


def parse_tree(text: str) -> tuple[TreeEntry, ...]:
    """Return the entries of TEXT, one a line; blank lines are left out.

    Raises `ValueError` if TEXT is no tree (`is_tree` tells).
    """
    lines = _lines(text)
    if lines is None:
        raise ValueError("the text is not a folder tree")
    levels = sorted({line.branch for line in lines if line.branch >= 0})
    return tuple(_entry(line, levels) for line in lines)


def _lines(text: str) -> list[_Line] | None:
    """Return the lines of TEXT taken apart, or None if one does not belong to a tree."""
    plain = text.translate({0xA0: " ", 0x2007: " ", 0x202F: " "}).expandtabs(_TAB)
    drawn = [line.rstrip() for line in plain.split("\n") if line.strip()]
    if drawn and _SUMMARY.match(drawn[-1].strip()):
        drawn.pop()
    written = textwrap.dedent("\n".join(drawn)).split("\n") if drawn else []
    lines = [_line(line, first=index < _ROOTS) for index, line in enumerate(written)]
    known = {line.branch for line in lines if line and line.branch >= 0}
    read = [line for line in lines if line]
    fits = len(read) == len(lines) and all(line.bars <= known for line in read)
    return read if fits else None


def _line(text: str, *, first: bool) -> _Line | None:
    found = _DRAWN.match(text)
    if found:
        column = len(found["rails"])
        last = found["branch"][0] in _LAST
        return _Line(_bars(found["rails"]), column, last, found["rest"].strip())
    found = _RAILS.match(text)
    if found:
        return _Line(_bars(found["rails"]), -1, last=False, rest=found["rest"].strip())
    name = _comment(text)[0]
    if text.startswith(" ") or _NOT_A_NAME.search(name) or not (first or name.endswith("/")):
        return None
    return _Line(frozenset(), -1, last=False, rest=text)


def _bars(rails: str) -> frozenset[int]:
    return frozenset(column for column, char in enumerate(rails) if char != " ")


def _comment(text: str) -> tuple[str, str]:
    """Return TEXT as a name and the comment after it."""
    found = _COMMENT.search(text)
    if found is None:
        return text, ""
    return text[: found.start()], (found["comment"] or found["other"]).strip()


def _entry(line: _Line, levels: list[int]) -> TreeEntry:
    name, comment = _comment(line.rest)
    depth = max(line.bars, default=-1) if line.branch < 0 else line.branch
    rails: list[Rail] = []
    for level in levels:
        if level > depth:
            break
        if level == line.branch:
            rails.append("elbow" if line.last else "tee")
        else:
            rails.append("bar" if level in line.bars else "gap")
    return TreeEntry(tuple(rails), name, comment)
