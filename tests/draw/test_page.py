import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from scidraft_tex.draw.page import finish_page, page_size


def drawn(path: Path, content: bytes, pages: int = 1, size: tuple[int, int] = (300, 200)) -> Path:
    with pikepdf.new() as pdf:
        for _ in range(pages):
            page = pdf.add_blank_page(page_size=size)
            page.Contents = pdf.make_stream(content)
        pdf.docinfo["/CreationDate"] = "D:20260101000000Z"
        pdf.save(path)
    return path


def test_a_page_is_trimmed_to_its_ink(tmp_path: Path) -> None:
    source = drawn(tmp_path / "a.pdf", b"0.9 g 100 50 80 40 re f")
    assert finish_page(source, tmp_path / "b.pdf", (98, 48, 182, 92)) == (84, 44)
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        assert [float(x) for x in pdf.pages[0].mediabox] == [98, 48, 182, 92]
        assert "/Info" not in pdf.trailer


def test_without_known_ink_the_size_is_kept_and_one_page_left(tmp_path: Path) -> None:
    source = drawn(tmp_path / "a.pdf", b"100 50 80 40 re f", pages=3)
    assert finish_page(source, tmp_path / "b.pdf", None) == (300, 200)
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        assert len(pdf.pages) == 1


def test_the_same_drawing_gives_the_same_bytes(tmp_path: Path) -> None:
    source = drawn(tmp_path / "a.pdf", b"100 50 80 40 re f")
    for name in ("b.pdf", "c.pdf"):
        finish_page(source, tmp_path / name, None)
    assert (tmp_path / "b.pdf").read_bytes() == (tmp_path / "c.pdf").read_bytes()


def test_sizes_are_what_a_viewer_shows(tmp_path: Path) -> None:
    path = drawn(tmp_path / "a.pdf", b"")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].cropbox = pikepdf.Array([10, 10, 110, 60])
        pdf.pages[0].obj["/Rotate"] = 90
        pdf.save(path)
    assert page_size(path) == (50, 100)


def test_what_is_no_pdf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.4 not really")
    with pytest.raises(pikepdf.PdfError):
        page_size(path)
    with pikepdf.new() as pdf:
        pdf.save(path)
    with pytest.raises(pikepdf.PdfError):
        finish_page(path, tmp_path / "b.pdf", None)


def type3(path: Path) -> Path:
    """Write a PDF with the glyph A, a square, from a Type 3 font: thrice, once within a form."""
    with pikepdf.new() as pdf:
        cmap = b"1 beginbfchar <41> <00410301> endbfchar"
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type3,
            FontBBox=[0, 0, 1000, 1000],
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs=pikepdf.Dictionary(
                A=pdf.make_stream(b"1000 0 0 0 800 800 d1 0 0 800 800 re f")
            ),
            Encoding=pikepdf.Dictionary(
                Type=pikepdf.Name.Encoding, Differences=[65, pikepdf.Name.A]
            ),
            FirstChar=65,
            LastChar=65,
            Widths=[1000],
            ToUnicode=pdf.make_stream(cmap),
        )
        fonts = pikepdf.Dictionary(F1=pdf.make_indirect(font))
        form = pdf.make_stream(b"BT /F1 20 Tf 150 100 Td (A) Tj ET")
        form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        form.BBox = [0, 0, 300, 200]
        form.Resources = pikepdf.Dictionary(Font=fonts)
        page = pdf.add_blank_page(page_size=(300, 200))
        page.Resources = pikepdf.Dictionary(
            Font=pikepdf.Dictionary(F1=fonts.F1), XObject=pikepdf.Dictionary(X1=form)
        )
        page.Contents = pdf.make_stream(
            b"1 0 0 rg BT /F1 40 Tf 1 0 0 1 20 30 Tm (AA) Tj 0 60 Td (A) Tj ET /X1 Do 9 9 2 2 re f"
        )
        pdf.save(path)
    return path


def test_type_3_glyphs_become_the_same_outlines(
    tmp_path: Path, require: Callable[..., None]
) -> None:
    require("pdftoppm", "pdffonts")
    source = type3(tmp_path / "a.pdf")
    finish_page(source, tmp_path / "b.pdf", None)
    fonts = subprocess.run(
        ("pdffonts", tmp_path / "b.pdf"), capture_output=True, text=True, check=True
    )
    assert fonts.stdout.splitlines()[2:] == []
    pictures: list[Image.Image] = []
    for path in (source, tmp_path / "b.pdf"):
        subprocess.run(("pdftoppm", "-r", "72", "-png", "-singlefile", path, path), check=True)
        with Image.open(f"{path}.png") as image:
            pictures.append(image.convert("L"))
    before, after = pictures
    levels = ImageChops.difference(before, after).histogram()
    assert sum(levels[48:]) == 0
    assert sum(before.histogram()[:128]) > 1000
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        content = pikepdf.parse_content_stream(pdf.pages[0])
        texts = [
            str(step.operands[1].ActualText) for step in content if str(step.operator) == "BDC"
        ]
    assert texts == ["A\u0301"] * 3
