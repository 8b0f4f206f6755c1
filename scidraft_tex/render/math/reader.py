"""What is wrong with a formula, and reading its tokens one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from scidraft_tex.render import katex
from scidraft_tex.render.math.scan import Kind, Token

__all__ = ["Fault", "Problem", "Reader", "is_delimiter"]


_COMMENT = re.compile(r"(?<!\\)%[^\n]*")


class Fault(StrEnum):
    """What kind of thing is wrong. TeX goes on after the last two, and stops at the others.

    What is endless is told where it is defined.
    """

    UNBALANCED = "unbalanced"
    ARGUMENT = "argument"
    ALIGNMENT = "alignment"
    SCRIPT = "script"
    ENVIRONMENT = "environment"
    ENDLESS = "endless"
    COMMAND = "command"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a formula.

    `offset` counts the characters before it from 0; `line` and `column` count from 1, within the
    formula without its delimiters.
    """

    fault: Fault
    offset: int
    line: int
    column: int
    message: str
    hint: str = ""


def is_delimiter(token: Token) -> bool:
    r"""Whether TOKEN can stand after `\left`: a character, or a command without arguments."""
    if token.kind is Kind.COMMAND:
        function = katex.FUNCTIONS.get(token.text)
        own_pair = token.text in {r"\begin", r"\end", r"\left", r"\right", "\\\\"}
        return not own_pair and (function is None or not function.arguments)
    return token.kind is Kind.CHARACTER and token.text not in "{}&"


@dataclass
class Reader:
    """Passes the tokens of TEX left to right and keeps what is wrong.

    `own` are the commands that the note or the site defines, or that were defined on the way;
    `closers` are what the constructs that are open wait for.
    """

    tex: str
    tokens: list[Token]
    own: set[str]
    at: int = 0
    closers: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    # --- tokens ------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.at]

    def take(self) -> Token:
        """Return the token that comes next and pass it, unless it is the last, the end."""
        token = self.token
        if token.kind is not Kind.END:
            self.at += 1
        return token

    def skip_space(self) -> None:
        """Pass white space."""
        while self.token.kind is Kind.SPACE:
            self.at += 1

    def problem(self, fault: Fault, offset: int, message: str, hint: str = "") -> None:
        """Keep what is wrong at OFFSET."""
        before = self.tex[:offset]
        line, column = before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1
        self.problems.append(Problem(fault, offset, line, column, message, hint))

    def closes(self, closer: str) -> bool:
        """Whether the next token is CLOSER."""
        return self.token.kind in {Kind.CHARACTER, Kind.COMMAND} and self.token.text == closer

    def close(self, closer: str, opening: Token, what: str) -> int:
        """Pass CLOSER and return where it ends; one that is missing is a problem of OPENING."""
        if self.closes(closer):
            return self.take().end
        comment = _COMMENT.search(self.tex, opening.end)
        if comment and closer in comment.group():
            message = f"% begins a comment, and hides the {closer} after it"
            self.problem(Fault.UNBALANCED, comment.start(), message, r"write \% for the sign")
            return self.token.start
        self.problem(Fault.UNBALANCED, opening.start, f"{what} is never closed", f"add {closer}")
        return self.token.start

    def pass_to(self, offset: int) -> None:
        """Pass the tokens that begin before OFFSET."""
        while self.token.kind is not Kind.END and self.token.start < offset:
            self.at += 1
