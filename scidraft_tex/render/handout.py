"""The stage itself for a handout: a drawn sheet, as one audience has it, to the files of a folder.

A sheet for no audience is whole: it makes the files of the run that measures, whose results those
of the audiences are given (`Measures`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import CharacterPreamble
from scidraft_tex.handout_settings import SheetPlan
from scidraft_tex.labels import label
from scidraft_tex.languages import Language, Support
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.render import katex, tex
from scidraft_tex.render.bibitems import thebibliography
from scidraft_tex.render.blocks import NoteWriter
from scidraft_tex.render.book import Rendered
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.faces import Faces, own_faces
from scidraft_tex.render.formulas import Formulas, NoteMacros, note_macros
from scidraft_tex.render.frame import Numbering
from scidraft_tex.render.headings import heading
from scidraft_tex.render.imprint import plain_words
from scidraft_tex.render.measure import Page
from scidraft_tex.render.prose import Prose
from scidraft_tex.render.sheets.blocks import SheetBlocks, SheetContext, referenced_only
from scidraft_tex.render.sheets.frame import SheetFrame, render_sheet_frame
from scidraft_tex.render.sheets.head import edition_of, head_of
from scidraft_tex.render.sheets.marks import marks_columns, marks_tables
from scidraft_tex.render.sheets.measures import Measures, counters_of
from scidraft_tex.render.sheets.paper import DESIGN, Fitting, SheetPage, sheet_page
from scidraft_tex.render.sheets.prose import SheetProse
from scidraft_tex.render.template_folders import template_folders
from scidraft_tex.resolve.handout import Sheet
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of

__all__ = ["SheetLook", "render_sheet", "sheet_writers"]

_TEXT, _SOLUTIONS, _REFERENCES = "text", "solutions", "references"
_NO_MEASURES = Measures()


@dataclass(frozen=True, slots=True)
class SheetLook:
    """What the renderer is told beside the sheet, which knows its own settings and audience.

    `plan` has its title and number, `fitting` how far it departs from the design. `measures` are
    those of the whole sheet, which needs none itself. `root` names the file to be set. The others
    are as in a book's look.
    """

    settings: Settings
    plan: SheetPlan
    engine: Engine
    measures: Measures = _NO_MEASURES
    fitting: Fitting = DESIGN
    characters: CharacterPreamble = CharacterPreamble()  # noqa: RUF009  # frozen
    support: Support = Support()  # noqa: RUF009  # frozen
    faces: Faces | None = None
    root: str = "sheet"

    @property
    def language(self) -> Language:
        """The language of the sheet's own words."""
        return self.settings.spoken


def render_sheet(sheet: Sheet, look: SheetLook) -> Rendered:
    """Return the files of SHEET's folder by name, `<root>.tex` among them, and what was wrong.

    Raises `TemplateFaultError` for a template that cannot be used.
    """
    said = Diagnostics()
    writer = _Writer(sheet, look, said)
    files = referenced_only(writer.texts())
    frame = writer.frame(files)
    own = Path(sheet.book.site.folder) if look.settings.trust == "authors" else None
    made = render_sheet_frame(
        frame,
        writer.page,
        look.faces or own_faces(look.engine),
        template_folders(own),
        look.root,
        measuring=writer.measuring,
    )
    return Rendered(made | files, said)


def sheet_writers(sheet: Sheet, look: SheetLook) -> Callable[[m.Note], NoteWriter]:
    """Return what renders the notes of SHEET as `render_sheet` does, without a word."""
    writer = _Writer(sheet, look, Diagnostics())
    return lambda note: NoteWriter(writer.macros(note, Diagnostics()), writer.blocks(note))


@dataclass(frozen=True)
class _Writer:
    """Writes the parts of SHEET; what is wrong is added to `said`."""

    sheet: Sheet
    look: SheetLook
    said: Diagnostics

    @property
    def measuring(self) -> bool:
        """Whether this is the run that measures."""
        return self.sheet.audience is None

    @cached_property
    def page(self) -> SheetPage:
        """The page."""
        return sheet_page(self.sheet.settings, self.look.fitting)

    @cached_property
    def context(self) -> SheetContext:
        """What the blocks of all notes are rendered by."""
        sheet = self.sheet
        return SheetContext(
            page=self.page,
            measures=None if self.measuring else self.look.measures,
            language=self.look.language,
            points=sheet.settings.points,
            marked=sheet.audience == "instructor",
            last=None if sheet.moved or sheet.cited else _last(sheet.notes),
            unnumbered=frozenset(
                block.identifier
                for note in sheet.book.notes
                for block in blocks_of(note.blocks)
                if isinstance(block, m.Heading) and block.identifier
            ),
        )

    # --- the text ------------------------------------------------------------------------------

    def texts(self) -> dict[str, str]:
        """Return the files of the text, of what is printed at its end, and of the references."""
        sheet = self.sheet
        files = {f"{_TEXT}.tex": "\n\n".join(self.notes()) + "\n"}
        if sheet.moved:
            files[f"{_SOLUTIONS}.tex"] = "\n\n".join(self.moved()) + "\n"
        if sheet.cited:
            given = (sheet.references, sheet.cited, sheet.names)
            files[f"{_REFERENCES}.tex"] = thebibliography(*given, self.look.language)
        return files

    def notes(self) -> Iterator[str]:
        """Yield the text of the intro and of each note; a note alone gives the sheet its title."""
        for note in self.sheet.intro:
            yield self.body(note)
        alone = len(self.sheet.notes) == 1
        for note in self.sheet.notes:
            name = label("note", note.source.key)
            place = tex.comment(f"{note.source.path}:1")
            title = f"\\unheaded{{{name}}}"
            if not (alone and not self.look.plan.title):
                title = heading("section", note.title, self.blocks(note).prose, name)
            yield f"{place}\n{title}\n\n{self.body(note)}"

    def moved(self) -> Iterator[str]:
        """Yield what is printed at the end, under its heading: hints alone are called so."""
        moved = [block for note in self.sheet.moved for block in note.blocks]
        kinds = {block.kind for block in moved if isinstance(block, m.Moved)}
        only = kinds.pop() if len(kinds) == 1 else None
        title = only.plural if only else self.look.language.word("solutions")
        yield f"\\section*{{{tex.escape(title)}}}"
        for note in self.sheet.moved:
            yield self.body(note)

    def body(self, note: m.Note) -> str:
        """Return the blocks of NOTE within its macros."""
        macros = self.macros(note, self.said)
        parts = [macros.opening, self.blocks(note).blocks(note.blocks), macros.closing]
        return "\n\n".join(part for part in parts if part)

    def blocks(self, note: m.Note) -> SheetBlocks:
        """Return what renders the blocks of NOTE; the topmost of its headings is a subsection."""
        levels = [block.level for block in blocks_of(note.blocks) if isinstance(block, m.Heading)]
        key = note.source.key
        macros = self.macros(note, Diagnostics())
        formulas = Formulas(
            lambda name: label(key, name),
            self.said,
            self.site_macros | macros.names,
            macros=macros.signatures,
        )
        return SheetBlocks(
            page=self.measure,
            depth=1,
            shift=1 - min(levels, default=1),
            entries=Entries((), {}),
            formulas=formulas,
            said=self.said,
            quotes=self.look.language.quotes,
            sheet=self.context,
        )

    def macros(self, note: m.Note, said: Diagnostics) -> NoteMacros:
        """Return the macros of NOTE, where it stands and where pieces of it do at the end."""
        key = note.source.key
        parts = [one for one in self.sheet.book.notes if one.source.key == key]
        blocks = [block for one in parts for block in one.blocks]
        return note_macros(blocks, self.site_macros, said)

    @property
    def site_macros(self) -> frozenset[str]:
        """The names of the site's macros."""
        return frozenset(name for name, _ in self.sheet.book.site.macros)

    @property
    def measure(self) -> Page:
        """The page as renderers measure by it."""
        layout = self.page.layout
        return Page(
            text_width=layout.text_width,
            text_height=layout.text_height,
            font_size=self.page.font_size,
            profile="print",
            tables=self.look.settings.tables.default,
        )

    # --- the frame -----------------------------------------------------------------------------

    @property
    def plain(self) -> Prose:
        """A renderer for strings of settings, which hold no blocks."""
        formulas = Formulas(lambda name: name, self.said, self.site_macros)
        return SheetProse(
            lambda _: "",
            formulas,
            quotes=self.look.language.quotes,
            measures=self.context.measures,
            size=self.page.font_size,
        )

    @property
    def title(self) -> tuple[m.Inline, ...]:
        """The title: the plan's, else that of the only note."""
        if self.look.plan.title:
            return read_inline(self.look.plan.title, self.look.plan.place or Place("handout.yaml"))
        notes = self.sheet.notes
        return notes[0].title if len(notes) == 1 else ()

    def frame(self, files: Mapping[str, str]) -> SheetFrame:
        """Return the frame around FILES."""
        look, sheet, site = self.look, self.sheet, self.sheet.book.site
        title, settings = self.title, self.look.settings
        head = head_of(sheet, look.plan, self.plain.in_index()(title), look.language, self.said)
        footer = self.plain.in_index()(read_inline(sheet.settings.footer, Place("handout.yaml")))
        meanings = [meaning for _, meaning in site.macros]
        sources = (*files.values(), *meanings, head.title, footer, look.characters.declarations)
        commands = frozenset[str]().union(*map(katex.used_commands, sources))
        edition = edition_of(sheet.audience, look.language)
        named = plain_words(title) or sheet.settings.course
        return SheetFrame(
            head=head,
            plain_title=tex.escape(f"{named} ({edition})" if edition else named),
            text=_TEXT,
            solutions=_SOLUTIONS if f"{_SOLUTIONS}.tex" in files else "",
            references=_REFERENCES if f"{_REFERENCES}.tex" in files else "",
            marks=tuple(self.marks()),
            footer=footer,
            counters=counters_of(settings.all_kinds, settings.numbering),
            language=settings.language or site.language or "en",
            support=replace(look.support, face=None) if settings.fonts.main else look.support,
            engine=look.engine,
            kinds=settings.all_kinds,
            numbering=Numbering(settings.numbering),
            macros=site.macros,
            packages=katex.packages(commands),
            commands=commands,
            unicode=look.characters.declarations,
            fallback=look.characters.fallback,
            ideographs=look.characters.ideographs,
        )

    def marks(self) -> Sequence[str]:
        """Return the tables of marks, if they are asked for."""
        if not self.sheet.settings.marks or self.sheet.audience not in {None, "student"}:
            return ()
        columns = marks_columns(self.page)
        return marks_tables(self.sheet.exercises, columns, self.look.language)


def _last(notes: Sequence[m.Note]) -> m.Block | None:
    """Return the block that NOTES end with, the innermost."""
    blocks: Sequence[m.Block] = notes[-1].blocks if notes else ()
    last = None
    while blocks:
        last = blocks[-1]
        match last:
            case m.Division() | m.Result() | m.Quote():
                blocks = last.children
            case m.BulletList() | m.OrderedList() if last.items:
                blocks = last.items[-1].children
            case _:
                blocks = ()
    return last
