"""Numbers of pages, written into the PDFs of units."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.typeset.units.folios import FolioError, with_folio

WIDTHS = [500] * 10


def page_of(pdf: pikepdf.Pdf, stream: bytes) -> pikepdf.Object:
    pdf.add_blank_page(page_size=(200, 200))
    page = pdf.pages[-1].obj
    font = pikepdf.Dictionary(FirstChar=48, Widths=pikepdf.Array(WIDTHS))
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F8=font))
    page.Contents = pdf.make_stream(stream)
    return page


def opened(end: str, number: int) -> bytes:
    return (
        b"BT\n/F8 10 Tf 1 2 Td [(x)]TJ\nET\n"
        b"%%scidraft folio %b %d\n"
        b"BT\n/F8 10 Tf 100.5 20 Td [(0123)-5(456789)]TJ\nET\n"
        b"%%scidraft end\nq\nQ\n" % (end.encode(), number)
    )


@pytest.mark.parametrize(
    ("end", "number", "shift", "place"),
    [
        ("l", 7, 0, b"100.5 20 Td [(7)]"),
        ("l", 7, 130, b"100.5 20 Td [(137)]"),
        ("r", 7, 130, b"85.5 20 Td [(137)]"),
        ("r", 1, 1, b"95.5 20 Td [(2)]"),
        ("c", 9, 3, b"95.5 20 Td [(12)]"),
        ("c", 9, 993, b"90.5 20 Td [(1002)]"),
    ],
)
def test_a_number_keeps_the_end_that_stays(end: str, number: int, shift: int, place: bytes) -> None:
    with pikepdf.new() as pdf:
        page = page_of(pdf, b"")
        page.Contents = pdf.make_stream(opened(end, number))
        written = with_folio(page, shift)
        assert written is not None
        stream = pdf.make_stream(written, pikepdf.Dictionary(Filter=pikepdf.Name.FlateDecode))
        assert stream.read_bytes() == (
            b"BT\n/F8 10 Tf 1 2 Td [(x)]TJ\nET\nBT\n/F8 10 Tf " + place + b"TJ\nET\nq\nQ\n"
        )


def test_what_moves_the_place_that_tex_counts_from_stays() -> None:
    shown = b"1 0 0 1 -9.5 -20 cm\nBT\n/F8 10 Tf 100.5 20 Td [(0123456789)]TJ\nET\n1 0 0 1 3 4 cm\n"
    with pikepdf.new() as pdf:
        page = page_of(pdf, b"%scidraft folio r 7\n" + shown + b"%scidraft end\nq\nQ\n")
        written = with_folio(page, 0)
        assert written is not None
        stream = pdf.make_stream(written, pikepdf.Dictionary(Filter=pikepdf.Name.FlateDecode))
        assert stream.read_bytes() == (
            b"1 0 0 1 -9.5 -20 cm\nBT\n/F8 10 Tf 95.5 20 Td [(7)]TJ\nET\n1 0 0 1 3 4 cm\nq\nQ\n"
        )


def test_digits_of_several_fonts_are_told() -> None:
    two = b"BT\n/F8 10 Tf 1 2 Td [(01)]TJ\nET\nBT\n/F9 10 Tf 9 2 Td [(23456789)]TJ\nET\n"
    stream = b"%scidraft folio l 1\n" + two + b"%scidraft end\n"
    with pikepdf.new() as pdf:
        page = page_of(pdf, stream)
        with pytest.raises(FolioError):
            with_folio(page, 0)


def test_a_page_without_an_open_number_stays_as_it_is() -> None:
    with pikepdf.new() as pdf:
        assert with_folio(page_of(pdf, b"BT\n/F8 10 Tf 1 2 Td [(12)]TJ\nET\n"), 3) is None


DOCUMENT = r"""\documentclass{scrbook}
%s
\makeatletter
\newcommand*\folio[1]{\pagemark}
\begin{document}
%s
\noindent\hbox to 3em{\folio{l}\hfil};\hbox to 3em{\hfil\folio{c}\hfil};%%
\hbox to 3em{\hfil\folio{r}};
\end{document}
"""


@pytest.mark.tex
@pytest.mark.parametrize("fonts", ["", r"\usepackage[T1]{fontenc}\usepackage{tgpagella}"])
def test_pages_look_as_tex_prints_them(tmp_path: Path, fonts: str) -> None:
    from scidraft_tex.typeset.units import source  # noqa: PLC0415  # what opens numbers

    late = f"{source.FOLIOS}\\setcounter{{page}}{{1}}\\pagestyle{{empty}}"
    plain = "\\setcounter{page}{113}\\pagestyle{empty}"
    for name, text in (("late", late), ("plain", plain)):
        (tmp_path / f"{name}.tex").write_text(DOCUMENT % (fonts, text))
        subprocess.run(["pdflatex", name], cwd=tmp_path, capture_output=True, check=True)
    with pikepdf.open(tmp_path / "late.pdf") as pdf:
        page = pdf.pages[0].obj
        stream = with_folio(page, 112)
        assert stream is not None
        filtered = pikepdf.Dictionary(Filter=pikepdf.Name.FlateDecode)
        page.Contents = pdf.make_stream(stream, filtered)
        pdf.save(tmp_path / "written.pdf")
    seen = []
    for name in ("written", "plain"):
        command = ["pdftoppm", "-r", "200", "-gray", f"{name}.pdf", name]
        subprocess.run(command, cwd=tmp_path, check=True)
        said = subprocess.run(
            ["pdftotext", f"{name}.pdf", "-"], cwd=tmp_path, capture_output=True, check=True
        )
        words = re.sub(rb"\s", b"", said.stdout)
        seen.append((words, (tmp_path / f"{name}-1.pgm").read_bytes()))
    assert seen[0][0] == b"113;113;113;"
    assert seen[0] == seen[1]
