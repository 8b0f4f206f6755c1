"""What a preamble says about the characters of a book, once its engine is chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scidraft_tex.engines import Engine
from scidraft_tex.glyphs.choice import EngineChoice
from scidraft_tex.glyphs.declare import FRACTIONS, declare_unicode
from scidraft_tex.glyphs.fonts import MAIN_FAMILY, Font, fallback_preamble
from scidraft_tex.glyphs.text import DECLARED, TEXT_COMMANDS

__all__ = ["CharacterPreamble", "character_preamble"]


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


_KANA = re.compile("[\u3041-\u30ff]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


def _ideographs(characters: str) -> str:
    if _KANA.search(characters):
        return "japanese"
    return "chinese-simplified" if _HAN.search(characters) else ""
