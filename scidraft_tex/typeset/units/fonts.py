"""The Type 1 fonts of units' PDFs: the subsets of a font merged to one, with one dictionary.

What does not read as pdfTeX writes it stays as it is, and so does what units disagree about.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

import pikepdf
from pikepdf import Dictionary, Name, Object, Stream, String

from scidraft_tex.typeset.units.eexec import EEXEC, decrypted
from scidraft_tex.typeset.units.faces import Faces
from scidraft_tex.typeset.units.kept_fonts import KeptFonts, Merged
from scidraft_tex.typeset.units.resources import Use
from scidraft_tex.typeset.units.type1 import (
    Clear,
    UnlikeError,
    clear_part,
    merged,
    program,
    tag_of,
    written,
)

__all__ = ["merge_fonts"]

_Id: TypeAlias = tuple[int, int]

_SUBSET = re.compile(r"/[A-Z]{6}\+(?P<name>.+)")
_SPEED = 1
"""How hard to compress a font program, of which only the clear part gets shorter."""


@dataclass(frozen=True, slots=True)
class _Subset:
    """A subset of a font: the stream with its program, its clear part read, its glyphs.

    `holds` is what others may not have: glyphs and lines of the encoding.
    """

    name: Object
    file: Object
    clear: Clear
    glyphs: frozenset[bytes]
    holds: frozenset[bytes]


@dataclass(eq=False, slots=True)
class _Font:
    """A font: its descriptors, its subsets, those of a name once, and enough of these for all."""

    name: str
    descriptors: list[Object] = field(default_factory=list)
    subsets: dict[str, _Subset] = field(default_factory=dict)
    chosen: list[_Subset] = field(default_factory=list)

    @property
    def descriptor(self) -> Object:
        """The descriptor to keep: pdfTeX takes heights from the TeX font at hand, or has none."""
        return max(self.descriptors, key=lambda one: int(one.Ascent) - int(one.Descent))

    @property
    def glyphs(self) -> list[bytes]:
        """The names of its glyphs, sorted."""
        return sorted(frozenset[bytes]().union(*(one.glyphs for one in self.subsets.values())))


def merge_fonts(book: pikepdf.Pdf, uses: Iterable[Use], kept: KeptFonts) -> list[Use]:
    """Have BOOK's Type 1 fonts among USES once; return the uses of what stays as it is.

    Fonts of images' own files do. Programs are taken from KEPT where they were merged before.
    """
    using: dict[_Id, list[Use]] = {}
    others: list[Use] = []
    for use in uses:
        if use.kind == "/Font" and not use.foreign:
            using.setdefault(use.value.objgen, []).append(use)
        else:
            others.append(use)
    fonts = {place: found[0].value for place, found in using.items() if _whole(found[0].value)}
    groups = _groups(fonts.values())
    several = [font for font in dict.fromkeys(groups.values()) if len(font.descriptors) > 1]
    failed = _merge(book, several, kept)
    descriptors = {font: font.descriptor for font in several if font not in failed}
    faces = Faces(book)
    for place, found in using.items():
        font = groups.get(fonts[place].FontDescriptor.objgen) if place in fonts else None
        if font not in descriptors:
            others += found
            continue
        one = faces.add(found[0].value, descriptors[font])
        for use in found if one.objgen != place else ():
            use.put(one)
    faces.write()
    return others


def _whole(font: Object) -> bool:
    """Whether FONT is a subset of a Type 1 font with all that one of pdfTeX's has."""
    descriptor = font.get("/FontDescriptor")
    return (
        font.get("/Subtype") == Name.Type1
        and isinstance(descriptor, Dictionary)
        and descriptor.is_indirect
        and isinstance(descriptor.get("/CharSet"), String)
        and isinstance(descriptor.get("/FontFile"), Stream)
        and all(isinstance(descriptor.get(key), int) for key in ("/Ascent", "/Descent"))
        and bool(_SUBSET.fullmatch(str(descriptor.get("/FontName"))))
    )


def _groups(fonts: Iterable[Object]) -> dict[_Id, _Font]:
    """Return the font that each descriptor of FONTS is of, in their order."""
    found: dict[tuple[object, ...], _Font] = {}
    groups: dict[_Id, _Font] = {}
    for value in fonts:
        descriptor = value.FontDescriptor
        if descriptor.objgen in groups:
            continue
        try:
            subset = _subset(descriptor)
        except UnlikeError:
            continue
        name = _SUBSET.sub(r"\g<name>", str(descriptor.FontName))
        key = (name, subset.clear.frame, subset.clear.coded_first)
        font = groups[descriptor.objgen] = found.setdefault(key, _Font(name))
        font.descriptors.append(descriptor)
        font.subsets.setdefault(str(descriptor.FontName), subset)
    return groups


def _subset(descriptor: Object) -> _Subset:
    """Return the subset that DESCRIPTOR has; raises `UnlikeError`."""
    file = descriptor.FontFile
    if file.get("/Filter") != Name.FlateDecode or "/DecodeParms" in file:
        raise UnlikeError("another filter")
    length = file.get("/Length1")
    if not isinstance(length, int) or not isinstance(file.get("/Length2"), int):
        raise UnlikeError("no lengths")
    try:
        head = zlib.decompressobj().decompress(file.read_raw_bytes(), length)
    except zlib.error as error:
        raise UnlikeError("damaged") from error
    glyphs = frozenset(bytes(descriptor.CharSet).split(b"/")[1:])
    clear = clear_part(head)
    return _Subset(descriptor.FontName, file, clear, glyphs, glyphs | clear.codes)


def _cover(subsets: Sequence[_Subset]) -> list[_Subset]:
    """Return some of SUBSETS that have together what all have: at each step who adds the most."""
    lacking = frozenset[bytes]().union(*(subset.holds for subset in subsets))
    chosen: list[_Subset] = []
    while lacking or not chosen:
        best = max(subsets, key=lambda subset: len(subset.holds & lacking))
        chosen.append(best)
        lacking -= best.holds
    return chosen


def _merge(book: pikepdf.Pdf, fonts: Iterable[_Font], kept: KeptFonts) -> set[_Font]:
    """Give the descriptors of FONTS all that any subset has; return those that must stay apart."""
    failed: set[_Font] = set()
    due: list[tuple[_Font, str, list[bytes]]] = []
    for font in fonts:
        font.chosen = _cover(list(font.subsets.values()))
        if len(font.chosen) == 1:
            _put(font, font.chosen[0].name, font.chosen[0].file)
            continue
        key = kept.key([subset.file.read_raw_bytes() for subset in font.chosen])
        if found := kept.find(key):
            _put_merged(book, font, found)
            continue
        try:
            due.append((font, key, [_encrypted(subset) for subset in font.chosen]))
        except pikepdf.PdfError:
            failed.add(font)
    texts = iter(decrypted([part for _, _, parts in due for part in parts], EEXEC))
    for font, key, parts in due:
        try:
            made = kept.asked[key] = _made(font, list(islice(texts, len(parts))))
        except UnlikeError:
            failed.add(font)
        else:
            _put_merged(book, font, made)
    return failed


def _encrypted(subset: _Subset) -> bytes:
    """Return the encrypted part of SUBSET's font program."""
    first = int(subset.file.Length1)
    return subset.file.read_bytes()[first : first + int(subset.file.Length2)]


def _made(font: _Font, texts: Sequence[bytes]) -> Merged:
    """Return the chosen subsets of FONT merged, of which TEXTS are the decrypted parts.

    Raises `UnlikeError`.
    """
    whole = merged(
        program(subset.clear, text) for subset, text in zip(font.chosen, texts, strict=True)
    )
    if not whole.glyphs.keys() >= {*font.glyphs}:
        raise UnlikeError("not all glyphs that are said to be there")
    tag = tag_of(whole)
    clear, encrypted = written(whole, tag)
    return Merged(tag, len(clear), len(encrypted), zlib.compress(clear + encrypted, _SPEED))


def _put_merged(book: pikepdf.Pdf, font: _Font, made: Merged) -> None:
    file = book.make_stream(
        made.data,
        Filter=Name.FlateDecode,
        Length1=made.clear,
        Length2=made.encrypted,
        Length3=0,
    )
    _put(font, Name(f"/{made.tag}+{font.name}"), file)


def _put(font: _Font, name: Object, file: Object) -> None:
    """Have the descriptor of FONT be of NAME and FILE, with all its glyphs."""
    descriptor = font.descriptor
    descriptor.FontName, descriptor.FontFile = name, file
    descriptor.CharSet = String(b"".join(b"/%b" % glyph for glyph in font.glyphs))
