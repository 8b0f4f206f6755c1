"""The stage itself: sources to notes, in as few calls of pandoc as there are batches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.convert import Converter
from scidraft_tex.read.mask import mask
from scidraft_tex.read.masks import Masked
from scidraft_tex.read.pandoc import read_batch
from scidraft_tex.tools import Runner
from scidraft_tex.walk import rewrite_inlines


@dataclass(frozen=True, slots=True)
class ReadNotes:
    """What *read* made: notes in the order of their sources, and what it found wrong."""

    notes: tuple[m.Note, ...]
    diagnostics: Diagnostics


def read_notes(sources: Sequence[m.NoteSource], runner: Runner, *, jobs: int = 2) -> ReadNotes:
    """Return SOURCES read. Raises `pandoc.PandocError` if pandoc refuses a batch."""
    diagnostics = Diagnostics()
    masked: list[Masked] = []
    for source in sources:
        one, found = mask(source.text, source.path, source.body_line)
        masked.append(one)
        diagnostics.extend(found)
    strings = sorted({text for source in sources for text in front_strings(source.front)})
    fronts, _ = mask("\n\n".join(f"# {text}" for text in strings), "front matter")
    parted = read_batch([*(one.text for one in masked), fronts.text], runner, jobs)
    texts = _front_inlines(strings, fronts, parted[-1], len(sources))
    notes: list[m.Note] = []
    for number, (source, one) in enumerate(zip(sources, masked, strict=True)):
        converter = Converter(one, source.path, number)
        notes.append(_note(source, converter, parted[number], texts))
        converter.report_left()
        diagnostics.extend(converter.diagnostics)
    return ReadNotes(tuple(notes), diagnostics)


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
    texts: dict[str, tuple[m.Inline, ...]],
) -> m.Note:
    place = Place(source.path, 1)
    own = {text: _at(place, texts[text]) for text in front_strings(source.front)}
    title = own.get(one_line(source.front.title), (m.Text(source.front.title),))
    return m.Note(source, title, converter.blocks(blocks), tuple(own.items()))


def _at(place: Place, nodes: Iterable[m.Inline]) -> tuple[m.Inline, ...]:
    """Return NODES of the front matter with PLACE as theirs."""

    def placed(node: m.Inline) -> Iterable[m.Inline]:
        match node:
            case m.Code() | m.Math() | m.Link() | m.Image() | m.Citation() | m.Reference():
                yield replace(node, place=place)
            case m.Shortcode() | m.RawHtml() | m.Footnote():
                yield replace(node, place=place)
            case _:
                yield node

    return rewrite_inlines(nodes, placed)
