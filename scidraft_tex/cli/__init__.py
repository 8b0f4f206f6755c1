"""The command line: the only place that prints, and that knows exit codes (docs/usage.md)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

from scidraft_tex import __version__
from scidraft_tex.cli.arguments import Parser
from scidraft_tex.cli.exits import Exit, guarded
from scidraft_tex.cli.interrupts import Interrupts, SignalError

__all__ = ["Exit", "main", "parser"]

COMMANDS = ("book", "preprint", "handout", "check", "watch", "clean")
"""The commands, each a module of this package with a function `add_to`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ARGUMENTS (by default, the process's own) ask for; return its exit code.

    The process is left as it was found, its environment and what it does at a signal among it.
    Raises `SystemExit` for `--help`, `--version` and arguments that cannot be read.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    options = parser(given[:1]).parse_args(given)
    with Interrupts() as interrupts:
        try:
            return _run(options, interrupts)
        except (KeyboardInterrupt, SignalError):
            with suppress(OSError):
                sys.stderr.write(f"\n{interrupts.message}\n")
            return interrupts.exit_code


def _run(options: argparse.Namespace, interrupts: Interrupts) -> int:
    """Run the command of OPTIONS; what goes wrong before it builds is told in a line, too."""
    from scidraft_tex.files import keeping  # noqa: PLC0415  # after --help
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    options.interrupts = interrupts
    progress = Progress(quiet=options.quiet, verbose=options.verbose, debug=options.debug)
    with keeping(asked=options.debug):
        return int(guarded(partial(options.run, options), progress, Path()))


def parser(wanted: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the command line, with the command WANTED alone if it is one.

    A command's module is imported with its options: one that is not asked for takes no time.
    """
    top = Parser(prog="scidraft-tex", description="Print the notes of a SciDraft site.")
    top.set_defaults(quiet=False, verbose=False, debug=False)
    top.add_argument("--version", action="version", version=f"scidraft-tex {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in [name for name in COMMANDS if name in wanted] or COMMANDS:
        import_module(f"scidraft_tex.cli.{name}").add_to(commands)
    return top
