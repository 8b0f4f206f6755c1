"""The characters of a book: which engine prints them, by which commands, from which fonts.

Whatever an engine or a font lacks is found here, before TeX runs, with its code point and its
place.
"""

from scidraft_tex.glyphs.choice import EngineChoice, choose_engine, unsupported
from scidraft_tex.glyphs.declare import declare_unicode
from scidraft_tex.glyphs.fonts import (
    FONT_QUERY,
    MAIN_FAMILY,
    Font,
    fallback_fonts,
    fallback_preamble,
    read_fonts,
)
from scidraft_tex.glyphs.preamble import CharacterPreamble, character_preamble
from scidraft_tex.glyphs.text import DECLARED, TEXT_COMMANDS, compose

__all__ = [
    "DECLARED",
    "FONT_QUERY",
    "MAIN_FAMILY",
    "TEXT_COMMANDS",
    "CharacterPreamble",
    "EngineChoice",
    "Font",
    "character_preamble",
    "choose_engine",
    "compose",
    "declare_unicode",
    "fallback_fonts",
    "fallback_preamble",
    "read_fonts",
    "unsupported",
]
