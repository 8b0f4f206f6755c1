"""Widths of the body face, against its metrics file where TeX has it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scidraft_tex.render.metrics import advance, text_width


@pytest.mark.parametrize(
    ("character", "regular", "bold"),
    [("a", 500, 500), ("M", 946, 1000), (" ", 250, 250), ("–", 500, 500)],
)
def test_widths_of_the_face(character: str, regular: int, bold: int) -> None:
    assert (advance(character), advance(character, bold=True)) == (regular, bold)


def test_accents_combining_marks_and_wide_characters() -> None:
    assert advance("ő") == advance("o")
    assert advance("\u0301") == advance("\u200b") == 0
    assert advance("漢") == 1000
    assert advance("Ж") == 600


def test_a_text_is_the_sum_of_its_characters() -> None:
    assert text_width("ab ") == pytest.approx((500 + 553 + 250) / 1000)
    assert text_width("") == 0


@pytest.mark.tex
@pytest.mark.parametrize(("name", "bold"), [("qplr.afm", False), ("qplb.afm", True)])
def test_the_table_is_the_face_s_own(name: str, *, bold: bool) -> None:
    assert shutil.which("kpsewhich")
    path = subprocess.run(["kpsewhich", name], capture_output=True, text=True, check=True).stdout
    metrics = Path(path.strip()).read_text(encoding="latin-1")
    named = {"A": "A", "z": "z", "0": "zero", "(": "parenleft", "é": "eacute", "ß": "germandbls"}
    for character, glyph in named.items():
        found = re.search(rf"WX (\d+) ; N {glyph} ", metrics)
        assert found
        assert advance(character, bold=bold) == int(found[1])


@pytest.mark.parametrize(
    ("character", "regular", "bold"),
    [("a", 500, 559), ("M", 917, 1092), (" ", 333, 383), ("–", 500, 575)],
)
def test_widths_of_latin_modern(character: str, regular: int, bold: int) -> None:
    assert advance(character, face="latin modern") == regular
    assert advance(character, bold=True, face="latin modern") == bold
    assert text_width(2 * character, face="latin modern") == 2 * regular / 1000
