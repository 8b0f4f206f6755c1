"""The stage for a book: padding, metadata, and the PDFs for the printer."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from scidraft_tex import model as m
from scidraft_tex.finish.book import Finished, book_metadata, finish_book
from scidraft_tex.finish.metadata import PageLayout
from scidraft_tex.settings import Settings
from tests.finish.conftest import HEIGHT, WIDTH, MakePdf

SITE = m.Site(folder="", title="Averages", authors=(m.Author("Ada Example"),), language="de")


def test_settings_win_over_the_site() -> None:
    own = book_metadata(SITE, Settings())
    assert (own.title, own.authors, own.language) == ("Averages", ("Ada Example",), "de")
    assert own.layout is PageLayout.SINGLE_PAGE
    chosen = Settings(
        title="Means",
        authors=("Ben Sample",),
        subtitle="Notes",
        keywords=("mean",),
        licence="CC0 1.0",
        profile="print",
    )
    said = book_metadata(SITE, chosen)
    assert (said.title, said.authors, said.subject) == ("Means", ("Ben Sample",), "Notes")
    assert said.keywords == ("mean",)
    assert said.licence_url == "https://creativecommons.org/publicdomain/zero/1.0/"
    assert said.layout is PageLayout.TWO_PAGES


def test_no_pages_leave_everything_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    out.write_bytes(b"old")
    assert finish_book(None, out, SITE, Settings(impose="2up"), 0) == Finished(None)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("book.pdf", b"old")]


def test_blank_pages_fill_up_the_book(make_pdf: MakePdf, tmp_path: Path) -> None:
    out = tmp_path / "out" / "book.pdf"
    made = finish_book(make_pdf(5), out, SITE, Settings(page_multiple=4), 0)
    assert made == Finished(out, pages=8)
    assert [path.name for path in out.parent.iterdir()] == ["book.pdf"]
    with pikepdf.open(out) as pdf:
        assert len(pdf.pages) == 8
        for page in pdf.pages[5:]:
            assert page.get("/Contents") is None or page.Contents.read_bytes() == b""
            assert [float(side) for side in page.mediabox] == [0, 0, WIDTH, HEIGHT]
        assert str(pdf.docinfo["/Title"]) == "Averages"


@pytest.mark.parametrize(("impose", "sheets"), [("booklet", 4), ("2up", 4)])
def test_the_imposed_book_lies_beside_it(
    make_pdf: MakePdf, tmp_path: Path, impose: str, sheets: int
) -> None:
    settings = Settings(page_multiple=4).override(
        impose="booklet" if impose == "booklet" else "2up"
    )
    out = tmp_path / "out" / "notes.pdf"
    made = finish_book(make_pdf(7), out, SITE, settings, 0)
    assert made.beside == (tmp_path / "out" / f"notes-{impose}.pdf",)
    with pikepdf.open(made.beside[0]) as pdf:
        assert len(pdf.pages) == sheets
        for page in pdf.pages:
            assert [float(side) for side in page.mediabox] == [0, 0, 2 * WIDTH, HEIGHT]
        links = sum(len(page.get("/Annots", ())) for page in pdf.pages)
    assert links == 2


def test_crop_marks_with_the_bleed_that_is_asked_for(make_pdf: MakePdf, tmp_path: Path) -> None:
    settings = Settings(crop_marks=True, bleed="0.25in")
    made = finish_book(make_pdf(2), tmp_path / "book.pdf", SITE, settings, None)
    assert made.beside == (tmp_path / "book-marks.pdf",)
    with pikepdf.open(made.beside[0]) as pdf:
        page = pdf.pages[0]
        assert [float(side) for side in page.trimbox] == [0, 0, WIDTH, HEIGHT]
        bleed = [float(side) for side in page.obj.BleedBox]
        assert bleed == pytest.approx([-18, -18, WIDTH + 18, HEIGHT + 18])
        assert len(page.get("/Annots", ())) == 2


def test_the_same_pages_make_the_same_files(make_pdf: MakePdf, tmp_path: Path) -> None:
    settings = Settings(impose="booklet", crop_marks=True, page_multiple=4)
    source = make_pdf(6)
    first, second = (
        finish_book(source, tmp_path / name / "book.pdf", SITE, settings, 86400)
        for name in ("a", "b")
    )
    assert first.pdf is not None
    assert second.pdf is not None
    for one, other in zip((first.pdf, *first.beside), (second.pdf, *second.beside), strict=True):
        assert one.read_bytes() == other.read_bytes()
