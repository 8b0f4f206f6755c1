"""Setting a large book in units, side by side, until each has been set as the others say.

What a unit comes to depends on its document, the files this reads, and what other units wrote: the
labels it refers to, and their pages and its own where it prints those of its text. The digest of
all these is its key; a unit whose key is that of its last pass is not set again, in this build or
the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Condition

from pikepdf import PdfError

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.tools import ToolMissingError
from scidraft_tex.typeset.guesses import PAGE
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.lists import give_lists
from scidraft_tex.typeset.outline import whole_text
from scidraft_tex.typeset.units.folios import FolioError
from scidraft_tex.typeset.units.join import Ready
from scidraft_tex.typeset.units.run import FOLDER, UnitRun, View
from scidraft_tex.typeset.units.source import Start, lists_before
from scidraft_tex.typeset.units.split import Matter, Split
from scidraft_tex.typeset.units.written import DOTTED, Label, moved_index

__all__ = ["Units"]


@dataclass
class Units:
    """The units of a book being set; `said` is what went wrong with programs beside TeX."""

    job: Job
    split: Split
    processes: int
    make_indexes: Callable[[Mapping[str, str]], Mapping[str, str]]
    format_key: str = ""
    stop_at_errors: bool = False
    runs: list[UnitRun] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._event = Condition()
        self._busy: set[int] = set()
        self._settled: bool | None = None
        self._ready: dict[int, tuple[tuple[int, int], Ready | None]] = {}
        chapters = 0
        for unit in self.split.units:
            place = f"{FOLDER}/{unit.name}"
            (self.job.folder / place).mkdir(parents=True, exist_ok=True)
            text = whole_text(self.job.folder, unit.body)
            job = give_lists(replace(self.job, place=place), text, lists_before(unit))
            run = UnitRun(unit, job, text, chapters)
            run.load()
            self.runs.append(run)
            chapters += unit.chapters

    def settle(self, most: int) -> bool:
        """Set each unit until nothing moves, at most MOST times; tell whether nothing does.

        It ends early where a unit fails, has errors and is to stop at them, or all are too long.
        """
        self._ask()
        self._parallel([partial(self._work, most)] * max(1, self.processes))
        return bool(self._settled)

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
            unit = run.unit
            if self.split.opens_right:
                page += 1 - page % 2
            counted = None
            if self.split.late:
                counted = 2 - page % 2 if self.split.two_sided else 1
            starts.append(Start(page, part, chapter, counted))
            pages = run.pages
            page += len(unit.text) // PAGE + 1 if pages is None else pages
            end = run.written.end if run.written else None
            part += end[1] - run.start.part if end else unit.parts
            chapter += end[2] - run.start.chapter if end else unit.chapters
        return starts

    def labels(self) -> dict[str, Label]:
        """Return what is known of each label by its name."""
        found: dict[str, Label] = {}
        for run, start in zip(self.runs, self.starts(), strict=True):
            shift = run.shift(start)
            found |= {name: Label(name, value, shift) for name, value in run.told.labels.items()}
        return found

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

    def _parallel(self, tasks: Sequence[Callable[[], None]]) -> None:
        with ThreadPoolExecutor(max(1, self.processes)) as pool:
            for done in [pool.submit(task) for task in tasks]:
                done.result()

    # --- which unit is set next ----------------------------------------------------------------

    def _work(self, most: int) -> None:
        """Set one unit after another until there is none to set."""
        while task := self._awaited(most):
            try:
                task()
            except BaseException:
                self._end(settled=False)
                raise

    def _awaited(self, most: int) -> Callable[[], None] | None:
        """Return what to do next, once there is anything; None when all is done or given up.

        Who has no unit to set makes one ready to be joined to the others, as it stands.
        """
        with self._event:
            while self._settled is None:
                run, view = self._next()
                if run and run.passes < most:
                    self._busy.add(run.unit.number)
                    return partial(self._set, run, self.starts()[run.unit.number], view)
                if not self._busy:
                    self._end(settled=run is None)
                elif waiting := next(self._unready(), None):
                    return partial(self._make_ready, *waiting)
                else:
                    self._event.wait()
            return None

    def _unready(self) -> Iterator[tuple[UnitRun, int]]:
        """Yield the units that are set and not made ready, each with what moves its pages."""
        for run, start in zip(self.runs, self.starts(), strict=True):
            if run.written and run.unit.number not in self._busy:
                shift = run.shift(start)
                if self._ready.get(run.unit.number, (None,))[0] != (run.passes, shift):
                    yield run, shift

    def _make_ready(self, run: UnitRun, shift: int) -> None:
        passes = run.passes
        try:
            made = Ready.of(run.job.file(".pdf"), shift)
        except (PdfError, OSError, FolioError):  # will be told of when the units are joined
            made = None
        with self._event:
            self._ready[run.unit.number] = (passes, shift), made

    def ready(self, run: UnitRun, shift: int) -> Ready | None:
        """Return what was made ready of RUN as it is, with its pages moved by SHIFT, if it was."""
        key, made = self._ready.get(run.unit.number, (None, None))
        return made if key == (run.passes, shift) else None

    def _end(self, *, settled: bool) -> None:
        with self._event:
            self._settled = settled
            self._event.notify_all()

    def _set(self, run: UnitRun, start: Start, view: View) -> None:
        """Set RUN from START."""
        reading, first = run.reading(start, self.split.head, view), run.written is None
        outcome = run.set(reading)
        if run.cites:
            self._lists(run.make_lists)
        with self._event:
            run.take(start, outcome)
            if first and run.expected:
                reading = run.reading(start, self.split.head, view)
            run.key = run.key_of(reading, view, self.format_key)
            self._busy.discard(run.unit.number)
            if run.failed or (self.stop_at_errors and run.errs) or self.too_long:
                self._end(settled=False)
            self._event.notify_all()
        run.save()

    def _next(self) -> tuple[UnitRun | None, View]:
        """Return the unit to set now, None for none, and what it is to know of the others.

        Chapters come first, those that take longest before others, then the back matter, and the
        front matter last. What has been set is set again as soon as what it reads is sure, or is
        likely to stay as it is, where nothing else is to be done.
        """
        labels = self.labels()
        view = View(labels, self._shared())
        main = self.runs[1:-1]
        owners = {name: run for run in self.runs for name in run.told.labels}
        now, likely, stale = [], [], []
        settled = written = True
        for run in main:
            free = run.unit.number not in self._busy
            if run.written is None:
                now += [run] if free else []
                settled = written = False
            elif not free:
                settled = False
            elif self._stale(run, view):
                stale.append(run)
                asked = [owners[name] for name in run.names & labels.keys()]
                sure = settled or not (run.placed or not self.split.late)
                if sure and not any(self._moving(one) for one in asked):
                    now.append(run)
                elif written and all(one.written for one in asked):
                    likely.append(run)
                settled = False
        if now:
            return max(now, key=_size), view
        if likely:
            return likely[-1], view
        if stale and not self._busy:
            return stale[0], view
        return self._last(view) if written else (None, view)

    def _last(self, view: View) -> tuple[UnitRun | None, View]:
        """Return back or front matter, if either is to be set now, and what it is to know.

        The front matter is set a first time beside the back matter: it is set again in any case,
        once it knows on which pages its own lists are.
        """
        front, back = self.runs[0], self.runs[-1]
        if back.unit.number not in self._busy:  # which reads the indexes that are made here
            view = replace(view, indexes=self._printed())
            if self._stale(back, view):
                return back, view
        view = replace(view, lists=self._lines())
        ready = back.written or front.written is None
        if ready and front.unit.number not in self._busy and self._stale(front, view):
            return front, view
        return None, view

    def _moving(self, run: UnitRun) -> bool:
        chapters = run.unit.matter is Matter.MAIN
        return chapters and (run.written is None or run.unit.number in self._busy)

    def _stale(self, run: UnitRun, view: View) -> bool:
        if run.written is None:
            return True
        reading = run.reading(self.starts()[run.unit.number], self.split.head, view)
        return run.key != run.key_of(reading, view, self.format_key)

    # --- what units say to each other ----------------------------------------------------------

    def _shared(self) -> tuple[str, ...]:
        """Return the lines that hold for the whole book; a part is sure to write one."""
        dotted = any(run.unit.parts or "\\appendix" in run.unit.body for run in self.runs)
        told = {line for run in self.runs for line in run.told.shared}
        return tuple(sorted(told | {DOTTED} if dotted else told))

    def _lines(self) -> dict[str, str]:
        """Return the lines of each list by its ending."""
        lists: dict[str, list[str]] = {}
        for run, start in zip(self.runs, self.starts(), strict=True):
            for ending, line in run.told.moved_lists(run.shift(start)):
                lists.setdefault(ending, []).append(line)
        return {ending: _once(lines) for ending, lines in lists.items()}

    def _printed(self) -> Mapping[str, str]:
        """Return what stands for each printed index."""
        indexes: dict[str, list[str]] = {}
        for run, start in zip(self.runs, self.starts(), strict=True):
            for name, text in run.indexes.items():
                indexes.setdefault(name, []).append(moved_index(text, run.shift(start)))
        return self.make_indexes({name: "".join(parts) for name, parts in indexes.items()})


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
