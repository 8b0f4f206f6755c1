"""A day as the book's language writes it out."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

__all__ = ["locale_of", "printed_date", "year_of"]


def printed_date(date: str, language: str) -> str:
    """Return DATE, if it is a day (`2026-11-30`), as LANGUAGE, a BCP 47 tag, writes it out.

    Anything else is returned as it is; a language that Babel lacks writes as English does.

    >>> printed_date("2026-11-30", "de")
    '30. November 2026'
    """
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        return date
    from babel.dates import format_date  # noqa: PLC0415  # Babel takes a moment

    return format_date(day, "long", locale=locale_of(language))


def year_of(date: str) -> str:
    """Return the year in DATE, for the line of the copyright; all of DATE if there is none.

    >>> year_of("May 2024")
    '2024'
    """
    found = re.search(r"(?<!\d)\d{4}(?!\d)", date)
    return found[0] if found else date


def locale_of(language: str) -> Locale:
    """Return the locale of LANGUAGE, as near as Babel has it."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415  # Babel takes a moment

    parts = language.replace("_", "-").split("-")
    while parts:
        try:
            return Locale.parse("-".join(parts), sep="-")
        except (UnknownLocaleError, ValueError):
            parts.pop()
    return Locale("en", "US")
