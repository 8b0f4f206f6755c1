"""What the terminal shows: a line a stage, what went wrong, and the summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Severity

_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


class Progress:
    """Speaks of a build: on a terminal in colours, elsewhere in plain lines."""

    def __init__(self, *, quiet: bool, verbose: bool) -> None:
        """Say less with QUIET (errors alone), more with VERBOSE (notes, and programs' own words)."""
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
        self.err.print(Text("error: ", style="bold red").append(message, style="not bold"))

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
        head = Text(f"{item.place}: " if item.place else "")
        head.append(f"{item.severity.value}[{item.code}]", style=_COLOURS[item.severity])
        head.append(f": {item.message}")
        yield head
        if item.place and item.place.line:
            source = sources.line(item.place.file, item.place.line)
            if source is not None:
                shown = source.expandtabs(4)
                column = len(source[: item.place.column - 1].expandtabs(4))
                start = max(0, column - 60)
                yield Text(f"    {shown[start : start + 100]}", style="dim")
                yield Text("    " + " " * (column - start) + "^", style=_COLOURS[item.severity])
        if item.hint:
            yield Text(f"    {item.hint}")
        if item.detail and self.verbose:
            for line in item.detail.splitlines():
                yield Text(f"    | {line}", style="dim")

    def summary(self, lines: Sequence[str]) -> None:
        """Print the lines that end a build."""
        if not self.quiet:
            for line in lines:
                self.out.print(Text(line))


class _Sources:
    """The lines of the site's files, read when they are shown."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.files: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str | None:
        if file not in self.files:
            try:
                text = (self.site / file).read_text(encoding="utf-8", errors="replace")
            except OSError:
                text = ""
            self.files[file] = text.replace("\r\n", "\n").split("\n")
        lines = self.files[file]
        return lines[number - 1] if 0 < number <= len(lines) else None
