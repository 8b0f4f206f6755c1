"""The JSON of a check: its keys, and diagnostics as in a report."""

from __future__ import annotations

import json

from scidraft_tex import __version__
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.formats.as_json import VERSION, json_text
from scidraft_tex.formats.values import diagnostic_values


def test_the_shape() -> None:
    said = Diagnostics()
    said.report("image-missing", "there is no image ä", Place("b.md", 4, 2))
    said.report("bib-unused", "no note cites x", Place("a.bib", 9))
    text = json_text(said, "content", 3)
    values = json.loads(text)
    assert list(values) == ["version", "tool", "site", "notes", "counts", "diagnostics"]
    assert values["version"] == VERSION == 1
    assert values["tool"] == {"name": "scidraft-tex", "version": __version__}
    assert (values["site"], values["notes"]) == ("content", 3)
    assert values["counts"] == {"error": 1, "warning": 0, "note": 1}
    assert values["diagnostics"] == [diagnostic_values(item) for item in said.sorted()]
    assert [item["file"] for item in values["diagnostics"]] == ["a.bib", "b.md"]
    assert text.isascii()
    assert text.endswith("}\n")
