"""A cache of files by key, kept between builds: bounded, and never trusted blindly.

An entry is one file whose name tells the digest of what it holds. One that holds anything else is
damaged: it is removed, and was not there. Entries are written beside and renamed, and the one that
was longest out of use goes first when a cache grows beyond its limit.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from scidraft_tex.digests import digest
from scidraft_tex.files import whole

__all__ = ["Cache", "surplus", "user_cache", "user_folder", "user_folders"]

_MEBIBYTE = 1 << 20
_LIMIT = 256 * _MEBIBYTE
_LIMITS = {"formats": 640 * _MEBIBYTE}
"""How many bytes of a kind are kept, if not so many; a format has twenty mebibytes and more."""

Kept = TypeVar("Kept")


def surplus(entries: Iterable[tuple[int, int, Kept]], limit: int) -> Iterator[Kept]:
    """Yield which of ENTRIES are to go for the others to be within LIMIT bytes: the oldest.

    An entry is when it was last used, its size in bytes, and what it is.
    """
    known = sorted(entries, key=lambda entry: entry[:2])
    size = sum(length for _, length, _ in known)
    for _, length, entry in known:
        if size <= limit:
            return
        size -= length
        yield entry


@dataclass(frozen=True, slots=True)
class Cache:
    """Files of one kind in `folder`, which need not be there; `limit` is in bytes.

    Keys are of letters, digits and underscores. What cannot be read or written is a miss.
    """

    folder: Path
    limit: int = _LIMIT

    def find(self, key: str) -> Path | None:
        """Return the entry KEY, None if there is none that is whole; it is then the newest."""
        for path in self._entries(f"{key}-*"):
            try:
                if path.stem.rpartition("-")[2] == digest(path.read_bytes()):
                    os.utime(path)
                    return path
            except OSError:
                continue
            _remove(path)
        return None

    def read(self, key: str) -> bytes | None:
        """Return what the entry KEY holds, None if there is none that is whole."""
        path = self.find(key)
        try:
            return path.read_bytes() if path else None
        except OSError:
            return None

    def keep(self, key: str, data: bytes, suffix: str = "") -> Path | None:
        """Make DATA the entry KEY in place of any other; return it, None if it cannot be kept.

        SUFFIX ends the file's name, for programs that want one.
        """
        path = self.folder / f"{key}-{digest(data)}{suffix}"
        try:
            with whole(path) as beside:
                beside.write_bytes(data)
        except OSError:
            return None
        for other in self._entries(f"{key}-*"):
            if other != path:
                _remove(other)
        self.trim(spare=path)
        return path

    def trim(self, spare: Path | None = None) -> None:
        """Remove the entries longest out of use until the rest is within the limit, never SPARE."""
        for path in surplus(_sizes(self._entries("*")), self.limit):
            if path != spare:
                _remove(path)

    def _entries(self, pattern: str) -> Iterator[Path]:
        with suppress(OSError):
            yield from sorted(self.folder.glob(pattern))


def user_cache(kind: str, otherwise: Path, environment: Mapping[str, str] = os.environ) -> Cache:
    """Return the user's cache of the files of KIND, or one in the folder OTHERWISE.

    It lies in `scidraft-tex` of `XDG_CACHE_HOME`, else of `.cache` in the user's home (XDG Base
    Directory Specification 0.8); OTHERWISE serves where neither is known or can be written to.
    """
    folder = user_folder(kind, environment) or otherwise / kind
    return Cache(folder, _LIMITS.get(kind, _LIMIT))


def user_folder(kind: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder of the user's cache of the files of KIND, None if there can be none."""
    for base in _bases(environment):
        folder = base / "scidraft-tex" / kind
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return folder
    return None


def user_folders(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Return the folders in which the user's caches may lie, the first that serves first."""
    return [base / "scidraft-tex" for base in _bases(environment)]


def _bases(environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield the folders of the user's caches; the specification says to pass over relative ones."""
    told = Path(environment.get("XDG_CACHE_HOME", ""))
    if told.is_absolute():
        yield told
    home = Path(environment.get("HOME", ""))
    if home.is_absolute():
        yield home / ".cache"


def _sizes(paths: Iterator[Path]) -> Iterator[tuple[int, int, Path]]:
    """Yield time of the last use in ns, size in bytes, and path of each that is a file."""
    for path in paths:
        with suppress(OSError):
            status = path.stat()
            if path.is_file():
                yield status.st_mtime_ns, status.st_size, path


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
