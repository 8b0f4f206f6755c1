"""Files that are whole or not there, folders for a while, and texts that may be missing.

What is being written stands beside its place under a name of its own, and a folder for a while
among the system's temporary ones. Each is locked by the process that made it, so that `sweep`
knows what a killed run has left, whatever clocks and process numbers say.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

__all__ = [
    "KEEP",
    "SCRATCH",
    "UNFINISHED",
    "check_room",
    "full",
    "keeping",
    "publish",
    "scratch",
    "sweep",
    "sweep_scratch",
    "text_of",
    "unlink_links",
    "whole",
    "whole_folder",
]

UNFINISHED = ".scidraft-"
"""How the name of a file begins that is still being written; then come eight random characters."""

SCRATCH = "scidraft-tex-"
"""How the name of a folder for a while begins."""

KEEP = "SCIDRAFT_TEX_KEEP"
"""The variable of the environment that, set to anything, keeps folders for a while for good."""

_KEPT = ".kept"
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})
"""Errors of the place that is written to, whichever file Python names."""


@contextmanager
def whole(path: Path, *, durable: bool = False) -> Iterator[Path]:
    """Give a file to write in PATH's folder, which becomes PATH if all goes well.

    Until then PATH is as it was, and so it stays if what is written within fails. If DURABLE, the
    bytes are on the disk before PATH names them: after a power cut it is the old file or the new
    one. Makes the folder. Raises `OSError` that names PATH where it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _naming(path):
        handle, beside = _claimed(lambda: _file_in(path.parent, path.suffix))
    try:
        with _naming(path, beside):
            yield beside
            beside.chmod(0o644)
            if durable:
                _flush(beside)
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
        os.close(handle)
    if durable:
        with suppress(OSError):  # not every file system lets a folder be flushed
            _flush(path.parent)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Give an empty folder beside PATH, which takes PATH's place if all goes well.

    Nobody finds files of the old folder beside those of the new one; for a moment there is neither.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = _claimed(lambda: tempfile.mkdtemp(dir=path.parent, prefix=UNFINISHED))
    old = beside / "old"
    try:
        new = beside / "new"
        new.mkdir()
        yield new
        if path.is_dir():
            path.replace(old)
        new.replace(path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        os.close(handle)


def publish(files: Iterable[tuple[Path, Path]]) -> None:
    """Copy the first file of each pair of FILES to the second; all change together, or none.

    All are whole and on the disk before the first is renamed; that of the first pair is renamed
    last. Raises `OSError` that names what cannot be written.
    """
    with ExitStack() as stack:
        for origin, target in files:
            beside = stack.enter_context(whole(target, durable=True))
            shutil.copyfile(origin, beside)
            _flush(beside)


@contextmanager
def scratch(what: str) -> Iterator[Path]:
    """Give an empty folder for WHAT, a word; it is gone afterwards, or with the next `sweep`."""
    handle, folder = _claimed(lambda: tempfile.mkdtemp(prefix=f"{SCRATCH}{what}-"))
    try:
        yield folder
    finally:
        if os.environ.get(KEEP):
            (folder / _KEPT).touch()
        else:
            shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


@contextmanager
def keeping(*, asked: bool) -> Iterator[None]:
    """Keep for good, if ASKED, the folders for a while that end within, in whichever thread."""
    before = os.environ.get(KEEP)
    if asked:
        os.environ[KEEP] = "1"
    try:
        yield
    finally:
        os.environ.pop(KEEP, None)
        if before is not None:
            os.environ[KEEP] = before


def sweep(folder: Path, *, below: bool = False) -> None:
    """Remove what killed runs left unfinished in FOLDER, and in the folders BELOW it if asked."""
    pattern = f"{UNFINISHED}????????*"
    with suppress(OSError):
        for path in list(folder.rglob(pattern) if below else folder.glob(pattern)):
            _remove_left(path)


def sweep_scratch() -> None:
    """Remove folders for a while that killed runs of this user left."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{SCRATCH}*"):
            status = path.lstat()
            ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
            if ours and not (path / _KEPT).exists():
                _remove_left(path)


def unlink_links(folder: Path) -> None:
    """Remove FOLDER if it is a symbolic link, else all links below it; what they name stays.

    What TeX and we write in a folder of ours is not to land elsewhere.
    """
    if folder.is_symlink():
        folder.unlink()
        return
    for parent, folders, files in os.walk(folder):
        for path in (Path(parent, name) for name in (*folders, *files)):
            if path.is_symlink():
                path.unlink()


def check_room(folder: Path) -> None:
    """Raise `OSError` that names FOLDER if nothing more can be written to its file system.

    For after programs that go on when a file of theirs was cut short.
    """
    with suppress(FileNotFoundError):
        room = os.statvfs(folder)
        free = room.f_bavail if os.geteuid() else room.f_bfree
        if room.f_blocks and not free:
            raise full(folder)


def full(path: Path) -> OSError:
    """Return the error that there is no room for PATH."""
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def text_of(path: Path) -> str:
    """Return the text of PATH, whatever bytes it holds, or "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


# --- whose a file is ---------------------------------------------------------------------------


def _file_in(folder: Path, suffix: str) -> str:
    handle, name = tempfile.mkstemp(dir=folder, prefix=UNFINISHED, suffix=suffix)
    os.close(handle)
    return name


def _claimed(make: Callable[[], str]) -> tuple[int, Path]:
    """Return what MAKE makes, and the handle that locks it; a sweep may have been faster."""
    while True:
        path = Path(make())
        with suppress(BlockingIOError, FileNotFoundError):
            return _opened(path, sure=False), path


def _remove_left(path: Path) -> None:
    """Remove the file or folder at PATH unless a living process has it."""
    with suppress(OSError):
        handle = _opened(path, sure=True)
        try:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        finally:
            os.close(handle)


def _opened(path: Path, *, sure: bool) -> int:
    """Return a handle that locks PATH; raises `OSError` where another has it, or it is gone.

    Where the file system knows no locks it is an error only if one has to be SURE.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        _lock(handle, sure=sure)
        same = path.stat().st_ino == os.fstat(handle).st_ino
    except BaseException:
        os.close(handle)
        raise
    if not same:
        os.close(handle)
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return handle


def _lock(handle: int, *, sure: bool) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        if sure:
            raise


# --- disks -------------------------------------------------------------------------------------


def _flush(path: Path) -> None:
    """Wait until what PATH holds is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _naming(path: Path, beside: Path | None = None) -> Iterator[None]:
    """Let errors within that are of writing PATH, by way of BESIDE, name it."""
    try:
        yield
    except OSError as error:
        named = error.filename
        ours = beside is None or named is None or str(beside) == str(named)
        if error.errno is None or not (ours or error.errno in _FULL):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
