"""What tells whether a file has changed: size, times and place on the disk, and what it holds.

A file whose status is as it was is not read again, unless it was written so shortly before its
status was taken that it may have changed since within one tick of the disk's clock (git calls such
a file racy). One whose status differs is read: if it holds what it held, it has not changed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

__all__ = ["Mark", "Status", "below", "changed", "mark_of", "marks_of", "racy", "status_of"]

Status: TypeAlias = list[int]
"""Size in bytes, times of change of what it holds and of its status in ns, number on the disk."""
Mark: TypeAlias = tuple[Status, str]
"""A status, and the digest of what the file held; "" for a folder, or what is too large to read."""

TICK = 2 * 10**9
"""The coarsest clock of a file system that people use, in ns: that of FAT."""
LARGEST = 64 * 2**20
"""The largest file that is read, in bytes; a larger one has changed if its status has."""
PASSED_OVER = frozenset({".git", ".hg", ".svn", ".venv", "node_modules", "__pycache__"})
"""Folders that hold nothing that is printed."""


def status_of(path: str) -> Status | None:
    """Return the status of the file or folder at PATH, links followed; None if there is none."""
    try:
        return _status(os.stat(path))  # noqa: PTH116  # thousands of them
    except (OSError, ValueError):
        return None


def _status(found: os.stat_result) -> Status:
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


def below(folder: str, apart: Collection[str]) -> Iterator[tuple[str, Status]]:
    """Yield path and status of each file below FOLDER, and of each folder a status of no length.

    What is in APART, absolute paths, is passed over, and links to folders are not followed.
    """
    pending = [folder]
    while pending:
        try:
            entries = list(os.scandir(pending.pop()))
        except OSError:
            continue
        for entry in entries:
            if entry.name in PASSED_OVER or entry.path in apart:
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                    yield entry.path, []
                else:
                    yield entry.path, _status(entry.stat())
            except OSError:  # a link to nothing, or just removed
                yield entry.path, []


def mark_of(path: str, status: Status, known: Mark | None, when: int) -> Mark:
    """Return the mark of the file at PATH with STATUS.

    Its digest is that of what is KNOWN of it, if that has the same status and was taken WHEN the
    file was old enough.
    """
    if not status:
        return status, ""
    if known is not None and list(known[0]) == status and known[1] and not racy(status, when):
        return status, known[1]
    return status, _digest(path, status[0])


def marks_of(
    found: Iterable[tuple[str, Status]], known: Mapping[str, Mark], when: int
) -> dict[str, Mark]:
    """Return the marks of files FOUND, by way of those KNOWN since WHEN."""
    return {path: mark_of(path, status, known.get(path), when) for path, status in found}


def changed(path: str, status: Status | None, mark: Mark, when: int) -> bool:
    """Tell whether the file at PATH, now with STATUS, has changed since its MARK was taken WHEN."""
    before, digest = mark
    if status is None or bool(status) != bool(before):
        return True
    if status == list(before) and not racy(status, when):
        return False
    if not before:
        return False
    return not digest or status[0] != before[0] or _digest(path, status[0]) != digest


def racy(status: Status, when: int) -> bool:
    """Tell whether a file with STATUS may have changed since WHEN and look the same."""
    return bool(status) and max(status[1], status[2]) + TICK >= when


def _digest(path: str, size: int) -> str:
    if size > LARGEST:
        return ""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # see status_of
            return hashlib.blake2b(file.read(), digest_size=16).hexdigest()
    except OSError:
        return ""
