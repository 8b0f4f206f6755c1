"""Files as a repository names them: from the folder that the command runs in."""

from __future__ import annotations

import posixpath

__all__ = ["from_here"]


def from_here(file: str, site: str) -> str:
    """Return FILE, which is relative to SITE, relative to the folder that SITE is relative to.

    `notes/x.md` of `content` is `content/notes/x.md`; without a file it is the site itself.
    """
    return posixpath.normpath(posixpath.join(site, file)) if file else posixpath.normpath(site)
