"""The passes over a document: each has its reason, and none is run without one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scidraft_tex.cache import Cache
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.tools import Outcome, ToolMissingError, exceeding
from scidraft_tex.typeset.bibliography import (
    MadeBibliography,
    bibliography_files,
    make_bibliography,
)
from scidraft_tex.typeset.digests import distribution_stamp, readback_digests
from scidraft_tex.typeset.formats import with_format
from scidraft_tex.typeset.guesses import guess, known_labels
from scidraft_tex.typeset.indexes import MadeIndexes, make_indexes
from scidraft_tex.typeset.job import Job, Recorded, results_of
from scidraft_tex.typeset.log import LogSummary
from scidraft_tex.typeset.logparse import parse_log
from scidraft_tex.typeset.outline import outline, whole_text
from scidraft_tex.typeset.record import Record, digests_of

__all__ = ["Passes", "RerunReason"]

Snapshot = Mapping[str, tuple[str, str]]


class RerunReason(StrEnum):
    """Why a pass was run."""

    FIRST = "first pass"
    LABELS = "labels moved"
    BIBLIOGRAPHY = "the lists of references changed"
    INDEX = "an index changed"
    TABLES = "widths of long tables changed"
    ASKED = "the log asks for another pass"
    OUTPUT = "the pass before made no PDF"


@dataclass
class Passes:
    """A build under way: what is known of its files, and why the next pass is run, if any is."""

    job: Job
    before: Record | None
    formats: Cache | None = None
    outlined: bool = False
    reason: RerunReason | None = RerunReason.FIRST
    reasons: list[RerunReason] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)
    log: LogSummary = field(default_factory=LogSummary)
    seen: list[Snapshot] = field(default_factory=list)
    recorded: Recorded = field(default_factory=Recorded)
    finished: bool = False
    lists_are_new: bool = False
    stop_at_errors: bool = False
    stopped: bool = False

    indexes: MadeIndexes = field(default_factory=lambda: MadeIndexes({}))

    def __post_init__(self) -> None:
        self.recorded = self.job.recorded()
        self.lists = MadeBibliography(self.before.bibliography if self.before else "")
        if self.before:
            self.indexes = MadeIndexes(self.before.indexes)

    def only_bibliography(self) -> None:
        """Ask biber before TeX, where only `.bib` files changed: there may be no pass to run."""
        self._make_bibliography()
        self.log = parse_log(self.job.text(".log"))
        self.reason = RerunReason.BIBLIOGRAPHY if self.lists.changed else None
        self.finished = not self.said

    def run(self, max_passes: int) -> None:
        """Run passes until none is called for, TeX gives up, or there were MAX_PASSES."""
        self.finished = False
        self.prepare()
        while self.reason and len(self.reasons) < max_passes:
            draft = self._may_be_draft() and len(self.reasons) + 1 < max_passes
            before = self._snapshot(self.recorded)
            outcome = self._pass(self.reason, draft=draft)
            if outcome is None or outcome.exceeded or self.log.fatal:
                self.tell_end(outcome)
                self.stopped = self.stop_at_errors
                return
            if self.stop_at_errors and self.log.errors:
                self.stopped = True
                return
            self._make_bibliography()
            self._make_indexes()
            self.reason = self._next_reason(before, draft=draft)
            if self._goes_in_circles():
                break
        self.finished = not self.said
        self._publish()

    def prepare(self) -> bool:
        """Have the preamble in a format and, from nothing, the outline set; tell whether that is.

        From an outline the first pass has lists of the right length. Nothing is kept of one that
        TeX complains of. A missing engine is told of when it is to set pages.
        """
        with suppress(ToolMissingError):
            self.job = with_format(self.job, self.formats)
            if self.outlined and self.before is None:
                return self._set_outline()
        return False

    def go_on_from(self, indexes: MadeIndexes) -> None:
        """Go on from an outline that has been set, with INDEXES made of it."""
        self.recorded, self.indexes = self.job.recorded(), indexes

    def _set_outline(self) -> bool:
        job, source = self.job, self.job.text(".tex")
        text = outline(job.folder, source, lists=not job.lists_given)
        if not text:
            return False
        if not job.set_outline(text).ok:
            job.clean()
            return False
        known = known_labels(job.text(".aux"))
        with job.file(".aux").open("a", encoding="utf-8") as aux:
            aux.write(guess(whole_text(job.folder, source), known).lines)
        self.recorded = job.recorded()
        self._make_bibliography()
        self._make_indexes()
        self.lists_are_new = False
        return True

    def record(self) -> Record:
        """Return the record of the build that has just finished."""
        job, recorded = self.job, self.recorded
        made = {*recorded.written, *results_of(recorded.indexes)} - {f"{job.name}.pdf"}
        made |= {f"{job.name}{end}" for end in (".bbl", ".blg", ".log", ".fls")}
        made |= {job.published.relative_to(job.folder).as_posix()}
        made -= job.given
        read = (recorded.read - made) | set(bibliography_files(job)) | _sought(self.log)
        return Record(
            engine=job.engine.value,
            epoch=job.epoch,
            distribution=distribution_stamp(recorded.outside),
            errors=bool(self.log.errors),
            stable=self.reason is None,
            bibliography=self.lists.request,
            indexes=self.indexes.sources,
            read=digests_of(job.folder, read | {f"{stem}.ist" for stem in ("book", job.name)}),
            made=digests_of(job.folder, made),
        )

    def _may_be_draft(self) -> bool:
        """Tell whether another pass is sure to follow the next one.

        From nothing, the first pass writes labels that none has read; the pass that reads the first
        lists of references writes what biblatex notes of them.
        """
        first = self.before is None and not self.reasons
        return first or (self.before is None and len(self.reasons) == 1 and self.lists_are_new)

    def _snapshot(self, recorded: Recorded) -> Snapshot:
        return {name: readback_digests(self.job.folder / name) for name in recorded.read_back}

    def _pass(self, reason: RerunReason, *, draft: bool) -> Outcome | None:
        """Run the engine; return None if it is not installed."""
        self.job.file(".log").unlink(missing_ok=True)
        try:
            outcome = self.job.set_pages(draft=draft)
        except ToolMissingError as missing:
            self.said.append(missing.diagnostic)
            return None
        self.reasons.append(reason)
        if outcome.exceeded:  # the log's end is lost then
            self.log = replace(parse_log(outcome.stdout), fatal=True)
        else:
            self.log = parse_log(self.job.text(".log"))
        self.recorded = self.job.recorded()
        return outcome

    def tell_end(self, outcome: Outcome | None) -> None:
        """Say why there is no PDF, where the log does not."""
        engine = self.job.engine.value
        if outcome and (over := exceeding(engine, outcome)):
            hint = "look for a formula or a table that makes TeX run in circles"
            self.said.append(replace(over, hint=hint))
        elif outcome and not self.log.errors:
            said = (outcome.stderr or outcome.stdout).strip()[-2000:]
            self.said.append(diagnostic("tool-failed", f"{engine} made no PDF", detail=said))

    def _make_bibliography(self) -> None:
        new = not self.job.file(".bbl").exists()
        try:
            self.lists = make_bibliography(self.job, self.lists.request)
        except ToolMissingError as missing:
            self._missing(missing)
            self.lists = MadeBibliography(self.lists.request)
        self.said.extend(self.lists.failures)
        self.lists_are_new = self.lists.changed and new

    def _make_indexes(self) -> None:
        try:
            self.indexes = make_indexes(self.job, self.recorded.indexes, self.indexes.sources)
        except ToolMissingError as missing:
            self._missing(missing)
            self.indexes = MadeIndexes(self.indexes.sources)
        self.said.extend(self.indexes.failures)

    def _missing(self, missing: ToolMissingError) -> None:
        if missing.diagnostic not in self.said:
            self.said.append(missing.diagnostic)

    def _next_reason(self, before: Snapshot, *, draft: bool) -> RerunReason | None:
        after = self._snapshot(self.recorded)
        self.seen.append(after)
        labels = any(before.get(name, ("", ""))[0] != now[0] for name, now in after.items())
        widths = any(before.get(name, ("", ""))[1] != now[1] for name, now in after.items())
        asked = bool(self.log.reruns) and RerunReason.ASKED not in self.reasons
        causes = (
            (self.lists.changed, RerunReason.BIBLIOGRAPHY),
            (self.indexes.changed, RerunReason.INDEX),
            (labels, RerunReason.LABELS),
            (widths, RerunReason.TABLES),
            (asked, RerunReason.ASKED),
            (draft, RerunReason.OUTPUT),
        )
        return next((reason for cause, reason in causes if cause), None)

    def _goes_in_circles(self) -> bool:
        """Tell whether labels are back where they were two passes ago or more, never to settle."""
        moving = self.reason in {RerunReason.LABELS, RerunReason.TABLES}
        return moving and self.seen[-1] in self.seen[:-2]

    def _publish(self) -> None:
        """Move the PDF of the last pass to where readers look: it is there whole, or not at all."""
        made = self.job.file(".pdf")
        if self.log.pages and made.exists():
            self.job.published.parent.mkdir(exist_ok=True)
            made.replace(self.job.published)


def _sought(log: LogSummary) -> set[str]:
    """Return the names of files that TeX did not find: once they come, there is cause to run."""
    texts = [*(error.message for error in log.errors), *(item.text for item in log.warnings)]
    found = (re.search(r"[Ff]ile [`'](.+?)' not found", text) for text in texts)
    return {match[1] for match in found if match and not match[1].startswith(("/", ".."))}
