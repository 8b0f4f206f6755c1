"""Measuring a sheet on its whole text, and setting it closer until it fits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from scidraft_tex.cache import Cache
from scidraft_tex.draw.book import draw_book
from scidraft_tex.finish.facts import page_count
from scidraft_tex.handout_plan import HandoutJob, Planned
from scidraft_tex.isolation import Printed, Printing, print_isolated
from scidraft_tex.languages import support_for
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render.book import Rendered
from scidraft_tex.render.engine import engine_for
from scidraft_tex.render.folder import write_folder
from scidraft_tex.render.handout import SheetLook, render_sheet, sheet_writers
from scidraft_tex.render.sheets.paper import Fitting, fittings, sheet_page
from scidraft_tex.resolve.book import Book
from scidraft_tex.resolve.handout import Sheet
from scidraft_tex.resolve.withhold import withhold
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import silence, typeset
from scidraft_tex.typeset.measures import read_measures

__all__ = ["ROOT", "draw_sheet", "measure_sheet", "print_sheet"]

ROOT = "sheet"
"""The name of a sheet's `.tex` file."""


def draw_sheet(
    job: HandoutJob,
    settings: Settings,
    runner: Runner,
    planned: Planned,
    sheet: Sheet,
    folder: Path,
) -> Sheet:
    """Return SHEET with what it shows drawn into FOLDER; what cannot be is told to PLANNED."""
    drawn = draw_book(sheet.book, folder, job.build / "cache", runner, settings, job.jobs)
    planned.said.extend(drawn.diagnostics)
    return replace(sheet, book=drawn.book)


def measure_sheet(
    job: HandoutJob, settings: Settings, runner: Runner, planned: Planned, whole: Sheet
) -> tuple[Sheet, SheetLook]:
    """Return how the sheet is set: its engine, its measures, and how far it is made to fit.

    What TeX stops at in it is boxed in the sheet that is returned, for all audiences alike.
    """
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
        root=ROOT,
    )
    printed = print_sheet(runner, planned, whole, look, planned.scratch)
    planned.said.extend(printed.told)
    if printed.typeset.pdf is None:
        planned.said.extend(printed.typeset.diagnostics)
    whole = replace(whole, book=printed.book)
    if not planned.settings.fit:
        return whole, replace(look, measures=read_measures(planned.scratch, ROOT))
    return whole, _fitted(job, settings, runner, planned, whole, look)


def print_sheet(
    runner: Runner,
    planned: Planned,
    sheet: Sheet,
    look: SheetLook,
    folder: Path,
    formats: Cache | None = None,
) -> Printed:
    """Set SHEET in FOLDER as LOOK has it, with what fails in it as boxes.

    FORMATS keeps its preamble; that of a text that is measured opens a file, and cannot be kept.
    """
    texts = {note.path: note.text for note in planned.notes}

    def rendered(book: Book) -> Rendered:
        return render_sheet(replace(sheet, book=book), look)

    return print_isolated(
        Printing(
            *(sheet.book, folder, ROOT, look.engine, runner, texts),
            rendered=rendered(sheet.book),
            render=rendered,
            write=partial(write_folder, folder),
            writers=lambda book: sheet_writers(replace(sheet, book=book), look),
            typeset=partial(
                typeset,
                *(folder, ROOT, look.engine, runner),
                epoch=planned.epoch,
                notes=texts,
                silent=silence(look.engine),
                most_pages=look.settings.limits.pages,
                formats=formats,
            ),
            withheld=True,
        )
    )


def _measured(runner: Runner, planned: Planned, whole: Sheet, look: SheetLook) -> SheetLook:
    """Return LOOK with what its whole text measures."""
    write_folder(planned.scratch, render_sheet(whole, look).files)
    pages = typeset(planned.scratch, ROOT, look.engine, runner, epoch=planned.epoch)
    if pages.pdf is None:
        planned.said.extend(pages.diagnostics)
    return replace(look, measures=read_measures(planned.scratch, ROOT))


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
    drawn = partial(draw_sheet, job, settings, runner, planned)
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
    made = typeset(folder, ROOT, look.engine, runner, epoch=planned.epoch)
    return page_count(made.pdf) if made.pdf else 0


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
