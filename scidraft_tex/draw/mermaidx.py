"""Drawing without a browser: the package mermaidx runs Mermaid by itself, librsvg makes the PDF.

It comes with `pip install scidraft-tex[browserless]`. Labels are plain SVG text then: no HTML
beyond line breaks, and no formulas.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scidraft_tex.draw.mermaid import (
    STYLE,
    Fault,
    RendererUnavailableError,
    configuration,
    fault_from,
)
from scidraft_tex.tools import Command, Runner, ToolMissingError, exceeding

__all__ = ["Mermaidx", "mermaidx_version"]

_SECONDS = 120.0


def mermaidx_version() -> str | None:
    """Return the version of mermaidx, or None where it is not installed."""
    try:
        return importlib.metadata.version("mermaidx")
    except importlib.metadata.PackageNotFoundError:
        return None


class Mermaidx:
    """Draws with mermaidx and rsvg-convert, at most `jobs` diagrams at a time."""

    def __init__(self, runner: Runner, version: str, theme: str, jobs: int) -> None:
        self.runner = runner
        self.theme = theme
        self.jobs = max(1, jobs)
        self.name = f"mermaidx {version}"

    def draw(self, sources: Sequence[str], folder: Path) -> list[Path | Fault]:
        """Draw SOURCES to PDF files in FOLDER, in order; raises `RendererUnavailableError`."""
        settings = json.dumps(configuration(self.theme, html_labels=False))
        (folder / "mermaid.json").write_text(settings, encoding="utf-8")
        (folder / "page.css").write_text(STYLE, encoding="utf-8")
        paths = [folder / f"{number}.mmd" for number in range(len(sources))]
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(self._single, sources, paths))

    def _single(self, source: str, text: Path) -> Path | Fault:
        text.write_text(source.rstrip() + "\n", encoding="utf-8")
        svg, pdf = text.with_suffix(".svg"), text.with_suffix(".pdf")
        arguments = (
            *("-m", "mermaidx", "-q", "-i", str(text), "-o", str(svg), "-b", "white"),
            *("-c", str(text.with_name("mermaid.json")), "--css", str(text.with_name("page.css"))),
        )
        try:
            run = self.runner.run(Command(sys.executable, arguments, text.parent, seconds=_SECONDS))
            if over := exceeding("Mermaid", run):
                return Fault(over.message, code=over.code)
            if not run.ok or not svg.exists():
                return fault_from(source, run.stderr)
            # librsvg drops the blanks between the words of a label otherwise.
            kept = re.sub(r"<text\b", '<text xml:space="preserve"', svg.read_text(encoding="utf-8"))
            svg.write_text(kept, encoding="utf-8")
            convert = Command("rsvg-convert", ("-f", "pdf", "-o", str(pdf), str(svg)), seconds=60)
            made = self.runner.run(convert)
        except ToolMissingError as error:
            raise RendererUnavailableError(f"{error.program} is not installed") from error
        return pdf if made.ok else Fault("the drawing cannot be made a PDF", 0, made.stderr.strip())
