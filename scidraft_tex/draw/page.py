"""A drawn PDF made fit to include: one page, as large as its drawing, without Type 3 fonts."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pikepdf
from PIL import Image

from scidraft_tex.draw.pictures import opened
from scidraft_tex.draw.type3 import outline_type3
from scidraft_tex.files import scratch
from scidraft_tex.tools import Command, Runner, ToolMissingError

__all__ = ["Box", "finish_page", "page_size", "page_text"]

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in pt."""

_DPI = 144
_MARGIN = 2.0  # pt left white around the ink
_PAPER = 254  # the darkest grey that still is paper


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


def finish_page(drawn: Path, target: Path, runner: Runner) -> tuple[float, float]:
    """Write the first page of DRAWN to TARGET, mended and trimmed to its ink; return its pt size.

    Without pdftoppm to see the ink, the page keeps its size. Dates and structure are left out, so
    that the same drawing gives the same bytes. Raises `pikepdf.PdfError` for what is no PDF.
    """
    with pikepdf.open(drawn) as pdf:
        if not pdf.pages:
            raise pikepdf.PdfError("the file has no page")
        del pdf.pages[1:]
        page = pdf.pages[0]
        outline_type3(pdf, page)
        ink = _ink(drawn, _media_box(page), runner)
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


def page_text(path: Path, runner: Runner) -> str:
    """Return the words of PATH, or "" without pdftotext to read them."""
    try:
        run = runner.run(Command("pdftotext", ("-q", str(path), "-"), seconds=60))
    except ToolMissingError:
        return ""
    return " ".join(run.stdout.split())


def _media_box(page: pikepdf.Page) -> Box:
    left, bottom, right, top = (float(value) for value in page.mediabox)
    return left, bottom, right, top


def _rounded(box: Box) -> list[Decimal]:
    return [Decimal(f"{value:.2f}") for value in box]


def _ink(path: Path, box: Box, runner: Runner) -> Box | None:
    """Return where the page of PATH is not white, with a margin; None if that cannot be told."""
    with scratch("page") as folder:
        prefix = folder / "page"
        arguments = ("-q", "-r", str(_DPI), "-gray", "-singlefile", str(path), str(prefix))
        try:
            run = runner.run(Command("pdftoppm", arguments, seconds=60))
        except ToolMissingError:
            return None
        picture = prefix.with_suffix(".pgm")
        if not run.ok or not picture.exists():
            return None
        try:
            with opened(picture) as image:
                ink = image.point([255 if level < _PAPER else 0 for level in range(256)])
                found = ink.getbbox()
        except Image.DecompressionBombError:
            return None
    if found is None:
        return None
    left, _, _, top = box
    scale = 72 / _DPI
    return (
        left + found[0] * scale - _MARGIN,
        top - found[3] * scale - _MARGIN,
        left + found[2] * scale + _MARGIN,
        top - found[1] * scale + _MARGIN,
    )
