"""Drawing with mermaid-cli in one page: Mermaid is loaded once for all diagrams.

mermaid-cli opens a page a diagram, and loading Mermaid into it takes longer than drawing does.
`one_page.mjs` hands mermaid-cli's function the same page again, unless a diagram failed, brought
settings of its own or left something behind: each has the bytes then that it has by itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.tools import Command, Runner, ToolMissingError

__all__ = ["KNOWN", "OnePage", "Tried", "find_one_page"]

KNOWN = "11.17.0"
"""The version of mermaid-cli whose way with a page is known."""

_SCRIPT = Path(__file__).with_suffix(".mjs")
_START_SECONDS = 60.0
_SECONDS_EACH = 15.0
_WIDTH, _HEIGHT = 800, 600  # px, of mmdc's page


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of diagrams by their numbers: `drawn` to files, and `failed` for any reason.

    Others were not begun.
    """

    drawn: Mapping[int, Path]
    failed: frozenset[int]


@dataclass(frozen=True, slots=True)
class OnePage:
    """Draws with mermaid-cli's module `cli`, run by `node`."""

    runner: Runner
    node: str
    cli: Path

    def draw(
        self,
        sources: Mapping[int, str],
        folder: Path,
        browser: Mapping[str, object],
        mermaid: Mapping[str, object],
        style: str,
    ) -> Tried:
        """Draw SOURCES to PDF files in FOLDER, with the settings of BROWSER and MERMAID."""
        paths = {number: folder / f"{number}.pdf" for number in sources}
        options = {
            "viewport": {"width": _WIDTH, "height": _HEIGHT, "deviceScaleFactor": 1},
            "backgroundColor": "white",
            "mermaidConfig": mermaid,
            "myCSS": style,
            "pdfFit": True,
        }
        job = {
            "cli": str(self.cli),
            "puppeteer": browser,
            "options": options,
            "seconds": _SECONDS_EACH,
            "diagrams": [[f"{sources[n].rstrip()}\n", str(path)] for n, path in paths.items()],
        }
        file = folder / "one-page.json"
        file.write_text(json.dumps(job), encoding="utf-8")
        command = Command(
            self.node,
            (str(_SCRIPT), str(file)),
            folder,
            seconds=_START_SECONDS + _SECONDS_EACH * len(sources),
            as_user=True,
            environment={"TMPDIR": str(folder)},
        )
        try:
            begun = set(self.runner.run(command).stdout.splitlines())
        except ToolMissingError:
            begun = set()
        drawn = {number: path for number, path in paths.items() if path.exists()}
        failed = {n for n, path in paths.items() if n not in drawn and str(path) in begun}
        return Tried(drawn, frozenset(failed))


def find_one_page(runner: Runner, package: Path | None, version: str) -> OnePage | None:
    """Return the way to draw with the mermaid-cli of VERSION in PACKAGE, None if none is known."""
    node = runner.find("node")
    if not node or not package or version != KNOWN or not _SCRIPT.exists():
        return None
    return OnePage(runner, node, package / "src" / "index.js")
