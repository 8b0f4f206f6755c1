"""The findings as JSON, of a shape with a version (docs/checking.md, "json")."""

from __future__ import annotations

import json
from typing import Any

from scidraft_tex import __version__
from scidraft_tex.codes import Severity
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.formats.values import diagnostic_values

__all__ = ["VERSION", "json_text", "json_values"]

VERSION = 1
"""Counts up when a key goes or means something else; a new key is no new version."""


def json_values(said: Diagnostics, site: str, notes: int) -> dict[str, Any]:
    """Return SAID of the NOTES notes of the folder SITE as plain values.

    Files are relative to SITE, which is so to the current folder; each of the diagnostics is as in
    a build's `report.json`.
    """
    count = said.count()
    return {
        "version": VERSION,
        "tool": {"name": "scidraft-tex", "version": __version__},
        "site": site,
        "notes": notes,
        "counts": {severity.value: count[severity] for severity in Severity},
        "diagnostics": [diagnostic_values(item) for item in said.sorted()],
    }


def json_text(said: Diagnostics, site: str, notes: int) -> str:
    """Return the same as text of ASCII alone, which ends with a new line."""
    return json.dumps(json_values(said, site, notes), indent=1) + "\n"
