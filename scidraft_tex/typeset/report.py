"""From what a log says to what the user is told: diagnostics at note lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.typeset.errors import error_diagnostic
from scidraft_tex.typeset.log import (
    DuplicateDestination,
    LogSummary,
    OverfullBox,
    TexError,
    UnderfullPage,
)
from scidraft_tex.typeset.sourcemap import SourceMap

__all__ = ["OVERFULL_PT", "OverfullLine", "overfull_lines", "report", "worst_pages"]

OVERFULL_PT = 5.0
"""From how many pt beyond the measure an overfull line is worth a warning."""

_WORST = 10
"""How many badly filled pages are listed."""

_INFINITE = 10000
"""The badness of a page that has nothing left to stretch."""


@dataclass(frozen=True, slots=True)
class OverfullLine:
    """A line of text that leaves the measure by `points`, in the `.tex` and in the note."""

    points: float
    file: str
    line: int
    place: Place | None


def overfull_lines(log: LogSummary, source: SourceMap) -> tuple[OverfullLine, ...]:
    """Return every overfull line of LOG, in its order."""
    return tuple(
        OverfullLine(box.points, box.file, box.line, source.place(box.file, box.line))
        for box in log.overfull_lines()
    )


def worst_pages(log: LogSummary) -> tuple[UnderfullPage, ...]:
    """Return the ten pages of LOG that were stretched most, the worst first, each once.

    A box within a page is none of them: TeX tells its line, but of a page that the output routine
    was at work.
    """
    worst: dict[int, UnderfullPage] = {}
    for box in log.underfull:
        known = worst.get(box.sheet)
        if box.sheet and not box.line and (known is None or box.badness > known.badness):
            worst[box.sheet] = box
    return tuple(sorted(worst.values(), key=lambda box: (-box.badness, box.sheet))[:_WORST])


def report(log: LogSummary, source: SourceMap) -> list[Diagnostic]:
    """Return what the user is told of LOG, the log of the last pass."""
    return [
        *_errors(log.errors, source),
        *_undefined(log, source),
        *_multiply_defined(log, source),
        *_missing_characters(log, source),
        *_duplicates(log, source),
        *_overfull(log.overfull, source),
        *_gaping(log),
        *_list_format(log),
    ]


def _errors(errors: tuple[TexError, ...], source: SourceMap) -> Iterator[Diagnostic]:
    """Yield the errors, of each block every undefined command once and the first of the others."""
    first: dict[tuple[str, Place | int], TexError] = {}
    more: dict[tuple[str, Place | int], int] = {}
    for error in errors:
        block = source.place(error.file, error.line) or error.line
        key = (error.command or error.file, block)
        if key in first:
            more[key] = more.get(key, 0) + (not error.command)
        else:
            first[key] = error
    for key, error in first.items():
        yield error_diagnostic(error, _error_place(error, source), more.get(key, 0))


def _error_place(error: TexError, source: SourceMap) -> Place | None:
    """Return where in the note ERROR is, as near as what TeX shows of the line tells."""
    tail = error.reached.strip().removeprefix("...")
    character = re.match(r".*Unicode character (.+?) \(U\+", error.message)
    environment = re.match(r".*Environment (\S+) undefined", error.message)
    return source.refine(
        error.file,
        error.line,
        error.command,
        character[1] if character else "",
        f"\\begin{{{environment[1]}}}" if environment else "",
        error.excerpt,
        tail[-24:] if len(tail) > 3 else "",
        error.runaway.removeprefix("{")[:24],
    )


def _at(file: str, line: int) -> str:
    return f"{file}:{line}" if file and line else file


def _undefined(log: LogSummary, source: SourceMap) -> Iterator[Diagnostic]:
    for item in log.undefined:
        place = source.refine(item.file, item.line, item.key)
        page = f" on page {item.page}" if item.page else ""
        if item.what == "reference":
            code, message = "tex-undefined-reference", f"no label is called {item.key}"
        else:
            code, message = "citation-missing-key", f"no list of references has {item.key}"
        detail = f"{_at(item.file, item.line)}: {item.what} `{item.key}'{page} undefined"
        yield diagnostic(code, message, place=place, detail=detail.removeprefix(": "))


def _multiply_defined(log: LogSummary, source: SourceMap) -> Iterator[Diagnostic]:
    for label in log.multiply_defined:
        spots = list(source.find(f"\\label{{{label}}}"))
        places = [place for file, line in spots if (place := source.refine(file, line, label))]
        yield diagnostic(
            "duplicate-id",
            f"the label {label} is given more than once"
            + (f", first at {places[0]}" if len(places) > 1 else ""),
            place=places[-1] if places else None,
            detail=", ".join(_at(file, line) for file, line in spots),
        )


def _missing_characters(log: LogSummary, source: SourceMap) -> Iterator[Diagnostic]:
    for item in log.missing_characters:
        spots = list(source.find(item.character)) if len(item.character) == 1 else []
        spots = [spot for spot in spots if spot[0] == item.file] or spots
        file, line = spots[0] if spots else (item.file, 0)
        name = item.character
        point = f" (U+{ord(name):04X})" if len(name) == 1 else ""
        yield diagnostic(
            "tex-missing-character",
            f"the font {item.font} has no {name}{point}",
            place=source.refine(file, line, name) if line else None,
            hint="choose a font that has it under fonts: in book.yaml, or write it otherwise",
            detail=_at(file, line),
        )


def _duplicates(log: LogSummary, source: SourceMap) -> Iterator[Diagnostic]:
    for item in log.duplicate_destinations:
        yield diagnostic(
            "tex-duplicate-destination",
            f"two link targets are called {item.name}; links go to the first",
            place=_target_place(item, source),
            detail=_at(item.file, item.line),
        )


def _target_place(item: DuplicateDestination, source: SourceMap) -> Place | None:
    """Return the place of the last command that names the target; TeX tells only of its page."""
    spots = source.find(f"{{{item.name}}}")
    places = [place for file, line in spots if (place := source.refine(file, line, item.name))]
    return places[-1] if places else None


def _overfull(boxes: tuple[OverfullBox, ...], source: SourceMap) -> Iterator[Diagnostic]:
    for box in boxes:
        if box.points <= OVERFULL_PT:
            continue
        if box.direction == "h":
            what = "a line is too wide by"
        else:
            what = "a box is too high by" if box.line else "a page is too full by"
        yield diagnostic(
            "tex-overfull",
            f"{what} {box.points:.1f} pt",
            place=source.place(box.file, box.line) if box.line else None,
            detail=_at(box.file, box.line),
        )


def _gaping(log: LogSummary) -> Iterator[Diagnostic]:
    """Yield a note a page that gapes; a chapter's last ends in fill, and is never underfull."""
    for box in worst_pages(log):
        if box.badness >= _INFINITE:
            yield diagnostic(
                "tex-underfull", f"page {box.page} gapes (page {box.sheet} of the PDF)"
            )


def _list_format(log: LogSummary) -> Iterator[Diagnostic]:
    """Yield a complaint if biblatex cannot read the lists that biber wrote."""
    for warning in log.warnings:
        match = re.search(r"is wrong format version - expected ([\d.]*\d)", warning.text)
        if match and warning.source == "biblatex":
            message = (
                f"biblatex {log.biblatex} reads lists of format {match[1]}, biber wrote another"
            )
            hint = f"install the biber made for biblatex {log.biblatex}, and build anew"
            yield diagnostic("tool-version", message, hint=hint, detail=warning.text)
