"""Writes a formula's tree as LaTeX that typesets where KaTeX displays it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.render import katex
from scidraft_tex.render.katex import Function, Need
from scidraft_tex.render.math.commands import SPECIAL
from scidraft_tex.render.math.joining import join, merged_text
from scidraft_tex.render.math.names import own_name
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
    is_cell_end,
    is_line_end,
    rows,
)
from scidraft_tex.render.tex import escape, escape_code
from scidraft_tex.symbols import formula_command

__all__ = ["Writer"]

_IN_TEXT = {
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "&": r"\&",
    "#": r"\#",
    "\ufe0e": "",
    "\ufe0f": "",
    "\ufeff": "",
}
_TEXT_DECLARATIONS = {
    r"\rm": r"\rmfamily",
    r"\sf": r"\sffamily",
    r"\tt": r"\ttfamily",
    r"\bf": r"\bfseries",
    r"\it": r"\itshape",
    r"\cal": "",
    r"\sixptsize": r"\tiny",
}


def _same(label: str) -> str:
    return label


@dataclass(frozen=True, slots=True)
class Writer:
    r"""Writes nodes in `mode`.

    `label` turns the author's label into TeX's; `own` are the commands that the note or the site
    defines, which are written as they are; `display` is the style that a change of size keeps;
    `folded` writes a line's end as a space; `defining` leaves `#1` alone.
    """

    mode: Mode = "math"
    label: Callable[[str], str] = _same
    own: Collection[str] = ()
    display: bool = False
    folded: bool = True
    defining: bool = False

    def write(self, nodes: Sequence[Node]) -> str:
        """Return the LaTeX of NODES."""
        pieces: list[str] = []
        index = 0
        while index < len(nodes):
            node = nodes[index]
            if isinstance(node, Command) and self._declares(node):
                rest = _until_cell_end(nodes, index + 1)
                pieces.append(self._declaration(node.name, rest))
                index += 1 + len(rest)
                continue
            pieces.append(self.node(node))
            index += 1
            if is_line_end(node) and self._could_be_option(node, nodes[index:]):
                pieces.append(r"\relax ")
        return join(merged_text(pieces))

    def _could_be_option(self, node: Node, after: Sequence[Node]) -> bool:
        r"""Whether LaTeX would take what follows NODE, a `\\`, for its option."""
        following = next((n for n in after if not isinstance(n, Space)), None)
        bare = isinstance(node, Command) and not node.arguments
        return bare and isinstance(following, Char) and following.text in "[*"

    def node(self, node: Node) -> str:
        """Return the LaTeX of NODE."""
        match node:
            case Space():
                return " " if self.folded else node.text
            case Char():
                return self._character(node.text)
            case Command():
                return self._command(node)
            case Group():
                return f"{{{self.write(node.nodes)}}}"
            case Script():
                return node.mark + self._script(node.nodes)
            case Fenced():
                left, right = self._delimiter(node.left), self._delimiter(node.right)
                return join([rf"\left{left}", self.write(node.nodes), rf"\right{right}"])
            case Environment():
                return self._environment(node)
            case Formula():
                return f"${replace(self, mode='math', display=False).write(node.nodes)}$"
            case Verb():
                words = rf"\texttt{{{escape_code(' '.join(node.text.splitlines()))}}}"
                return words if self.mode == "text" else rf"\text{{{words}}}"
            case Definition():
                return self._definition(node)

    # --- characters --------------------------------------------------------------------------

    def _character(self, text: str) -> str:
        if text == "#" and self.defining:
            return text
        if self.mode == "text":
            return _IN_TEXT.get(text, text)
        written = formula_command(text)
        if written is None and len(text) > 1:
            return join(self._character(c) for c in text)
        return rf"\text{{{text}}}" if written is None else written

    def _delimiter(self, text: str) -> str:
        return text if text.isascii() else formula_command(text) or "."

    # --- commands ----------------------------------------------------------------------------

    def _command(self, node: Command) -> str:
        function = None if node.name in self.own else katex.FUNCTIONS.get(node.name)
        if function is None:
            return own_name(node.name)
        written = self.known(node, function)
        if self.mode == "text" and not function.text and function.package != "beyond":
            return rf"\ensuremath{{{replace(self, mode='math').known(node, function)}}}"
        if self.mode == "math" and not function.math:
            return rf"\text{{{replace(self, mode='text').known(node, function)}}}"
        return written

    def known(self, node: Command, function: Function) -> str:
        """Return NODE, whose command is FUNCTION, where it may stand in this mode."""
        special = SPECIAL.get(node.name)
        if special is not None:
            return special(self, node)
        if function.need is Need.RENAMED:
            return function.replacement
        if function.need is Need.CONTENT:
            return self._content(node, function.kept)
        return self.call(node, node.name)

    def call(self, node: Command, name: str) -> str:
        """Return NODE as a call of NAME with its arguments in braces."""
        delimiter = katex.FUNCTIONS[node.name].arguments == "d"
        star = "*" if node.starred else ""
        pieces = [name + star]
        for argument in node.arguments:
            inner = self.argument(argument)
            if argument.optional:
                pieces.append(f"[{inner}]" if "]" not in inner else f"[{{{inner}}}]")
            else:
                pieces.append(inner if delimiter and not argument.braced else f"{{{inner}}}")
        return join(pieces)

    def argument(self, argument: Argument) -> str:
        """Return the content of ARGUMENT."""
        if argument.raw is not None:
            return argument.raw
        return replace(self, mode=argument.mode).write(argument.nodes)

    def _script(self, nodes: Sequence[Node]) -> str:
        match nodes:
            case [Char(text=text)] if text.isascii() and text.isalnum():
                return text
            case [Command(name=name)] if name in self.own:
                return own_name(name)  # it may take what follows as its argument
            case _:
                return f"{{{self.write(nodes)}}}"

    def _content(self, node: Command, kept: int) -> str:
        """Return the argument number KEPT of NODE, which is there for the web alone."""
        required = [argument for argument in node.arguments if not argument.optional]
        if not 0 < kept <= len(required):
            return ""
        argument = required[kept - 1]
        if argument.raw is None:
            return f"{{{self.argument(argument)}}}"
        words = escape(argument.raw.strip())
        return words if self.mode == "text" else rf"\text{{{words}}}"

    # --- declarations ------------------------------------------------------------------------

    def _declares(self, node: Command) -> bool:
        function = None if node.name in self.own else katex.FUNCTIONS.get(node.name)
        return function is not None and function.need in {Need.DECLARATION, Need.SIZE}

    def _declaration(self, name: str, rest: Sequence[Node]) -> str:
        """Return REST under the declaration NAME."""
        function = katex.FUNCTIONS[name]
        inner = self.write(rest)
        if self.mode == "text":
            return join([_TEXT_DECLARATIONS.get(name, name), " ", inner])
        if function.need is Need.DECLARATION:
            return f"{function.replacement}{{{inner}}}"
        style = r"\displaystyle " if self.display else ""
        return rf"\text{{{_TEXT_DECLARATIONS.get(name, name)}${style}{inner}$}}"

    # --- environments ------------------------------------------------------------------------

    def _environment(self, node: Environment) -> str:
        known = katex.ENVIRONMENTS.get(node.name)
        name = known.within if known else node.name
        body = self.body(node)
        if not name:
            return f"{{{body.strip()}}}"
        arguments = "".join(self.environment_argument(node.name, a) for a in node.arguments)
        name = "array" if name == "darray" else name
        written = rf"\begin{{{name}}}{arguments}{body}\end{{{name}}}"
        return rf"\ensuremath{{{written}}}" if self.mode == "text" else written

    def body(self, node: Environment) -> str:
        """Return what stands within the environment NODE."""
        body = replace(self, mode="math", display=False).write(self.columns(node))
        if body.lstrip().startswith("["):  # no option
            return rf"\relax {body.lstrip()}"
        return body if body[:1].isspace() or not body[:1].isalpha() else " " + body

    def columns(self, node: Environment) -> tuple[Node, ...]:
        """Return the nodes of NODE, with the three columns of `eqnarray` as two."""
        if node.name.removesuffix("*") != "eqnarray":
            return node.nodes
        return tuple(n for row in rows(node.nodes) for n in _two_columns(row))

    def environment_argument(self, name: str, argument: Argument) -> str:
        """Return ARGUMENT of the environment NAME: KaTeX has dashed rules in an array's columns."""
        inner = self.argument(argument)
        if name in {"array", "darray"}:
            inner = inner.replace(":", "|")
        if name == "darray":
            inner = re.sub("([lcr])", r">{\\displaystyle}\1", inner)
        return f"[{inner}]" if argument.optional else f"{{{inner}}}"

    def _copied(self, nodes: Sequence[Node], written: str) -> str:
        r"""Return what a `\let` copies: NODES as WRITTEN, or a name that TeX does not know."""
        only = nodes[0] if nodes else None
        if isinstance(only, Command) and only.name.startswith("\\"):
            known = katex.FUNCTIONS.get(only.name)
            if only.name in self.own or known is None or known.need is Need.CONTENT:
                return own_name(only.name)
        return written

    def _definition(self, node: Definition) -> str:
        name = own_name(node.name)
        body = replace(self, mode="math", defining=True).write(node.body)
        if node.command == r"\let":
            return f"\\let{name}={self._copied(node.body, body)} "
        if node.command == r"\DeclareMathOperator":
            return rf"\def{name}{{\operatorname{node.parameters}{{{body}}}}}"
        if node.parameters.startswith("#") or node.command in {
            r"\def",
            r"\gdef",
            r"\edef",
            r"\xdef",
        }:
            primitive = r"\edef" if node.command in {r"\edef", r"\xdef"} else r"\def"
            return f"{primitive}{name}{node.parameters}{{{body}}}"
        provided = rf"\providecommand{name}"
        if node.command == r"\providecommand":
            return f"{provided}{node.parameters}{{{body}}}"
        return rf"{provided}{{}}\renewcommand{name}{node.parameters}{{{body}}}"


# --- sequences -------------------------------------------------------------------------------


def _until_cell_end(nodes: Sequence[Node], start: int) -> Sequence[Node]:
    """Return NODES from START up to the end of their cell or line, where declarations end."""
    end = start
    while end < len(nodes) and not is_cell_end(nodes[end]) and not is_line_end(nodes[end]):
        end += 1
    return nodes[start:end]


def _two_columns(row: Sequence[Node]) -> list[Node]:
    """Return ROW without its second `&`."""
    cells = [index for index, node in enumerate(row) if is_cell_end(node)]
    return [node for index, node in enumerate(row) if cells[1:2] != [index]]
