"""Fonts of a bundle for XeLaTeX: named by file, and at hand at arXiv."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.source import Use
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.glyphs.paper_fonts import PAPER_FONTS

__all__ = ["FONT_RULES", "font_files", "font_names", "named_fonts"]

_NAMED_SECOND = frozenset(
    {"newfontfamily", "newfontface", "newCJKfontfamily", "babelfont", "renewfontfamily"}
    | {"setfontfamily", "providefontfamily"}
)
_SETTING = (
    *("setmainfont", "setsansfont", "setmonofont", "setmathfont", "setromanfont", "fontspec"),
    *("setmathrm", "setboldmathrm", "setmathsf", "setmathtt"),
    *("setCJKmainfont", "setCJKsansfont", "setCJKmonofont", *sorted(_NAMED_SECOND)),
)
_ENDINGS = (".otf", ".ttf", ".ttc")
_EXTENSION = re.compile(r"(?<![A-Za-z])Extension\s*=\s*\{?\s*(\.(?:otf|ttf|ttc))\b")
_FOLDER = re.compile(r"(?<![A-Za-z])Path\s*=\s*\{?\s*([^,{}\s]+)")
_SHAPES = re.compile(r"(?:[A-Z][A-Za-z]*)Font\s*=\s*\{?\s*([^,{}]+)")

_IN_TEXLIVE = frozenset(name for font in PAPER_FONTS if not font.ships for name in font.files)
"""Files that TeX Live has under these names, wherever they lie on this machine."""


def font_names(contents: Contents) -> Iterator[Diagnostic]:
    """A font is named by its file: arXiv finds no families."""
    for use, name, options in _settings(contents):
        if not name.lower().endswith(_ENDINGS) and not _EXTENSION.search(options):
            message = f"\\{use.command} names the font {name} by its family"
            yield diagnostic("bundle-font-name", message, place=use.place)


def font_files(contents: Contents) -> Iterator[Diagnostic]:
    """A font file that is named is in the bundle or in TeX Live."""
    for use, file in _files(contents):
        name = PurePosixPath(file).name
        if file not in contents.files and not contents.in_texlive(name) and name not in _IN_TEXLIVE:
            message = f"the font {name} is neither in the bundle nor in TeX Live"
            yield diagnostic("bundle-font-missing", message, place=use.place)


def named_fonts(contents: Contents) -> Iterator[str]:
    """Yield what kpsewhich is to look for: font files that are named and not in the bundle."""
    yield from (
        PurePosixPath(file).name for _, file in _files(contents) if file not in contents.files
    )


def _settings(contents: Contents) -> Iterator[tuple[Use, str, str]]:
    """Yield where a font is set, its name there, and the options, all in one."""
    for use in contents.uses(*_SETTING, arguments=2):
        at = 1 if use.command in _NAMED_SECOND else 0
        name = use.arguments[at].strip() if len(use.arguments) > at else ""
        if name and "#" not in name:
            yield use, name, ",".join(use.options)


def _files(contents: Contents) -> Iterator[tuple[Use, str]]:
    """Yield the font files that are named, by their paths in the bundle, and where."""
    for use, name, options in _settings(contents):
        extension = _EXTENSION.search(options)
        end = extension[1] if extension and not name.lower().endswith(_ENDINGS) else ""
        folder = _FOLDER.search(options)
        base = f"{folder[1].rstrip('/')}/" if folder else ""
        shapes = {found[1].strip().replace("*", name) for found in _SHAPES.finditer(options)}
        upright = re.search(r"UprightFont\s*=", options)
        for shape in sorted(shapes if upright else shapes | {name}):
            file = shape if shape.lower().endswith(_ENDINGS) else f"{shape}{end}"
            if file.lower().endswith(_ENDINGS):
                yield use, f"{base}{file.strip('[]')}".removeprefix("./")


FONT_RULES = (font_names, font_files)
