r"""Commands of which more than the name is written: colours, distances, pictures, alphabets."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import PurePosixPath

from scidraft_tex.render import katex
from scidraft_tex.render.math.joining import join
from scidraft_tex.render.math.tree import Argument, Char, Command, Node
from scidraft_tex.render.math.writing import Writing
from scidraft_tex.render.tex import escape
from scidraft_tex.symbols import formula_command

__all__ = ["SPECIAL"]

_CAPITALS = frozenset({r"\mathbb", r"\mathcal", r"\mathscr", r"\Bbb"})
"""Alphabets whose fonts have other signs for small letters, and all but one for digits."""

_LETTERS = frozenset({r"\mathrm", r"\mathbf", r"\mathit", r"\mathsf", r"\mathtt", r"\bold"})
"""Alphabets that are text fonts with unicode-math, without the Greek of formulas."""

_GREEK_NAMES = """
    Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta
    epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi
    omega varepsilon vartheta varpi varrho varsigma varphi nabla partial
"""
_GREEK = frozenset(f"\\{name}" for name in _GREEK_NAMES.split())


def _first(node: Command) -> str:
    return node.arguments[0].raw or "" if node.arguments else ""


def _color(_writer: Writing, node: Command) -> str:
    found = katex.colour(_first(node))
    return rf"\color[HTML]{{{found}}}" if found else ""


def _textcolor(writer: Writing, node: Command) -> str:
    found = katex.colour(_first(node))
    content = f"{{{writer.argument(node.arguments[-1])}}}" if len(node.arguments) > 1 else "{}"
    name = r"\mathcolor" if writer.mode == "math" else r"\textcolor"
    return rf"{name}[HTML]{{{found}}}{content}" if found else content


def _colorbox(writer: Writing, node: Command) -> str:
    *colours, content = node.arguments or (Argument(),)
    found = [katex.colour(argument.raw or "") or "FFFFFF" for argument in colours]
    inner = writer.argument(content)
    return rf"{node.name}[HTML]{''.join(f'{{{c}}}' for c in found)}{{{inner}}}"


def _kern(_writer: Writing, node: Command) -> str:
    r"""A distance: without braces for TeX, mathematical units with `\mkern` and `\mskip` alone."""
    length = re.sub(r"\s+", "", _first(node)) or "0pt"
    pairs = {r"\kern": r"\mkern", r"\hskip": r"\mskip"}
    back = {other: name for name, other in pairs.items()}
    table = pairs if length.endswith("mu") else back
    return f"{table.get(node.name, node.name)}{length}\\relax "


def _hspace(_writer: Writing, node: Command) -> str:
    length = re.sub(r"\s+", "", _first(node))
    if length.endswith("mu"):
        return rf"\mspace{{{length}}}"
    return rf"\hspace{'*' if node.starred else ''}{{{length}}}"


def _above(_writer: Writing, node: Command) -> str:
    return f"\\above{_first(node) or '0pt'} "


def _alphabet(writer: Writing, node: Command) -> str:
    """An alphabet: what its fonts lack is taken out of it and becomes what KaTeX shows for it."""
    nodes = node.arguments[0].nodes if node.arguments else ()
    outside = [_outside(node.name, n) for n in nodes]
    if not any(outside):
        return writer.call(node, node.name)
    pieces = []
    for lacking, run in groupby(zip(outside, nodes, strict=True), key=lambda pair: pair[0]):
        inner = writer.write([n for _, n in run])
        pieces.append(f"{lacking or node.name}{{{inner}}}" if lacking != "-" else inner)
    return join(("{", *pieces, "}"))


def _outside(alphabet: str, node: Node) -> str:
    """Return the command for NODE in place of ALPHABET, "-" for none; empty if ALPHABET has it."""
    if isinstance(node, Char) and node.text.isascii():
        if alphabet in _CAPITALS and (
            node.text.islower() or (node.text.isdecimal() and alphabet != r"\mathcal")
        ):
            return r"\mathbf" if alphabet in {r"\mathbb", r"\Bbb"} else "-"
        return ""
    written = formula_command(node.text) if isinstance(node, Char) else None
    name = written or (node.name if isinstance(node, Command) else "")
    if name in _GREEK:
        capital = name[1].isupper()
        return r"\boldsymbol" if capital and alphabet in {r"\mathbf", r"\bold"} else "-"
    return ""


def _vcenter(writer: Writing, node: Command) -> str:
    inner = writer.argument(node.arguments[0]) if node.arguments else ""
    return rf"\vcenter{{\hbox{{${inner}$}}}}"


def _reference(writer: Writing, node: Command) -> str:
    return rf"{node.name}{{{writer.label(_first(node).strip())}}}"


def _picture(writer: Writing, node: Command) -> str:
    """A picture: its alternative text, or its file's name."""
    options = node.arguments[0].raw or "" if node.arguments and node.arguments[0].optional else ""
    told = re.search(r"alt\s*=\s*\{?([^,}]*)", options)
    source = node.arguments[-1].raw or "" if node.arguments else ""
    words = escape(told[1].strip() if told else PurePosixPath(source.strip()).name)
    return words if writer.mode == "text" else rf"\text{{{words}}}"


_UNITS = re.compile(
    r"""(?P<number>[+-]?\d+(?:[.,]\d+)*(?:\s*\(\d+\))?(?:[eE](?P<power>[+-]?\d+))?)
    |   (?P<unit>[A-Za-zµμΩ°%]+)\^?(?P<exponent>[+-]?\d+)?
    |   (?P<join>\s*[*.·]\s*) | (?P<other>\s+|.)""",
    re.VERBOSE,
)


def _quantity(writer: Writing, node: Command) -> str:
    r"""A number with its unit, as mhchem's `\pu` of the web has it: `\pu{1.2e3 kJ mol-1}`."""
    content = _first(node).strip()
    if any(c in content for c in "\\{}$"):
        return rf"\ensuremath{{\mathrm{{{content}}}}}"
    pieces = []
    for found in _UNITS.finditer(content):
        if found["number"]:
            digits = found["number"].replace(" ", "")
            mantissa = re.split("[eE]", digits)[0]
            power = rf" \times 10^{{{int(found['power'])}}}" if found["power"] else ""
            pieces.append(mantissa.replace(",", "{,}") + power)
        elif found["unit"]:
            raised = f"^{{{found['exponent']}}}" if found["exponent"] else ""
            unit = found["unit"].replace("%", r"\%")
            pieces.append(
                "".join(_unit(part) for part in re.split("([µμΩ°])", unit) if part) + raised
            )
        else:
            pieces.append(
                r"\cdot " if found["join"] else r"\," if found["other"].isspace() else found[0]
            )
    body = join(pieces)
    return body if writer.mode == "math" else rf"\ensuremath{{{body}}}"


def _unit(part: str) -> str:
    return rf"\mathrm{{{part}}}" if part.isascii() else formula_command(part) or ""


def _line_end(_writer: Writing, node: Command) -> str:
    option = f"[{_first(node)}]" if node.arguments else ""
    return rf"\\{option}"


SPECIAL: dict[str, Callable[[Writing, Command], str]] = {
    "\\\\": _line_end,
    r"\cr": _line_end,
    r"\color": _color,
    r"\textcolor": _textcolor,
    r"\mathcolor": _textcolor,
    r"\colorbox": _colorbox,
    r"\fcolorbox": _colorbox,
    **dict.fromkeys((r"\kern", r"\mkern", r"\hskip", r"\mskip"), _kern),
    r"\hspace": _hspace,
    r"\above": _above,
    **dict.fromkeys(_CAPITALS | _LETTERS, _alphabet),
    r"\vcenter": _vcenter,
    **dict.fromkeys((r"\ref", r"\eqref", r"\label"), _reference),
    r"\includegraphics": _picture,
    r"\pu": _quantity,
}
