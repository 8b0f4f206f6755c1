"""What TeX would stop at in a formula, found before TeX runs and said in the writer's terms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scidraft_tex.render import katex
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.reader import Fault, Problem
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

__all__ = ["check_math"]

_SCRIPTS = {"^": "superscript", "_": "subscript"}


def check_math(tex: str, own: Collection[str] = (), *, display: bool = True) -> list[Problem]:
    r"""Return what is wrong with the formula TEX, in the order of its text; nothing if it typesets.

    OWN names the commands that the note or the site defines. In a DISPLAY, `&` and `\\` may stand
    outside of any environment: such lines are aligned.
    """
    parsed = parse(tex, own)
    checker = _Checker(tex)
    checker.nodes(parsed.nodes, "cells" if display else "")
    return sorted((*parsed.problems, *checker.problems), key=lambda problem: problem.offset)


class _Checker:
    """Walks a tree; what is wrong gathers in `problems`."""

    def __init__(self, tex: str) -> None:
        self.tex = tex
        self.problems: list[Problem] = []

    def problem(self, fault: Fault, offset: int, message: str, hint: str = "") -> None:
        before = self.tex[:offset]
        column = offset - before.rfind("\n")
        self.problems.append(Problem(fault, offset, before.count("\n") + 1, column, message, hint))

    def nodes(self, nodes: Sequence[Node], divided: str) -> None:
        """Check NODES; DIVIDED says what may divide them, as `katex.Environment.rows` does."""
        self._scripts(nodes)
        for node in nodes:
            if is_cell_end(node) and divided != "cells":
                self._cell_end(node, divided)
            elif is_line_end(node) and divided == "fenced":
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
            case Definition():
                pass
            case Script():
                self.nodes(node.nodes, "braces")
            case _:
                fenced = type(node).__name__ == "Fenced"
                self.nodes(node.nodes, "fenced" if fenced else "braces")

    def _command(self, node: Command) -> None:
        function = katex.FUNCTIONS.get(node.name)
        for kind, argument in zip(
            function.arguments.lstrip("*oO") if function else "",
            (a for a in node.arguments if not a.optional),
            strict=False,
        ):
            if kind == "c" and katex.colour(argument.raw or "") is None:
                message = f"{(argument.raw or '').strip() or 'nothing'} is not a colour"
                hint = "write a name of CSS or # and six digits; it is printed uncoloured"
                self.problem(Fault.COLOUR, node.start, message, hint)
        for argument in node.arguments:
            self._argument(argument)

    def _argument(self, argument: Argument) -> None:
        if argument.mode == "math":
            self.nodes(argument.nodes, "braces")
        else:
            for node in argument.nodes:
                self._node(node)

    def _scripts(self, nodes: Iterable[Node]) -> None:
        """Find a base with two superscripts or two subscripts among NODES."""
        seen: set[str] = set()
        for node in nodes:
            if isinstance(node, Script):
                if node.mark in seen:
                    self._double(node.mark, node.start)
                seen.add(node.mark)
            elif isinstance(node, Char) and node.text in "'′″‴":
                if "^" in seen:
                    self._double("^", node.start)
                seen.add("'")
            elif isinstance(node, Command) and node.name in {r"\limits", r"\nolimits"}:
                continue
            elif not isinstance(node, Space):
                seen = set()

    def _double(self, mark: str, offset: int) -> None:
        name = _SCRIPTS[mark]
        self.problem(
            Fault.SCRIPT,
            offset,
            f"a second {name} on the same base",
            f"put the first {name} in braces",
        )
