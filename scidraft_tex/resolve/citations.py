"""Lists of references: which citation belongs to which list (docs/format.md, section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.recognise.shortcodes import DEFAULT_LIST
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import Bibliography, CitedList, cited_list
from scidraft_tex.resolve.outside import why_outside
from scidraft_tex.spelling import near
from scidraft_tex.walk import nodes_of, rewrite_blocks

__all__ = [
    "Cited",
    "Library",
    "Scope",
    "cite",
    "key_place",
    "report_missing",
    "report_unlisted",
    "scopes_of",
]


@dataclass
class Library:
    """The bibliography files of a site, each read once."""

    folder: Path
    known: Sequence[str]
    diagnostics: Diagnostics
    read: dict[str, Bibliography | None] = field(default_factory=dict)
    kept: BibShelf = field(default_factory=BibShelf)

    def get(self, name: str, place: Place) -> Bibliography | None:
        """Return the file that a list at PLACE calls NAME, or None, which is reported once."""
        path = self.path(name)
        if path is None and self.refuses(name, place):
            return None
        if path is None:
            self.diagnostics.report(
                "bib-missing-file",
                f"there is no bibliography {name}",
                place,
                hint=_suggestion(name, self.known),
            )
            return None
        if path not in self.read:
            self.read[path], found = self.kept.read(self.folder / path, path)
            self.diagnostics.extend(found)
        return self.read[path]

    def path(self, name: str) -> str | None:
        """Return the path within the site of the bibliography NAME, if there is one."""
        return next((path for path in _candidates(name) if path in self.known), None)

    def refuses(self, name: str, place: Place) -> bool:
        """Tell whether NAME, of a list at PLACE, is no file of the site; that is reported."""
        if self.path(name) is not None:
            return False
        paths = map(PurePosixPath, _candidates(name))
        why = why_outside(self.folder.resolve(), "assets", name.strip(), paths)
        if why:
            message = f"the bibliography {name[:80]} is outside of the site: {why}"
            self.diagnostics.report("path-outside", message, place, hint="put it in assets/bib")
        return bool(why)


def _candidates(name: str) -> tuple[str, ...]:
    """Return where the bibliography NAME may be within the site."""
    clean = name.strip().lstrip("/")
    return (f"assets/{clean}", clean, f"assets/bib/{clean}", f"bib/{clean}")


_LISTED = 5
"""How many bibliographies a hint names."""


def _suggestion(name: str, known: Sequence[str]) -> str:
    """Return what to do about a file NAME that is none of those KNOWN."""
    names = {PurePosixPath(path).stem: path.removeprefix("assets/") for path in known}
    stem = PurePosixPath(name.strip()).stem
    found = [stem] if stem in names else near(stem, names)
    if found:
        return f"did you mean {names[found[0]]}?"
    some = ", ".join([*names.values()][:_LISTED]) + (", …" if len(names) > _LISTED else "")
    return f"the site has {some}" if some else "put it in assets/bib"


@dataclass(frozen=True, slots=True)
class Cited:
    """What a note's citations come to: its `.bib` files by name, and what each list prints."""

    note: m.Note
    files: Mapping[str, str]
    printed: Mapping[str, CitedList]
    lists: int
    cited: int
    missing: tuple[tuple[str, Place], ...]


@dataclass
class Scope:
    """The text that one list of references claims: its file, its place, the keys cited in it."""

    bib: str
    place: Place
    keys: list[str] = field(default_factory=list)
    file: str = ""
    bibliography: Bibliography | None = None


def cite(note: m.Note, library: Library) -> Cited:
    """Return NOTE with each citation told its entry in its list, and each list its file.

    A list claims the text before it that no earlier list has claimed. Citations after the last list
    are reported, and printed in a list at the note's end.
    """
    met = nodes_of(note.blocks)
    scopes = _scopes(note, met)
    diagnostics = library.diagnostics
    files: dict[str, str] = {}
    printed: dict[str, CitedList] = {}
    missing: list[tuple[str, Place]] = []
    for number, scope in enumerate(scopes):
        if not scope.keys:
            library.refuses(scope.bib, scope.place)
        else:
            scope.bibliography = library.get(scope.bib, scope.place)
            scope.file = f"bib/{note.source.key}-{number + 1}.bib"
            known = _known(scope)
            names = {key: entry_name(key) for key in known}
            bibliography = scope.bibliography
            text = library.kept.written(bibliography, known, names) if bibliography else ""
            files[scope.file] = text
            if bibliography:
                printed[scope.file] = cited_list(bibliography, known)
    blocks = note.blocks
    if any(isinstance(node, m.Citation | m.ReferenceList) for node in met):
        blocks = _Rewriter(scopes, missing, diagnostics, note).blocks()
    return Cited(
        replace(note, blocks=blocks),
        files,
        printed,
        sum(bool(scope.keys) for scope in scopes),
        sum(len(node.keys) for node in met if isinstance(node, m.Citation)),
        tuple(missing),
    )


def scopes_of(note: m.Note) -> list[Scope]:
    """Return the scopes of NOTE in order; the last is that of no list, with the note's own file."""
    return _scopes(note, nodes_of(note.blocks))


def _scopes(note: m.Note, met: Iterable[m.Block | m.Inline]) -> list[Scope]:
    """Return the scopes of NOTE, in which the nodes MET are."""
    scopes: list[Scope] = []
    keys: list[str] = []
    for node in met:
        if isinstance(node, m.Citation):
            keys.extend(node.keys)
        elif isinstance(node, m.ReferenceList):
            scopes.append(Scope(node.bib, node.place, list(dict.fromkeys(keys))))
            keys.clear()
    own = note.source.front.bibliography or DEFAULT_LIST
    scopes.append(Scope(own, _own_place(note.source), list(dict.fromkeys(keys))))
    return scopes


def _own_place(source: m.NoteSource) -> Place:
    """Return where SOURCE names its own bibliography, or where its text begins."""
    name = source.front.bibliography
    for number, line in enumerate(source.text.split("\n")[: source.body_line - 1], start=1):
        if name and name in line and "bibliography" in line.lower():
            return Place(source.path, number, line.index(name) + 1)
    return Place(source.path, source.body_line)


def _known(scope: Scope) -> list[str]:
    entries = scope.bibliography.entries if scope.bibliography else {}
    return [key for key in scope.keys if key in entries]


def report_unlisted(node: m.Citation, lists: int, said: Diagnostics) -> None:
    """Report a citation that belongs to none of the LISTS lists of its note."""
    where = "stands after the last" if lists else "stands in a note without a"
    what = f"\\{node.command}{{{','.join(node.keys)}}} {where} list of references"
    said.report("citation-no-list", what, node.place)


def report_missing(key: str, scope: Scope, place: Place, said: Diagnostics) -> None:
    """Report that the file of SCOPE lacks KEY, cited at PLACE."""
    near = scope.bibliography.suggest(key) if scope.bibliography else None
    hint = f"did you mean {near}?" if near else ""
    said.report("citation-missing-key", f"{scope.bib} has no entry {key}", place, hint)


def key_place(note: m.Note, key: str, place: Place) -> Place:
    """Return where KEY stands in a citation at PLACE of NOTE; PLACE itself if it is not there."""
    lines = note.source.text.split("\n")
    line = lines[place.line - 1] if place.line <= len(lines) else ""
    pattern = rf"(?<=[{{,\s]){re.escape(key)}(?=[}},\s])"
    found = re.compile(pattern).search(line, place.column - 1)
    return Place(place.file, place.line, found.start() + 1) if found else place


@dataclass
class _Rewriter:
    """Tells every citation and list of a note its answer, in reading order."""

    scopes: Sequence[Scope]
    missing: list[tuple[str, Place]]
    diagnostics: Diagnostics
    note: m.Note
    current: int = 0

    def blocks(self) -> tuple[m.Block, ...]:
        body = rewrite_blocks(self.note.blocks, self.inline, self.block)
        first, last = self.scopes[0], self.scopes[-1]
        opening = (m.SectionOpen(first.file, first.place),) if first.file else ()
        closing = (m.ReferenceList(last.bib, "", last.place, last.file),) if last.file else ()
        return (*opening, *body, *closing)

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        if not isinstance(node, m.Citation):
            return (node,)
        scope = self.scopes[self.current]
        if self.current == len(self.scopes) - 1:
            report_unlisted(node, self.current, self.diagnostics)
        return (
            replace(node, entries=tuple(self.entry(key, scope, node.place) for key in node.keys)),
        )

    def entry(self, key: str, scope: Scope, place: Place) -> str:
        if scope.bibliography and key in scope.bibliography.entries:
            return entry_name(key)
        self.missing.append((key, place))
        if scope.bibliography:
            report_missing(key, scope, key_place(self.note, key, place), self.diagnostics)
        return ""

    def block(self, node: m.Block) -> Sequence[m.Block]:
        if not isinstance(node, m.ReferenceList):
            return (node,)
        scope = self.scopes[self.current]
        self.current += 1
        following = self.scopes[self.current]
        printed = (replace(node, file=scope.file),) if scope.file else ()
        opening = (m.SectionOpen(following.file, node.place),) if following.file else ()
        return (*printed, *opening)
