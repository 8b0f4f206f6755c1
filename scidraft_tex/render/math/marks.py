r"""Numbers, labels and their absence, taken out of the depth where LaTeX refuses them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scidraft_tex.render.math.tree import (
    Argument,
    Command,
    Environment,
    Fenced,
    Group,
    Node,
    Script,
)
from scidraft_tex.render.math.writing import Writing

__all__ = ["NO_MARKS", "Marks", "lift"]


@dataclass(frozen=True, slots=True)
class Marks:
    r"""The `\tag`s and `\label`s of a line; `suppressed` where it has `\notag`."""

    tags: tuple[Command, ...] = ()
    labels: tuple[Command, ...] = ()
    suppressed: bool = False

    def __add__(self, other: Marks) -> Marks:
        return Marks(
            self.tags + other.tags, self.labels + other.labels, self.suppressed or other.suppressed
        )

    def printed(self, writer: Writing) -> list[str]:
        """Return what each tag prints, with its parentheses."""
        found = [(tag, writer.argument(tag.arguments[0])) for tag in self.tags if tag.arguments]
        return [words if tag.starred else f"({words})" for tag, words in found]

    def written(self, writer: Writing) -> str:
        r"""Return the tag and the labels as LaTeX takes them at the end of a line.

        A line has one number: of several tags the first is kept.
        """
        return "".join(f" {writer.write([mark])}" for mark in (*self.tags[:1], *self.labels))


NO_MARKS = Marks()


def lift(nodes: Iterable[Node]) -> tuple[tuple[Node, ...], Marks]:
    r"""Return NODES without the marks among them at any depth, and those marks in their order."""
    kept: list[Node] = []
    marks = NO_MARKS
    for node in nodes:
        left, found = _lift(node)
        marks += found
        if left is not None:
            kept.append(left)
    return tuple(kept), marks


def _lift(node: Node) -> tuple[Node | None, Marks]:
    match node:
        case Command(name=r"\tag"):
            return None, Marks(tags=(node,))
        case Command(name=r"\label"):
            return None, Marks(labels=(node,))
        case Command(name=r"\notag" | r"\nonumber"):
            return None, Marks(suppressed=True)
        case Command(arguments=arguments) if arguments:
            done = [_lift_argument(argument) for argument in arguments]
            marks = sum((found for _, found in done), NO_MARKS)
            return (
                (replace(node, arguments=tuple(a for a, _ in done)), marks)
                if marks != NO_MARKS
                else (node, marks)
            )
        case Group() | Fenced() | Environment() | Script():
            nodes, marks = lift(node.nodes)
            return (replace(node, nodes=nodes), marks) if marks != NO_MARKS else (node, marks)
        case _:
            return node, NO_MARKS


def _lift_argument(argument: Argument) -> tuple[Argument, Marks]:
    nodes, marks = lift(argument.nodes)
    return replace(argument, nodes=nodes), marks
