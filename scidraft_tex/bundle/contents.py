"""What a bundle holds, as a value that the rules look at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from scidraft_tex.bundle.pages import PageFacts
from scidraft_tex.bundle.plan import Plan
from scidraft_tex.bundle.source import Source, Use, read_source

__all__ = ["Contents", "suffix"]

_FOLDER = re.compile(r"\{([^{}]*)\}")
_TREES = frozenset({"texmf", "texmf-dist", "texmf-local", "texlive", "texmf-var", "texmf-config"})
_TEX = frozenset({".tex", ".sty", ".cls", ".clo", ".ltx"})


@dataclass(frozen=True)
class Contents:
    """The files of a bundle by name, and what is known of how TeX sets them.

    `root` is the base name of the file to compile. `read` are the files that TeX read of them, None
    if it was not run yet; `system` is where kpsewhich finds those that the source names and that
    are not among `files`, by name. `pages` are what came of it.
    """

    root: str
    plan: Plan
    files: Mapping[str, bytes]
    read: frozenset[str] | None = None
    system: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[PageFacts, ...] = field(default=(), repr=False)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The files that are TeX code, the root first."""
        names = sorted(name for name in self.files if suffix(name) in _TEX)
        names.sort(key=lambda name: name != f"{self.root}.tex")
        return tuple(read_source(name, self.files[name]) for name in names)

    @cached_property
    def bbl(self) -> Source | None:
        """The finished list of references, if there is one."""
        name = f"{self.root}.bbl"
        return read_source(name, self.files[name]) if name in self.files else None

    @cached_property
    def graphics_folders(self) -> tuple[str, ...]:
        r"""The folders that `\graphicspath` names, each with the slash at its end."""
        listed = (use.argument for use in self.uses("graphicspath"))
        folders = (folder for text in listed for folder in _FOLDER.findall(text))
        return tuple(folder.strip().removeprefix("./") for folder in folders)

    def source(self, name: str) -> Source | None:
        """Return the file NAME as TeX code, if it is there and is some."""
        return next((source for source in self.sources if source.name == name), None)

    def uses(self, *commands: str, arguments: int = 1) -> Iterator[Use]:
        """Yield where COMMANDS are used in any file of TeX code."""
        for source in self.sources:
            yield from source.uses(*commands, arguments=arguments)

    def packages(self) -> Iterator[tuple[str, Use]]:
        """Yield each package that is loaded, and where."""
        for use in self.uses("usepackage", "RequirePackage", "RequirePackageWithOptions"):
            for package in use.items:
                yield package.removesuffix(".sty"), use

    def in_texlive(self, name: str) -> bool:
        """Tell whether kpsewhich finds NAME in the folders of a TeX Live."""
        return bool(_TREES & set(PurePosixPath(self.system.get(name, "")).parts))

    def of_kind(self, *suffixes: str) -> Iterator[str]:
        """Yield the names that end in one of SUFFIXES, in any case of letters."""
        yield from (name for name in sorted(self.files) if suffix(name) in suffixes)


def suffix(name: str) -> str:
    """Return the ending of the file NAME in small letters, with its dot."""
    return PurePosixPath(name).suffix.lower()
