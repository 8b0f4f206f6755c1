"""A drawn PDF made fit to include: one page, as large as its drawing, without Type 3 fonts."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pikepdf

from scidraft_tex.draw.seen import Box
from scidraft_tex.draw.type3 import outline_type3

__all__ = ["finish_page", "page_size"]


def page_size(path: Path) -> tuple[float, float]:
    """Return width and height in pt of the first page of PATH, as a viewer shows it.

    Raises `pikepdf.PdfError` for what is no PDF with a page.
    """
    with pikepdf.open(path) as pdf:
        if not pdf.pages:
            raise pikepdf.PdfError("the file has no page")
        page = pdf.pages[0]
        left, bottom, right, top = (float(value) for value in page.cropbox)
        turned = int(page.obj.get("/Rotate", 0)) % 180 == 90
        width, height = round(abs(right - left), 2), round(abs(top - bottom), 2)
        return (height, width) if turned else (width, height)


def finish_page(drawn: Path, target: Path, ink: Box | None) -> tuple[float, float]:
    """Write the first page of DRAWN to TARGET, mended and trimmed to INK; return its pt size.

    Where no ink is known, the page keeps its size. Dates and structure are left out, so
    that the same drawing gives the same bytes. Raises `pikepdf.PdfError` for what is no PDF.
    """
    with pikepdf.open(drawn) as pdf:
        if not pdf.pages:
            raise pikepdf.PdfError("the file has no page")
        del pdf.pages[1:]
        page = pdf.pages[0]
        outline_type3(pdf, page)
        if ink is not None:
            page.mediabox = pikepdf.Array(_rounded(ink))
        for name in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox", "/StructParents", "/Tabs"):
            if name in page.obj:
                del page.obj[name]
        for name in ("/StructTreeRoot", "/MarkInfo", "/ViewerPreferences"):
            if name in pdf.Root:
                del pdf.Root[name]
        if "/Info" in pdf.trailer:
            del pdf.trailer["/Info"]
        pdf.remove_unreferenced_resources()
        pdf.save(target, deterministic_id=True)
    return page_size(target)


def _rounded(box: Box) -> list[Decimal]:
    return [Decimal(f"{value:.2f}") for value in box]
