"""Bibliography files as people keep them: read entry by entry, whatever the rest looks like.

`bib_lexer` cuts the file up, pybtex reads each piece by itself (macros, concatenation, names), and
nothing depends on pybtex's global strictness: its parser is handed a place for its errors.
"""

from __future__ import annotations

import re
from collections import UserDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scidraft_tex.diagnostics import Diagnostics, Place, Severity, diagnostic
from scidraft_tex.resolve.bib_lexer import Lines, Piece, pieces
from scidraft_tex.spelling import near

__all__ = [
    "LINK_FIELDS",
    "NAME_FIELDS",
    "UNPRINTED_FIELDS",
    "BibEntry",
    "Bibliography",
    "CitedList",
    "cited_list",
    "read_bibliography",
]

NAME_FIELDS = (
    "author", "editor", "translator", "editora", "editorb", "editorc", "bookauthor", "afterword",
    "annotator", "commentator", "foreword", "introduction", "holder",
)  # fmt: skip
"""Fields that hold lists of names (biblatex manual, section 2.2.2)."""

LINK_FIELDS = ("crossref", "xdata", "entryset")
"""Fields that hold the keys of other entries, whose fields come with this one."""

UNPRINTED_FIELDS = frozenset({
    "abstract", "affiliation", "annotation", "annote", "bdsk-url-1", "bibsource", "biburl",
    "comment", "date-added", "date-modified", "file", "groups", "keywords", "owner", "pdf",
    "review", "timestamp",
})  # fmt: skip
"""Fields that library programs keep for themselves."""

_KEY = re.compile(r"@\s*[\w+:-]+\s*[{(]\s*(?P<key>[^\s,{}()=]*)\s*(?P<after>.)", re.DOTALL)
_LEFTOVER = re.compile(r'[,}")]|\w+\s*=')


@dataclass(frozen=True, slots=True)
class BibEntry:
    """An entry as it stands in the file.

    `type` and the names of `fields` are in lower case; values are LaTeX, with macros resolved and
    blanks made single spaces. `line` counts from 1.
    """

    key: str
    type: str
    fields: Mapping[str, str]
    line: int

    @property
    def persons(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each field that holds names, as written: `Last, First` or `First Last`."""
        from pybtex.bibtex.utils import split_name_list  # noqa: PLC0415  # see _Reader

        return {
            role: tuple(name for name in split_name_list(value) if name)
            for role, value in self.fields.items()
            if role in NAME_FIELDS
        }

    @property
    def links(self) -> tuple[str, ...]:
        """The keys of the entries whose fields come with this one's."""
        values = (self.fields.get(name, "") for name in LINK_FIELDS)
        return tuple(key.strip() for value in values for key in value.split(",") if key.strip())


@dataclass(frozen=True, slots=True)
class Bibliography:
    """A bibliography file: `file` as diagnostics name it, and its entries by key in file order."""

    file: str
    entries: Mapping[str, BibEntry] = field(default_factory=dict)

    def suggest(self, key: str) -> str:
        """Return the key that KEY may have been meant for, or "": case apart, or a near miss."""
        return next(iter(near(key, self.entries, likeness=0.8)), "")

    def parent(self, key: str) -> BibEntry | None:
        """Return the entry that a link to KEY means; BibTeX links do not heed case."""
        exact = self.entries.get(key)
        if exact is not None:
            return exact
        folded = key.casefold()
        return next((e for k, e in self.entries.items() if k.casefold() == folded), None)


@dataclass(frozen=True, slots=True)
class CitedList:
    """What a list of references prints: the entries of `bibliography` with `keys`, in that order.

    The bibliography has these, and the entries that their fields come from.
    """

    bibliography: Bibliography
    keys: tuple[str, ...]


def cited_list(bibliography: Bibliography, keys: Iterable[str]) -> CitedList:
    """Return the list of the entries of BIBLIOGRAPHY with KEYS; keys that it lacks are left out."""
    known = tuple(key for key in dict.fromkeys(keys) if key in bibliography.entries)
    entries: dict[str, BibEntry] = {}
    waiting = [bibliography.entries[key] for key in reversed(known)]
    while waiting:
        entry = waiting.pop()
        if entry.key not in entries:
            entries[entry.key] = entry
            parents = map(bibliography.parent, reversed(entry.links))
            waiting.extend(parent for parent in parents if parent)
    return CitedList(Bibliography(bibliography.file, entries), known)


class _Macros(UserDict[str, str]):
    """The names that `@string` defines, whatever their case; an unknown one stands for itself."""

    def __init__(self) -> None:
        from pybtex.database.input.bibtex import month_names  # noqa: PLC0415  # see _Reader

        self.unknown: list[str] = []
        super().__init__(month_names)

    def __setitem__(self, name: str, value: str) -> None:
        super().__setitem__(name.lower(), value)

    def __getitem__(self, name: str) -> str:
        if name.lower() not in self.data:
            self.unknown.append(name)
            return name
        return self.data[name.lower()]


def read_bibliography(path: Path, name: str) -> tuple[Bibliography, Diagnostics]:
    """Read the file at PATH, which diagnostics call NAME, and say what is wrong with it.

    Raises nothing for what a file may hold: a broken entry is left out, of a repeated key the first
    entry stays, and a file that cannot be read has no entries.
    """
    found = Diagnostics()
    text = _load(path, name, found)
    reader = _Reader(name, Lines(text), found)
    for piece in pieces(text):
        reader.take(piece)
    reader.check_links()
    return Bibliography(name, reader.entries), found


def _load(path: Path, name: str, found: Diagnostics) -> str:
    r"""Return the text of PATH with `\n` line ends; a file that is no UTF-8 is Windows-1252."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        found.report("bib-missing-file", f"there is no {name}", Place(name))
        return ""
    except OSError as error:
        found.report("bib-missing-file", f"{name} cannot be read: {error.strerror}", Place(name))
        return ""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = "the file is not UTF-8; it is read as Windows-1252"
        found.report("bib-syntax", message, Place(name, line), hint="save it as UTF-8")
        text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """What has been read of one file so far.

    pybtex is imported where it is used: a file that is known (`bib_kept`) does not pay for it.
    """

    def __init__(self, name: str, lines: Lines, found: Diagnostics) -> None:
        self.name = name
        self.lines = lines
        self.found = found
        self.entries: dict[str, BibEntry] = {}
        self.macros = _Macros()

    def place(self, offset: int) -> Place:
        """Return the place of the character at OFFSET."""
        return Place(self.name, *self.lines.at(offset))

    def take(self, piece: Piece) -> None:
        """Add what PIECE holds."""
        if not piece.type:
            self._stray(piece)
        elif piece.fault:
            self._refuse(piece, piece.fault, piece.offset)
        elif piece.type == "string":
            self._parse(piece)
        elif piece.type != "preamble":
            self._entry(piece)

    def _refuse(self, piece: Piece, why: str, offset: int, hint: str = "") -> None:
        match = _KEY.match(piece.text)
        what = f"entry '{match['key']}'" if match and match["key"] else f"this @{piece.type}"
        self.found.report("bib-syntax", f"{what} cannot be read: {why}", self.place(offset), hint)

    def _stray(self, piece: Piece) -> None:
        """Report text between entries: a leftover of the entry above, or a remark without `%`."""
        line = piece.text.splitlines()[0].strip()
        leftover = _LEFTOVER.match(line) is not None
        message = "text outside of any entry" + (f": {line[:60]}" if line else "")
        if leftover:
            hint = "mend the entry above: it seems to end too early"
        else:
            hint = "start the line with %"
        severity = Severity.WARNING if leftover else Severity.NOTE
        place = self.place(piece.offset)
        self.found.add(diagnostic("bib-syntax", message, place=place, hint=hint, severity=severity))

    def _parse(self, piece: Piece) -> list[tuple[str, str]] | None:
        """Return the fields of PIECE, or None after saying what is wrong with it."""
        from pybtex.database.input.bibtex import LowLevelParser  # noqa: PLC0415  # see the class
        from pybtex.scanner import PybtexSyntaxError  # noqa: PLC0415

        errors: list[PybtexSyntaxError] = []
        self.macros.unknown.clear()
        parser = LowLevelParser(piece.text, macros=self.macros, handle_error=errors.append)
        results = list(parser)
        if errors:
            error = errors[0]
            offset = piece.offset + min(error.error_context_info[-1], len(piece.text) - 1)
            why = str(error).partition(": ")[2] or str(error)
            self._refuse(piece, why, offset, "is a comma missing before this, or a brace?")
            return None
        for macro in dict.fromkeys(self.macros.unknown):
            self._unknown_macro(piece, macro)
        if piece.type == "string" or not results:
            return []
        return [(name, "".join(parts)) for name, parts in results[0][1][1]]

    def _unknown_macro(self, piece: Piece, macro: str) -> None:
        match = re.search(rf"[=#]\s*({re.escape(macro)})(?!\w)", piece.text)
        offset = piece.offset + (match.start(1) if match else 0)
        message = f"no @string defines '{macro}'; the word itself is used"
        hint = "put it in braces, or define it"
        self.found.report("bib-syntax", message, self.place(offset), hint)

    def _entry(self, piece: Piece) -> None:
        match = _KEY.match(piece.text)
        if match is None or not match["key"] or match["after"] not in ",})":
            self._refuse(piece, "it has no key", piece.offset, f"write @{piece.type}{{key, …")
            return
        fields = self._parse(piece)
        if fields is None:
            return
        unique: dict[str, str] = {}
        for name, value in fields:
            self._add_field(unique, piece, name.lower(), " ".join(value.split()))
        line, _ = self.lines.at(piece.offset)
        self._add_entry(BibEntry(match["key"], piece.type, unique, line), piece)

    def _add_field(self, unique: dict[str, str], piece: Piece, name: str, value: str) -> None:
        if name not in unique:
            unique[name] = value
            return
        if unique[name] != value and name not in UNPRINTED_FIELDS:
            again = list(re.finditer(rf"\b{re.escape(name)}\s*=", piece.text, re.IGNORECASE))
            offset = piece.offset + (again[-1].start() if again else 0)
            message = f"the field '{name}' stands twice; the first is used"
            self.found.report("bib-syntax", message, self.place(offset), "remove one of them")

    def _add_entry(self, entry: BibEntry, piece: Piece) -> None:
        first = self.entries.setdefault(entry.key, entry)
        if first is entry:
            return
        differing = _differing(first, entry)
        printed = [name for name in differing if name not in UNPRINTED_FIELDS]
        likeness = _likeness(first, entry, differing)
        message = f"the key '{entry.key}' stands at lines {first.line} and {entry.line}; {likeness}"
        severity = Severity.WARNING if printed else Severity.NOTE
        place = self.place(piece.offset)
        self.found.add(diagnostic("bib-duplicate-key", message, place=place, severity=severity))

    def check_links(self) -> None:
        """Report links to entries that the file does not have."""
        folded = {key.casefold() for key in self.entries}
        for entry in self.entries.values():
            for key in entry.links:
                if key.casefold() not in folded:
                    message = f"entry '{entry.key}' takes fields from '{key}', which is not here"
                    place = Place(self.name, entry.line)
                    self.found.report("bib-syntax", message, place, "add it, or mend the key")


def _likeness(first: BibEntry, second: BibEntry, differing: list[str]) -> str:
    """Say in what two entries differ."""
    if not differing:
        return "they are the same"
    titles = {re.sub(r"[\W_]", "", e.fields.get("title", "")).casefold() for e in (first, second)}
    if len(titles) > 1:
        return "they are different works"
    return f"they differ in {', '.join(differing)}"


def _differing(first: BibEntry, second: BibEntry) -> list[str]:
    """Return what the two differ in: `type`, and the names of fields."""
    names = dict.fromkeys([*first.fields, *second.fields])
    fields = [name for name in names if first.fields.get(name) != second.fields.get(name)]
    return [*(["type"] if first.type != second.type else []), *fields]
