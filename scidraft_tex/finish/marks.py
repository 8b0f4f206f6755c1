"""Bleed and crop marks: a page on a larger sheet, with the lines along which it is cut."""

from __future__ import annotations

from pathlib import Path

import pikepdf
from pikepdf import Rectangle

from scidraft_tex.finish.geometry import Size, page_box
from scidraft_tex.finish.save import save

__all__ = ["BLEED_PT", "add_crop_marks"]

BLEED_PT = 9.0
"""An eighth of an inch: what printers ask for beyond the cut, in points."""

_LENGTH = 14.0
_GAP = 3.0
_LINE = 0.25


def add_crop_marks(
    pdf: Path,
    out: Path,
    *,
    bleed: float = BLEED_PT,
    sheet: Size | None = None,
    fixed: bool = False,
) -> None:
    """Write PDF to OUT with a margin around each page that holds BLEED points and crop marks.

    What a page had to cut to (its trim box) stays where it was, so that links do. What lies farther
    out than the bleed is clipped. SHEET is the paper, on which each page is centred (default: just
    large enough). FIXED: the same bytes each time. Raises `ValueError` if a page with its marks is
    larger than SHEET or BLEED is negative, `pikepdf.PdfError` for what is no PDF, and `OSError` for
    a file that cannot be read or written.
    """
    if bleed < 0:
        raise ValueError(f"a bleed of {bleed} pt is none")
    with pikepdf.open(pdf) as document:
        for page in document.pages:
            _mark(page, bleed, sheet)
        save(document, out, deterministic=fixed)


def _mark(page: pikepdf.Page, bleed: float, sheet: Size | None) -> None:
    trim = page_box(page)
    bled = _grown(trim, bleed, bleed)
    if sheet and page.rotation % 180:
        sheet = sheet.turned
    margin = bleed + _GAP + _LENGTH
    media = _grown(trim, margin, margin)
    if sheet:
        if sheet.width < media.width or sheet.height < media.height:
            raise ValueError(
                f"a page with its marks takes {media.width:.0f} by {media.height:.0f} pt, "
                f"the sheet has {sheet.width:.0f} by {sheet.height:.0f}"
            )
        across = (sheet.width - float(trim.width)) / 2
        media = _grown(trim, across, (sheet.height - float(trim.height)) / 2)
    clip = f"q {bled.llx} {bled.lly} {bled.width} {bled.height} re W n\n"
    page.contents_add(clip.encode(), prepend=True)
    page.contents_add(b"\nQ\n" + _lines(trim, bleed))
    page.mediabox = media.as_array()
    page.cropbox = media.as_array()
    page.obj.BleedBox = bled.as_array()
    page.trimbox = trim.as_array()


def _grown(box: Rectangle, across: float, up: float) -> Rectangle:
    return Rectangle(
        float(box.llx) - across,
        float(box.lly) - up,
        float(box.urx) + across,
        float(box.ury) + up,
    )


def _lines(trim: Rectangle, bleed: float) -> bytes:
    """Return the content that draws two lines at each corner of TRIM, off the bleed."""
    near, far = bleed + _GAP, bleed + _GAP + _LENGTH
    lines = []
    for x, outward in ((float(trim.llx), -1), (float(trim.urx), 1)):
        for y, upward in ((float(trim.lly), -1), (float(trim.ury), 1)):
            lines.append(_line(x + outward * near, y, x + outward * far, y))
            lines.append(_line(x, y + upward * near, x, y + upward * far))
    return f"q 0 G {_LINE} w\n{''.join(lines)}Q\n".encode()


def _line(x0: float, y0: float, x1: float, y1: float) -> str:
    return f"{x0:.3f} {y0:.3f} m {x1:.3f} {y1:.3f} l S\n"
