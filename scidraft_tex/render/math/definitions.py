r"""The head of a definition: `\def\name#1`, `\newcommand{\name}[2][x]`, `\let\a=\b`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scidraft_tex.render.math.scan import Token

__all__ = ["DEFINERS", "PREFIXES", "Head", "parameters"]

_TEX = frozenset({r"\def", r"\gdef", r"\edef", r"\xdef"})
_LATEX = frozenset({r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareRobustCommand"})
_OPERATOR = frozenset({r"\DeclareMathOperator"})

DEFINERS = _TEX | _LATEX | _OPERATOR | {r"\let"}
"""The commands that define another."""

PREFIXES = frozenset({r"\global", r"\long"})
"""What may stand before `\\def` and its kin."""


@dataclass(frozen=True, slots=True)
class Head:
    r"""A definition up to its meaning: `name`, `parameters` as written, the offset of its `end`.

    `same_as` is the command that `\let` copies, empty for the others.
    """

    name: str
    parameters: str
    end: int
    same_as: str = ""


_NAME = r"\\(?:[A-Za-z]+|[^A-Za-z\s])"
_PAIR = r"\\(?:begin|end|left|right)(?![A-Za-z])"
_BRACKETS = r"\[(?:[^\]{}]|\{[^{}]*\})*\]"
_HEADS = (
    (_TEX, re.compile(rf"\s*({_NAME})\s*((?:\#[1-9]\s*)*)(?=\{{)")),
    (
        _LATEX,
        re.compile(rf"\*?\s*(?:\{{\s*({_NAME})\s*\}}|({_NAME}))\s*((?:{_BRACKETS}\s*)*)"),
    ),
    (_OPERATOR, re.compile(rf"(\*?)\s*(?:\{{\s*({_NAME})\s*\}}|({_NAME}))\s*")),
)
_LET = re.compile(rf"\s*({_NAME})\s*=?\s*(?!{_PAIR})({_NAME}|[^\s\\{{}}])")


def parameters(tex: str, command: Token) -> Head | None:
    """Return the head of the definition in TEX that COMMAND begins, or None where it is not one."""
    if command.text == r"\let":
        found = _LET.match(tex, command.end)
        return Head(found[1], "", found.end(), found[2]) if found else None
    for commands, pattern in _HEADS:
        if command.text in commands:
            found = pattern.match(tex, command.end)
            return _head(found, operator=commands is _OPERATOR) if found else None
    return None


def _head(found: re.Match[str], *, operator: bool) -> Head:
    if operator:
        return Head(found[2] or found[3], found[1], found.end())
    names = [group for group in found.groups()[:-1] if group]
    return Head(names[0], "".join(found.groups()[-1].split()), found.end())
