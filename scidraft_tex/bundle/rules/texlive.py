"""What breaks in arXiv's TeX Live and did not in older ones (info.arxiv.org/help/faq/texlive)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.source import Source
from scidraft_tex.diagnostics import Diagnostic, diagnostic

__all__ = ["TEXLIVE_RULES", "broken_by_texlive", "graphics_drivers"]

_DRIVERS = frozenset(
    {"dvips", "dvipdf", "dvipdfm", "dvipdfmx", "xetex", "pdftex", "luatex", "dvisvgm", "xdvi"}
    | {"dvipsone", "textures", "truetex", "vtex", "emtex", "dviwin", "pctex32", "tcidvi"}
)
_DRIVEN = frozenset({"graphicx", "graphics", "color", "xcolor", "hyperref", "geometry", "pgf"})
_ANCHOR = re.compile(r"\\newcommand\*?\s*\{?\\theHalgorithm\}?")
_GROUP = re.compile(r"\\(begingroup|bgroup|endgroup|egroup)(?![A-Za-z@])|\\usepackage(?![A-Za-z@])")
_SHARED_COUNTER = re.compile(r"\\newtheorem\s*\{[^{}]*\}\s*\[[^\]]*\]")
_ALIASES = re.compile(r"\\(?:crefalias|AddToHook\s*\{env/)")


def graphics_drivers(contents: Contents) -> Iterator[Diagnostic]:
    """No option names the driver of the graphics: TeX knows it, and arXiv tells on it."""
    for use in contents.uses("documentclass", "usepackage", "RequirePackage"):
        if use.command != "documentclass" and not _DRIVEN & set(use.items):
            continue
        for option in use.settings:
            if option in _DRIVERS:
                message = f"the option {option} names a driver of the graphics"
                yield diagnostic("bundle-graphics-driver", message, place=use.place)


def broken_by_texlive(contents: Contents) -> Iterator[Diagnostic]:
    """Nothing is used in a way that TeX Live 2025 stops at, or sets otherwise."""
    if contents.plan.texlive < 2025:
        return
    for source in contents.sources:
        for _, place in source.matches(_ANCHOR):
            message = (
                r"\newcommand{\theHalgorithm} stops at hyperref's own; \providecommand does not"
            )
            yield diagnostic("bundle-texlive", message, place=place)
        yield from _grouped_packages(source)
    yield from _package_order(contents)
    yield from _theorem_names(contents)


def _grouped_packages(source: Source) -> Iterator[Diagnostic]:
    depth = 0
    for found, place in source.matches(_GROUP):
        if found[1]:
            depth += 1 if found[1].startswith("b") else -1
        elif depth > 0:
            yield diagnostic("bundle-texlive", "a package is loaded within a group", place=place)


def _package_order(contents: Contents) -> Iterator[Diagnostic]:
    loaded = [package for package, _ in contents.packages()]
    for package, use in contents.packages():
        if package == "hyperxmp" and "hyperref" in loaded[loaded.index("hyperxmp") :]:
            message = "hyperxmp is loaded before hyperref"
            yield diagnostic("bundle-texlive", message, place=use.place)


def _theorem_names(contents: Contents) -> Iterator[Diagnostic]:
    """Tell of kinds that share a counter under cleveref, which names them all alike."""
    if "cleveref" not in {package for package, _ in contents.packages()}:
        return
    if any(_ALIASES.search(source.code) for source in contents.sources):
        return
    for source in contents.sources:
        for _, place in source.matches(_SHARED_COUNTER):
            message = (
                "cleveref names results alike that share a counter, unless told by \\crefalias"
            )
            yield diagnostic("bundle-texlive", message, place=place)


TEXLIVE_RULES = (graphics_drivers, broken_by_texlive)
