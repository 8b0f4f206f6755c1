"""`scidraft-tex check`: what is wrong with a site, as far as that can be known without TeX."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.cli.exits import Exit, ended, guarded, told_faults
from scidraft_tex.cli.options import CONFIG, add_common, config_of, places_of, settings_of, site_of
from scidraft_tex.cli.recorded import Found, Record
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Severity
from scidraft_tex.formats.values import counted

if TYPE_CHECKING:
    from scidraft_tex.handout_settings import HandoutSettings
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings

TERM = "handout.yaml"
FORMATS = ("human", "json", "sarif", "github")


def add_to(commands: Any) -> None:
    """Add the command to COMMANDS, the sub-parsers of the command line."""
    one = commands.add_parser("check", help="tell what is wrong with a site, without TeX")
    one.set_defaults(run=check)
    one.add_argument("site", nargs="?", type=Path, metavar="SITE", help="the site's folder")
    one.add_argument("--format", choices=FORMATS, default="human", help="how to tell it")
    one.add_argument("--math", action="store_true", help="set each formula alone by TeX, too")
    add_common(one)


def check(options: argparse.Namespace) -> Exit:
    """Check a site and tell what is wrong; return the exit code."""
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    start = time.perf_counter()
    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    record = Record(options)
    if (found := record.found()) is not None:
        return _told(options, found, progress, start)
    record.ask(places_of(options.config, options.site))
    config = config_of(options.config, options.site)
    settings, said = settings_of(config)
    site = site_of(settings, config, options.site)
    if not site.is_dir():
        progress.error(f"there is no folder {site}")
        return Exit.USAGE
    record.ask(places_of(None, site, TERM))
    plan = config_of(None, site, TERM)
    term, faults = term_of(plan)
    said.extend(faults)
    names = settings_names(site, config, plan)

    def run() -> Exit:
        record.look(site, options.report)
        found = _found(options, site, settings, term, tuple(said), names, progress)
        if options.report:
            _write_report(options.report, found)
        record.keep(found, options.report)
        return _told(options, found, progress, start)

    return guarded(run, progress, site, settings)


def _found(
    options: argparse.Namespace,
    site: Path,
    settings: Settings,
    term: HandoutSettings,
    before: tuple[Diagnostic, ...],
    names: Mapping[str, str],
    progress: Progress,
) -> Found:
    """Return what is wrong with SITE and, found BEFORE, its settings. Raises what stages raise."""
    from scidraft_tex.check import CheckJob, check_site  # noqa: PLC0415  # after --help
    from scidraft_tex.tools import Shell  # noqa: PLC0415  # after --help

    jobs = max(1, options.jobs)
    job = CheckJob(site, settings, term, before, jobs, math=options.math)
    made = check_site(job, options.interrupts.runner(Shell(limits=settings.limits.programs)))
    said = Diagnostics([renamed(item, names) for item in made.diagnostics])
    return Found(site, made.notes, told_faults(said, progress, settings))


# --- what is told ------------------------------------------------------------------------------


def _told(options: argparse.Namespace, found: Found, progress: Progress, start: float) -> Exit:
    """Tell what was FOUND since START as OPTIONS ask for it; return the exit code."""
    if options.format == "human":
        progress.diagnostics(found.said, found.site)
        progress.summary(_summary(found, time.perf_counter() - start))
    else:
        progress.output(_text(options.format, found, progress))
    return ended(found.said, progress, made=True, strict=options.strict)


def _text(form: str, found: Found, progress: Progress) -> str:
    """Return what was FOUND in the FORM of a program that reads it.

    As on the terminal, GitHub gets notes only where PROGRESS has them shown.
    """
    from scidraft_tex.formats.as_json import json_text  # noqa: PLC0415  # one of them is wanted
    from scidraft_tex.formats.github import github_text  # noqa: PLC0415
    from scidraft_tex.formats.sarif import sarif_text  # noqa: PLC0415

    site = folder_name(found.site)
    match form:
        case "json":
            return json_text(found.said, site, found.notes)
        case "sarif":
            return sarif_text(found.said, site)
        case _:
            shown = [item for item in found.said.sorted() if not progress.hidden(item)]
            return github_text(shown, site)


def _write_report(path: Path, found: Found) -> None:
    from scidraft_tex.files import whole  # noqa: PLC0415  # only where it is asked for
    from scidraft_tex.formats.as_json import json_text  # noqa: PLC0415  # as above

    with whole(path) as beside:
        text = json_text(found.said, folder_name(found.site), found.notes)
        beside.write_text(text, encoding="utf-8")


def _summary(found: Found, seconds: float) -> list[str]:
    count = found.said.count()
    errors, warnings = count[Severity.ERROR], count[Severity.WARNING]
    told = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    return [f"{counted(found.notes, 'note')} checked, {seconds:.1f} s", told]


# --- files and folders -------------------------------------------------------------------------


def term_of(path: Path | None) -> tuple[HandoutSettings, Diagnostics]:
    """Return the term that the file at PATH plans, one without sheets for none, and its faults."""
    from scidraft_tex.handout_settings import HandoutSettings  # noqa: PLC0415  # after --help

    if path is None:
        return HandoutSettings(), Diagnostics()
    from scidraft_tex.handout_yaml import read_handout_yaml  # noqa: PLC0415  # brings PyYAML

    return read_handout_yaml(path)


def folder_name(site: Path) -> str:
    """Return SITE relative to the current folder, with forward slashes."""
    return Path(os.path.relpath(site)).as_posix()


def settings_names(site: Path, config: Path | None, term: Path | None) -> Mapping[str, str]:
    """Return how the settings' files are called from SITE, by the names that stages have for them.

    Stages call them by their bare names, and `book.yaml` what holds the book's.
    """
    names: dict[str, str] = {}
    for path, also in ((config, CONFIG), (term, TERM)):
        if path:
            name = Path(os.path.relpath(path, site)).as_posix()
            names |= {also: name, path.name: name}
    return names


def renamed(item: Diagnostic, names: Mapping[str, str]) -> Diagnostic:
    """Return ITEM with its file as NAMES has it, if that has it."""
    place = item.place
    if place is None or place.file not in names:
        return item
    return replace(item, place=replace(place, file=names[place.file]))
