"""Front matter loaded before: of a file of the same bytes and name nothing is parsed again."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from scidraft_tex.cache import user_folder
from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.digests import digest_of
from scidraft_tex.encoding import DecodingError, decode, encode
from scidraft_tex.model import FrontMatter
from scidraft_tex.shelf import Shelf
from scidraft_tex.stamps import own_stamp

__all__ = ["Front", "Fronts"]

_LIMIT = 64 * 2**20
"""How many bytes of front matter are kept: of some fifty thousand notes."""

_Values: TypeAlias = tuple[FrontMatter, int, str, tuple[Diagnostic, ...]]


@dataclass(frozen=True, slots=True)
class Front:
    """A note's front matter, the line on which its body begins, its moment, and what is wrong."""

    front: FrontMatter
    body_line: int
    moment: dt.datetime | None
    found: tuple[Diagnostic, ...] = ()


class Fronts:
    """What is kept of the notes of the site in a folder, in one entry of a shelf."""

    def __init__(self, folder: Path, *rules: object) -> None:
        """Load what is kept of the site in FOLDER; RULES are all else that front matter goes by."""
        caches = user_folder("fronts")
        self._shelf = Shelf(caches, _LIMIT) if caches else None
        self._key = digest_of(own_stamp(), str(folder), *map(repr, rules))
        self._before = self._table()
        self._now: dict[str, bytes] = {}

    def _table(self) -> dict[str, bytes]:
        data = self._shelf.get(self._key) if self._shelf else None
        try:
            table = decode(data) if data is not None else {}
        except DecodingError:
            return {}
        return table if isinstance(table, dict) else {}

    def find(self, path: str, key: str) -> Front | None:
        """Return what is kept under KEY, for the file at PATH."""
        data = self._before.get(key)
        if data is None:
            return None
        try:
            front, body_line, moment, found = decode(data, path)
            made = Front(
                front, body_line, dt.datetime.fromisoformat(moment) if moment else None, found
            )
        except (DecodingError, TypeError, ValueError):
            return None
        self._now[key] = data
        return made

    def keep(self, path: str, key: str, made: Front) -> None:
        """Keep what was MADE of the file at PATH under KEY."""
        moment = made.moment.isoformat() if made.moment else ""
        values: _Values = (made.front, made.body_line, moment, made.found)
        self._now[key] = encode(values, path)

    def save(self) -> None:
        """Keep what was found and made, and nothing else, for the next time."""
        if self._shelf and self._now.keys() != self._before.keys():
            self._shelf.put(self._key, encode(self._now))
            self._shelf.trim()
