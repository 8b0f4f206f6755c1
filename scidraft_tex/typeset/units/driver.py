"""Setting a large book in units, side by side, until each has been set as the others say.

What a unit comes to depends on its document, the files this reads, and what other units wrote: the
page it starts on, the labels it refers to. The digest of all these is its key; a unit whose key is
that of its last pass is not set again, in this build or the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.files import text_of
from scidraft_tex.tools import ToolMissingError
from scidraft_tex.typeset.guesses import PAGE
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.lists import give_lists
from scidraft_tex.typeset.outline import whole_text
from scidraft_tex.typeset.units.run import FOLDER, UnitRun, View
from scidraft_tex.typeset.units.source import Start, lists_before
from scidraft_tex.typeset.units.split import Split
from scidraft_tex.typeset.units.written import moved_index

__all__ = ["Units"]


@dataclass
class Units:
    """The units of a book being set; `said` is what went wrong with programs beside TeX."""

    job: Job
    split: Split
    processes: int
    common: tuple[str, ...]
    make_indexes: Callable[[Mapping[str, str]], Mapping[str, str]]
    format_key: str = ""
    stop_at_errors: bool = False
    runs: list[UnitRun] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        for unit in self.split.units:
            place = f"{FOLDER}/{unit.name}"
            (self.job.folder / place).mkdir(parents=True, exist_ok=True)
            text = whole_text(self.job.folder, unit.body)
            job = give_lists(replace(self.job, place=place), text, lists_before(unit))
            run = UnitRun(unit, job, self.common, text)
            run.load()
            self.runs.append(run)

    def settle(self, most: int) -> bool:
        """Set each unit until nothing moves, at most MOST times; tell whether nothing does.

        It ends early where a unit fails, has errors and is to stop at them, or all are too long.
        """
        self._ask()
        while todo := self._todo(view := self._view()):
            if any(run.passes == most for run in todo):
                return False
            self._round(todo, view)
            if any(run.failed or (self.stop_at_errors and run.errs) for run in self.runs):
                return False
            if self.too_long:
                return False
        return True

    @property
    def too_long(self) -> bool:
        """Whether the book has more pages than it may have."""
        return sum(run.shipped for run in self.runs) > self.job.pages

    @property
    def rounds(self) -> int:
        """How often the unit was set that was set most often."""
        return max(run.passes for run in self.runs)

    def starts(self) -> list[Start]:
        """Return where each unit starts, by what is known of those before it."""
        starts = [Start()]
        page, part, chapter = 1, 0, 0
        for run in self.runs[1:]:
            starts.append(Start(page, part, chapter))
            pages = run.pages
            page += len(run.unit.text) // PAGE + 1 if pages is None else pages
            end = run.written.end if run.written else None
            part += end[1] - run.start.part if end else run.unit.parts
            chapter += end[2] - run.start.chapter if end else run.unit.chapters
        return starts

    def _ask(self) -> None:
        """Have lists of references made that are not there, or of which the entries changed."""

        def work(run: UnitRun) -> None:
            if run.written is None:
                self._lists(lambda: run.ask(self.split.head))
            elif run.bibliography:
                self._lists(run.make_lists)

        self._parallel([partial(work, run) for run in self.runs if run.cites])

    def _lists(self, work: Callable[[], Sequence[Diagnostic]]) -> None:
        try:
            self.said.extend(work())
        except ToolMissingError as missing:
            if missing.diagnostic not in self.said:
                self.said.append(missing.diagnostic)

    def _todo(self, view: View) -> list[UnitRun]:
        """Return the units to set now, in their order.

        Chapters wait for those that were never set, the back matter for all of them, and the
        front matter for both. A list of references tells the pages that it is cited on, and may
        move what follows: that waits for it, too.
        """
        *main, back = self.runs[1:]
        if new := [run for run in main if run.written is None]:
            return new
        starts = dict(zip((run.unit.name for run in self.runs), self.starts(), strict=True))

        def stale(run: UnitRun) -> bool:
            return run.written is None or self._stale(run, starts[run.unit.name], view)

        todo = [run for run in main if stale(run)]
        if moving := [run.unit.number for run in todo if run.cites]:
            return [run for run in todo if run.cites or run.unit.number < moving[0]]
        todo += [run for run in (back,) if stale(run)]
        return todo + [run for run in self.runs[:1] if back.written and stale(run)]

    def _stale(self, run: UnitRun, start: Start, view: View) -> bool:
        if run.written is None:
            return True
        inputs = run.inputs(start, self.split.head, view)
        return run.key != run.key_of(inputs, view, self.format_key)

    def _round(self, todo: Sequence[UnitRun], view: View) -> None:
        """Set the units TODO, those that take longest first.

        Of the others, one whose start is known for sure goes before the rest, which are taken from
        the end: so it may be that they need not be set again.
        """
        waiting = sorted(todo, key=lambda run: run.unit.number)
        busy: set[int] = set()
        lock = Lock()

        def pick() -> UnitRun:
            with lock:
                cites = [run for run in waiting if run.cites]
                sure = waiting[0].unit.number <= min(busy, default=len(self.runs))
                run = max(cites, key=_size) if cites else waiting[0 if sure else -1]
                waiting.remove(run)
                busy.add(run.unit.number)
                return run

        def work() -> None:
            run = pick()
            start = self.starts()[run.unit.number]
            inputs = run.inputs(start, self.split.head, view)
            run.set(start, inputs)
            run.key = run.key_of(inputs, view, self.format_key)
            if run.cites:
                self._lists(run.make_lists)
            run.save()
            with lock:
                busy.discard(run.unit.number)

        self._parallel([work] * len(todo))

    def _parallel(self, tasks: Sequence[Callable[[], None]]) -> None:
        with ThreadPoolExecutor(max(1, self.processes)) as pool:
            for done in [pool.submit(task) for task in tasks]:
                done.result()

    def _view(self) -> View:
        labels: dict[str, str] = {}
        lists: dict[str, list[str]] = {}
        indexes: dict[str, list[str]] = {}
        shared: set[str] = set()
        for run, start in zip(self.runs, self.starts(), strict=True):
            if run.written is None:
                labels |= run.guesses(start).labels
                continue
            written = run.moved(start)
            labels |= written.labels
            shared |= {*written.shared}
            for ending, line in written.lists:
                lists.setdefault(ending, []).append(line)
            for path in sorted(run.job.file("").parent.glob("*.idx")):
                text = moved_index(text_of(path), start.page - run.start.page)
                indexes.setdefault(path.name, []).append(text)
        texts = {ending: _once(lines) for ending, lines in lists.items()}
        made = self.make_indexes({name: "".join(parts) for name, parts in indexes.items()})
        return View(labels, texts, made, tuple(sorted(shared)))


def _size(run: UnitRun) -> int:
    return len(run.unit.text)


def _once(lines: Iterable[str]) -> str:
    r"""Return LINES as a list's file; what every unit says of its language is said once."""
    kept: list[str] = []
    for line in lines:
        plain = line.replace("\\protected@file@percent ", "%")
        if not (plain.startswith("\\babel@toc") and plain in kept):
            kept.append(plain)
    return "\n".join([*kept, ""])
