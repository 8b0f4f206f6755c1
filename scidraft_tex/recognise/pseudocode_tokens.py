r"""Pseudocode as tokens: commands, braces, formulas in any delimiters, text, and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from scidraft_tex.recognise.pseudocode_commands import LINE_COMMANDS

TokenKind: TypeAlias = Literal[
    "math", "command", "escape", "open", "close", "newline", "space", "comment", "text"
]

_BARRIER = rf"(?!\n[ \t]*\n|\\(?i:{'|'.join(sorted(LINE_COMMANDS))})(?![A-Za-z]))"
"""What no formula reaches over: a blank line, and a command that starts a line."""

_INSIDE = rf"(?:{_BARRIER}.)"
_TOKEN = re.compile(
    rf"""
      \\\\?\((?P<round>{_INSIDE}*?)\\\\?\)
    | \\\\?\[(?P<square>{_INSIDE}*?)\\\\?\]
    | \$\$(?P<double>(?:{_BARRIER}(?:\\.|[^\\$]))+)\$\$
    | \$(?P<single>(?:{_BARRIER}(?:\\.|[^\\$]))+)\$
    | \\(?P<command>[A-Za-z]+\*?)
    | (?P<escape>\\.)
    | (?P<open>\{{)
    | (?P<close>\}})
    | (?P<newline>\n)
    | (?P<space>[ \t\r]+)
    | (?P<comment>(?:(?<=[ \t])|^)%[^\n]*)
    | (?P<text>[^\\${{}}\n \t\r%]+|.)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_PERCENTAGE = re.compile(r"[\d)}$]\s*$")
_WORD_SPECIAL = re.compile(r"\\.|\$[^$]*\$|[_&]", re.DOTALL)
_TEXT_COMMANDS = re.compile(r"\\(?:text(?:rm|bf|it|sf|tt|normal)?|mbox)\s*\{")


SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "_": r"\_",
        "&": r"\&",
        "#": r"\#",
        "^": r"\^{}",
        "%": r"\%",
        "$": r"\$",
    }
)
"""What prints the characters that mean something to TeX, braces aside."""

BRACES = str.maketrans({"{": r"\{", "}": r"\}"})
"""The same for braces."""

DISPLAY_STYLE = r"\displaystyle "
"""What stands before a display that is set within a line."""


@dataclass(frozen=True, slots=True)
class Token:
    r"""A piece of pseudocode.

    `text` is what stands there, less the backslash of a command and the delimiters of a formula;
    `line` and `column` count from 1 within the fence's text. `display` is set for `\[…\]` and
    `$$…$$`, and `mark` is how many characters stand before the text of a formula.
    """

    kind: TokenKind
    text: str
    line: int
    column: int
    display: bool = False
    mark: int = 0

    @property
    def source(self) -> str:
        """The token as LaTeX, a formula as what it is in text."""
        match self.kind:
            case "math":
                return math_source(self.text, display=self.display)
            case "command":
                return f"\\{self.text}"
            case _:
                return self.text


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of TEXT; together they are all of it."""
    line, start = 1, 0
    for found in _TOKEN.finditer(text):
        kind, value, display = _kind(found)
        if kind == "comment" and _PERCENTAGE.search(text[: found.start()].rpartition("\n")[2]):
            yield from _percentage(value, line, found.start() - start + 1)
        else:
            mark = found.start(found.lastgroup or 0) - found.start() if kind == "math" else 0
            yield Token(kind, value, line, found.start() - start + 1, display, mark)
        breaks = found.group().count("\n")
        if breaks:
            line += breaks
            start = found.start() + found.group().rindex("\n") + 1


def _kind(found: re.Match[str]) -> tuple[TokenKind, str, bool]:
    name = found.lastgroup or "text"
    if name in {"round", "single"}:
        return "math", found[name], False
    if name in {"square", "double"}:
        return "math", found[name], True
    if name in {"command", "escape", "open", "close", "newline", "space", "comment"}:
        return name, found[name], False  # type: ignore[return-value]  # the names are the kinds
    return "text", found.group(), False


def _percentage(rest: str, line: int, column: int) -> Iterator[Token]:
    """What looks like a comment after a number is "50 % of them"."""
    yield Token("text", "%", line, column)
    for token in tokens(rest[1:]):
        yield replace(token, line=line, column=column + token.column)


def math_source(tex: str, *, display: bool) -> str:
    r"""Return the formula TEX between dollar signs; a display is one in the line, in display style.

    Characters that end or break a formula in LaTeX but not in KaTeX are escaped: `%`, `#`, and `_`
    and `&` within words.
    """
    escaped = re.sub(r"(?<!\\)([%#])", r"\\\1", tex.strip(" \t"))
    style = DISPLAY_STYLE if display else ""
    return f"${style}{_escape_words(escaped)}$"


def mended_math(tex: str) -> str:
    """Return the formula TEX with braces and dollar signs that balance, no backslash at its end."""
    done: list[str] = []
    depth = 0
    for found in re.finditer(r"\\.|[^\\]", tex, re.DOTALL):
        piece = found.group()
        if piece in "}$" and not depth:
            piece = f"\\{piece}"
        depth += (piece == "{") - (piece == "}")
        done.append(piece)
    if done.count("$") % 2:
        done = [r"\$" if piece == "$" else piece for piece in done]
    return "".join(done) + "}" * depth


def _escape_words(tex: str) -> str:
    done, last = [], 0
    for found in _TEXT_COMMANDS.finditer(tex):
        if found.start() < last:
            continue
        end = _closing(tex, found.end())
        done += [tex[last : found.end()], _WORD_SPECIAL.sub(_escaped, tex[found.end() : end])]
        last = end
    return "".join([*done, tex[last:]])


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found.group()}" if found.group() in {"_", "&"} else found.group()


def _closing(tex: str, start: int) -> int:
    """Return the index of the brace that closes what begins at START, or the end."""
    depth = 1
    for found in re.finditer(r"\\.|[{}]", tex[start:], re.DOTALL):
        depth += (found.group() == "{") - (found.group() == "}")
        if not depth:
            return start + found.start()
    return len(tex)
