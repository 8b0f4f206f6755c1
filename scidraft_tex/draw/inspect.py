"""Images looked at without drawing them: can each be opened for what its first bytes say it is?"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.parsers import expat

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.draw.sniff import kind_of
from scidraft_tex.resolve.book import Book
from scidraft_tex.walk import inlines_of

__all__ = ["inspect_images"]

_GZIP = zlib.MAX_WBITS | 16
_SVG_BYTES = 50_000_000
"""How much of a compressed SVG is looked at."""


def inspect_images(book: Book) -> Iterator[Diagnostic]:
    """Yield what to say of each image of BOOK that cannot be opened, at its first place.

    It is said as the build would. Of an SVG the XML is read and of another picture the head, so
    that a build may still find more.
    """
    seen: set[str] = set()
    for note in book.notes:
        for node in inlines_of(note.blocks):
            if isinstance(node, m.Image) and node.source and node.source not in seen:
                seen.add(node.source)
                path = Path(book.site.folder, node.source)
                if why := fault_of(path):
                    message = f"{path.name}: {why}"
                    yield diagnostic("image-unreadable", message, place=node.place)


def fault_of(path: Path) -> str:
    """Return why the image at PATH cannot be opened, "" if it can."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return f"the file cannot be read: {error.strerror}"
    match kind_of(data):
        case "pdf":
            return _pdf_fault(data)
        case "svg":
            return _svg_fault(data)
        case _:
            return _raster_fault(data)


def _pdf_fault(data: bytes) -> str:
    import pikepdf  # noqa: PLC0415  # a site without such images does not pay for it

    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            return "" if len(pdf.pages) else "it has no page"
    except pikepdf.PdfError as error:
        return f"it is no PDF that can be opened: {error}"


def _svg_fault(data: bytes) -> str:
    """Return what is wrong with the XML in DATA; entities are not followed."""
    try:
        if data.startswith(b"\x1f\x8b"):
            data = zlib.decompressobj(_GZIP).decompress(data, _SVG_BYTES)
        parser = expat.ParserCreate()
        parser.Parse(data, True)  # noqa: FBT003  # expat's own signature
    except (expat.ExpatError, zlib.error) as error:
        return f"it is no SVG that can be read: {error}"
    return ""


def _raster_fault(data: bytes) -> str:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415  # as above

    from scidraft_tex.draw.pictures import opened  # noqa: PLC0415  # as above

    try:
        with opened(BytesIO(data)):
            return ""
    except UnidentifiedImageError:
        return "it is no image of a known type"
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError) as error:
        return f"it cannot be read: {error}"
