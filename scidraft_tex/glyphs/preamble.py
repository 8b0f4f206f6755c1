"""What a preamble says about the characters of a book, once its engine is chosen."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.glyphs.choice import EngineChoice
from scidraft_tex.glyphs.declare import FRACTIONS, declare_unicode
from scidraft_tex.glyphs.fonts import MAIN_FAMILY, Font, fallback_preamble
from scidraft_tex.glyphs.paper_fonts import FoundFont, serving
from scidraft_tex.glyphs.switching import switching_preamble
from scidraft_tex.glyphs.text import DECLARED, TEXT_COMMANDS

__all__ = ["CharacterPreamble", "character_preamble", "paper_preamble"]


@dataclass(frozen=True, slots=True)
class CharacterPreamble:
    r"""Lines of LaTeX: `fallback` before `\setmainfont` and babel, `declarations` after both.

    `ideographs` is babel's name of the language by which lines of ideographs break, "" for none.
    """

    fallback: str = ""
    declarations: str = ""
    ideographs: str = ""


def character_preamble(choice: EngineChoice, fonts: Sequence[Font] = ()) -> CharacterPreamble:
    """Return what the preamble needs for the characters of CHOICE, given the installed FONTS.

    With LuaLaTeX and XeLaTeX a character that the text's family lacks is a command where we have
    one, since a formula's sign fits the text better than another font's; else it comes from
    another of FONTS.
    """
    missing = [character for character, _ in choice.missing]
    if choice.engine is Engine.PDFLATEX:
        return CharacterPreamble(declarations=declare_unicode(choice.used, choice.engine, missing))
    main = next((font for font in fonts if font.family == MAIN_FAMILY), None)
    lacking = {c for c in choice.used if not (main.has(c) if main else c in DECLARED)}
    commands = (lacking | (choice.used & FRACTIONS)) & set(TEXT_COMMANDS)
    return CharacterPreamble(
        fallback_preamble(sorted(lacking - commands - set(missing)), fonts, choice.engine),
        declare_unicode(commands, choice.engine, missing),
        _ideographs("".join(choice.used)) if choice.engine is Engine.LUALATEX else "",
    )


def paper_preamble(
    choice: EngineChoice, main: Font, found: Sequence[FoundFont]
) -> tuple[CharacterPreamble, Mapping[str, Path]]:
    """Return what a preprint's preamble needs for the characters of CHOICE, and the files for it.

    MAIN is the text's face with XeLaTeX and FOUND what may serve beside it. The files are to lie
    beside the source, by their names there. A Greek letter is a formula's sign, as everywhere,
    but letters of a word are of one font: where one of them needs a font all come from it. Signs
    of Zapf Dingbats, which XeLaTeX's PDF has no text for, come from a font that has them.
    """
    missing = [character for character, _ in choice.missing]
    if choice.engine is not Engine.XELATEX:
        lines = declare_unicode(choice.used, choice.engine, missing, packaged=True)
        return CharacterPreamble(declarations=lines), {}
    lacking = {c for c in choice.used if not main.has(c)}
    commands = (lacking | (choice.used & FRACTIONS)) & set(TEXT_COMMANDS)
    wanted = lacking - commands - set(missing)
    if any(map(_GREEK.match, wanted)):
        wanted |= {c for c in commands if _GREEK.match(c)}
    wanted |= {c for c in commands if r"\textding" in TEXT_COMMANDS[c]}
    served = serving(wanted, found)
    commands -= {c for _, characters in served for c in characters}
    parts = (
        declare_unicode(commands, choice.engine, missing, packaged=True),
        switching_preamble(served, main, _commanded(commands, missing)),
    )
    files = {name: path for font, _ in served for name, path in font.shipped.items()}
    return CharacterPreamble(declarations="\n".join(filter(None, parts))), files


def _commanded(commands: Collection[str], missing: Collection[str]) -> frozenset[str]:
    """Return all that must stay out of a class of letters: they have, or could have, a command."""
    return frozenset((*commands, *missing)) | {c for c in TEXT_COMMANDS if not _GREEK.match(c)}


_GREEK = re.compile("[\u0386-\u03ce\u1f00-\u1fff]")
_KANA = re.compile("[\u3041-\u30ff]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


def _ideographs(characters: str) -> str:
    if _KANA.search(characters):
        return "japanese"
    return "chinese-simplified" if _HAN.search(characters) else ""
