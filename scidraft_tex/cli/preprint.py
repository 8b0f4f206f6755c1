"""`scidraft-tex preprint`: notes as papers, with the source that arXiv takes."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.cli.again import Again
from scidraft_tex.cli.building import building
from scidraft_tex.cli.exits import Exit, ended, guarded, saved, told_faults
from scidraft_tex.cli.naming import parted
from scidraft_tex.cli.options import (
    BUILD,
    add_common,
    config_of,
    explained,
    places_of,
    refused,
    settings_of,
    site_of,
    source_date,
)

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings


def add_to(commands: Any) -> None:
    """Add the command to COMMANDS, the sub-parsers of the command line."""
    one = commands.add_parser(
        "preprint",
        help="print notes as papers, with bundles for arXiv",
        usage="%(prog)s NOTE... [SITE] [options]\n       %(prog)s --all [SITE] [options]",
    )
    one.set_defaults(run=preprint)
    one.add_argument(
        "names",
        nargs="*",
        metavar="NOTE",
        help="a note by its path, slug or title; after the notes, the site's folder may follow",
    )
    one.add_argument("--all", action="store_true", help="every note of the site")
    one.add_argument("-o", "--output", type=Path, metavar="FILE", help="the PDF of a single note")
    one.add_argument("--style", choices=["plain", "twocolumn"])
    one.add_argument("--paper", choices=["a4", "letter"])
    one.add_argument("--compiler", choices=["auto", "pdflatex", "xelatex"])
    one.add_argument("--texlive", type=int, choices=[2025, 2023], help="what arXiv is asked for")
    one.add_argument("--bibliography", choices=["bibtex", "biblatex"])
    one.add_argument(
        "--bundle",
        action=argparse.BooleanOptionalAction,
        help="an archive of the source, ready for arXiv",
    )
    one.add_argument("--drafts", action="store_true", help="with --all, drafts, too")
    add_common(one)


def preprint(options: argparse.Namespace) -> Exit:
    """Build the papers and report on them; return the exit code."""
    again = Again("preprint", options)
    if (done := again.done()) is not None:
        return done
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    names, given = parted(options.names, every=options.all)
    if wrong := misuse(names, options):
        progress.error(wrong)
        return Exit.USAGE
    again.ask([*places_of(options.config, given), *map(Path, options.names)])
    config = config_of(options.config, given)
    settings, said = settings_of(config)
    settings = settings.override(
        paper=options.paper,
        compiler=options.compiler,
        style=options.style,
        texlive=options.texlive,
        bibliography=options.bibliography,
        bundle=options.bundle,
    )
    site = site_of(settings, config, given)
    again.read(site)
    if refused(said, config, site, progress):
        return Exit.USAGE
    run = partial(build, options, names, settings, site, progress, again)
    return guarded(run, progress, site, settings)


def report_of(options: argparse.Namespace) -> Path:
    """Return where the report goes."""
    return options.report or BUILD / "preprints" / "report.json"


def build(
    options: argparse.Namespace,
    names: Sequence[str],
    settings: Settings,
    site: Path,
    progress: Progress,
    again: Again,
) -> Exit:
    """Build the papers of the notes NAMES of SITE, and tell what they came to.

    Raises what stages raise.
    """
    from scidraft_tex.pipeline import Clock  # noqa: PLC0415  # after --help
    from scidraft_tex.preprints import PreprintJob, build_preprints  # noqa: PLC0415  # after --help
    from scidraft_tex.report_preprints import report, summary  # noqa: PLC0415  # after --help
    from scidraft_tex.tools import Shell  # noqa: PLC0415  # after --help

    start = time.perf_counter()
    job = PreprintJob(
        site=site,
        build=BUILD,
        settings=settings,
        notes=tuple(names),
        output=options.output,
        drafts=options.drafts,
        jobs=max(1, options.jobs),
        epoch=source_date(),
        strict=options.strict,
    )
    clock, path = Clock(progress.stage), report_of(options)
    with building(BUILD, "preprints", site, progress, (job.output, path)):
        again.look(site, (job.output, path))
        with progress.running():
            shell = Shell(limits=settings.limits.programs)
            made = build_preprints(job, options.interrupts.runner(shell), clock)
        said = told_faults(made.diagnostics, progress, settings)
        if not made.papers:
            progress.diagnostics(said, Path(made.site.folder))
            return Exit.USAGE
        values = report(made)
        whole = saved(path, values, progress)
        progress.diagnostics(said, Path(made.site.folder))
        lines = summary(values, time.perf_counter() - start)
        progress.summary(lines)
        printed = any(paper.pdf for paper in made.papers)
        kept = made.papers[0].paper.pdf if made.refused else None
        code = ended(said, progress, made=printed, strict=options.strict, whole=whole, kept=kept)
        bundles = [paper.bundle.archive for paper in made.papers if paper.bundle]
        files = [path, *(paper.pdf for paper in made.papers), *bundles]
        folders = [paper.paper.folder for paper in made.papers]
        there = filter(None, files)
        again.keep(code, said, lines, there, folders, lasts=whole, refused=kept)
    if options.explain:
        progress.summary(explained(again.reason, clock.trace))
    return code


def misuse(names: Sequence[str], options: argparse.Namespace) -> str:
    """Return why OPTIONS do not go with the NAMES of notes, "" if they do."""
    if options.all and names:
        return f"--all prints every note, and {names[-1]} is no site's folder"
    if not options.all and not names:
        return "name the notes to print, or say --all"
    if options.output and (options.all or len(names) > 1):
        return "--output names the PDF of a single note"
    return ""
