"""Which files a document uses, found by reading it from its root."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.plan import README
from scidraft_tex.bundle.source import Source, Use
from scidraft_tex.engines import Engine

__all__ = [
    "FIGURES",
    "GRAPHICS",
    "INPUTS",
    "figure_file",
    "input_file",
    "input_names",
    "is_open",
    "reached",
]

INPUTS = ("input", "include", "InputIfFileExists", "subfile", "subfileinclude", "@input")
"""Commands that read a file of TeX code."""

GRAPHICS = ("includegraphics", "includepdf")
"""Commands that read a figure."""

FIGURES = {
    Engine.PDFLATEX: (".pdf", ".png", ".jpg", ".jpeg"),
    Engine.XELATEX: (".pdf", ".png", ".jpg", ".jpeg"),
}
"""Endings of the figures that a compiler takes and a bundle has."""

_LISTINGS = ("lstinputlisting", "VerbatimInput", "verbatiminput")
_ARGUMENT = re.compile(r"\{([^{}\\#\n]+)\}")
_BESIDE_ROOT = (".bbl", ".ind", ".gls", ".nls", ".acr")


def is_open(name: str) -> bool:
    r"""Tell whether NAME is made only as TeX runs: it has a macro or a parameter in it."""
    return "#" in name or "\\" in name


def input_file(contents: Contents, name: str) -> str | None:
    """Return the file that is read for NAME, its ending left out or not."""
    return next((file for file in input_names(name) if file in contents.files), None)


def input_names(name: str) -> tuple[str, ...]:
    """Return what TeX looks for when it is to read NAME, in order."""
    plain = _plain(name)
    return (f"{plain}.tex", plain)


def figure_file(contents: Contents, name: str) -> str | None:
    """Return the file that is read for the figure NAME, its ending left out or not."""
    plain = _plain(name)
    folders = ("", *contents.graphics_folders)
    endings = ("", *FIGURES[contents.plan.compiler])
    files = (f"{folder}{plain}{end}" for folder in folders for end in endings)
    return next((file for file in files if file in contents.files), None)


def reached(contents: Contents) -> frozenset[str]:
    """Return the files that the root uses, itself among them, by way of any number of others."""
    beside = {f"{contents.root}{end}" for end in _BESIDE_ROOT} | {README}
    found = beside & set(contents.files)
    waiting = [f"{contents.root}.tex"]
    while waiting:
        name = waiting.pop()
        if name in found or name not in contents.files:
            continue
        found.add(name)
        source = contents.source(name)
        if source:
            waiting.extend(_named(contents, source))
    return frozenset(found)


def _named(contents: Contents, source: Source) -> Iterator[str]:
    """Yield the files that SOURCE names, by commands that read files or as a whole argument."""
    for use in source.uses(*INPUTS):
        yield input_file(contents, use.argument) or ""
    for use in source.uses(*_LISTINGS):
        yield _plain(use.argument)
    for use in source.uses("usepackage", "RequirePackage", "RequirePackageWithOptions"):
        yield from (f"{item}.sty" for item in use.items)
    for use in source.uses("documentclass", "LoadClass", "LoadClassWithOptions"):
        yield f"{use.argument}.cls"
    for use in source.uses("bibliography", "addbibresource", "bibliographystyle"):
        yield from _bibliography_files(use)
    for argument in _ARGUMENT.findall(source.code):
        yield figure_file(contents, argument) or ""
    yield from _font_files(contents, source)


def _bibliography_files(use: Use) -> Iterator[str]:
    end = ".bst" if use.command == "bibliographystyle" else ".bib"
    for item in use.items:
        yield _plain(item if item.endswith(end) else f"{item}{end}")


def _font_files(contents: Contents, source: Source) -> Iterator[str]:
    """Yield the font files whose name, with or without the ending, is in SOURCE."""
    for name in contents.of_kind(".otf", ".ttf", ".ttc"):
        if PurePosixPath(name).stem in source.code:
            yield name


def _plain(name: str) -> str:
    """Return NAME without quotation marks and without a leading `./`."""
    return name.strip().strip('"').removeprefix("./")
