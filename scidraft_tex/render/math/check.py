"""What TeX would stop at in a formula, found before TeX runs and said in the writer's terms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from scidraft_tex.render import katex
from scidraft_tex.render.math.columns import column_count
from scidraft_tex.render.math.names import stranger
from scidraft_tex.render.math.parse import Parsed, parse
from scidraft_tex.render.math.reader import Fault, Problem
from scidraft_tex.render.math.signatures import (
    HUGE,
    NO_MACROS,
    RESERVED,
    Signature,
    parameters_used,
    signature_of,
)
from scidraft_tex.render.math.tree import (
    Argument,
    Char,
    Command,
    Definition,
    Environment,
    Node,
    Script,
    Space,
    Verb,
    is_cell_end,
    is_line_end,
)
from scidraft_tex.render.math.write import Writer
from scidraft_tex.spelling import did_you_mean

__all__ = ["check_math"]

_SCRIPTS = {"^": "superscript", "_": "subscript"}
_LIMITS = frozenset({r"\limits", r"\nolimits"})


def check_math(
    tex: str,
    own: Collection[str] = (),
    *,
    display: bool = True,
    macros: Mapping[str, Signature] = NO_MACROS,
) -> list[Problem]:
    r"""Return what is wrong with the formula TEX, in the order of its text; nothing if it typesets.

    OWN names the commands that the note or the site defines, and MACROS has what is known of the
    note's. In a DISPLAY, `&` and `\\` may stand outside of any environment: such lines are aligned.
    """
    parsed = parse(tex, own)
    checker = _Checker(tex, macros)
    checker.nodes(parsed.nodes, "cells" if display else "")
    if not parsed.problems and not checker.problems:
        checker.strangers(parsed, own)
    return sorted((*parsed.problems, *checker.problems), key=lambda problem: problem.offset)


class _Checker:
    """Walks a tree; what is wrong gathers in `problems`."""

    def __init__(self, tex: str, macros: Mapping[str, Signature]) -> None:
        self.tex = tex
        self.macros = macros
        self.problems: list[Problem] = []

    def problem(self, fault: Fault, offset: int, message: str, hint: str = "") -> None:
        before = self.tex[:offset]
        column = offset - before.rfind("\n")
        self.problems.append(Problem(fault, offset, before.count("\n") + 1, column, message, hint))

    def strangers(self, parsed: Parsed, own: Collection[str]) -> None:
        """Find what no command of a formula is, in arguments that are not read as formulas."""
        found = stranger(Writer(own=own).write(parsed.nodes), parsed.own)
        if found:
            offset = max(self.tex.find(found), 0)
            message = f"{found} is not a command that KaTeX or this program knows here"
            self.problem(Fault.COMMAND, offset, message, "mend its name, or leave it out")

    def nodes(self, nodes: Sequence[Node], divided: str, *, braced: bool = True) -> None:
        """Check NODES; DIVIDED says what may divide them, as `katex.Environment.rows` does.

        Arguments of what is not BRACED stand after it.
        """
        self._scripts(nodes)
        if braced:
            self._calls(nodes)
        broken = False
        for node in nodes:
            if is_cell_end(node) and divided != "cells" and not broken:
                self._cell_end(node, divided)
            elif is_line_end(node) and divided == "fenced":
                broken = True
                hint = r"close it with \right. and open the next line with \left."
                self.problem(
                    Fault.ALIGNMENT, node.start, r"a line ends between \left and \right", hint
                )
            self._node(node)

    def _cell_end(self, node: Node, divided: str) -> None:
        message, hint = {
            "": ("& stands outside of an alignment", r"write \&, or use aligned"),
            "rows": (
                "& stands in an environment of one column",
                "use one that aligns, or leave it out",
            ),
            "braces": ("& stands within braces", "close the braces before it"),
            "fenced": (
                r"& stands between \left and \right",
                r"close it with \right. before it and open again with \left. after it",
            ),
        }[divided]
        self.problem(Fault.ALIGNMENT, node.start, message, hint)

    def _node(self, node: Node) -> None:
        match node:
            case Char() | Space() | Verb():
                pass
            case Command():
                self._command(node)
            case Environment():
                known = katex.ENVIRONMENTS.get(node.name)
                self.nodes(node.nodes, known.rows if known else "cells")
                self._columns(node)
            case Definition():
                self._definition(node)
            case Script():
                after = self.tex[node.start + 1 : node.end].lstrip()
                self.nodes(node.nodes, "braces", braced=after.startswith("{"))
            case _:
                fenced = type(node).__name__ == "Fenced"
                self.nodes(node.nodes, "fenced" if fenced else "braces")

    def _command(self, node: Command) -> None:
        function = katex.FUNCTIONS.get(node.name)
        own = self.macros.get(node.name, Signature())
        if own.endless or own.huge:
            self.problem(Fault.ENDLESS, node.start, f"{node.name} is defined by itself")
        for kind, argument in zip(
            function.arguments.lstrip("*oO") if function else "",
            (a for a in node.arguments if not a.optional),
            strict=False,
        ):
            if kind == "c" and katex.colour(argument.raw or "") is None:
                message = f"{(argument.raw or '').strip() or 'nothing'} is not a colour"
                hint = did_you_mean((argument.raw or "").strip(), katex.COLOURS)
                hint = hint or "write a name of CSS or # and six digits; it is printed uncoloured"
                at = self.tex.find(argument.raw or "{", node.start)
                self.problem(Fault.COLOUR, max(at, node.start), message, hint)
        for argument in node.arguments:
            self._argument(argument)

    def _argument(self, argument: Argument) -> None:
        if argument.mode == "math":
            self.nodes(argument.nodes, "braces", braced=argument.braced)
        else:
            for node in argument.nodes:
                self._node(node)

    def _columns(self, node: Environment) -> None:
        """Find the first cell of each row that the environment NODE has no column for."""
        most = column_count(node)
        if most is None:
            return
        count = 1
        for inner in node.nodes:
            if is_line_end(inner):
                count = 1
            elif is_cell_end(inner):
                count += 1
                if count == most + 1:
                    columns = "1 column" if most == 1 else f"{most} columns"
                    message = f"the row has more cells than {node.name}, which has {columns}"
                    hint = r"remove an &, or end the row before it with \\"
                    self.problem(Fault.ALIGNMENT, inner.start, message, hint)

    # --- commands of the note's own ------------------------------------------------------------

    def _definition(self, node: Definition) -> None:
        """Find what a definition cannot mean: a parameter that it has not, or itself."""
        if node.name in RESERVED:
            message = f"{node.name} is a command that TeX itself is made of"
            self.problem(Fault.ARGUMENT, node.start, message, "choose another name")
            return
        known = signature_of(node)
        for found in parameters_used(node, self.tex):
            if int(found[1]) > known.count:
                has = "1 argument" if known.count == 1 else f"{known.count or 'no'} arguments"
                message = f"{node.name} uses #{found[1]} and takes {has}"
                hint = f"declare it: \\newcommand{{{node.name}}}[{found[1]}]{{…}}"
                self.problem(Fault.ARGUMENT, found.start(), message, hint)
                return
        if node.name in self.macros and self.macros[node.name].endless:
            message = f"{node.name} is defined by itself, and would never end"
            hint = "define it under a name that its meaning does not use"
            self.problem(Fault.ARGUMENT, node.start, message, hint)
        elif node.name in self.macros and self.macros[node.name].huge:
            message = f"{node.name} stands for more than {HUGE} commands"
            self.problem(Fault.ARGUMENT, node.start, message, "define less by it")

    def _calls(self, nodes: Sequence[Node]) -> None:
        """Find the note's own commands that do not have their arguments among NODES."""
        for at, node in enumerate(nodes):
            if not isinstance(node, Command) or node.name not in self.macros:
                continue
            known = self.macros[node.name]
            following = [n for n in nodes[at + 1 :] if not isinstance(n, Space)]
            have = next((i for i, n in enumerate(following) if is_cell_end(n)), len(following))
            if have < known.needed and not known.defaults:
                wanted = "argument" if known.count == 1 else "arguments"
                message = f"{node.name} wants {known.count} {wanted} and has {have or 'none'}"
                hint = "add what is missing, in braces"
                self.problem(Fault.ARGUMENT, node.start, message, hint)

    # --- scripts -------------------------------------------------------------------------------

    def _scripts(self, nodes: Iterable[Node]) -> None:
        """Find a base with two superscripts or two subscripts among NODES."""
        seen: set[str] = set()
        before: Node | None = None
        for node in nodes:
            if isinstance(node, Command) and node.name in _LIMITS:
                self._limits(node, before)
                continue
            before = before if isinstance(node, Space) else node
            if isinstance(node, Script):
                if node.mark in seen:
                    self._double(node.mark, node.start)
                seen.add(node.mark)
            elif isinstance(node, Char) and node.text in "'′″‴":
                if "^" in seen:
                    self._double("^", node.start)
                seen.add("'")
            elif not isinstance(node, Space):
                seen = set()

    def _limits(self, node: Command, before: Node | None) -> None:
        r"""Find a `\limits` NODE after a letter or a digit; what else stands BEFORE may be one."""
        if before is None or (isinstance(before, Char) and before.text.isalnum()):
            what = before.text if before else "nothing"
            message = f"{node.name} stands after {what}, which is no operator"
            hint = r"leave it out, or make the base an operator: \mathop{…}"
            self.problem(Fault.SCRIPT, node.start, message, hint)

    def _double(self, mark: str, offset: int) -> None:
        name = _SCRIPTS[mark]
        self.problem(
            Fault.SCRIPT,
            offset,
            f"a second {name} on the same base",
            f"put the first {name} in braces",
        )
