"""Hugo's permalinks: patterns such as `/:year/:month/:slug/`, and how text becomes a path."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["PageFacts", "expand", "urlised"]

_TOKEN = re.compile(r"(?<!\\):(?P<name>\w+)(?:\[(?P<cut>[^\]]+)\])?")
_ALLOWED = frozenset("./\\_#+~-@")
_PLAIN = re.compile(r"[A-Za-z0-9./\\_#+~@-]*")
_HEX = re.compile(r"%[0-9A-Fa-f]{2}")
_NO_DAY = dt.date(1, 1, 1)
_DAY_FORMS = {
    "month": "%m", "day": "%d", "monthname": "%B", "weekday": "%w", "weekdayname": "%A",
    "01": "%m", "02": "%d", "06": "%y", "Jan": "%b", "January": "%B", "Mon": "%a",
    "Monday": "%A", "002": "%j",
}  # fmt: skip
"""Tokens of the day, Hugo's own and layouts of Go's, as `strftime` has them."""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a permalink may say of a page.

    `sections` are its folders from the content folder on, `name` its file's name without ending (of
    a bundle, its folder's), `title` and `slug` those of its front matter, `day` an ISO date, each
    or "". `section_names` are the slugs, or titles, of the pages of its folders.
    """

    sections: tuple[str, ...] = ()
    name: str = ""
    title: str = ""
    slug: str = ""
    day: str = ""
    section_names: tuple[str, ...] = ()


def expand(pattern: str, page: PageFacts, make: Callable[[str], str]) -> str:
    r"""Return PATTERN with its tokens as PAGE has them; MAKE turns a text into a piece of a path.

    A token that Hugo does not know stays as it is. `\:` is a colon.
    """

    def value(found: re.Match[str]) -> str:
        text = _token(found["name"], found["cut"] or "", page, make)
        return found.group() if text is None else text

    return _TOKEN.sub(value, pattern).replace("\\:", ":")


def _token(name: str, cut: str, page: PageFacts, make: Callable[[str], str]) -> str | None:
    """Return what the token NAME, with the part in brackets CUT, stands for, or None."""
    match name:
        case "section":
            return page.sections[0] if page.sections else ""
        case "sections":
            return "/".join(_cut(page.sections, cut))
        case "sectionslug":
            return make(page.section_names[0]) if page.section_names else ""
        case "sectionslugs":
            return "/".join(map(make, _cut(page.section_names, cut)))
        case "title":
            return make(page.title)
        case "slug":
            return make(page.slug or page.title)
        case "filename" | "contentbasename":
            return make(page.name)
        case "slugorfilename" | "slugorcontentbasename":
            return make(page.slug or page.name)
    return _of_day(name, page)


def _of_day(name: str, page: PageFacts) -> str | None:
    """Return what the token NAME says of the page's day; one without is in the year 1, as in Go."""
    try:
        day = dt.date.fromisoformat(page.day[:10])
    except ValueError:
        day = _NO_DAY
    match name:
        case "year" | "2006":
            return str(day.year)
        case "yearday":
            return str(day.timetuple().tm_yday)
        case "1":
            return str(day.month)
        case "2":
            return str(day.day)
    form = _DAY_FORMS.get(name)
    return day.strftime(form) if form else None


def _cut(parts: Sequence[str], cut: str) -> Sequence[str]:
    """Return the PARTS that CUT names: `1`, `last`, `1:`, `:2`, `1:last`; all for ""."""
    if not cut:
        return parts
    low, colon, high = cut.strip().lower().partition(":")
    start = _index(low, 0, len(parts))
    if not colon:
        return parts[start : start + 1]
    return parts[start : _index(high, len(parts), len(parts))]


def _index(text: str, default: int, length: int) -> int:
    if text == "last":
        return max(length - 1, 0)
    return int(text) if text.isdecimal() else default


def urlised(text: str, *, accents: bool = True) -> str:
    r"""Return TEXT as Hugo has it in paths: hyphens for blanks, and only what may stand there.

    Letters, digits and marks of any script, `. / \ _ # + ~ - @` and `%` with two hexadecimal
    digits stay; without ACCENTS letters lose theirs.
    """
    if not accents:
        parted = unicodedata.normalize("NFD", text)
        text = "".join(char for char in parted if unicodedata.category(char) != "Mn")
    if _PLAIN.fullmatch(text):
        return text
    kept: list[str] = []
    blank = False
    for position, char in enumerate(text):
        if _may_stand(text, position):
            if blank and char != "-":
                kept.append("-")
            kept.append(char)
            blank = False
        elif kept and kept[-1] != "-" and char.isspace():
            blank = True
    return "".join(kept)


def _may_stand(text: str, position: int) -> bool:
    char = text[position]
    if char in _ALLOWED or unicodedata.category(char)[0] in "LM" or char.isdecimal():
        return True
    return _HEX.match(text, position) is not None
