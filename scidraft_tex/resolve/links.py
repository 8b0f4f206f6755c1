"""Links into the site: which note, which heading or result, and what print says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from scidraft_tex import model as m
from scidraft_tex.resolve.book import Target
from scidraft_tex.resolve.labels import NoteLabels


@dataclass(frozen=True, slots=True)
class Addresses:
    """The notes of a site by every address they answer to."""

    base: str
    notes: Mapping[str, m.Note]
    pages: Mapping[str, str]
    """Pages that print has something else for, by address: the TeX label of that."""

    def internal(self, target: str) -> str | None:
        """Return TARGET as a path within the site, or None if it leads outside."""
        if target.startswith("relref:"):
            return target.removeprefix("relref:")
        if self.base and target.startswith(self.base):
            return "/" + target[len(self.base) :].lstrip("/")
        parts = urlsplit(target)
        return None if parts.scheme or parts.netloc else target

    def page(self, path: str) -> str | None:
        """Return the label of what print has in place of the page at PATH, or None."""
        return self.pages.get(_key(_normal(path))) if path else None

    def note(self, path: str, origin: m.Note) -> m.Note | None:
        """Return the note at PATH (without fragment) as written in ORIGIN, or None."""
        if not path:
            return origin
        for address in _candidates(path, origin):
            found = self.notes.get(address)
            if found is not None:
                return found
        return None


def _candidates(path: str, origin: m.Note) -> list[str]:
    clean = unquote(path).strip()
    folder = PurePosixPath(origin.source.folder)
    relative = _normal(f"{folder}/{clean}") if not clean.startswith("/") else ""
    plain = _normal(clean)
    names = [plain, plain.removesuffix(".md"), relative, relative.removesuffix(".md")]
    return [_key(name) for name in names if name]


def _normal(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _key(address: str) -> str:
    key = (
        address.strip("/")
        .lower()
        .removesuffix(".md")
        .removesuffix("/index")
        .removesuffix("/_index")
    )
    return key.removeprefix("content/")


def addresses(site: m.Site, notes: Sequence[m.Note], pages: Mapping[str, str]) -> Addresses:
    """Return the addresses of NOTES: path, web address, slug, aliases, stem where it is unique."""
    found: dict[str, m.Note] = {}
    stems: dict[str, list[m.Note]] = {}
    for note in notes:
        source = note.source
        path = PurePosixPath(source.path)
        stem = path.parent.name if path.name == "index.md" else path.stem
        names = {source.path, f"{source.section}/{stem}"}
        names |= {f"{source.section}/{s}" for s in (source.front.slug, source.key) if s}
        names |= set(source.front.aliases)
        for name in names:
            found.setdefault(_key(_normal(name)), note)
        for short in {stem, source.front.slug, source.key} - {""}:
            stems.setdefault(_key(short), []).append(note)
    for stem, same in stems.items():
        if len({note.source.path for note in same}) == 1:
            found.setdefault(stem, same[0])
    base = site.base_url.rstrip("/")
    return Addresses(base, found, {_key(_normal(k)): v for k, v in pages.items()})


def target_of(labels: NoteLabels, fragment: str) -> Target | None:
    """Return what FRAGMENT names in a note with LABELS; without one its only result, or itself."""
    if fragment:
        return labels.find(unquote(fragment))
    return labels.main or labels.own
