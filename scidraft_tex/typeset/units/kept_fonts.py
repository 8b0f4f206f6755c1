"""Font programs that were merged, kept from one join to the next in a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scidraft_tex.digests import digest, digest_of
from scidraft_tex.files import whole
from scidraft_tex.stamps import own_stamp

__all__ = ["KeptFonts", "Merged"]


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged font program, compressed: its tag, the lengths of its clear and encrypted parts."""

    tag: str
    clear: int
    encrypted: int
    data: bytes


@dataclass(slots=True)
class KeptFonts:
    """What was merged before, by what it was merged from, and what of it was asked for."""

    before: dict[str, Merged] = field(default_factory=dict)
    asked: dict[str, Merged] = field(default_factory=dict)

    @staticmethod
    def key(programs: Sequence[bytes]) -> str:
        """Return what stands for PROGRAMS merged by this version."""
        return digest_of(own_stamp(), *programs)

    @classmethod
    def load(cls, path: Path | None) -> KeptFonts:
        """Return what PATH keeps; nothing if there is no such file, or a damaged one."""
        kept = cls()
        try:
            said, head, data = path.read_bytes().split(b"\n", 2) if path else (b"", b"", b"")
            if said.decode() != digest(head + data):
                return kept
            place = 0
            for key, tag, clear, encrypted, length in json.loads(head):
                kept.before[key] = Merged(tag, clear, encrypted, data[place : place + length])
                place += length
        except (OSError, ValueError):
            return cls()
        return kept

    def find(self, key: str) -> Merged | None:
        """Return what was merged under KEY, if it was."""
        found = self.before.get(key)
        if found:
            self.asked[key] = found
        return found

    def save(self, path: Path | None) -> None:
        """Have PATH keep what was asked for, and nothing else."""
        if path is None or self.asked.keys() == self.before.keys():
            return
        items = [(key, one) for key, one in sorted(self.asked.items())]
        rows = [(key, one.tag, one.clear, one.encrypted, len(one.data)) for key, one in items]
        head, data = json.dumps(rows).encode(), b"".join(one.data for _, one in items)
        with whole(path) as beside:
            beside.write_bytes(b"%b\n%b\n%b" % (digest(head + data).encode(), head, data))
