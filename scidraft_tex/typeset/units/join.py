"""The PDFs of units joined to one: pages, links, outline, page labels; each font is kept once."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, OutlineItem, String

from scidraft_tex.files import whole
from scidraft_tex.typeset.units.folios import with_folio
from scidraft_tex.typeset.units.fonts import merge_fonts
from scidraft_tex.typeset.units.kept_fonts import KeptFonts
from scidraft_tex.typeset.units.resources import uses
from scidraft_tex.typeset.units.shared import share

__all__ = ["Bookmark", "Piece", "Ready", "bookmarks", "join"]

_MARK = re.compile(
    r"\\BKM@entry\{(?P<options>.*?dest=\{(?P<dest>[0-9A-F]*)\}.*?)\}\{(?P<text>[0-9A-F]*)\}$"
)
_PAGE = re.compile(r"page\.(\d+)$")
_OCTAL = re.compile(rb"\\(?:([0-7]{1,3})|(.))", re.DOTALL)
_LEVELS = {
    "part": -1,
    "chapter": 0,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: its text, the name of its target, its level (-1 for a part)."""

    text: str
    target: str
    level: int
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit's PDF and its bookmarks; with `apart` they stand under none of the units before.

    `shift` is to be added to the numbers of its pages. It may have been made `ready` before.
    """

    pdf: Path
    marks: tuple[Bookmark, ...] = ()
    apart: bool = False
    shift: int = 0
    ready: Ready | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """A unit's PDF, opened, and the streams of its pages that have their numbers now."""

    pdf: pikepdf.Pdf
    streams: tuple[bytes | None, ...]

    @classmethod
    def of(cls, path: Path, shift: int) -> Ready:
        """Open PATH, with SHIFT added to the numbers of its pages.

        Raises `pikepdf.PdfError` for what is no PDF, `OSError` for what cannot be read, and
        `FolioError` for a number that was left open in another way.
        """
        pdf = pikepdf.open(path)
        return cls(pdf, tuple(with_folio(page.obj, shift) for page in pdf.pages))


def bookmarks(lines: Iterable[str]) -> Iterator[Bookmark]:
    r"""Yield the bookmarks of the `\BKM@entry` LINES of an `.aux`."""
    for line in lines:
        match = _MARK.match(line)
        if match:
            target = _unescaped(bytes.fromhex(match["dest"])).decode("latin-1")
            text = str(String(_unescaped(bytes.fromhex(match["text"]))))
            opened = "open" in match["options"].split(",")
            yield Bookmark(text, target, _level(target), opened)


def _unescaped(data: bytes) -> bytes:
    """Return the PDF string DATA without its escapes."""
    return _OCTAL.sub(lambda m: bytes([int(m[1], 8) & 255]) if m[1] else m[2], data)


def _level(target: str) -> int:
    """Return the level of a bookmark by the name of its TARGET, `section*.3` or `title.0`."""
    kind, _, rest = target.partition(".")
    known = _LEVELS.get(kind.removesuffix("*"))
    if known is not None:
        return known
    return int(rest) if rest.isdigit() and len(rest) == 1 else 0


def join(
    pieces: Sequence[Piece],
    out: Path,
    kept: Path | None = None,
    places: Mapping[str, str] | None = None,
) -> int:
    """Join PIECES to OUT; return how many pages it has. KEPT is a file for fonts that were merged.

    Targets of links keep their names, the first of a name holds; PLACES are further names for them,
    and pages are named by their numbers in OUT. Raises as `Ready.of` does, and `OSError` for what
    cannot be written.
    """
    with pikepdf.new() as book:
        joined = _Joined(book)
        for piece in pieces:
            joined.add(piece)
        joined.finish(pieces, places or {})
        fonts = KeptFonts.load(kept)
        share(book, merge_fonts(book, uses(joined.pages), fonts))
        fonts.save(kept)
        with whole(out) as beside:
            book.save(
                beside,
                deterministic_id=True,
                object_stream_mode=pikepdf.ObjectStreamMode.generate,
            )
        return len(joined.pages)


@dataclass
class _Joined:
    """A book being joined: its pages, named targets and page labels so far."""

    book: pikepdf.Pdf
    pages: list[Object] = field(default_factory=list)
    targets: dict[str, Object] = field(default_factory=dict)
    labels: list[tuple[int, Object]] = field(default_factory=list)

    def add(self, piece: Piece) -> None:
        """Add the pages of PIECE."""
        before, shift = len(self.pages), piece.shift
        ready = piece.ready or Ready.of(piece.pdf, shift)
        with ready.pdf as pdf:
            with warnings.catch_warnings():  # of names, which are taken over below
                warnings.simplefilter("ignore", pikepdf.PageCopyWarning)
                self.book.pages.extend(pdf.pages)
            copied = [self.book.pages[before + at].obj for at in range(len(pdf.pages))]
            self.pages += copied
            for page, stream in zip(copied, ready.streams, strict=True):
                if stream is not None:
                    compressed = Dictionary(Filter=Name.FlateDecode)
                    page.Contents = self.book.make_stream(stream, compressed)
            pages = dict(zip((page.obj.objgen for page in pdf.pages), copied, strict=True))
            for told, target in _targets(pdf):
                name = _PAGE.sub(lambda match: f"page.{int(match[1]) + shift}", told)
                if name not in self.targets and target[0].objgen in pages:
                    place = [pages[target[0].objgen], *list(target)[1:]]
                    self.targets[name] = Array(place)
            for first, label in _page_labels(pdf):
                own = self.book.copy_foreign(pdf.make_indirect(label))
                if shift and own.get("/S") == Name.D:
                    own.St = int(own.get("/St", 1)) + shift
                self.labels.append((before + first, own))
            if not before:
                self._catalog(pdf)

    def _catalog(self, piece: pikepdf.Pdf) -> None:
        """Take over how the first unit wants to be shown."""
        for key in ("/PageMode", "/PageLayout", "/ViewerPreferences", "/Lang"):
            if key in piece.Root:
                value = piece.Root[key]
                indirect = isinstance(value, Dictionary)
                self.book.Root[key] = (
                    self.book.copy_foreign(piece.make_indirect(value)) if indirect else value
                )
        for key, value in piece.docinfo.items():
            self.book.docinfo[key] = String(str(value)) if isinstance(value, String) else value

    def finish(self, pieces: Sequence[Piece], places: Mapping[str, str]) -> None:
        """Write names, labels and outline."""
        root = self.book.Root
        for name, target in places.items():
            if target in self.targets:
                self.targets[name] = self.targets[target]
        names = [
            item for name in sorted(self.targets) for item in (String(name), self.targets[name])
        ]
        if names:
            tree = self.book.make_indirect(
                Dictionary(Names=Array(names), Limits=Array([names[0], names[-2]]))
            )
            root.Names = Dictionary(Dests=self.book.make_indirect(Dictionary(Kids=Array([tree]))))
        if self.labels:
            numbers = [item for first, label in self.labels for item in (first, label)]
            root.PageLabels = Dictionary(Nums=Array(numbers))
        with self.book.open_outline() as outline:
            outline.root.extend(_outline(pieces))


def _targets(pdf: pikepdf.Pdf) -> Iterator[tuple[str, Object]]:
    """Yield the named targets of PDF, each with its array."""
    tree = pdf.Root.get("/Names", Dictionary()).get("/Dests")
    if tree is not None:
        for name, value in pikepdf.NameTree(tree).items():
            target = value.get("/D") if isinstance(value, Dictionary) else value
            if isinstance(target, Array) and len(target):
                yield name, target


def _page_labels(pdf: pikepdf.Pdf) -> Iterator[tuple[int, Object]]:
    numbers = pdf.Root.get("/PageLabels", Dictionary()).get("/Nums", Array())
    items: list[Any] = list(numbers) or [0, Dictionary(S=Name.D)]
    for first, label in zip(items[::2], items[1::2], strict=False):
        yield int(first), label


def _outline(pieces: Sequence[Piece]) -> list[OutlineItem]:
    """Return the outline of PIECES: each mark under the nearest one before it of a lower level."""
    top: list[OutlineItem] = []
    above: list[tuple[int, OutlineItem]] = []
    for piece in pieces:
        if piece.apart:
            above = []
        for mark in piece.marks:
            item = OutlineItem(mark.text, action=_go(mark.target))
            item.is_closed = not mark.opened
            while above and above[-1][0] >= mark.level:
                above.pop()
            (above[-1][1].children if above else top).append(item)
            above.append((mark.level, item))
    return top


def _go(target: str) -> Dictionary:
    return Dictionary(S=Name.GoTo, D=String(target))
