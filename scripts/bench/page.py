"""The page that a benchmark writes: medians, ratios, growth, and what bounds a build."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

OURS = "scidraft-tex"
LABELS = {
    "cold": "from nothing",
    "unchanged": "nothing changed",
    "edit": "one sentence added",
    "check": "`check`, the second time",
}
BOUNDS = {
    "load": "reading files",
    "read": "pandoc, on all cores",
    "recognise": "Python",
    "resolve": "Python",
    "draw": "the browser's start, then its drawing",
    "render": "Python",
    "typeset": "the engine's passes",
    "finish": "writing the PDF once more",
}

_HEAD = """# Benchmarks

Written by `make bench`, which builds one site, and the same several times over, with this program
and with what a user would run instead. Times are medians of {runs}, in seconds of wall time, all of
one run of the benchmark; a ratio is the peer's time by ours. The peers do less: one list of
references, no index, few kinds of result.
"""

Timings = Sequence[Mapping[str, Any]]


def page(results: Mapping[str, Any]) -> str:
    """Return the page of RESULTS (see bench.py) in Markdown."""
    timings: Timings = results["timings"]
    parts = [
        _HEAD.format(runs=results["runs"]),
        "## The machine\n\n" + _table(("", ""), results["machine"].items()),
        "## Times\n\n" + _times(timings),
        "## Growth\n\n"
        "The exponent *e* of time = *c* · notes^*e*, fitted to the medians: 1 is linear.\n\n"
        + _growths(timings),
        "## Memory and pages\n\n"
        "The resident size of the largest process of a build from nothing.\n\n" + _sizes(timings),
    ]
    if results["stages"]:
        parts.append("## Where the time goes\n\n" + _profile(results["stages"], results["limits"]))
    return "\n".join(parts)


def growth(points: Iterable[tuple[float, float]]) -> float:
    """Return the slope of the line of least squares through POINTS, both of their axes logarithmic.

    POINTS are at least two pairs of size and time, of different sizes.
    """
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points]
    mid_x = sum(x for x, _ in logs) / len(logs)
    mid_y = sum(y for _, y in logs) / len(logs)
    spread = sum((x - mid_x) ** 2 for x, _ in logs)
    return sum((x - mid_x) * (y - mid_y) for x, y in logs) / spread


def medians(timings: Timings) -> dict[tuple[str, str, int], float]:
    """Return the median seconds of TIMINGS by contender, case and number of notes."""
    seconds: dict[tuple[str, str, int], list[float]] = {}
    for one in timings:
        key = (one["contender"], one["case"], one["notes"])
        seconds.setdefault(key, []).append(one["seconds"])
    return {key: median(values) for key, values in seconds.items()}


def _times(timings: Timings) -> str:
    known = medians(timings)
    peers = [name for name in _names(timings) if name != OURS]
    rows = []
    for case, label in LABELS.items():
        for notes in _sizes_of(timings):
            mine = known.get((OURS, case, notes))
            if mine is None:
                continue
            row = [label, str(notes), _seconds(mine)]
            for peer in peers:
                theirs = known.get((peer, case, notes))
                row.append(f"{_seconds(theirs)} ({theirs / mine:.1f} ×)" if theirs else "–")
            rows.append(row)
    return _table(("case", "notes", OURS, *peers), rows)


def _growths(timings: Timings) -> str:
    known = medians(timings)
    names = _names(timings)
    rows = []
    for case, label in LABELS.items():
        row = [label]
        for name in names:
            points = [
                (float(notes), known[name, case, notes])
                for notes in _sizes_of(timings)
                if (name, case, notes) in known
            ]
            row.append(f"{growth(points):.2f}" if len(points) > 1 else "–")
        rows.append(row)
    return _table(("case", *names), rows)


def _sizes(timings: Timings) -> str:
    rows = []
    for name in _names(timings):
        for notes in _sizes_of(timings):
            own = [
                one
                for one in timings
                if (one["contender"], one["case"], one["notes"]) == (name, "cold", notes)
            ]
            if own:
                memory = median(one["memory"] for one in own) / 2**20
                codes = " ".join(str(code) for code in own[0]["codes"])
                rows.append([name, str(notes), str(own[0]["pages"]), f"{memory:.0f}", codes])
    return _table(("", "notes", "pages", "MiB", "exit codes"), rows)


def _profile(stages: Sequence[Mapping[str, float]], limits: Mapping[str, float]) -> str:
    rows = [
        (name, _seconds(median(one.get(name, 0.0) for one in stages)), BOUNDS.get(name, ""))
        for name in stages[0]
    ]
    bounds = [(name, _seconds(seconds)) for name, seconds in limits.items()]
    return (
        "A build from nothing, by stage; some run side by side.\n\n"
        + _table(("stage", "seconds", "bounded by"), rows)
        + "\nWhat no build can do without, the least of three times:\n\n"
        + _table(("", "seconds"), bounds)
    )


def _names(timings: Timings) -> list[str]:
    return list(dict.fromkeys(one["contender"] for one in timings))


def _sizes_of(timings: Timings) -> list[int]:
    return sorted({one["notes"] for one in timings})


def _seconds(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)
