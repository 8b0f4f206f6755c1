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
    Command,
    find,
)
from scidraft_tex.recognise.pseudocode_structure import (
    brace_pairs,
    family,
    is_statement,
    meant_by,
    structural,
)
from scidraft_tex.recognise.pseudocode_tex import printed
from scidraft_tex.recognise.pseudocode_tokens import (
    BRACES,
    DISPLAY_STYLE,
    SPECIAL,
    Token,
    math_source,
    mended_math,
    tokens,
)


@dataclass(frozen=True, slots=True)
class Body:
    """The body as LaTeX, what was wrong with the source, and whether nothing prints.

    `formulas` are the places of its formulas, in order.
    """

    tex: str
    diagnostics: tuple[Diagnostic, ...]
    empty: bool
    formulas: tuple[Place, ...] = ()


def read_body(text: str, place: Place) -> Body:
    """Return TEXT as the body of `algorithmic`; PLACE is that of the line before its first.

    The column of PLACE is that of the first character of each line.
    """
    written = list(tokens(text))
    meant = [meant_by(token) for token in written]
    stream = list(printed(meant))
    plain = not any(structural(token) or is_statement(token) for token in stream)
    writer = _Writer(stream, place, brace_pairs(stream), plain=plain)
    writer.write()
    writer.report_misspelt(written)
    writer.report_strangers(meant)
    return Body(
        "".join(writer.parts), tuple(writer.diagnostics), writer.empty, tuple(writer.formulas)
    )


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
    formulas: list[Place] = field(default_factory=list)
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

    def report_misspelt(self, written: Sequence[Token]) -> None:
        """Report the commands of WRITTEN that were taken for others."""
        for token, meant in zip(written, self.stream, strict=True):
            if token.text != meant.text and token.kind == meant.kind == "command":
                message = f"\\{token.text} is no command of pseudocode"
                self._report(token, message, f"did you mean \\{meant.text}? It is printed so")

    def report_strangers(self, meant: Sequence[Token]) -> None:
        """Report the commands of TeX among MEANT that print as they are written."""
        for token, kept in zip(meant, self.stream, strict=True):
            if token.kind == "command" and kept.kind == "text":
                message = f"\\{token.text} is no command that an algorithm may hold"
                self._report(token, message, "leave it out; it is printed as it is written")

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
            self._declaration()
        elif command is not None and command.role not in {"word", "call"}:
            self.index += 1
            self._command(command, token)
            self.line_start = self.empty = False
        else:
            self._begin_text()
            self.parts.append(self._piece())

    def _declaration(self) -> None:
        """Leave the rest of the line as it is, unless its braces would reach beyond it."""
        rest = list(self._rest_of_line())
        line = "".join(token.source for token in rest)
        if mended_math(line) == line:
            self.parts.append(line)
        else:
            self._begin_text()
            self.parts.append(line.translate({**SPECIAL, **BRACES}))

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
        if family(block) not in {family(name) for name, _ in self.blocks}:
            return False
        while family(self.blocks[-1][0]) != family(block):
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
        self.parts.append(command.keyword)
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
                return token.text.translate(SPECIAL)
            case "open":
                return self._group(token)
            case "close":
                self._report(token, "a brace is closed that was never opened")
                return r"\}"
            case "escape" if token.text in {r"\(", r"\["}:
                self._report(token, f"the formula that {token.text} opens is never closed")
                rest = "".join(t.source for t in self._rest_of_line())
                self.formulas.append(self._place(token, len(token.text)))
                return math_source(mended_math(rest.replace("$", "")), display=False)
            case "math":
                formula = mended_math(token.text)
                if formula != token.text:
                    self._report(token, "the braces or dollar signs of a formula do not balance")
                tex = math_source(formula, display=token.display)
                added = len(DISPLAY_STYLE) if token.display else 0
                blank = len(formula) - len(formula.lstrip(" \t"))
                self.formulas.append(self._place(token, token.mark + blank - added))
                return tex
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
            return command.keyword
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
            message = f"the brace after \\{command.text} is never closed"
            self._report(first, message, "close it on its line; the line is taken for all of it")
        else:
            self._report(command, f"\\{command.text} has no argument in braces")
        while self.index < len(self.stream):
            token = self.stream[self.index]
            if token.kind == "newline" or structural(token) or is_statement(token):
                break
            inner.append(self._piece())
        return "".join(inner).strip()

    def _rest_of_line(self) -> list[Token]:
        start = self.index
        while self.index < len(self.stream):
            token = self.stream[self.index]
            if token.kind == "newline" or structural(token):
                break
            self.index += 1
        return self.stream[start : self.index]

    def _report(self, token: Token, message: str, hint: str = "") -> None:
        place = self._place(token)
        self.diagnostics.append(diagnostic("algorithm-syntax", message, place=place, hint=hint))

    def _place(self, token: Token, offset: int = 0) -> Place:
        """Return where the character OFFSET of TOKEN, from 0, stands in the note."""
        column = self.place.column - 1 + token.column + offset
        return Place(self.place.file, self.place.line + token.line, column)
