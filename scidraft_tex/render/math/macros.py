r"""Definitions within formulas, taken out to hold for the note, and the site's own macros."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from scidraft_tex.render.math.names import own_name
from scidraft_tex.render.math.parse import parse
from scidraft_tex.render.math.signatures import parameters_used, signature_of
from scidraft_tex.render.math.tree import Definition
from scidraft_tex.render.math.write import Writer

__all__ = ["MacroDef", "macro_definitions", "split_macros"]


@dataclass(frozen=True, slots=True)
class MacroDef:
    r"""A command that a formula defines.

    `tex` is what defines it in the note's group: `\formulamacro` leaves it its meaning in text, so
    that a formula's `\d` does not change the letter ḍ of a name. `redefines` says that the author
    expects it to exist (`\renewcommand`); `offset` counts the characters before it in the formula.
    """

    name: str
    tex: str
    offset: int
    redefines: bool = False


def split_macros(tex: str, own: Collection[str] = ()) -> tuple[list[MacroDef], str]:
    r"""Return the definitions of the formula TEX, and the formula without them.

    KaTeX forgets them at the formula's end, except `\gdef`; the format lets them hold for the note
    (docs/format.md, section 3). Those within braces are the braces' own and stay where they are.
    """
    found: list[MacroDef] = []
    rest: list[str] = []
    position = 0
    for node in parse(tex, own).nodes:
        if isinstance(node, Definition):
            found.append(_macro(_bounded(node, tex), own))
            rest.append(tex[position : node.start])
            position = node.end
    rest.append(tex[position:])
    return found, "".join(rest) if found else tex


def _bounded(node: Definition, tex: str) -> Definition:
    r"""Return the definition NODE in TEX with no meaning if that uses a `#n` too many.

    TeX would stop at that. It is reported where its formula is checked.
    """
    count = signature_of(node).count
    wrong = any(int(found[1]) > count for found in parameters_used(node, tex))
    return replace(node, body=()) if wrong else node


def _macro(node: Definition, own: Collection[str]) -> MacroDef:
    written = Writer(own={*own, node.name}).write([node])
    redefines = node.command == r"\renewcommand"
    if node.command == r"\providecommand":
        return MacroDef(node.name, written, node.start)
    tex = f"\\formulamacro{own_name(node.name)}{{{written}}}"
    return MacroDef(node.name, tex, node.start, redefines)


def macro_definitions(pairs: Iterable[tuple[str, str]]) -> str:
    r"""Return the lines that define the site's KaTeX macros PAIRS: names with backslash, bodies.

    A body takes as many arguments as its highest `#n`. Names that are no command, such as a single
    character, are left out: KaTeX replaces them, and what stands for them in print is in the
    tables.
    """
    kept = [
        (name, body) for name, body in pairs if re.fullmatch(r"\\(?:[A-Za-z]+|[^A-Za-z\s])", name)
    ]
    own = {name for name, _ in kept}
    return "\n".join(_site_macro(name, body, own) for name, body in kept)


def _site_macro(name: str, body: str, own: Collection[str]) -> str:
    count = max((int(n) for n in re.findall(r"#([1-9])", body)), default=0)
    numbers = "".join(f"#{n}" for n in range(1, count + 1))
    definition = parse(rf"\def{name}{numbers}{{{body}}}", own).nodes[:1]
    return f"\\formulamacro{own_name(name)}{{{Writer(own=own).write(definition)}}}"
