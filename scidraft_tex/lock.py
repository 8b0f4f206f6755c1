"""One build at a time in a folder: the second waits for the first."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["FILE", "held", "waiting_line"]

FILE = ".lock"
"""The lock's file in a build folder. It holds the number of the process that has it or had it."""


def waiting_line(folder: Path, process: str) -> str:
    """Return what to say while PROCESS, a number, has the lock of FOLDER."""
    return f"waiting for another build (process {process}) in {folder}/"


@contextmanager
def held(folder: Path, waiting: Callable[[str], None]) -> Iterator[bool]:
    """Hold the lock of the build FOLDER, which is made; yield whether it could be had.

    While another process holds it, this one waits; WAITING is told its number first ("?" where it
    is not known). The lock is the kernel's own and ends with its process, however that ends. Where
    the file system knows no locks, the answer is False and nothing waits. A folder that was made
    for the lock alone is gone afterwards. Raises `OSError` where FOLDER cannot be written.
    """
    new = not folder.exists()
    handle, locked = _had(folder, waiting)
    try:
        if locked:
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield locked
    finally:
        if new and locked:
            _remove_empty(folder)
        os.close(handle)


def _remove_empty(folder: Path) -> None:
    """Remove FOLDER if it holds the lock alone."""
    with suppress(OSError):
        if [path.name for path in folder.iterdir()] == [FILE]:
            (folder / FILE).unlink()
            folder.rmdir()


def _had(folder: Path, waiting: Callable[[str], None]) -> tuple[int, bool]:
    """Return a handle of FOLDER's lock, and whether it is locked."""
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        try:
            locked = _locked(handle, waiting)
            if not locked or _is(path, handle):
                return handle, locked
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # whoever had it has removed it: there may be another by now


def _is(path: Path, handle: int) -> bool:
    """Tell whether PATH is the file of HANDLE."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _locked(handle: int, waiting: Callable[[str], None]) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
        waiting(holder if holder.isdecimal() else "?")
    except OSError:
        return False
    else:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError:
        return False
    return True
