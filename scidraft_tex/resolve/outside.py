"""Paths of notes that lead out of the site: `..`, the machine's own root, links, `file:`.

But for links of the site, what is told does not depend on whether there is such a file: notes do
not feel their way around.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from scidraft_tex.addresses import parts_of

__all__ = ["file_at", "why_outside"]


def file_at(site: Path, candidate: PurePosixPath) -> Path | None:
    """Return the file that CANDIDATE of SITE is, after links are followed; None if it is none."""
    try:
        path = (site / candidate).resolve()
        return path if path.is_file() else None
    except (OSError, ValueError, RuntimeError):  # a NUL, too long a name, links in a ring
        return None


def why_outside(
    site: Path, base: str, address: str, candidates: Iterable[PurePosixPath] = ()
) -> str:
    """Return why ADDRESS is outside of the folder SITE, "" if it is not.

    BASE is the folder of the site that it is relative to; one that begins with a slash is so to the
    site. CANDIDATES are where it would be looked up.
    """
    parts = parts_of(address)
    if parts.scheme == "file" or len(parts.scheme) == 1:  # C:\x
        return "only files of the site are printed"
    within = (one for one in candidates if not _climbs_out("", str(one)))
    if _climbs_out(base, parts.path) or _linked_out(site, within) or _of_machine(site, parts.path):
        return "it, or a link on the way to it, leads elsewhere"
    return ""


def _climbs_out(base: str, path: str) -> bool:
    """Tell whether PATH in the folder BASE has more `..` than there are folders to leave."""
    depth = 0
    own = () if path.startswith("/") else PurePosixPath(base).parts
    for part in (*own, *PurePosixPath(path.lstrip("/")).parts):
        depth += -1 if part == ".." else 1
        if depth < 0:
            return True
    return False


def _linked_out(site: Path, candidates: Iterable[PurePosixPath]) -> bool:
    """Tell whether one of CANDIDATES is a file that is not within SITE."""
    targets = (file_at(site, one) for one in candidates)
    return any(target is not None and not target.is_relative_to(site) for target in targets)


def _of_machine(site: Path, path: str) -> bool:
    """Tell whether PATH begins in a folder of the machine's root, and in none of SITE's."""
    if not path.startswith("/"):
        return False
    first = next(iter(PurePosixPath(path.lstrip("/")).parts), "")
    own = (site, *(site / root for root in ("static", "assets", "content")))
    try:
        return Path("/", first).is_dir() and not any((one / first).is_dir() for one in own)
    except (OSError, ValueError):
        return False
