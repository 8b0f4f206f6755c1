"""The `.tex` folder on disk: files are written where their bytes differ, and no stale one stays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scidraft_tex.files import whole

OURS = ("chapters", "bib")
"""Folders that hold nothing but what is rendered."""


def write_folder(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Write FILES below FOLDER and return the names of those that changed.

    A file is written beside and renamed, so that none is ever half there. Rendered files of an
    earlier build that FILES does not name are removed.
    """
    changed = [name for name, text in files.items() if _write(folder / name, text)]
    for part in OURS:
        for path in sorted((folder / part).glob("*")):
            name = path.relative_to(folder).as_posix()
            if path.suffix in {".tex", ".bib"} and name not in files:
                path.unlink()
                changed.append(name)
    return changed


def _write(path: Path, text: str) -> bool:
    data = text.encode()
    if path.is_file() and path.read_bytes() == data:
        return False
    with whole(path) as beside:
        beside.write_bytes(data)
    return True
