"""Which file TeX reads at a line of its log: `(name` opens one there and `)` ends it."""

from __future__ import annotations

import re

__all__ = ["FileStack", "local_name"]

# TeX names what it opens by the path it found: ./x, /x, or C:/x; a name with spaces is in quotes
# (LuaTeX) or bare (pdfTeX, XeTeX), so a bare one runs to the first extension that ends a word.
_START = r"(?:\.{1,2}/|/|[A-Za-z]:[\\/])"
_OPEN = re.compile(
    rf"""\((?:
        "(?P<quoted>{_START}[^"]*)"
        | (?P<bare>{_START}(?:(?!\s*\({_START}).)*?\.[A-Za-z]\w{{0,7}}(?=$|[\s()\[\]{{}}<>]))
        | (?P<plain>{_START}[^\s()]+)
    )""",
    re.VERBOSE,
)
_SIGN = re.compile(r"[()\[<{]")
_PAGE = re.compile(r"\[(-?\d+)(?=$|[\s\].<{\[])")
_IMAGE = re.compile(r"[<{](?:\.{0,2}/|[A-Za-z]:[\\/])[^<>{}]*[>}]?")


def local_name(path: str) -> str:
    """Return PATH without the `./` that TeX puts before names in its own folder."""
    path = path.strip('"')
    return path.removeprefix("./")


class FileStack:
    """The open files and the pages shipped, as lines of the log go by.

    Only lines that are no message are to be scanned: parentheses in prose say nothing of files.
    What is left is read with care all the same: a parenthesis that opens no file is skipped with
    its partner, or alone if the line does not hold one.
    """

    def __init__(self) -> None:
        self._open: list[str] = []
        self.pages: list[int] = []

    @property
    def current(self) -> str:
        """The file being read, "" for none."""
        return self._open[-1] if self._open else ""

    def scan(self, line: str) -> None:
        """Take note of the files that LINE opens and closes, and of the pages it ships."""
        at = 0
        while sign := _SIGN.search(line, at):
            at = self._step(line, sign.start())

    def _step(self, line: str, at: int) -> int:
        """Read what stands at AT; return where the next thing begins."""
        character = line[at]
        if character == "(":
            return self._parenthesis(line, at)
        if character == ")":
            if self._open and _closes(line, at):
                self._open.pop()
            return at + 1
        if character == "[" and (page := _PAGE.match(line, at)):
            self.pages.append(int(page[1]))
            return page.end()
        if character in "<{" and (image := _IMAGE.match(line, at)):
            return image.end()
        return at + 1

    def _parenthesis(self, line: str, at: int) -> int:
        if found := _OPEN.match(line, at):
            self._open.append(local_name(found["quoted"] or found["bare"] or found["plain"]))
            return found.end()
        return _partner(line, at)


def _closes(line: str, at: int) -> bool:
    """Tell whether the `)` at AT ends a file: it stands alone, not at the end of a word."""
    before = line[at - 1] if at else " "
    return before.isspace() or before in ')]>}"' or bool(re.search(r"\.\w{1,8}$", line[:at]))


def _partner(line: str, at: int) -> int:
    """Return the place after the `)` that belongs to the `(` at AT, or after AT without one."""
    depth = 0
    for place in range(at, len(line)):
        depth += {"(": 1, ")": -1}.get(line[place], 0)
        if depth == 0:
            return place + 1
    return at + 1
