"""What the terminal shows: a line a stage, what went wrong, and the summary."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Severity
from scidraft_tex.excerpts import Sources, excerpt, visible

_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_PLAIN = "default not bold"

WORDS = 3
"""How many lines of another program's words are shown of a diagnostic, unless all are."""

SAME = 5
"""How often one message is shown."""

ALIKE = {Severity.ERROR: 25, Severity.WARNING: 10, Severity.NOTE: 10}
"""How many diagnostics of one code are shown, by how grave they are."""


class _Console(Console):
    """A console that goes on in silence where nobody reads any more, or nothing can be written."""

    def _write_buffer(self) -> None:
        try:
            super()._write_buffer()
        except OSError:  # a full disk behind `>`; a closed pipe ends in `on_broken_pipe`
            self._fall_silent()

    def on_broken_pipe(self) -> None:
        """Go on: what is built is wanted, whoever listens."""
        self._fall_silent()

    def _fall_silent(self) -> None:
        self.quiet = True
        with suppress(OSError, ValueError):  # what is left in Python's buffers goes nowhere, either
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, self.file.fileno())
            os.close(nothing)


class Progress:
    """Speaks of a build: on a terminal in colours, elsewhere in plain lines."""

    def __init__(self, *, quiet: bool, verbose: bool, debug: bool = False) -> None:
        """Say less if QUIET (errors alone), more if VERBOSE (notes, and programs' own words).

        With DEBUG errors that end a build are told with Python's traceback.
        """
        self.debug = debug
        self.began = ""
        self.quiet = quiet
        self.verbose = verbose
        self.out = _Console(file=sys.stdout, soft_wrap=True, highlight=False)
        self.err = _Console(file=sys.stderr, soft_wrap=True, highlight=False)
        self.current: tuple[str, float] | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Finish the last stage's line at the end."""
        try:
            yield
        finally:
            self.finish()

    def stage(self, name: str) -> None:
        """Say that the stage NAME begins."""
        self.finish()
        self.began = name
        self.current = (name, time.perf_counter())
        if not self.quiet and self.out.is_terminal:
            self.out.print(f"[dim]{name} …[/dim]", end="\r")

    def finish(self) -> None:
        """Say that the current stage has ended."""
        if self.current is None:
            return
        name, start = self.current
        self.current = None
        if not self.quiet:
            self.out.print(Text(f"{name:<10} {time.perf_counter() - start:7.2f} s"))

    def error(self, message: str) -> None:
        """Print an error that has no diagnostic."""
        line = Text("error", style=_COLOURS[Severity.ERROR])
        self.err.print(line.append(f": {self.shown(message)}", style=_PLAIN))

    def told(self, line: str) -> None:
        """Print LINE, of something that goes on beside the build, unless quiet."""
        if not self.quiet:
            self.err.print(Text(self.shown(line)))

    def traced(self, error: BaseException) -> None:
        """Print the traceback of ERROR, if that is asked for."""
        if self.debug:
            lines = "".join(traceback.format_exception(error)).splitlines()
            for line in lines:
                self.err.print(Text(self.shown(line), style="dim"))

    def diagnostics(self, items: Diagnostics, site: Path) -> None:
        """Print ITEMS by place; the source line stands below each that has one, with a caret.

        Of what comes many times only the first are shown, and how many are not, unless all is.
        """
        sources = Sources(site)
        shown = [item for item in items.sorted() if not self.hidden(item)]
        kept, folded = (shown, Counter[tuple[Severity, str]]()) if self.verbose else fold(shown)
        for item in kept:
            for line in self.lines(item, sources):
                self.err.print(line)
        for (severity, code), count in folded.items():
            head = Text(f"{severity.value}[{code}]", style=_COLOURS[severity])
            self.err.print(head.append(f": and {count} more; -v shows them", style=_PLAIN))

    def hidden(self, item: Diagnostic) -> bool:
        """Tell whether ITEM is not printed at this loudness."""
        if self.quiet:
            return item.severity is not Severity.ERROR
        return item.severity is Severity.NOTE and not self.verbose

    def lines(self, item: Diagnostic, sources: Sources) -> Iterable[Text]:
        """Yield the lines of ITEM: what and where, the source line, the hint, a program's words."""
        colour, encoding = _COLOURS[item.severity], self.err.encoding
        head = Text(self.shown(f"{item.place}: ") if item.place else "")
        head.append(f"{item.severity.value}[{item.code}]", style=colour)
        yield head.append(f": {self.shown(item.message)}")
        source = sources.line(item.place) if item.place else None
        margin = " " * max(3, len(str(item.place.line)) if item.place else 0)
        if item.place and source is not None:
            part = excerpt(source, item.place.column, encoding)
            yield Text(f"{item.place.line:>{len(margin)}} | {part.text}", style="dim")
            yield Text(f"{margin} | ", style="dim").append(" " * part.cells + "^", style=colour)
        if item.hint:
            yield Text(f"{margin} = help: {self.shown(item.hint)}")
        for line in self.words(item):
            yield Text(f"{margin} > {self.shown(line)}".rstrip(), style="dim")

    def words(self, item: Diagnostic) -> Sequence[str]:
        """Return the lines to show of what another program said of ITEM."""
        if item.code == "internal-error" and not self.verbose:  # a traceback is for us
            return ()
        words = item.detail.rstrip().splitlines()
        left = len(words) - WORDS
        if self.verbose or left <= 0:
            return words
        return [*words[:WORDS], f"and {left} more line{'' if left == 1 else 's'}; -v shows them"]

    def shown(self, text: str) -> str:
        """Return TEXT as the terminal can show it."""
        return visible(text, self.err.encoding)

    def output(self, text: str) -> None:
        """Write TEXT as it is: what a program reads is no less for being quiet."""
        self.out.file.write(text)

    def summary(self, lines: Sequence[str]) -> None:
        """Print the lines that end a build."""
        if not self.quiet:
            for line in lines:
                self.out.print(Text(line))


def fold(items: Sequence[Diagnostic]) -> tuple[list[Diagnostic], Counter[tuple[Severity, str]]]:
    """Return those of ITEMS to show where many are alike, and how many of each code are not.

    Kept are the first `SAME` with one message, and of one code the first `ALIKE`.
    """
    same, alike = Counter[Diagnostic](), Counter[tuple[Severity, str]]()
    kept: list[Diagnostic] = []
    folded = Counter[tuple[Severity, str]]()
    for item in items:
        message, code = replace(item, place=None, hint="", detail=""), (item.severity, item.code)
        if same[message] < SAME and alike[code] < ALIKE[item.severity]:
            same[message] += 1
            alike[code] += 1
            kept.append(item)
        else:
            folded[code] += 1
    return kept, folded
