"""Addresses on the web that two notes claim: their own by file and settings, and their aliases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.load.web import web_path
from scidraft_tex.model import NoteSource, Site

__all__ = ["conflicts"]

_OWN = ("url", "slug")
"""What of front matter makes an address; without, it is the file's name."""


def conflicts(site: Site) -> Iterator[Diagnostic]:
    """Yield what to say of each note of SITE that claims an address which another has.

    The first note by path keeps an address. An alias that is the note's own address, or stands
    twice in it, is no matter.
    """
    sources = sorted((*site.notes, *site.pages), key=lambda source: source.path)
    owners: dict[str, NoteSource] = {}
    paths = {source.path: _plain(site, web_path(site, source)) for source in sources}
    for source in sources:
        first = owners.setdefault(paths[source.path], source)
        if first is not source:
            message = f"the address /{paths[source.path]} is that of {first.path}, too"
            yield diagnostic("address-conflict", message, place=_own_place(source))
    aliased: dict[str, NoteSource] = {}
    for source in sources:
        for alias in source.front.aliases:
            path = _plain(site, _from_root(alias, web_path(site, source)))
            owner = owners.get(path) or aliased.setdefault(path, source)
            if owner.path != source.path:
                which = "the address" if path in owners else "an alias"
                message = f"the alias {alias} is {which} of {owner.path}"
                yield diagnostic("alias-conflict", message, place=_place(source, alias))


def _from_root(alias: str, path: str) -> str:
    """Return ALIAS from the site's root: one without a slash before it starts beside PATH."""
    return alias if alias.startswith("/") else str(PurePosixPath(path).parent / alias)


def _plain(site: Site, path: str) -> str:
    """Return PATH as it is compared: without slashes at its ends and the file that is served."""
    clean = path.strip().strip("/").removesuffix("index.html").strip("/")
    return clean if site.web.keep_case else clean.lower()


def _own_place(source: NoteSource) -> Place:
    """Return where SOURCE says its address in its front matter, else its file."""
    for number, line in enumerate(_front_lines(source), start=1):
        found = re.match(rf"\s*[\"']?({'|'.join(_OWN)})[\"']?\s*[:=]", line, re.IGNORECASE)
        if found:
            return Place(source.path, number, found.start(1) + 1)
    return Place(source.path, 1)


def _place(source: NoteSource, alias: str) -> Place:
    """Return where ALIAS stands in the front matter of SOURCE, else its first line."""
    whole = re.compile(rf"(?<![\w/-]){re.escape(alias)}(?![\w/-])")
    within = False
    for number, line in enumerate(_front_lines(source), start=1):
        within = within or re.match(r"\s*[\"']?aliases\b", line, re.IGNORECASE) is not None
        found = whole.search(line) if within else None
        if found:
            return Place(source.path, number, found.start() + 1)
    return Place(source.path, 1)


def _front_lines(source: NoteSource) -> list[str]:
    return source.text.split("\n")[: source.body_line - 1]
