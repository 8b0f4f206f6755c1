r"""The parser of formulas: makes nodes of tokens, and finds what is wrong on the way.

Whatever is wrong, there is a tree, and what is written from it is balanced: a brace that is never
closed is closed at the end, one that closes nothing is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scidraft_tex.render import katex
from scidraft_tex.render.math.arguments import LENGTH, ArgumentReader
from scidraft_tex.render.math.character import character_at
from scidraft_tex.render.math.definitions import DEFINERS, PREFIXES, parameters
from scidraft_tex.render.math.reader import Fault, is_delimiter
from scidraft_tex.render.math.scan import Kind, Token
from scidraft_tex.render.math.tree import (
    Argument,
    Char,
    Command,
    Definition,
    Environment,
    Fenced,
    Formula,
    Group,
    Mode,
    Node,
    Script,
    Space,
    Verb,
)
from scidraft_tex.spelling import did_you_mean
from scidraft_tex.symbols import SUBSCRIPTS, SUPERSCRIPTS

__all__ = ["Parser"]


DEEPEST = 60
"""How deep constructs may nest in each other; Python's own limit lies some way beyond."""


_SPECIAL = {
    **{character: f"\\{character}" for character in "{}#%&$_"},
    "\\": r"\backslash",
    "^": r"\textasciicircum",
    "~": r"\textasciitilde",
}
"""What prints the characters that mean something to TeX."""

_RAISED = {
    **dict.fromkeys(SUPERSCRIPTS, ("^", SUPERSCRIPTS)),
    **dict.fromkeys(SUBSCRIPTS, ("_", SUBSCRIPTS)),
}


@dataclass
class Parser(ArgumentReader):
    r"""Makes nodes of what it reads; `defining` says that `#1` may stand here.

    `crossed` are environments with the name of the `\end` that is expected of them, since an inner
    one was ended by theirs: that is reported once, as are the delimiters `told`.
    """

    defining: bool = False
    depth: int = 0
    crossed: list[tuple[str, str]] = field(default_factory=list)
    told: set[str] = field(default_factory=set)

    # --- sequences ---------------------------------------------------------------------------

    def nodes(self, closer: str, mode: Mode) -> list[Node]:
        """Return what stands before CLOSER, which is not taken, or before what closes more."""
        self.closers.append(closer)
        done: list[Node] = []
        while True:
            found = self.closer_of(self.token, mode)
            if self.token.kind is Kind.END or (found and found in self.closers):
                break
            if found:
                self._stray(self.take(), found)
            else:
                done.extend(self.node(mode))
        self.closers.pop()
        return done

    def _stray(self, token: Token, found: str) -> None:
        if found == r"\right":
            self.skip_space()
            self.take()
            self.problem(Fault.UNBALANCED, token.start, r"\right has no \left before it")
        elif found == r"\end":
            name = self._name()
            self.problem(
                Fault.UNBALANCED, token.start, rf"\end{{{name}}} has no \begin{{{name}}} before it"
            )
        elif found == "}":
            hint = r"write \} for a brace that prints"
            self.problem(Fault.UNBALANCED, token.start, "} closes nothing", hint)
        elif found not in self.told:
            self.told.add(found)
            what = r"\$ for the sign, or close the formula before it"
            hint = f"write {what}" if found == "$" else "take it out"
            message = f"{found} stands within a formula that it did not open"
            self.problem(Fault.UNBALANCED, token.start, message, hint)

    # --- one node ----------------------------------------------------------------------------

    def node(self, mode: Mode) -> list[Node]:
        """Return what the next tokens make: a node, or none for what says nothing."""
        if self.depth == DEEPEST:
            return self._too_deep()
        self.depth += 1
        try:
            return self._node(self.take(), mode)
        finally:
            self.depth -= 1

    def _too_deep(self) -> list[Node]:
        """Pass all that is left of a formula that no one wrote by hand."""
        self.problem(Fault.UNBALANCED, self.token.start, "the formula is nested too deeply")
        self.at = len(self.tokens) - 1
        return []

    def _node(self, token: Token, mode: Mode) -> list[Node]:
        if token.kind is Kind.SPACE:
            return [Space(token.text, token.start, token.end)]
        if token.kind is Kind.VERB:
            return [Verb(token.text, token.start, token.end)]
        if token.kind is Kind.COMMAND:
            return self._command(token, mode)
        if token.is_char("{"):
            return [self._group(token, mode)]
        if mode == "text" and token.is_char("$"):
            return [self._formula(token, "$")]
        if mode == "math" and token.is_char("^_"):
            return [self._script(token)]
        if token.is_char("#") and not self.defining:
            self.problem(Fault.ARGUMENT, token.start, "# is not allowed here", r"write \#")
            return [Command(r"\#", token.start, token.end)]
        if mode == "math" and token.text in _RAISED:
            return [self._raised(token)]
        return [Char(token.text, token.start, token.end)]

    def _raised(self, first: Token) -> Script:
        """Return the run of raised or lowered characters that FIRST begins as one script."""
        mark, table = _RAISED[first.text]
        run = [first]
        while self.token.kind is Kind.CHARACTER and self.token.text in table:
            run.append(self.take())
        nodes = tuple(Char(table[t.text], t.start, t.end) for t in run)
        return Script(mark, nodes, first.start, run[-1].end)

    def _group(self, opening: Token, mode: Mode) -> Group:
        nodes = self.nodes("}", mode)
        return Group(tuple(nodes), opening.start, self.close("}", opening, "{"))

    def _formula(self, opening: Token, closer: str) -> Formula:
        nodes = self.nodes(closer, "math")
        return Formula(tuple(nodes), opening.start, self.close(closer, opening, opening.text))

    def _script(self, mark: Token) -> Script:
        argument = self.argument("m", "math")
        if argument is None:
            self.problem(Fault.SCRIPT, mark.start, f"nothing stands after {mark.text}", "add {}")
            return Script(mark.text, (), mark.start, mark.end)
        return Script(mark.text, argument.nodes, mark.start, self.tokens[self.at - 1].end)

    def _command(self, token: Token, mode: Mode) -> list[Node]:
        name = token.text
        if name in DEFINERS or name in PREFIXES:
            definition = self._definition(token)
            return [definition] if definition else []
        if name in self.own:
            return [Command(name, token.start, token.end)]
        if name == r"\begin":
            return [self._environment(token, mode)]
        if name == r"\left":
            return [self._fenced(token, mode)]
        if name == r"\(" and mode == "text":
            return [self._formula(token, r"\)")]
        if name == r"\verb":
            message, hint = r"\verb is not closed on its line", r"write \texttt{…}"
            self.problem(Fault.UNBALANCED, token.start, message, hint)
            return []
        if name == r"\char":
            return self._char(token)
        if name == "\\\\":
            return [self._line_end(token)]
        return [self._call(token, mode)]

    def _call(self, token: Token, mode: Mode) -> Command:
        function = katex.FUNCTIONS.get(token.text)
        if function is None:
            message = f"{token.text} is not defined"
            names = [name[1:] for name in (*katex.FUNCTIONS, *self.own)]
            hint = did_you_mean(token.text[1:], names, most=2, shown="\\{}")
            hint = hint or "mend its name, or define it"
            self.problem(Fault.COMMAND, token.start, message, hint)
            return Command(token.text, token.start, token.end)
        signature = function.arguments
        starred = signature.startswith("*") and self.token.is_char("*")
        if starred:
            self.take()
        arguments: list[Argument] = []
        for kind in signature.removeprefix("*"):
            optional = kind in "oO"
            argument = self.optional(kind) if optional else self.argument(kind, mode)
            if argument is not None:
                arguments.append(argument)
            elif not optional:
                self._missing(token, signature, arguments)
                break
        end = self.tokens[self.at - 1].end
        return Command(token.text, token.start, end, tuple(arguments), starred)

    def _missing(self, token: Token, signature: str, found: list[Argument]) -> None:
        wanted = sum(kind not in "oO*" for kind in signature)
        have = sum(not argument.optional for argument in found)
        argument = "argument" if wanted == 1 else "arguments"
        message = f"{token.text} wants {wanted} {argument} and has {have or 'none'}"
        self.problem(Fault.ARGUMENT, token.start, message, "add what is missing, in braces")

    def _line_end(self, token: Token) -> Command:
        """Return the line's end at TOKEN, with the distance in brackets right after it."""
        opening = self.token
        if opening.is_char("[") and opening.start == token.end:
            distance = re.compile(r"\[([^\]{}\\]*)\]").match(self.tex, opening.start)
            if distance and LENGTH.fullmatch(distance[1].strip()):
                self.pass_to(distance.end())
                argument = Argument(raw=distance[1].strip(), optional=True)
                return Command(token.text, token.start, distance.end(), (argument,))
        return Command(token.text, token.start, token.end)

    def _char(self, token: Token) -> list[Node]:
        r"""Return the character that `\char` and a number stand for."""
        found = character_at(self.tex, token.end)
        if found is None:
            self.problem(Fault.ARGUMENT, token.start, r"\char wants a number")
            return []
        character, end = found
        self.pass_to(end)
        if character in _SPECIAL:
            return [Command(_SPECIAL[character], token.start, end)]
        return [Char(character, token.start, end)]

    # --- pairs -------------------------------------------------------------------------------

    def _delimiter(self, command: Token) -> str:
        self.skip_space()
        if not is_delimiter(self.token):
            hint = "write a full stop for none"
            self.problem(Fault.ARGUMENT, command.start, f"{command.text} wants a delimiter", hint)
            return "."
        return self.take().text

    def _fenced(self, opening: Token, mode: Mode) -> Fenced:
        left = self._delimiter(opening)
        nodes = self.nodes(r"\right", mode)
        if not self.closes(r"\right"):
            hint = (
                r"add \right and its delimiter, \right. for none, on the same line of an alignment"
            )
            self.problem(Fault.UNBALANCED, opening.start, r"\left has no \right after it", hint)
            return Fenced(left, ".", tuple(nodes), opening.start, self.token.start)
        right = self._delimiter(self.take())
        return Fenced(left, right, tuple(nodes), opening.start, self.tokens[self.at - 1].end)

    def _name(self) -> str:
        r"""Return the name in braces after `\begin` or `\end`, empty if there is none."""
        self.skip_space()
        found = re.compile(r"\{\s*([^{}\\]*?)\s*\}").match(self.tex, self.token.start)
        if found is None:
            return ""
        self.pass_to(found.end())
        return found[1]

    def _environment(self, opening: Token, mode: Mode) -> Environment:
        name = self._name()
        known = katex.ENVIRONMENTS.get(name)
        if known is None:
            message = f"there is no environment {name or 'without a name'}"
            hint = did_you_mean(name, katex.ENVIRONMENTS) or "mend its name"
            self.problem(Fault.ENVIRONMENT, opening.start, message, hint)
        arguments: list[Argument] = []
        for kind in known.arguments if known else "":
            if kind == "r" and not self._begins_group():
                wanted = "a number of pairs, as in {2}" if "at" in name else "columns, as in {cc}"
                message = rf"\begin{{{name}}} wants {wanted}"
                self.problem(Fault.ARGUMENT, opening.start, message, "add them in braces after it")
                break
            argument = self.position() if kind == "O" else self.argument(kind, mode)
            if argument is not None:
                arguments.append(argument)
        nodes = self.nodes(r"\end", "math")
        end = self._end_of(opening, name)
        return Environment(name, tuple(arguments), tuple(nodes), opening.start, end)

    def _begins_group(self) -> bool:
        """Pass white space; tell whether a brace comes next."""
        self.skip_space()
        return self.token.is_char("{")

    def _end_of(self, opening: Token, name: str) -> int:
        if not self.closes(r"\end"):
            message = rf"\begin{{{name}}} is never ended"
            self.problem(Fault.UNBALANCED, opening.start, message, rf"add \end{{{name}}}")
            return self.token.start
        ending = self.take()
        found = self._name()
        if (name, found) in self.crossed:
            self.crossed.remove((name, found))
        elif found != name:
            self.crossed.append((found, name))
            message = rf"\end{{{found}}} stands where \end{{{name}}} is wanted"
            hint = rf"end {name} first, or give both ends the same name"
            self.problem(Fault.UNBALANCED, ending.start, message, hint)
        return self.tokens[self.at - 1].end

    # --- definitions -------------------------------------------------------------------------

    def _definition(self, token: Token) -> Definition | None:
        start = token.start
        while token.text in PREFIXES:
            self.skip_space()
            if not self.token.is_command(*DEFINERS, *PREFIXES):
                self.problem(Fault.ARGUMENT, start, f"{token.text} wants a definition after it")
                return None
            token = self.take()
        head = parameters(self.tex, token)
        if head is None:
            self.problem(Fault.ARGUMENT, start, f"{token.text} wants a command and a meaning")
            return None
        self.pass_to(head.end)
        self.own.add(head.name)
        if head.same_as:
            body: tuple[Node, ...] = (Command(head.same_as, head.end, head.end),)
            return Definition(token.text, head.name, "", body, start, head.end)
        outer, self.defining = self.defining, True
        argument = self.argument("M", "math")
        self.defining = outer
        if argument is None:
            self.problem(Fault.ARGUMENT, start, f"{token.text} wants a meaning in braces")
            return None
        end = self.tokens[self.at - 1].end
        return Definition(token.text, head.name, head.parameters, argument.nodes, start, end)
