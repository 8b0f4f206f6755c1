"""Values and diagnostics as JSON has them, in what is kept of a command, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scidraft_tex.diagnostics import Diagnostic, Place, Severity

__all__ = ["diagnostic_of", "plain", "values_of"]


def plain(value: Any) -> Any:
    """Return VALUE in lists, numbers and texts; what is none of these as text."""
    match value:
        case list() | tuple():
            return [plain(item) for item in value]
        case None | bool() | int() | float() | str():
            return value
        case _:
            return str(value)


def values_of(item: Diagnostic) -> list[Any]:
    """Return the values that tell of ITEM."""
    place = item.place
    where = [place.file, place.line, place.column] if place else None
    return [item.code, item.severity.value, item.message, item.hint, where, item.detail]


def diagnostic_of(values: Sequence[Any]) -> Diagnostic:
    """Return the diagnostic that VALUES tell; raises `TypeError` or `ValueError` if they do not."""
    code, severity, message, hint, where, detail = values
    file, line, column = where or ("", 0, 1)
    texts, numbers = (code, message, hint, file, detail), (line, column)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("a text is none")
    if not all(isinstance(number, int) for number in numbers):
        raise TypeError("a number is none")
    place = Place(file, line, column) if where else None
    return Diagnostic(code, Severity(severity), message, hint, place, detail)
