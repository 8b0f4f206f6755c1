"""How the files of TeX code hang together: one root, and everything that is read from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.reach import (
    GRAPHICS,
    INPUTS,
    figure_file,
    input_file,
    input_names,
    is_open,
)
from scidraft_tex.bundle.source import Use
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic

__all__ = [
    "STRUCTURE_RULES",
    "foreign_paths",
    "included_folders",
    "missing_inputs",
    "named_inputs",
    "one_root",
]

_LEFT_OPEN = frozenset({"InputIfFileExists"})


def one_root(contents: Contents) -> Iterator[Diagnostic]:
    r"""The root has a `\documentclass`, and no other file: arXiv takes each for a document."""
    root = f"{contents.root}.tex"
    if root not in contents.files:
        yield diagnostic("bundle-root", f"the root {root} is not in the bundle", place=Place(root))
        return
    found = [use for use in contents.uses("documentclass") if use.place.file.endswith(".tex")]
    if not any(use.place.file == root for use in found):
        yield diagnostic(
            "bundle-root", f"the root {root} has no \\documentclass", place=Place(root)
        )
    for use in found:
        if use.place.file != root:
            message = f"{use.place.file} has a \\documentclass, too: arXiv takes it for a document"
            yield diagnostic("bundle-root", message, place=use.place)


def included_folders(contents: Contents) -> Iterator[Diagnostic]:
    r"""Nothing in a folder is read by `\include`, which writes an `.aux` file beside it.

    At arXiv TeX may write in the uppermost folder only.
    """
    for use in contents.uses("include"):
        if len(PurePosixPath(use.argument).parts) > 1:
            message = f"\\include reads {use.argument} from a folder"
            yield diagnostic("bundle-include-folder", message, place=use.place)


def missing_inputs(contents: Contents) -> Iterator[Diagnostic]:
    """Every file of TeX code that is read is in the bundle, or in TeX Live."""
    for use in contents.uses(*INPUTS):
        name = use.argument
        if not _asks_for_a_file(use) or input_file(contents, name):
            continue
        if any(map(contents.in_texlive, input_names(name))):
            continue
        message = f"\\{use.command} reads {name}, which is not in the bundle"
        yield diagnostic("bundle-input-missing", message, place=use.place)


def named_inputs(contents: Contents) -> Iterator[str]:
    """Yield what kpsewhich is to look for: files of TeX code that are not in the bundle."""
    for use in contents.uses(*INPUTS):
        if _asks_for_a_file(use) and not input_file(contents, use.argument):
            yield from input_names(use.argument)


def foreign_paths(contents: Contents) -> Iterator[Diagnostic]:
    """No file is named by a path from the root of a machine or out of the bundle's folder."""
    named = (*INPUTS, *GRAPHICS, "bibliography", "addbibresource", "lstinputlisting", "usepackage")
    for use in contents.uses(*named, "graphicspath"):
        for name in (part.strip("{} ") for part in use.argument.replace("}{", ",").split(",")):
            if _is_foreign(name):
                message = f"\\{use.command} names {name}, a path out of the bundle"
                yield diagnostic("bundle-path", message, place=use.place)


def missing_figures(contents: Contents) -> Iterator[Diagnostic]:
    """Every figure that is named is in the bundle."""
    for use in contents.uses(*GRAPHICS):
        name = use.argument
        if not name or "#" in name or _is_foreign(name) or figure_file(contents, name):
            continue
        message = f"\\{use.command} shows {name}, which is not in the bundle"
        yield diagnostic("bundle-figure-missing", message, place=use.place)


def _is_foreign(name: str) -> bool:
    """Tell whether NAME is an absolute path, of any system, or leads out of the folder."""
    parts = name.strip('"').replace("\\", "/").split("/")
    return (parts[0] in {"", "~"} and len(parts) > 1) or ".." in parts or parts[0].endswith(":")


def _asks_for_a_file(use: Use) -> bool:
    """Tell whether USE reads a file that has to be there, by a name that is told elsewhere."""
    name = use.argument
    optional = use.command in _LEFT_OPEN or name.strip('"').startswith("|")
    return bool(name) and not optional and not is_open(name) and not _is_foreign(name)


STRUCTURE_RULES = (
    one_root,
    included_folders,
    missing_inputs,
    foreign_paths,
    missing_figures,
)
