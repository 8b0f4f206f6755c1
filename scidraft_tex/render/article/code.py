r"""Listings and folder trees as `alltt`: characters as they are, but for `\`, `{` and `}`.

Keywords are bold, comments slanted and grey; what continues a broken line stands behind a hook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scidraft_tex import model as m
from scidraft_tex.render.article.floats import Room, captioned, notes_and_caption
from scidraft_tex.render.code_chars import clean, encode_text, width
from scidraft_tex.render.code_lines import PrintedLine, break_line
from scidraft_tex.render.highlight import highlight
from scidraft_tex.render.listings import SHORT, is_drawing, trimmed
from scidraft_tex.render.measure import InlineRenderer, Page

__all__ = ["article_listing", "article_tree", "boxes"]

_WHOLE = 0.3
"""A listing with a caption that takes more of the page than this may break."""
_PRINTED = frozenset({"key", "com"})
_PLAIN = {r"\codebs{}": r"\textbackslash{}", r"\codeob{}": r"\{", r"\codecb{}": r"\}"}
_SIZES = ((1.0, "footnotesize"), (0.875, "scriptsize"), (0.625, "tiny"))
_RAILS = {"bar": "│  ", "tee": "├─ ", "elbow": "└─ ", "gap": "   "}
_BELOW = {"bar": "bar", "tee": "bar", "elbow": "gap", "gap": "gap"}
_BOXES = re.compile("[\u2500-\u2503\u250c-\u254b\u2550-\u256c\u2574-\u259f]")
_BOX_RUNS = re.compile(f"({_BOXES.pattern}+)")
_GAP = 2
_LEAST = 12


def article_listing(listing: m.Listing, room: Room, inline: InlineRenderer) -> str:
    """Return LISTING with its caption; a drawing made of characters is set smaller, not broken."""
    text = trimmed(clean(listing.text))
    page = room.column if listing.caption and room.floats else room.here
    size, columns = _SIZES[0][1], page.code_columns
    longest = max(map(width, text.split("\n")))
    if is_drawing(listing, text):
        size, columns = _fitting(longest, columns)
    lines = [
        _line(printed)
        for line in highlight(text, listing.language)
        for printed in break_line(line, columns)
    ]
    return _set(lines, size, listing.caption, room, inline)


def _fitting(longest: int, columns: int) -> tuple[str, int]:
    """Return the size in which LONGEST cells fit, and how many fit then."""
    fitting = (size for size in _SIZES if longest * size[0] <= columns)
    scale, name = next(fitting, _SIZES[-1])
    return name, int(columns / scale)


def _set(
    lines: Sequence[str],
    size: str,
    caption: m.Caption | None,
    room: Room,
    inline: InlineRenderer,
) -> str:
    """Return LINES of code where they are said, with their CAPTION; few are not broken."""
    below, text = notes_and_caption(caption, room, inline)
    code = ["\\begin{alltt}", *lines, "\\end{alltt}"]
    if (
        text
        and room.floats
        and len(lines) * room.column.code_leading < _WHOLE * room.column.text_height
    ):
        parts = [*captioned(text), f"\\{size}", *code, *below]
        return "\n".join(["\\begin{listing}[H]", *parts, "\\end{listing}"])
    whole = "\\samepage" if len(lines) <= SHORT else ""
    parts = [*captioned(text, "listing"), f"\\{size}{whole}", *code, *below]
    return "\n".join(["\\begingroup", *parts, "\\endgroup"])


def _line(line: PrintedLine) -> str:
    parts = [" " * line.indent + r"\codehook{}" if line.continues else ""]
    for kind, text in line.pieces:
        encoded = _encoded(text)
        parts.append(f"\\code{kind}{{{encoded}}}" if kind in _PRINTED else encoded)
    return "".join(parts)


def boxes(text: str) -> str:
    """Return the characters of TEXT that draw boxes and bars, each once: pmboxdraw has them."""
    return "".join(sorted(set(_BOXES.findall(text))))


def _encoded(text: str) -> str:
    """Return TEXT as `alltt` has it; what draws boxes stays as it is."""
    return "".join(
        piece if _BOXES.match(piece) else _plain(piece) for piece in _BOX_RUNS.split(text)
    )


def _plain(text: str) -> str:
    encoded = encode_text(text)
    for written, plain in _PLAIN.items():
        encoded = encoded.replace(written, plain)
    return encoded


# --- folder trees ------------------------------------------------------------------------------


def article_tree(tree: m.Tree, room: Room, inline: InlineRenderer) -> str:
    """Return TREE, its comments in a column of their own, broken where they are too long."""
    page = room.column if tree.caption and room.floats else room.here
    size, columns = _tree_size(tree, page)
    lines = list(_tree_lines(tree, columns))
    return _set(lines, size, tree.caption, room, inline)


def _tree_size(tree: m.Tree, page: Page) -> tuple[str, int]:
    commented = [entry for entry in tree.entries if entry.comment]
    column = max((_reach(entry) for entry in commented), default=0) + _GAP
    comment = max((width(clean(entry.comment)) for entry in commented), default=0)
    names = max(map(_reach, tree.entries), default=0)
    wish = max(names, column + min(comment, 2 * _LEAST))
    size, columns = _SIZES[0][1], page.code_columns
    if wish > columns:
        size, columns = _SIZES[1][1], int(page.code_columns / _SIZES[1][0])
    return size, columns


def _reach(entry: m.TreeEntry) -> int:
    return 3 * len(entry.rails) + width(clean(entry.name))


def _tree_lines(tree: m.Tree, columns: int) -> Iterator[str]:
    commented = [_reach(entry) for entry in tree.entries if entry.comment]
    column = min(max(commented, default=0) + _GAP, max(columns - 2 * _LEAST, columns // 2))
    for entry in tree.entries:
        below = [_BELOW[rail] for rail in entry.rails]
        names = list(_chunks(clean(entry.name), max(_LEAST, columns - 3 * len(below))))
        comments = list(_wrapped(clean(entry.comment).split(), columns - column))
        rows = (
            len(names) - 1
            if comments and 3 * len(below) + width(names[-1]) + 1 <= column
            else len(names)
        )
        comments = [""] * rows + comments if comments else []
        for number in range(max(len(names), len(comments))):
            rails = below if number else entry.rails
            name = names[number] if number < len(names) else ""
            comment = comments[number] if number < len(comments) else ""
            yield _tree_line(rails, name, comment, column)


def _tree_line(rails: Iterable[str], name: str, comment: str, column: int) -> str:
    start = "".join(_RAILS[rail] for rail in rails) + name
    if not comment:
        return _encoded(start.rstrip())
    gap = " " * max(1, column - width(start))
    return f"{_encoded(start)}{gap}\\codecom{{{_encoded(comment)}}}"


def _chunks(name: str, limit: int) -> Iterator[str]:
    piece, used = "", 0
    for character in name:
        if used + width(character) > limit:
            yield piece
            piece, used = "", 0
        piece += character
        used += width(character)
    yield piece


def _wrapped(words: Iterable[str], room: int) -> Iterator[str]:
    line = ""
    for word in words:
        joined = f"{line} {word}" if line else word
        if line and width(joined) > room:
            yield line
            line = word
        else:
            line = joined
    if line:
        yield line
