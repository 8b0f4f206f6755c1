from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scidraft_tex.typeset.units.eexec import CHARSTRING, EEXEC, decrypted, encrypted
from scidraft_tex.typeset.units.type1 import (
    Program,
    UnlikeError,
    clear_part,
    merged,
    program,
    tag_of,
    written,
)

RETURN = encrypted(b"\0\0\0\0\x0b", CHARSTRING)


@dataclass(frozen=True)
class Font:
    """A font's file: its subroutines, its glyphs, what codes show, and a word of its version."""

    subrs: Sequence[bytes]
    glyphs: Mapping[bytes, bytes]
    codes: Mapping[int, bytes]
    version: bytes = b"1.0"
    coded_first: bool = False

    def subset(self, tag: bytes, glyphs: set[bytes], subrs: set[int]) -> tuple[bytes, bytes]:
        """Return both parts of a subset with GLYPHS and SUBRS, written as pdfTeX does."""
        shown = {code: name for code, name in self.codes.items() if name in glyphs}
        encoding = [
            b"/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n",
            *(b"dup %d /%b put\n" % code for code in sorted(shown.items())),
            b"readonly def\n",
        ]
        name = [b"/FontName /%b+Some-Font def\n" % tag]
        head = [b"%!PS-AdobeFont-1.0: Some-Font ", self.version, b"\n11 dict begin\n"]
        middle = [*encoding, *name] if self.coded_first else [*name, *encoding]
        clear = b"".join([*head, *middle, b"currentdict end\ncurrentfile eexec\n"])
        last = max(subrs, default=-1)
        lines = [
            b"dup %d %d RD %b NP\n" % (number, len(body), body)
            for number in range(last + 1)
            for body in [self.subrs[number] if number in subrs else RETURN]
        ]
        kept = [b".notdef", *sorted(glyphs)]
        programs = [
            b"/%b %d RD %b ND\n" % (name, len(self.glyphs[name]), self.glyphs[name])
            for name in kept
        ]
        private = [
            b"\0\0\0\0dup /Private 9 dict dup begin\n/password 5839 def\n",
            b"/Subrs %d array\n" % (last + 1),
            *lines,
            b"ND\n2 index /CharStrings %d dict dup begin\n" % len(kept),
            *programs,
            b"end\nend\nreadonly put\nput\nmark currentfile closefile\n",
        ]
        return clear, b"".join(private)


names = st.sampled_from([b"A", b"a.sc", b"alpha", b"one", b"Gamma", b"parenleftBig", b"zero"])
bodies = st.one_of(
    st.binary(min_size=1, max_size=30),
    st.sampled_from([b" ND\n/A 3 RD ", b"\n\n\n", b"dup 1 5 RD ", b"end\n", RETURN]),
)


@st.composite
def fonts(draw: st.DrawFn) -> Font:
    subrs = draw(st.lists(bodies, min_size=4, max_size=30))
    glyphs = {b".notdef": b"nothing", **draw(st.dictionaries(names, bodies, min_size=1))}
    shown = st.sampled_from(sorted(glyphs.keys() - {b".notdef"}))
    codes = draw(st.dictionaries(st.integers(0, 255), shown))
    return Font(subrs, glyphs, codes, coded_first=draw(st.booleans()))


@st.composite
def choices(draw: st.DrawFn) -> tuple[Font, list[tuple[set[bytes], set[int]]]]:
    font = draw(fonts())
    glyphs = st.sets(st.sampled_from(sorted(font.glyphs.keys() - {b".notdef"})), min_size=1)
    subrs = st.sets(st.integers(0, len(font.subrs) - 1)).map(lambda more: {0, 1, 2, 3} | more)
    return font, draw(st.lists(st.tuples(glyphs, subrs), min_size=1, max_size=4))


def read(parts: tuple[bytes, bytes]) -> Program:
    return program(clear_part(parts[0]), parts[1])


def opened(parts: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    return parts[0], decrypted([parts[1]], EEXEC)[0]


@given(choices())
@settings(deadline=None)
def test_merged_subsets_are_the_subset_that_has_what_they_have(
    chosen: tuple[Font, list[tuple[set[bytes], set[int]]]],
) -> None:
    font, wanted = chosen
    made = merged(read(font.subset(b"ABCDEF", *one)) for one in wanted)
    glyphs = set().union(*(one for one, _ in wanted))
    subrs = set().union(*(one for _, one in wanted))
    assert opened(written(made, "UVWXYZ")) == font.subset(b"UVWXYZ", glyphs, subrs)


@given(choices().flatmap(lambda one: st.tuples(st.just(one), st.permutations(one[1]))))
@settings(deadline=None)
def test_the_order_of_subsets_does_not_matter(
    chosen: tuple[
        tuple[Font, list[tuple[set[bytes], set[int]]]], list[tuple[set[bytes], set[int]]]
    ],
) -> None:
    (font, wanted), turned = chosen
    one, other = (
        merged(read(font.subset(b"ABCDEF", *one)) for one in order) for order in (wanted, turned)
    )
    assert (tag_of(one), written(one, "A")) == (tag_of(other), written(other, "A"))


FONT = Font(
    [b"first", b"second", b"third", b"fourth", b"fifth"],
    {b".notdef": b"nothing", b"A": b"a glyph", b"B": b"another"},
    {65: b"A", 66: b"B"},
)
ALL = {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    "other",
    [
        replace(FONT, glyphs={**FONT.glyphs, b"A": b"changed"}),
        replace(FONT, subrs=[*FONT.subrs[:4], b"changed"]),
        replace(FONT, version=b"2.0"),
        replace(FONT, codes={65: b"B"}),
        replace(FONT, coded_first=True),
    ],
)
def test_subsets_of_other_fonts_are_not_merged(other: Font) -> None:
    one = read(FONT.subset(b"ABCDEF", {b"A", b"B"}, ALL))
    with pytest.raises(UnlikeError):
        merged([one, read(other.subset(b"ABCDEF", {b"A", b"B"}, ALL))])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace(b"/Subrs 5", b"/Subrs 6"),
        lambda text: text.replace(b"/Subrs 5", b"/Subrs 4"),
        lambda text: text.replace(b"dup 4 5 RD", b"dup 5 5 RD"),
        lambda text: text.replace(b"dup 4 5 RD", b"dup 4 900 RD"),
        lambda text: text.replace(b"/B 7", b"/A 7"),
        lambda text: text.replace(b"/B 7 RD", b"/B 70000 RD"),
        lambda text: text.replace(b"/.notdef", b"/nothing"),
        lambda text: text.replace(b"/CharStrings", b"/Charstrings"),
        lambda text: text + text,
        lambda text: text[: len(text) // 2],
        lambda _: b"",
    ],
)
def test_what_is_not_written_by_pdftex_is_not_read(spoil: Callable[[bytes], bytes]) -> None:
    clear, private = FONT.subset(b"ABCDEF", {b"A", b"B"}, ALL)
    assert spoil(private) != private
    with pytest.raises(UnlikeError):
        program(clear_part(clear), spoil(private))


@pytest.mark.parametrize("clear", [b"", b"/FontName /Whole-Font def\n"])
def test_a_font_that_is_no_subset_is_not_read(clear: bytes) -> None:
    with pytest.raises(UnlikeError):
        clear_part(clear)


def test_the_tag_is_six_capitals_that_depend_on_the_glyphs() -> None:
    tags = {
        tag_of(read(FONT.subset(b"ABCDEF", glyphs, ALL)))
        for glyphs in ({b"A"}, {b"B"}, {b"A", b"B"})
    }
    assert len(tags) == 3
    assert all(len(tag) == 6 and tag.isascii() and tag.isalpha() and tag.isupper() for tag in tags)


def test_programs_without_seeds_or_subroutines_are_read() -> None:
    clear, private = FONT.subset(b"ABCDEF", {b"A"}, {0, 4})
    bare = private.replace(b"/password", b"/lenIV -1 def\n/password").replace(RETURN, b"\x0b")
    bare = bare.replace(b" 5 RD \x0b", b" 1 RD \x0b")
    assert program(clear_part(clear), bare).subrs.keys() == {0, 4}
    start, end = private.index(b"/Subrs"), private.index(b"2 index")
    assert not program(clear_part(clear), private[:start] + private[end:]).count
