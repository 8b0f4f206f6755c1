"""Drawing with mermaid-cli: one browser for all diagrams, and a bad one costs itself.

Several are drawn in one page where that is known to work (`one_page`); mmdc draws what was not
drawn there alone, and tells what is wrong with it.

Elsewhere mmdc takes a Markdown file and draws its fences to out-1.pdf, out-2.pdf …; it stops at the
first that it cannot draw, without saying which. Those drawn before it are kept, the next few are
tried one by one, and what is left goes into the next batch.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scidraft_tex.draw.mermaid import (
    STYLE,
    Fault,
    RendererUnavailableError,
    configuration,
    fault_from,
)
from scidraft_tex.draw.one_page import find_one_page
from scidraft_tex.tools import Command, Outcome, Runner, ToolMissingError, exceeding

__all__ = ["Mmdc", "find_browser", "find_mmdc"]

_SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Browsers without windows, which start and draw in less time."""

BROWSERS = (*_SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROJECT_BIN = Path(__file__).parents[2] / "node_modules" / ".bin"
"""Where `make setup` puts mmdc in the repository."""

_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
_UNAVAILABLE = re.compile(
    r"launch|browser was not found|could not find chrom|browser process|protocol error"
    r"|target closed|navigation timeout|cannot find module|err_module_not_found|syntaxerror:",
    re.IGNORECASE,
)
_FENCE_END = re.compile(r"[`:]{3}[^\S\n]*$", re.MULTILINE)
_START_SECONDS = 60.0
_SECONDS_EACH = 15.0


def find_mmdc(runner: Runner) -> str | None:
    """Return mermaid-cli's program, from where RUNNER looks or from the repository, or None."""
    found = runner.find("mmdc")
    if found is None and (PROJECT_BIN / "mmdc").exists():
        return str(PROJECT_BIN / "mmdc")
    return found


def find_browser(runner: Runner) -> str | None:
    """Return the path of the best Chromium or Chrome that RUNNER finds, or None."""
    return next(filter(None, map(runner.find, BROWSERS)), None)


class Mmdc:
    """Draws with `program` (mmdc) in `browser`, at most `jobs` diagrams at a time."""

    def __init__(self, runner: Runner, program: str, browser: str, theme: str, jobs: int) -> None:
        self.runner = runner
        self.program = program
        self.browser = browser
        self.theme = theme
        self.jobs = max(1, jobs)
        package, version = _package(program)
        self.name = f"mmdc {version or _said_version(runner, program)}"
        self.page = find_one_page(runner, package, version.partition(",")[0])

    def draw(self, sources: Sequence[str], folder: Path) -> list[Path | Fault]:
        """Draw SOURCES to PDF files in FOLDER, in order; raises `RendererUnavailableError`."""
        self._configure(folder)
        done = self._in_one_page(sources, folder) if len(sources) > 1 else {}
        pending = [number for number in range(len(sources)) if number not in done]
        for number in [n for n in pending if _FENCE_END.search(sources[n])]:
            done[number] = self._single(sources[number], folder, number)
        while pending := [number for number in pending if number not in done]:
            if len(pending) == 1:
                suspects = pending
            else:
                done |= self._batch(sources, pending, folder)
                suspects = [number for number in pending if number not in done][: self.jobs]
            for number in suspects:
                done[number] = self._single(sources[number], folder, number)
        return [done[number] for number in range(len(sources))]

    def _puppeteer(self) -> dict[str, Any]:
        """Return how the browser is started."""
        # Chromium's sandbox does not work for root.
        flags = [*(["--no-sandbox"] if os.geteuid() == 0 else []), *_FLAGS]
        browser: dict[str, Any] = {"executablePath": self.browser, "args": flags, "pipe": True}
        return browser | ({"headless": "shell"} if Path(self.browser).name in _SHELLS else {})

    def _configure(self, folder: Path) -> None:
        """Write the settings of the browser, of Mermaid and of the page to FOLDER."""
        (folder / "puppeteer.json").write_text(json.dumps(self._puppeteer()), encoding="utf-8")
        mermaid = json.dumps(configuration(self.theme))
        (folder / "mermaid.json").write_text(mermaid, encoding="utf-8")
        (folder / "page.css").write_text(STYLE, encoding="utf-8")

    def _in_one_page(self, sources: Sequence[str], folder: Path) -> dict[int, Path | Fault]:
        """Draw SOURCES in one page, and alone what fails there; return what became of them.

        One that takes too long ends the browser, and the others are drawn in another. Where the
        page does not work for any of several, they are left to mmdc.
        """
        done: dict[int, Path | Fault] = {}
        while self.page and len(done) < len(sources):
            pending = {n: source for n, source in enumerate(sources) if n not in done}
            settings = (self._puppeteer(), configuration(self.theme), STYLE)
            tried = self.page.draw(pending, folder, *settings)
            if not tried.drawn and len(tried.failed) != 1:
                break
            done |= tried.drawn
            for number in sorted(tried.failed):
                done[number] = self._single(sources[number], folder, number)
        return done

    def _batch(self, sources: Sequence[str], numbers: list[int], folder: Path) -> dict[int, Path]:
        """Draw the sources of NUMBERS together; return those that came out."""
        with tempfile.TemporaryDirectory(dir=folder) as place:
            batch = Path(place)
            text = "\n".join(f"```mermaid\n{sources[n].rstrip()}\n```\n" for n in numbers)
            (batch / "all.md").write_text(text, encoding="utf-8")
            self._run(batch / "all.md", batch / "out.md", folder, len(numbers))
            drawn: dict[int, Path] = {}
            for position, number in enumerate(numbers, start=1):
                path = batch / f"out-{position}.pdf"
                if _whole(path):
                    drawn[number] = path.replace(folder / f"{number}.pdf")
            return drawn

    def _single(self, source: str, folder: Path, number: int) -> Path | Fault:
        """Draw SOURCE alone."""
        path = folder / f"{number}.pdf"
        text = folder / f"{number}.mmd"
        text.write_text(source.rstrip() + "\n", encoding="utf-8")
        run = self._run(text, path, folder, 1)
        if run.ok and _whole(path):
            return path
        if over := exceeding("Mermaid", run):
            return Fault(over.message, code=over.code)
        return fault_from(source, run.stderr)

    def _run(self, text: Path, out: Path, folder: Path, count: int) -> Outcome:
        """Run mmdc; raises `RendererUnavailableError` if it or its browser does not start."""
        arguments = (
            *("-i", str(text), "-o", str(out), "-e", "pdf", "--pdfFit", "-q"),
            *("-p", str(folder / "puppeteer.json"), "-c", str(folder / "mermaid.json")),
            *("-C", str(folder / "page.css"), "-j", str(self.jobs)),
        )
        seconds = _START_SECONDS + _SECONDS_EACH * count
        try:
            run = self.runner.run(
                Command(
                    self.program,
                    arguments,
                    folder,
                    seconds=seconds,
                    as_user=True,
                    environment={"TMPDIR": str(folder)},
                )
            )
        except ToolMissingError as error:
            raise RendererUnavailableError(f"{error.program} is not installed") from error
        first = next((line for line in run.stderr.splitlines() if line.strip()), "")
        if not run.ok and _UNAVAILABLE.search(first):
            raise RendererUnavailableError(first.strip())
        return run


def _whole(path: Path) -> bool:
    """Whether PATH is a PDF with a page: mmdc may have been ended while it wrote."""
    import pikepdf  # noqa: PLC0415  # what was drawn before does not pay for it

    try:
        with pikepdf.open(path) as pdf:
            return len(pdf.pages) > 0
    except (OSError, pikepdf.PdfError):
        return False


def _package(program: str) -> tuple[Path | None, str]:
    """Return the folder of PROGRAM's package with its version and Mermaid's, or None and ""."""
    for folder in Path(program).resolve().parents:
        if (own := _package_version(folder, "@mermaid-js/mermaid-cli")) is not None:
            mermaid = _package_version(folder.parents[1] / "mermaid", "mermaid")
            return folder, f"{own}, mermaid {mermaid}" if mermaid else own
    return None, ""


def _said_version(runner: Runner, program: str) -> str:
    """Return the version that PROGRAM says it has."""
    try:
        return runner.run(Command(program, ("--version",), seconds=60)).stdout.strip()
    except ToolMissingError:
        return "unknown"


def _package_version(folder: Path, name: str) -> str | None:
    """Return the version of the npm package in FOLDER, or None if that is not NAME."""
    try:
        package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        return str(package["version"]) if package["name"] == name else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
