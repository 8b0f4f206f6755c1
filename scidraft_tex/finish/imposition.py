"""Imposition: several pages on a sheet of paper, for a booklet or to save paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Rectangle, String

from scidraft_tex.finish.geometry import Size, page_box, page_size, placement
from scidraft_tex.finish.links import Moved, move_annotations, move_destinations
from scidraft_tex.finish.save import save

__all__ = [
    "A3",
    "A4",
    "LETTER",
    "booklet",
    "booklet_order",
    "pad_to_multiple",
    "same_paper",
    "two_up",
]

A3 = Size(841.89, 1190.55)
A4 = Size(595.276, 841.89)
LETTER = Size(612, 792)

Spread = tuple[int | None, int | None]
"""The pages on the left and right of a side, counted from 0; None is a blank."""


def booklet_order(pages: int, signature: int = 0) -> list[Spread]:
    """Return the sides of a booklet of PAGES pages, in the order in which they are printed.

    Front and back of each sheet follow each other; the sheets are printed on both sides, turned at
    the short edge, folded together and stitched. SIGNATURE is how many sheets make a section of its
    own (0: all of them one).
    """
    if pages < 0 or signature < 0:
        raise ValueError("pages and sheets are counted from 0")
    sheets = -(-pages // 4)
    per_section = signature or max(sheets, 1)
    sides: list[Spread] = []
    for first in range(0, sheets, per_section):
        count = min(per_section, sheets - first)
        start, end = 4 * first, 4 * (first + count) - 1
        for sheet in range(count):
            sides.append((end - 2 * sheet, start + 2 * sheet))
            sides.append((start + 2 * sheet + 1, end - 2 * sheet - 1))

    def real(page: int | None) -> int | None:
        return page if page is not None and page < pages else None

    return [(real(left), real(right)) for left, right in sides]


def booklet(
    pdf: Path, out: Path, *, sheet: Size | None = None, signature: int = 0, fixed: bool = False
) -> int:
    """Impose PDF as a booklet in OUT; return how many sheets of paper it takes.

    SHEET is the paper, on its side (default: twice the width of the first page); pages are scaled
    to fit half of it. SIGNATURE as in `booklet_order`; what is missing to a full last sheet is left
    blank at the end. Links, bookmarks and labels as in `two_up`; the file asks printers to turn
    the paper at the short edge. FIXED: the same bytes each time. Raises as `two_up` does.
    """
    with pikepdf.open(pdf) as document:
        sides = booklet_order(len(document.pages), signature)
        _impose(document, sides, sheet or _double(document))
        if "/ViewerPreferences" not in document.Root:
            document.Root.ViewerPreferences = Dictionary()
        document.Root.ViewerPreferences.Duplex = Name.DuplexFlipShortEdge
        save(document, out, deterministic=fixed)
    return len(sides) // 2


def two_up(pdf: Path, out: Path, *, sheet: Size | None = None, fixed: bool = False) -> int:
    """Put the pages of PDF in twos, side by side, in OUT; return how many sheets that makes.

    SHEET is the paper, on its side (default: twice the width of the first page). Links, bookmarks
    and named places lead where they did; a side is labelled with the labels of its pages, from left
    to right. The structure tree of a tagged file is left out, as its marks are of pages that are no
    more. FIXED: the same bytes each time. Raises `pikepdf.PdfError` for what is no PDF, `OSError`
    for a file that cannot be read or written, `ValueError` for a PDF without pages.
    """
    with pikepdf.open(pdf) as document:
        count = len(document.pages)
        sides: list[Spread] = [
            (left, left + 1 if left + 1 < count else None) for left in range(0, count, 2)
        ]
        _impose(document, sides, sheet or _double(document))
        save(document, out, deterministic=fixed)
    return len(sides)


def same_paper(pdf: Path) -> Size:
    """Return the paper of PDF's first page, on its side: two pages fit on it, made smaller.

    A page of A4 is scaled to 70.7 %, one of letter to 64.7 %. Raises as `two_up` does.
    """
    with pikepdf.open(pdf) as document:
        _last(document)
        size = page_size(document.pages[0])
    return size if size.width > size.height else size.turned


def pad_to_multiple(pdf: Path, out: Path, multiple: int, *, fixed: bool = False) -> int:
    """Add blank pages at the end of PDF until their number is a MULTIPLE; return how many.

    They are of the last page's size. Raises as `two_up` does, and `ValueError` for MULTIPLE < 1.
    """
    if multiple < 1:
        raise ValueError(f"no number of pages is a multiple of {multiple}")
    with pikepdf.open(pdf) as document:
        missing = -len(document.pages) % multiple
        for _ in range(missing):
            size = page_size(_last(document))
            document.add_blank_page(page_size=(size.width, size.height))
        save(document, out, deterministic=fixed)
    return missing


def _last(document: pikepdf.Pdf) -> pikepdf.Page:
    if not len(document.pages):
        raise ValueError("the PDF has no pages")
    return document.pages[-1]


def _double(document: pikepdf.Pdf) -> Size:
    _last(document)
    size = page_size(document.pages[0])
    return Size(2 * size.width, size.height)


def _impose(document: pikepdf.Pdf, sides: Sequence[Spread], sheet: Size) -> None:
    """Replace the pages of DOCUMENT by sheets that show them, one for each of SIDES."""
    old = list(document.pages)
    labels = [page.label for page in old]
    half = sheet.width / 2
    slots = (Rectangle(0, 0, half, sheet.height), Rectangle(half, 0, sheet.width, sheet.height))
    moved: dict[tuple[int, int], Moved] = {}
    for side in sides:
        document.add_blank_page(page_size=(sheet.width, sheet.height))
        page = document.pages[-1]
        placed = [
            (old[number], slot)
            for number, slot in zip(side, slots, strict=True)
            if number is not None
        ]
        for number, (source, slot) in enumerate(placed):
            where = Moved(page.obj, placement(source, slot), page_box(source))
            moved[source.obj.objgen] = where
            _show(document, page, source, where, f"/Page{number}")
            move_annotations(source, where)
    move_destinations(document, moved)
    for _ in old:
        del document.pages[0]
    _label(document, [_joined(labels, side) for side in sides])
    _drop(document.Root, "/StructTreeRoot", "/MarkInfo", "/PageLayout")


def _drop(dictionary: pikepdf.Object, *keys: str) -> None:
    for key in keys:
        if key in dictionary:
            del dictionary[key]


def _show(
    document: pikepdf.Pdf, page: pikepdf.Page, source: pikepdf.Page, where: Moved, name: str
) -> None:
    """Paint SOURCE on PAGE as a form, by the matrix of WHERE."""
    form = document.make_indirect(source.as_form_xobject(handle_transformations=False))
    page.add_resource(form, Name.XObject, Name(name))
    page.contents_add(b"q %s cm %s Do Q\n" % (where.matrix.encode(), name.encode()))


def _joined(labels: Sequence[str], side: Spread) -> str:
    return "–".join(labels[number] for number in side if number is not None)


def _label(document: pikepdf.Pdf, labels: Sequence[str]) -> None:
    """Label the pages: each range is one page, and all of its label is a prefix."""
    ranges = ((index, Dictionary(P=String(label))) for index, label in enumerate(labels))
    document.Root.PageLabels = Dictionary(Nums=Array(chain.from_iterable(ranges)))
