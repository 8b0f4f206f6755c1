"""Diagnostics as plain values and counts: what reports and the formats have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scidraft_tex.diagnostics import Diagnostic, Severity

__all__ = ["counted", "diagnostic_values", "said_line"]


def diagnostic_values(item: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as plain values; `file` is empty where it has no place."""
    place = item.place
    return {
        "code": item.code,
        "severity": item.severity.value,
        "message": item.message,
        "hint": item.hint,
        "file": place.file if place else "",
        "line": place.line if place else 0,
        "column": place.column if place else 0,
    }


def said_line(values: Mapping[str, Any]) -> str:
    """Return how many errors and warnings are in VALUES, a report's."""
    said = Counter(item["severity"] for item in values["diagnostics"])
    errors, warnings = said[Severity.ERROR], said[Severity.WARNING]
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"


def counted(count: int, word: str) -> str:
    """Return COUNT and WORD in the singular or the plural; none is `no`."""
    ending = "" if count == 1 else "es" if word.endswith("s") else "s"
    return f"{count or 'no'} {word}{ending}"
