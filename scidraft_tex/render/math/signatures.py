r"""What is known of a note's own commands: how many arguments they take, and whether they end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from types import MappingProxyType

from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.tree import Definition, commands

__all__ = [
    "NO_MACROS",
    "RESERVED",
    "Signature",
    "parameters_used",
    "signature_of",
    "signatures_of",
]

_OF_TEX = r"""
    \begin \end \left \right \par \relax \def \edef \gdef \xdef \let \global \long \hbox \vbox
    \vcenter \hskip \kern \halign \cr \span \omit \noalign \char \mathchar \mathchoice \text
    \csname \endcsname \expandafter \noexpand \number \string \the \if \ifx \ifmmode \else \fi
    \begingroup \endgroup \bgroup \egroup \newcommand \renewcommand \providecommand
"""
RESERVED = frozenset(_OF_TEX.split())
"""Commands that the others are made of: with another meaning of one nothing can be set."""

_PARAMETER = re.compile(r"(?<![#\\])#([1-9])")
_COUNT = re.compile(r"\[([0-9])\]")


HUGE = 20_000
"""How many commands one may stand for: KaTeX gives up at a thousand."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A command: it takes `count` arguments, the first in brackets or left out if it `defaults`.

    `uses` are the commands in its meaning, each as often as it stands there; it is `endless` if
    they lead back to it, and `huge` if it stands for more of them than anyone would write.
    """

    count: int = 0
    defaults: bool = False
    uses: tuple[str, ...] = ()
    endless: bool = False
    huge: bool = False

    @property
    def needed(self) -> int:
        """How many arguments it cannot do without."""
        return self.count - self.defaults


NO_MACROS: Mapping[str, Signature] = MappingProxyType({})
"""Those of a note without commands of its own."""


def signature_of(node: Definition) -> Signature:
    """Return what the definition NODE says of its command."""
    numbers = _PARAMETER.findall(node.parameters)
    count = _COUNT.match(node.parameters)
    copied = node.command == r"\let"
    return Signature(
        len(numbers) or (int(count[1]) if count else 0),
        defaults=node.parameters.count("[") > 1,
        uses=() if copied else tuple(commands(node.body)),
    )


def parameters_used(node: Definition, tex: str) -> Iterator[re.Match[str]]:
    r"""Yield each `#n` in the meaning of the definition NODE within the formula TEX."""
    if node.body:
        yield from _PARAMETER.finditer(tex, node.body[0].start, node.end)


def signatures_of(formulas: Iterable[str]) -> dict[str, Signature]:
    r"""Return the signatures of the commands that FORMULAS define, in their order.

    The first definition of a name holds; one that copies another (`\let`) says nothing of it.
    """
    found: dict[str, Signature] = {}
    for formula in formulas:
        for node in parse(formula).nodes:
            if isinstance(node, Definition) and node.command != r"\let":
                found.setdefault(node.name, signature_of(node))
    endless = {name for name in found if _leads_back(name, found)}
    sizes = _sizes({name: known for name, known in found.items() if name not in endless})
    return {
        name: replace(known, endless=name in endless, huge=sizes.get(name, 0) > HUGE)
        for name, known in found.items()
    }


def _sizes(macros: Mapping[str, Signature]) -> dict[str, int]:
    """Return for each of MACROS, none of which is endless, how many commands it comes to."""
    graph = {name: set(known.uses) & set(macros) for name, known in macros.items()}
    sizes: dict[str, int] = {}
    for name in TopologicalSorter(graph).static_order():
        sizes[name] = 1 + sum(sizes.get(used, 1) for used in macros[name].uses)
    return sizes


def _leads_back(name: str, macros: Mapping[str, Signature]) -> bool:
    """Tell whether the meaning of NAME comes to NAME again by way of MACROS."""
    seen: set[str] = set()
    left = [name]
    while left:
        for used in macros[left.pop()].uses:
            if used == name:
                return True
            if used in macros and used not in seen:
                seen.add(used)
                left.append(used)
    return False
