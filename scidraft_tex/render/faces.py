r"""Faces: the font families that settings choose, as the preamble's lines for an engine.

pdfLaTeX knows a family only by a package, so it has those of the table here, each with mathematics
that fits it. LuaLaTeX and XeLaTeX take any family that fontconfig knows, and those of the table by
their files, which TeX finds even where fontconfig does not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import MAIN_FAMILY, Font
from scidraft_tex.settings import Fonts

__all__ = ["Faces", "beyond_pdflatex", "chosen_faces", "own_faces", "with_main"]

_MONO_SCALE = 0.857
"""Makes a letter of 0.6 em, as most families for code have it, as wide as those of Latin Modern
Mono at 98 %, by which listings are measured."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The lines of a preamble that choose the faces; `mono` is empty for pdfLaTeX's own.

    `names` are the families for the colophon, empty where all are the book's own. `old_figures`
    tells whether the text's family has old-style figures, for the numerals that open chapters.
    """

    main: str
    sans: str
    mono: str
    math: str
    names: tuple[str, ...] = ()
    old_figures: bool = True


@dataclass(frozen=True, slots=True)
class _Family:
    """A family as pdfLaTeX has it, and as fontspec does; either is empty where it is not had.

    `math` and `opentype_math` are the mathematics that fit it, `fontconfig` its name there.
    """

    pdftex: str = ""
    opentype: str = ""
    math: str = ""
    opentype_math: str = ""
    fontconfig: str = ""


def _quartet(stem: str, more: str = "") -> str:
    r"""Return what \setmainfont is given for four files named as TeX Gyre's are."""
    return (
        f"{{{stem}}}[\n  Extension=.otf, UprightFont=*-regular, BoldFont=*-bold,\n"
        f"  ItalicFont=*-italic, BoldItalicFont=*-bolditalic{more}]"
    )


def _as_text(family: str) -> str:
    """Return the mathematics of a family that has none: its own letters among TeX's signs."""
    return f"\\renewcommand*\\rmdefault{{{family}}}\n\\usepackage[italic]{{mathastext}}"


_MAIN: Mapping[str, _Family] = {
    "TeX Gyre Pagella": _Family(
        r"\usepackage{tgpagella}",
        _quartet("texgyrepagella"),
        r"\usepackage{mathpazo}",
        "texgyrepagella-math.otf",
    ),
    "TeX Gyre Termes": _Family(
        r"\usepackage{tgtermes}",
        _quartet("texgyretermes"),
        r"\usepackage{mathptmx}",
        "texgyretermes-math.otf",
    ),
    "TeX Gyre Bonum": _Family(
        opentype=_quartet("texgyrebonum"), opentype_math="texgyrebonum-math.otf"
    ),
    "TeX Gyre Schola": _Family(
        opentype=_quartet("texgyreschola"), opentype_math="texgyreschola-math.otf"
    ),
    "Latin Modern": _Family(
        r"\renewcommand*\rmdefault{lmr}",
        _quartet("lmroman10", ",\n  SmallCapsFont=lmromancaps10-regular"),
        r"\usepackage{lmodern}",
        "latinmodern-math.otf",
        "Latin Modern Roman",
    ),
    "Charter": _Family(r"\renewcommand*\rmdefault{bch}", math=_as_text("bch")),
    "Utopia": _Family(r"\renewcommand*\rmdefault{put}", math=_as_text("put")),
}
_SANS: Mapping[str, _Family] = {
    "TeX Gyre Heros": _Family(
        r"\usepackage[scale=.92]{tgheros}", _quartet("texgyreheros", ", Scale=MatchLowercase")
    ),
    "TeX Gyre Adventor": _Family(
        r"\usepackage[scale=.92]{tgadventor}", _quartet("texgyreadventor", ", Scale=MatchLowercase")
    ),
    "Latin Modern Sans": _Family(
        r"\renewcommand*\sfdefault{lmss}",
        "{lmsans10}[\n  Extension=.otf, UprightFont=*-regular, BoldFont=*-bold,\n"
        "  ItalicFont=*-oblique, BoldItalicFont=*-boldoblique, Scale=MatchLowercase]",
    ),
}
_MONO: Mapping[str, _Family] = {
    "Latin Modern Mono": _Family(
        opentype="{lmmono10}[\n  Extension=.otf, UprightFont=*-regular, ItalicFont=*-italic,\n"
        "  BoldFont=lmmonolt10-bold, BoldItalicFont=lmmonolt10-boldoblique, Scale=0.98]"
    ),
    "TeX Gyre Cursor": _Family(
        rf"\usepackage[scale={_MONO_SCALE}]{{tgcursor}}",
        _quartet("texgyrecursor", f", Scale={_MONO_SCALE}"),
    ),
}
_ALIASES = {
    "lmodern": "Latin Modern",
    "latin modern roman": "Latin Modern",
    "latin modern math": "Latin Modern",
    "palatino": "TeX Gyre Pagella",
    "times": "TeX Gyre Termes",
    "helvetica": "TeX Gyre Heros",
    "courier": "TeX Gyre Cursor",
}
_OWN = Fonts("TeX Gyre Pagella", "TeX Gyre Heros", "Latin Modern Mono", "TeX Gyre Pagella")
_ROLES: Mapping[str, Mapping[str, _Family]] = {
    "main": _MAIN,
    "sans": _SANS,
    "mono": _MONO,
    "math": _MAIN,
}


def own_faces(engine: Engine) -> Faces:
    """Return the book's own faces for ENGINE."""
    return replace(_lines(_OWN, engine), names=())


def beyond_pdflatex(fonts: Fonts) -> tuple[str, ...]:
    """Return the families of FONTS that pdfLaTeX has not."""
    own = {"mono": ("Latin Modern Mono",)}  # a block of the template
    return tuple(
        name
        for role, table in _ROLES.items()
        if (name := _named(getattr(fonts, role), role))
        and name not in own.get(role, ())
        and not table.get(name, _Family()).pdftex
    )


def chosen_faces(
    fonts: Fonts, engine: Engine, installed: Collection[str], said: Diagnostics
) -> Faces:
    """Return the faces of FONTS for ENGINE; INSTALLED are the families that fontconfig knows.

    A family that is not to be had is told to SAID, and the book's own takes its place. Without any
    INSTALLED nothing is known, and each is believed to be there.
    """
    chosen = {role: _named(getattr(fonts, role), role) for role in _ROLES}
    lacking = [
        role for role, name in chosen.items() if name and not _has(role, name, engine, installed)
    ]
    for role in lacking:
        _report(role, chosen[role], engine, said)
        chosen[role] = ""
    if not any(chosen.values()):
        return own_faces(engine)
    main = chosen["main"] or _OWN.main
    fits = _MAIN.get(main, _Family())
    has_math = fits.math if engine is Engine.PDFLATEX else fits.opentype_math
    own_math = main if has_math else _OWN.math
    return _lines(
        Fonts(
            main,
            chosen["sans"] or _OWN.sans,
            chosen["mono"] or _OWN.mono,
            chosen["math"] or own_math,
        ),
        engine,
    )


def with_main(fonts: Sequence[Font], family: str) -> tuple[Font, ...]:
    """Return the installed FONTS with FAMILY, if it is one, in the place of the book's own text."""
    name = _named(family, "main")
    name = _MAIN.get(name, _Family()).fontconfig or name
    found = next((font for font in fonts if font.family == name), None)
    if found is None:
        return tuple(fonts)
    others = (font for font in fonts if font.family not in {name, MAIN_FAMILY})
    return (replace(found, family=MAIN_FAMILY), *others)


def _named(family: str, role: str) -> str:
    """Return FAMILY as the table of its ROLE calls it, in whatever case it is written."""
    low = family.strip().lower()
    if role == "math" and low.removesuffix(" math") in {name.lower() for name in _MAIN}:
        low = low.removesuffix(" math")
    low = _ALIASES.get(low, low).lower()
    return next((name for name in _ROLES[role] if name.lower() == low), family.strip())


def _has(role: str, name: str, engine: Engine, installed: Collection[str]) -> bool:
    family = _ROLES[role].get(name, _Family())
    if engine is Engine.PDFLATEX:
        known = family.math if role == "math" else family.pdftex
        return bool(known) or (role, name) == ("mono", _OWN.mono)
    known = family.opentype_math if role == "math" else family.opentype
    return bool(known) or not installed or name in installed


def _report(role: str, name: str, engine: Engine, said: Diagnostics) -> None:
    place = Place("book.yaml")
    if engine is Engine.PDFLATEX:
        has = [family for family in _ROLES[role] if _has(role, family, engine, ())]
        message = f"`fonts.{role}`: pdfLaTeX has no {name}"
        hint = f"leave engine out, or take one of {', '.join(has)}"
    else:
        message = f"`fonts.{role}`: no font family {name} is installed"
        hint = "install it, or take a family that `fc-list : family` names"
    said.report("settings-value", message, place, hint)


def _lines(fonts: Fonts, engine: Engine) -> Faces:
    """Return FONTS, all four named, as lines for ENGINE."""
    main, sans, mono, math = (_ROLES[role].get(getattr(fonts, role), _Family()) for role in _ROLES)
    names = tuple(dict.fromkeys((fonts.main, fonts.mono)))
    old_figures = bool(main.opentype)  # TeX Gyre and Latin Modern; of others nobody knows
    if engine is Engine.PDFLATEX:
        return Faces(main.pdftex, sans.pdftex, mono.pdftex, math.math, names, old_figures)
    return Faces(
        r"\setmainfont" + (main.opentype or f"{{{fonts.main}}}"),
        r"\setsansfont" + (sans.opentype or f"{{{fonts.sans}}}[Scale=MatchLowercase]"),
        r"\setmonofont" + (mono.opentype or f"{{{fonts.mono}}}[Scale={_MONO_SCALE}]"),
        rf"\setmathfont{{{math.opentype_math or fonts.math}}}",
        names,
        old_figures,
    )
