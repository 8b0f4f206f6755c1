"""The findings as SARIF 2.1.0, the OASIS standard for results of static analysis.

Sections named are the standard's ("Static Analysis Results Interchange Format (SARIF) Version
2.1.0"). GitHub asks for more than it: a location and a line for each result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from scidraft_tex import __version__
from scidraft_tex.codes import CODES
from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.formats.paths import from_here
from scidraft_tex.remedies import REMEDIES

__all__ = ["sarif_text", "sarif_values"]

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
ROOT = "%SRCROOT%"
"""What paths are relative to: the folder that the command ran in (section 3.14.14)."""

_KEPT = "/-._~!$&'()*+,;=@"
"""What stands in a path of a URI as it is; a colon in its first part would end a scheme."""


def sarif_values(said: Diagnostics, site: str) -> dict[str, Any]:
    """Return SAID as a SARIF log of one run; files of SAID are relative to the folder SITE."""
    items = said.sorted()
    codes = sorted({item.code for item in items})
    numbers = {code: number for number, code in enumerate(codes)}
    driver = {
        "name": "scidraft-tex",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    root = {"description": {"text": "the folder that the command ran in"}}
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: root},
        "results": [_result(item, numbers, site) for item in items],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_text(said: Diagnostics, site: str) -> str:
    """Return the same as text of ASCII alone, which ends with a new line."""
    return json.dumps(sarif_values(said, site), indent=1) + "\n"


def _rule(code: str) -> dict[str, Any]:
    """Return CODE as a reporting descriptor (section 3.49); SARIF's levels are called as ours."""
    known, remedy = CODES[code], REMEDIES[code]
    summary = f"{known.summary[0].upper()}{known.summary[1:]}."
    example = f"\n\n```{remedy.language}\n{remedy.example}\n```" if remedy.example else ""
    return {
        "id": code,
        "shortDescription": {"text": summary},
        "help": {"text": remedy.text, "markdown": remedy.text + example},
        "defaultConfiguration": {"level": known.severity.value},
    }


def _result(item: Diagnostic, numbers: Mapping[str, int], site: str) -> dict[str, Any]:
    """Return ITEM as a result (section 3.27)."""
    text = f"{item.message}\n{item.hint}" if item.hint else item.message
    return {
        "ruleId": item.code,
        "ruleIndex": numbers[item.code],
        "level": item.severity.value,
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(item.place, site)}],
    }


def _location(place: Place | None, site: str) -> dict[str, Any]:
    """Return PLACE as a physical location (section 3.29).

    What is said of a whole file stands at its first line, and without a file at SITE: GitHub takes
    no result without either.
    """
    uri = quote(from_here(place.file if place else "", site), safe=_KEPT)
    line, column = (place.line, place.column) if place and place.line else (1, 1)
    return {
        "artifactLocation": {"uri": uri, "uriBaseId": ROOT},
        "region": {"startLine": line, "startColumn": column},
    }
