"""The words of a list of references, in the language of its document (data/references.toml)."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton

from scidraft_tex.languages import Language
from scidraft_tex.render import tex
from scidraft_tex.render.dates import locale_of

__all__ = ["Words", "words_for"]

_MONTH, _DAY = 2, 3
"""How many numbers a date has that is as exact as a month, or a day."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words for lists in the language TAG; all that is returned is LaTeX."""

    tag: str
    table: Mapping[str, str]

    def __contains__(self, key: str) -> bool:
        """Whether there is a word KEY."""
        return key in self.table

    def word(self, key: str) -> str:
        """Return the word KEY."""
        return tex.escape(self.table[key])

    def around(self, key: str) -> tuple[str, str]:
        """Return what stands before and after what the word KEY has a place for."""
        before, _, after = self.table[key].partition("#")
        return tex.escape(before), tex.escape(after)

    def ordinal(self, number: str) -> str:
        """Return NUMBER, digits, as the language numbers editions: `2nd`, `2.`."""
        suffix = self.table["ordinal"]
        if suffix == "#th" and not re.search(r"1[123]$", number):
            suffix = {"1": "#st", "2": "#nd", "3": "#rd"}.get(number[-1], suffix)
        return tex.escape(suffix.replace("#", number))

    def date(self, date: str) -> str:
        """Return the ISO 8601 DATE, or range of dates, as exact as it is: `May 24, 2024`."""
        begin, _, end = (_numbers(part) for part in date.partition("/"))
        locale = locale_of(self.tag)
        if len(begin) == len(end) == _DAY:
            shown = format_interval(_date(begin), _date(end), "yMMMMd", locale=locale)
        elif len(begin) == _DAY:
            shown = format_date(_date(begin), "long", locale=locale)
        elif len(begin) == _MONTH:
            shown = format_skeleton("yMMMM", _date(begin), locale=locale)
        else:
            shown = date[:4]
        return tex.escape(re.sub(r"\s*\u2013\s*", "\u2013", shown))

    def is_own(self, language: str) -> bool:
        """Whether LANGUAGE, as biblatex calls it, is the one of these words."""
        own = Locale("en").languages.get(self.tag.partition("-")[0], "")
        return language.lower() in {own.lower(), self.tag.partition("-")[0]}

    def language(self, name: str) -> str:
        """Return the language that biblatex calls NAME (`german`), or NAME if it is none."""
        codes = {english.lower(): code for code, english in Locale("en").languages.items()}
        code = codes.get(name.lower(), "")
        own = locale_of(self.tag).languages.get(code, name)
        return tex.escape(own[:1].upper() + own[1:]) if code else name


def _numbers(date: str) -> tuple[int, ...]:
    """Return year, month and day of an ISO 8601 DATE; a season (21 to 24) is no month."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", date))
    return numbers[:1] if len(numbers) == _MONTH and numbers[1] > 12 else numbers


def _date(numbers: tuple[int, ...]) -> dt.date:
    return dt.date(numbers[0], numbers[1], numbers[2] if len(numbers) == _DAY else 1)


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    path = files("scidraft_tex") / "data" / "references.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def words_for(language: Language) -> Words:
    """Return the words for LANGUAGE: those of its region, of the language, and English ones."""
    table = _table()
    base = language.tag.partition("-")[0]
    own = (table.get(tag, {}) for tag in ("en", base, language.tag))
    return Words(language.tag, {key: word for words in own for key, word in words.items()})
