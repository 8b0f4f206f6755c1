"""What stands for this program and the packages it is made with, for keys of caches."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from scidraft_tex.digests import digest_of

__all__ = ["own_stamp"]

_PACKAGE = Path(__file__).resolve().parent
_SOURCES = (".py", ".toml", ".json", ".j2", ".ist", ".tex", ".sty", ".mjs")


@cache
def own_stamp() -> str:
    """Return the digest of this program: Python, its own files by size and time, its packages.

    The packages are told by the names of their `.dist-info` folders, which hold their versions.
    """
    parts = [sys.version]
    for folder in (_PACKAGE, _PACKAGE.parent / "templates"):
        parts += _files(folder)
    for entry in sys.path:
        if entry.endswith(("site-packages", "dist-packages")) and os.path.isdir(entry):  # noqa: PTH112  # os.path is loaded already
            parts += sorted(name for name in os.listdir(entry) if name.endswith(".dist-info"))  # noqa: PTH208
    return digest_of(*parts)


def _files(folder: Path) -> list[str]:
    """Return name, size and time of each source below FOLDER, by name."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            if name.endswith(_SOURCES):
                status = os.stat(os.path.join(parent, name))  # noqa: PTH116, PTH118
                found.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return found
