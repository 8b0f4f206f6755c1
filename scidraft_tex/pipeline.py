"""The program on one screen: notes in, pages out.

| stage | from → to |
|---|---|
| load | site folder → `Site` |
| read | note text → `Note` of generic blocks |
| recognise | generic blocks → results, algorithms, captions, diagrams, citations, links |
| resolve | all notes → `Book`: what each link, citation, index term and image points to |
| draw | diagrams and images → PDF and PNG files |
| render | drawn book → a folder of `.tex` files |
| typeset | `.tex` folder → PDF, log → diagnostics at note lines |
| finish | PDF → metadata, and what a printer asks for |
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.ahead import import_ahead
from scidraft_tex.cache import user_cache
from scidraft_tex.conversion import Conversion, note_shelf
from scidraft_tex.diagnostics import Diagnostics, Severity
from scidraft_tex.draw.book import DrawnBook, draw_book
from scidraft_tex.draw.early import draw_early
from scidraft_tex.engines import Engine
from scidraft_tex.isolation import Printing, print_isolated
from scidraft_tex.languages import find_language
from scidraft_tex.levels import levelled
from scidraft_tex.load.site import load_site
from scidraft_tex.recognise.notes import Rules
from scidraft_tex.render.book import book_writers, render
from scidraft_tex.render.folder import prune_pictures, write_folder
from scidraft_tex.render.kept import Kept, kept_in
from scidraft_tex.render.look import look_of
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.book import Book
from scidraft_tex.resolve.resolve import resolve
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.trace import Trace
from scidraft_tex.typeset import Typeset, has_record, silence, typeset
from scidraft_tex.undrawn import set_undrawn

STAGES = ("load", "read", "recognise", "resolve", "draw", "render", "typeset", "finish")


@dataclass(frozen=True, slots=True)
class Job:
    """What to build: the site's folder, where the build lives, where the PDF goes, the settings.

    `epoch` dates the PDF, in seconds since 1970; None is the clock. `jobs` is how many processes
    run side by side. With `strict` an error or a warning is enough for nothing to be put at
    `output`.
    """

    site: Path
    build: Path
    output: Path
    settings: Settings
    drafts: bool = False
    jobs: int = 2
    epoch: int | None = None
    strict: bool = False


@dataclass(slots=True)
class Clock:
    """Seconds by stage; `begin` is told each stage's name as it starts.

    `trace` has the steps that ran, and those that did not need to.
    """

    begin: Callable[[str], None] = lambda _: None
    seconds: dict[str, float] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what runs within as the stage NAME."""
        self.begin(name)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


@dataclass(frozen=True, slots=True)
class Made:
    """What a build came to; `pdf` is None if nothing could be made.

    It has `pages`; `beside` are further PDFs of them, imposed or with crop marks. `refused` if it
    was strict, and what was said kept it from being put in its place.
    """

    site: m.Site
    book: Book
    drawn: DrawnBook
    engine: Engine
    typeset: Typeset
    pdf: Path | None
    diagnostics: Diagnostics
    seconds: dict[str, float]
    beside: tuple[Path, ...] = ()
    refused: bool = False
    pages: int = 0


def build_book(job: Job, runner: Runner, clock: Clock) -> Made:
    """Build the book of JOB; each `with` below is a stage.

    Raises `ToolMissingError` if a program that nothing can replace is not installed.
    """
    said, cache = Diagnostics(), job.build / "cache"
    folder = job.build / "book"
    with clock.stage("load"):
        site, found = load_site(job.site, job.settings, drafts=job.drafts)
        said.extend(found)
        settings = job.settings.spoken_as(site.language)
        language = find_language(settings.language, said)
        rules = Rules(settings.all_kinds, settings.drop, language)
        conversion = Conversion(rules, note_shelf(job.build))
    with clock.stage("read"):
        unread = conversion.missing(site.notes)
        early = draw_early(unread, cache, runner, settings, job.jobs)
        from_nothing = len(unread) == len(site.notes)
        if from_nothing:  # all will be wanted
            import_ahead("scidraft_tex.render.bbl", "scidraft_tex.render.templates")
        read = conversion.read(site.notes, runner, job.jobs)
    with clock.stage("recognise"):
        notes, found = conversion.recognise(read)
        said.extend(found)
    with clock.stage("resolve"):
        bibs = BibShelf(cache)
        book, found = resolve(site, notes, settings, bibs)
        said.extend(found)
    kept, formats, ahead = kept_in(job.build), user_cache("formats", cache), None
    with clock.stage("draw"):
        if not has_record(folder, "book"):
            given = (settings, formats, job.epoch)
            drawing = early.under_way
            ahead = set_undrawn(book, language, folder, runner, kept, *given, drawing=drawing)
        drawn = draw_book(book, folder, cache, runner, settings, job.jobs, early.drawn())
        said.extend(drawn.diagnostics)
    with clock.stage("render"):
        look = look_of(drawn.book, settings, language, runner, said)
        rendered = render(drawn.book, look, kept, from_nothing=from_nothing and job.jobs > 1)
    with clock.stage("typeset"):
        if ahead:
            ahead.done()
        import_ahead("scidraft_tex.finish.book", "scidraft_tex.report")
        texts = {note.path: note.text for note in site.notes}
        printed = print_isolated(
            Printing(
                *(drawn.book, folder, "book", look.engine, runner, texts, rendered),
                render=partial(render, look=look, kept=kept),
                write=partial(write_folder, folder),
                writers=partial(book_writers, look=look),
                typeset=partial(
                    typeset,
                    *(folder, "book", look.engine, runner),
                    epoch=job.epoch,
                    notes=texts,
                    silent=silence(look.engine),
                    most_pages=settings.limits.pages,
                    formats=formats,
                    outlined=True,
                    processes=job.jobs,
                    ahead=ahead,
                ),
            )
        )
        prune_pictures(folder, printed.rendered.files)
        said.extend(printed.diagnostics)
    with clock.stage("finish"):
        from scidraft_tex.finish.book import finish_book  # noqa: PLC0415  # see import_ahead

        told = levelled(said, settings, notes)
        refused = job.strict and is_refused(told)
        pages = printed.typeset
        made = finish_book(None if refused else pages.pdf, job.output, site, settings, job.epoch)
    _tell(clock.trace, conversion, bibs, drawn, kept, pages)
    return Made(
        *(site, drawn.book, drawn, look.engine, pages),
        *(made.pdf, told, clock.seconds, made.beside),
        refused=refused,
        pages=made.pages,
    )


def is_refused(told: Diagnostics) -> bool:
    """Tell whether a strict build makes nothing of it: an error or a warning is among TOLD."""
    count = told.count()
    return bool(count[Severity.ERROR] or count[Severity.WARNING])


def _tell(
    trace: Trace,
    conversion: Conversion,
    bibs: BibShelf,
    drawn: DrawnBook,
    kept: Kept,
    pages: Typeset,
) -> None:
    """Tell TRACE which steps of the stages ran, and which had been run before."""
    trace.each("read", "note", conversion.again, conversion.reused)
    trace.each("resolve", "bibliography", bibs.again, bibs.reused)
    trace.each("draw", "diagram", drawn.drawn, drawn.cached)
    trace.each("render", "piece", kept.reasons(conversion.again), len(kept.reused))
    trace.each("typeset", "pass", pages.reasons, int(not pages.reasons))
