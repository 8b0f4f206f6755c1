"""Many small values by key, kept between builds: a file each, found without looking at the others.

An entry begins with the digest of the rest, so that a damaged one is a miss, and is written beside
and renamed, so that none is ever half there. A hit renews the time of its file; where all together
outgrow the limit, `trim` removes those first that were used least lately.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.cache import surplus
from scidraft_tex.digests import digest_of
from scidraft_tex.files import UNFINISHED

__all__ = ["Shelf"]

_DIGEST = 32
"""How many bytes of an entry are the digest of the others."""
_HOUR = 3600.0
"""How many seconds a hit may be newer than the time of its file."""
_SLACK = 0.8
"""To what part of the limit a full shelf is brought, so that not every entry more calls for it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The entries in `folder`; `trim` holds them to `limit` bytes."""

    folder: Path
    limit: int

    def path(self, key: str) -> Path:
        """Return where the entry of KEY stands, if there is one."""
        return Path(self._name(key))

    def _name(self, key: str) -> str:
        name = digest_of(key)
        return f"{self.folder}/{name[:2]}/{name[2:]}"

    def get(self, key: str) -> bytes | None:
        """Return what was put under KEY, None if nothing was or it is damaged."""
        path = self._name(key)
        try:
            with open(path, "rb") as file:  # noqa: PTH123  # thousands of them
                data = file.read()
                used = os.fstat(file.fileno()).st_mtime
        except OSError:
            return None
        head, body = data[:_DIGEST], data[_DIGEST:]
        if head != _digest(body):
            return None
        if time.time() - used > _HOUR:
            with suppress(OSError):
                os.utime(path)
        return body

    def put(self, key: str, data: bytes) -> None:
        """Keep DATA under KEY; a folder that cannot be written keeps nothing."""
        path = self._name(key)
        beside = f"{os.path.dirname(path)}/{UNFINISHED}{os.getpid():08d}-{path[-38:]}"  # noqa: PTH120  # thousands of them
        with suppress(OSError):
            try:
                _write(beside, data)
            except FileNotFoundError:
                Path(path).parent.mkdir(parents=True)
                _write(beside, data)
            os.replace(beside, path)  # noqa: PTH105

    def trim(self) -> int:
        """Remove entries, those first that were used least lately, till the limit holds.

        Return how many bytes that freed.
        """
        entries = self._entries()
        size = sum(entry[1] for entry in entries)
        if size <= self.limit:
            return 0
        lengths = {path: length for _, length, path in entries}
        freed = 0
        for path in surplus(entries, int(self.limit * _SLACK)):
            with suppress(OSError):
                path.unlink()
                freed += lengths[path]
        return freed

    def _entries(self) -> list[tuple[int, int, Path]]:
        """Return time of use, size and path of each entry."""
        found = []
        for path in self.folder.glob("??/*"):
            with suppress(OSError):  # another build may have removed it
                status = path.stat()
                found.append((status.st_mtime_ns, status.st_size, path))
        return found


def _write(path: str, data: bytes) -> None:
    with open(path, "wb", buffering=0) as file:  # noqa: PTH123
        file.write(_digest(data) + data)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()
