"""The command line: the only place that prints, and that knows exit codes (docs/usage.md)."""

from __future__ import annotations

import argparse
import datetime as dt
import io
import os
import sys
import time
import traceback
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex import __version__
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Severity, diagnostic

if TYPE_CHECKING:
    from scidraft_tex.pipeline import Made
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings

CONFIG = "book.yaml"
BUILD = Path("build")
"""Where a build lives: in the folder that the command runs in."""


class Exit(IntEnum):
    """How the command ends."""

    MADE = 0
    ERRORS = 1
    USAGE = 2
    TOOL_MISSING = 3
    NOTHING_MADE = 4
    INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ARGUMENTS (by default, the process's own) ask for; return its exit code.

    Raises `SystemExit` for `--help`, `--version` and arguments that cannot be read.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a character shows its code
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    try:
        return book(options)
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted\n")
        return Exit.INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="scidraft-tex", description="Print the notes of a SciDraft site."
    )
    top.add_argument("--version", action="version", version=f"scidraft-tex {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    one = commands.add_parser("book", help="print all notes of a site as a compendium")
    one.add_argument("site", nargs="?", type=Path, metavar="SITE", help="the site's folder")
    one.add_argument("-o", "--output", type=Path, metavar="FILE", help="the PDF to write")
    one.add_argument(
        "--config", type=Path, metavar="FILE", help="settings, instead of SITE/book.yaml"
    )
    one.add_argument("--engine", choices=["auto", "pdflatex", "lualatex", "xelatex"])
    one.add_argument("--profile", choices=["screen", "print"])
    one.add_argument("--paper", choices=["a4", "letter", "b5", "17x24", "6x9", "a5"])
    one.add_argument(
        "--impose", choices=["none", "booklet", "2up"], help="two pages on a sheet, in a second PDF"
    )
    one.add_argument(
        "--crop-marks",
        action=argparse.BooleanOptionalAction,
        help="pages with bleed and crop marks, in a further PDF",
    )
    one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    one.add_argument("--drafts", action="store_true", help="print drafts, too")
    one.add_argument("--strict", action="store_true", help="warnings are errors")
    one.add_argument("--report", type=Path, metavar="FILE", help="where report.json goes")
    loud = one.add_mutually_exclusive_group()
    loud.add_argument("-q", "--quiet", action="store_true", help="errors only")
    loud.add_argument(
        "-v", "--verbose", action="store_true", help="notes, too, and TeX's own words"
    )
    return top


# --- a book ------------------------------------------------------------------------------------


def book(options: argparse.Namespace) -> Exit:
    """Build a book and report on it; return the exit code."""
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    progress = Progress(quiet=options.quiet, verbose=options.verbose)
    config = config_of(options)
    settings, site, said = read_options(options, config)
    if said.count()[Severity.ERROR] or not site.is_dir():
        progress.diagnostics(said, config.parent if config else site)
        if not site.is_dir():
            progress.error(f"there is no folder {site}")
        return Exit.USAGE
    start = time.perf_counter()
    try:
        made = build(options, settings, site, progress)
        return tell(made, options, progress, time.perf_counter() - start)
    except OSError as error:
        progress.error(f"{error.filename or 'the build'}: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001  # whatever went wrong, a user gets no traceback
        fault = fault_of(error)
        progress.diagnostics(Diagnostics([fault]), site)
        if fault.code == "tool-missing":
            return Exit.TOOL_MISSING
    return Exit.NOTHING_MADE


def build(options: argparse.Namespace, settings: Settings, site: Path, progress: Progress) -> Made:
    """Build the book of SITE. Raises what stages raise."""
    from scidraft_tex.pipeline import Clock, Job, build_book  # noqa: PLC0415  # after --help
    from scidraft_tex.tools import Shell  # noqa: PLC0415  # after --help

    job = Job(
        site=site,
        build=BUILD,
        output=options.output or BUILD / "book.pdf",
        settings=settings,
        drafts=options.drafts,
        jobs=max(1, options.jobs),
        epoch=epoch_of(settings),
    )
    with progress.running():
        return build_book(job, Shell(), Clock(progress.stage))


def tell(made: Made, options: argparse.Namespace, progress: Progress, seconds: float) -> Exit:
    """Report on a build that took SECONDS; return its exit code."""
    from scidraft_tex.report import report, summary, write_report  # noqa: PLC0415  # after --help

    values = report(made)
    write_report(options.report or BUILD / "report.json", values)
    progress.diagnostics(made.diagnostics, Path(made.site.folder))
    progress.summary(summary(values, seconds))
    return exit_code(made.diagnostics, made=made.pdf is not None, strict=options.strict)


def fault_of(error: Exception) -> Diagnostic:
    """Return what to say of ERROR: the diagnostic that it carries, else that the fault is ours."""
    known = getattr(error, "diagnostic", None)
    if isinstance(known, Diagnostic):
        return known
    where = traceback.extract_tb(error.__traceback__)[-1]
    message = f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno}: {error}"
    return diagnostic("internal-error", message, detail="".join(traceback.format_exception(error)))


def exit_code(diagnostics: Diagnostics, *, made: bool, strict: bool) -> Exit:
    """Return the exit code of a build: whether a PDF was MADE, and what was said."""
    if not made:
        missing = any(item.code == "tool-missing" for item in diagnostics)
        return Exit.TOOL_MISSING if missing else Exit.NOTHING_MADE
    count = diagnostics.count()
    failed = count[Severity.ERROR] or (strict and count[Severity.WARNING])
    return Exit.ERRORS if failed else Exit.MADE


# --- options -----------------------------------------------------------------------------------


def config_of(options: argparse.Namespace) -> Path | None:
    """Return the settings file, if any: `--config`, else SITE/book.yaml, else ./book.yaml."""
    if options.config:
        return Path(options.config)
    folders = (options.site or Path(), Path())
    return next((f / CONFIG for f in folders if (f / CONFIG).is_file()), None)


def read_options(
    options: argparse.Namespace, config: Path | None
) -> tuple[Settings, Path, Diagnostics]:
    """Return the settings in CONFIG, the site's folder, and what is wrong with them.

    Without SITE, the settings' `site:` names it, relative to their own folder. Options of the
    command line win over settings.
    """
    from scidraft_tex.settings import Settings, read_settings  # noqa: PLC0415  # after --help

    settings, said = read_settings(config) if config else (Settings(), Diagnostics())
    settings = settings.override(
        engine=options.engine,
        profile=options.profile,
        paper=options.paper,
        impose=options.impose,
        crop_marks=options.crop_marks,
    )
    named = config.parent / settings.site if config else Path()
    return settings, (options.site or named), said


def epoch_of(settings: Settings) -> int | None:
    """Return what dates the PDF, in seconds since 1970: SOURCE_DATE_EPOCH, else the settings' day.

    None, the clock, where there is neither, or where it is no such number or no such day.
    """
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    if text.isascii() and text.isdigit() and len(text) <= 11:  # up to the year 5138
        return int(text)
    try:
        day = dt.date.fromisoformat(settings.date)
    except ValueError:
        return None
    epoch = int(dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC).timestamp())
    return epoch if epoch >= 0 else None
