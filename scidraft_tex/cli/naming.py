"""Which of the names on a command line are notes, and which is the site's folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from scidraft_tex.cli.options import CONFIG

__all__ = ["SITE_MARKS", "parted"]

SITE_MARKS = (
    CONFIG, "hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json",
    "config.toml", "config.yaml", "config.yml", "config.json", "config/_default",
)  # fmt: skip
"""What makes a folder a site's: our settings, or Hugo's."""
CONTENT = "content"
"""The folder in a site that its notes lie in."""


def parted(names: Sequence[str], *, every: bool) -> tuple[tuple[str, ...], Path | None]:
    """Return NAMES as those of notes, and the site's folder, if they tell it.

    The last name is the site where it is a folder without an `index.md`, and there are notes before
    it or EVERY note is asked for. Without one, a note named by its path tells its site: the nearest
    folder above that looks like one.
    """
    *notes, last = names or ("",)
    if last and (notes or every) and Path(last).is_dir() and not _is_bundle(Path(last)):
        return tuple(notes), Path(last)
    return tuple(names), next(filter(None, map(_enclosing, names)), None)


def _is_bundle(folder: Path) -> bool:
    """Tell whether FOLDER is a note: a page bundle."""
    return (folder / "index.md").is_file() and not any(
        (folder / mark).exists() for mark in (*SITE_MARKS, CONTENT)
    )


def _enclosing(name: str) -> Path | None:
    """Return the site that the file NAME lies in; None for the one that holds anyway."""
    path = Path(os.path.abspath(name))  # noqa: PTH100  # a `..` is gone, a link is kept
    if not path.exists():
        return None
    site = next((folder for folder in path.parents if _is_site_of(path, folder)), None)
    return None if site == Path.cwd() else site


def _is_site_of(path: Path, folder: Path) -> bool:
    """Tell whether FOLDER, one above PATH, is a site that PATH can be a note of."""
    marked = any((folder / mark).exists() for mark in SITE_MARKS)
    return marked or path.is_relative_to(folder / CONTENT)
