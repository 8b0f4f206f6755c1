"""One unit being set: what is known of it, what its next pass reads, and what it comes to."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.files import text_of, whole
from scidraft_tex.tools import Outcome
from scidraft_tex.typeset.bibliography import make_bibliography
from scidraft_tex.typeset.digests import digest, distribution_stamp, file_digest
from scidraft_tex.typeset.guesses import guess
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.units.source import Start, lists_before, unit_outline, unit_source
from scidraft_tex.typeset.units.split import Matter, Unit
from scidraft_tex.typeset.units.written import Label, Written, as_expected, asked_names, read_aux

__all__ = ["FOLDER", "Reading", "UnitRun", "View"]

FOLDER = "units"
"""Where the units' documents lie, within the book's folder."""

_MADE = frozenset({".aux", ".log", ".pdf", ".fls", ".idx", ".bbl", ".blg", ".lor"})
"""Endings of what passes make of a unit and later ones, or other units, rely on."""

_OUTPUT = re.compile(r"^Output written on .*\((\d+) pages?", re.MULTILINE)
_ALL = frozenset({"pages", "titles"})
_GLANCE = "\\resultsataglance"
"""Prints a part of the list of results, which a unit that has it reads back."""

_BIBLATEX_CITES = re.compile(r"\\(?:paren)?cite\s*\[|\\textcite(?![A-Za-z])")
r"""Citations that are left to biblatex where entries are finished: see `\finishedcite`."""

_LONG_TABLE = re.compile(r"\\begin\{longtable\*?\}\{((?:[^{}]|\{[^{}]*\})*)\}")
_OF_GIVEN_WIDTH = re.compile(r"(?:[LCR]\{[^{}]*\}|[|]|[@!]\{[^{}]*\})*")


def _measured(columns: str) -> bool:
    """Tell whether a long table with COLUMNS has some as wide as their cells ask for."""
    return _OF_GIVEN_WIDTH.fullmatch(columns) is None


@dataclass(frozen=True, slots=True)
class View:
    """What the units say to each other: labels, lines of lists, digests of printed indexes."""

    labels: Mapping[str, Label] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    lists: Mapping[str, str] = field(default_factory=dict)
    indexes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a pass reads beside files that no pass writes: texts by the endings of their files."""

    source: str
    lines: tuple[str, ...]
    labels: tuple[Label, ...]
    lists: Mapping[str, str]

    def files(self, asks: Collection[str]) -> dict[str, str]:
        """Return the files for a unit that ASKS for pages or titles of labels, if it does."""
        lines = [*self.lines, *(label.line(asks) for label in self.labels)]
        return {".tex": self.source, ".aux": "\n".join([*lines, ""]), **self.lists}


@dataclass
class UnitRun:
    """A unit with what is known of it: its last pass, the key of that, where it started then.

    `text` is its own without comments and listings; `written` is of that pass, as it was written,
    in which it counted from `start`, and `indexes` are its raw ones by their files' names.
    `chapters` numbered ones stand before it.
    """

    unit: Unit
    job: Job
    text: str = ""
    chapters: int = 0
    key: str = ""
    start: Start = field(default_factory=Start)
    written: Written | None = None
    bibliography: str = ""
    read: tuple[str, ...] = ()
    outside: str = ""
    outcome: Outcome | None = None
    passes: int = 0

    def __post_init__(self) -> None:
        self.names = asked_names(self.unit.text + self.unit.body)
        self._stamps: dict[str, str] | None = None
        self._measures = any(map(_measured, _LONG_TABLE.findall(self.unit.text)))
        self._guessed: Written | None = None
        self._shipped: int | None = None
        self.indexes: dict[str, str] = {}

    @property
    def cites(self) -> bool:
        """Whether it has lists of references."""
        return "\\printbibliography" in self.unit.text

    @property
    def placed(self) -> bool:
        """Whether what it prints depends on where it stands, as far as that is known."""
        pages = self.written is None or "pages" in self.written.asks
        return pages or self.cites or _GLANCE in self.unit.text

    @property
    def failed(self) -> bool:
        """Whether its last pass came to no end, or met errors and made no PDF."""
        if self.outcome is None:
            return False
        return bool(self.outcome.exceeded) or not (self.shipped or self.outcome.ok)

    @property
    def errs(self) -> bool:
        """Whether its last pass, in this build, met errors."""
        return self.outcome is not None and not self.outcome.ok

    @property
    def shipped(self) -> int:
        """How many pages its PDF has, by the log, 0 for none."""
        if self._shipped is None:
            there = self.job.file(".pdf").exists()
            told = _OUTPUT.findall(self.job.text(".log")) if there else []
            self._shipped = int(told[-1]) if told else 0
        return self._shipped

    @property
    def pages(self) -> int | None:
        """How many pages it has, None if that is not known."""
        end = self.written.end if self.written else None
        return end[0] - self.start.page if end else None

    @property
    def told(self) -> Written:
        """What its last pass wrote, or what its first is likely to write."""
        if self.written:
            return self.written
        if self._guessed is None:
            guessed = guess(self.text, {}, 1, self.chapters, lists_before(self.unit))
            self._guessed = Written(guessed.labels, own=guessed.cited)
        return self._guessed

    @property
    def expected(self) -> bool:
        """Whether its lists of references told in its first pass what they would in another.

        That is so if each comes after its citations, these are none that biblatex prints, and stand
        where TeX was when it read them, and nothing else is read back.
        """
        lists = (part.split("\\printbibliography") for part in self.text.split("\\newrefsection"))
        last = not any("cite" in rest for _, *after in lists for rest in after)
        own = self.told.moved_own(0, widths=self._measures, asking=False)
        ours = self.job.lists_given and not _BIBLATEX_CITES.search(self.text)
        return last and ours and all(map(as_expected, own))

    @property
    def log(self) -> str:
        """What its last pass said; the end of a log is lost where TeX was ended past a limit.

        Back matter may have no page, of which a book's log would say that it has none.
        """
        if self.outcome and self.outcome.exceeded:
            return self.outcome.stdout
        text = self.job.text(".log")
        return text if self.failed else text.replace("\nNo pages of output.\n", "\n")

    def shift(self, start: Start) -> int:
        """Return what is to be added to the pages that it tells of, if it begins at START."""
        return start.page - self.start.page

    def reading(self, start: Start, head: str, view: View) -> Reading:
        """Return what a pass from START reads."""
        told, shift = self.told, self.shift(start)
        own = told.moved_own(shift, widths=self._measures, asking=not self.job.lists_given)
        if self.written is None and self.job.lists_given:
            own = (f"\\gdef\\finishedshift{{{start.page - start.first}}}",)
        lists: dict[str, str] = {}
        if self.unit.matter is Matter.FRONT:
            lists = {f".{ending}": text for ending, text in view.lists.items()}
        elif _GLANCE in self.unit.text:
            lines = (line for ending, line in told.moved_lists(shift) if ending == "lor")
            lists = {".lor": "\n".join([*lines, ""])}
        return Reading(
            unit_source(head, self.unit, start),
            (*view.shared, *own),
            tuple(view.labels[name] for name in sorted(self.names & view.labels.keys())),
            lists,
        )

    def key_of(self, reading: Reading, view: View, format_key: str) -> str:
        """Return the key of a pass over READING and the files that the last pass read."""
        if self._stamps is None:
            self._stamps = {name: file_digest(self.job.folder / name) for name in self.read}
        files = reading.files(self.told.asks)
        lists = file_digest(self.job.file(".bbl"))
        indexes = dict(view.indexes) if self.unit.matter is Matter.BACK else {}
        parts = [files, self._stamps, lists, indexes, format_key, self.outside]
        return digest(json.dumps(parts, sort_keys=True).encode())

    def load(self) -> None:
        """Take over what an earlier build knows, if all that its last pass made is there whole."""
        try:
            kept = json.loads(self.job.file(".unit.json").read_text(encoding="utf-8"))
            if self._made() != kept["made"] or kept["errors"]:  # what errors left may be spoilt
                return
            if kept["body"] != self.unit.body:  # it is another unit, of other chapters
                return
            self.start = Start(*kept["start"])
            self.key, self.bibliography = str(kept["key"]), str(kept["bibliography"])
            self.read, self.outside = tuple(kept["read"]), str(kept["outside"])
            if self.outside != distribution_stamp(self.job.recorded().outside):
                self.key = ""
        except (OSError, ValueError, TypeError, KeyError):
            return
        self._take_written()

    def _take_written(self) -> None:
        """Read what the last pass wrote: another may write it anew when it is asked for."""
        self.written = read_aux(self.job.text(".aux"))
        raw = sorted(self.job.file("").parent.glob("*.idx"))
        self.indexes = {path.name: text_of(path) for path in raw}

    def save(self) -> None:
        """Write down what the last pass came to."""
        kept: dict[str, Any] = {
            "key": self.key,
            "body": self.unit.body,
            "start": [self.start.page, self.start.part, self.start.chapter],
            "bibliography": self.bibliography,
            "read": list(self.read),
            "outside": self.outside,
            "errors": self.errs,
            "made": self._made(),
        }
        with whole(self.job.file(".unit.json")) as beside:
            beside.write_text(json.dumps(kept), encoding="utf-8")

    def _made(self) -> dict[str, str]:
        """Return the digests of what passes and programs made of the unit."""
        folder = self.job.file("").parent
        made = (path for path in sorted(folder.iterdir()) if path.suffix in _MADE)
        return {path.name: file_digest(path) for path in made}

    def ask(self, head: str) -> Sequence[Diagnostic]:
        """Have the lists of references made before the first pass; return what went wrong.

        Raises `ToolMissingError`.
        """
        if self.job.lists_given:
            return ()
        text = unit_outline(head, self.unit, self.job.folder)
        return self.make_lists() if text and self.job.set_outline(text).ok else ()

    def make_lists(self) -> Sequence[Diagnostic]:
        """Have the lists of references made if there is cause, and return what went wrong.

        Raises `ToolMissingError`.
        """
        made = make_bibliography(self.job, self.bibliography)
        self.bibliography = made.request
        return made.failures

    def set(self, reading: Reading) -> Outcome:
        """Run a pass over READING; raises `ToolMissingError`.

        It is told all of the labels, since what it will ask for is not known before.
        """
        for ending, text in reading.files(_ALL).items():
            self.job.file(ending).write_text(text, encoding="utf-8")
        self.job.file(".unit.json").unlink(missing_ok=True)
        self.job.file(".pdf").unlink(missing_ok=True)
        return self.job.set_pages(draft=False)

    def take(self, start: Start, outcome: Outcome) -> None:
        """Take over what a pass from START came to."""
        self.outcome, self._shipped = outcome, None
        self.passes += 1
        self.start = Start(start.first, start.part, start.chapter)
        self._take_written()
        own = f"{FOLDER}/"
        recorded = self.job.recorded()
        self.read = tuple(sorted(name for name in recorded.read if not name.startswith(own)))
        self.outside, self._stamps = distribution_stamp(recorded.outside), None
