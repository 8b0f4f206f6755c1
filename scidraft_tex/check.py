"""All that can be known of a site without TeX: the stages up to *render*, and nothing made.

What a stage knows it says here as in a build; this is only their assembly, for the book and for the
sheets of a term. Diagrams are not drawn, and images no more than opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from scidraft_tex import model as m
from scidraft_tex.cache import user_folder
from scidraft_tex.conversion import Conversion, user_shelf
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.encoding import without_collection
from scidraft_tex.files import scratch
from scidraft_tex.handout_plan import HandoutJob, Planned, intro_of, plan_sheets, printed_settings
from scidraft_tex.handout_settings import HandoutSettings
from scidraft_tex.languages import Language, Support, find_language, support_for
from scidraft_tex.levels import LATER, levelled
from scidraft_tex.load.find import concerning
from scidraft_tex.load.site import load_site
from scidraft_tex.recognise.notes import Rules
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner, ToolMissingError

if TYPE_CHECKING:
    from scidraft_tex.render.look import Look
    from scidraft_tex.resolve.bib_kept import BibShelf
    from scidraft_tex.resolve.book import Book

__all__ = ["CheckJob", "Checked", "check_site"]

_LATER = ("scidraft_tex.resolve.resolve", "scidraft_tex.render.book", "scidraft_tex.render.engine")
"""What takes longest to load, and is wanted only when the notes are read."""

_OF_THIS_MACHINE = frozenset({"glyph-missing", "settings-value"})
"""What the fonts here decide; where none are known it would say that all are missing."""


@dataclass(frozen=True, slots=True)
class CheckJob:
    """What to check: the site's folder, its settings, and its term of sheets, if it has one.

    `said` is what was wrong with the settings' files. `jobs` is how many programs run at once. With
    `math` each formula is set alone by TeX.
    """

    site: Path
    settings: Settings
    term: HandoutSettings = HandoutSettings()  # noqa: RUF009  # frozen
    said: tuple[Diagnostic, ...] = ()
    jobs: int = 2
    math: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check came to: the site, how many notes of it were read, and all that was said."""

    site: m.Site
    notes: int
    diagnostics: Diagnostics


@dataclass(frozen=True, slots=True)
class _Term:
    """The sheets that there are to check, with the site they are from: it holds drafts, too."""

    site: m.Site
    settings: Settings
    planned: tuple[Planned, ...] = ()
    sources: tuple[m.NoteSource, ...] = ()
    said: Diagnostics = field(default_factory=Diagnostics)


def check_site(job: CheckJob, runner: Runner) -> Checked:
    """Return what can be known of the site of JOB without TeX.

    Raises `ToolMissingError` if there is no pandoc, `TemplateFaultError` for a template that cannot
    be used.
    """
    with without_collection():
        return _checked(job, runner)


def _checked(job: CheckJob, runner: Runner) -> Checked:
    said = Diagnostics(list(job.said))
    site, found = load_site(job.site, job.settings)
    said.extend(found)
    settings = job.settings.spoken_as(site.language)
    language = find_language(settings.language, said)
    term = _term(job, site)
    said.extend(term.said)
    sources = {(note.path, note.key): note for note in (*site.notes, *term.sources)}
    rules = Rules(settings.all_kinds, settings.drop, language)
    conversion = Conversion(rules, user_shelf(), told=False)
    with _loading(_LATER):
        read = conversion.read(tuple(sources.values()), runner, job.jobs)
    notes, found = conversion.recognise(read)
    said.extend(found)
    own = notes[: len(site.notes)]
    said.extend(_of_the_book(site, own, settings, language, runner, math=job.math))
    said.extend(_of_the_sheets(term, notes))
    said = levelled(said, settings, notes, unseen=LATER)
    return Checked(site, len(notes), said)


# --- the book ----------------------------------------------------------------------------------


def _of_the_book(
    site: m.Site,
    notes: Sequence[m.Note],
    settings: Settings,
    language: Language,
    runner: Runner,
    *,
    math: bool,
) -> Iterator[Diagnostic]:
    """Yield what *resolve* and *render* say of NOTES of SITE, and the look at their images.

    With MATH what TeX says of each formula, too.
    """
    from scidraft_tex.draw.inspect import inspect_images  # noqa: PLC0415  # see `_LATER`
    from scidraft_tex.render.book import render  # noqa: PLC0415  # see `_LATER`
    from scidraft_tex.render.engine import engine_for  # noqa: PLC0415  # see `_LATER`
    from scidraft_tex.render.kept import kept_for_user  # noqa: PLC0415  # see `_LATER`
    from scidraft_tex.render.look import Look  # noqa: PLC0415  # as above
    from scidraft_tex.resolve.resolve import resolve  # noqa: PLC0415  # see `_LATER`

    book, found = resolve(site, notes, settings, _bibs())
    yield from found
    yield from inspect_images(book)
    setting = engine_for(book, settings, language, runner)
    unknown = _OF_THIS_MACHINE if runner.find("fc-list") is None else frozenset()
    yield from (item for item in setting.diagnostics if item.code not in unknown)
    support = support_for(language, setting.engine, runner)[0] if math else Support()
    look = Look(settings, setting.engine, setting.characters, support, setting.faces)
    rendered = render(replace(book, lists={}), look, kept_for_user())  # which say nothing
    yield from rendered.diagnostics
    if math:
        yield from _of_the_formulas(book, look, rendered.files, runner)


def _bibs() -> BibShelf:
    """Return what is kept of bibliographies for all sites of a user."""
    from scidraft_tex.resolve.bib_kept import BibShelf  # noqa: PLC0415  # see `_LATER`

    folder = user_folder("bib")
    return BibShelf(folder.parent if folder else None)


def _of_the_formulas(
    book: Book, look: Look, files: Mapping[str, str], runner: Runner
) -> Iterator[Diagnostic]:
    """Yield what TeX says of each formula of BOOK alone, rendered with LOOK as FILES."""
    from scidraft_tex.isolation import failing_formulas  # noqa: PLC0415  # seldom asked for
    from scidraft_tex.render.book import book_writers  # noqa: PLC0415  # as above
    from scidraft_tex.render.folder import write_folder  # noqa: PLC0415  # as above

    try:
        with scratch("math") as folder:
            write_folder(folder, files)
            writers = book_writers(book, look)
            yield from failing_formulas(book, writers, folder, "book", look.engine, runner)
    except ToolMissingError as error:
        yield error.diagnostic


# --- the sheets --------------------------------------------------------------------------------


def _term(job: CheckJob, site: m.Site) -> _Term:
    """Return the term of JOB; without one it has no sheets, and SITE is its site."""
    if not job.term.sheets:
        return _Term(site, job.settings)
    said = Diagnostics()
    whole, found = load_site(job.site, job.settings, drafts=True)
    plan = HandoutJob(job.site, Path(), job.settings, job.term, job.term.sheets)
    planned = plan_sheets(plan, whole, said)
    notes = [note for one in planned for note in one.notes]
    said.extend(concerning(found, whole, {note.path for note in notes}))
    intros = (intro for one in planned if (intro := intro_of(one.plan)))
    return _Term(whole, printed_settings(plan, whole), planned, (*notes, *intros), said)


def _of_the_sheets(term: _Term, notes: Sequence[m.Note]) -> Iterator[Diagnostic]:
    """Yield what *resolve* says of the sheets of TERM, whose notes are among NOTES."""
    if not term.planned:
        return
    from scidraft_tex.resolve.sheet import resolve_sheet  # noqa: PLC0415  # see `_LATER`

    bibs = _bibs()
    texts = {(note.source.path, note.source.key): note for note in notes}
    for one in term.planned:
        intro = intro_of(one.plan)
        _, found = resolve_sheet(
            term.site,
            [texts[note.path, note.key] for note in one.notes],
            term.settings,
            one.settings,
            one.plan,
            intro=texts[intro.path, intro.key] if intro else None,
            kept=bibs,
        )
        yield from found


# --- speed -------------------------------------------------------------------------------------


@contextmanager
def _loading(modules: Sequence[str]) -> Iterator[None]:
    """Load MODULES in the background while what runs within waits for pandoc.

    What cannot be loaded is raised where it is wanted.
    """

    def load() -> None:
        with suppress(Exception):
            for name in modules:
                import_module(name)

    thread = Thread(target=load, name="loading")
    thread.start()
    try:
        yield
    finally:
        thread.join()
