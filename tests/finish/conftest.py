"""A small PDF with what books have: labels, bookmarks, links, named places, a turned page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, NameTree, OutlineItem, String

WIDTH, HEIGHT = 200, 300

MakePdf = Callable[..., Path]


def _page(document: pikepdf.Pdf, number: int) -> pikepdf.Page:
    document.add_blank_page(page_size=(WIDTH, HEIGHT))
    page = document.pages[-1]
    helvetica = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    font = document.make_indirect(helvetica)
    page.add_resource(font, Name.Font, Name.F1)
    page.contents_add(f"BT /F1 12 Tf 20 250 Td (Page {number}) Tj ET\n".encode())
    return page


def _link(target: pikepdf.Object | String) -> Dictionary:
    return Dictionary(
        Type=Name.Annot,
        Subtype=Name.Link,
        Rect=Array([20, 100, 60, 120]),
        QuadPoints=Array([20, 120, 60, 120, 20, 100, 60, 100]),
        A=Dictionary(S=Name.GoTo, D=target),
    )


def make(path: Path, pages: int, *, turned: int = 0) -> Path:
    """Write a PDF of PAGES pages to PATH; page TURNED, from 1, is turned by a quarter."""
    document = pikepdf.new()
    made = [_page(document, number) for number in range(1, pages + 1)]
    if turned:
        made[turned - 1].rotate(90, relative=False)
    if pages > 1:
        names = NameTree.new(document)
        names["last"] = Array([made[-1].obj, Name.XYZ, 20, 280, None])
        document.Root.Names = Dictionary(Dests=names.obj)
        direct = Array([made[1].obj, Name.FitH, 150])
        made[0].obj.Annots = Array(
            [document.make_indirect(_link(String("last"))), document.make_indirect(_link(direct))]
        )
        with document.open_outline() as outline:
            chapter = OutlineItem("One", 0)
            chapter.children.append(OutlineItem("Within", 1, "XYZ", left=10, top=200))
            outline.root.append(chapter)
        numbers = [0, Dictionary(S=Name.r), 2, Dictionary(S=Name.D)]
        document.Root.PageLabels = Dictionary(Nums=Array(numbers))
    document.docinfo["/Producer"] = String("a TeX")
    document.docinfo["/Subject"] = String("old")
    document.save(path)
    return path


@pytest.fixture
def make_pdf(tmp_path: Path) -> MakePdf:
    def made(pages: int, *, turned: int = 0) -> Path:
        return make(tmp_path / f"in-{pages}-{turned}.pdf", pages, turned=turned)

    return made
