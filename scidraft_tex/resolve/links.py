"""Links into the site: which note, which heading or result, and what print says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import unquote

from scidraft_tex import model as m
from scidraft_tex.addresses import defragmented, parts_of
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.book import Target
from scidraft_tex.resolve.labels import NoteLabels
from scidraft_tex.spelling import did_you_mean

__all__ = [
    "Addresses",
    "BookLinks",
    "Pages",
    "addresses",
    "file_link",
    "target_of",
    "unresolved_link",
]


@dataclass(frozen=True, slots=True)
class Addresses:
    """The notes of a site, or its pages, by every address they answer to."""

    base: str
    notes: Mapping[str, m.NoteSource]

    def internal(self, target: str) -> str | None:
        """Return TARGET as a path within the site, or None if it leads outside."""
        if target.startswith("relref:"):
            return target.removeprefix("relref:")
        if self.base and target.startswith(self.base):
            return "/" + target[len(self.base) :].lstrip("/")
        parts = parts_of(target)
        return None if parts.scheme or parts.netloc else target

    def names(self, path: str) -> Iterator[str]:
        """Yield the addresses that PATH may have been meant for: those with a folder, if it has."""
        folder = "/" in path.strip("/")
        return (address for address in self.notes if ("/" in address) is folder)

    def note(self, path: str, origin: m.NoteSource) -> m.NoteSource | None:
        """Return the note at PATH (without fragment) as written in ORIGIN, or None."""
        if not path:
            return origin
        for address in _candidates(path, origin):
            found = self.notes.get(address)
            if found is not None:
                return found
        return None


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages that print has something else for: the TeX labels of that, by the pages' keys."""

    labels: Mapping[str, str]

    @classmethod
    def at(cls, labels: Mapping[str, str]) -> Pages:
        """Return the pages at the addresses that LABELS has."""
        return cls({_key(_normal(address)): label for address, label in labels.items()})

    def label(self, path: str) -> str | None:
        """Return the label of what print has in place of the page at PATH, or None."""
        return self.labels.get(_key(_normal(path))) if path else None


def _candidates(path: str, origin: m.NoteSource) -> list[str]:
    clean = unquote(path).strip()
    folder = PurePosixPath(origin.folder)
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


def addresses(site: m.Site, notes: Sequence[m.NoteSource]) -> Addresses:
    """Return the addresses of NOTES: path, web address, slug, aliases, stem where it is unique."""
    found: dict[str, m.NoteSource] = {}
    stems: dict[str, list[m.NoteSource]] = {}
    for source in notes:
        path = PurePosixPath(source.path)
        stem = path.parent.name if path.name == "index.md" else path.stem
        names = {source.path, f"{source.section}/{stem}"}
        names |= {f"{source.section}/{s}" for s in (source.front.slug, source.key) if s}
        names |= set(source.front.aliases)
        for name in names:
            found.setdefault(_key(_normal(name)), source)
        for short in {stem, source.front.slug, source.key} - {""}:
            stems.setdefault(_key(short), []).append(source)
    for stem, same in stems.items():
        if len({source.path for source in same}) == 1:
            found.setdefault(stem, same[0])
    return Addresses(site.base_url.rstrip("/"), found)


def target_of(labels: NoteLabels, fragment: str) -> Target | None:
    """Return what FRAGMENT names in a note with LABELS; without one its only result, or itself."""
    if fragment:
        return labels.find(unquote(fragment))
    return labels.main or labels.own


def unresolved_link(
    node: m.Link,
    note: m.NoteSource | None,
    fragment: str,
    said: Diagnostics,
    known: Iterable[str] = (),
) -> Sequence[m.Inline]:
    """Report a link that finds no note, or nothing at FRAGMENT in NOTE; its text prints.

    KNOWN are the addresses of notes, or the ids in NOTE, that it may have been meant for.
    """
    shown = node.target.removeprefix("relref:")
    what = f"{shown} has no heading or result {fragment}" if note else f"no note is at {shown}"
    sought = fragment if note else _key(_normal(defragmented(shown)[0]))
    hint = did_you_mean(unquote(sought), known, shown="#{}" if note else "{}")
    said.report("link-unresolved", what, node.place, hint)
    return node.children or (m.Text(shown),)


@dataclass
class BookLinks:
    """Where links lead in a book: within it, and never to the web; counts them on the way."""

    addresses: Addresses
    labels: Mapping[str, NoteLabels]
    pages: Pages
    assets: Assets
    diagnostics: Diagnostics
    internal: int = 0
    unresolved: int = 0

    def answer(self, node: m.Link, origin: m.Note) -> Sequence[m.Inline]:
        """Return a link into the site as a cross-reference, any other as it is."""
        if node.target in {"", "#"}:
            return node.children
        path = self.addresses.internal(node.target)
        if path is None:
            return (node,)
        address, fragment = defragmented(path)
        page = self.pages.label(address)
        if page is not None:
            self.internal += 1
            return (m.CrossReference(page, "", node.children),)
        note = self.addresses.note(address, origin.source)
        labels = self.labels.get(note.key) if note else None
        target = target_of(labels, fragment) if labels else None
        if target is None and note is None and self.assets.find(address, origin):
            return file_link(node, address, self.addresses.base)
        if target is None:
            self.unresolved += 1
            known = labels.local if labels else self.addresses.names(address)
            return unresolved_link(node, note, fragment, self.diagnostics, known)
        self.internal += 1
        return (m.CrossReference(target.label, target.word, node.children),)


def file_link(node: m.Link, address: str, base: str) -> Sequence[m.Inline]:
    """Return a link to the file at ADDRESS of the site at BASE, which may have no web address."""
    if not base:
        return node.children or (m.Text(address),)
    return (replace(node, target=f"{base}/{address.lstrip('/')}"),)
