"""What is said to the user: values, collected by every stage and printed by the CLI alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from scidraft_tex.codes import CODES, Severity

__all__ = ["Diagnostic", "Diagnostics", "Place", "Severity", "diagnostic"]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something was written.

    `file` is relative to the site's folder with forward slashes; `line` and `column`
    count from 1. Line 0 means the file as a whole.
    """

    file: str
    line: int = 0
    column: int = 1

    def __str__(self) -> str:
        """Return `file:line:column`, as compilers write it."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to tell the user: a code of `codes.CODES`, how grave, what, what to do, where.

    `detail` holds another program's own words (TeX's, biber's), kept below ours.
    """

    code: str
    severity: Severity
    message: str
    hint: str = ""
    place: Place | None = None
    detail: str = ""


def diagnostic(
    code: str,
    message: str,
    *,
    place: Place | None = None,
    hint: str = "",
    detail: str = "",
    severity: Severity | None = None,
) -> Diagnostic:
    """Make a diagnostic; severity and hint default to those of the code's entry in `CODES`.

    Raises `KeyError` for a code that is not in the list: codes are a closed set.
    """
    known = CODES[code]
    return Diagnostic(
        code, severity or known.severity, message, hint or known.advice, place, detail
    )


@dataclass(slots=True)
class Diagnostics:
    """An ordered collection that stages add to; the same thing at the same place is kept once."""

    items: list[Diagnostic] = field(default_factory=list)
    _seen: set[Diagnostic] = field(default_factory=set)

    def add(self, item: Diagnostic) -> None:
        """Keep ITEM unless an equal one is here."""
        if item not in self._seen:
            self._seen.add(item)
            self.items.append(item)

    def extend(self, items: Iterable[Diagnostic]) -> None:
        """Keep each of ITEMS, in order."""
        for item in items:
            self.add(item)

    def report(
        self, code: str, message: str, place: Place | None = None, hint: str = "", detail: str = ""
    ) -> None:
        """Make a diagnostic of CODE and keep it."""
        self.add(diagnostic(code, message, place=place, hint=hint, detail=detail))

    def __iter__(self) -> Iterator[Diagnostic]:
        """Iterate in the order in which things were said."""
        return iter(self.items)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.items)

    def count(self) -> Counter[Severity]:
        """Return how many there are of each severity."""
        return Counter(item.severity for item in self.items)

    def sorted(self) -> list[Diagnostic]:
        """Return them by file, line and column, those without a place first."""
        return sorted(self.items, key=lambda d: d.place or Place(""))
