r"""Which installed fonts have a character, and LuaLaTeX's fallback to them.

`FONT_QUERY` asks fontconfig once for every family and what it has; nothing here runs it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scidraft_tex.engines import Engine
from scidraft_tex.glyphs.text import _TABLE
from scidraft_tex.tools import Command

__all__ = ["FONT_QUERY", "MAIN_FAMILY", "Font", "fallback_fonts", "fallback_preamble", "read_fonts"]

MAIN_FAMILY = "TeX Gyre Pagella"
"""The family of the book's text with LuaLaTeX and XeLaTeX."""

FONT_QUERY = Command(
    "fc-list", (":", "--format=%{family[0]}\t%{style[0]}\t%{charset}\n"), seconds=60
)
"""Lists every installed font with its characters as ranges; `read_fonts` reads what it prints."""

_PREFERRED: Sequence[str] = _TABLE["fallback"]["families"]
_JAPANESE, _KOREAN = re.compile("[\u3041-\u30ff]"), re.compile("[\uac00-\ud7a3]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ARABIC = re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]")
_REGULAR = frozenset({"regular", "book", "roman", "normal", "medium", "light", ""})


@dataclass(frozen=True, slots=True)
class Font:
    """A family, and the code points of its upright face as sorted ranges with both their ends."""

    family: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, character: str) -> bool:
        """Whether the family has CHARACTER."""
        index = bisect_right(self.starts, ord(character)) - 1
        return index >= 0 and ord(character) <= self.ends[index]


def read_fonts(listing: str) -> tuple[Font, ...]:
    """Return the families of LISTING, which `FONT_QUERY` printed, by name; skip other lines."""
    found: dict[str, Font] = {}
    for line in listing.splitlines():
        family, _, rest = line.partition("\t")
        style, _, charset = rest.partition("\t")
        regular = style.lower() in _REGULAR
        if family and charset and (regular or family not in found):
            font = _font(family, charset)
            if font is not None:
                found[family] = font
    return tuple(found[family] for family in sorted(found))


def _font(family: str, charset: str) -> Font | None:
    starts, ends = [], []
    for part in charset.split():
        first, _, last = part.partition("-")
        try:
            starts.append(int(first, 16))
            ends.append(int(last or first, 16))
        except ValueError:
            return None
    return Font(family, tuple(starts), tuple(ends))


def fallback_fonts(chars: Collection[str], fonts: Sequence[Font]) -> dict[str, Font]:
    """Return the font of FONTS to take each of CHARS from; those that no font has are left out.

    Few fonts serve many characters: the best of the preferred families that has one serves all it
    has.
    """
    left = set(chars)
    found: dict[str, Font] = {}
    for font in _ordered(fonts, "".join(chars)):
        served = {c for c in left if font.has(c)}
        found |= dict.fromkeys(served, font)
        left -= served
    return found


def _ordered(fonts: Sequence[Font], text: str) -> list[Font]:
    """Return FONTS by preference for TEXT, unknown ones last by name, TeX's own faces never."""
    first: list[str] = []
    if _JAPANESE.search(text):
        first += _TABLE["fallback"]["japanese"]
    if _KOREAN.search(text):
        first += _TABLE["fallback"]["korean"]
    order = {family: place for place, family in enumerate([*first, *_PREFERRED])}
    usable = (
        f for f in fonts if f.family != MAIN_FAMILY and not f.family.startswith("Latin Modern")
    )
    return sorted(usable, key=lambda font: (order.get(font.family, len(order)), font.family))


def fallback_preamble(
    chars: Collection[str], fonts: Sequence[Font], engine: Engine = Engine.LUALATEX
) -> str:
    r"""Return the preamble's lines that take CHARS from other FONTS than the text's, if any has.

    They belong after fontspec and before `\setmainfont` and babel. LuaLaTeX falls back glyph by
    glyph, and babel orders what is written from right to left. XeLaTeX has no fallback: there each
    character names its font.
    """
    served = fallback_fonts(chars, fonts)
    if not served or engine is Engine.PDFLATEX:
        return ""
    families = tuple(dict.fromkeys(font.family for font in served.values()))
    if engine is Engine.XELATEX:
        return "\n".join(_named_fonts(served, families))
    features = [f'"{family}:mode=harf;{_script(served, family)}"' for family in families]
    bidi = any(_RIGHT_TO_LEFT.match(c) for c in served)
    return "\n".join(
        [
            *([r"\PassOptionsToPackage{bidi=basic}{babel}"] if bidi else []),
            rf'\directlua{{luaotfload.add_fallback("textfallback", {{{", ".join(features)}}})}}',
            r"\defaultfontfeatures[\rmfamily,\sffamily]{Ligatures=TeX,RawFeature={fallback=textfallback}}",
            r"\defaultfontfeatures[\ttfamily]{RawFeature={fallback=textfallback}}",
        ]
    )


def _script(served: dict[str, Font], family: str) -> str:
    """Return the script's feature for FAMILY, without which Arabic letters do not join."""
    own = (c for c, font in served.items() if font.family == family)
    return "script=arab;" if any(_ARABIC.match(c) for c in own) else ""


def _named_fonts(served: dict[str, Font], families: Iterable[str]) -> list[str]:
    letters = {family: chr(ord("a") + index) for index, family in enumerate(families)}
    return [
        r"\usepackage{newunicodechar}",
        *(rf"\newfontfamily\textfallback{letters[f]}{{{f}}}" for f in letters),
        *(
            rf"\newunicodechar{{{c}}}{{{{\textfallback{letters[font.family]}\char{ord(c)} }}}}"
            for c, font in sorted(served.items())
        ),
    ]
