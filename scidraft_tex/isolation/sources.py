"""The text of notes as their authors wrote it, block by block."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.walk import blocks_of, plain_text

__all__ = ["Sources", "sources_of"]

_ENDING = re.compile(r"\s*(?::{3,}\s*)?")


@dataclass(frozen=True, slots=True)
class Sources:
    """The lines of files by name, and the last line, from 1, of each block.

    `ends` has those by the kind and the place of a block: a quotation may begin where its first
    paragraph does. Without a kind, it has the last of all that begin at a place.
    """

    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ends: Mapping[tuple[str, Place], int] = field(default_factory=dict)

    def block(self, place: Place, kind: str = "") -> str:
        """Return the lines of the block of KIND at PLACE, less what ends the division around it."""
        return "\n".join(self.span(place, kind))

    def span(self, place: Place, kind: str = "") -> Sequence[str]:
        """Return the lines that may belong to the block of KIND at PLACE."""
        lines = self.lines.get(place.file, ())
        last = self.ends.get((kind, place)) or self.ends.get(("", place), len(lines))
        found = list(lines[place.line - 1 : max(last, place.line)])
        while found and _ENDING.fullmatch(found[-1]):
            found.pop()
        return found

    def body(self, note: m.NoteSource) -> str:
        """Return the text of NOTE below its front matter."""
        return "\n".join(note.text.split("\n")[note.body_line - 1 :]).strip("\n")

    def text_of(self, blocks: Sequence[m.Block]) -> str:
        """Return the lines of BLOCKS, or their words where their lines are not known."""
        known = [block for block in blocks if block.place.line]
        if known:
            return "\n".join(self.block(block.place, type(block).__name__) for block in known)
        return plain_text(node for block in blocks for node in _inlines(block))

    def find(self, place: Place, fragments: Iterable[str]) -> Place:
        """Return where the first of FRAGMENTS is that the block at PLACE holds, else PLACE."""
        lines = self.span(place)
        for fragment in filter(str.strip, fragments):
            word = re.fullmatch(r"\\[A-Za-z]+", fragment)
            pattern = re.compile(re.escape(fragment.strip()) + ("(?![A-Za-z])" if word else ""))
            for depth, line in enumerate(lines):
                start = place.column - 1 if not depth else 0
                if found := pattern.search(line, start):
                    return Place(place.file, place.line + depth, found.start() + 1)
        return place


def _inlines(block: m.Block) -> Sequence[m.Inline]:
    return block.children if isinstance(block, m.Paragraph) else ()


def sources_of(texts: Mapping[str, str], notes: Iterable[m.Note]) -> Sources:
    """Return the sources of NOTES; TEXTS are their files' by name."""
    ends: dict[tuple[str, Place], int] = {}
    lines = {name: text.split("\n") for name, text in texts.items()}
    for note in notes:
        starts = sorted({block.place.line for block in blocks_of(note.blocks)})
        for block, last in _ends(note.blocks, starts, len(lines.get(note.source.path, ()))):
            for key in ((type(block).__name__, block.place), ("", block.place)):
                ends[key] = max(last, ends.get(key, 0))
    return Sources(lines, ends)


def _ends(
    blocks: Sequence[m.Block], starts: Sequence[int], last: int
) -> Iterator[tuple[m.Block, int]]:
    """Yield of each of BLOCKS its last line: the one before the next block begins, or LAST."""
    for block in blocks_of(blocks):
        deepest = max((one.place.line for one in blocks_of([block])), default=block.place.line)
        at = bisect_right(starts, deepest)
        yield block, (starts[at] - 1 if at < len(starts) else last)
