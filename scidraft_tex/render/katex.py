r"""The table of what KaTeX takes and what LaTeX needs for it; its data is data/katex.toml.

KaTeX is what the authors tested with, so whatever it takes must typeset (docs/format.md, section
3).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any

from scidraft_tex.engines import Engine

__all__ = [
    "BASE_PACKAGES",
    "COLOURS",
    "ENVIRONMENTS",
    "FUNCTIONS",
    "Environment",
    "Function",
    "Need",
    "colour",
    "definitions",
    "packages",
    "used_commands",
]


class Need(StrEnum):
    """What LaTeX needs for a command of KaTeX's."""

    SAME = "same"  # nothing: the package that has it is named
    ALIAS = "alias"  # a definition in the preamble
    RENAMED = "renamed"  # another name: LaTeX has this one with another meaning
    DECLARATION = "declaration"  # the rest of its group as the argument of another command
    SIZE = "size"  # the rest of its group in a box of that size
    CONTENT = "content"  # nothing but the content of one argument


@dataclass(frozen=True, slots=True)
class Function:
    """A command.

    `arguments` is its signature (data/katex.toml says how). `package` is set where `need` is
    `SAME`. `replacement` is the alias's body, the other name, or the command that a declaration
    becomes. `kept` is the argument that is printed of one whose content alone is, from 1; 0: none.
    `text` and `math` say where it may stand.
    """

    name: str
    arguments: str = ""
    need: Need = Need.SAME
    package: str = ""
    replacement: str = ""
    kept: int = 0
    text: bool = False
    math: bool = True


@dataclass(frozen=True, slots=True)
class Environment:
    r"""An environment.

    `rows` is "cells" where `\\` and `&` divide it, "rows" where `\\` alone does, else empty.
    `outer` environments are displays of their own in LaTeX; `within` is the one that stands for
    such a one inside a formula, empty where its content alone does.
    """

    name: str
    arguments: str = ""
    rows: str = ""
    outer: bool = False
    within: str = ""


BASE_PACKAGES = frozenset({"kernel", "amsmath", "amssymb", "mathtools", "xcolor"})
"""What every document loads."""


def _read(name: str) -> dict[str, Any]:
    text = (files("scidraft_tex") / "data" / name).read_text("utf-8")
    return tomllib.loads(text)


def _functions(table: dict[str, Any]) -> dict[str, Function]:
    signatures = {
        name: signature for signature, names in table["arguments"].items() for name in names.split()
    }
    both, only = (frozenset(table["modes"][mode].split()) for mode in ("both", "text"))
    declarations = dict(table["declarations"])
    sizes = declarations.pop("sizes").split()

    def of(
        name: str, need: Need, package: str = "", replacement: str = "", kept: int = 0
    ) -> Function:
        return Function(
            name,
            signatures.get(name, ""),
            need,
            package,
            replacement,
            kept,
            text=name in both or name in only,
            math=name not in only,
        )

    known = [
        *(
            of(name, Need.SAME, package)
            for package, names in table["packages"].items()
            for name in (*names.split(), *(("\\ ",) if package == "kernel" else ()))
        ),
        *(of(name, Need.SAME, "beyond") for name in table["beyond"]["names"].split()),
        *(of(name, Need.ALIAS, "", body) for name, body in table["aliases"].items()),
        *(of(name, Need.RENAMED, "", other) for name, other in table["renamed"].items()),
        *(of(name, Need.DECLARATION, "", other) for name, other in declarations.items()),
        *(of(name, Need.SIZE) for name in sizes),
        *(of(name, Need.CONTENT, "", "", kept) for name, kept in table["content"].items()),
    ]
    return {function.name: function for function in known}


_TABLE = _read("katex.toml")

FUNCTIONS: Mapping[str, Function] = _functions(_TABLE)
"""Every command that a formula may hold, by name with its backslash."""

ENVIRONMENTS: Mapping[str, Environment] = {
    name: Environment(
        name,
        row.get("arguments", ""),
        row.get("rows", ""),
        outer="within" in row and name != "split",
        within=row.get("within", name),
    )
    for name, row in _TABLE["environments"].items()
}
"""Every environment that a formula may hold, by name."""

COLOURS: Mapping[str, str] = _read("colours.toml")["css"]
"""The colours of CSS by name in lower case, as six hexadecimal digits."""

_UNICODE_ALIASES: Mapping[str, str] = _TABLE["unicode-aliases"]
_AMS_SYMBOLS: Mapping[str, str] = {
    name: "{{{}}}{{{}}}{{{}}}".format(*place.split())
    for name, place in _TABLE["ams-symbols"].items()
}
_COMMAND = re.compile(r"\\[A-Za-z]+")
_ENVIRONMENT_PACKAGES = {"CD": "amscd", "darray": "array"}


def colour(name: str) -> str | None:
    """Return the colour that KaTeX calls NAME as six hexadecimal digits, or None if there is none.

    It takes CSS names and `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or six digits without `#`; what
    lets the page shine through is left out, since paper has one colour.
    """
    known = COLOURS.get(name.strip().lower())
    if known:
        return known
    digits = name.strip().removeprefix("#").upper()
    if not digits or any(c not in "0123456789ABCDEF" for c in digits):
        return None
    if len(digits) in {3, 4} and "#" in name:
        return "".join(2 * c for c in digits[:3])
    return digits[:6] if len(digits) == 6 or (len(digits) == 8 and "#" in name) else None


def used_commands(tex: str) -> frozenset[str]:
    r"""Return the commands in TEX, formulas or a chapter's LaTeX, and the `\begin{…}` in it."""
    begun = re.findall(r"\\begin\{(\w+)\*?\}", tex)
    return frozenset(_COMMAND.findall(tex)) | {rf"\begin{{{name}}}" for name in begun}


def packages(names: Iterable[str] | None = None) -> tuple[str, ...]:
    r"""Return the packages that the commands and `\begin{…}` of NAMES need beyond the base, sorted.

    All that any command of KaTeX's needs if NAMES is None.
    """
    everything = (*FUNCTIONS, *(rf"\begin{{{name}}}" for name in ENVIRONMENTS))
    found = {_package(name) for name in (everything if names is None else names)}
    return tuple(sorted(found - BASE_PACKAGES - {"", "beyond"}))


def _package(name: str) -> str:
    if name.startswith(r"\begin{"):
        return _ENVIRONMENT_PACKAGES.get(name[7:-1], "")
    function = FUNCTIONS.get(name)
    return function.package if function else ""


def definitions(engine: Engine, names: Collection[str] | None = None) -> str:
    r"""Return the lines that define the aliases which the commands NAMES need with ENGINE.

    All of them if NAMES is None. An alias whose body holds another brings that one along. The
    lines hold internal commands of LaTeX (`@` must be a letter) and belong after the packages.
    """
    bodies = {f.name: f.replacement for f in FUNCTIONS.values() if f.need is Need.ALIAS}
    lines = {name: _provide(name, body) for name, body in bodies.items()}
    if engine is not Engine.PDFLATEX:
        bodies |= _UNICODE_ALIASES
        lines |= {name: _replace(name, body) for name, body in _UNICODE_ALIASES.items()}
        lines |= {name: rf"\formulaams{name}{place}" for name, place in _AMS_SYMBOLS.items()}
    wanted = set(lines) if names is None else _closure(set(names), bodies, set(lines))
    return "\n".join(lines[name] for name in sorted(wanted))


def _closure(names: set[str], bodies: Mapping[str, str], known: set[str]) -> set[str]:
    """Return those of NAMES that are KNOWN, and the known ones that their bodies hold."""
    found: set[str] = set()
    pending = names & known
    while pending:
        name = pending.pop()
        found.add(name)
        pending |= (set(_COMMAND.findall(bodies.get(name, ""))) & known) - found
    return found


def _provide(name: str, body: str) -> str:
    return rf"\providecommand*{name}{_numbers(name)}{{{body}}}"


def _replace(name: str, body: str) -> str:
    r"""Return the line that defines NAME as BODY even where it exists.

    LaTeX has some names only to say which package to load for them, and unicode-math defines its
    own at `\begin{document}`. What stands for a single command is `\let` to it: it may be a
    delimiter.
    """
    if FUNCTIONS[name].arguments:
        return rf"\DeclareRobustCommand*{name}{_numbers(name)}{{{body}}}"
    if _COMMAND.fullmatch(body):
        return rf"\AtBeginDocument{{\let{name}{body}}}"
    return rf"\AtBeginDocument{{\DeclareRobustCommand*{name}{{{body}}}}}"


def _numbers(name: str) -> str:
    r"""Return how many arguments NAME takes, as `\newcommand` is told; an optional one is empty."""
    arguments = FUNCTIONS[name].arguments
    optional = "[]" if arguments.startswith("o") else ""
    return f"[{len(arguments)}]{optional}" if arguments else ""
