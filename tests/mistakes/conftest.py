"""What is said of the catalogue's mistakes: sites of them, built once and without TeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scidraft_tex.book_settings import read_settings
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.excerpts import Sources
from scidraft_tex.pipeline import Clock, Job, build_book
from scidraft_tex.progress import Progress
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Outcome, Runner, Shell
from tests.helpers import HUGO
from tests.press import ENGINES, Press

__all__ = ["Dry", "Said", "build", "write"]

Files = Mapping[str, bytes]


@dataclass
class Dry(Press):
    """Runs every program in earnest but TeX's, and Mermaid only if it is asked to."""

    mermaid: bool = False

    def find(self, program: str) -> str | None:
        if program in ENGINES:
            return program
        return Shell().find(program) if self.mermaid or "mmdc" not in program else None

    def run(self, command: Command) -> Outcome:
        if command.program in ENGINES:
            return super().run(command)
        return Shell().run(command)


@dataclass(frozen=True)
class Said:
    """What was said of a site: the items in the order of their places, and how each is shown."""

    site: Path
    items: tuple[Diagnostic, ...]
    sources: Sources = field(repr=False)

    def of(self, file: str) -> list[Diagnostic]:
        """Return what was said of FILE."""
        return [item for item in self.items if item.place and item.place.file == file]

    def shown(self, items: Iterable[Diagnostic]) -> str:
        """Return ITEMS as the terminal shows them."""
        progress = Progress(quiet=False, verbose=False)
        lines = [line.plain for item in items for line in progress.lines(item, self.sources)]
        return "".join(f"{line}\n" for line in lines)


def write(site: Path, files: Files) -> None:
    """Write FILES to the folder SITE, and settings of Hugo's if they have none."""
    given = dict(files)
    if not any(name.startswith("hugo.") for name in given):
        given["hugo.toml"] = HUGO.encode()
    for name, data in given.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def build(site: Path, runner: Runner | None = None) -> Said:
    """Return what building SITE, with its `book.yaml`, says: without TeX, unless by RUNNER."""
    said = Diagnostics()
    settings, own = Settings(arrange="flat"), site / "book.yaml"
    if own.exists():
        settings, found = read_settings(own)
        said.extend(found)
    job = Job(site, site / "build", site / "build/book.pdf", settings, epoch=0)
    made = build_book(job, runner or Dry(), Clock())
    said.extend(made.diagnostics)
    return Said(site, tuple(said.sorted()), Sources(site))
