"""The characters of a book: which engine prints them, by which commands, from which fonts.

Whatever an engine or a font lacks is found here, before TeX runs, with its code point and its
place.
"""

from scidraft_tex.glyphs.choice import EngineChoice, Purpose, choose_engine, unsupported
from scidraft_tex.glyphs.declare import declare_unicode
from scidraft_tex.glyphs.fonts import (
    FONT_QUERY,
    MAIN_FAMILY,
    Font,
    fallback_fonts,
    fallback_preamble,
    read_fonts,
)
from scidraft_tex.glyphs.paper_fonts import (
    PAPER_FONTS,
    FoundFont,
    PaperFont,
    coverage_query,
    covered,
    font_search,
    located,
    packages_for,
)
from scidraft_tex.glyphs.preamble import CharacterPreamble, character_preamble, paper_preamble
from scidraft_tex.glyphs.text import DECLARED, TEXT_COMMANDS, compose

__all__ = [
    "DECLARED",
    "FONT_QUERY",
    "MAIN_FAMILY",
    "PAPER_FONTS",
    "TEXT_COMMANDS",
    "CharacterPreamble",
    "EngineChoice",
    "Font",
    "FoundFont",
    "PaperFont",
    "Purpose",
    "character_preamble",
    "choose_engine",
    "compose",
    "coverage_query",
    "covered",
    "declare_unicode",
    "fallback_fonts",
    "fallback_preamble",
    "font_search",
    "located",
    "packages_for",
    "paper_preamble",
    "read_fonts",
    "unsupported",
]
