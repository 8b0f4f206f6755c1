"""The `.tex` folder on disk: files are written where their bytes differ, and no stale one stays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scidraft_tex.draw.book import FIGURES
from scidraft_tex.files import whole, whole_folder

OURS = ("chapters", "bib")
"""Folders that hold nothing but what is rendered."""


def write_folder(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Write FILES below FOLDER and return the names of those that changed.

    A file is written beside and renamed, so that none is ever half there. Rendered files of an
    earlier build that FILES does not name are removed.
    """
    changed = write_files(folder, files)
    for part in OURS:
        for path in sorted((folder / part).glob("*")):
            name = path.relative_to(folder).as_posix()
            if path.suffix in {".tex", ".bib", ".bbl"} and name not in files:
                path.unlink()
                changed.append(name)
    return changed


def write_files(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Write FILES below FOLDER, each whole, and return the names of those that changed."""
    return [name for name, text in files.items() if _write(folder / name, text.encode())]


def write_source(
    folder: Path, files: Mapping[str, str], drawn: Path, further: Mapping[str, Path]
) -> None:
    """Write FILES to FOLDER alone, with the files of DRAWN that they name and FURTHER ones by name.

    What else FOLDER held is removed: it is for others to read, who find the old files or the new.
    """
    texts = "".join(files.values())
    pictures = {path.relative_to(drawn).as_posix(): path for path in drawn.glob(f"{FIGURES}/*")}
    with whole_folder(folder) as new:
        write_folder(new, files)
        copy_files(new, further)
        copy_files(new, {name: path for name, path in pictures.items() if name in texts})


def prune(folder: Path, files: Mapping[str, str]) -> None:
    """Remove rendered files and pictures from FOLDER that an earlier build left there.

    FILES are those of this one; pictures that none of them names go, too.
    """
    for path in folder.glob("*.tex"):
        if path.name not in files and path.name not in "".join(files.values()):
            path.unlink()
    prune_pictures(folder, files)


def prune_pictures(folder: Path, files: Mapping[str, str]) -> None:
    """Remove pictures from FOLDER that none of FILES, what is rendered, names."""
    texts = "".join(files.values())
    for path in folder.glob(f"{FIGURES}/*"):
        if path.relative_to(folder).as_posix() not in texts:
            path.unlink()


def copy_files(folder: Path, files: Mapping[str, Path]) -> None:
    """Copy FILES, by their names below FOLDER, where they are not there already as they are."""
    for name, origin in files.items():
        _write(folder / name, origin.read_bytes())


def _write(path: Path, data: bytes) -> bool:
    if path.is_file() and path.read_bytes() == data:
        return False
    with whole(path) as beside:
        beside.write_bytes(data)
    return True
