"""A note taken through the stages that need no TeX, on a site made for the test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.render.book import ChapterWriter
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.look import Look
from scidraft_tex.resolve.book import Book
from scidraft_tex.resolve.resolve import resolve
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner, Shell
from scidraft_tex.walk import rewrite_blocks

__all__ = ["FLAT", "Case", "Made", "MakeNote", "Shell", "make_notes", "read_texts"]

HUGO = 'title = "A site"\nbaseURL = "https://site.example/"\n'
FLAT = Settings(arrange="flat")
Case = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Made:
    """What a note came to: read, recognised, its book, its chapter's `.tex`, what was said."""

    read: m.Note
    recognised: m.Note
    book: Book
    tex: str
    said: tuple[Diagnostic, ...]

    @property
    def blocks(self) -> tuple[m.Block, ...]:
        """The note's recognised blocks."""
        return self.recognised.blocks

    @property
    def note(self) -> m.Note:
        """The note as resolved."""
        path = self.read.source.path
        return next(note for note in self.book.notes if note.source.path == path)

    @property
    def body(self) -> str:
        """Its `.tex` without the lines of its own heading."""
        return self.tex.split("\n\n", 1)[-1].strip("\n")

    @property
    def codes(self) -> list[str]:
        """The codes of what was said, in order."""
        return [item.code for item in self.said]


MakeNote = Callable[..., Made]
"""Makes a note of a text, files of its site (by path), and its front matter as keywords."""


def make_notes(
    folder: Path,
    runner: Runner,
    cases: Mapping[str, Case],
    files: Mapping[str, str],
    settings: Settings = FLAT,
) -> dict[str, Made]:
    """Return what each of CASES comes to, alone on a site in FOLDER that holds FILES beside it.

    All are read in one call of pandoc. Images are as *draw* would leave them: as they were found.
    """
    own = {
        f"content/notes/{name}.md": _with_front(text, front)
        for name, (text, front) in cases.items()
    }
    for path, text in ({"hugo.toml": HUGO} | dict(files) | own).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    site, loaded = load_site(folder, settings)
    read = read_notes(site.notes, runner)
    notes = {note.source.path: note for note in read.notes}
    others = [note for path, note in notes.items() if path not in own]
    early = [*loaded, *read.diagnostics]
    return {
        name: _made(notes[path], others, site, settings, [d for d in early if _file(d) == path])
        for name, path in zip(cases, own, strict=True)
        if path in notes
    }


def _file(item: Diagnostic) -> str:
    return item.place.file if item.place else ""


def _with_front(text: str, front: Mapping[str, object]) -> str:
    if text.startswith(("+++\n", "---\n", "{\n")) or not front:
        return text
    return json.dumps(dict(front)) + "\n" + text


def _made(
    note: m.Note, others: list[m.Note], site: m.Site, settings: Settings, early: list[Diagnostic]
) -> Made:
    said = Diagnostics()
    said.extend(early)
    rules = Rules(settings.all_kinds, settings.drop, settings.spoken)
    recognised, found = recognise([note, *others], rules)
    said.extend(found)
    book, found = resolve(replace(site, notes=(note.source,)), recognised, settings)
    said.extend(found)
    chapter = next(
        chapter
        for chapter in book.chapters
        if any(n.source.path == note.source.path for n in chapter.notes)
    )
    drawn = replace(chapter, notes=tuple(_drawn(n) for n in chapter.notes))
    look = Look(settings, Engine.PDFLATEX)
    tex = ChapterWriter(book, look, Entries(book.sets, {}), said).chapter(drawn)
    mine = tuple(d for d in said.sorted() if _file(d) in {note.source.path, ""})
    return Made(note, recognised[0], book, tex, mine)


def _drawn(note: m.Note) -> m.Note:
    def inline(node: m.Inline) -> Iterator[m.Inline]:
        yield replace(node, file=node.source) if isinstance(node, m.Image) else node

    return replace(note, blocks=rewrite_blocks(note.blocks, inline))


def read_texts(texts: list[str], runner: Runner) -> tuple[list[m.Note], Diagnostics]:
    """Return TEXTS read as notes without front matter, in one call of pandoc."""
    sources = [
        m.NoteSource(f"{number}.md", str(number), "", m.FrontMatter(""), text, 1, "")
        for number, text in enumerate(texts)
    ]
    read = read_notes(sources, runner)
    return list(read.notes), read.diagnostics
