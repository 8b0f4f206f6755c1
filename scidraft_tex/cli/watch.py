"""`scidraft-tex watch`: a book, a paper or a sheet again whenever what it is made from changes."""

from __future__ import annotations

import argparse
import signal
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scidraft_tex.cli.exits import Exit
from scidraft_tex.cli.interrupts import SignalError
from scidraft_tex.cli.options import BUILD
from scidraft_tex.cli.seen import Seen
from scidraft_tex.files import keeping

if TYPE_CHECKING:
    from scidraft_tex.cli.changes import Watched

COMMANDS = ("book", "preprint", "handout")
_SHOWN = 3
"""How many of the changed files are named."""


def add_to(commands: Any) -> None:
    """Add the command to COMMANDS, the sub-parsers of the command line."""
    one = commands.add_parser("watch", help="run a command again whenever a note changes")
    one.set_defaults(run=watch)
    one.add_argument("--open", action="store_true", help="open the first PDF that is made, once")
    one.add_argument("watched", choices=COMMANDS, metavar="COMMAND", help=", ".join(COMMANDS))
    one.add_argument(
        "arguments", nargs=argparse.REMAINDER, metavar="...", help="what that command takes"
    )


def watch(options: argparse.Namespace) -> Exit:
    """Run the command, and again after each change, until interrupted; return the exit code."""
    from scidraft_tex.cli import parser  # noqa: PLC0415  # which has this command, too

    inner = parser().parse_args([options.watched, *options.arguments])
    inner.interrupts = options.interrupts
    again = _Again(inner, webbrowser.open if options.open else None)
    try:
        with keeping(asked=inner.debug):
            return again.run()
    except (KeyboardInterrupt, SignalError):
        if options.interrupts.number == signal.SIGTERM:
            raise
        say("stopped")
        return Exit.MADE


def say(line: str) -> None:
    """Print LINE at once."""
    from scidraft_tex.progress import Progress  # noqa: PLC0415  # after --help

    Progress(quiet=False, verbose=False).summary([line])


@dataclass(slots=True)
class _Again:
    """A command that is run again and again; `show` opens a PDF by its address, until it has."""

    inner: argparse.Namespace
    show: Callable[[str], bool] | None
    began: int = 0
    """When the last run began, in nanoseconds since 1970."""

    def run(self) -> Exit:
        """Run the command now and after each change. Returns only where there is nothing to watch.

        Raises `KeyboardInterrupt` or `SignalError` in the end.
        """
        seen = self.build(())
        while seen.folders:
            seen = self.follow(seen)
        return Exit.USAGE

    def follow(self, seen: Seen) -> Seen:
        """Build after each change of what was SEEN, until a build looked elsewhere; return that."""
        from scidraft_tex.cli.changes import changed_since, changes  # noqa: PLC0415  # only here

        watched = watched_of(seen)
        stop = threading.Event()
        try:
            for heard in changes(watched, stop):
                if batch := heard or changed_since(watched, self.began):
                    now = self.build(sorted(batch))
                    if now.folders and watched_of(now) != watched:
                        return now
                say("Waiting for changes; Ctrl-C ends.")
        finally:
            stop.set()
        return seen

    def build(self, changed: Sequence[Path]) -> Seen:
        """Run the command, CHANGED being why, and say how long it took; return what it saw."""
        if changed:
            more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
            say(f"\nchanged: {', '.join(path.name for path in changed[:_SHOWN])}{more}")
        self.inner.seen = seen = Seen()
        self.began = time.time_ns()
        start = time.perf_counter()
        code = int(self.inner.run(self.inner))
        say(outcome(code, seen, time.perf_counter() - start))
        if self.show and seen.pdfs:
            self.show(seen.pdfs[0].resolve().as_uri())
            self.show = None
        return seen


def outcome(code: int, seen: Seen, seconds: float) -> str:
    """Return what to say of a build that ended with CODE after SECONDS."""
    if seen.pdfs:
        more = f" and {len(seen.pdfs) - 1} more" if len(seen.pdfs) > 1 else ""
        errors = ", with errors" if code else ""
        return f"{seen.pdfs[0]}{more}: new after {seconds:.1f} s{errors}"
    return "nothing new was made; what there was stays"


def watched_of(seen: Seen) -> Watched:
    """Return what to listen to after a build that has SEEN so much."""
    from scidraft_tex.cli.changes import Watched, resolved  # noqa: PLC0415  # only here

    return Watched(resolved(seen.folders), resolved(seen.files), resolved([BUILD, *seen.made]))
