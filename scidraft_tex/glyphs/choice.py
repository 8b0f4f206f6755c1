"""The engine's choice: pdfLaTeX where it can, another where a character needs it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs.fonts import MAIN_FAMILY, Font, fallback_fonts
from scidraft_tex.glyphs.text import DECLARED, TEXT_COMMANDS, compose

__all__ = ["BOOK", "EngineChoice", "Purpose", "choose_engine", "unsupported"]

_NAMES = {
    Engine.PDFLATEX: "pdfLaTeX",
    Engine.LUALATEX: "LuaLaTeX",
    Engine.XELATEX: "XeLaTeX",
}
_SHOWN = 5
"""How many characters a message names before it counts the others."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What is printed, and so the engine that takes over where pdfLaTeX lacks a character.

    The words are for the user: the `thing` that is set, the `fonts` that may serve it, the
    `setting` that leaves the engine to us, and a `remedy` for characters that no font has.
    """

    beyond: Engine
    thing: str
    fonts: str
    setting: str
    remedy: Callable[[Collection[str]], str]


BOOK = Purpose(
    Engine.LUALATEX,
    "book",
    "installed font",
    "leave the engine to auto",
    lambda _: "install a font that has it, such as fonts-noto-core or fonts-noto-cjk",
)
"""A book: LuaLaTeX takes over, and any installed font serves."""


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engine, and why.

    `used` are the book's characters beyond ASCII. `reasons` are those that pdfLaTeX lacks, each
    with its first place, in the order of the text; `missing` those of them that the chosen engine
    cannot print, and that print as their code point. `diagnostics` tell the user both.
    """

    engine: Engine
    used: frozenset[str]
    reasons: tuple[tuple[str, Place], ...] = ()
    missing: tuple[tuple[str, Place], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def unsupported(text: str, engine: Engine, fonts: Sequence[Font] = ()) -> set[str]:
    """Return the characters of TEXT that ENGINE cannot print, given the installed FONTS.

    For pdfLaTeX these are what neither LaTeX nor our table declares; for the others what neither
    the book's own family nor any other of FONTS has. Without FONTS nothing is known and nothing is
    missing for them.
    """
    if text.isascii():
        return set()
    found = set(_beyond_pdflatex().findall(compose(text)))
    if engine is Engine.PDFLATEX or not found:
        return found
    if not fonts:
        return set()
    main = next((font for font in fonts if font.family == MAIN_FAMILY), None)
    left = {c for c in found if main is None or not main.has(c)}
    return left - set(fallback_fonts(left, fonts))


@cache
def _beyond_pdflatex() -> re.Pattern[str]:
    codes = sorted(ord(c) for c in DECLARED | set(TEXT_COMMANDS))
    spans: list[list[int]] = []
    for code in codes:
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    known = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in spans)
    return re.compile(f"[^\\x00-\\x7f{known}]")


def choose_engine(
    texts: Iterable[tuple[str, Place]],
    asked: Engine | Literal["auto"],
    fonts: Sequence[Font] = (),
    purpose: Purpose = BOOK,
) -> EngineChoice:
    """Return the engine for TEXTS, each with the place of its first character, as ASKED for.

    Asked for "auto", pdfLaTeX sets what PURPOSE tells unless a character needs the engine beyond it
    and FONTS have it. FONTS are those that may serve; without any, every character is believed to
    be found.
    """
    used: set[str] = set()
    lacking: dict[str, Place] = {}
    for text, place in texts:
        if text.isascii():
            continue
        used.update(text, compose(text))
        for character in unsupported(text, Engine.PDFLATEX) - set(lacking):
            lacking[character] = _place(text, character, place)
    reasons = tuple(sorted(lacking.items(), key=lambda item: (item[1], item[0])))
    engine = _engine(asked, set(lacking), fonts, purpose.beyond)
    absent = unsupported("".join(lacking), engine, fonts)
    missing = tuple((c, place) for c, place in reasons if c in absent)
    ours = asked == "auto"
    said = [_missing(engine, missing, purpose, ours=ours)] if missing else []
    if ours and engine is not Engine.PDFLATEX:
        said.insert(0, _fallback([one for one in reasons if one not in missing], purpose))
    letters = frozenset(c for c in used if not c.isascii())
    return EngineChoice(engine, letters, reasons, missing, tuple(said))


def _engine(
    asked: Engine | Literal["auto"], lacking: set[str], fonts: Sequence[Font], beyond: Engine
) -> Engine:
    if asked != "auto":
        return asked
    gained = lacking - unsupported("".join(sorted(lacking)), beyond, fonts)
    return beyond if gained else Engine.PDFLATEX


def _place(text: str, character: str, start: Place) -> Place:
    """Return where CHARACTER first stands in TEXT, whose first character is at START."""
    offset = text.find(character)
    if offset < 0:  # composed of a letter and its accents
        offset = max(text.find(unicodedata.normalize("NFD", character)), 0)
    before = text[:offset]
    lines = before.count("\n")
    column = offset - before.rfind("\n") if lines else start.column + offset
    return replace(start, line=start.line + lines, column=column)


def _named(character: str) -> str:
    name = unicodedata.name(character, "a character without a name")
    shown = (
        f" {character}" if character.isprintable() and not unicodedata.combining(character) else ""
    )
    return f"U+{ord(character):04X} {name}{shown}"


def _list(found: Sequence[tuple[str, Place]]) -> str:
    others = len(found) - _SHOWN
    names = ", ".join(_named(character) for character, _ in found[:_SHOWN])
    return f"{names} and {others} more" if others > 0 else names


def _fallback(reasons: Sequence[tuple[str, Place]], purpose: Purpose) -> Diagnostic:
    name = _NAMES[purpose.beyond]
    message = f"{name} sets the {purpose.thing}: pdfLaTeX has no {_list(reasons)}"
    return diagnostic("glyph-fallback", message, place=reasons[0][1])


def _missing(
    engine: Engine, missing: Sequence[tuple[str, Place]], purpose: Purpose, *, ours: bool
) -> Diagnostic:
    """Tell of what is MISSING; the ENGINE is OURS to choose, or was asked for."""
    none = "pdfLaTeX prints no" if engine is Engine.PDFLATEX else f"no {purpose.fonts} has"
    message = f"{none} {_list(missing)}: the code point is printed"
    if engine is Engine.PDFLATEX and not ours:
        hint = f"{purpose.setting}, or write something else"
    else:
        hint = purpose.remedy([character for character, _ in missing])
    return diagnostic("glyph-missing", message, place=missing[0][1], hint=hint)
