"""What every book's PDF must be, by number."""

from __future__ import annotations

import subprocess

from scidraft_tex.finish.facts import pdf_facts
from tests.pdf.conftest import Built

OVERFULL = 5.0
"""How far a line may leave the measure, in pt."""


def is_sound(built: Built) -> None:
    """Assert that TeX left nothing open, that the file is whole, its fonts and marks in order."""
    tex = built.report["tex"]
    assert tex["undefined_references"] == []
    assert tex["missing_characters"] == []
    assert tex["duplicate_destinations"] == []
    assert [line for line in tex["overfull"] if line["pt"] > OVERFULL] == []
    checked = subprocess.run(
        ["qpdf", "--check", built.pdf], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    facts = pdf_facts(built.pdf)
    assert facts.pages == built.report["pages"]
    assert [font.name for font in facts.fonts if not font.embedded] == []
    assert [font.name for font in facts.fonts if font.kind == "Type3"] == []
    assert facts.labels[0] == "i"
    assert "1" in facts.labels
    assert len(set(facts.labels)) == len(facts.labels)
