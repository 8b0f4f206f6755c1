"""The stage itself: sources to notes, in as few calls of pandoc as there are batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.encoding import without_collection
from scidraft_tex.guard import boxed, guarded
from scidraft_tex.read.allowances import allowances_of
from scidraft_tex.read.convert import Converter
from scidraft_tex.read.front_places import placed_in
from scidraft_tex.read.mask import mask
from scidraft_tex.read.masks import Masked
from scidraft_tex.read.pandoc import Refused, read_batches, read_blocks
from scidraft_tex.read.positions import count_tabs_once
from scidraft_tex.tools import Runner


@dataclass(frozen=True, slots=True)
class ReadNotes:
    """What *read* made: notes in the order of their sources, and what it found wrong.

    `found` holds for each note what was wrong in it, and `faults` what no note is to blame for.
    """

    notes: tuple[m.Note, ...]
    found: tuple[tuple[Diagnostic, ...], ...]
    faults: tuple[Diagnostic, ...] = ()

    @property
    def diagnostics(self) -> Diagnostics:
        """All that was found wrong, in the order of the notes."""
        said = Diagnostics()
        for items in (*self.found, self.faults):
            said.extend(items)
        return said


Texts = Mapping[str, tuple[m.Inline, ...]]
"""Strings of front matter as inlines."""


def read_notes(sources: Sequence[m.NoteSource], runner: Runner, *, jobs: int = 2) -> ReadNotes:
    """Return SOURCES read. Raises `pandoc.PandocError` if pandoc reads none of them."""
    found = [Diagnostics() for _ in sources]
    masked = list(map(_masked, sources, found))
    strings = sorted({text for source in sources for text in front_strings(source.front)})
    fronts, _ = mask("\n\n".join(f"# {text}" for text in strings), "front matter")
    pieces = [fronts.text, *(one.text if one else "" for one in masked)]
    faults = Diagnostics()
    with without_collection(), closing(read_batches(pieces, runner, jobs)) as parted:
        first = read_blocks(next(parted))
        texts: Texts = guarded(
            lambda: _front_inlines(strings, fronts, first, 0),
            lambda: {text: (m.Text(text),) for text in strings},
            None,
            faults,
        )
        each = zip(sources, masked, parted, found, strict=True)
        notes = [
            guarded(
                partial(_read, source, one, number, blocks, texts, said),
                partial(_boxed, source, texts),
                Place(source.path),
                said,
            )
            if one
            else _boxed(source, texts)
            for number, (source, one, blocks, said) in enumerate(each, start=1)
        ]
    return ReadNotes(tuple(notes), tuple(map(tuple, found)), tuple(faults))


def _masked(source: m.NoteSource, diagnostics: Diagnostics) -> Masked | None:
    """Return SOURCE masked, None where a fault of ours prevents it."""
    found: Diagnostics
    one: Masked | None
    one, found = guarded(
        lambda: mask(source.text, source.path, source.body_line),
        lambda: (None, Diagnostics()),
        Place(source.path),
        diagnostics,
    )
    diagnostics.extend(found)
    if not "".join(source.text.split("\n")[source.body_line - 1 :]).strip():
        diagnostics.report("note-empty", "the note has no text", Place(source.path, 1))
    return one


def _boxed(source: m.NoteSource, texts: Texts) -> m.Note:
    title, own = _front(source, texts)
    return m.Note(source, title, (boxed(source),), own)


def _read(
    source: m.NoteSource,
    masked: Masked,
    number: int,
    blocks: list[object] | Refused,
    texts: Texts,
    diagnostics: Diagnostics,
) -> m.Note:
    """Return the note of SOURCE, of which pandoc made BLOCKS; what is wrong goes to DIAGNOSTICS."""
    if isinstance(blocks, Refused):
        place = Place(source.path, source.body_line)
        diagnostics.add(replace(blocks.diagnostic, place=place))
        return _boxed(source, texts)
    count_tabs_once(blocks, masked.text)
    converter = Converter(masked, source.path, number)
    note = _note(source, converter, blocks, texts)
    allowances = allowances_of(
        [comment for comment in masked.comments if not converter.in_code(comment.place.line)],
        converter.extents,
        masked.attribute_lines,
        converter.diagnostics,
    )
    converter.diagnostics.extend(converter.attribute_lists.left())
    diagnostics.extend(converter.diagnostics)
    return replace(note, allowances=allowances)


def front_strings(front: m.FrontMatter) -> list[str]:
    """Return the strings of FRONT that are Markdown and print, each on one line."""
    strings = [front.title, front.summary, front.abstract, front.institute]
    for entry in front.entries:
        strings += [entry.title, entry.category, *entry.aliases, entry.summary]
    return [one_line(text) for text in strings if text.strip()]


def one_line(text: str) -> str:
    """Return TEXT with every run of white space as one space."""
    return " ".join(text.split())


def _front_inlines(
    strings: Sequence[str], masked: Masked, blocks: list[object], number: int
) -> dict[str, tuple[m.Inline, ...]]:
    """Return each of STRINGS as inlines; pandoc read them as one heading each."""
    converter = Converter(masked, "front matter", number)
    headings = [b for b in converter.blocks(blocks) if isinstance(b, m.Heading)]
    by_line = {heading.place.line: heading.children for heading in headings}
    return {text: by_line.get(2 * i + 1, (m.Text(text),)) for i, text in enumerate(strings)}


def _note(
    source: m.NoteSource,
    converter: Converter,
    blocks: list[object],
    texts: Texts,
) -> m.Note:
    title, own = _front(source, texts)
    return m.Note(source, title, converter.blocks(blocks), own)


def _front(
    source: m.NoteSource, texts: Texts
) -> tuple[tuple[m.Inline, ...], tuple[tuple[str, tuple[m.Inline, ...]], ...]]:
    """Return the title of SOURCE, and all strings of its front matter, as TEXTS has them."""
    own = {text: placed_in(source, text, texts[text]) for text in front_strings(source.front)}
    title = own.get(one_line(source.front.title), (m.Text(source.front.title),))
    return title, tuple(own.items())
