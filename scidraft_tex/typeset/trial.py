r"""Trying pieces of LaTeX one by one, within the document that they are pieces of.

All are set in one run of the engine, in the document's own preamble, each from a file of its own
behind a line on the terminal that names it: whatever is complained of between two such lines is the
fault of the piece between. A file's end stops what looks for the end of an argument, and groups
that a piece leaves open are closed by their types. What ends TeX, or keeps it from ending, condemns
the piece it was in, and a further run begins behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.files import text_of
from scidraft_tex.tools import Outcome, Runner
from scidraft_tex.typeset.job import MOST_PAGES, Job
from scidraft_tex.typeset.log import TexError
from scidraft_tex.typeset.logparse import parse_log

__all__ = [
    "LOOP",
    "OPEN",
    "PATIENCE",
    "Document",
    "Piece",
    "Trial",
    "clear_trial",
    "try_formulas",
    "try_pieces",
]

LOOP = "TeX does not come to an end."
"""What is said of a piece that TeX had to be stopped in."""
OPEN = "A group or an environment is left open."
"""What is said of a piece in which TeX finds no fault, and which leaves something open."""

PATIENCE = 12
"""How many pieces of one note may end TeX before the rest of it is not tried."""
_HANG = 4
"""As how many of these a piece counts that TeX has to be stopped in."""

_SILENT = {Engine.PDFLATEX: 4.0, Engine.LUALATEX: 12.0, Engine.XELATEX: 12.0}
"""How long an engine may work on a piece and say nothing, in seconds."""
_NAME = "trial"
_PRINTED = 8 << 20
"""What ten thousand pieces make TeX print is a tenth of this, in bytes."""
_MARK = re.compile(r"<trial (?P<what>\d+|open|stop|end)>\s*$")
_BEGIN = re.compile(r"^\s*\\begin\{document\}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """What pieces are tried in: `<root>.tex` of `folder`, up to where its text begins.

    A run that works on a piece for `silent` seconds and says nothing is ended, and so is one that
    takes `seconds`; without `silent`, it is what is enough for its engine.
    """

    folder: Path
    root: str
    engine: Engine
    runner: Runner
    silent: float = 0.0
    seconds: float = 300.0


@dataclass(frozen=True, slots=True)
class Piece:
    """LaTeX to be tried. One that stands `apart` is set on pages of its own, with all its floats.

    `opening` is what comes before it and is none of its own, such as the definitions of its note,
    whose name is `note`.
    """

    latex: str
    apart: bool = False
    opening: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial, by the numbers of pieces from 0: the first error of those that fail.

    `untried` are those that it did not come to, for too many ended TeX before them. `stops` tells
    of each note how many of its pieces have ended TeX, in this trial and before.
    """

    errors: Mapping[int, TexError] = field(default_factory=dict)
    untried: frozenset[int] = frozenset()
    stops: Mapping[str, int] = field(default_factory=dict)


def try_formulas(document: Document, formulas: Sequence[str]) -> tuple[TexError | None, ...]:
    r"""Return of each of FORMULAS, LaTeX with its delimiters, the first error, None if it is right.

    They are set each by itself, with the macros of DOCUMENT's preamble: of a rendered book,
    `Document(folder, "book", engine, runner)`. Those behind too many that end TeX are passed for
    right. Raises `ToolMissingError`.

    >>> try_formulas(document, ["$x^2$", "$\\nosuch$"])  # doctest: +SKIP
    (None, TexError(message='Undefined control sequence.', …))
    """
    trial = try_pieces(document, [Piece(formula) for formula in formulas])
    return tuple(trial.errors.get(number) for number in range(len(formulas)))


def try_pieces(
    document: Document,
    pieces: Sequence[Piece],
    *,
    restarts: int = 24,
    stops: Mapping[str, int] | None = None,
) -> Trial:
    """Return which of PIECES fail in DOCUMENT, and why.

    After RESTARTS pieces that ended TeX, or kept it from ending, it is not run again, and after
    `PATIENCE` ones of one note, STOPS before among them, with no others of that. What is written
    for the trial is gone afterwards. Raises `ToolMissingError`.
    """
    errors: dict[int, TexError] = {}
    ended = Counter(stops or {})

    def bearable(numbers: Sequence[int]) -> list[int]:
        return [n for n in numbers if not pieces[n].note or ended[pieces[n].note] < PATIENCE]

    given = [number for number, piece in enumerate(pieces) if piece.latex.strip()]
    numbers = bearable(given)
    untried = set(given)
    try:
        _write(document, pieces, numbers)
        for _ in range(restarts + 1):
            if not numbers:
                break
            outcome = _run(document, pieces, numbers)
            seen = list(_segments(outcome.stdout))
            errors |= {one.number: error for one in seen if (error := _error(one, outcome))}
            last = seen[-1] if seen else None
            if last is None:
                break
            at = len(numbers) if last.ended else numbers.index(last.number) + 1
            untried -= set(numbers[:at])
            if not last.ended:
                ended[pieces[last.number].note] += _HANG if outcome.timed_out else 1
            numbers = bearable(numbers[at:])
    finally:
        clear_trial(document.folder)
    return Trial(errors, frozenset(untried), ended)


# --- what TeX reads ----------------------------------------------------------------------------

_MACROS = r"""\makeatletter
\errorcontextlines=9
\newcount\trialtries
\def\trialsay#1{\immediate\write16{^^J<trial #1>}}
% \trialstop: nothing but a fatal error ends TeX in any state.
\def\trialstop{\read-1 to\trialnothing}
\def\trialpiece#1#2{\par\trialsay{#1}\global\trialtries\z@
  \begingroup\@@input trial/#1.tex \relax\trialmend\par#2\endgroup}
\def\trialmend{\ifnum\currentgrouplevel>\@ne \expandafter\trialclose\fi}
\def\trialclose{\ifnum\trialtries=\z@\trialsay{open}\fi
  \global\advance\trialtries\@ne
  \ifnum\trialtries>60 \trialsay{stop}\trialstop\fi
  \csname trialclose\ifcase\currentgrouptype\or group\or group\or group\or group\or group\or
    align\or group\or stop\or group\or group\or group\or group\or group\or semi\or math\or
    left\fi\endcsname
  \trialmend}
\def\trialclosegroup{\egroup}
\def\trialclosealign{\cr\egroup}
\def\trialclosestop{\trialsay{stop}\trialstop}
\def\trialclosesemi{\endgroup}
\def\trialclosemath{\ifinner $\else $$\fi}
\def\trialcloseleft{\right.}
\makeatother
"""
"""`\trialpiece{number}{what ends it}`; the cases are those of e-TeX's `\\currentgrouptype`."""


def _write(document: Document, pieces: Sequence[Piece], numbers: Sequence[int]) -> None:
    folder = document.folder / _NAME
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        piece = pieces[number]
        text = "\n".join(part for part in (piece.opening, piece.latex) if part)
        (folder / f"{number}.tex").write_text(text + "\n", encoding="utf-8")


def _run(document: Document, pieces: Sequence[Piece], numbers: Sequence[int]) -> Outcome:
    """Run the engine over the pieces of NUMBERS."""
    text = text_of(document.folder / f"{document.root}.tex")
    begin = _BEGIN.search(text)
    preamble = text[: begin.start()] if begin else text
    body = [
        f"\\trialpiece{{{number}}}{{{chr(92) + 'clearpage' if pieces[number].apart else ''}}}"
        for number in numbers
    ]
    ending = ["\\trialsay{end}\\trialstop", "\\end{document}", ""]
    start = ["\\begin{document}", "\\pagestyle{empty}", "\\let\\thispagestyle\\pagestyle"]
    lines = [preamble, _MACROS, *start, *body, *ending]  # a running head would fail on all pages
    (document.folder / f"{_NAME}.tex").write_text("\n".join(lines), encoding="utf-8")
    job = Job(
        document.folder,
        _NAME,
        document.engine,
        document.runner,
        document.seconds,
        silent=document.silent or _SILENT[document.engine],
        awaited="<trial ",
        printed=_PRINTED,
        pages=MOST_PAGES + len(numbers),
    )
    return job.set_pages(draft=True)


def clear_trial(folder: Path) -> None:
    """Remove what was written for a trial in FOLDER, as one that was killed leaves it."""
    for path in [*folder.glob(f"{_NAME}.*"), *folder.glob(f"{_NAME}-*.*")]:
        path.unlink(missing_ok=True)
    for path in (folder / _NAME).glob("*.tex"):
        path.unlink(missing_ok=True)
    if (folder / _NAME).is_dir():
        (folder / _NAME).rmdir()


# --- what TeX says -----------------------------------------------------------------------------


@dataclass(slots=True)
class _Segment:
    """What was said of the piece `number`; the last of all has `ended` if the trial did."""

    number: int
    lines: list[str] = field(default_factory=list)
    left_open: bool = False
    last: bool = False
    ended: bool = False


def _segments(terminal: str) -> Iterator[_Segment]:
    """Yield what TERMINAL, all that TeX printed, says of each piece."""
    here: _Segment | None = None
    for line in terminal.split("\n"):
        found = _MARK.search(line)
        what = found["what"] if found else ""
        if what.isdigit():
            if here:
                yield here
            here = _Segment(int(what))
        elif here is None:
            continue
        elif what == "end":
            here.ended = True
        elif what in {"open", "stop"}:
            here.left_open = True
        elif not here.ended:
            here.lines.append(line)
    if here:
        here.last = True
        yield here


def _error(segment: _Segment, outcome: Outcome) -> TexError | None:
    """Return the first error of a piece."""
    errors = parse_log("\n".join(segment.lines)).errors
    if errors:
        return _within_display(errors[0])
    if segment.left_open:
        return TexError(OPEN)
    if segment.last and not segment.ended:
        return TexError(LOOP if outcome.exceeded else "Emergency stop.")
    return None


def _within_display(error: TexError) -> TexError:
    r"""Return ERROR with what TeX had read of a display that it reads whole, to its `\end`."""
    read = [line for line in error.context if line.startswith("<argument>")]
    if not error.reached.strip().startswith("\\end{") or not read:
        return error
    whole = read[-1].removeprefix("<argument>").strip()
    return replace(error, reached=re.sub(r"(\\[A-Za-z]+) (?=\{)", r"\1", whole))
