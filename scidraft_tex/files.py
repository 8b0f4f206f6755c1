"""Files that are whole or not there, written beside and renamed; and texts that may be missing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["text_of", "whole"]


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a file to write in PATH's folder, which becomes PATH if all goes well.

    Until then PATH is as it was, and so it stays if what is written within fails. Makes the folder.
    Raises `OSError` that names PATH where it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(0o644)
        _rename(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _rename(beside: Path, path: Path) -> None:
    try:
        beside.replace(path)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def text_of(path: Path) -> str:
    """Return the text of PATH, whatever bytes it holds, or "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
