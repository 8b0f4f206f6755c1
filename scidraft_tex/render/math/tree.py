"""What a formula is made of, as `parse` reads it; `start` and `end` are offsets in its TeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Mode: TypeAlias = Literal["math", "text"]


@dataclass(frozen=True, slots=True)
class Char:
    """A character that is no command, with the accents that Unicode combines with it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Space:
    """White space: one space, or the end of a line."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a command or an environment, without its braces or brackets.

    `mode` is that of its `nodes`; one that is kept as it is has `raw` instead.
    """

    nodes: tuple[Node, ...] = ()
    raw: str | None = None
    mode: Mode = "math"
    optional: bool = False
    braced: bool = True


@dataclass(frozen=True, slots=True)
class Command:
    r"""A command and its arguments, as its signature in `katex.FUNCTIONS` names them."""

    name: str
    start: int
    end: int
    arguments: tuple[Argument, ...] = ()
    starred: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes in braces."""

    nodes: tuple[Node, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Script:
    """A superscript (`^`) or a subscript (`_`)."""

    mark: str
    nodes: tuple[Node, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fenced:
    r"""What stands between `\left` and `\right`, each with its delimiter."""

    left: str
    right: str
    nodes: tuple[Node, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Environment:
    r"""What stands between `\begin` and `\end`."""

    name: str
    arguments: tuple[Argument, ...]
    nodes: tuple[Node, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula within text within a formula."""

    nodes: tuple[Node, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verb:
    r"""The content of `\verb`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Definition:
    r"""A definition of the command `name` by `command` (`\def`, `\newcommand`, `\let` …).

    `parameters` are as written: `#1#2` for `\def`, `[2][x]` for `\newcommand`.
    """

    command: str
    name: str
    parameters: str
    body: tuple[Node, ...]
    start: int
    end: int


Node: TypeAlias = (
    Char | Space | Command | Group | Script | Fenced | Environment | Formula | Verb | Definition
)


def is_blank(node: Node) -> bool:
    """Whether NODE prints nothing: white space."""
    return isinstance(node, Space)


def stripped(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return NODES without the white space at either end."""
    kept = list(nodes)
    while kept and is_blank(kept[-1]):
        kept.pop()
    while kept and is_blank(kept[0]):
        kept.pop(0)
    return tuple(kept)


def rows(nodes: Iterable[Node]) -> list[tuple[Node, ...]]:
    r"""Return NODES divided at the `\\` among them, the one that ends a row last in it."""
    done: list[tuple[Node, ...]] = []
    row: list[Node] = []
    for node in nodes:
        row.append(node)
        if is_line_end(node):
            done.append(tuple(row))
            row = []
    if stripped(row):
        done.append(tuple(row))
    return done


def is_line_end(node: Node) -> bool:
    r"""Whether NODE is `\\`, or a command that KaTeX takes for it."""
    return isinstance(node, Command) and node.name in {"\\\\", r"\cr", r"\newline"}


def is_cell_end(node: Node) -> bool:
    """Whether NODE is `&`."""
    return isinstance(node, Char) and node.text == "&"


def commands(nodes: Iterable[Node]) -> Iterator[str]:
    r"""Yield the name of every command in NODES at any depth, and `\begin{…}` of environments."""
    for node in nodes:
        if isinstance(node, Command):
            yield node.name
            for argument in node.arguments:
                yield from commands(argument.nodes)
        elif isinstance(node, Environment):
            yield f"\\begin{{{node.name}}}"
            yield from commands(node.nodes)
        elif isinstance(node, Definition):
            yield from commands(node.body)
        elif not isinstance(node, Char | Space | Verb):
            yield from commands(node.nodes)
