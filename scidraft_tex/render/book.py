"""The stage itself: a drawn book to the files of a `.tex` folder, one a chapter, and the frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.beside import work_beside
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.guard import boxed, guarded
from scidraft_tex.labels import label
from scidraft_tex.render import tex
from scidraft_tex.render.blocks import Blocks, NoteWriter
from scidraft_tex.render.book_frame import frame_of, plain_prose
from scidraft_tex.render.entries import Entries, texts
from scidraft_tex.render.formulas import Formulas, NoteMacros, note_macros
from scidraft_tex.render.frame import Frame, render_frame
from scidraft_tex.render.headings import heading
from scidraft_tex.render.kept import NOTHING_KEPT, Kept, stamp_of
from scidraft_tex.render.look import Look
from scidraft_tex.render.prose import Prose, index_mark
from scidraft_tex.render.symbols import symbol_list
from scidraft_tex.render.template_folders import changes_lists, template_folders
from scidraft_tex.resolve.bibliography import CitedList
from scidraft_tex.resolve.book import Book, Chapter, PrintedSet
from scidraft_tex.resolve.index import entry_marks
from scidraft_tex.walk import blocks_of, plain_text


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of every file of a book's folder by its name, and what was found wrong."""

    files: Mapping[str, str]
    diagnostics: Diagnostics


_MANY = 200
"""From how many notes on it is worth to have a second process render some."""


def render(
    book: Book, look: Look, kept: Kept = NOTHING_KEPT, *, from_nothing: bool = False
) -> Rendered:
    """Return the files of BOOK's folder; bibliographies are among them.

    Notes and a frame that are as they were are taken from what is KEPT. With FROM_NOTHING nothing
    is kept yet, and of many notes some are rendered by a second process. Raises
    `TemplateFaultError` for a template that cannot be used.
    """
    said = Diagnostics()
    plain = plain_prose(said, look.quotes, book.site)
    rendered = {text: plain(nodes) for text, nodes in texts(book.sets).items()}
    writer = ChapterWriter(book, look, Entries(book.sets, rendered, look.language), said, kept)
    folders = _folders(book, look)
    files: dict[str, str] = dict(book.bibliographies)
    if not changes_lists(folders[:-1]):
        files |= _finished(book, look, kept, said)
    names: dict[str, str] = {}
    many = from_nothing and len(book.notes) >= _MANY
    with writer.from_the_end() if many else nullcontext():
        for number, chapter in enumerate(book.chapters, start=1):
            name = f"chapters/{number:02d}-{tex.file_stem(plain_text(chapter.title))}"
            names[chapter.label] = name
            files[f"{name}.tex"] = writer.chapter(chapter)
    back: list[str] = []
    if book.symbols:
        back.append("chapters/symbols")
        files["chapters/symbols.tex"] = writer.symbols()
    for printed in book.sets:
        if printed.listed:
            name = f"chapters/entries-{tex.file_stem(printed.entry_set.name)}"
            back.append(name)
            files[f"{name}.tex"] = _entry_list(printed, writer.entries)
    kept.trim()
    frame = frame_of(book, look, names, back, tuple(files.values()), said)
    return Rendered(files | framed(frame, folders, kept), said)


def frame_ahead(book: Book, look: Look) -> dict[str, str]:
    """Return the files of the frame of BOOK, whose notes are not rendered yet.

    The preamble is what it will be, if the notes' formulas name the commands that the notes name.
    """
    notes = tuple(note.text for note in book.site.notes)
    names = {chapter.label: "" for chapter in book.chapters}
    frame = frame_of(book, look, names, (), notes, Diagnostics())
    return framed(frame, _folders(book, look), NOTHING_KEPT)


def _folders(book: Book, look: Look) -> tuple[Path, ...]:
    return template_folders(Path(book.site.folder) if look.settings.trust == "authors" else None)


def _finished(book: Book, look: Look, kept: Kept, said: Diagnostics) -> dict[str, str]:
    """Return the entries of each list of references, formatted, by file: a `.bbl` a `.bib`.

    A list that a fault of ours keeps from being formatted is left out, and is biber's to make.
    """
    language = look.settings.spoken

    def entries(name: str, printed: CitedList) -> str:
        def make(_: Diagnostics) -> str:
            from scidraft_tex.render.bbl import finished_entries  # noqa: PLC0415  # brings pybtex

            return finished_entries(printed, language)

        return str(kept.take(name, (printed, language), make, Diagnostics()))

    made = {
        f"{name.removesuffix('.bib')}.bbl": guarded(
            partial(entries, name, printed), lambda: None, None, said
        )
        for name, printed in book.lists.items()
    }
    return {name: text for name, text in made.items() if text is not None}


def framed(frame: Frame, folders: Sequence[Path], kept: Kept) -> dict[str, str]:
    """Return the files of FRAME by the templates of FOLDERS, or what is KEPT of the same."""
    inputs = (
        replace(frame, commands=frozenset()),
        tuple(sorted(frame.commands or ())),
        stamp_of(folders),
    )
    made = kept.take("the frame", inputs, lambda _: render_frame(frame, folders), Diagnostics())
    return dict(made)


def book_writers(book: Book, look: Look) -> Callable[[m.Note], NoteWriter]:
    """Return what renders the blocks of each note of BOOK as `render` does, without a word."""
    writer = ChapterWriter(book, look, Entries(book.sets, {}, look.language), Diagnostics())
    chapters = {note.source.path: one for one in book.chapters for note in one.notes}
    return lambda note: writer.writer(note, chapters[note.source.path])


# --- chapters ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChapterWriter:
    """Renders the chapters of BOOK; what is wrong is added to `said`."""

    book: Book
    look: Look
    entries: Entries
    said: Diagnostics
    kept: Kept = NOTHING_KEPT

    def chapter(self, chapter: Chapter) -> str:
        """Return the `.tex` of CHAPTER: its heading, then its notes."""
        notes = [
            guarded(
                partial(self.note, note, chapter),
                partial(self.unset, note, chapter),
                Place(note.source.path),
                self.said,
            )
            for note in chapter.notes
        ]
        if not chapter.single:
            plain = plain_prose(self.said, self.look.quotes, self.book.site)
            notes = [heading("chapter", chapter.title, plain, chapter.label), *notes]
        if self.look.settings.at_a_glance and _has_results(chapter):
            name = tex.file_stem(chapter.label)
            notes = [f"\\glancefrom{{{name}}}%", *notes, f"\\resultsataglance{{{name}}}\n"]
        return "\n\n".join(notes)

    @contextmanager
    def from_the_end(self) -> Iterator[None]:
        """Have a second process render notes from the last one on and keep them, within the block.

        It ends where it meets this one. What it made counts as made now.
        """
        theirs = replace(self, said=Diagnostics(), kept=Kept(self.kept.shelf, self.kept.stamp))
        pairs = [(note, chapter) for chapter in self.book.chapters for note in chapter.notes]

        def step() -> bool:
            note, chapter = pairs.pop()
            theirs.note(note, chapter)
            return bool(pairs) and not theirs.kept.reused

        with work_beside(step) if self.kept.shelf else nullcontext():
            yield
        self.kept.again.extend(self.kept.reused)
        self.kept.reused.clear()

    def unset(self, note: m.Note, chapter: Chapter) -> str:
        """Return what stands for NOTE where a fault of ours keeps it from being set: its source."""
        title = (m.Text(note.source.front.title),)
        return self.note(replace(note, title=title, blocks=(boxed(note.source),)), chapter)

    def note(self, note: m.Note, chapter: Chapter) -> str:
        """Return a note as LaTeX, made now or before."""
        if any(isinstance(block, m.EntryList | m.PrintedIndex) for block in blocks_of(note.blocks)):
            return self.written(note, chapter)  # prints what stands in other notes
        own = (getattr(note, one.name) for one in fields(note) if one.name != "source")
        inputs = (
            *own,
            *(replace(note.source.front, raw=()), note.source.path, note.source.key),
            chapter.single,
            *(self.look.page, self.look.quotes, self.look.language),
            tuple(printed.entry_set.name for printed in self.book.sets),
            tuple(name for name, _ in self.book.site.macros),
        )

        def make(said: Diagnostics) -> str:
            return replace(self, said=said).written(note, chapter)

        return str(self.kept.take(note.source.path, inputs, make, self.said))

    def written(self, note: m.Note, chapter: Chapter) -> str:
        """Return a note: its heading with its index marks, and its blocks within its macros."""
        writer = self.writer(note, chapter)
        macros, blocks = writer.macros, writer.blocks
        name = ("chapter", "section")[blocks.depth]
        lines = [
            tex.comment(f"{note.source.path}:1"),
            heading(name, note.title, blocks.prose, label("note", note.source.key)),
            *self.index_marks(note, blocks.formulas),
        ]
        byline = _byline(note)
        if byline:
            lines.append(byline)
        parts = ["\n".join(lines), macros.opening, blocks.blocks(note.blocks), macros.closing]
        return "\n\n".join(part for part in parts if part) + "\n"

    def writer(self, note: m.Note, chapter: Chapter) -> NoteWriter:
        """Return what renders the blocks of NOTE in CHAPTER."""
        levels = [block.level for block in blocks_of(note.blocks) if isinstance(block, m.Heading)]
        macros, formulas = self.formulas(note)
        blocks = Blocks(
            page=self.look.page,
            depth=0 if chapter.single else 1,
            shift=1 - min(levels, default=1),
            entries=self.entries,
            formulas=formulas,
            said=self.said,
            quotes=self.look.quotes,
        )
        return NoteWriter(macros, blocks)

    def formulas(self, note: m.Note) -> tuple[NoteMacros, Formulas]:
        """Return the macros of NOTE, and what renders its formulas."""
        site = frozenset(name for name, _ in self.book.site.macros)
        macros = note_macros(note.blocks, site, self.said)
        key = note.source.key
        own = site | macros.names
        formulas = Formulas(lambda name: label(key, name), self.said, own, macros=macros.signatures)
        return macros, formulas

    def symbols(self) -> str:
        """Return the list of symbols; what is wrong with their formulas was said in the notes."""
        title = self.look.settings.spoken.word("symbols")
        quiet = replace(self, said=Diagnostics())
        return symbol_list(self.book.symbols, title, quiet.formulas, self.look.quotes)

    def index_marks(self, note: m.Note, formulas: Formulas) -> list[str]:
        """Return the index marks of NOTE's entries, each on a line that prints nothing."""
        printed = {s.entry_set.name for s in self.book.sets}
        prose = Prose(lambda _: "", formulas, quotes=self.look.quotes)
        return [
            index_mark(mark, prose) + "%"
            for entry in note.source.front.entries
            if entry.set_name in printed
            for mark in entry_marks(note, entry, self.look.language)
        ]


def _has_results(chapter: Chapter) -> bool:
    """Tell whether CHAPTER has results that a list of them prints."""
    blocks = (block for note in chapter.notes for block in blocks_of(note.blocks))
    return any(isinstance(block, m.Result) and block.kind.numbered for block in blocks)


def _byline(note: m.Note) -> str:
    """Return the line that names the authors of a note that names its own."""
    front = note.source.front
    names = [author.name for author in front.authors]
    text = " · ".join(part for part in (", ".join(names), front.institute) if part)
    return f"\\notebyline{{{tex.escape(text)}}}" if text else ""


def _entry_list(printed: PrintedSet, entries: Entries) -> str:
    name = printed.entry_set.name
    head = f"\\addchap{{{tex.escape(printed.title)}}}\\label{{{label('entries', name)}}}"
    return f"{head}\n{entries.list_of(name)}\n"
