"""`scidraft-tex handout`: course sheets of notes, for students and for those who teach them."""

from __future__ import annotations

import argparse
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

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
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.handout_settings import (
    AUDIENCES,
    HandoutOverrides,
    HandoutSettings,
    SheetPlan,
    space_amount,
)

if TYPE_CHECKING:
    from scidraft_tex.progress import Progress
    from scidraft_tex.settings import Settings

TERM = "handout.yaml"
IMPOSED = ("2up", "booklet")
_DIGITS = 2
"""Those of the largest number of pages that a sheet may be told to have."""


def add_to(commands: Any) -> None:
    """Add the command to COMMANDS, the sub-parsers of the command line."""
    one = commands.add_parser(
        "handout",
        help="print course sheets for students, with solutions, and for the instructor",
        usage="%(prog)s NOTE... [SITE] [options]\n"
        "       %(prog)s SHEET... [SITE] [options]\n"
        "       %(prog)s --all [SITE] [options]",
    )
    one.set_defaults(run=handout)
    one.add_argument(
        "names",
        nargs="*",
        metavar="NOTE",
        help="a note by its path, slug or title, or a sheet of handout.yaml by its name; "
        "after them, the site's folder may follow",
    )
    one.add_argument("--all", action="store_true", help="every sheet of handout.yaml")
    one.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="WHICH",
        help="notes by tag=X, set=Y, category=Z or a pattern of paths; may be repeated",
    )
    one.add_argument(
        "--term", type=Path, metavar="FILE", dest="plan", help="instead of SITE/handout.yaml"
    )
    one.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="where all PDFs go")
    one.add_argument(
        "--together",
        action="store_true",
        help="lets students' files stand in one folder with those that hold solutions",
    )
    one.add_argument("--audience", action="append", choices=AUDIENCES)
    add_look(one)
    add_head(one)
    add_common(one)


def add_look(one: argparse.ArgumentParser) -> None:
    """Add to ONE what tells how a sheet looks."""
    one.add_argument("--paper", choices=["a4", "letter"])
    one.add_argument("--size", type=int, choices=[10, 12, 17], help="in pt; 17 is large print")
    one.add_argument("--sides", choices=["one", "two"])
    one.add_argument("--notes-margin", action=argparse.BooleanOptionalAction)
    one.add_argument("--impose", choices=["none", *IMPOSED])
    one.add_argument("--fit", type=pages, metavar="N", help="on so many pages at most; 0 for any")
    one.add_argument("--proofs", choices=["show", "space", "omit", "end"])
    one.add_argument("--solutions", choices=["show", "space", "omit", "end"])
    one.add_argument("--hints", choices=["show", "space", "omit", "end"])
    one.add_argument("--workings", choices=["show", "space", "omit", "end"])
    one.add_argument("--space", type=amount, metavar="AMOUNT", help="measured, 1.5, 6cm or 25%%")
    one.add_argument("--style", choices=["blank", "ruled", "dotted", "squared"])
    one.add_argument("--points", action=argparse.BooleanOptionalAction)
    one.add_argument("--marks", action=argparse.BooleanOptionalAction, help="a table of marks")
    one.add_argument("--qr", action=argparse.BooleanOptionalAction, help="a QR code to the note")


def pages(text: str) -> int:
    """Return the number of pages that TEXT is. Raises `ArgumentTypeError` for another text."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of pages from 0 to 99")
    return int(text)


def amount(text: str) -> str:
    """Return TEXT, an amount of space. Raises `ArgumentTypeError` where it is none."""
    try:
        space_amount(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{error}; write measured, a factor as 1.5, a share as 25%, or a length as 6cm"
        ) from None
    return text


def add_head(one: argparse.ArgumentParser) -> None:
    """Add to ONE what stands in the head of a sheet."""
    one.add_argument("--course", metavar="TEXT")
    one.add_argument("--sheet", metavar="NUMBER", help="the number of a single sheet")
    one.add_argument("--title", metavar="TEXT", help="the title of a single sheet")
    one.add_argument("--date", metavar="DAY")
    one.add_argument("--lecturer", metavar="TEXT")


def handout(options: argparse.Namespace) -> Exit:
    """Build the sheets and report on them; return the exit code."""
    again = Again("handout", options)
    if (done := again.done()) is not None:
        return done
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    names, given = parted(options.names, every=options.all or bool(options.select))
    again.ask([*places_of(options.plan, given, TERM), *map(Path, options.names)])
    path = config_of(options.plan, given, TERM)
    term, said = read_term(path)
    folder = given or (path.parent / term.site if path else None)
    again.ask(places_of(options.config, folder))
    config = config_of(options.config, folder)
    settings, found = settings_of(config)
    said.extend(found)
    site = site_of(settings, config, folder)
    again.read(site)
    if refused(said, (path or config), site, progress):
        return Exit.USAGE
    plans = sheets_of(names, options, term)
    if wrong := misuse(names, plans, options, term):
        progress.error(wrong)
        return Exit.USAGE
    build_them = partial(build, options, settings, site, term, plans, progress, again)
    return guarded(build_them, progress, site, settings)


def report_of(options: argparse.Namespace) -> Path:
    """Return where the report goes."""
    return options.report or BUILD / "handouts" / "report.json"


def build(
    options: argparse.Namespace,
    settings: Settings,
    site: Path,
    term: HandoutSettings,
    plans: Sequence[SheetPlan],
    progress: Progress,
    again: Again,
) -> Exit:
    """Build the sheets PLANS of TERM, and tell what they came to. Raises what stages raise."""
    from scidraft_tex.handout_plan import HandoutJob  # noqa: PLC0415  # after --help
    from scidraft_tex.handouts import build_handouts  # noqa: PLC0415  # after --help
    from scidraft_tex.pipeline import Clock  # noqa: PLC0415  # after --help
    from scidraft_tex.report_handouts import report, summary  # noqa: PLC0415  # after --help
    from scidraft_tex.tools import Shell  # noqa: PLC0415  # after --help

    start = time.perf_counter()
    job = HandoutJob(
        site=site,
        build=BUILD,
        settings=settings,
        handout=term,
        plans=tuple(plans),
        own=overrides(options),
        output=options.output,
        jobs=max(1, options.jobs),
        epoch=source_date(),
        strict=options.strict,
    )
    clock, path = Clock(progress.stage), report_of(options)
    outputs = (options.output and options.output / "*.pdf", path)
    with building(BUILD, "handouts", site, progress, outputs):
        again.look(site, (options.output, path))
        with progress.running():
            shell = Shell(limits=settings.limits.programs)
            made = build_handouts(job, options.interrupts.runner(shell), clock)
        said = told_faults(made.diagnostics, progress, settings)
        progress.diagnostics(said, Path(made.site.folder))
        if not made.editions:
            return Exit.USAGE
        values = report(made)
        whole = saved(path, values, progress)
        lines = summary(values, time.perf_counter() - start)
        progress.summary(lines)
        printed = any(one.files for one in made.editions)
        kept = made.editions[0].edition.pdf if made.refused else None
        code = ended(said, progress, made=printed, strict=options.strict, whole=whole, kept=kept)
        files = [path, *(file for one in made.editions for file in one.files)]
        folders = [one.edition.folder for one in made.editions]
        again.keep(code, said, lines, files, folders, lasts=whole, refused=kept)
    if options.explain:
        progress.summary(explained(again.reason, clock.trace))
    return code


# --- what is asked for -------------------------------------------------------------------------


def read_term(path: Path | None) -> tuple[HandoutSettings, Diagnostics]:
    """Return the settings in the file at PATH, the defaults if it is None, and what is wrong."""
    if path is None:
        return HandoutSettings(), Diagnostics()
    from scidraft_tex.handout_yaml import read_handout_yaml  # noqa: PLC0415  # brings PyYAML

    return read_handout_yaml(path)


def sheets_of(
    names: Sequence[str], options: argparse.Namespace, term: HandoutSettings
) -> tuple[SheetPlan, ...]:
    """Return the sheets that NAMES mean: those of TERM, or one of the notes that are named."""
    if options.all:
        plans = term.sheets
    elif names and not options.select and all(term.sheet(name) for name in names):
        plans = tuple(plan for name in names if (plan := term.sheet(name)))
    elif names or options.select:
        first = names[0] if names else options.select[0]
        plans = (SheetPlan(name_of(first), notes=tuple(names), select=tuple(options.select)),)
    else:
        plans = ()
    if len(plans) == 1:
        only = replace(plans[0], number=options.sheet or plans[0].number)
        plans = (replace(only, title=options.title or only.title),)
    return tuple(replace(plan, date=options.date or plan.date) for plan in plans)


def name_of(text: str) -> str:
    """Return what a sheet is called of which TEXT is the first note or selector."""
    stem = Path(text.rstrip("/")).name.removesuffix(".md").partition("=")[2] or Path(text).stem
    words = "".join(c if c.isascii() and c.isalnum() else "-" for c in stem.lower())
    return "-".join(filter(None, words.split("-"))) or "sheet"


def overrides(options: argparse.Namespace) -> HandoutOverrides:
    """Return what OPTIONS say in place of the term and its sheets."""
    given: Mapping[str, Any] = vars(options)
    own = {key: given[key] for key in HandoutOverrides.__annotations__ if key in given}
    own["audiences"] = tuple(options.audience or ()) or None
    return cast(HandoutOverrides, {key: value for key, value in own.items() if value is not None})


def misuse(
    names: Sequence[str],
    plans: Sequence[SheetPlan],
    options: argparse.Namespace,
    term: HandoutSettings,
) -> str:
    """Return why OPTIONS, NAMES and the PLANS of them do not go together, "" if they do."""
    if options.all and names:
        return f"--all prints every sheet, and {names[-1]} is no site's folder"
    if options.all and options.select:
        return "--all prints every sheet, and --select chooses the notes of one"
    if not plans and options.all:
        return "there is no sheet in handout.yaml; name notes, or write one"
    if not plans:
        return "name the notes of a sheet, select some, or say --all"
    if len(plans) > 1 and (options.sheet or options.title):
        return "--sheet and --title are of a single sheet"
    if options.output and not options.together:
        asked = [options.audience or p.own.get("audiences") or term.audiences for p in plans]
        return mixed(options.output, {audience for some in asked for audience in some})
    return ""


def mixed(folder: Path, audiences: Collection[str]) -> str:
    """Return why FOLDER, with files for AUDIENCES, would hold students' beside solutions, if so."""
    there: set[str] = {
        audience
        for audience in AUDIENCES
        for ending in ("", *(f"-{how}" for how in IMPOSED))
        for path in (folder.glob(f"*-{audience}{ending}.pdf") if folder.is_dir() else ())
        if path.is_file()
    }
    there.update(audiences)
    if "student" in there and {"solutions", "instructor"} & there:
        return (
            f"{folder} would hold students' files beside those with solutions: "
            "name another folder for each audience, or say --together"
        )
    return ""
