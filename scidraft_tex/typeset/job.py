"""A document to set: its folder, its name, its engine, and the files and commands these imply."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.files import check_room, full
from scidraft_tex.tools import Command, Outcome, Runner

__all__ = ["MOST_PAGES", "TOO_LONG", "Job", "Preloaded", "Recorded", "page_limit", "results_of"]

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
        told = next((line[4:] for line in lines if line.startswith("PWD ")), str(file.parent))
        inside = f"{told.rstrip('/')}/"
        read: set[str] = set()
        written: set[str] = set()
        outside: set[str] = set()
        for line in dict.fromkeys(lines):
            verb, _, name = line.partition(" ")
            name = name.removeprefix(inside).removeprefix("./")
            if name.startswith("/"):
                if verb == "INPUT":
                    outside.add(name)
            elif verb in {"INPUT", "OUTPUT"}:
                (read if verb == "INPUT" else written).add(name)
        return cls(frozenset(read), frozenset(written), frozenset(outside))


@dataclass(frozen=True, slots=True)
class Preloaded:
    """A format that holds a document's preamble.

    `inputs` are the files it was made of, as `Recorded` names them, and `log` what TeX said then.
    """

    path: Path
    inputs: tuple[str, ...] = ()
    log: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """What is set, `<name>.tex` in `folder`, and how.

    `seconds` is the wall time that each program may take, `silent` how long the engine may work and
    say nothing once it has said `awaited`, `printed` how many bytes it may say. `epoch` is the
    time, in seconds since 1970, that the PDF is dated by, or None for now. `given` are files that
    look as if TeX or biber made them, and are sources: a finished `.bbl`. No more than `pages` are
    set. With `preloaded` the preamble is not read again. `place` is a folder within `folder` where
    the document and what is made of it lie; programs run in `folder` all the same.
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
    preloaded: Preloaded | None = None
    place: str = ""

    def file(self, suffix: str) -> Path:
        """Return the document's file with SUFFIX, such as `.aux`."""
        return self.folder / f"{self.stem}{suffix}"

    @property
    def stem(self) -> str:
        """What the document's files are called relative to the folder, without their endings."""
        return f"{self.place}/{self.name}" if self.place else self.name

    @property
    def lists_given(self) -> bool:
        """Whether the `.bbl` is a source, and no biber is to make it."""
        return f"{self.stem}.bbl" in self.given

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
        """Run the engine once; raises `ToolMissingError`.

        A format that the engine does not take is done without.
        """
        outcome = self._set(self.preloaded, draft=draft)
        if self.preloaded and not self.file(".log").exists() and not outcome.exceeded:
            self.preloaded.path.unlink(missing_ok=True)
            outcome = self._set(None, draft=draft)
        self._keep_driver_warnings(outcome.stdout + outcome.stderr)
        return outcome

    def set_outline(self, text: str) -> Outcome:
        """Set TEXT, the outline of the document, in its name; raises `ToolMissingError`."""
        source = self.file("-outline.tex")
        try:
            source.write_text(text, encoding="utf-8")
            return self._set(self.preloaded, draft=True, source="-outline")
        finally:
            source.unlink(missing_ok=True)

    def _set(self, preloaded: Preloaded | None, *, draft: bool, source: str = "") -> Outcome:
        self.file(".log").unlink(missing_ok=True)
        outcome = self.run(
            self.engine.value,
            *((f"-fmt={preloaded.path.stem}",) if preloaded else ()),
            "-interaction=nonstopmode",
            "-file-line-error",
            "-no-shell-escape",
            "-recorder",
            f"-jobname={self.name}",
            *((f"-output-directory={self.place}",) if self.place else ()),
            *((_DRAFT_OPTION[self.engine],) if draft else ()),
            f"{page_limit(self.pages)}\\input{{{self.stem}{source}.tex}}",
        )
        if preloaded:
            self._keep_preamble(preloaded)
        return outcome

    def run(self, program: str, *arguments: str) -> Outcome:
        """Run PROGRAM in the folder within the limits.

        Raises `ToolMissingError`, and `OSError` where there was no room for what it wrote.
        """
        outcome = self.runner.run(
            Command(
                program,
                arguments,
                self.folder,
                environment=self.environment(),
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

    def environment(self) -> dict[str, str]:
        """Return the variables that programs are run with: limits, the date, where formats lie."""
        told = dict(_LIMITS)
        if self.epoch is not None:
            told |= {"SOURCE_DATE_EPOCH": str(self.epoch), "FORCE_SOURCE_DATE": "1"}
        if self.preloaded:
            told |= {"TEXFORMATS": f"{self.preloaded.path.parent}{os.pathsep}"}
        return told

    def clean(self) -> None:
        """Remove what earlier runs made, so that nothing of a broken one is read back."""
        recorded = self.recorded()
        names = {*recorded.written, *results_of(recorded.indexes)}
        made = {self.folder / name for name in names} | {self.file(end) for end in _MADE}
        for path in made - {self.folder / name for name in self.given}:
            if path.suffix not in _SOURCES and path.is_relative_to(self.folder):
                path.unlink(missing_ok=True)

    def _keep_preamble(self, preloaded: Preloaded) -> None:
        """Add what was read and said of the preamble to what the pass wrote of the rest."""
        record, log = self.file(".fls"), self.file(".log")
        if not record.exists() or not log.exists():
            return
        lines = (line for line in self.text(".fls").splitlines() if str(preloaded.path) not in line)
        inputs = (f"INPUT {name}" for name in preloaded.inputs)
        record.write_text("\n".join([*lines, *inputs, ""]), encoding="utf-8")
        first, _, rest = self.text(".log").partition("\n")
        log.write_text(f"{first}\n{preloaded.log}{rest}", encoding="utf-8")

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
