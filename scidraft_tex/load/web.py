"""Addresses of notes on the web, as Hugo makes them of a file's place and its front matter.

Hugo's documentation has the rules under "URL management", "Configure permalinks" and "Configure
ugly URLs".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import partial
from pathlib import PurePosixPath
from urllib.parse import quote

from scidraft_tex.addresses import parts_of
from scidraft_tex.load.fields import as_moment
from scidraft_tex.load.files import BRANCH, INDEX
from scidraft_tex.load.permalinks import PageFacts, expand, urlised
from scidraft_tex.model import NoteSource, Site

__all__ = ["web_address", "web_path"]

_SAFE = "/%~!$&'()*+,;=:@-._"
"""What stands in the path of an address as it is (RFC 3986, section 3.3)."""


def web_address(site: Site, source: NoteSource) -> str:
    """Return the address on the web of SOURCE, a note or a page of SITE; "" if the site has none.

    It has none where `baseURL` is missing, or names no host.
    """
    base = site.base_url.strip()
    if not parts_of(base).netloc:
        return ""
    return f"{base.rstrip('/')}/{web_path(site, source).lstrip('/')}"


def web_path(site: Site, source: NoteSource) -> str:
    """Return the path of SOURCE below the address of SITE, as it stands in a URL: `/notes/x/`."""
    facts = _facts(site, source)
    own = _own_url(site, source, facts)
    return quote(own or _sanitised(site, _made(site, source, facts)), safe=_SAFE)


def _facts(site: Site, source: NoteSource) -> PageFacts:
    """Return what a permalink may say of SOURCE."""
    content = PurePosixPath(site.web.content)
    path = PurePosixPath(source.path)
    inner = path.relative_to(content) if path.is_relative_to(content) else path
    branch, bundle = inner.name.lower() == BRANCH, inner.name.lower() == INDEX
    folder = inner.parent.parent if bundle else inner.parent
    raw = dict(source.front.raw)
    title = raw.get("title")
    return PageFacts(
        sections=folder.parts,
        name="" if branch else _base_name(site, inner.parent if bundle else inner),
        title=title if isinstance(title, str) else "",
        slug=source.front.slug,
        day=source.front.date or _other_day(raw),
        section_names=tuple(
            _section_name(site, folder.parts[: depth + 1]) for depth in range(len(folder.parts))
        ),
    )


def _other_day(raw: Mapping[str, object]) -> str:
    """Return the day by which Hugo dates a page without `date`, or ""."""
    keys = ("publishdate", "pubdate", "published", "lastmod", "modified")
    moments = (as_moment(raw.get(key)) for key in keys)
    return next((moment.date().isoformat() for moment in moments if moment), "")


def _base_name(site: Site, path: PurePosixPath) -> str:
    """Return the name of PATH without its ending, and without that of the site's language."""
    name = path.name[: -len(".md")] if path.name.lower().endswith(".md") else path.name
    return name.removesuffix(f".{(site.language or 'en').lower()}")


def _section_name(site: Site, sections: tuple[str, ...]) -> str:
    """Return the slug of the page of a section, else its title, else the folder's name."""
    path = str(PurePosixPath(site.web.content, *sections, BRANCH))
    for page in site.pages:
        if page.path == path:
            title = dict(page.front.raw).get("title")
            return page.front.slug or (title if isinstance(title, str) else sections[-1])
    return sections[-1]


def _own_url(site: Site, source: NoteSource, facts: PageFacts) -> str:
    """Return the address that SOURCE gives itself, or "".

    `url` is taken as it is, but for a slash after what names no file. One that begins without a
    slash starts in the folder of the language.
    """
    url = dict(source.front.raw).get("url")
    if not isinstance(url, str) or not url.strip():
        return ""
    path = expand(url.strip(), facts, partial(urlised, accents=not site.web.plain))
    if not path.startswith("/"):
        path = _joined(site.web.prefix, path) + "/" * path.endswith("/")
    return path if path.endswith("/") or "." in path else path + "/"


def _made(site: Site, source: NoteSource, facts: PageFacts) -> str:
    """Return the path that SOURCE has by its place in the site and the site's settings."""
    web = site.web
    section = PurePosixPath(source.path).name.lower() == BRANCH
    kind = "section" if section else "page"
    make = partial(urlised, accents=not web.plain)
    pattern = _pattern(site, kind, facts.sections)
    if pattern:
        path = expand(pattern, facts, make)
    else:
        own = "" if section else make(facts.slug) or facts.name
        path = "/".join((*facts.sections, own))
    path = _joined(web.prefix, path)
    if path == "/":
        return path
    ugly = dict(web.ugly)
    section_name = facts.sections[0] if facts.sections else ""
    return f"{path}.html" if ugly.get(section_name.lower(), ugly.get("", False)) else f"{path}/"


def _pattern(site: Site, kind: str, sections: tuple[str, ...]) -> str:
    """Return the permalink of pages of KIND in SECTIONS, the nearest section's; "" if none."""
    known = {(of, name.strip(" /").lower()): pattern for of, name, pattern in site.web.permalinks}
    places = ["/".join(sections[:depth]).lower() for depth in range(len(sections), 0, -1)]
    return next((known[kind, place] for place in places or [""] if (kind, place) in known), "")


def _joined(*parts: str) -> str:
    """Return PARTS as one path that begins with a slash and ends without."""
    return "/" + "/".join(piece for part in parts for piece in part.split("/") if piece)


def _sanitised(site: Site, path: str) -> str:
    """Return PATH with hyphens for blanks, without odd characters, in lower case if the site is."""
    text = urlised(path, accents=not site.web.plain)
    return text if site.web.keep_case else unicodedata.normalize("NFC", text.lower())
