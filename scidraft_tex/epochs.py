"""Days as seconds since 1970, which is how TeX and PDF are told a date."""

from __future__ import annotations

import datetime as dt

__all__ = ["first_of", "seconds_of"]


def seconds_of(date: str) -> int | None:
    """Return the first second of DATE, an ISO 8601 day, in seconds since 1970 UTC.

    None where it is no such day, or one before 1970.

    >>> seconds_of("1970-01-02")
    86400
    """
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        return None
    seconds = int(dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC).timestamp())
    return seconds if seconds >= 0 else None


def first_of(epoch: int | None, *dates: str) -> int | None:
    """Return EPOCH, else the first second of the first of DATES that is such a day, else None.

    >>> first_of(None, "soon", "1970-01-02")
    86400
    """
    days = (epoch, *map(seconds_of, dates))
    return next((day for day in days if day is not None), None)
