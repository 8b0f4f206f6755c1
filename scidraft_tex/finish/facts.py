"""What is so about a PDF: its pages and their labels, its fonts, its outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

__all__ = ["FontFact", "OutlineFact", "PdfFacts", "page_count", "pdf_facts"]

_CID_FONTS = ("/CIDFontType0", "/CIDFontType2")
_FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


@dataclass(frozen=True, slots=True, order=True)
class FontFact:
    """A font: its name less the tag of its subset, its kind (`Type1`, `Type0` …)."""

    name: str
    kind: str
    embedded: bool


@dataclass(frozen=True, slots=True)
class OutlineFact:
    """A bookmark: its text, its depth from 1, and the page it leads to, from 1 (0: to none)."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class PdfFacts:
    """The facts of a PDF; `sizes` are widths and heights in PDF points (1/72 inch), as turned."""

    pages: int
    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str, ...]
    fonts: tuple[FontFact, ...]
    outline: tuple[OutlineFact, ...]
    title: str = ""
    language: str = ""

    @property
    def unembedded(self) -> tuple[str, ...]:
        """Names of fonts that the file does not carry."""
        return tuple(font.name for font in self.fonts if not font.embedded)

    @property
    def type3(self) -> tuple[str, ...]:
        """Names of Type 3 fonts: pictures of letters, mostly bitmaps, that printers refuse."""
        return tuple(font.name for font in self.fonts if font.kind == "Type3")


def page_count(pdf: Path) -> int:
    """Return how many pages PDF has; raises as `pdf_facts` does."""
    with pikepdf.open(pdf) as document:
        return len(document.pages)


def pdf_facts(pdf: Path) -> PdfFacts:
    """Return the facts of PDF; raises `pikepdf.PdfError` or `OSError` if it cannot be read."""
    with pikepdf.open(pdf) as document:
        return PdfFacts(
            pages=len(document.pages),
            sizes=tuple(_size(page) for page in document.pages),
            labels=tuple(page.label for page in document.pages),
            fonts=tuple(sorted(set(_fonts(document)))),
            outline=tuple(_outline(document)),
            title=str(document.docinfo.get("/Title", "")),
            language=str(document.Root.get("/Lang", "")),
        )


def _size(page: pikepdf.Page) -> tuple[float, float]:
    left, bottom, right, top = (float(value) for value in page.mediabox)
    size = (round(right - left, 3), round(top - bottom, 3))
    return size if page.rotation % 180 == 0 else (size[1], size[0])


def _fonts(document: pikepdf.Pdf) -> Iterator[FontFact]:
    """Yield every font of the file; the parts of composite fonts are told with the whole."""
    for item in document.objects:
        if not isinstance(item, Dictionary) or item.get("/Type") != Name.Font:
            continue
        kind = str(item.get("/Subtype", "")).removeprefix("/")
        if f"/{kind}" in _CID_FONTS:
            continue
        name = str(item.get("/BaseFont", item.get("/Name", "/?"))).removeprefix("/")
        subset, plus, rest = name.partition("+")
        bare = rest if plus and len(subset) == 6 else name
        yield FontFact(bare, kind, _embedded(item, kind))


def _embedded(font: pikepdf.Object, kind: str) -> bool:
    if kind == "Type3":
        return True
    if kind == "Type0":
        font = font.DescendantFonts[0]
    descriptor = font.get("/FontDescriptor")
    return descriptor is not None and any(key in descriptor for key in _FONT_FILES)


def _outline(document: pikepdf.Pdf) -> Iterator[OutlineFact]:
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, start=1)}

    def walk(items: list[OutlineItem], level: int) -> Iterator[OutlineFact]:
        for item in items:
            page = _target(document, item)
            yield OutlineFact(item.title, level, numbers.get(page.objgen, 0) if page else 0)
            yield from walk(item.children, level + 1)

    with document.open_outline() as outline:
        yield from walk(outline.root, 1)


def _target(document: pikepdf.Pdf, item: OutlineItem) -> pikepdf.Object | None:
    """Return the page that ITEM leads to, by its destination or its action, named or not."""
    if item.destination is None and item.action is not None:
        return _destination_page(document, item.action.get("/D"))
    return _destination_page(document, item.destination)


def _destination_page(document: pikepdf.Pdf, where: object) -> pikepdf.Object | None:
    """Return the page of the destination WHERE: an array, or the name of one in DOCUMENT."""
    if isinstance(where, str | String | Name):
        where = _named(document, str(where))
    if isinstance(where, Dictionary):
        where = where.get("/D")
    if not isinstance(where, Array) or not len(where):
        return None
    page = where[0]
    return page if isinstance(page, Dictionary) else None


def _named(document: pikepdf.Pdf, name: str) -> pikepdf.Object | None:
    names = document.Root.get("/Names", Dictionary()).get("/Dests")
    if names is not None:
        tree = pikepdf.NameTree(names)
        if name in tree:
            return tree[name]
    old_style = document.Root.get("/Dests", Dictionary())
    return old_style.get(name) if name.startswith("/") else None
