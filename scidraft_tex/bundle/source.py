"""A TeX file as one reads it without running it: code, comments, commands with their arguments.

arXiv looks at a submission in this way before it compiles it, so conditionals are not followed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from scidraft_tex.diagnostics import Place

__all__ = ["Comment", "Source", "Use", "read_source"]

_VERBATIM = r"(?:[BL]?[Vv]erbatim|lstlisting|alltt)\*?"
_BEGIN_VERBATIM = re.compile(rf"\\begin\{{({_VERBATIM})\}}")
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*(%)")
_BARE_NAME = re.compile(r"[ \t]+([^\s{}\\%]+)")
_WORD = re.compile(r"\\[A-Za-z@]+")
_SPACE = re.compile(r"[ \t]*\n?[ \t]*")
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, from its percent sign to the end of its `line`, which counts from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Use:
    """A command where it is used, with what stands in its brackets and in its braces."""

    command: str
    options: tuple[str, ...]
    arguments: tuple[str, ...]
    place: Place

    @property
    def argument(self) -> str:
        """What stands in the first braces, "" if there are none."""
        return self.arguments[0].strip() if self.arguments else ""

    @property
    def items(self) -> tuple[str, ...]:
        """The names, separated by commas, of the first braces."""
        return tuple(item for part in self.argument.split(",") if (item := part.strip()))

    @property
    def settings(self) -> tuple[str, ...]:
        """What is separated by commas in the brackets."""
        parts = ",".join(self.options).split(",")
        return tuple(item for part in parts if (item := part.strip()))


@dataclass(frozen=True, slots=True)
class Source:
    """A file of TeX. `code` is `text` with blanks for comments, character by character."""

    name: str
    text: str
    code: str
    comments: tuple[Comment, ...]
    starts: tuple[int, ...]

    def place(self, position: int) -> Place:
        """Return the place of POSITION in the text."""
        line = bisect_right(self.starts, position)
        return Place(self.name, line, position - self.starts[line - 1] + 1)

    def uses(self, *commands: str, arguments: int = 1) -> Iterator[Use]:
        r"""Yield where COMMANDS, patterns without the backslash, are used, with their ARGUMENTS.

        A name after a space is an argument, too, as in `\input name`.
        """
        pattern = re.compile(rf"\\({'|'.join(commands)})(?![A-Za-z@])\*?")
        for found in pattern.finditer(self.code):
            if _escaped(self.code, found.start()):
                continue
            options, groups = _arguments(self.code, found.end(), arguments)
            bare = _BARE_NAME.match(self.code, found.end())
            if not groups and bare:
                groups = (bare[1],)
            yield Use(found[1], options, groups, self.place(found.start()))

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Place]]:
        """Yield where PATTERN is in the code."""
        for found in pattern.finditer(self.code):
            yield found, self.place(found.start())


def read_source(name: str, data: bytes) -> Source:
    """Return the file NAME that holds DATA; bytes that are not UTF-8 are replaced."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    code: list[str] = []
    comments: list[Comment] = []
    verbatim = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if verbatim:
            verbatim = "" if f"\\end{{{verbatim}}}" in line else verbatim
            code.append(line)
            continue
        found = _COMMENT.search(line)
        kept = line[: found.start(1)] if found else line
        if found:
            comments.append(Comment(number, line[found.start(1) :]))
        code.append(kept.ljust(len(line)))
        opened = _BEGIN_VERBATIM.search(kept)
        verbatim = opened[1] if opened and f"\\end{{{opened[1]}}}" not in kept else ""
    starts = (0, *(found.end() for found in re.finditer("\n", text)))
    return Source(name, text, "\n".join(code), tuple(comments), starts)


def _escaped(code: str, position: int) -> bool:
    r"""Tell whether the backslash at POSITION belongs to a `\\` before it."""
    first = position
    while first and code[first - 1] == "\\":
        first -= 1
    return (position - first) % 2 == 1


def _arguments(code: str, position: int, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    r"""Return what stands in brackets and in the first COUNT braces after POSITION.

    Where there are several arguments a command may stand for one, as in `\newfontfamily\x{name}`.
    """
    options: list[str] = []
    groups: list[str] = []
    while True:
        gap = _SPACE.match(code, position)
        start = gap.end() if gap else position
        closing = _CLOSING.get(code[start : start + 1])
        word = _WORD.match(code, start) if count > 1 and len(groups) < count else None
        end = _group_end(code, start, closing) if closing else -1
        if word:
            groups.append(word[0])
            position = word.end()
        elif end < 0 or (closing == "}" and len(groups) == count):
            return tuple(options), tuple(groups)
        else:
            (groups if closing == "}" else options).append(code[start + 1 : end])
            position = end + 1


def _group_end(code: str, start: int, closing: str) -> int:
    """Return where the group that opens at START closes, -1 if it never does."""
    depth = 0
    position = start + 1
    while position < len(code):
        character = code[position]
        if character == "\\":
            position += 1
        elif character == closing and not depth:
            return position
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth < 0:
                return -1
        position += 1
    return -1
