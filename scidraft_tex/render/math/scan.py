r"""The TeX of a formula as tokens, each with its place.

Comments are gone from the tokens, as TeX takes them: with the line's end and the white space that
begins the next line. A blank line is white space here, as it is for KaTeX, and not a paragraph's
end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

__all__ = ["Kind", "Token", "scan"]


class Kind(Enum):
    """What a token is."""

    COMMAND = auto()  # a control word or symbol, with its backslash
    CHARACTER = auto()
    SPACE = auto()  # any run of white space; `text` is one space, or one line's end
    RAW = auto()  # an argument to keep as it is, without its braces
    VERB = auto()  # what stands between the delimiters of `\verb`
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a formula from the character at `start` up to the one at `end`, counted from 0."""

    kind: Kind
    text: str
    start: int
    end: int

    def is_char(self, characters: str) -> bool:
        """Whether the token is one of CHARACTERS."""
        return self.kind is Kind.CHARACTER and self.text in characters

    def is_command(self, *names: str) -> bool:
        """Whether the token is a command of NAMES."""
        return self.kind is Kind.COMMAND and self.text in names


_PIECE = re.compile(
    r"""
    (?P<comment>%[^\n]*(?:\n[ \t\r]*|\Z))
  | (?P<space>\s+)
  | \\verb\*?(?P<mark>[^A-Za-z*\s])(?P<verb>.*?)(?P=mark)
  | (?P<command>\\(?:[A-Za-z]+|\r?\n|.))
  | (?P<lone>\\\Z)
  | (?P<character>.[\u0300-\u036f\u20d0-\u20ff]*)
    """,
    re.DOTALL | re.VERBOSE,
)
_RAW_FIRST = frozenset({r"\href", r"\url", r"\includegraphics"})
"""Commands whose first argument in braces is a URL: no character means anything in it."""

_NOT_SPACE = (
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)


def scan(tex: str) -> list[Token]:
    r"""Return the tokens of TEX, one of kind END last.

    A backslash that ends TEX is dropped: before the closing delimiter it would swallow it.
    """
    tokens: list[Token] = []
    position = 0
    while position < len(tex):
        found = _PIECE.match(tex, position)
        if found is None:  # the last alternative takes any character
            raise AssertionError(position)
        tokens.extend(_tokens(found))
        position = found.end()
        if found["command"] in _RAW_FIRST:
            raw, position = _raw(tex, position)
            tokens.extend(raw)
    tokens.append(Token(Kind.END, "", len(tex), len(tex)))
    return tokens


def _tokens(found: re.Match[str]) -> list[Token]:
    """Return what FOUND stands for: nothing, a token, or the wide spaces of one run one by one."""
    start, end = found.span()
    text = found[0]
    if found["comment"] is not None or found["lone"] is not None:
        return []
    if found["verb"] is not None:
        return [Token(Kind.VERB, found["verb"], start, end)]
    if found["command"] is not None:
        name = "\\ " if text[1:].isspace() else text
        return [Token(Kind.COMMAND, name, start, end)]
    if found["space"] is not None:
        wide = [
            Token(Kind.CHARACTER, c, start + i, start + i + 1)
            for i, c in enumerate(text)
            if c in _NOT_SPACE
        ]
        return wide or [Token(Kind.SPACE, "\n" if "\n" in text else " ", start, end)]
    return [Token(Kind.CHARACTER, text, start, end)]


def _raw(tex: str, position: int) -> tuple[list[Token], int]:
    """Return the braced argument after POSITION as one token, past a `[…]`, and where it ends."""
    opening = re.compile(r"\s*(\[[^\]]*\])?\s*\{").match(tex, position)
    if opening is None:
        return [], position
    depth, end = 1, opening.end()
    while end < len(tex) and depth:
        depth += {"{": 1, "}": -1}.get(tex[end], 0)
        end += 2 if tex[end] == "\\" else 1
    if depth:
        return [], position
    optional = opening[1]
    tokens = [Token(Kind.RAW, tex[opening.end() : end - 1], opening.end() - 1, end)]
    if optional is not None:
        tokens.insert(0, Token(Kind.RAW, optional, opening.start(1), opening.end(1)))
    return tokens, end
