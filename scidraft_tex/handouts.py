"""Handouts on one screen: the notes of a sheet in, of each sheet a PDF for every audience out.

The stages are those of a book. After *draw* the whole text of each sheet, with nothing hidden, is
*measured*: set once outside of the folders that are handed out, so that what is hidden later leaves
room of its height, and its numbers go on where they would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex import pipeline
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.draw.book import draw_ahead, draw_book
from scidraft_tex.epochs import seconds_of
from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.finish.handout import finish_handout, handout_metadata
from scidraft_tex.handout_settings import (
    Audience,
    HandoutOverrides,
    HandoutSettings,
    SheetPlan,
    sheet_settings,
)
from scidraft_tex.languages import find_language, support_for
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.load.find import concerning
from scidraft_tex.load.select import select_notes
from scidraft_tex.load.site import load_site
from scidraft_tex.pipeline import Clock
from scidraft_tex.read import read_notes
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.render.engine import engine_for
from scidraft_tex.render.folder import prune, write_folder
from scidraft_tex.render.handout import SheetLook, render_sheet
from scidraft_tex.render.imprint import plain_words
from scidraft_tex.render.sheets.paper import Fitting, fittings, sheet_page
from scidraft_tex.resolve.handout import Sheet
from scidraft_tex.resolve.sheet import resolve_sheet
from scidraft_tex.resolve.withhold import withhold
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Typeset, typeset
from scidraft_tex.typeset.measures import read_measures

__all__ = ["STAGES", "HandoutJob", "MadeEdition", "MadeHandouts", "build_handouts"]

STAGES = (*pipeline.STAGES[:5], "measure", *pipeline.STAGES[5:])
_ROOT = "sheet"
"""The name of a sheet's `.tex` file."""


@dataclass(frozen=True, slots=True)
class HandoutJob:
    """Which sheets to print, and how.

    `plans` are the sheets of the term `handout`; `own` is what the command line says of each of
    them. Paths among the notes' names start in the folder `here`. Each audience's files go to a
    folder of its own below `build`, or all PDFs to the folder `output`. `epoch` dates the PDFs, in
    seconds since 1970; None is the day of each sheet. `jobs` is how many programs run at once.
    """

    site: Path
    build: Path
    settings: Settings
    handout: HandoutSettings
    plans: tuple[SheetPlan, ...]
    own: HandoutOverrides = field(default_factory=HandoutOverrides)
    here: Path = Path()
    output: Path | None = None
    jobs: int = 2
    epoch: int | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A sheet from the start: plan, settings, notes, and where its whole text is set."""

    plan: SheetPlan
    settings: HandoutSettings
    notes: tuple[m.NoteSource, ...]
    scratch: Path
    epoch: int | None
    said: Diagnostics = field(default_factory=Diagnostics)


@dataclass(frozen=True, slots=True)
class Edition:
    """A sheet as one audience has it, and how it is set; it goes to `pdf` by way of `folder`."""

    planned: Planned
    audience: Audience
    sheet: Sheet
    look: SheetLook
    folder: Path
    pdf: Path


@dataclass(frozen=True, slots=True)
class MadeEdition:
    """What became of an edition; `files` are its PDFs, none if it could not be made."""

    edition: Edition
    typeset: Typeset
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class MadeHandouts:
    """What a run came to; `diagnostics` are all that was said."""

    site: m.Site
    editions: tuple[MadeEdition, ...]
    diagnostics: Diagnostics
    seconds: dict[str, float]


def build_handouts(job: HandoutJob, runner: Runner, clock: Clock) -> MadeHandouts:
    """Build the sheets of JOB for their audiences; each `with` below is a stage.

    Raises `ToolMissingError` if a program that nothing can replace is not installed.
    """
    said = Diagnostics()
    with clock.stage("load"):
        site, found = load_site(job.site, job.settings, drafts=True)
        planned = _plan(job, site, said)
        kept = {note.path for one in planned for note in one.notes}
        said.extend(concerning(found, site, kept))
        settings = _settings(job, site)
        language = find_language(settings.language, said)
    if not planned:
        return MadeHandouts(site, (), said, clock.seconds)
    with clock.stage("read"):
        sources = {note.path: note for one in planned for note in one.notes}
        intros = [intro for one in planned if (intro := _intro(one.plan))]
        read = read_notes([*sources.values(), *intros], runner, jobs=job.jobs)
        said.extend(read.diagnostics)
    with clock.stage("recognise"):
        rules = Rules(settings.all_kinds, settings.drop, language)
        notes, found = recognise(read.notes, rules)
        said.extend(found)
    with clock.stage("resolve"):
        texts = {(note.source.path, note.source.key): note for note in notes}
        whole = list(map(partial(_resolve, site, texts, settings), planned))
    with clock.stage("draw"):
        draw_ahead([one.book for one in whole], job.build / "cache", runner, settings, job.jobs)
        whole = list(map(partial(_draw_whole, job, settings, runner), planned, whole))
    with clock.stage("measure"), ThreadPoolExecutor(job.jobs) as pool:
        measure = partial(_measure, job, settings, runner)
        looks = list(pool.map(measure, planned, whole))
    with clock.stage("render"):
        editions = list(_editions(job, settings, runner, planned, whole, looks))
    with clock.stage("typeset"), ThreadPoolExecutor(job.jobs) as pool:
        pages = list(pool.map(partial(_typeset, runner), editions))
    with clock.stage("finish"):
        files = list(map(partial(_finish, settings), editions, pages))
    for one in planned:
        said.extend(one.said)
    return MadeHandouts(site, tuple(map(MadeEdition, editions, pages, files)), said, clock.seconds)


# --- what there is to print --------------------------------------------------------------------


def _plan(job: HandoutJob, site: m.Site, said: Diagnostics) -> tuple[Planned, ...]:
    """Return the sheets of JOB that have notes; what is wrong with their plans goes to SAID."""
    planned = []
    for plan in job.plans:
        notes = select_notes(site, plan, job.here, said)
        if not notes:
            continue
        own = sheet_settings(job.handout, plan).override(**job.own)
        days = (plan.date, own.date, job.handout.date)
        epoch = next((day for text in days if (day := seconds_of(text)) is not None), None)
        scratch = job.build / "cache" / "handouts" / plan.name
        epoch = epoch if job.epoch is None else job.epoch
        planned.append(Planned(replace(plan, own={}), own, notes, scratch, epoch))
    return tuple(planned)


def _settings(job: HandoutJob, site: m.Site) -> Settings:
    """Return the settings that a sheet shares with a book: printed, in greys, in its language."""
    language = job.handout.language or job.settings.language or site.language
    return replace(
        job.settings.spoken_as(language),
        title="",
        parts=(),
        arrange="flat",
        profile="print",
        colour_figures=False,
        indexes=(),
        symbols=False,
        at_a_glance=False,
        back_references=False,
    )


def _intro(plan: SheetPlan) -> m.NoteSource | None:
    """Return what stands before the notes of PLAN as a note of the file that plans it."""
    if not plan.intro.strip():
        return None
    place = plan.intro_place or Place("handout.yaml", 1)
    line = max(1, place.line)
    return m.NoteSource(
        path=place.file,
        key=f"intro-{plan.name}",
        section="",
        front=m.FrontMatter(title=""),
        text="\n" * (line - 1) + plan.intro,
        body_line=line,
        folder=".",
    )


# --- the stages for one sheet ------------------------------------------------------------------


def _resolve(
    site: m.Site,
    texts: Mapping[tuple[str, str], m.Note],
    settings: Settings,
    planned: Planned,
) -> Sheet:
    notes = [texts[note.path, note.key] for note in planned.notes]
    intro = _intro(planned.plan)
    sheet, found = resolve_sheet(
        site,
        notes,
        settings,
        planned.settings,
        planned.plan,
        intro=texts[intro.path, intro.key] if intro else None,
    )
    planned.said.extend(found)
    return sheet


def _draw_whole(
    job: HandoutJob, settings: Settings, runner: Runner, planned: Planned, sheet: Sheet
) -> Sheet:
    return _draw(job, settings, runner, planned, sheet, planned.scratch)


def _draw(
    job: HandoutJob,
    settings: Settings,
    runner: Runner,
    planned: Planned,
    sheet: Sheet,
    folder: Path,
) -> Sheet:
    drawn = draw_book(sheet.book, folder, job.build / "cache", runner, settings, job.jobs)
    planned.said.extend(drawn.diagnostics)
    return replace(sheet, book=drawn.book)


def _measure(
    job: HandoutJob, settings: Settings, runner: Runner, planned: Planned, whole: Sheet
) -> SheetLook:
    """Return how the sheet is set: its engine, its measures, and how far it is made to fit."""
    language = settings.spoken
    setting = engine_for(whole.book, settings, language, runner)
    planned.said.extend(setting.diagnostics)
    support, found = support_for(language, setting.engine, runner)
    planned.said.extend(found)
    look = SheetLook(
        settings,
        planned.plan,
        setting.engine,
        characters=setting.characters,
        support=support,
        faces=setting.faces,
        root=_ROOT,
    )
    if not planned.settings.fit:
        return _measured(runner, planned, whole, look)
    return _fitted(job, settings, runner, planned, whole, look)


def _measured(runner: Runner, planned: Planned, whole: Sheet, look: SheetLook) -> SheetLook:
    """Return LOOK with what its whole text measures."""
    write_folder(planned.scratch, render_sheet(whole, look).files)
    pages = typeset(planned.scratch, _ROOT, look.engine, runner, epoch=planned.epoch)
    if pages.pdf is None:
        planned.said.extend(pages.diagnostics)
    return replace(look, measures=read_measures(planned.scratch, _ROOT))


def _fitted(
    job: HandoutJob,
    settings: Settings,
    runner: Runner,
    planned: Planned,
    whole: Sheet,
    look: SheetLook,
) -> SheetLook:
    """Return LOOK moved from the design no further than it takes to fit, and say how far.

    The first audience's edition is what has to fit; the others are set alike. Of the ways to set
    it, from the design to the closest, the first that fits is found by halving.
    """
    ways = list(fittings(planned.settings))
    audience = planned.settings.audiences[0]
    drawn = partial(_draw, job, settings, runner, planned)
    sheet = drawn(withhold(whole, audience), planned.scratch / audience)

    def tried(way: Fitting) -> tuple[SheetLook, int]:
        one = _measured(runner, planned, whole, replace(look, fitting=way))
        return one, _pages(runner, planned, sheet, one, planned.scratch / audience)

    best, pages = tried(ways[0])
    if pages <= planned.settings.fit:
        return best
    least, most = 1, len(ways) - 1
    best, pages = tried(ways[most])
    while least < most and pages <= planned.settings.fit:
        middle = (least + most) // 2
        one, count = tried(ways[middle])
        if count <= planned.settings.fit:
            most, best, pages = middle, one, count
        else:
            least = middle + 1
    _tell_fit(planned, best, pages)
    return best


def _pages(runner: Runner, planned: Planned, sheet: Sheet, look: SheetLook, folder: Path) -> int:
    """Return how many pages SHEET takes as LOOK has it; none if it cannot be set."""
    write_folder(folder, render_sheet(sheet, look).files)
    made = typeset(folder, _ROOT, look.engine, runner, epoch=planned.epoch)
    return pdf_facts(made.pdf).pages if made.pdf else 0


def _tell_fit(planned: Planned, look: SheetLook, pages: int) -> None:
    """Say what was chosen for the sheet to fit, or that it does not."""
    limit, plan = planned.settings.fit, planned.plan
    chosen = sheet_page(planned.settings, look.fitting)
    how = (
        f"type of {chosen.size} pt, {chosen.leading:g} pt from line to line, "
        f"margins of {chosen.layout.inner / POINTS_PER_MM:.0f} mm"
    )
    if pages > limit:
        message = f"{plan.name} takes {pages} pages in place of {limit}, with {how}"
        planned.said.report("sheet-too-long", message, plan.place)
    else:
        room = "a page" if limit == 1 else f"{limit} pages"
        planned.said.report("sheet-fitted", f"{plan.name} fits {room} with {how}", plan.place)


def _editions(
    job: HandoutJob,
    settings: Settings,
    runner: Runner,
    planned: Sequence[Planned],
    whole: Sequence[Sheet],
    looks: Sequence[SheetLook],
) -> Iterator[Edition]:
    """Write the files of every sheet for each of its audiences, and yield the editions."""
    for plan, sheet, look in zip(planned, whole, looks, strict=True):
        for audience in plan.settings.audiences:
            folder = job.build / "handouts" / audience / "tex" / plan.plan.name
            shown = _draw(job, settings, runner, plan, withhold(sheet, audience), folder)
            rendered = render_sheet(shown, look)
            plan.said.extend(rendered.diagnostics)
            write_folder(folder, rendered.files)
            prune(folder, rendered.files)
            yield Edition(plan, audience, shown, look, folder, pdf_path(job, plan.plan, audience))


def pdf_path(job: HandoutJob, plan: SheetPlan, audience: Audience) -> Path:
    """Return where the PDF of the sheet of PLAN for AUDIENCE goes."""
    if job.output:
        return job.output / f"{plan.name}-{audience}.pdf"
    return job.build / "handouts" / audience / f"{plan.name}.pdf"


def _typeset(runner: Runner, edition: Edition) -> Typeset:
    notes = {note.path: note.text for note in edition.planned.notes}
    pages = typeset(
        edition.folder,
        _ROOT,
        edition.look.engine,
        runner,
        epoch=edition.planned.epoch,
        notes=notes,
    )
    edition.planned.said.extend(pages.diagnostics)
    return pages


def _finish(settings: Settings, edition: Edition, pages: Typeset) -> tuple[Path, ...]:
    if pages.pdf is None:
        return ()
    own, plan = edition.planned.settings, edition.planned.plan
    title = read_inline(plan.title) if plan.title else edition.sheet.notes[0].title
    metadata = handout_metadata(
        " ".join(plain_words(title).split()),
        own.course,
        own.lecturer,
        settings.language,
        two_sided=own.sides == "two",
    )
    return finish_handout(pages.pdf, edition.pdf, metadata, own.impose, edition.planned.epoch)
