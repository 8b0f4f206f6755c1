"""Subsets of a Type 1 font, as pdfTeX writes them, merged to one font program.

pdfTeX copies the programs of glyphs and subroutines as they stand in the font's file, and writes
one that only returns for a subroutine that a subset does not call (`writet1.c`). Subsets of a font
differ in these, in the glyphs, the encoding and the name's tag, and in nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from scidraft_tex.digests import digest_of
from scidraft_tex.typeset.units.eexec import CHARSTRING, EEXEC, encrypted

__all__ = [
    "Clear",
    "Program",
    "UnlikeError",
    "clear_part",
    "merged",
    "program",
    "tag_of",
    "written",
]

_Key = TypeVar("_Key", int, bytes)

_NAME = re.compile(rb"/FontName /([A-Z]{6})\+")
_ENCODING = re.compile(
    rb"/Encoding 256 array\n0 1 255 \{1 index exch /\.notdef put\} for\n((?:dup \d+ /\S+ put\n)*)"
)
_SEED = re.compile(rb"/lenIV (-?\d+)")
_SUBRS = re.compile(rb"/Subrs (\d+) +array\n")
_SUBR = re.compile(rb"dup (\d+) (\d+) \S+ ")
_GLYPHS = re.compile(rb"/CharStrings (\d+) dict[^\n]*\n")
_GLYPH = re.compile(rb"/(\S+) (\d+) \S+ ")
_RETURN = b"\x0b"
_NOTHING = b".notdef"


class UnlikeError(ValueError):
    """What was read is no subset by pdfTeX, or those read are not of the same font."""


@dataclass(frozen=True, slots=True)
class Clear:
    """The part of a font program that is not encrypted.

    `frame` is what stands before, between and behind the name's tag and the encoding, of which
    `codes` are the lines.
    """

    frame: tuple[bytes, ...]
    codes: frozenset[bytes]
    coded_first: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A font program: `frame` is what stands around its subroutines and glyphs.

    Subroutines are by number, without those that only return, glyphs by name; each is the line that
    puts it in its place. `idle` is such a line less number, of what only returns.
    """

    clear: Clear
    frame: tuple[bytes, ...]
    count: int
    idle: bytes
    subrs: dict[int, bytes]
    glyphs: dict[bytes, bytes]


def clear_part(data: bytes) -> Clear:
    """Return the clear part DATA of a font program, read; raises `UnlikeError`."""
    names = list(_NAME.finditer(data))
    if len(names) != 1:
        raise UnlikeError("not the name of a subset")
    (named,) = names
    coded = _ENCODING.search(data)
    if not coded:
        return Clear((data[: named.start(1)], data[named.end(1) :]), frozenset())
    first, second = sorted([named.span(1), coded.span(1)])
    frame = data[: first[0]], data[first[1] : second[0]], data[second[1] :]
    codes = frozenset(coded[1].splitlines(keepends=True))
    return Clear(frame, codes, coded_first=first == coded.span(1))


def program(clear: Clear, text: bytes) -> Program:
    """Return the font program of a CLEAR part and the decrypted TEXT after it.

    Raises `UnlikeError`.
    """
    begun = _SUBRS.search(text)
    count, idle, end = 0, b"", 0
    subrs: dict[int, bytes] = {}
    before: tuple[bytes, ...] = ()
    if begun:
        count, before = int(begun[1]), (text[: begun.start(1)], text[begun.end(1) : begun.end()])
        subrs, idle, end = _subroutines(text, begun.end(), count)
    opened = _GLYPHS.search(text, end)
    if not opened:
        raise UnlikeError("no glyphs")
    glyphs: dict[bytes, bytes] = {}
    after = opened.end()
    while line := _GLYPH.match(text, after):
        if line[1] in glyphs:
            raise UnlikeError("a glyph twice")
        place, after = after, _end(text, line)
        glyphs[line[1]] = text[place:after]
    tail = text[after:]
    if _NOTHING not in glyphs or b"/CharStrings" in tail or b"/Subrs" in tail:
        raise UnlikeError("more or less than a font")
    between = (text[end : opened.start(1)], text[opened.end(1) : opened.end()])
    return Program(clear, (*before, *between, tail), count, idle, subrs, glyphs)


def _subroutines(text: bytes, place: int, count: int) -> tuple[dict[int, bytes], bytes, int]:
    """Return the COUNT subroutines at PLACE of TEXT, how one is written that returns, their end."""
    seed = _SEED.search(text, 0, place)
    body = _returning(int(seed[1]) if seed else 4)
    idling = re.compile(rb"(?:dup (\d+)( %d \S+ %b [^\n]*\n))+" % (len(body), re.escape(body)))
    found: dict[int, bytes] = {}
    idle = b""
    number = 0
    while number < count:
        if not text.startswith(b"dup %d " % number, place):
            raise UnlikeError("subroutines in another order, or not all")
        if run := idling.match(text, place):
            number += run[0].count(b"\n")
            if int(run[1]) != number - 1:
                raise UnlikeError("subroutines in another order")
            idle, place = run[2], run.end()
        elif line := _SUBR.match(text, place):
            end = _end(text, line)
            found[number] = text[place:end]
            number, place = number + 1, end
        else:
            raise UnlikeError("what is no subroutine")
    if number != count or _SUBR.match(text, place):
        raise UnlikeError("more subroutines than are said")
    return found, idle, place


def _end(text: bytes, line: re.Match[bytes]) -> int:
    """Return where the LINE of TEXT ends that names a program and its length."""
    end = text.find(b"\n", line.end() + int(line[2]))
    if end < 0:
        raise UnlikeError("a program without end")
    return end + 1


@cache
def _returning(seed: int) -> bytes:
    """Return the encrypted program that only returns, after SEED bytes; with -1, not encrypted."""
    return _RETURN if seed < 0 else encrypted(bytes(seed) + _RETURN, CHARSTRING)


def merged(parts: Iterable[Program]) -> Program:
    """Return the program with all that PARTS have; raises `UnlikeError` where they disagree."""
    first, *others = parts
    subrs, glyphs, idle, count = {**first.subrs}, {**first.glyphs}, first.idle, first.count
    codes = first.clear.codes
    for one in others:
        if (one.clear.frame, one.frame) != (first.clear.frame, first.frame):
            raise UnlikeError("other fonts")
        if idle and one.idle and idle != one.idle:
            raise UnlikeError("other words")
        _add(subrs, one.subrs)
        _add(glyphs, one.glyphs)
        codes |= one.clear.codes
        idle, count = idle or one.idle, max(count, one.count)
    if len({_code(line) for line in codes}) != len(codes):
        raise UnlikeError("another encoding")
    clear = Clear(first.clear.frame, codes, first.clear.coded_first)
    return Program(clear, first.frame, count, idle, subrs, glyphs)


def _add(to: dict[_Key, bytes], more: Mapping[_Key, bytes]) -> None:
    """Add MORE programs TO those there are; raises `UnlikeError` for another one of a name."""
    if any(to[key] != more[key] for key in to.keys() & more.keys()):
        raise UnlikeError("another program of a name")
    to.update(more)


def written(program: Program, tag: str) -> tuple[bytes, bytes]:
    """Return PROGRAM with TAG before its name: its clear part and its encrypted one."""
    return _clear_written(program.clear, tag.encode()), encrypted(_private(program), EEXEC)


def tag_of(program: Program) -> str:
    """Return six capitals that stand for what PROGRAM holds (ISO 32000-1, 9.6.4)."""
    parts = [*program.clear.frame, *sorted(program.clear.codes), *sorted(program.glyphs)]
    number = int(digest_of(*parts), 16)
    return "".join(chr(ord("A") + number // 26**place % 26) for place in range(6))


def _code(line: bytes) -> int:
    """Return the code that LINE of an encoding is about, `dup 65 /A put`."""
    return int(line.split(b" ", 2)[1])


def _clear_written(clear: Clear, tag: bytes) -> bytes:
    lines: list[bytes] = sorted(clear.codes, key=_code)
    codes = b"".join(lines)
    if len(clear.frame) == 2:
        return tag.join(clear.frame)
    one, two = (codes, tag) if clear.coded_first else (tag, codes)
    before, between, after = clear.frame
    return b"".join([before, one, between, two, after])


def _private(program: Program) -> bytes:
    *before, opening, opened, tail = program.frame
    if before:
        before.insert(1, b"%d" % program.count)
    subrs, idle = program.subrs, program.idle
    lines = [subrs.get(n) or b"dup %d%b" % (n, idle) for n in range(program.count)]
    names = sorted(program.glyphs.keys() - {_NOTHING})
    glyphs = [program.glyphs[name] for name in (_NOTHING, *names)]
    return b"".join([*before, *lines, opening, b"%d" % len(glyphs), opened, *glyphs, tail])
