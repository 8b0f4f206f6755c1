"""The fonts that a preprint may take letters from: which there are here, and what they have.

The table is data/paper_fonts.toml; its head tells why some of them go along with the source and
others are left to TeX Live. Nothing here runs a program: `font_search` and `coverage_query` are
what to run, `located` and `covered` read what they print.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from scidraft_tex.glyphs.fonts import Font, read_fonts
from scidraft_tex.tools import Command

__all__ = [
    "PAPER_FONTS",
    "FoundFont",
    "PaperFont",
    "coverage_query",
    "covered",
    "font_search",
    "located",
    "packages_for",
    "serving",
]

FOLDER = "fonts"
"""Where the files of fonts lie beside a preprint's source."""


@dataclass(frozen=True, slots=True)
class PaperFont:
    """A row of the table; names of files are empty for shapes that the font lacks."""

    name: str
    regular: str
    ships: bool
    scripts: tuple[str, ...]
    package: str
    bold: str = ""
    italic: str = ""
    bolditalic: str = ""
    mono: str = ""
    monobold: str = ""
    scale: float = 1.0
    monoscale: float = 1.0

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files, the upright one first."""
        shapes = (self.bold, self.italic, self.bolditalic, self.mono, self.monobold)
        return (self.regular, *(name for name in shapes if name))


@dataclass(frozen=True, slots=True)
class FoundFont:
    """A font of the table that is here: where its files are, by name, and what it has."""

    font: PaperFont
    paths: Mapping[str, Path]
    glyphs: Font

    def file(self, name: str) -> str:
        """Return NAME if that file is here, else an empty text."""
        return name if name in self.paths else ""

    @property
    def shipped(self) -> dict[str, Path]:
        """The files to lay beside the source, by their names there; none if TeX Live has them."""
        if not self.font.ships:
            return {}
        return {f"{FOLDER}/{name}": path for name, path in self.paths.items()}


def _table() -> tuple[PaperFont, ...]:
    path = files("scidraft_tex") / "data" / "paper_fonts.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["font"]
    return tuple(PaperFont(**{**row, "scripts": tuple(row["scripts"])}) for row in rows)


PAPER_FONTS: tuple[PaperFont, ...] = _table()
"""The fonts of the table, the best first."""


# --- which are here ----------------------------------------------------------------------------


def font_search(others: Sequence[str] = ()) -> tuple[Command, Command]:
    """Return what finds the files of the table, and the files OTHERS: TeX's search, the system's.

    TeX's finds what it can also set; the system's finds what can go along with the source.
    """
    names = (*others, *(name for font in PAPER_FONTS for name in font.files))
    return (
        Command("kpsewhich", tuple(dict.fromkeys(names)), seconds=60),
        Command("fc-list", (":", "--format=%{file}\n"), seconds=60),
    )


def located(by_tex: str, by_system: str) -> tuple[dict[str, Path], dict[str, Path]]:
    """Return the files by name that the two searches printed: TeX's, and those of both."""
    tex = {Path(line).name: Path(line) for line in by_tex.splitlines() if line}
    system = {Path(line).name: Path(line) for line in by_system.splitlines() if line}
    return tex, {**system, **tex}


def coverage_query(paths: Iterable[Path]) -> Command:
    """Return what lists the characters of the fonts PATHS, each under its own path as a family."""
    names = tuple(str(path) for path in paths)
    return Command("fc-scan", ("--format=%{file}\t\t%{charset}\n", *names), seconds=60)


def covered(
    tex: Mapping[str, Path], both: Mapping[str, Path], listing: str
) -> tuple[FoundFont, ...]:
    """Return the fonts of the table that can be used, the best first.

    TEX and BOTH are the files by name that `located` found, LISTING what `coverage_query` printed
    of them. What goes along with the source may come from anywhere.
    """
    glyphs = {Path(font.family).name: font for font in read_fonts(listing)}
    found = []
    for font in PAPER_FONTS:
        paths = both if font.ships else tex
        if font.regular in paths and font.regular in glyphs:
            own = {name: paths[name] for name in font.files if name in paths}
            found.append(FoundFont(font, own, glyphs[font.regular]))
    return tuple(found)


# --- which serve -------------------------------------------------------------------------------


def script_of(character: str) -> str:
    """Return the script of CHARACTER as its name in Unicode begins: `CYRILLIC`, `CJK`."""
    return unicodedata.name(character, "").partition(" ")[0].partition("-")[0]


def serving(
    chars: Collection[str], fonts: Sequence[FoundFont]
) -> tuple[tuple[FoundFont, frozenset[str]], ...]:
    """Return those of FONTS that serve CHARS, each with the characters that it serves.

    Few fonts serve many: the best that has one serves all it has. Ideographs have the shapes of
    the language whose syllables stand among CHARS.
    """
    left = set(chars)
    scripts = {script_of(c) for c in left}
    found = []
    for font in sorted(fonts, key=lambda one: _rank(one.font, scripts)):
        served = frozenset(c for c in left if font.glyphs.has(c))
        if served:
            found.append((font, served))
            left -= served
    return tuple(found)


def _rank(font: PaperFont, scripts: Collection[str]) -> int:
    """Return 0 for a FONT of the East Asian language that SCRIPTS show, 1 for any other."""
    wanted = next((one for one in ("HIRAGANA", "KATAKANA", "HANGUL") if one in scripts), None)
    return int(wanted is None or wanted not in font.scripts)


def packages_for(chars: Collection[str]) -> tuple[str, ...]:
    """Return Debian's packages of the best font for each script of CHARS; none for unknown ones."""
    scripts = {script_of(c) for c in chars}
    ranked = sorted(PAPER_FONTS, key=lambda font: _rank(font, scripts))
    best = (next((f.package for f in ranked if one in f.scripts), "") for one in sorted(scripts))
    return tuple(dict.fromkeys(package for package in best if package))
