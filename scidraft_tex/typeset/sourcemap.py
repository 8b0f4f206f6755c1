"""From a line of a generated `.tex` file back to the line of the note that it was made from.

Every block of a chapter is preceded by a comment that names its note and line,
`%% notes/x.md:41` (docs/architecture.md, "The .tex carries its map").
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scidraft_tex.diagnostics import Place
from scidraft_tex.files import text_of

__all__ = ["MapEntry", "SourceMap"]

_COMMENT = re.compile(r"\s*%% (?P<file>\S.*?\.[A-Za-z]\w*):(?P<line>\d+)(?::(?P<column>\d+))?\s*$")
_NOTE_SPAN = 400
"""How many note lines a note's last block is searched, where no next block ends it."""


@dataclass(frozen=True, slots=True)
class MapEntry:
    """A map comment: the `.tex` line (from 1) it stands on, and the place it names."""

    tex_line: int
    place: Place


@dataclass(frozen=True)
class SourceMap:
    """The map comments and lines of all `.tex` files of a folder, by name relative to it.

    `notes` holds the text of notes by the name that the comments use. With it a place is refined to
    the very line and column; without it, to the line that lies as deep in the note's block as
    TeX's line in the `.tex` block.
    """

    entries: Mapping[str, tuple[MapEntry, ...]]
    lines: Mapping[str, tuple[str, ...]]
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, notes: Mapping[str, str] | None = None) -> SourceMap:
        """Read the `.tex` files of FOLDER, at any depth; one that cannot be read maps nothing."""
        lines = {
            path.relative_to(folder).as_posix(): tuple(text_of(path).splitlines())
            for path in sorted(folder.rglob("*.tex"))
            if path.is_file()
        }
        entries = {name: tuple(_entries(text)) for name, text in lines.items()}
        return cls(entries, lines, notes or {})

    def place(self, file: str, line: int) -> Place | None:
        """Return the place that the nearest map comment at or before LINE of FILE names."""
        found = self._entry(file, line)
        return found[0].place if found else None

    def refine(self, file: str, line: int, *fragments: str) -> Place | None:
        r"""Return where in the note the first of FRAGMENTS is that its block holds.

        TeX often notices an error at the end of what it belongs to, so all of the block is
        searched. A fragment that is a control word, `\foo`, is not found in a longer one.
        Falls back to `place`.
        """
        found = self._entry(file, line)
        if not found:
            return None
        entry, following = found
        for fragment in fragments:
            if fragment.strip() and (place := self._within(file, entry, following, fragment)):
                return place
        return entry.place

    def find(self, fragment: str) -> Iterator[tuple[str, int]]:
        """Yield file and line of every `.tex` line, comments apart, that holds FRAGMENT."""
        pattern = _pattern(fragment)
        for file, lines in self.lines.items():
            for number, line in enumerate(lines, start=1):
                if not line.lstrip().startswith("%") and pattern.search(line):
                    yield file, number

    def _entry(self, file: str, line: int) -> tuple[MapEntry, MapEntry | None] | None:
        """Return the map entry of LINE and the one after it."""
        entries = self.entries.get(file.removeprefix("./"), ())
        index = bisect_right(entries, line, key=lambda entry: entry.tex_line) - 1
        if index < 0:
            return None
        return entries[index], entries[index + 1] if index + 1 < len(entries) else None

    def _within(
        self, file: str, entry: MapEntry, following: MapEntry | None, fragment: str
    ) -> Place | None:
        pattern = _pattern(fragment)
        last = self._last_note_line(entry, following)
        if entry.place.file in self.notes:
            note = self.notes[entry.place.file].splitlines()
            for number in range(entry.place.line, min(last, len(note)) + 1):
                if match := pattern.search(note[number - 1]):
                    return Place(entry.place.file, number, match.start() + 1)
            return None
        lines = self.lines[file.removeprefix("./")]
        end = following.tex_line - 1 if following else len(lines)
        for depth, text in enumerate(lines[entry.tex_line : end]):
            if pattern.search(text):
                return Place(entry.place.file, min(entry.place.line + depth, last))
        return None

    def _last_note_line(self, entry: MapEntry, following: MapEntry | None) -> int:
        """Return the last line of the note that ENTRY's block may reach."""
        place = entry.place
        if following and following.place.file == place.file:
            return max(place.line, following.place.line - 1)
        return place.line + _NOTE_SPAN


def _entries(lines: tuple[str, ...]) -> Iterator[MapEntry]:
    for number, line in enumerate(lines, start=1):
        if match := _COMMENT.match(line):
            place = Place(match["file"], int(match["line"]), int(match["column"] or 1))
            yield MapEntry(number, place)


def _pattern(fragment: str) -> re.Pattern[str]:
    word = re.fullmatch(r"\\[A-Za-z]+", fragment)
    return re.compile(re.escape(fragment.strip()) + (r"(?![A-Za-z])" if word else ""))
