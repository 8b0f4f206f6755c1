"""Where text stands on a page, by hand and as TeX sets it."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from scidraft_tex.bundle.pages import Line, PageFacts, measure_pages
from scidraft_tex.engines import Engine
from scidraft_tex.tools import Shell
from scidraft_tex.typeset import typeset
from tests.bundle.paper import XETEX_FONT


def measured(
    folder: Path, code: bytes, *, turn: int = 0, font: Dictionary | None = None, tilde: int = 600
) -> PageFacts:
    """Return the facts of a page of 200 by 100 points; letters are half as wide as high."""
    document = pikepdf.new()
    document.add_blank_page(page_size=(200, 100))
    page = document.pages[0]
    font = font or Dictionary(
        Type=Name.Font,
        Subtype=Name.Type1,
        BaseFont=Name.Helvetica,
        FirstChar=32,
        LastChar=126,
        Widths=Array([*[500] * 94, tilde]),
    )
    page.add_resource(document.make_indirect(font), Name.Font, Name.F1)
    page.contents_add(code)
    page.rotate(turn, relative=False)
    path = folder / "a.pdf"
    document.save(path)
    return measure_pages(path)[0]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (b"BT /F1 10 Tf 20 50 Td (abcd) Tj ET", [(50, 20, 40)]),
        (b"BT /F1 10 Tf 20 50 Td [(ab) -1000 (cd)] TJ ET", [(50, 20, 50)]),
        (b"BT /F1 10 Tf 2 Tc 20 50 Td (abcd) Tj ET", [(50, 20, 48)]),
        (b"BT /F1 10 Tf 3 Tw 20 50 Td (a cd) Tj ET", [(50, 20, 43)]),
        (b"BT /F1 10 Tf 50 Tz 20 50 Td (abcd) Tj ET", [(50, 20, 30)]),
        (b"BT /F1 10 Tf 12 TL 20 50 Td (ab) Tj T* (c) Tj (d) ' ET",
         [(50, 20, 30), (38, 20, 25), (26, 20, 25)]),
        (b"BT /F1 10 Tf 20 50 Td (a) Tj 5 -20 TD (b) Tj T* (c) Tj ET",
         [(50, 20, 25), (30, 25, 30), (10, 25, 30)]),
        ((b"q 2 0 0 2 10 0 cm BT /F1 10 Tf 1 0 0 1 5 20 Tm (ab) Tj ET Q "
         b"BT /F1 10 Tf 0 10 Td (c) Tj ET"),
         [(40, 20, 40), (10, 0, 5)]),
        (b"BT /F1 10 Tf 20 50 Td (ab) Tj 0 4 Td (c) Tj ET", [(54, 20, 30)]),
        (b"BT /F1 10 Tf 0 1 -1 0 20 50 Tm (ab) Tj ET", []),
        (b"BT /F2 10 Tf 20 50 Td (ab) Tj ET 0 0 10 10 re f", []),
    ],
)  # fmt: skip
def test_lines_are_where_they_are_drawn(
    tmp_path: Path, code: bytes, lines: list[tuple[float, float, float]]
) -> None:
    found = measured(tmp_path, code)
    assert found.lines == tuple(Line(*line) for line in lines)
    assert (found.number, found.width, found.height) == (1, 200, 100)


def test_sizes_are_those_on_the_page(tmp_path: Path) -> None:
    code = b"q .5 0 0 .5 0 0 cm BT /F1 18 Tf (abc) Tj /F1 10 Tf 2 0 0 2 0 0 Tm (d) Tj ET Q"
    assert measured(tmp_path, code).sizes == {9.0: 3, 10.0: 1}


def test_code_has_no_size(tmp_path: Path) -> None:
    found = measured(tmp_path, b"BT /F1 10 Tf (abc) Tj ET", tilde=500)
    assert found.sizes == {}
    assert found.lines == (Line(0, 0, 15),)


def test_a_composite_font_has_codes_of_two_bytes(tmp_path: Path) -> None:
    inner = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        DW=1000,
        W=Array([1, Array([500, 250]), 5, 6, 100]),
    )
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, Encoding=Name("/Identity-H"), DescendantFonts=[inner]
    )
    found = measured(tmp_path, b"BT /F1 10 Tf <0001000200060009> Tj ET", font=font)
    assert [line.right for line in found.lines] == [pytest.approx(18.5)]
    assert found.sizes == {10.0: 4}


def test_a_turned_page_says_so(tmp_path: Path) -> None:
    assert measured(tmp_path, b"", turn=90).turned
    assert not measured(tmp_path, b"", turn=180).turned


def words(pdf: Path) -> list[tuple[float, float]]:
    """Return the left and right ends of the words of page 1, as poppler has them."""
    done = subprocess.run(
        ["pdftotext", "-bbox", "-l", "1", pdf, "-"], capture_output=True, check=True
    )
    nodes = ET.fromstring(done.stdout).iter("{http://www.w3.org/1999/xhtml}word")  # noqa: S314
    return [(float(node.attrib["xMin"]), float(node.attrib["xMax"])) for node in nodes]


@pytest.mark.tex
@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.XELATEX])
@pytest.mark.parametrize("margin", [72, 50])
def test_it_measures_as_poppler_does(tmp_path: Path, engine: Engine, margin: int) -> None:
    fonts = (
        XETEX_FONT if engine is Engine.XELATEX else "\\usepackage[T1]{fontenc}\\usepackage{lmodern}"
    )
    text = "Of text that fills \\textbf{the measure} $x_1^2$ there is enough. " * 100
    (tmp_path / "paper.tex").write_text(
        f"\\documentclass[11pt]{{article}}{fonts}\\usepackage[margin={margin}bp]{{geometry}}"
        f"\\begin{{document}}{text}\\end{{document}}"
    )
    pdf = typeset(tmp_path, "paper", engine, Shell(), epoch=0).pdf
    assert pdf is not None
    page = measure_pages(pdf)[0]
    left, right = zip(*words(pdf), strict=True)
    assert min(line.left for line in page.lines) == pytest.approx(min(left), abs=0.5)
    assert max(line.right for line in page.lines) == pytest.approx(max(right), abs=0.5)
    assert min(left) == pytest.approx(margin, abs=25)
    assert max(page.sizes, key=lambda size: page.sizes[size]) == 10.9
