r"""Faces: the font families that settings choose, as the preamble's lines for an engine.

pdfLaTeX knows a family only by a package, so it has those of the table here, each with mathematics
that fits it. LuaLaTeX and XeLaTeX take any family that fontconfig knows, and those of the table by
their files, which TeX finds even where fontconfig does not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.codes import Severity
from scidraft_tex.diagnostics import Diagnostics, Place, diagnostic
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import MAIN_FAMILY, Font
from scidraft_tex.settings import Fonts

__all__ = [
    "BOOK",
    "PAPER",
    "Faces",
    "House",
    "beyond_pdflatex",
    "chosen_faces",
    "own_faces",
    "text_file",
    "with_main",
]

_MONO_SCALE = 0.857
"""Makes a letter of 0.6 em, as most families for code have it, as wide as those of Latin Modern
Mono at 98 %, by which listings are measured."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The lines of a preamble that choose the faces; `mono` is empty for pdfLaTeX's own.

    `names` are the families for the colophon, empty where all are the print's own. `old_figures`
    tells whether the text's family has old-style figures, for the numerals that open chapters;
    `paper` whether these are a preprint's, which has no such headings. There any line but that of
    `math` may be empty: the face is the one that LaTeX has without it.
    """

    main: str
    sans: str
    mono: str
    math: str
    names: tuple[str, ...] = ()
    old_figures: bool = True
    paper: bool = False


@dataclass(frozen=True, slots=True)
class _Family:
    """A family as pdfLaTeX has it, and as fontspec does; either is empty where it is not had.

    `math` and `opentype_math` are the mathematics that fit it, `fontconfig` its name there.
    `file` is the upright face of a text's family.
    """

    pdftex: str = ""
    opentype: str = ""
    math: str = ""
    opentype_math: str = ""
    fontconfig: str = ""
    file: str = ""


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
        file="texgyrepagella-regular.otf",
    ),
    "TeX Gyre Termes": _Family(
        r"\usepackage{tgtermes}",
        _quartet("texgyretermes"),
        r"\usepackage{mathptmx}",
        "texgyretermes-math.otf",
        file="texgyretermes-regular.otf",
    ),
    "TeX Gyre Bonum": _Family(
        opentype=_quartet("texgyrebonum"),
        opentype_math="texgyrebonum-math.otf",
        file="texgyrebonum-regular.otf",
    ),
    "TeX Gyre Schola": _Family(
        opentype=_quartet("texgyreschola"),
        opentype_math="texgyreschola-math.otf",
        file="texgyreschola-regular.otf",
    ),
    "Latin Modern": _Family(
        r"\renewcommand*\rmdefault{lmr}",
        _quartet("lmroman10", ",\n  SmallCapsFont=lmromancaps10-regular"),
        r"\usepackage{lmodern}",
        "latinmodern-math.otf",
        "Latin Modern Roman",
        "lmroman10-regular.otf",
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
_ROLES: Mapping[str, Mapping[str, _Family]] = {
    "main": _MAIN,
    "sans": _SANS,
    "mono": _MONO,
    "math": _MAIN,
}


@dataclass(frozen=True, slots=True)
class House:
    """What a sort of print is set in: its `own` faces, and where it may take others from.

    With `anywhere` an OpenType engine takes any family that fontconfig knows, else only those of
    the table here, which every TeX Live has by the names of their files.
    """

    own: Fonts
    anywhere: bool = True


BOOK = House(Fonts("TeX Gyre Pagella", "TeX Gyre Heros", "Latin Modern Mono", "TeX Gyre Pagella"))
"""A book's own faces; it is set on this machine."""

PAPER = House(
    Fonts("Latin Modern", "Latin Modern Sans", "Latin Modern Mono", "Latin Modern"), anywhere=False
)
"""A preprint's own faces, LaTeX's; it is set elsewhere, too."""


def own_faces(engine: Engine, house: House = BOOK) -> Faces:
    """Return the own faces of HOUSE for ENGINE."""
    return replace(_lines(house.own, engine, house), names=())


def beyond_pdflatex(fonts: Fonts, house: House = BOOK) -> tuple[str, ...]:
    """Return the families of FONTS that pdfLaTeX has not, and that HOUSE can have otherwise."""
    own = {"mono": ("Latin Modern Mono",)}  # a block of the template
    return tuple(
        name
        for role, table in _ROLES.items()
        if (name := _named(getattr(fonts, role), role))
        and name not in own.get(role, ())
        and not table.get(name, _Family()).pdftex
        and (house.anywhere or _has(role, name, Engine.XELATEX, _NO_OTHERS))
    )


def chosen_faces(
    fonts: Fonts,
    engine: Engine,
    installed: Collection[str],
    said: Diagnostics,
    house: House = BOOK,
) -> Faces:
    """Return the faces of FONTS for ENGINE; INSTALLED are the families that fontconfig knows.

    A family that HOUSE cannot have is told to SAID, and its own takes its place. Without any
    INSTALLED nothing is known, and each is believed to be there.
    """
    chosen = {role: _named(getattr(fonts, role), role) for role in _ROLES}
    others = installed if house.anywhere else _NO_OTHERS
    lacking = [
        role for role, name in chosen.items() if name and not _has(role, name, engine, others)
    ]
    for role in lacking:
        _report(role, chosen[role], engine, said, house)
        chosen[role] = ""
    if not any(chosen.values()):
        return own_faces(engine, house)
    own = house.own
    main = chosen["main"] or own.main
    fits = _MAIN.get(main, _Family())
    has_math = fits.math if engine is Engine.PDFLATEX else fits.opentype_math
    own_math = main if has_math else own.math
    return _lines(
        Fonts(
            main,
            chosen["sans"] or own.sans,
            chosen["mono"] or own.mono,
            chosen["math"] or own_math,
        ),
        engine,
        house,
    )


def text_file(fonts: Fonts, house: House) -> str:
    """Return the upright face of the text that FONTS ask of HOUSE with XeLaTeX; "" if not known."""
    family = _MAIN.get(_named(fonts.main, "main"), _Family())
    return family.file or _MAIN[house.own.main].file


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


_NO_OTHERS = frozenset({""})
"""Installed families where none serves: not empty, for of nothing all is believed."""


def _has(role: str, name: str, engine: Engine, installed: Collection[str]) -> bool:
    family = _ROLES[role].get(name, _Family())
    if engine is Engine.PDFLATEX:
        known = family.math if role == "math" else family.pdftex
        return bool(known) or (role, name) == ("mono", BOOK.own.mono)
    known = family.opentype_math if role == "math" else family.opentype
    return bool(known) or not installed or name in installed


def _report(role: str, name: str, engine: Engine, said: Diagnostics, house: House) -> None:
    has = ", ".join(family for family in _ROLES[role] if _has(role, family, engine, _NO_OTHERS))
    if not house.anywhere:
        message = f"`fonts.{role}`: a preprint cannot be set in {name}, so its own face is"
        hint = f"leave it, or take one of {has}"
        said.add(
            diagnostic(
                "settings-value",
                message,
                place=_SETTINGS,
                hint=hint,
                severity=Severity.WARNING,
            )
        )
        return
    if engine is Engine.PDFLATEX:
        message = f"`fonts.{role}`: pdfLaTeX has no {name}"
        hint = f"leave engine out, or take one of {has}"
    else:
        message = f"`fonts.{role}`: no font family {name} is installed"
        hint = "install it, or take a family that `fc-list : family` names"
    said.report("settings-value", message, _SETTINGS, hint)


_SETTINGS = Place("book.yaml")


def _lines(fonts: Fonts, engine: Engine, house: House) -> Faces:
    """Return FONTS, all four named, as lines for ENGINE in HOUSE."""
    main, sans, mono, math = (_ROLES[role].get(getattr(fonts, role), _Family()) for role in _ROLES)
    names = tuple(dict.fromkeys((fonts.main, fonts.mono)))
    old_figures = bool(main.opentype)  # TeX Gyre and Latin Modern; of others nobody knows
    if engine is Engine.PDFLATEX:
        faces = Faces(main.pdftex, sans.pdftex, mono.pdftex, math.math, names, old_figures)
    else:
        faces = Faces(
            r"\setmainfont" + (main.opentype or f"{{{fonts.main}}}"),
            r"\setsansfont" + (sans.opentype or f"{{{fonts.sans}}}[Scale=MatchLowercase]"),
            r"\setmonofont" + (mono.opentype or f"{{{fonts.mono}}}[Scale={_MONO_SCALE}]"),
            rf"\setmathfont{{{math.opentype_math or fonts.math}}}",
            names,
            old_figures,
        )
    return _paper_lines(faces, fonts, engine) if house is PAPER else faces


def _paper_lines(faces: Faces, fonts: Fonts, engine: Engine) -> Faces:
    """Return FACES without what comes of itself: Latin Modern, each size in its own cut.

    XeLaTeX has it from the beginning, pdfLaTeX with the package that formulas in it are set by.
    """
    there = engine is not Engine.PDFLATEX or fonts.math == PAPER.own.math
    own = PAPER.own if there else Fonts()
    return Faces(
        "" if fonts.main == own.main else faces.main,
        "" if fonts.sans == own.sans else faces.sans,
        "" if fonts.mono == own.mono else faces.mono or r"\renewcommand*\ttdefault{lmtt}",
        faces.math,
        faces.names,
        old_figures=False,
        paper=True,
    )
