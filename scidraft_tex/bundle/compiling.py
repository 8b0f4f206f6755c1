"""Compiling a bundle as arXiv does: the engine alone, in batch mode, without the network."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.bundle.plan import MAX_RUNS, RUN_SECONDS
from scidraft_tex.engines import Engine
from scidraft_tex.files import text_of
from scidraft_tex.tools import Command, Outcome, Runner, exceeding
from scidraft_tex.typeset.job import Recorded
from scidraft_tex.typeset.log import LogSummary
from scidraft_tex.typeset.logparse import parse_log

__all__ = ["OWN_TREES", "Compiled", "compile_bundle"]

_LIMITS = {
    "openin_any": "p",
    "openout_any": "p",
    "max_print_line": "4096",
    "error_line": "254",
    "half_error_line": "238",
}
"""Settings of kpathsea: nothing is read by a path out of the folder. The others are arXiv's."""

OWN_TREES = {"TEXMFHOME": os.devnull, "TEXINPUTS": f".{os.pathsep}"}
"""Settings of kpathsea: the user's own packages are not seen."""

_FEWEST_RUNS = 2
_RERUN = "Rerun to get cross-references right."
_WATCHED = (".aux", ".out")


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of it: the PDF, None if arXiv would not take it, after how many `runs`.

    `stable`: the last run changed nothing that another would read. `why` says what went wrong.
    """

    pdf: Path | None
    runs: int
    stable: bool
    recorded: Recorded
    log: LogSummary
    why: str = ""


def compile_bundle(
    folder: Path, root: str, engine: Engine, runner: Runner, *, epoch: int | None
) -> Compiled:
    """Compile `<root>.tex` of FOLDER, twice and up to five times while its labels move.

    As at arXiv an error counts from the second run on, and moving labels after the last run do not.
    EPOCH dates the PDF (seconds since 1970). Raises `ToolMissingError`.
    """
    before: tuple[str, ...] = ()
    runs = 0
    stable = False
    why = ""
    pdf = folder / f"{root}.pdf"
    while not why and runs < MAX_RUNS and not (stable and runs >= _FEWEST_RUNS):
        outcome = _run(folder, root, engine, runner, epoch)
        runs += 1
        now = tuple(_digest(folder / f"{root}{end}") for end in _WATCHED)
        stable = now == before and _RERUN not in text_of(folder / f"{root}.log")
        before = now
        why = _fault(outcome, pdf, runs)
    return Compiled(
        pdf=None if why else pdf,
        runs=runs,
        stable=stable,
        recorded=Recorded.of(folder / f"{root}.fls"),
        log=parse_log(text_of(folder / f"{root}.log")),
        why=why,
    )


def _run(folder: Path, root: str, engine: Engine, runner: Runner, epoch: int | None) -> Outcome:
    environment = {**_LIMITS, **OWN_TREES}
    if epoch is not None:
        environment |= {"SOURCE_DATE_EPOCH": str(epoch), "FORCE_SOURCE_DATE": "1"}
    arguments = (
        *("-interaction=batchmode", "-recorder", "-no-parse-first-line", "-file-line-error"),
        *("-no-shell-escape", f"{root}.tex"),
    )
    command = Command(
        *(engine.value, arguments, folder),
        environment=environment,
        seconds=RUN_SECONDS,
        offline=True,
    )
    return runner.run(command)


def _fault(outcome: Outcome, pdf: Path, runs: int) -> str:
    """Return why arXiv would stop after this run, "" if it would not."""
    if over := exceeding("it", outcome):
        return over.message
    if not pdf.is_file():
        return "no PDF came of it"
    if outcome.status and runs >= _FEWEST_RUNS:
        return f"run {runs} ended with status {outcome.status}"
    return ""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
