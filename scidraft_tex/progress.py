"""What the terminal shows: a line a stage, what went wrong, and the summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place, Severity

_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)), 0xFFFD)
_WIDEST = 100
"""How many characters of a source line are shown."""


class Progress:
    """Speaks of a build: on a terminal in colours, elsewhere in plain lines."""

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        """Say less if QUIET (errors alone), more if VERBOSE (notes, and programs' own words)."""
        self.quiet = quiet
        self.verbose = verbose
        self.out = Console(file=sys.stdout, soft_wrap=True, highlight=False)
        self.err = Console(file=sys.stderr, soft_wrap=True, highlight=False)
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
        self.err.print(line.append(f": {visible(message)}", style="default not bold"))

    def diagnostics(self, items: Diagnostics, site: Path) -> None:
        """Print ITEMS by place; the source line stands below each that has one, with a caret."""
        sources = _Sources(site)
        for item in items.sorted():
            if self.hidden(item):
                continue
            for line in self.lines(item, sources):
                self.err.print(line)

    def hidden(self, item: Diagnostic) -> bool:
        """Tell whether ITEM is not printed at this loudness."""
        if self.quiet:
            return item.severity is not Severity.ERROR
        return item.severity is Severity.NOTE and not self.verbose

    def lines(self, item: Diagnostic, sources: _Sources) -> Iterable[Text]:
        """Yield the lines of ITEM."""
        head = Text(visible(f"{item.place}: ") if item.place else "")
        head.append(f"{item.severity.value}[{item.code}]", style=_COLOURS[item.severity])
        head.append(f": {visible(item.message)}")
        yield head
        source = sources.line(item.place) if item.place else None
        if item.place and source is not None:
            shown, column = excerpt(source, item.place.column)
            yield Text(f"    {shown}", style="dim")
            yield Text("    " + " " * column + "^", style=_COLOURS[item.severity])
        if item.hint:
            yield Text(f"    {visible(item.hint)}")
        if item.detail and self.verbose:
            for line in item.detail.splitlines():
                yield Text(f"    | {visible(line)}", style="dim")

    def summary(self, lines: Sequence[str]) -> None:
        """Print the lines that end a build."""
        if not self.quiet:
            for line in lines:
                self.out.print(Text(line))


def visible(text: str) -> str:
    """Return TEXT without control characters: what a note holds gives no commands to a terminal."""
    return text.translate(_CONTROLS)


def excerpt(source: str, column: int) -> tuple[str, int]:
    """Return the part of the line SOURCE around COLUMN (from 1) and how far in it that stands."""
    at = len(source[: column - 1].expandtabs(4))
    start = max(0, at - 60)
    return visible(source.expandtabs(4)[start : start + _WIDEST]), at - start


class _Sources:
    """The lines of the site's files, read when they are shown."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.files: dict[str, list[str]] = {}

    def line(self, place: Place) -> str | None:
        """Return the line at PLACE; None for a whole file, or one that cannot be read."""
        if place.file not in self.files:
            self.files[place.file] = self._read(place.file)
        lines = self.files[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None

    def _read(self, file: str) -> list[str]:
        try:
            text = (self.site / file).read_text(encoding="utf-8-sig", errors="replace")
        except (OSError, ValueError):  # a message may name what is no file
            return []
        return text.replace("\r\n", "\n").split("\n")
