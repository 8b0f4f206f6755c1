r"""XeLaTeX's way to take letters from several fonts: classes of characters.

XeTeX puts tokens between two characters of different classes. Each font that serves letters which
the text's face lacks has a class of its own (one for each script that is set in another way): what
enters it opens a group and chooses the font, what leaves it closes the group. The letters stay
letters, so words are shaped and hyphenated as wholes, and labels, bookmarks and formulas are as
ever. Between all other classes things stay as they are: French punctuation keeps its spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase

from scidraft_tex.glyphs.fonts import Font
from scidraft_tex.glyphs.paper_fonts import FOLDER, FoundFont

__all__ = ["switching_preamble"]


@dataclass(frozen=True, slots=True)
class _Script:
    """What a script wants beside a font: a name for fontspec, a locale by which lines break.

    Before a letter of a `loose` one a line may break though no space stands there.
    """

    spans: tuple[tuple[int, int], ...]
    name: str = ""
    locale: str = ""
    loose: bool = False
    rightward: bool = False

    def has(self, character: str) -> bool:
        return any(first <= ord(character) <= last for first, last in self.spans)


_PLAIN = _Script(())
_SCRIPTS = (
    _Script(((0x3000, 0x303F), (0xFF00, 0xFFEF)), locale="zh"),  # stops of East Asia
    _Script(
        ((0x2E80, 0xA4CF), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
        locale="zh",
        loose=True,
    ),
    _Script(((0x590, 0x5FF), (0xFB1D, 0xFB4F)), "Hebrew", rightward=True),
    _Script(((0x600, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFEFC)), "Arabic", rightward=True),
    _Script(((0x900, 0x97F),), "Devanagari"),
    _Script(((0x980, 0x9FF),), "Bengali"),
    _Script(((0xB80, 0xBFF),), "Tamil"),
    _Script(((0xE00, 0xE7F),), "Thai", "th"),
)


@dataclass(frozen=True, slots=True)
class _Face:
    """A font for a script; `letter` ends its commands."""

    letter: str
    font: FoundFont
    script: _Script

    @property
    def code(self) -> bool:
        """Whether it has a face for code."""
        return bool(self.font.file(self.font.font.mono))


@dataclass(frozen=True, slots=True)
class _Class:
    """Characters of a script, as spans from first to last, and their face; `letter` names it."""

    letter: str
    face: _Face
    script: _Script
    spans: tuple[tuple[int, int], ...]


def switching_preamble(
    served: Sequence[tuple[FoundFont, Collection[str]]], main: Font, commands: Collection[str]
) -> str:
    """Return the preamble's lines that take from each font of SERVED its characters; "" for none.

    MAIN is the text's face and COMMANDS the characters that have a command: neither's change.
    """
    classes = _classes(served, main, commands)
    if not classes:
        return ""
    faces = dict.fromkeys(one.face.letter for one in classes)
    first = {one.face.letter: one.face for one in classes}
    lines = [
        "% Letters that the text's face lacks, from other fonts: each is a class of characters.",
        *(line for letter in faces for line in _families(first[letter])),
        r"\makeatletter",
        _SPANS,
        *([_RIGHTWARD] if any(one.script.rightward for one in classes) else []),
        *(_choosing(first[letter]) for letter in faces),
        *(line for one in classes for line in _class(one)),
        *_joined(classes),
        r"\makeatother",
    ]
    return "\n".join(lines)


def _classes(
    served: Sequence[tuple[FoundFont, Collection[str]]], main: Font, commands: Collection[str]
) -> list[_Class]:
    faces: dict[tuple[str, str], _Face] = {}
    classes: list[_Class] = []
    for font, characters in served:
        for script, own in _by_script(characters).items():
            key = (font.font.regular, script.name)
            face = faces.setdefault(key, _Face(_letter(len(faces)), font, script))

            def joins(code: int, font: Font = font.glyphs, script: _Script = script) -> bool:
                c = chr(code)
                taken = main.has(c) or c in commands
                return font.has(c) and not taken and _script(c) is script

            spans = tuple(_spans(own, joins))
            classes.append(_Class(_letter(len(classes)), face, script, spans))
    return classes


def _letter(number: int) -> str:
    """Return NUMBER, from 0, in letters: a to z, aa, ab and on."""
    more, last = divmod(number, len(ascii_lowercase))
    return (_letter(more - 1) if more else "") + ascii_lowercase[last]


def _script(character: str) -> _Script:
    return next((one for one in _SCRIPTS if one.has(character)), _PLAIN)


def _by_script(characters: Collection[str]) -> Mapping[_Script, list[str]]:
    found: dict[_Script, list[str]] = {}
    for character in sorted(characters):
        found.setdefault(_script(character), []).append(character)
    return found


def _spans(characters: Sequence[str], joins: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """Yield the sorted CHARACTERS as few spans, over gaps all of whose code points JOIN them."""
    first = last = ord(characters[0])
    for code in map(ord, characters[1:]):
        if not all(map(joins, range(last + 1, code))):
            yield first, last
            first = code
        last = code
    yield first, last


# --- the lines ---------------------------------------------------------------------------------

_SPANS = r"""\XeTeXinterchartokenstate=1
\newcount\faces@code
\newcommand*\faces@span[3]{\faces@code=#2\relax
  \loop\XeTeXcharclass\faces@code=#1\relax
  \ifnum\faces@code<#3\relax\advance\faces@code 1 \repeat}
\newcommand*\faces@join[4]{% any class, one of ours, what enters it, what leaves it
  \edef\faces@do{%
    \XeTeXinterchartoks\number#1 \number#2 ={\the\XeTeXinterchartoks\number#1 0 \noexpand#3}%
    \XeTeXinterchartoks\number#2 \number#1 ={\noexpand#4\the\XeTeXinterchartoks 0 \number#1 }}%
  \faces@do}"""

_RIGHTWARD = r"""% Words from right to left, and the spaces between them
\TeXXeTstate=1
\newif\iffaces@rightward
\newcommand*\faces@end{\endR\endgroup}
\newcommand*\faces@peek{\futurelet\faces@next\faces@test}
\newcommand*\faces@test{\ifx\faces@next\@sptoken\expandafter\faces@space\else\expandafter\faces@end\fi}
\newcommand*\faces@space{\afterassignment\faces@after\let\faces@next= }
\newcommand*\faces@after{\futurelet\faces@next\faces@word}
\newcommand*\faces@word{\ifcat\noexpand\faces@next a%
  \expandafter\faces@letter\else\expandafter\faces@leave\fi}
\newcommand*\faces@leave{\faces@end\space}
\newcommand*\faces@letter[1]{\ifnum\XeTeXcharclass`#1=\faces@class
  \expandafter\space\else\expandafter\faces@leave\fi#1}"""


def _families(face: _Face) -> Iterator[str]:
    """Yield the lines that name the fonts of FACE: for text, and for code where there is one."""
    row = face.font.font
    shapes = {"BoldFont": row.bold, "ItalicFont": row.italic, "BoldItalicFont": row.bolditalic}
    yield _family("text", face, row.regular, row.scale, shapes)
    if face.code:
        yield _family("code", face, row.mono, row.monoscale, {"BoldFont": row.monobold})


def _family(use: str, face: _Face, file: str, scale: float, shapes: Mapping[str, str]) -> str:
    here = {shape: name for shape, name in shapes.items() if face.font.file(name)}
    options = [
        *([f"Path={FOLDER}/"] if face.font.font.ships else []),
        *([f"Script={face.script.name}"] if face.script.name else []),
        *([] if scale == 1 else [f"Scale={scale:g}"]),
        *(f"{shape}={name}" for shape, name in here.items()),
        *([] if "BoldFont" in here else ["AutoFakeBold=2"]),
        *([] if "ItalicFont" in here else ["AutoFakeSlant=.2"]),
    ]
    return f"\\newfontfamily\\{use}face{face.letter}{{{file}}}[{', '.join(options)}]"


def _choosing(face: _Face) -> str:
    text = rf"\textface{face.letter}"
    chosen = rf"\ifx\f@family\faces@code@family\codeface{face.letter}\else{text}\fi"
    return rf"\newcommand*\faces@choose@{face.letter}{{{chosen if face.code else text}}}"


def _class(one: _Class) -> Iterator[str]:
    """Yield the lines of the class ONE: its letters, and what enters it."""
    name = rf"\faces@class@{one.letter}"
    yield rf"\newXeTeXintercharclass{name}"
    yield from (rf'\faces@span{name}{{"{first:04X}}}{{"{last:04X}}}' for first, last in one.spans)
    face = rf"\faces@choose@{one.face.letter}"
    if one.script.locale:
        locale = rf'\XeTeXlinebreaklocale "{one.script.locale}" '
        face += rf"{locale}\XeTeXlinebreakskip=0pt plus .1em\relax"
    entering = rf"\begingroup{face}"
    if one.script.loose:
        entering = rf"\hskip 0pt plus .1em\relax{entering}"
    if one.script.rightward:
        opened = rf"\begingroup\faces@rightwardtrue\let\faces@class{name}{face}\beginR"
        entering = rf"\iffaces@rightward\else{opened}\fi"
    yield rf"\newcommand*\faces@in@{one.letter}{{{entering}}}"


def _joined(classes: Sequence[_Class]) -> Iterator[str]:
    """Yield what puts CLASSES among those that there are when the document begins."""

    def join(other: str, one: _Class, leaving: str) -> str:
        name, entering = rf"\faces@class@{one.letter}", rf"\faces@in@{one.letter}"
        return rf"  \faces@join{other}{name}{entering}{leaving}"

    def at_boundary(one: _Class) -> str:
        return r"\faces@peek" if one.script.rightward else r"\endgroup"

    yield r"\AddToHook{begindocument/end}{%"
    yield r"  \XeTeXinterchartokenstate=1"
    yield r"  \edef\faces@code@family{\ttdefault}\faces@code=0"
    yield r"  \loop"
    yield from (join(r"\faces@code", one, _leaving(one)) for one in classes)
    yield r"  \ifnum\faces@code<\xe@alloc@intercharclass\advance\faces@code 1 \repeat"
    yield from (join(r"\e@alloc@intercharclass@top", one, at_boundary(one)) for one in classes)
    for one, two in product(classes, repeat=2):
        same = one.face is two.face
        between = "" if same else rf"{_leaving(one)}\faces@in@{two.letter}"
        names = rf"\faces@class@{one.letter}\faces@class@{two.letter}"
        yield rf"  \XeTeXinterchartoks{names}={{{between}}}"
    yield "}"


def _leaving(one: _Class) -> str:
    return r"\faces@end" if one.script.rightward else r"\endgroup"
