"""One unit being set: what is known of it, what its next pass reads, and what it comes to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.files import whole
from scidraft_tex.tools import Outcome
from scidraft_tex.typeset.bibliography import make_bibliography
from scidraft_tex.typeset.digests import digest, distribution_stamp, file_digest
from scidraft_tex.typeset.guesses import Guesses, guess
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.units.source import Start, lists_before, unit_outline, unit_source
from scidraft_tex.typeset.units.split import Matter, Unit
from scidraft_tex.typeset.units.written import Written, asked_labels, read_aux

__all__ = ["FOLDER", "UnitRun", "View"]

FOLDER = "units"
"""Where the units' documents lie, within the book's folder."""

_MADE = frozenset({".aux", ".log", ".pdf", ".fls", ".idx", ".bbl", ".blg", ".lor"})
"""Endings of what passes make of a unit and later ones, or other units, rely on."""

_OUTPUT = re.compile(r"^Output written on .*\((\d+) pages?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class View:
    """What the units say to each other: labels, lines of lists, digests of printed indexes."""

    labels: Mapping[str, str]
    lists: Mapping[str, str]
    indexes: Mapping[str, str]
    shared: tuple[str, ...] = ()


@dataclass
class UnitRun:
    """A unit with what is known of it: its last pass, the key of that, where it started then.

    `text` is its own without comments and listings; `written` is of that pass, as it was written.
    """

    unit: Unit
    job: Job
    common: tuple[str, ...]
    text: str = ""
    key: str = ""
    start: Start = field(default_factory=Start)
    written: Written | None = None
    bibliography: str = ""
    read: tuple[str, ...] = ()
    outside: str = ""
    outcome: Outcome | None = None
    passes: int = 0

    @property
    def cites(self) -> bool:
        """Whether it has lists of references."""
        return "\\printbibliography" in self.unit.text

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
        told = _OUTPUT.findall(self.job.text(".log")) if self.job.file(".pdf").exists() else []
        return int(told[-1]) if told else 0

    @property
    def pages(self) -> int | None:
        """How many pages it has, None if that is not known."""
        end = self.written.end if self.written else None
        return end[0] - self.start.page if end else None

    @property
    def log(self) -> str:
        """What its last pass said; the end of a log is lost where TeX was ended past a limit.

        Back matter may have no page, of which a book's log would say that it has none.
        """
        if self.outcome and self.outcome.exceeded:
            return self.outcome.stdout
        text = self.job.text(".log")
        return text if self.failed else text.replace("\nNo pages of output.\n", "\n")

    def guesses(self, start: Start) -> Guesses:
        """Return what its first pass, from START, is likely to write for itself and others."""
        return guess(self.text, {}, start.page, start.chapter, lists_before(self.unit))

    def moved(self, start: Start) -> Written:
        """Return what it wrote, as if it had started at START."""
        return read_aux(self.job.text(".aux"), self.common, start.page - self.start.page)

    def inputs(self, start: Start, head: str, view: View) -> dict[str, str]:
        """Return what a pass from START reads, beside files that no pass writes: text by file."""
        if self.written or self.bibliography:
            own = self.moved(start).own
        else:
            own = "\n".join(self.guesses(start).cited)
        known = {**view.labels}
        labels = asked_labels(self.unit.text + self.unit.body, known)
        lines = [
            *self.common,
            *view.shared,
            own,
            *(f"\\newlabel{{{name}}}{known[name]}" for name in labels),
        ]
        files = {".tex": unit_source(head, self.unit, start), ".aux": "\n".join([*lines, ""])}
        if self.unit.matter is Matter.FRONT:
            files |= {f".{ending}": text for ending, text in view.lists.items()}
        return files

    def key_of(self, inputs: Mapping[str, str], view: View, format_key: str) -> str:
        """Return the key of a pass over INPUTS and the files that the last pass read."""
        stamps = {name: file_digest(self.job.folder / name) for name in self.read}
        lists = file_digest(self.job.file(".bbl"))
        indexes = dict(view.indexes) if self.unit.matter is Matter.BACK else {}
        parts = [dict(inputs), stamps, lists, indexes, format_key, self.outside]
        return digest(json.dumps(parts, sort_keys=True).encode())

    def load(self) -> None:
        """Take over what an earlier build knows, if all that its last pass made is there whole."""
        try:
            kept = json.loads(self.job.file(".unit.json").read_text(encoding="utf-8"))
            if self._made() != kept["made"] or kept["errors"]:  # what errors left may be spoilt
                return
            self.start = Start(*kept["start"])
            self.key, self.bibliography = str(kept["key"]), str(kept["bibliography"])
            self.read, self.outside = tuple(kept["read"]), str(kept["outside"])
            if self.outside != distribution_stamp(self.job.recorded().outside):
                self.key = ""
        except (OSError, ValueError, TypeError, KeyError):
            return
        self.written = read_aux(self.job.text(".aux"), self.common)

    def save(self) -> None:
        """Write down what the last pass came to."""
        kept: dict[str, Any] = {
            "key": self.key,
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

    def set(self, start: Start, inputs: Mapping[str, str]) -> None:
        """Run a pass from START over INPUTS; raises `ToolMissingError`."""
        for ending, text in inputs.items():
            self.job.file(ending).write_text(text, encoding="utf-8")
        self.job.file(".unit.json").unlink(missing_ok=True)
        self.job.file(".pdf").unlink(missing_ok=True)
        self.outcome = self.job.set_pages(draft=False)
        self.passes += 1
        written = read_aux(self.job.text(".aux"), self.common)
        self.start, self.written = start, written
        own = f"{FOLDER}/"
        recorded = self.job.recorded()
        self.read = tuple(sorted(name for name in recorded.read if not name.startswith(own)))
        self.outside = distribution_stamp(recorded.outside)
