r"""What pdfLaTeX prints in text: characters that LaTeX declares, and our commands for others.

LaTeX's utf8 knows some 350 characters with T1 and textcomp. For the rest the text borrows from
formulas (`≤` is `\ensuremath{\leq}`), from Zapf Dingbats, and from plain letters (`Ⅳ` is `IV`).
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import chain

from scidraft_tex.symbols import FORMULA, SUBSCRIPTS, SUPERSCRIPTS, formula_command

__all__ = ["DECLARED", "TEXT_COMMANDS", "compose"]

_TABLE = tomllib.loads((files("scidraft_tex") / "data" / "characters.toml").read_text("utf-8"))


def _ranges(text: str) -> Iterator[str]:
    for part in text.split():
        first, _, last = part.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


DECLARED: frozenset[str] = frozenset(_ranges(_TABLE["declared"]))
"""The characters beyond ASCII that LaTeX itself declares for pdfLaTeX, with T1 and textcomp."""

_EAST_ASIAN = range(0x2E80, 0xA4D0)
_BOXES = range(0x2500, 0x25A0)
_DINGBATS = range(0x2701, 0x27BF)
_DINGBATS_GAP = range(0x275F, 0x2761)
_ALPHABETS = range(0x1D400, 0x1D800)
_LETTERLIKE = (range(0x2100, 0x218C), range(0x2460, 0x24EB), range(0x1F10, 0x1F11))


def _dingbat(code: int) -> str:
    return rf"\textding{{{code}}}"


def _dingbats() -> Iterator[tuple[str, str]]:
    """Yield the characters of Zapf Dingbats; their own block follows the font's order."""
    places = dict(_TABLE["dingbats"])
    lacking = places.pop("lacking")
    for code in _DINGBATS:
        if code not in _DINGBATS_GAP and chr(code) not in lacking:
            offset = 0x2700 - 0x20 if code < 0x275F else 0x2760 - 0xA0
            yield chr(code), _dingbat(code - offset)
    for character, place in places.items():
        yield character, _dingbat(place)


def _in_text(command: str) -> str:
    r"""Return COMMAND of a formula as text has it: `\text{…}` without its wrapper."""
    if command.startswith(r"\text{") and command.endswith("}") and command.count("{") == 1:
        return command[6:-1]
    return rf"\ensuremath{{{command}}}" if command else ""


def _formulas() -> Iterator[tuple[str, str]]:
    """Yield what formulas have a command for, without East Asian signs and box drawing."""
    alphabets = {chr(code): formula_command(chr(code)) for code in _ALPHABETS}
    for character, command in chain(FORMULA.items(), alphabets.items()):
        if (
            command is not None
            and ord(character) not in _EAST_ASIAN
            and ord(character) not in _BOXES
        ):
            yield character, _in_text(command)
    for code in range(0x25A0, 0x2600):
        if chr(code) in FORMULA:
            yield chr(code), _in_text(FORMULA[chr(code)])


def _scripts() -> Iterator[tuple[str, str]]:
    for table, command in ((SUPERSCRIPTS, r"\textsuperscript"), (SUBSCRIPTS, r"\textsubscript")):
        for character, base in table.items():
            inner = base if base.isascii() else _in_text(formula_command(base) or "")
            inner = {"-": "\\ensuremath{-}", "=": "="}.get(inner, inner)
            yield character, f"{command}{{{inner}}}"


def _compatible() -> Iterator[tuple[str, str]]:
    """Yield the letterlike characters that are plain ones in other clothes: `Ⅳ`, `℡`, `Ⓐ`."""
    for code in chain(*_LETTERLIKE):
        plain = unicodedata.normalize("NFKC", chr(code))
        if plain == chr(code) or not all(c.isascii() or c in DECLARED for c in plain):
            continue
        circled = unicodedata.name(chr(code), "").startswith("CIRCLED")
        if circled and len(plain) == 1:
            yield chr(code), rf"\textcircled{{\scriptsize {plain}}}"
        elif circled:
            yield chr(code), f"({plain})"
        elif "\u2044" in plain:
            above, _, below = plain.partition("\u2044")
            yield chr(code), rf"\ensuremath{{\tfrac{{{above}}}{{{below}}}}}"
        else:
            yield chr(code), plain.replace("%", r"\%")


def _commands() -> dict[str, str]:
    known = dict(_compatible())
    known |= dict(_formulas())
    known |= dict(_dingbats())
    known |= dict(_scripts())
    known = {c: command for c, command in known.items() if c not in DECLARED}
    known |= _TABLE["text"]
    return {c: command for c, command in sorted(known.items()) if not c.isascii()}


TEXT_COMMANDS: Mapping[str, str] = _commands()
"""What prints for a character that LaTeX does not declare for every engine; in formulas too."""


def compose(text: str) -> str:
    """Return TEXT with letters and combining accents composed where Unicode has them as one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
