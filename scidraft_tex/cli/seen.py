"""What a command read and made, for who builds again when that changes."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Seen", "made", "read"]


@dataclass(slots=True)
class Seen:
    """The folders and files that a command read, what it wrote, and the PDFs among that."""

    folders: list[Path] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    made: list[Path] = field(default_factory=list)
    pdfs: list[Path] = field(default_factory=list)


def read(options: argparse.Namespace, site: Path, *files: Path | None) -> None:
    """Remember that the command of OPTIONS reads SITE and the settings FILES, if anybody asks."""
    seen = getattr(options, "seen", None)
    if isinstance(seen, Seen):
        seen.folders.append(site)
        seen.files.extend(path for path in files if path)


def made(options: argparse.Namespace, pdfs: Iterable[Path], *others: Path | None) -> None:
    """Remember that the command of OPTIONS wrote PDFS and OTHERS, files or folders."""
    seen = getattr(options, "seen", None)
    if isinstance(seen, Seen):
        found = list(pdfs)
        seen.pdfs.extend(found)
        seen.made.extend([*found, *(path for path in others if path)])
