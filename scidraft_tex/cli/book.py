"""`scidraft-tex book`: all notes of a site as a compendium."""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.cli.again import Again
from scidraft_tex.cli.building import building
from scidraft_tex.cli.exits import Exit, ended, guarded, saved, told_faults
from scidraft_tex.cli.options import (
    BUILD,
    add_common,
    config_of,
    epoch_of,
    explained,
    places_of,
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
    again = Again("book", options)
    if (done := again.done()) is not None:
        return done
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    again.ask(places_of(options.config, options.site))
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
    again.read(site)
    if refused(said, config, site, progress):
        return Exit.USAGE
    run = partial(build, options, settings, site, progress, again)
    return guarded(run, progress, site, settings)


def files_of(options: argparse.Namespace) -> tuple[Path, Path]:
    """Return where the PDF and the report go."""
    return options.output or BUILD / "book.pdf", options.report or BUILD / "report.json"


def build(
    options: argparse.Namespace, settings: Settings, site: Path, progress: Progress, again: Again
) -> Exit:
    """Build the book of SITE and tell what it came to. Raises what stages raise."""
    from scidraft_tex.pipeline import Clock, Job, build_book  # noqa: PLC0415  # after --help
    from scidraft_tex.report import report, summary  # noqa: PLC0415  # after --help
    from scidraft_tex.tools import Shell  # noqa: PLC0415  # after --help

    start = time.perf_counter()
    output, told = files_of(options)
    job = Job(
        site=site,
        build=BUILD,
        output=output,
        settings=settings,
        drafts=options.drafts,
        jobs=max(1, options.jobs),
        epoch=epoch_of(settings),
        strict=options.strict,
    )
    clock = Clock(progress.stage)
    with building(BUILD, "book", site, progress, (output, told)):
        again.look(site, (output, told))
        with progress.running():
            shell = Shell(limits=settings.limits.programs)
            made = build_book(job, options.interrupts.runner(shell), clock)
        values = report(made)
        whole = saved(told, values, progress)
        said = told_faults(made.diagnostics, progress, settings)
        progress.diagnostics(said, Path(made.site.folder))
        lines = summary(values, time.perf_counter() - start)
        progress.summary(lines)
        kept = output if made.refused else None
        printed = made.pdf is not None
        code = ended(said, progress, made=printed, strict=options.strict, whole=whole, kept=kept)
        files = [told, *filter(None, (made.pdf, *made.beside))]
        again.keep(*(code, said, lines, files, [BUILD / "book"]), lasts=whole, refused=kept)
    if options.explain:
        progress.summary(explained(again.reason, clock.trace))
    return code
