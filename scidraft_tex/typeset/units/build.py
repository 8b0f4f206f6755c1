"""A book set in units, from its root document to its PDF, its log and its recorder's file.

The last two are those of the units one after another, so that a book is reported of and recorded
like one that was set in one go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.files import text_of
from scidraft_tex.tools import Outcome, ToolMissingError
from scidraft_tex.typeset.bibliography import bibliography_files
from scidraft_tex.typeset.indexes import MadeIndexes, make_indexes
from scidraft_tex.typeset.job import TOO_LONG, Job
from scidraft_tex.typeset.units.driver import Units
from scidraft_tex.typeset.units.folios import FolioError
from scidraft_tex.typeset.units.join import Piece, bookmarks, join
from scidraft_tex.typeset.units.run import FOLDER
from scidraft_tex.typeset.units.split import Matter, Split
from scidraft_tex.typeset.units.written import shared_name

__all__ = ["UnitsMade", "set_in_units"]

_FATAL = "!  ==> Fatal error occurred, no output PDF file produced!"


@dataclass
class UnitsMade:
    """What came of it: how often units were set, whether nothing moves, what went wrong."""

    indexes: MadeIndexes
    rounds: int = 0
    stable: bool = False
    said: list[Diagnostic] = field(default_factory=list)
    failed: Outcome | None = None


def set_in_units(
    job: Job,
    split: Split,
    processes: int,
    most: int,
    indexes: Mapping[str, str],
    *,
    stop_at_errors: bool = False,
) -> UnitsMade:
    """Set SPLIT, the document of JOB in units, PROCESSES at a time, at most MOST times each.

    INDEXES are the digests that the printed indexes were made of. With STOP_AT_ERRORS there is no
    PDF where TeX met any, and nothing is set after them. Raises `ToolMissingError` if the engine is
    not installed.
    """
    made = UnitsMade(MadeIndexes(indexes))

    def print_indexes(raw: Mapping[str, str]) -> Mapping[str, str]:
        """Sort the indexes RAW; return what stands for what is printed of each."""
        for name, text in raw.items():
            if text_of(job.folder / name) != text:
                (job.folder / name).write_text(text, encoding="utf-8")
        try:
            made.indexes = make_indexes(job, tuple(sorted(raw)), made.indexes.sources)
        except ToolMissingError as missing:
            if missing.diagnostic not in made.said:
                made.said.append(missing.diagnostic)
        made.said.extend(made.indexes.failures)
        return made.indexes.sources

    alone = job.preloaded and replace(job.preloaded, inputs=(), log="")
    work = replace(job, preloaded=alone)
    units = Units(work, split, processes, print_indexes, _setting(job), stop_at_errors)
    made.stable = units.settle(most)
    made.rounds = units.rounds
    made.said.extend(units.said)
    made.failed = next((r.outcome for r in units.runs if r.failed), None)
    _merge(job, units, raw=tuple(made.indexes.sources))
    erring = stop_at_errors and any(run.errs for run in units.runs)
    if made.failed or erring or units.too_long:
        return made
    try:
        _publish(job, units)
    except FolioError:  # then TeX prints them
        known, plain = made.indexes.sources, replace(split, late=False)
        return set_in_units(*(job, plain, processes, most, known), stop_at_errors=stop_at_errors)
    return made


def _setting(job: Job) -> str:
    """Return what stands for how passes are run, beside what they read."""
    preloaded = job.preloaded.path.name if job.preloaded else ""
    return f"{job.engine.value} {preloaded} {job.epoch}"


def _merge(job: Job, units: Units, raw: tuple[str, ...]) -> None:
    """Write the book's log, recorder's file and biber's transcript: those of UNITS, in order.

    RAW are the book's own raw indexes, in place of the units'. Of the preamble is told once. A unit
    that TeX gave up in comes last, as what it gave up in stands last in any log.
    """
    runs = sorted(units.runs, key=lambda run: run.failed)
    inputs, said = (job.preloaded.inputs, job.preloaded.log) if job.preloaded else ((), "")
    recorded = [run.job.recorded() for run in runs]
    files = {name for one in recorded for name in (*one.read, *one.outside)}
    files |= {name for run in runs for name in bibliography_files(run.job)} | {*inputs}
    files.add(f"{job.name}.tex")  # which no unit reads, and all are made of
    written = {name for one in recorded for name in one.written if not name.endswith(".idx")}
    lines = [
        f"PWD {job.folder.resolve()}",
        *(f"INPUT {name}" for name in sorted(files - written)),
        *(f"OUTPUT {name}" for name in sorted(written | {*raw})),
    ]
    job.file(".fls").write_text("\n".join([*lines, ""]), encoding="utf-8")
    first, _, log = "\n".join(run.log for run in runs).partition("\n")
    pages = sum(run.shipped for run in runs)
    end = f"\nOutput written on {job.name}.pdf ({pages} pages, 0 bytes).\n" if pages else ""
    if units.too_long:
        end = f"\n! {TOO_LONG} {job.pages} pages.\n{_FATAL}\n"
    job.file(".log").write_text(f"{first}\n{said}{log}{end}", encoding="utf-8")
    complaints = "\n".join(filter(None, (run.job.text(".blg") for run in runs)))
    if complaints:
        job.file(".blg").write_text(complaints, encoding="utf-8")
    else:
        job.file(".blg").unlink(missing_ok=True)


def _publish(job: Job, units: Units) -> None:
    labels = units.labels()
    starts = zip(units.runs, units.starts(), strict=True)
    moved = [(run, run.shift(start)) for run, start in starts]
    pieces = [
        Piece(
            run.job.file(".pdf"),
            tuple(bookmarks(run.told.marks)),
            apart=run.unit.matter is Matter.BACK or "\\leaveparts" in run.unit.body,
            shift=shift,
            ready=units.ready(run, shift),
        )
        for run, shift in moved
        if run.shipped
    ]
    asked = {name for run in units.runs for name in run.names & labels.keys()}
    places = {shared_name(name): labels[name].anchor for name in sorted(asked)}
    join(pieces, job.published, job.folder / FOLDER / "fonts.kept", places)
