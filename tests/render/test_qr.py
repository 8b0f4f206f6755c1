"""QR codes: the modules are segno's, the rules are the modules, and a reader finds the text."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
import segno
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scidraft_tex.engines import Engine
from scidraft_tex.render.qr import QUIET_ZONE, QrCapacityError, dark_runs, qr_code, qr_matrix
from scidraft_tex.tools import Command, Shell

URL = "https://notes.example.org/markov/notes/convergence-theorem/"
PUT = re.compile(r"\\put\((\d+),(\d+)\)\{\\rule\{(\d+)\\unitlength\}\{1\\unitlength\}\}")

DOCUMENT = r"""\documentclass{article}
\usepackage{xcolor,geometry}
\geometry{paperwidth=300pt,paperheight=200pt,margin=20pt}\pagestyle{empty}
\begin{document}\pagecolor{yellow}\color{blue}\noindent
\setbox0\hbox{QR}\typeout{SIZE \the\wd0 \the\ht0 \the\dp0}\box0
\end{document}
"""


def drawn(tex: str) -> list[list[bool]]:
    """Return the modules that TEX draws, from the top, with the quiet zone."""
    (side,) = {int(n) for n in re.findall(r"\\begin\{picture\}\((\d+),\1\)", tex)}
    rows = [[False] * side for _ in range(side)]
    for x, y, width in PUT.findall(tex):
        for module in range(int(x), int(x) + int(width)):
            assert not rows[side - 1 - int(y)][module]
            rows[side - 1 - int(y)][module] = True
    return rows


@given(st.text(min_size=1, max_size=80))
def test_the_rules_are_the_modules_of_segno(text: str) -> None:
    symbol = segno.make(text, error="m", encoding="utf-8", micro=False)
    modules = symbol.matrix_iter(scale=1, border=QUIET_ZONE)
    assert drawn(qr_code(text, 60)) == [[bool(module) for module in row] for row in modules]


def test_errors_are_corrected_at_level_m_at_least() -> None:
    fits_at_m = segno.make(URL, error="m", micro=False)
    assert len(qr_matrix(URL)) == fits_at_m.symbol_size(border=0)[0]
    assert fits_at_m.error in {"M", "Q", "H"}


def test_the_size_is_that_of_the_whole_square() -> None:
    side = len(qr_matrix(URL)) + 2 * QUIET_ZONE
    (unit,) = re.findall(r"\\setlength\{\\unitlength\}\{([\d.]+)pt\}", qr_code(URL, 70))
    assert float(unit) * side == pytest.approx(70, abs=0.001)


@given(st.lists(st.booleans(), max_size=60))
def test_runs_are_whole_and_apart(row: list[bool]) -> None:
    runs = list(dark_runs(row))
    assert {x for start, length in runs for x in range(start, start + length)} == {
        x for x, dark in enumerate(row) if dark
    }
    assert all(start + length < after for (start, length), (after, _) in pairwise(runs))


def test_what_no_code_can_hold() -> None:
    assert len(qr_matrix("x" * 2331)) == 177
    with pytest.raises(QrCapacityError, match=r"2332 bytes .* at most 2331"):
        qr_code("x" * 2332, 60)
    with pytest.raises(QrCapacityError, match="2400 bytes"):
        qr_code("é" * 1200, 60)


@pytest.mark.parametrize("size", [0, -1])
def test_no_code_without_a_size(size: float) -> None:
    with pytest.raises(ValueError, match=f"{size} pt"):
        qr_code(URL, size)


@pytest.mark.tex
@pytest.mark.parametrize("engine", list(Engine))
@pytest.mark.parametrize("text", [URL, "https://ü.example/übung/日本#ε"])
def test_a_reader_finds_the_text_on_the_page(tmp_path: Path, engine: Engine, text: str) -> None:
    source = DOCUMENT.replace("QR", qr_code(text, 80))
    (tmp_path / "x.tex").write_text(source, encoding="utf-8")
    shell = Shell()
    shell.run(Command(engine.value, ("-interaction=nonstopmode", "x.tex"), tmp_path))
    log = (tmp_path / "x.log").read_text(encoding="utf-8", errors="replace")
    (size,) = re.findall(r"SIZE ([\d.]+)pt([\d.]+)pt([\d.]+)pt", log)
    assert [float(length) for length in size] == pytest.approx([80, 80, 0], abs=0.001)
    assert not re.findall(r"^!|Overfull", log, re.MULTILINE)
    shell.run(Command("pdftoppm", ("-r", "150", "-png", "-singlefile", "x.pdf", "x"), tmp_path))
    with Image.open(tmp_path / "x.png") as page:
        (found,) = zxingcpp.read_barcodes(page.convert("L"))
        square = page.crop(page.convert("L").point(lambda v: 255 * (v > 250)).getbbox())
        colours = {colour for _, colour in square.convert("RGB").getcolors(1 << 20) or ()}
    assert found.text == text
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    assert {(0, 0, 0), (255, 255, 255)} <= colours
    assert (0, 0, 255) not in colours
