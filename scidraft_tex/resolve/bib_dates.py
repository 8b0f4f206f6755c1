"""Years, months and days as people write them, made the dates that biblatex reads.

biblatex takes ISO 8601-2 dates (its manual, section 2.3.8): `2024-05-24`, `2023/2024`, `2023-21`
for spring. biber ignores a date that it cannot read, and with it the year.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["When", "iso_date", "when"]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SEASONS = {"spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24}
_ISO = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?[~?]?")
_NUMERIC = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_YEAR = re.compile(r"(?<!\d)(1\d{3}|2[01]\d{2})(?!\d)")
_YEARS = re.compile(r"(?<!\d)(1\d{3}|2[01]\d{2})\s*(?:/|--?|–)\s*(\d{4}|\d{2})(?![\d/.-])")
_WORD = re.compile(r"[A-Za-z]{3,}")
_STATES = {
    "inpress": "inpress", "toappear": "forthcoming", "forthcoming": "forthcoming",
    "submitted": "submitted", "inpreparation": "inpreparation", "accepted": "inpress",
    "prepublished": "prepublished",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class When:
    """When a work appeared: `date` for biblatex, else what to print in its place.

    `state` is a key of biblatex (`inpress`) or the writer's own words ("n.d."), not yet LaTeX.
    """

    date: str = ""
    state: str = ""


def when(fields: Mapping[str, str]) -> When:
    """Return when the work with FIELDS appeared, from `date`, `year`, `month` and `day`."""
    fields = {name: _bare(fields.get(name, "")) for name in ("date", "year", "month", "day")}
    if fields["date"] and (date := iso_date(fields["date"])):
        return When(date)
    written = fields["year"] or fields["date"]
    date = iso_date(written)
    if date and "-" not in date and "/" not in date:
        date = _with_month(date, fields["month"], fields["day"])
    return When(date, _state(written))


def iso_date(value: str) -> str:
    """Return VALUE as an ISO 8601 date or range, as exact as it is sound, or "".

    Reads `2024-05-24`, `2023/06`, `2023–2024`, `May 24, 2024`, `24~May 2024`, `c. 1990`.
    """
    value = _bare(value)
    begin, slash, end = value.partition("/")
    if _is_iso(begin) and (not slash or end in {"", ".."} or _is_iso(end)):
        return value
    if match := _NUMERIC.search(value):
        year, month, day = match[1], int(match[2]), int(match[3] or 0)
        if 1 <= month <= 12:
            return _dated(year, month, day)
    if match := _YEARS.search(value):
        return _years(match[1], match[2])
    match = _YEAR.search(value)
    if match is None:
        return ""
    rest = value[: match.start()] + " " + value[match.end() :]
    return _with_month(match[1], rest, "") if _WORD.search(rest) else match[1]


def _bare(value: str) -> str:
    """Return VALUE without the LaTeX that dates are written with."""
    value = re.sub(r"\\[A-Za-z]+", " ", value)
    return " ".join(re.sub(r"[{}\\$©]", "", value.replace("~", " ")).split()).split("T0")[0]


def _is_iso(value: str) -> bool:
    if not _ISO.fullmatch(value):
        return False
    numbers = [int(number) for number in re.findall(r"\d+", value)]
    if len(numbers) > 1 and not (1 <= numbers[1] <= 12 or 21 <= numbers[1] <= 24):
        return False
    return len(numbers) < 3 or _day_exists(numbers[0], numbers[1], numbers[2])


def _day_exists(year: int, month: int, day: int) -> bool:
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _dated(year: str, month: int, day: int = 0) -> str:
    """Return the date of a month, with its DAY if the month has it."""
    dated = f"{year}-{month:02}"
    return f"{dated}-{day:02}" if day and _day_exists(int(year), month, day) else dated


def _years(first: str, last: str) -> str:
    """Return a range of years; the last may be two figures, as in 2023–24."""
    last = last if len(last) == 4 else first[:2] + last
    return f"{first}/{last}" if last > first else first


def _month_numbers(text: str) -> list[int]:
    """Return the months (1 to 12) and seasons (21 to 24) that TEXT names, in order."""
    words = [word.lower() for word in _WORD.findall(text)]
    named = [
        _SEASONS.get(w) or (_MONTHS.index(w[:3]) + 1 if w[:3] in _MONTHS else 0) for w in words
    ]
    if any(named):
        return [number for number in named if number]
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return numbers if numbers and all(1 <= number <= 12 for number in numbers) else []


def _with_month(year: str, month: str, day: str) -> str:
    """Return YEAR made exact by MONTH, which may be two and may hold a day, and by DAY."""
    months = _month_numbers(month)
    if not months:
        return year
    if len(months) > 1:
        first, last = months[0], months[1]
        ordered = first < last <= 12
        return f"{_dated(year, first)}/{_dated(year, last)}" if ordered else _dated(year, first)
    if months[0] > 12:
        return f"{year}-{months[0]}"
    days = re.findall(r"(?<!\d)\d{1,2}(?!\d)", day or (month if _WORD.search(month) else ""))
    return _dated(year, months[0], int(days[0]) if len(days) == 1 else 0)


def _state(written: str) -> str:
    """Return what WRITTEN says beside a date: that the work is in press, or that it has none."""
    words = re.sub(r"[^a-z]", "", written.lower())
    for name, state in _STATES.items():
        if name in words:
            return state
    return "" if _YEAR.search(written) or _NUMERIC.search(written) else written
