"""`scidraft-tex book`: all notes of a site as a compendium."""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.cli.building import building
from scidraft_tex.cli.exits import Exit, ended, guarded, saved, told_faults
from scidraft_tex.cli.options import (
    BUILD,
    add_common,
    config_of,
    epoch_of,
    refused,
    settings_of,
    site_of,
)

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings


def add_to(commands: Any) -> None:
    """Add the command to COMMANDS, the sub-parsers of the command line."""
    one = commands.add_parser("book", help="print all notes of a site as a compendium")
    one.set_defaults(run=book)
    one.add_argument("site", nargs="?", type=Path, metavar="SITE", help="the site's folder")
    one.add_argument("-o", "--output", type=Path, metavar="FILE", help="the PDF to write")
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
    one.add_argument("--drafts", action="store_true", help="print drafts, too")
    add_common(one)


def book(options: argparse.Namespace) -> Exit:
    """Build a book and report on it; return the exit code."""
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    config = config_of(options.config, options.site)
    settings, said = settings_of(config)
    settings = settings.override(
        engine=options.engine,
        profile=options.profile,
        paper=options.paper,
        impose=options.impose,
        crop_marks=options.crop_marks,
    )
    site = site_of(settings, config, options.site)
    if refused(said, config, site, progress):
        return Exit.USAGE
    return guarded(partial(build, options, settings, site, progress), progress, site, settings)


def build(options: argparse.Namespace, settings: Settings, site: Path, progress: Progress) -> Exit:
    """Build the book of SITE and tell what it came to. Raises what stages raise."""
    from scidraft_tex.pipeline import Clock, Job, build_book  # noqa: PLC0415  # after --help
    from scidraft_tex.report import report, summary  # noqa: PLC0415  # after --help
    from scidraft_tex.tools import Shell  # noqa: PLC0415  # after --help

    start = time.perf_counter()
    job = Job(
        site=site,
        build=BUILD,
        output=options.output or BUILD / "book.pdf",
        settings=settings,
        drafts=options.drafts,
        jobs=max(1, options.jobs),
        epoch=epoch_of(settings),
        strict=options.strict,
    )
    path = options.report or BUILD / "report.json"
    with building(BUILD, "book", site, progress, (job.output, path)):
        with progress.running():
            made = build_book(
                job,
                options.interrupts.runner(Shell(limits=settings.limits.programs)),
                Clock(progress.stage),
            )
        values = report(made)
        whole = saved(path, values, progress)
    said = told_faults(made.diagnostics, progress, settings)
    progress.diagnostics(said, Path(made.site.folder))
    progress.summary(summary(values, time.perf_counter() - start))
    kept = job.output if made.refused else None
    return ended(
        said, progress, made=made.pdf is not None, strict=options.strict, whole=whole, kept=kept
    )
