"""The command line: the only place that prints, and that knows exit codes (docs/usage.md)."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from scidraft_tex import __version__
from scidraft_tex.cli import book, handout, preprint
from scidraft_tex.cli.exits import Exit

__all__ = ["Exit", "main", "parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ARGUMENTS (by default, the process's own) ask for; return its exit code.

    Raises `SystemExit` for `--help`, `--version` and arguments that cannot be read.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a character shows its code
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
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
    for command in (book, preprint, handout):
        command.add_to(commands)
    return top
