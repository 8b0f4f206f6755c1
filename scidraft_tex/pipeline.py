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
from scidraft_tex.diagnostics import Diagnostics, Severity
from scidraft_tex.draw.book import DrawnBook, draw_book
from scidraft_tex.engines import Engine
from scidraft_tex.finish.book import finish_book
from scidraft_tex.isolation import Printing, print_isolated
from scidraft_tex.languages import find_language, support_for
from scidraft_tex.levels import levelled
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.render.book import Look, book_writers, render
from scidraft_tex.render.engine import engine_for
from scidraft_tex.render.folder import write_folder
from scidraft_tex.resolve.book import Book
from scidraft_tex.resolve.resolve import resolve
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Typeset, silence, typeset

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
    """Seconds by stage; `begin` is told each stage's name as it starts."""

    begin: Callable[[str], None] = lambda _: None
    seconds: dict[str, float] = field(default_factory=dict)

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

    `beside` are further PDFs of the same pages, imposed or with crop marks. `refused` if it was
    strict, and what was said kept it from being put in its place.
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


def build_book(job: Job, runner: Runner, clock: Clock) -> Made:
    """Build the book of JOB; each `with` below is a stage.

    Raises `ToolMissingError` if a program that nothing can replace is not installed.
    """
    said = Diagnostics()
    folder = job.build / "book"
    with clock.stage("load"):
        site, found = load_site(job.site, job.settings, drafts=job.drafts)
        said.extend(found)
        settings = job.settings.spoken_as(site.language)
        language = find_language(settings.language, said)
    with clock.stage("read"):
        read = read_notes(site.notes, runner, jobs=job.jobs)
        said.extend(read.diagnostics)
    with clock.stage("recognise"):
        notes, found = recognise(read.notes, Rules(settings.all_kinds, settings.drop, language))
        said.extend(found)
    with clock.stage("resolve"):
        book, found = resolve(site, notes, settings)
        said.extend(found)
    with clock.stage("draw"):
        drawn = draw_book(book, folder, job.build / "cache", runner, settings, job.jobs)
        said.extend(drawn.diagnostics)
    with clock.stage("render"):
        setting = engine_for(drawn.book, settings, language, runner)
        said.extend(setting.diagnostics)
        support, found = support_for(language, setting.engine, runner)
        said.extend(found)
        look = Look(settings, setting.engine, setting.characters, support, setting.faces)
        rendered = render(drawn.book, look)
    with clock.stage("typeset"):
        texts = {note.path: note.text for note in site.notes}
        printed = print_isolated(
            Printing(
                *(drawn.book, folder, "book", setting.engine, runner, texts, rendered),
                render=partial(render, look=look),
                write=partial(write_folder, folder),
                writers=partial(book_writers, look=look),
                typeset=partial(
                    typeset,
                    *(folder, "book", setting.engine, runner),
                    epoch=job.epoch,
                    notes=texts,
                    silent=silence(setting.engine),
                    most_pages=settings.limits.pages,
                ),
            )
        )
        said.extend(printed.diagnostics)
    with clock.stage("finish"):
        told = levelled(said, settings, read.notes)
        refused = job.strict and is_refused(told)
        pages = printed.typeset
        made = finish_book(None if refused else pages.pdf, job.output, site, settings, job.epoch)
    return Made(
        *(site, drawn.book, drawn, setting.engine, pages),
        *(made.pdf, told, clock.seconds, made.beside, refused),
    )


def is_refused(told: Diagnostics) -> bool:
    """Tell whether a strict build makes nothing of it: an error or a warning is among TOLD."""
    count = told.count()
    return bool(count[Severity.ERROR] or count[Severity.WARNING])
