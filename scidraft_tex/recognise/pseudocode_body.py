r"""The body of an `algorithmic` environment: what the author wrote, as LaTeX that runs.

Commands take algorithmicx's names, formulas dollar signs, plain text its escapes. A line that
begins with no command starts a `\State` of its own where TeX would find it outside of one. Blocks
and braces that do not balance are reported and balanced. Line N of the result is line N of the
source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.recognise.pseudocode_commands import (
    CLOSERS,
    DECLARATIONS,
    RAW_ARGUMENTS,
    STRUCTURE,
    Command,
    find,
)
from scidraft_tex.recognise.pseudocode_tokens import Token, math_source, mended_math, tokens

_SPECIAL = str.maketrans(
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


@dataclass(frozen=True, slots=True)
class Body:
    """The body as LaTeX, what was wrong with the source, and whether nothing prints."""

    tex: str
    diagnostics: tuple[Diagnostic, ...]
    empty: bool


def read_body(text: str, place: Place) -> Body:
    """Return TEXT as the body of `algorithmic`; PLACE is that of the line before its first."""
    stream = list(tokens(text))
    plain = not any(_structural(token) or _is_statement(token) for token in stream)
    writer = _Writer(stream, place, _pairs(stream), plain=plain)
    writer.write()
    return Body("".join(writer.parts), tuple(writer.diagnostics), writer.empty)


def _structural(token: Token) -> bool:
    command = find(token.text) if token.kind == "command" else None
    return command is not None and command.role in STRUCTURE


def _is_statement(token: Token) -> bool:
    command = find(token.text) if token.kind == "command" else None
    return command is not None and command.role == "statement"


def _pairs(stream: Sequence[Token]) -> dict[int, int]:
    """Return for each opening brace that is closed the index of the one that closes it.

    A pair holds no command that builds lines: what is open when one comes was never closed.
    """
    pairs: dict[int, int] = {}
    waiting: list[int] = []
    for index, token in enumerate(stream):
        if token.kind == "open":
            waiting.append(index)
        elif token.kind == "close" and waiting:
            pairs[waiting.pop()] = index
        elif _structural(token):
            waiting.clear()
    return pairs


def _family(block: str) -> str:
    r"""`\EndFor` ends every loop that begins with "for"."""
    return "For" if block in {"ForAll", "ForEach"} else block


@dataclass(slots=True)
class _Writer:
    r"""Walks the tokens once.

    `state` is what TeX is within: `none` (text needs a `\State`), `bare` (a `\State` with nothing
    in it yet), `text`. `blocks` are the blocks that wait for their end, with the command that
    opened each.
    """

    stream: list[Token]
    place: Place
    pairs: dict[int, int]
    plain: bool
    parts: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    blocks: list[tuple[str, Token]] = field(default_factory=list)
    index: int = 0
    state: Literal["none", "bare", "text"] = "none"
    line_start: bool = True
    empty: bool = True

    # --- lines and statements

    def write(self) -> None:
        """Go through all tokens, then end what is still open."""
        while self.index < len(self.stream):
            self._next(self.stream[self.index])
        while self.blocks:
            self._end_unclosed()

    def _next(self, token: Token) -> None:
        command = find(token.text) if token.kind == "command" else None
        if token.kind == "newline":
            self.index += 1
            self.parts.append("\n")
            self.line_start = True
            self.state = "none" if self.plain else self.state
        elif token.kind == "space":
            self._space(token)
        elif token.kind == "comment":
            self.index += 1
        elif token.kind == "command" and token.text in DECLARATIONS:
            self.parts.append("".join(t.source for t in self._rest_of_line()))
        elif command is not None and command.role not in {"word", "call"}:
            self.index += 1
            self._command(command, token)
            self.line_start = self.empty = False
        else:
            self._begin_text()
            self.parts.append(self._piece())

    def _space(self, token: Token) -> None:
        """Keep a space; in pseudocode without commands the indentation prints."""
        self.index += 1
        following = self.stream[self.index].kind if self.index < len(self.stream) else "newline"
        if self.plain and self.line_start and following not in {"newline", "comment"}:
            self._begin_text()
            self.parts.append(f"\\hspace{{{len(token.text.expandtabs(4)) / 2:g}em}}")
        else:
            self.parts.append(token.text)

    def _begin_text(self) -> None:
        """Make sure that what follows stands in a statement."""
        if self.state == "none":
            self.parts.append(r"\State ")
        self.state = "text"
        self.line_start = self.empty = False

    # --- commands that build lines

    def _command(self, command: Command, token: Token) -> None:
        match command.role:
            case "line":
                self.parts.append(command.tex)
                self.state = "bare" if command.name == "State" else "text"
            case "open":
                self.blocks.append((command.block, token))
                self._line(command, token)
            case "middle":
                self._middle(command, token)
            case "close":
                self._close(command, token)
            case "statement":
                self._statement(command)
            case _:
                self._comment(command, token)

    def _line(self, command: Command, token: Token) -> None:
        self.parts.append(command.tex + self._arguments(command, token))
        self.state = "none"

    def _middle(self, command: Command, token: Token) -> None:
        if self._back_to(command.block):
            self._line(command, token)
        else:
            self._report(token, f"\\{token.text} stands outside of any \\If")
            self.parts.append(r"\State \algword{else}")
            self.state = "text"

    def _close(self, command: Command, token: Token) -> None:
        if self._back_to(command.block):
            self.blocks.pop()
            self._line(command, token)
        else:
            self._report(token, f"\\{token.text} closes no \\{command.block}", "take it out")
            self._arguments(command, token)

    def _back_to(self, block: str) -> bool:
        """End what is open within the innermost BLOCK; False if no such block is open."""
        if _family(block) not in {_family(name) for name, _ in self.blocks}:
            return False
        while _family(self.blocks[-1][0]) != _family(block):
            self._end_unclosed()
        return True

    def _end_unclosed(self) -> None:
        block, token = self.blocks.pop()
        closer = CLOSERS[block]
        self._report(token, f"\\{token.text} is never closed", f"add \\{closer} where it ends")
        gap = "" if self.line_start else " "
        self.parts.append(f"{gap}\\{closer}" + ("{}" if closer == "Until" else "") + " ")

    def _statement(self, command: Command) -> None:
        r"""`\Return` starts a line of its own where it begins one in the source."""
        if self.state == "none" or (self.line_start and self.state != "bare"):
            self.parts.append(r"\State ")
        self.parts.append(_keyword(command))
        self.state = "text"

    def _comment(self, command: Command, token: Token) -> None:
        r"""`\Comment` belongs to the line before it, whatever that is; the first has none."""
        if not any(part.strip() for part in self.parts):
            self._begin_text()
        self.parts.append(command.tex + self._arguments(command, token))

    # --- within a line

    def _piece(self) -> str:
        """Take the next token, or group, as LaTeX within a line."""
        token = self.stream[self.index]
        self.index += 1
        match token.kind:
            case "text":
                return token.text.translate(_SPECIAL)
            case "open":
                return self._group(token)
            case "close":
                self._report(token, "a brace is closed that was never opened")
                return r"\}"
            case "escape" if token.text in {r"\(", r"\["}:
                self._report(token, f"the formula that {token.text} opens is never closed")
                rest = "".join(t.source for t in self._rest_of_line())
                return math_source(mended_math(rest.replace("$", "")), display=False)
            case "math":
                formula = mended_math(token.text)
                if formula != token.text:
                    self._report(token, "the braces or dollar signs of a formula do not balance")
                return math_source(formula, display=token.display)
            case "escape" if token.text in {r"\)", r"\]"}:
                self._report(token, f"{token.text} closes no formula")
                return ""
            case "command":
                return self._inline_command(token)
            case "comment":
                return ""
            case _:
                return token.source

    def _inline_command(self, token: Token) -> str:
        command = find(token.text)
        if command is None:
            raw = self._raw_argument() if token.text.rstrip("*") in RAW_ARGUMENTS else ""
            return token.source + raw
        if command.role == "statement":
            return _keyword(command)
        return command.tex + self._arguments(command, token)

    def _group(self, opening: Token) -> str:
        """Take a group whose opening brace has been taken, to its end."""
        end = self.pairs.get(self.index - 1)
        if end is None:
            self._report(opening, "a brace is opened and never closed")
            return r"\{"
        inner: list[str] = []
        while self.index < end:
            inner.append(self._piece())
        self.index = end + 1
        return "{" + "".join(inner) + "}"

    def _raw_argument(self) -> str:
        end = self.pairs.get(self.index)
        if end is None:
            return ""
        source = "".join(token.source for token in self.stream[self.index : end + 1])
        self.index = end + 1
        return source

    def _arguments(self, command: Command, token: Token) -> str:
        """Take COMMAND's arguments; a first one without braces is the rest of the line."""
        taken: list[str] = []
        for number in range(command.arguments):
            start = self.index
            while start < len(self.stream) and self.stream[start].kind in {"space", "newline"}:
                start += 1
            if start in self.pairs:
                taken += [t.source for t in self.stream[self.index : start] if t.kind == "newline"]
                self.index = start
                taken.append(self._piece())
            elif number == 0:
                taken.append("{" + self._line_as_argument(token) + "}")
            else:
                taken.append("{}")
        return "".join(taken)

    def _line_as_argument(self, command: Token) -> str:
        inner: list[str] = []
        first = self.stream[self.index] if self.index < len(self.stream) else command
        if first.kind == "open":
            self.index += 1
            self._report(first, f"the brace after \\{command.text} is never closed")
        else:
            self._report(command, f"\\{command.text} has no argument in braces")
        while self.index < len(self.stream):
            token = self.stream[self.index]
            if token.kind == "newline" or _structural(token) or _is_statement(token):
                break
            inner.append(self._piece())
        return "".join(inner).strip()

    def _rest_of_line(self) -> list[Token]:
        start = self.index
        while self.index < len(self.stream):
            token = self.stream[self.index]
            if token.kind == "newline" or _structural(token):
                break
            self.index += 1
        return self.stream[start : self.index]

    def _report(self, token: Token, message: str, hint: str = "") -> None:
        place = Place(self.place.file, self.place.line + token.line, token.column)
        self.diagnostics.append(diagnostic("algorithm-syntax", message, place=place, hint=hint))


def _keyword(command: Command) -> str:
    return r"\Return" if command.name == "Return" else f"\\algword{{{command.name.lower()}}}"
