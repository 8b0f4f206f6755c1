"""The command line: the only place that prints, and that knows exit codes."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scidraft_tex import __version__
from scidraft_tex.diagnostics import (
    EXIT_ERRORS,
    EXIT_INTERRUPTED,
    EXIT_MADE,
    EXIT_NOTHING_MADE,
    EXIT_TOOL_MISSING,
    EXIT_USAGE,
    Diagnostics,
    Severity,
)

if TYPE_CHECKING:
    from scidraft_tex.settings import Settings

CONFIG = "book.yaml"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ARGUMENTS (those of the process, by default) ask for; return its exit code."""
    options = parser().parse_args(arguments)
    try:
        return book(options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="scidraft-tex", description="Print SciDraft notes as books, preprints and handouts."
    )
    top.add_argument("--version", action="version", version=f"scidraft-tex {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    one = commands.add_parser("book", help="print all notes of a site as a compendium")
    one.add_argument("site", nargs="?", type=Path, metavar="SITE", help="the site's folder")
    one.add_argument("-o", "--output", type=Path, metavar="FILE", help="the PDF to write")
    one.add_argument("--config", type=Path, metavar="FILE", help="settings, instead of SITE/book.yaml")
    one.add_argument("--engine", choices=["auto", "pdflatex", "lualatex", "xelatex"])
    one.add_argument("--profile", choices=["screen", "print"])
    one.add_argument("--paper", choices=["a4", "letter", "b5", "17x24", "6x9", "a5"])
    one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    one.add_argument("--drafts", action="store_true", help="print drafts, too")
    one.add_argument("--strict", action="store_true", help="warnings are errors")
    one.add_argument("--report", type=Path, metavar="FILE", help="where report.json goes")
    loud = one.add_mutually_exclusive_group()
    loud.add_argument("-q", "--quiet", action="store_true", help="errors only")
    loud.add_argument("-v", "--verbose", action="store_true", help="notes, too, and TeX's own words")
    return top


def book(options: argparse.Namespace) -> int:
    """Build a book and report on it; return the exit code."""
    from scidraft_tex.pipeline import Clock, Job, build_book  # noqa: PLC0415  # after --help
    from scidraft_tex.progress import Progress  # noqa: PLC0415
    from scidraft_tex.report import report, summary, write_report  # noqa: PLC0415
    from scidraft_tex.tools import Shell, ToolMissingError  # noqa: PLC0415

    start = time.perf_counter()
    progress = Progress(quiet=options.quiet, verbose=options.verbose)
    settings, site, said = read_options(options)
    if said.count()[Severity.ERROR] or not site.is_dir():
        progress.diagnostics(said, site)
        if not site.is_dir():
            progress.error(f"there is no folder {site}")
        return EXIT_USAGE
    build = Path("build")
    job = Job(
        site=site,
        build=build,
        output=options.output or build / "book.pdf",
        settings=settings,
        drafts=options.drafts,
        jobs=max(1, options.jobs),
        epoch=source_date_epoch(),
    )
    try:
        with progress.running():
            made = build_book(job, Shell(), Clock(progress.stage))
    except ToolMissingError as missing:
        said.add(missing.diagnostic)
        progress.diagnostics(said, site)
        return EXIT_TOOL_MISSING
    made.diagnostics.extend(said)
    values = report(made)
    write_report(options.report or build / "report.json", values)
    progress.diagnostics(made.diagnostics, site)
    progress.summary(summary(values, time.perf_counter() - start))
    return exit_code(made.pdf is not None, made.diagnostics, strict=options.strict)


def exit_code(made: bool, diagnostics: Diagnostics, *, strict: bool) -> int:  # noqa: FBT001
    """Return the exit code of a build: whether a PDF was MADE, and what was said."""
    if not made:
        return EXIT_NOTHING_MADE
    count = diagnostics.count()
    failed = count[Severity.ERROR] or (strict and count[Severity.WARNING])
    return EXIT_ERRORS if failed else EXIT_MADE


def read_options(options: argparse.Namespace) -> tuple[Settings, Path, Diagnostics]:
    """Return the settings, the site's folder, and what is wrong with them.

    Settings are those of `--config`, else of `book.yaml` in SITE, else in this folder, where `site:`
    names the site; options of the command line win.
    """
    from scidraft_tex.settings import Settings, read_settings  # noqa: PLC0415  # after --help

    config = options.config or next(
        (f / CONFIG for f in (options.site or Path(), Path()) if (f / CONFIG).is_file()), None
    )
    settings, said = read_settings(config) if config else (Settings(), Diagnostics())
    settings = settings.override(
        engine=options.engine, profile=options.profile, paper=options.paper
    )
    named = config.parent / settings.site if config else Path()
    return settings, (options.site or named), said


def source_date_epoch() -> int | None:
    """Return SOURCE_DATE_EPOCH (seconds since 1970), or None if it is unset or no number."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(text) if text.isdigit() else None
