"""Notes rendered before: the text of one that is as it was, resolved and drawn, is taken again."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scidraft_tex.cache import user_folder
from scidraft_tex.codes import may_pass
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.digests import digest_of
from scidraft_tex.encoding import DecodingError, decode, encode, fingerprint
from scidraft_tex.files import text_of
from scidraft_tex.shelf import Shelf
from scidraft_tex.stamps import own_stamp

__all__ = ["NOTHING_KEPT", "Kept", "kept_for_user", "kept_in", "stamp_of"]


_LIMIT = 256 * 2**20
"""How many bytes of rendered notes are kept."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was made before of the same; `shelf` None keeps nothing.

    `stamp` stands for all that decides beside what each call names. `again` collects the names of
    what was made now, `reused` those of what was not.
    """

    shelf: Shelf | None = None
    stamp: str = ""
    again: list[str] = field(default_factory=list)
    reused: list[str] = field(default_factory=list)

    def take(
        self, name: str, inputs: object, make: Callable[[Diagnostics], Any], said: Diagnostics
    ) -> Any:
        """Return what MAKE makes of INPUTS, or made before; what it says goes to SAID.

        That is text, or texts by name. INPUTS are values that `fingerprint` takes. What a fault of
        ours had a part in is not kept.
        """
        key = f"{self.stamp} {fingerprint(inputs)}" if self.shelf else ""
        known = self._known(key) if self.shelf else None
        if known is not None:
            made, found = known
            self.reused.append(name)
        else:
            own = Diagnostics()
            made, found = make(own), tuple(own)
            self.again.append(name)
            if self.shelf and not any(may_pass(item.code) for item in found):
                self.shelf.put(key, encode((made, found)))
        said.extend(found)
        return made

    def trim(self) -> None:
        """Hold what is kept to its limit, if there is more of it now."""
        if self.shelf and self.again:
            self.shelf.trim()

    def reasons(self, read: Container[str]) -> dict[str, str]:
        """Return why each was made that was; those of the notes READ anew, for that."""
        new, other = "it was read anew", "what stands about it, or what it refers to, has changed"
        return {name: new if name in read else other for name in self.again}

    def _known(self, key: str) -> tuple[Any, Any] | None:
        data = self.shelf.get(key) if self.shelf else None
        try:
            made, found = decode(data) if data is not None else (None, ())
        except (DecodingError, TypeError, ValueError):
            return None
        return None if made is None else (made, found)


NOTHING_KEPT = Kept()
"""Renders all anew."""


def kept_in(build: Path) -> Kept:
    """Return what is kept of renderings by a build in the folder BUILD."""
    return Kept(Shelf(build / "cache" / "tex", _LIMIT), own_stamp())


def kept_for_user() -> Kept:
    """Return what is kept of renderings for all sites of a user; nothing if that cannot be."""
    folder = user_folder("tex")
    return Kept(Shelf(folder, _LIMIT), own_stamp()) if folder else Kept()


def stamp_of(folders: Iterable[Path]) -> str:
    """Return the digest of the files in FOLDERS, by their names in them and what they hold."""
    parts: list[str] = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                parts += [path.relative_to(folder).as_posix(), text_of(path)]
        parts.append("")
    return digest_of(*parts)
