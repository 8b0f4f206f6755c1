"""A folder of drawn files, each found by what it was made from.

An entry is the file and a JSON text beside it that a person can read: what went in, the file's
own digest, and its size. What does not agree with its text is no entry.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.cache import surplus
from scidraft_tex.files import whole

__all__ = ["Cache", "Entry", "digest", "key_digest", "place"]


LIMIT = 128 * 2**20
"""How many bytes of drawings are kept for all builds of a user."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A drawn file with its natural size in pt."""

    path: Path
    width: float
    height: float


def digest(data: bytes) -> str:
    """Return the SHA-256 of DATA in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def key_digest(key: Mapping[str, str]) -> str:
    """Return a short name for KEY, the inputs of a step by name."""
    return digest(json.dumps(dict(key), sort_keys=True).encode())[:24]


def place(source: Path, target: Path) -> None:
    """Copy SOURCE to TARGET: written beside and renamed, so that it is whole or not there."""
    with whole(target) as beside:
        shutil.copyfile(source, beside)


class Cache:
    """Drawn files in `folder`, which is made when the first is stored.

    What is there is in `shared`, too, if given: a folder for all builds of the user. It is held to
    `LIMIT`.
    """

    def __init__(self, folder: Path, shared: Path | None = None) -> None:
        self.folder = folder
        self.shared = Cache(shared) if shared and shared != folder else None

    def find(self, key: Mapping[str, str], suffix: str) -> Entry | None:
        """Return the entry made from KEY with the file type SUFFIX; a damaged one is a miss."""
        own = self._find(key, suffix)
        if own is None and self.shared and (known := self.shared.find(key, suffix)):
            with suppress(OSError):
                os.utime(known.path)  # the last to go
                return self._store(key, known.path, known.width, known.height)
        return own

    def _find(self, key: Mapping[str, str], suffix: str) -> Entry | None:
        name = key_digest(key)
        path = self.folder / f"{name}{suffix}"
        try:
            said = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            sound = said["inputs"] == dict(key) and said["sha256"] == digest(path.read_bytes())
            return Entry(path, float(said["width_pt"]), float(said["height_pt"])) if sound else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, key: Mapping[str, str], drawn: Path, width: float, height: float) -> Entry:
        """Keep DRAWN, of WIDTH by HEIGHT pt, as what KEY makes; the text is written last."""
        if self.shared:
            with suppress(OSError):  # it only spares work
                self.shared.store(key, drawn, width, height)
                self.shared.trim()
        return self._store(key, drawn, width, height)

    def trim(self) -> None:
        """Remove the entries that were used least lately till all are within `LIMIT`."""
        entries = []
        for text in self.folder.glob("*.json"):
            files = list(self.folder.glob(f"{text.stem}.*"))
            times = [file.stat().st_mtime_ns for file in files]
            entries.append((max(times), sum(file.stat().st_size for file in files), files))
        for files in surplus(entries, LIMIT):
            for file in files:
                file.unlink(missing_ok=True)

    def _store(self, key: Mapping[str, str], drawn: Path, width: float, height: float) -> Entry:
        name = key_digest(key)
        path = self.folder / f"{name}{drawn.suffix}"
        place(drawn, path)
        said = {
            "inputs": dict(key),
            "sha256": digest(path.read_bytes()),
            "width_pt": width,
            "height_pt": height,
        }
        with whole(self.folder / f"{name}.json") as beside:
            beside.write_text(json.dumps(said, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return Entry(path, width, height)
