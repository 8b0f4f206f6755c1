"""What there is to print of a term: its sheets with their notes, and where they go."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.epochs import first_of
from scidraft_tex.handout_settings import (
    Audience,
    HandoutOverrides,
    HandoutSettings,
    SheetPlan,
    sheet_settings,
)
from scidraft_tex.load.select import select_notes
from scidraft_tex.settings import Settings

__all__ = ["HandoutJob", "Planned", "intro_of", "pdf_path", "plan_sheets", "printed_settings"]


@dataclass(frozen=True, slots=True)
class HandoutJob:
    """Which sheets to print, and how.

    `plans` are the sheets of the term `handout`; `own` is what the command line says of each of
    them. Paths among the notes' names start in the folder `here`. Each audience's files go to a
    folder of its own below `build`, or all PDFs to the folder `output`. `epoch` dates the PDFs, in
    seconds since 1970; None is the day of each sheet. `jobs` is how many programs run at once. With
    `strict` an error or a warning is enough for no sheet to be put in its place.
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
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A sheet from the start: plan, settings, notes, and where its whole text is set."""

    plan: SheetPlan
    settings: HandoutSettings
    notes: tuple[m.NoteSource, ...]
    scratch: Path
    epoch: int | None
    said: Diagnostics = field(default_factory=Diagnostics)


def plan_sheets(job: HandoutJob, site: m.Site, said: Diagnostics) -> tuple[Planned, ...]:
    """Return the sheets of JOB that have notes; what is wrong with their plans goes to SAID."""
    planned = []
    for plan in job.plans:
        notes = select_notes(site, plan, job.here, said)
        if not notes:
            continue
        own = sheet_settings(job.handout, plan).override(**job.own)
        scratch = job.build / "cache" / "handouts" / plan.name
        epoch = first_of(job.epoch, plan.date, own.date, job.handout.date)
        planned.append(Planned(replace(plan, own={}), own, notes, scratch, epoch))
    return tuple(planned)


def printed_settings(job: HandoutJob, site: m.Site) -> Settings:
    """Return the settings that a sheet shares with a book: printed, in greys, in its language."""
    language = job.handout.language or job.settings.language or site.language
    spoken = job.settings.spoken_as(language)
    return replace(spoken.apart(), profile="print", colour_figures=False)


def intro_of(plan: SheetPlan) -> m.NoteSource | None:
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


def pdf_path(job: HandoutJob, plan: SheetPlan, audience: Audience) -> Path:
    """Return where the PDF of the sheet of PLAN for AUDIENCE goes."""
    if job.output:
        return job.output / f"{plan.name}-{audience}.pdf"
    return job.build / "handouts" / audience / f"{plan.name}.pdf"
