"""`scidraft-tex clean`: what was made and what is kept goes."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.cli.exits import Exit
from scidraft_tex.cli.options import BUILD
from scidraft_tex.lock import FILE, held, waiting_line

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress

PARTS = (
    *("book", "preprints", "handouts", "cache", "state", "report.json", "book.pdf", "fault.txt"),
    *("book-booklet.pdf", "book-2up.pdf", "book-marks.pdf"),
)
"""What commands make in the folder of builds; what else is there is somebody else's."""


def add_to(commands: Any) -> None:
    """Add the command to COMMANDS, the sub-parsers of the command line."""
    one = commands.add_parser(
        "clean", help="remove what was made here, and what is kept to make it faster"
    )
    one.set_defaults(run=clean)
    which = one.add_mutually_exclusive_group()
    which.add_argument("--cache", action="store_true", help="only what is kept; PDFs stay")
    which.add_argument(
        "--all", action="store_true", help="what is kept for this user by all sites, too"
    )


def clean(options: argparse.Namespace) -> Exit:
    """Remove what OPTIONS ask for, and say how much that was; return the exit code.

    A build in the folder is waited for. Raises `OSError` that names what cannot be removed.
    """
    from scidraft_tex.cache import user_folders  # noqa: PLC0415  # after --help
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    progress = Progress(quiet=False, verbose=False)
    parts = ("cache", "state") if options.cache else PARTS
    paths = [BUILD / part for part in parts]
    if options.all:
        paths += user_folders()
    with _alone(progress):
        freed = sum(map(_removed, paths))
    progress.summary([f"{freed / 1e6:.1f} MB removed"])
    return Exit.MADE


@contextmanager
def _alone(progress: Progress) -> Iterator[None]:
    """Hold the folder of builds, if there is one; it goes if nothing is left in it."""
    if not BUILD.is_dir():
        yield
        return
    with held(BUILD, lambda process: progress.told(waiting_line(BUILD, process))):
        yield
        (BUILD / FILE).unlink(missing_ok=True)
        with suppress(OSError):
            BUILD.rmdir()


def _removed(path: Path) -> int:
    """Remove the file or folder at PATH, if there is one; return how many bytes it had."""
    if path.is_symlink() or path.is_file():
        size = path.lstat().st_size
        path.unlink()
        return size
    if not path.is_dir():
        return 0
    files = [inner for inner in path.rglob("*") if inner.is_file() and not inner.is_symlink()]
    size = sum(inner.stat().st_size for inner in files)
    shutil.rmtree(path)
    return size
