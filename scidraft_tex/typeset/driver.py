"""Setting a document: as many passes as it takes for nothing to move, and no more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from scidraft_tex.cache import Cache
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, diagnostic
from scidraft_tex.engines import Engine
from scidraft_tex.tools import Runner, ToolMissingError
from scidraft_tex.typeset.bibliography import biber_diagnostics, bibliography_files
from scidraft_tex.typeset.formats import with_format
from scidraft_tex.typeset.indexes import MadeIndexes, index_diagnostics
from scidraft_tex.typeset.job import MOST_PAGES, Job
from scidraft_tex.typeset.lists import give_lists
from scidraft_tex.typeset.log import LogSummary, UnderfullPage
from scidraft_tex.typeset.logparse import parse_log
from scidraft_tex.typeset.outline import whole_text
from scidraft_tex.typeset.passes import Passes, RerunReason
from scidraft_tex.typeset.record import RECORD, Record
from scidraft_tex.typeset.report import OverfullLine, overfull_lines, report, worst_pages
from scidraft_tex.typeset.sourcemap import SourceMap
from scidraft_tex.typeset.units.split import Split, split_book

__all__ = [
    "Ahead",
    "RerunReason",
    "Typeset",
    "has_record",
    "silence",
    "typeset",
    "typeset_ahead",
]

_SILENCE = {Engine.PDFLATEX: 20.0, Engine.LUALATEX: 60.0, Engine.XELATEX: 60.0}
"""How long an engine may work and say nothing, in seconds; a large font is half a minute's work."""


@dataclass(frozen=True, slots=True)
class Typeset:
    """What came of setting a document.

    `pdf` is the whole file, None if TeX made none. `reasons` tells for each of the `passes` why it
    was run; there are none when nothing had changed. `log` is that of the last pass.
    """

    pdf: Path | None
    passes: int
    reasons: tuple[RerunReason, ...]
    log: LogSummary
    diagnostics: tuple[Diagnostic, ...]
    overfull: tuple[OverfullLine, ...] = ()

    @property
    def worst_pages(self) -> tuple[UnderfullPage, ...]:
        """The pages that TeX stretched most, the worst first."""
        return worst_pages(self.log)


def silence(engine: Engine) -> float:
    """Return for how many seconds of work ENGINE says nothing only if it will never end.

    Not before the text begins, where an engine may look through all fonts there are.
    """
    return _SILENCE[engine]


def typeset(  # noqa: PLR0913 - the options of one program run, each with its default
    folder: Path,
    job: str,
    engine: Engine,
    runner: Runner,
    *,
    max_passes: int = 6,
    seconds: float = 600.0,
    epoch: int | None = None,
    notes: Mapping[str, str] | None = None,
    given: Iterable[str] = (),
    silent: float = math.inf,
    stop_at_errors: bool = False,
    most_pages: int = MOST_PAGES,
    formats: Cache | None = None,
    outlined: bool = False,
    processes: int = 1,
    ahead: Ahead | None = None,
) -> Typeset:
    """Set `<job>.tex` of FOLDER with ENGINE until nothing moves, at most MAX_PASSES times.

    SECONDS is the wall time for each program; EPOCH dates the PDF (seconds since 1970). NOTES, the
    notes' text by the name that the map comments use, lets diagnostics name line and column. GIVEN
    are sources that look as if TeX or biber made them: a finished `.bbl`, which is used as it is.
    The engine is ended where it says nothing for SILENT seconds of work, and gives up after
    MOST_PAGES. With STOP_AT_ERRORS no pass is run after one that met errors: there is no PDF then,
    and the next build starts from nothing.
    FORMATS keeps preambles for engines that can load them. With OUTLINED, a document that is set
    from nothing has an outline set before its first pass, and a large book is set in units,
    PROCESSES side by side. What was made AHEAD of it is not made again.
    A build whose files are as the last one left them runs nothing and says the same again.
    """
    work = _job(folder, job, engine, runner, seconds, epoch, given, silent, most_pages)
    if not work.file(".tex").is_file():
        nothing = diagnostic("tool-failed", f"there is no {job}.tex to set")
        return Typeset(None, 0, (), LogSummary(), (nothing,))
    work = give_lists(work, whole_text(folder, work.text(".tex")))
    record = Record.load(work)
    if record and not record.intact(work):
        record = None
    changed = record.changed(work) if record else frozenset[str]()
    if record and not changed:
        return _result(work, record.stable, (), (), notes)
    if outlined and engine is Engine.PDFLATEX and (split := split_book(folder, work.text(".tex"))):
        book = _Book(work, split, record, formats, processes, max_passes, stop_at_errors)
        return _set_in_units(book, notes)
    indexes = ahead.indexes() if ahead else None
    if record is None or record.errors:
        record = None
        if indexes is None:
            work.clean()
    Record.path(work).unlink(missing_ok=True)
    build = Passes(
        *(work, record, formats),
        outlined=outlined and max_passes > 1 and indexes is None,
        stop_at_errors=stop_at_errors,
    )
    if indexes and record is None:
        build.go_on_from(indexes)
    if record and changed <= set(bibliography_files(work)):
        build.only_bibliography()
    if build.reason:
        build.run(max_passes)
    if build.finished:
        build.record().save(work)
    stable = not build.reason
    made = _result(work, stable, tuple(build.reasons), tuple(build.said), notes)
    return replace(made, pdf=None, log=build.log) if build.stopped else made


class Ahead:
    """What is made of a document before all of it is there: its preamble, then its outline.

    It is made in its folder, beside the rest of the program; `done` waits for that.
    """

    def __init__(self, job: Job, formats: Cache | None) -> None:
        self._job, self._formats = job, formats
        self._pool = ThreadPoolExecutor(1)
        self._pool.submit(with_format, job, formats)
        self._outline: Future[MadeIndexes | None] | None = None

    def outline(self) -> None:
        """Have the outline set of the document, which lies there now; it has no pictures yet."""
        self._outline = self._pool.submit(self._set_outline)

    def done(self) -> None:
        """Wait until the folder may be written to."""
        self._pool.shutdown()

    def indexes(self) -> MadeIndexes | None:
        """Return what was made of the outline's indexes, once, None if there is no outline.

        Whatever went wrong will be told of when the document is set.
        """
        future, self._outline = self._outline, None
        with suppress(Exception):
            return future.result() if future else None
        return None

    def _set_outline(self) -> MadeIndexes | None:
        job, source = self._job, self._job.text(".tex")
        large = job.engine is Engine.PDFLATEX and split_book(job.folder, source)
        job.clean()
        lists = give_lists(job, whole_text(job.folder, source))
        build = Passes(lists, None, self._formats, outlined=not large)
        return build.indexes if build.prepare() else None


def has_record(folder: Path, name: str) -> bool:
    """Tell whether a build of `<name>.tex` in FOLDER has left word of itself."""
    return (folder / f"{name}{RECORD}").exists()


def typeset_ahead(  # noqa: PLR0913 - as of `typeset`
    folder: Path,
    name: str,
    engine: Engine,
    runner: Runner,
    *,
    seconds: float = 600.0,
    epoch: int | None = None,
    silent: float = math.inf,
    most_pages: int = MOST_PAGES,
    formats: Cache | None = None,
) -> Ahead:
    """Begin with `<name>.tex` of FOLDER, of which nothing was made; options are as of `typeset`.

    Of the document no more need be there than the files of its preamble.
    """
    return Ahead(
        _job(folder, name, engine, runner, seconds, epoch, (), silent, most_pages), formats
    )


def _job(  # noqa: PLR0913, PLR0917 - the options of one program run
    folder: Path,
    name: str,
    engine: Engine,
    runner: Runner,
    seconds: float,
    epoch: int | None,
    given: Iterable[str],
    silent: float,
    pages: int,
) -> Job:
    return Job(
        *(folder, name, engine, runner, seconds, epoch, frozenset(given)),
        silent=silent,
        awaited=f"{name}.aux",  # read, or looked for, where the text begins
        pages=pages,
    )


@dataclass(frozen=True, slots=True)
class _Book:
    """A large book to be set in units; the fields are the options of `typeset`."""

    job: Job
    split: Split
    record: Record | None
    formats: Cache | None
    processes: int
    max_passes: int
    stop_at_errors: bool


def _set_in_units(book: _Book, notes: Mapping[str, str] | None) -> Typeset:
    """Set BOOK in units, and say what `typeset` says."""
    from scidraft_tex.typeset.units.build import set_in_units  # noqa: PLC0415  # brings pikepdf

    Record.path(book.job).unlink(missing_ok=True)
    try:
        job = with_format(book.job, book.formats)
        made = set_in_units(
            *(job, book.split, book.processes, book.max_passes),
            book.record.indexes if book.record else {},
            stop_at_errors=book.stop_at_errors,
        )
    except ToolMissingError as missing:
        return Typeset(None, 0, (), LogSummary(), (missing.diagnostic,))
    build = Passes(job, None, indexes=made.indexes)
    build.log, build.recorded = parse_log(job.text(".log")), job.recorded()
    build.said = made.said
    stopped = book.stop_at_errors and bool(made.failed or build.log.errors)
    if made.failed:
        build.log = replace(build.log, fatal=True)
        build.tell_end(made.failed)
    elif not (made.said or stopped or build.log.fatal):
        build.reason = None if made.stable else RerunReason.LABELS
        build.record().save(job)
    reasons = (RerunReason.FIRST, *(RerunReason.LABELS,) * (made.rounds - 1))[: made.rounds]
    result = _result(job, made.stable or stopped, reasons, tuple(build.said), notes, build.log)
    return replace(result, pdf=None) if stopped else result


def _result(
    job: Job,
    stable: bool,  # noqa: FBT001 - the one fact that the files do not tell
    reasons: tuple[RerunReason, ...],
    said: tuple[Diagnostic, ...],
    notes: Mapping[str, str] | None,
    log: LogSummary | None = None,
) -> Typeset:
    """Return what the job's files say; a build and a later look at it go the same way.

    LOG is what the log says, where that is known.
    """
    log = log or parse_log(job.text(".log"))
    source = SourceMap.of(job.folder, notes)
    found = Diagnostics()
    found.extend(said)
    found.extend(report(log, source))
    located = {item.key for item in log.undefined if item.what == "citation"}
    found.extend(biber_diagnostics(job.text(".blg"), located))
    found.extend(index_diagnostics(job.folder, job.recorded().indexes, source))
    if not stable and not log.fatal and not said:
        count = f"after {len(reasons)} passes" if reasons else "after the last pass"
        found.report("tex-unstable", f"references still move {count}")
    made = log.pages > 0 and not log.fatal and job.published.exists()
    overfull = overfull_lines(log, source)
    pdf = job.published if made else None
    return Typeset(pdf, len(reasons), reasons, log, tuple(found), overfull)
