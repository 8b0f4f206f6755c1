"""Reads the TeX of a formula into a tree, and says in the writer's terms what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from scidraft_tex.render.math.parser import Parser
from scidraft_tex.render.math.reader import Problem
from scidraft_tex.render.math.scan import scan
from scidraft_tex.render.math.tree import Mode, Node

__all__ = ["Parsed", "parse"]


@dataclass(frozen=True, slots=True)
class Parsed:
    """A formula's tree, and what is wrong with it in the order of the text.

    `own` are the commands that are known by their names alone, with those that it defines itself.
    """

    nodes: tuple[Node, ...]
    problems: tuple[Problem, ...]
    own: frozenset[str] = frozenset()


_KEPT = 256
"""How many trees are kept: a formula is checked, measured and written one after the other."""


def parse(tex: str, own: Collection[str] = (), *, mode: Mode = "math") -> Parsed:
    """Read TEX; OWN names the commands that the note or the site defines, known by name alone."""
    return _parsed(tex, frozenset(own), mode)


@lru_cache(_KEPT)
def _parsed(tex: str, own: frozenset[str], mode: Mode) -> Parsed:
    parser = Parser(tex, scan(tex), set(own))
    nodes = parser.nodes("", mode)
    problems = tuple(sorted(parser.problems, key=lambda p: p.offset))
    return Parsed(tuple(nodes), problems, frozenset(parser.own))
