"""Reads the arguments of commands and environments, by the letters of their signatures."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from scidraft_tex.render.math.reader import Reader, is_delimiter
from scidraft_tex.render.math.scan import Kind, Token
from scidraft_tex.render.math.tree import Argument, Char, Command, Mode, Node

__all__ = ["LENGTH", "ArgumentReader"]

LENGTH = re.compile(r"\s*([+-]?\s*(?:\d+\.?\d*|\.\d+)\s*(?:[a-z]{2}))(?![a-z])")
"""A length as KaTeX takes it without braces."""

_POSITION = re.compile(r"\[\s*([lcrtb])\s*\]")


@dataclass
class ArgumentReader(Reader, ABC):
    """Reads arguments; what nodes are, the parser says."""

    @abstractmethod
    def nodes(self, closer: str, mode: Mode) -> list[Node]:
        """Return what stands before CLOSER."""

    @abstractmethod
    def node(self, mode: Mode) -> list[Node]:
        """Return what the next tokens make."""

    def closer_of(self, token: Token, mode: Mode) -> str:
        """Return what TOKEN closes, empty if nothing."""
        if token.is_char("}"):
            return "}"
        if token.is_char("]") and self.closers[-1] == "]":
            return "]"
        if token.is_command(r"\right", r"\end"):
            return token.text
        if mode == "math" and (token.is_char("$") or token.is_command(r"\)")):
            return token.text
        return ""

    def optional(self, kind: str) -> Argument | None:
        """Return an argument of KIND in brackets, or None where there is none."""
        start = self.at
        self.skip_space()
        if self.token.kind is Kind.RAW and self.token.text.startswith("["):
            return Argument(raw=self.take().text[1:-1], optional=True)
        if not self.token.is_char("["):
            self.at = start
            return None
        opening = self.take()
        nodes = self.nodes("]", "math")
        closed = self.closes("]")
        end = self.close("]", opening, "[")
        if kind == "O" and closed:
            return Argument(raw=_raw(self.tex[opening.end : end - 1]), optional=True)
        return Argument(tuple(nodes), optional=True)

    def argument(self, kind: str, mode: Mode) -> Argument | None:
        """Return an argument of KIND (a letter of a signature), or None where there is none."""
        mode = {"M": "math", "t": "text"}.get(kind, mode)  # type: ignore[assignment]  # either mode
        self.skip_space()
        token = self.token
        if token.kind is Kind.RAW:
            return Argument(raw=" ".join(self.take().text.split()))
        if kind == "s" and (length := LENGTH.match(self.tex, token.start)):
            self.pass_to(length.end())
            return Argument(raw=length[1], braced=False)
        if token.kind is Kind.END or self.closer_of(token, mode):
            delimiter = kind == "d" and token.is_char("]")
            return (
                Argument((Char(self.take().text, token.start, token.end),)) if delimiter else None
            )
        if token.is_char("{"):
            return self._braced(kind, mode)
        if token.is_char("&") or (kind == "d" and not is_delimiter(token)):
            return None
        if kind == "d":
            self.take()
            make = Command if token.kind is Kind.COMMAND else Char
            return Argument((make(token.text, token.start, token.end),), mode=mode, braced=False)
        return Argument(tuple(self.node(mode)), mode=mode, braced=False)

    def _braced(self, kind: str, mode: Mode) -> Argument:
        opening = self.take()
        known = len(self.problems)
        nodes = self.nodes("}", mode)
        closed = self.closes("}")
        end = self.close("}", opening, "{")
        if kind in "rcs":
            if closed:
                del self.problems[known:]
            return Argument(raw=_raw(self.tex[opening.end : end - closed]))
        return Argument(tuple(nodes), mode=mode)

    def position(self) -> Argument | None:
        """Return the letter in brackets right after an environment's name, such as `[t]`.

        Any other bracket is the first thing that the environment prints, as KaTeX has it.
        """
        found = _POSITION.match(self.tex, self.token.start)
        if found is None:
            return None
        self.pass_to(found.end())
        return Argument(raw=found[1], optional=True)


_COMMENT = re.compile(r"((?:[^\\%]|\\.|\\$)*)(?:%[^\n]*(?:\n[ \t\r]*|$))?", re.DOTALL)


def _raw(tex: str) -> str:
    """Return TEX on one line without comments, and with the braces closed that it opens."""
    bare = " ".join("".join(_COMMENT.findall(tex)).split())
    if (len(bare) - len(bare.rstrip("\\"))) % 2:  # it would take the closing brace
        bare = bare[:-1]
    depth, lowest = 0, 0
    for brace in re.findall(r"(?<!\\)(?:\\\\)*([{}])", bare):
        depth += 1 if brace == "{" else -1
        lowest = min(lowest, depth)
    return "{" * -lowest + bare + "}" * (depth - lowest)
