"""Whether two PDFs show the same pages; metadata, dates and identifiers may differ."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary

__all__ = ["differences"]


def differences(ours: Path, theirs: Path) -> Iterator[str]:
    """Yield how the pages of THEIRS differ from those of OURS, in words; nothing if they do not.

    What is drawn, text and all, is compared byte by byte, and links by where they are and where
    they lead. Raises `pikepdf.PdfError` or `OSError` for what is no PDF.
    """
    with pikepdf.open(ours) as first, pikepdf.open(theirs) as second:
        if len(first.pages) != len(second.pages):
            yield f"it has {len(second.pages)} pages, and the paper has {len(first.pages)}"
            return
        pairs = list(zip(first.pages, second.pages, strict=True))
        for number, (one, other) in enumerate(pairs, start=1):
            if _frame(one) != _frame(other):
                yield f"page {number} has another size"
            if _drawn(one) != _drawn(other):
                yield f"page {number} shows something else"
            if _links(one) != _links(other):
                yield f"page {number} has other links"


def _frame(page: pikepdf.Page) -> tuple[float, ...]:
    return (*(round(float(value), 3) for value in page.mediabox), float(page.rotation))


def _drawn(page: pikepdf.Page) -> bytes:
    """Return the instructions that draw PAGE; in several streams they are as in one."""
    contents = page.obj.get("/Contents")
    if contents is None:
        return b""
    streams = list(contents) if isinstance(contents, Array) else [contents]
    return b"\n".join(stream.read_bytes() for stream in streams)


def _links(page: pikepdf.Page) -> list[tuple[tuple[float, ...], str]]:
    annotations = [item for item in page.obj.get("/Annots", []) if isinstance(item, Dictionary)]
    links = [item for item in annotations if item.get("/Subtype") == "/Link"]
    return sorted((_corners(link), _target(link)) for link in links)


def _corners(link: pikepdf.Object) -> tuple[float, ...]:
    return tuple(round(float(value), 1) for value in link.Rect)


def _target(link: pikepdf.Object) -> str:
    """Return where LINK leads: an address, or the name of a place."""
    action = link.get("/A", Dictionary())
    for where in (action.get("/URI"), action.get("/D"), link.get("/Dest")):
        if where is not None and not isinstance(where, Array):
            return str(where)
    return ""
