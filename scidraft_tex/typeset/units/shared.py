"""What units have alike, there once: images, forms with their fonts, colour profiles, states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import pikepdf
from pikepdf import Array, Dictionary, Object, Stream

from scidraft_tex.digests import digest_of
from scidraft_tex.typeset.units.resources import Use

__all__ = ["share"]

_Id: TypeAlias = tuple[int, int]

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_REFERENCE = re.compile(rb"(?<!\d)(\d+) (\d+) R(?!\w)")


class _CycleError(ValueError):
    """An object that is part of itself, so that no digest stands for it."""


@dataclass(slots=True)
class _Digests:
    """What stands for objects of a PDF with all that they name."""

    book: pikepdf.Pdf
    known: dict[_Id, str] = field(default_factory=dict)
    begun: set[_Id] = field(default_factory=set)

    def of(self, value: Object) -> str:
        """Return what stands for VALUE, a numbered object; raises `_CycleError`."""
        place = value.objgen
        if place in self.known:
            return self.known[place]
        if place in self.begun:
            raise _CycleError
        self.begun.add(place)
        text = _REFERENCE.sub(self._named, _text(value))
        data = value.read_raw_bytes() if isinstance(value, Stream) else b""
        self.known[place] = digest_of(text, data)
        return self.known[place]

    def _named(self, match: re.Match[bytes]) -> bytes:
        return self.of(self.book.get_object(int(match[1]), int(match[2]))).encode()


def share(book: pikepdf.Pdf, uses: Iterable[Use]) -> None:
    """Have those USES in BOOK that draw with the same use one object."""
    alike: dict[bytes, dict[_Id, list[Use]]] = {}
    texts: dict[_Id, bytes] = {}
    for use in _with_parts(uses):
        place = use.value.objgen
        if place not in texts:
            texts[place] = _REFERENCE.sub(b"", _text(use.value))
        alike.setdefault(texts[place], {}).setdefault(place, []).append(use)
    digests = _Digests(book)
    for places in alike.values():
        first: dict[str, Object] = {}
        for found in places.values() if len(places) > 1 else ():
            value = found[0].value
            try:
                kept = first.setdefault(digests.of(value), value)
            except _CycleError:
                continue
            for use in found if kept.objgen != value.objgen else ():
                use.put(kept)


def _with_parts(uses: Iterable[Use]) -> Iterator[Use]:
    """Yield USES, and those of the programs of fonts and the colour profiles of images."""
    for use in uses:
        yield use
        if use.kind == "/Font":
            descriptor = use.value.get("/FontDescriptor")
            if isinstance(descriptor, Dictionary):
                for name in _FILES:
                    yield from _part(use, descriptor, name, descriptor.get(name))
        elif use.kind == "/XObject":
            space = use.value.get("/ColorSpace")
            if isinstance(space, Array) and len(space) > 1:
                yield from _part(use, space, 1, space[1])


def _part(use: Use, holder: Object, name: str | int, value: object) -> Iterator[Use]:
    """Yield the use of VALUE by HOLDER, itself in USE, if it has a number in the file."""
    if isinstance(value, Object) and value.is_indirect:
        yield Use(str(name), holder, name, value, use.foreign)


def _text(value: Object) -> bytes:
    """Return VALUE as it stands in a PDF; of a stream, its dictionary."""
    return (
        value.stream_dict.unparse() if isinstance(value, Stream) else value.unparse(resolved=True)
    )
