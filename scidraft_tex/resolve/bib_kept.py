"""Bibliographies read before: a file of the same bytes need not be read again, nor written anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.digests import digest_of
from scidraft_tex.encoding import DecodingError, decode, encode
from scidraft_tex.resolve.bib_writer import write_bibliography
from scidraft_tex.resolve.bibliography import BibEntry, Bibliography, read_bibliography
from scidraft_tex.shelf import Shelf
from scidraft_tex.stamps import own_stamp

__all__ = ["BibShelf"]

_LIMIT = 128 * 2**20
"""How many bytes of bibliographies are kept."""
_CLASSES = (BibEntry, Bibliography)


class BibShelf:
    """Reads and writes bibliographies, by way of what is kept in the folder of caches, if any."""

    def __init__(self, caches: Path | None = None) -> None:
        """Keep what is read and written in `bib` of CACHES; in none, nothing."""
        self.shelf = Shelf(caches / "bib", _LIMIT) if caches else None
        self.again: list[str] = []
        self.reused = 0
        self._digests: dict[str, str] = {}

    def read(self, path: Path, name: str) -> tuple[Bibliography, Diagnostics]:
        """Return what `read_bibliography` does."""
        try:
            digest = digest_of(own_stamp(), path.read_bytes())
        except OSError:
            return read_bibliography(path, name)
        self._digests[name] = digest
        known = self._known(f"read {digest}", name)
        if known is not None:
            self.reused += 1
            return known
        self.again.append(name)
        read, found = read_bibliography(path, name)
        if self.shelf:
            entries = dict(read.entries)
            self.shelf.put(f"read {digest}", encode((entries, tuple(found)), name, _CLASSES))
            self.shelf.trim()
        return read, found

    def written(
        self, bibliography: Bibliography, keys: Sequence[str], names: Mapping[str, str]
    ) -> str:
        """Return what `write_bibliography` does."""
        digest = self._digests.get(bibliography.file)
        if digest is None or self.shelf is None:
            return write_bibliography(bibliography, keys, names)
        pairs = [part for key in keys for part in (key, names.get(key, ""))]
        key = f"write {digest_of(digest, *pairs)}"
        known = self.shelf.get(key)
        if known is not None:
            return known.decode()
        made = write_bibliography(bibliography, keys, names)
        self.shelf.put(key, made.encode())
        return made

    def _known(self, key: str, name: str) -> tuple[Bibliography, Diagnostics] | None:
        data = self.shelf.get(key) if self.shelf else None
        if data is None:
            return None
        try:
            entries, found = decode(data, name, _CLASSES)
            return Bibliography(name, entries), Diagnostics(list(found))
        except (DecodingError, TypeError, ValueError):
            return None
