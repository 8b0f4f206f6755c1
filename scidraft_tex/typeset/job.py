"""A document to set: its folder, its name, its engine, and the files and commands these imply."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.files import check_room, full
from scidraft_tex.tools import Command, Outcome, Runner

__all__ = ["MOST_PAGES", "TOO_LONG", "Job", "Recorded", "page_limit", "results_of"]

MOST_PAGES = 5000
"""How many pages a document has at the most, unless the settings say otherwise."""

TOO_LONG = "The document has more than"
"""How the error begins that ends a document of more pages than it may have."""

_DRAFT_OPTION = {
    Engine.PDFLATEX: "-draftmode",
    Engine.LUALATEX: "-draftmode",
    Engine.XELATEX: "-no-pdf",
}
"""How an engine is told that a pass is for its labels only: no PDF is made of it."""

_NO_ROOM = re.compile(r"^!pdfTeX error: .*fwrite\(\) failed", re.MULTILINE)
"""What pdfTeX says before it takes its half a file away, and there is room again."""

_LIMITS = {
    "openin_any": "p",
    "openout_any": "p",
    "max_print_line": "10000",
    "error_line": "254",
    "half_error_line": "238",
}
"""Settings of kpathsea: no file outside the folder is read by a path or written, no log line wraps.

254 and 238 are the longest context lines that web2c's TeX allows.
"""

_NOT_READ_BACK = frozenset(
    {".log", ".fls", ".pdf", ".xdv", ".idx", ".bcf", ".xml", ".gz", ".synctex"}
)
"""Endings of files that TeX writes and no later pass depends on."""

_SOURCES = frozenset({".tex", ".bib", ".ist", ".sty", ".cls"})
"""Endings of files that are never removed, even if TeX wrote them (`filecontents` does)."""

_MADE = (
    *(".aux", ".toc", ".lof", ".lot", ".loa", ".lol", ".out", ".log", ".fls", ".pdf", ".xdv"),
    *(".bcf", ".bbl", ".blg", ".run.xml"),
)
"""Endings of what TeX and biber make of any document, whether a recorder's file tells or not."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a pass read and wrote, from its `-recorder` file.

    `read` and `written` are names relative to the folder; `outside` are absolute paths of what was
    read elsewhere, packages and fonts.
    """

    read: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()

    @property
    def read_back(self) -> frozenset[str]:
        """Files written for the next pass to read: `.aux`, `.toc` and their kin."""
        return frozenset(name for name in self.written if Path(name).suffix not in _NOT_READ_BACK)

    @property
    def indexes(self) -> tuple[str, ...]:
        """The raw indexes written, `.idx`."""
        return tuple(sorted(name for name in self.written if name.endswith(".idx")))

    @classmethod
    def of(cls, file: Path) -> Recorded:
        """Read the recorder's FILE; one that is not there records nothing."""
        try:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return cls()
        folder = next((Path(line[4:]) for line in lines if line.startswith("PWD ")), file.parent)
        read: set[str] = set()
        written: set[str] = set()
        outside: set[str] = set()
        for line in lines:
            verb, _, name = line.partition(" ")
            path = Path(name)
            if path.is_absolute() and path.is_relative_to(folder):
                path = path.relative_to(folder)
            if path.is_absolute():
                if verb == "INPUT":
                    outside.add(str(path))
            elif verb in {"INPUT", "OUTPUT"}:
                (read if verb == "INPUT" else written).add(path.as_posix())
        return cls(frozenset(read), frozenset(written), frozenset(outside))


@dataclass(frozen=True, slots=True)
class Job:
    """What is set, `<name>.tex` in `folder`, and how.

    `seconds` is the wall time that each program may take, `silent` how long the engine may work and
    say nothing once it has said `awaited`, `printed` how many bytes it may say. `epoch` is the
    time, in seconds since 1970, that the PDF is dated by, or None for now. `given` are files that
    look as if TeX or biber made them, and are sources: a finished `.bbl`. No more than `pages` are
    set.
    """

    folder: Path
    name: str
    engine: Engine
    runner: Runner
    seconds: float
    epoch: int | None = None
    given: frozenset[str] = frozenset()
    silent: float = math.inf
    awaited: str = ""
    printed: int = 64 << 20
    pages: int = MOST_PAGES

    def file(self, suffix: str) -> Path:
        """Return the document's file with SUFFIX, such as `.aux`."""
        return self.folder / f"{self.name}{suffix}"

    @property
    def published(self) -> Path:
        """Where the PDF of the last good pass is put, whole."""
        return self.folder / "out" / f"{self.name}.pdf"

    def text(self, suffix: str) -> str:
        """Return what the document's file with SUFFIX holds, "" if there is none."""
        try:
            return self.file(suffix).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def recorded(self) -> Recorded:
        """Return what the last pass read and wrote."""
        return Recorded.of(self.file(".fls"))

    def set_pages(self, *, draft: bool) -> Outcome:
        """Run the engine once; raises `ToolMissingError`."""
        outcome = self.run(
            self.engine.value,
            "-interaction=nonstopmode",
            "-file-line-error",
            "-no-shell-escape",
            "-recorder",
            f"-jobname={self.name}",
            *((_DRAFT_OPTION[self.engine],) if draft else ()),
            f"{page_limit(self.pages)}\\input{{{self.name}.tex}}",
        )
        self._keep_driver_warnings(outcome.stdout + outcome.stderr)
        return outcome

    def run(self, program: str, *arguments: str) -> Outcome:
        """Run PROGRAM in the folder within the limits.

        Raises `ToolMissingError`, and `OSError` where there was no room for what it wrote.
        """
        environment = dict(_LIMITS)
        if self.epoch is not None:
            environment |= {"SOURCE_DATE_EPOCH": str(self.epoch), "FORCE_SOURCE_DATE": "1"}
        outcome = self.runner.run(
            Command(
                program,
                arguments,
                self.folder,
                environment=environment,
                seconds=self.seconds,
                silent=self.silent if program == self.engine.value else math.inf,
                awaited=self.awaited,
                printed=self.printed,
            )
        )
        check_room(self.folder)
        if outcome.status and _NO_ROOM.search(outcome.stdout):
            raise full(self.folder)
        return outcome

    def clean(self) -> None:
        """Remove what earlier runs made, so that nothing of a broken one is read back."""
        recorded = self.recorded()
        names = {*recorded.written, *results_of(recorded.indexes)}
        made = {self.folder / name for name in names} | {self.file(end) for end in _MADE}
        for path in made - {self.folder / name for name in self.given}:
            if path.suffix not in _SOURCES and path.is_relative_to(self.folder):
                path.unlink(missing_ok=True)

    def _keep_driver_warnings(self, said: str) -> None:
        """Add what XeTeX's PDF driver said to the log, which holds TeX's words alone."""
        lines = [line for line in said.splitlines() if line.startswith("xdvipdfmx:")]
        if lines:
            with self.file(".log").open("a", encoding="utf-8") as log:
                log.write("\n".join(["", *lines, ""]))


def page_limit(pages: int) -> str:
    r"""Return what is put before a document so that TeX gives up after PAGES, where it stands then.

    A note can ask for pages without end. It stands on TeX's command line and in no file: a source
    that goes to others has no limit.
    """
    given_up = rf"\errmessage{{{TOO_LONG} {pages} pages}}\batchmode\read-1to\relax"
    return (
        rf"\AddToHook{{shipout/before}}{{\ifnum\ReadonlyShipoutCounter<{pages} \else{given_up}\fi}}"
    )


def results_of(indexes: tuple[str, ...]) -> list[str]:
    """Return the names of what makeindex made of INDEXES."""
    return [str(Path(name).with_suffix(end)) for name in indexes for end in (".ind", ".ilg")]
