r"""What a character means in a formula: commands of LaTeX for Unicode's mathematical characters.

The table is data/symbols.toml. Superscripts, subscripts, the mathematical alphabets and letters
with accents follow rules instead of rows.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from importlib.resources import files
from itertools import chain

__all__ = ["ACCENTS", "FORMULA", "SUBSCRIPTS", "SUPERSCRIPTS", "formula_command"]

FORMULA: Mapping[str, str] = tomllib.loads(
    (files("scidraft_tex") / "data" / "symbols.toml").read_text("utf-8")
)["formula"]
"""Characters and what stands for them in a formula; empty for one that prints nothing."""

ACCENTS: Mapping[str, str] = {
    "\u0300": r"\grave",
    "\u0301": r"\acute",
    "\u0302": r"\hat",
    "\u0303": r"\tilde",
    "\u0304": r"\bar",
    "\u0305": r"\overline",
    "\u0306": r"\breve",
    "\u0307": r"\dot",
    "\u0308": r"\ddot",
    "\u030a": r"\mathring",
    "\u030c": r"\check",
    "\u0332": r"\underline",
    "\u0338": r"\not",
    "\u20d6": r"\overleftarrow",
    "\u20d7": r"\vec",
    "\u20db": r"\dddot",
    "\u20dc": r"\ddddot",
    "\u20e1": r"\overleftrightarrow",
}
"""Combining characters and the commands that put them on a letter."""


_SCRIPT_BLOCKS = (
    range(0xB2, 0xBA),
    range(0x2B0, 0x2E5),
    range(0x1D2C, 0x1DC0),
    range(0x2070, 0x209D),
    range(0x2C7C, 0x2C7E),
)


def _scripts(kind: str) -> dict[str, str]:
    """Return the characters that Unicode says are other ones raised or lowered, and those."""
    found: dict[str, str] = {}
    for code in chain(*_SCRIPT_BLOCKS):
        mark, _, base = unicodedata.decomposition(chr(code)).partition(" ")
        if mark == kind and " " not in base:
            found[chr(code)] = chr(int(base, 16)).replace("\u2212", "-")
    return {c: b for c, b in found.items() if b.isascii() or b in "βγδθρφχ"}


SUPERSCRIPTS: Mapping[str, str] = _scripts("<super>")
"""Raised characters, and those that they raise: `²` and `2`."""

SUBSCRIPTS: Mapping[str, str] = _scripts("<sub>")
"""Lowered characters, and those that they lower: `₂` and `2`."""


def formula_command(character: str) -> str | None:
    r"""Return what stands for CHARACTER in a formula, or None if only text can print it.

    CHARACTER may have combining ones after it. ASCII stands for itself.
    """
    if character.isascii():
        return character
    if character in FORMULA:
        return FORMULA[character]
    if character in SUPERSCRIPTS:
        return f"{{}}^{{{formula_command(SUPERSCRIPTS[character])}}}"
    if character in SUBSCRIPTS:
        return f"{{}}_{{{formula_command(SUBSCRIPTS[character])}}}"
    if len(character) == 1 and "\U0001d400" <= character <= "\U0001d7ff":
        return _alphabet(character)
    return _accented(character)


_ALPHABETS = (
    ("BOLD SCRIPT", r"\boldsymbol{\mathcal{%s}}"),
    ("BOLD FRAKTUR", r"\boldsymbol{\mathfrak{%s}}"),
    ("SANS-SERIF BOLD", r"\boldsymbol{\mathsf{%s}}"),
    ("SANS-SERIF", r"\mathsf{%s}"),
    ("BOLD ITALIC", r"\boldsymbol{%s}"),
    ("DOUBLE-STRUCK", r"\mathbb{%s}"),
    ("MONOSPACE", r"\mathtt{%s}"),
    ("FRAKTUR", r"\mathfrak{%s}"),
    ("SCRIPT", r"\mathcal{%s}"),
    ("BOLD", r"\mathbf{%s}"),
    ("ITALIC", "%s"),
)


def _alphabet(character: str) -> str | None:
    """Return the letter of a mathematical alphabet that CHARACTER is, such as a bold 𝐀."""
    name = unicodedata.name(character, "")
    base = unicodedata.normalize("NFKC", character)
    letter = formula_command({"∂": "∂", "∇": "∇"}.get(base, base)) if base != character else None
    if letter is None:
        return None
    form = next((form for word, form in _ALPHABETS if word in name), "%s")
    if letter.startswith("\\"):  # the fonts of these alphabets have no Greek
        form = r"\boldsymbol{%s}" if "BOLD" in name else "%s"
    if form in {r"\mathbb{%s}", r"\mathcal{%s}"} and not letter.isupper():
        form = r"\mathbf{%s}" if "DOUBLE" in name else "%s"
    return form % letter


def _accented(character: str) -> str | None:
    """Return a letter with its accents as commands."""
    base, *marks = list(unicodedata.normalize("NFD", character))
    if not marks or not all(mark in ACCENTS for mark in marks):
        return None
    written = formula_command(base)
    for mark in marks:
        if written is None:
            return None
        if mark == "\u0338":
            written = rf"\not{written}" if not written.isalnum() else rf"\not{{{written}}}"
        else:
            dotless = {"i": r"\imath", "j": r"\jmath"}.get(written, written)
            under = mark == "\u0332"
            written = f"{ACCENTS[mark]}{{{written if under else dotless}}}"
    return written
