"""The files themselves: their names, that each is used, and that none is TeX's own work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from scidraft_tex.bundle.contents import Contents, suffix
from scidraft_tex.bundle.plan import README
from scidraft_tex.bundle.reach import reached
from scidraft_tex.bundle.readme import readme_faults
from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic

__all__ = ["FILE_RULES", "build_files", "file_names", "hidden_files", "told", "unused_files"]

_NAME = re.compile(r"[A-Za-z0-9_+.,=-]+")
"""What a part of a path is made of at arXiv (info.arxiv.org/help/submit)."""

_BUILT = frozenset({".aux", ".log", ".out", ".toc", ".lof", ".lot", ".dvi", ".ps", ".fls"}) | {
    *(".blg", ".bcf", ".xml", ".synctex", ".fdb_latexmk", ".nav", ".snm", ".vrb", ".gz"),
}
_NOT_READ = frozenset({".bib", ".bst", ".otf", ".ttf", ".ttc"})
"""Endings of what TeX itself does not read, or does not tell that it reads."""


def file_names(contents: Contents) -> Iterator[Diagnostic]:
    """A name is made of the characters that arXiv keeps."""
    for name in sorted(contents.files):
        if not all(_NAME.fullmatch(part) for part in name.split("/")):
            message = f"the name {name!r} has characters that arXiv does not take"
            yield diagnostic("bundle-name", message, place=Place(name))


def hidden_files(contents: Contents) -> Iterator[Diagnostic]:
    """No file and no folder is hidden: arXiv deletes those at announcement."""
    for name in sorted(contents.files):
        if any(part.startswith(".") for part in name.split("/")):
            yield diagnostic("bundle-hidden", f"{name} is hidden", place=Place(name))


def unused_files(contents: Contents) -> Iterator[Diagnostic]:
    """Every file is read from the root, and TeX, where it ran, read it."""
    used = reached(contents)
    for name in sorted(contents.files):
        if name not in used:
            yield diagnostic("bundle-unused", f"nothing reads {name}", place=Place(name))
        elif contents.read is not None and name not in contents.read and _is_read(name):
            yield diagnostic("bundle-unused", f"TeX does not read {name}", place=Place(name))


def build_files(contents: Contents) -> Iterator[Diagnostic]:
    """Nothing that TeX writes is there, and not the paper's PDF."""
    for name in sorted(contents.files):
        if suffix(name) in _BUILT or name == f"{contents.root}.pdf":
            yield diagnostic("bundle-build-file", f"{name} is made by a build", place=Place(name))


def told(contents: Contents) -> Iterator[Diagnostic]:
    """There is one `00README.json`, of arXiv's schema, and it says what this bundle is."""
    data = contents.files.get(README)
    if data is None:
        yield diagnostic("bundle-readme", f"there is no {README}", place=Place(README))
    else:
        for fault in readme_faults(data, contents.root, contents.plan):
            yield diagnostic("bundle-readme", f"{README}: {fault}", place=Place(README))
    for name in sorted(contents.files):
        if name != README and PurePosixPath(name).stem.upper() == "00README":
            yield diagnostic("bundle-readme", f"arXiv ignores {name}", place=Place(name))


def _is_read(name: str) -> bool:
    return name != README and suffix(name) not in _NOT_READ


FILE_RULES = (file_names, hidden_files, unused_files, build_files, told)
