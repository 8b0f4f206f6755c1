"""Font dictionaries merged to one: the codes that any of them uses, with what each shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import pikepdf
from pikepdf import Array, Dictionary, Object, Stream

from scidraft_tex.digests import digest

__all__ = ["Faces"]

_Id: TypeAlias = tuple[int, int]

_GROWING = frozenset(["/FirstChar", "/LastChar", "/Widths", "/Encoding"])
_TIED = frozenset(["/BaseFont", "/FontDescriptor"])
_UNUSED = b"0"


@dataclass(slots=True)
class _Face:
    """A font dictionary: what codes show, and the widths of those that are used."""

    font: Object
    first: int
    last: int
    names: dict[int, bytes]
    widths: dict[int, bytes]
    grown: bool = False

    def take(self, other: _Face) -> bool:
        """Take over what OTHER has; tell whether they go together."""
        names, widths = self.names | other.names, self.widths | other.widths
        if names != other.names | self.names or widths != other.widths | self.widths:
            return False
        self.names, self.widths = names, widths
        self.first, self.last = min(self.first, other.first), max(self.last, other.last)
        self.grown = True
        return True


@dataclass(slots=True)
class Faces:
    """The font dictionaries of a book, merged as far as they go together."""

    book: pikepdf.Pdf
    known: dict[tuple[object, ...], list[_Face]] = field(default_factory=dict)
    encodings: dict[_Id, tuple[bytes, dict[int, bytes]]] = field(default_factory=dict)
    streams: dict[_Id, str] = field(default_factory=dict)

    def add(self, font: Object, descriptor: Object) -> Object:
        """Return the dictionary that stands for FONT, with DESCRIPTOR; it may be FONT itself."""
        font.FontDescriptor, font.BaseFont = descriptor, descriptor.FontName
        try:
            first, last = int(font.FirstChar), int(font.LastChar)
            widths = dict(zip(range(first, last + 1), _words(font.Widths), strict=True))
            rest, names = self._encoding(font)
        except (AttributeError, TypeError, ValueError):
            return font
        others = [
            (key, self._stands_for(value))
            for key, value in sorted(font.items())
            if key not in _GROWING | _TIED
        ]
        used = {code: width for code, width in widths.items() if width != _UNUSED}
        face = _Face(font, first, last, names, used)
        like = self.known.setdefault((descriptor.objgen, rest, *others), [])
        for one in like:
            if one.take(face):
                return one.font
        like.append(face)
        return font

    def _encoding(self, font: Object) -> tuple[bytes, dict[int, bytes]]:
        """Return what FONT's encoding says beside what codes show, and what they show."""
        encoding = font.get("/Encoding")
        if not isinstance(encoding, Dictionary):
            return b"" if encoding is None else bytes(encoding.unparse()), {}
        if not encoding.is_indirect:
            return _rest(encoding), _names(encoding)
        if encoding.objgen not in self.encodings:
            self.encodings[encoding.objgen] = _rest(encoding), _names(encoding)
        return self.encodings[encoding.objgen]

    def _stands_for(self, value: Object) -> str:
        """Return what stands for VALUE: equal for streams that hold the same."""
        if not isinstance(value, Stream):
            return str(value)
        if value.objgen not in self.streams:
            self.streams[value.objgen] = digest(value.read_raw_bytes())
        return self.streams[value.objgen]

    def write(self) -> None:
        """Write down what was merged; fonts that show the same share an encoding."""
        made: dict[bytes, Object] = {}
        for face in (face for like in self.known.values() for face in like if face.grown):
            font = face.font
            font.FirstChar, font.LastChar = face.first, face.last
            codes = range(face.first, face.last + 1)
            widths = b" ".join(face.widths.get(code, _UNUSED) for code in codes)
            font.Widths = self.book.make_indirect(Object.parse(b"[%b]" % widths))
            encoding = font.get("/Encoding")
            if not isinstance(encoding, Dictionary):
                continue
            shown = _differences(face.names)
            key = _rest(encoding) + shown
            if key not in made:
                more = {name: value for name, value in encoding.items() if name != "/Differences"}
                more["/Differences"] = Object.parse(shown)
                made[key] = self.book.make_indirect(Dictionary(more))
            font.Encoding = made[key]


def _words(array: Object) -> list[bytes]:
    """Return the numbers and names of ARRAY as they stand in a PDF."""
    if not isinstance(array, Array):
        raise TypeError("no array")
    return array.unparse(resolved=True)[1:-1].split()


def _rest(encoding: Object) -> bytes:
    """Return what ENCODING says beside what codes show."""
    items: Iterable[tuple[str, Object]] = sorted(encoding.items())
    return b" ".join(
        b"%b %b" % (key.encode(), value.unparse()) for key, value in items if key != "/Differences"
    )


def _names(encoding: Object) -> dict[int, bytes]:
    """Return what codes show by ENCODING."""
    names: dict[int, bytes] = {}
    code = 0
    for word in _words(encoding.get("/Differences", Array())):
        if word.startswith(b"/"):
            names[code] = word
            code += 1
        else:
            code = int(word)
    return names


def _differences(names: Mapping[int, bytes]) -> bytes:
    """Return NAMES by code as an array of differences."""
    words: list[bytes] = []
    due = -1
    for code, name in sorted(names.items()):
        words += [name] if code == due else [b"%d" % code, name]
        due = code + 1
    return b"[%b]" % b" ".join(words)
