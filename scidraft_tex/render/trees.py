r"""Folder trees as LaTeX: rails that join from line to line, names, aligned comments.

Every width counts in cells of the listings' face. The comments begin two cells after the widest
name that has one. Where that leaves them too little room, the tree is set smaller; where even that
does not do, the column moves to the left, and the comment of a name that reaches into it goes to
the line below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from scidraft_tex import model as m
from scidraft_tex.render.code_chars import clean, encode, width
from scidraft_tex.render.environments import Block, command
from scidraft_tex.render.listings import SHORT, listing_block
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.render.metrics import text_width
from scidraft_tex.render.tex import escape, escape_code

RAIL = 3
"""The cells of a rail."""

_GAP = 2
_HOOK = 2
_SCALES = (1.0, 0.9, 0.8)
_ENOUGH = 0.3
_LEAST = 0.45
_BELOW = {"bar": "bar", "tee": "bar", "elbow": "gap", "gap": "gap"}
"""What goes on in the line below each rail, when an entry takes more than one."""


class FolderTree(Block):
    """The lines of a tree; the argument is the comments' column in cells (see `blocks.tex.j2`)."""

    _latex_name = "foldertree"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it prints; `joined` to the one below by being of one entry with it."""

    rails: tuple[str, ...]
    name: str
    comment: str
    hook: bool = False
    joined: bool = False


@dataclass(frozen=True, slots=True)
class _Layout:
    """A line's cells, the cell where comments begin, their room in em of the text face."""

    columns: int
    column: int
    room: float
    scale: float


def render_tree(tree: m.Tree, page: Page, inline: InlineRenderer) -> str:
    """Return TREE as LaTeX for PAGE; INLINE renders its caption."""
    entries = [_cleaned(entry) for entry in tree.entries]
    layout = _lay_out(entries, page)
    lines = [line for entry in entries for line in _lines(entry, layout)]
    last = len(lines) - 1
    printed: list[str] = []
    for number, line in enumerate(lines):
        printed.append(_treeline(line))
        if line.joined or number in {0, last - 1} or len(lines) <= SHORT:
            printed.append(r"\nobreak")
    if printed and printed[-1] == r"\nobreak":
        printed.pop()
    size = "" if layout.scale == 1 else f"\\codesize{{{page.code_size * layout.scale:.2f}}}"
    body = FolderTree(printed, options=size, arguments=[str(layout.column)])
    return listing_block(str(body), tree.caption, page, inline)


def _cleaned(entry: m.TreeEntry) -> m.TreeEntry:
    return replace(entry, name=clean(entry.name), comment=" ".join(clean(entry.comment).split()))


def _reach(entry: m.TreeEntry) -> int:
    return RAIL * len(entry.rails) + width(entry.name)


def _lay_out(entries: Iterable[m.TreeEntry], page: Page) -> _Layout:
    commented = [entry for entry in entries if entry.comment]
    column = max(map(_reach, commented), default=0) + _GAP
    wish = max((text_width(entry.comment) for entry in commented), default=0.0)
    for scale in _SCALES:
        columns = int(page.code_columns / scale)
        room = (columns - column) * page.code_advance
        if room >= min(wish, _ENOUGH * columns * page.code_advance):
            return _Layout(columns, column, room, scale)
    columns = int(page.code_columns / _SCALES[-1])
    column = int(columns * (1 - _LEAST))
    return _Layout(columns, column, (columns - column) * page.code_advance, _SCALES[-1])


def _lines(entry: m.TreeEntry, layout: _Layout) -> Iterator[_Line]:
    """Yield the lines of ENTRY: its name, broken if need be, its comment beside and below."""
    below = tuple(_BELOW[rail] for rail in entry.rails)
    names = _chunks(entry.name, max(4, layout.columns - RAIL * len(below)))
    comments = _wrapped(entry.comment, layout.room)
    reach = RAIL * len(below) + _HOOK * (len(names) > 1) + width(names[-1])
    start = len(names) - (reach + _GAP <= layout.column)
    rows = list(zip_longest(names, ([""] * start + comments) if comments else [], fillvalue=""))
    for number, (name, comment) in enumerate(rows):
        rails = below if number else entry.rails
        hook = number > 0 and bool(name)
        yield _Line(rails, name, comment, hook, joined=number < len(rows) - 1)


def _chunks(name: str, limit: int) -> list[str]:
    """Cut NAME into pieces of at most LIMIT cells, the mark of the later ones counted in."""
    pieces: list[str] = []
    piece, used = "", 0
    for character in name:
        cells = width(character)
        if used + cells > limit:
            pieces.append(piece)
            piece, used = "", _HOOK
        piece += character
        used += cells
    return [*pieces, piece]


def _wrapped(text: str, room: float) -> list[str]:
    """Break TEXT into lines of at most ROOM em; a word that is longer has a line to itself."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _treeline(line: _Line) -> str:
    rails = "".join(f"\\rail{rail}" for rail in line.rails)
    hook = r"\codehook{}" if line.hook else ""
    name = hook + "".join(map(_name_character, line.name))
    return command("treeline", rails, name, escape(line.comment))


def _name_character(character: str) -> str:
    return escape_code(character) if character.isascii() else encode(character)
