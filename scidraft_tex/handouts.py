"""Handouts on one screen: the notes of a sheet in, of each sheet a PDF for every audience out.

The stages are those of a book. After *draw* the whole text of each sheet, with nothing hidden, is
*measured*: set once outside of the folders that are handed out, so that what is hidden later leaves
room of its height, and its numbers go on where they would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex import pipeline
from scidraft_tex.cache import Cache, user_cache
from scidraft_tex.conversion import Conversion, note_shelf
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.draw.book import draw_ahead
from scidraft_tex.draw.early import draw_early
from scidraft_tex.finish.handout import finish_handout, handout_metadata
from scidraft_tex.handout_fit import draw_sheet, measure_sheet, print_sheet
from scidraft_tex.handout_plan import (
    HandoutJob,
    Planned,
    intro_of,
    pdf_path,
    plan_sheets,
    printed_settings,
)
from scidraft_tex.handout_settings import (
    Audience,
)
from scidraft_tex.languages import find_language
from scidraft_tex.levels import levelled
from scidraft_tex.load.find import concerning
from scidraft_tex.load.site import load_site
from scidraft_tex.pipeline import Clock, is_refused
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.recognise.notes import Rules
from scidraft_tex.render.folder import prune
from scidraft_tex.render.handout import SheetLook
from scidraft_tex.render.imprint import plain_words
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.handout import Sheet
from scidraft_tex.resolve.sheet import resolve_sheet
from scidraft_tex.resolve.withhold import withhold
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Typeset

__all__ = ["STAGES", "MadeEdition", "MadeHandouts", "build_handouts"]

STAGES = (*pipeline.STAGES[:5], "measure", *pipeline.STAGES[5:])


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
    """What a run came to; `diagnostics` are all that was said.

    `refused` if it was strict, and what was said kept all sheets from their places.
    """

    site: m.Site
    editions: tuple[MadeEdition, ...]
    diagnostics: Diagnostics
    seconds: dict[str, float]
    refused: bool = False


def build_handouts(job: HandoutJob, runner: Runner, clock: Clock) -> MadeHandouts:
    """Build the sheets of JOB for their audiences; each `with` below is a stage.

    Raises `ToolMissingError` if a program that nothing can replace is not installed.
    """
    said = Diagnostics()
    with clock.stage("load"):
        site, found = load_site(job.site, job.settings, drafts=True)
        planned = plan_sheets(job, site, said)
        kept = {note.path for one in planned for note in one.notes}
        said.extend(concerning(found, site, kept))
        settings = printed_settings(job, site)
        language = find_language(settings.language, said)
    if not planned:
        return MadeHandouts(site, (), levelled(said, settings), clock.seconds)
    with clock.stage("read"):
        sources = {note.path: note for one in planned for note in one.notes}
        intros = [intro for one in planned if (intro := intro_of(one.plan))]
        rules = Rules(settings.all_kinds, settings.drop, language)
        conversion = Conversion(rules, note_shelf(job.build))
        wanted = [*sources.values(), *intros]
        unread = conversion.missing(wanted)
        early = draw_early(unread, job.build / "cache", runner, settings, job.jobs)
        read = conversion.read(wanted, runner, job.jobs)
    with clock.stage("recognise"):
        notes, found = conversion.recognise(read)
        said.extend(found)
        clock.trace.each("read", "note", conversion.again, conversion.reused)
    with clock.stage("resolve"):
        texts = {(note.source.path, note.source.key): note for note in notes}
        bibs = BibShelf(job.build / "cache")
        whole = list(map(partial(_resolve, site, texts, settings, bibs), planned))
        clock.trace.each("resolve", "bibliography", bibs.again, bibs.reused)
    with clock.stage("draw"):
        early.drawn()  # into the cache
        draw_ahead([one.book for one in whole], job.build / "cache", runner, settings, job.jobs)
        draw = partial(draw_sheet, job, settings, runner)
        whole = [draw(one, sheet, one.scratch) for one, sheet in zip(planned, whole, strict=True)]
    with clock.stage("measure"), ThreadPoolExecutor(job.jobs) as pool:
        measure = partial(measure_sheet, job, settings, runner)
        measured = list(pool.map(measure, planned, whole))
        whole, looks = [sheet for sheet, _ in measured], [look for _, look in measured]
    with clock.stage("render"):
        editions = list(_editions(job, settings, runner, planned, whole, looks))
    with clock.stage("typeset"), ThreadPoolExecutor(job.jobs) as pool:
        formats = user_cache("formats", job.build / "cache")
        pages = list(pool.map(partial(_typeset, runner, formats), editions))
    with clock.stage("finish"):
        for one in planned:
            said.extend(one.said)
        told = levelled(said, settings, notes)
        refused = job.strict and is_refused(told)
        finish = partial(_finish, settings)
        files = [() for _ in pages] if refused else list(map(finish, editions, pages))
    made = tuple(map(MadeEdition, editions, pages, files))
    return MadeHandouts(site, made, told, clock.seconds, refused)


# --- the stages for one sheet ------------------------------------------------------------------


def _resolve(
    site: m.Site,
    texts: Mapping[tuple[str, str], m.Note],
    settings: Settings,
    bibs: BibShelf,
    planned: Planned,
) -> Sheet:
    notes = [texts[note.path, note.key] for note in planned.notes]
    intro = intro_of(planned.plan)
    sheet, found = resolve_sheet(
        site,
        notes,
        settings,
        planned.settings,
        planned.plan,
        intro=texts[intro.path, intro.key] if intro else None,
        kept=bibs,
    )
    planned.said.extend(found)
    return sheet


def _editions(
    job: HandoutJob,
    settings: Settings,
    runner: Runner,
    planned: Sequence[Planned],
    whole: Sequence[Sheet],
    looks: Sequence[SheetLook],
) -> Iterator[Edition]:
    """Yield every sheet as each of its audiences has it."""
    for plan, sheet, look in zip(planned, whole, looks, strict=True):
        for audience in plan.settings.audiences:
            folder = job.build / "handouts" / audience / "tex" / plan.plan.name
            shown = draw_sheet(job, settings, runner, plan, withhold(sheet, audience), folder)
            yield Edition(plan, audience, shown, look, folder, pdf_path(job, plan.plan, audience))


def _typeset(runner: Runner, formats: Cache, edition: Edition) -> Typeset:
    """Set an edition; nothing that an earlier one left stays in its folder."""
    own = (edition.planned, edition.sheet, edition.look, edition.folder)
    printed = print_sheet(runner, *own, formats)
    prune(edition.folder, printed.rendered.files)
    edition.planned.said.extend(printed.diagnostics)
    return printed.typeset


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
