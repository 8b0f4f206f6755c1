"""Stand-ins for what Markdown must not touch, and the way back.

A stand-in is one private-use character that names the mask, followed by filler characters, so that
every line and column of the text stays where it was. To Markdown it is a word. What stands alone on
its lines (a display, a shortcode) becomes an HTML comment instead, which is a block of its own and
may interrupt a paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote

from scidraft_tex.diagnostics import Place
from scidraft_tex.model import Attributes, Origin

FIRST = 0xF0000
LIMIT = 0x10FF00 - FIRST
FILLER = "\U0010fffd"
TOKEN = re.compile("[\U000f0000-\U0010feff]")
COMMENT_TOKEN = re.compile(rf"^<!--({TOKEN.pattern}).*-->\s*$", re.DOTALL)
"""The comment that stands for a block that was masked."""

RESERVED = re.compile("[\U000f0000-\U0010ffff]")
_OPENINGS = (r"\\[", r"\\(", r"\[", r"\(", "$$", "$")
_ENCODED = re.compile("%F[34]%[0-9A-F]{2}%[0-9A-F]{2}%[0-9A-F]{2}")


class MaskKind(Enum):
    """What a stand-in stands for."""

    MATH = "math"
    DISPLAY = "display"
    COMMAND = "command"
    STYLE_OPEN = "style-open"
    STYLE_CLOSE = "style-close"
    SHORTCODE = "shortcode"
    LITERAL = "literal"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Mask:
    """One masked piece: its `text` without delimiters, its `source` as it stood, its start.

    For a shortcode `inner` is the raw text that it encloses, where that is no Markdown.
    """

    kind: MaskKind
    text: str
    source: str
    place: Place
    inner: str = ""

    @property
    def origin(self) -> Origin:
        """Where the `text` of a formula stands, after its opening mark."""
        opening = next(mark for mark in _OPENINGS if self.source.startswith(mark))
        place = self.place
        after = Place(place.file, place.line, place.column + len(opening))
        return Origin(after, self._margin)

    @property
    def _margin(self) -> int:
        """How many columns of the second line are not of the text."""
        written, kept = (lines.split("\n", 2)[1:2] for lines in (self.source, self.text))
        return max(0, written[0].find(kept[0])) if written and kept else 0


@dataclass(frozen=True, slots=True)
class AttributeLine:
    """An attribute list on a line of its own; `above` when it belongs to the block above."""

    line: int
    column: int
    attributes: Attributes
    above: bool


@dataclass(frozen=True, slots=True)
class Comment:
    """An HTML comment for scidraft-tex, with its marks; `alone` if nothing else is on its lines."""

    place: Place
    text: str
    alone: bool


@dataclass(frozen=True, slots=True)
class Masked:
    """A note's text fit for a Markdown reader, and what was taken out of it."""

    text: str
    masks: tuple[Mask, ...]
    attribute_lines: tuple[AttributeLine, ...]
    comments: tuple[Comment, ...] = ()

    def mask(self, token: str) -> Mask | None:
        """Return the mask that the character TOKEN names, or None for one that nothing masked.

        A note can hold such a character only as an entity: `&#xf0000;`.
        """
        number = ord(token) - FIRST
        return self.masks[number] if number < len(self.masks) else None

    def restore(self, text: str) -> str:
        """Return TEXT with every stand-in as its source: for raw HTML, attribute values, URLs."""
        if "%F" in text:
            text = _ENCODED.sub(lambda found: unquote(found.group()), text)
        if not RESERVED.search(text):
            return text
        bare = text.replace(FILLER, "")
        return TOKEN.sub(
            lambda found: (
                self.masks[ord(found.group()) - FIRST].source
                if ord(found.group()) - FIRST < len(self.masks)
                else ""
            ),
            bare,
        )


def stand_in(token: str, source: str) -> str:
    """Return the stand-in of SOURCE within a line: as long, with line ends and margins kept."""
    first, *others = source.split("\n")
    lines = [token + FILLER * (len(first) - 1)]
    for line in others:
        margin = line[: len(line) - len(line.lstrip(" \t>"))]
        lines.append(margin + FILLER * max(1, len(line) - len(margin)))
    return "\n".join(lines)


def comment_stand_in(token: str, source: str, margin: str) -> str:
    """Return the stand-in of SOURCE as an HTML comment that begins and ends on the same lines.

    Every line of it has the MARGIN of the block, so that it stays in its list item or quotation.
    """
    lines = source.count("\n")
    if not lines:
        return "<!--" + token + FILLER * max(0, len(source) - 8) + "-->"
    middle = [margin + FILLER] * (lines - 1)
    return "\n".join(["<!--" + token, *middle, margin + "-->"])


def is_comment(html: str) -> bool:
    """Tell whether HTML is a comment, and no stand-in for what was masked."""
    text = html.strip()
    return text.startswith("<!--") and not COMMENT_TOKEN.match(text)
