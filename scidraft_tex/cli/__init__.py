"""The command line: the only place that prints, and that knows exit codes (docs/usage.md)."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from scidraft_tex import __version__
from scidraft_tex.cli import book, check, handout, preprint
from scidraft_tex.cli.arguments import Parser
from scidraft_tex.cli.exits import Exit, guarded
from scidraft_tex.cli.interrupts import Interrupts, SignalError

__all__ = ["Exit", "main", "parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ARGUMENTS (by default, the process's own) ask for; return its exit code.

    Raises `SystemExit` for `--help`, `--version` and arguments that cannot be read.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a character shows its code
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    with Interrupts() as interrupts:
        try:
            return _run(options, interrupts)
        except (KeyboardInterrupt, SignalError):
            with suppress(OSError):
                sys.stderr.write(f"\n{interrupts.message}\n")
            return interrupts.exit_code


def _run(options: argparse.Namespace, interrupts: Interrupts) -> int:
    """Run the command of OPTIONS; what goes wrong before it builds is told in a line, too."""
    from scidraft_tex.files import KEEP  # noqa: PLC0415  # after --help
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    if options.debug:
        os.environ[KEEP] = "1"
    options.interrupts = interrupts
    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    return int(guarded(partial(options.run, options), progress, Path()))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = Parser(prog="scidraft-tex", description="Print the notes of a SciDraft site.")
    top.add_argument("--version", action="version", version=f"scidraft-tex {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (book, preprint, handout, check):
        command.add_to(commands)
    return top
