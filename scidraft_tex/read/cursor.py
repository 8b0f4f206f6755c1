"""Where a scan of a note is, and what it has written: the text, with stand-ins for masks."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.delimiters import Pairs, display_limit
from scidraft_tex.read.masks import FIRST, LIMIT, Mask, MaskKind, comment_stand_in, stand_in

CONTAINER = r"(?:[ \t]*+(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*+[ \t]*+"
"""What may stand before a block on its line: marks of quotations and items, white space.

Nothing of it is given back: there is one way to read a line of a thousand marks.
"""

_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n|\Z)")


@dataclass
class Cursor:
    """A position in `text` of `file`; all before it is written to `out`."""

    text: str
    file: str
    position: int = 0
    out: list[str] = field(default_factory=list)
    masks: list[Mask] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    starts: list[int] = field(default_factory=list)
    _paragraph: tuple[int, int] = (1, 0)
    _pairs: tuple[int, int, Pairs] = (1, 0, Pairs({}, {}))
    _before_block: tuple[int, int] = (1, 0)

    def __post_init__(self) -> None:
        """Find where the lines start."""
        self.starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    def place(self, position: int) -> Place:
        """Return the place of POSITION."""
        line = bisect_right(self.starts, position)
        return Place(self.file, line, position - self.starts[line - 1] + 1)

    def line_start(self) -> int:
        """Return where the line of the position starts."""
        return self.starts[bisect_right(self.starts, self.position) - 1]

    def line_end(self, position: int) -> int:
        """Return where the line of POSITION ends, its line end left out."""
        end = self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def after_blank(self) -> bool:
        """Tell whether the line before the position's is blank, or there is none."""
        line = bisect_right(self.starts, self.position) - 1
        before = self.text[self.starts[line - 1] : self.starts[line]] if line else ""
        return not before.strip(" \t\n>")

    def paragraph_end(self) -> int:
        """Return where the next blank line is."""
        start, end = self._paragraph
        if not start <= self.position <= end:
            found = _BLANK_LINE.search(self.text, self.position)
            end = found.start() if found else len(self.text)
            self._paragraph = (self.position, end)
        return end

    def pairs(self) -> Pairs:
        """Return what closes what in the paragraph from the position on."""
        end = self.paragraph_end()
        start, of, pairs = self._pairs
        if not (start <= self.position and of == end):
            pairs = Pairs.of(self.text, self.position, end)
            self._pairs = (self.position, end, pairs)
        return pairs

    def closing_brace(self, opening: int) -> int:
        """Return where the brace at OPENING is closed within its paragraph, or -1."""
        return self.pairs().braces.get(opening, -1)

    def block_start(self, position: int) -> int:
        """Return where the next heading, fence or shortcode is on a line of its own."""
        start, end = self._before_block
        if not start <= position <= end:
            end = display_limit(self.text, position)
            self._before_block = (position, end)
        return end

    def without_margin(self, content: str) -> str:
        """Return CONTENT without the marks of a quotation that its lines begin with."""
        if ">" not in self.text[self.line_start() : self.position]:
            return content
        return re.sub(r"\n[ \t]*>[ \t]?", "\n", content)

    def margin(self) -> str:
        """Return the margin before the position as later lines of the block have it."""
        return re.sub(r"[^>\s]", " ", self.text[self.line_start() : self.position])

    def blank_lines(self, count: int) -> None:
        """Write the first COUNT lines as blank ones."""
        end = self.starts[count] if count < len(self.starts) else len(self.text)
        self.out.append("\n" * self.text.count("\n", 0, end))
        self.position = end

    def copy(self, end: int) -> None:
        """Write the text up to END as it is."""
        self.out.append(self.text[self.position : end])
        self.position = end

    def put(
        self, kind: MaskKind, content: str, end: int, *, block: bool = False, inner: str = ""
    ) -> None:
        """Write a stand-in for the text up to END; a BLOCK's interrupts paragraphs."""
        source = self.text[self.position : end]
        if len(self.masks) >= LIMIT:
            self.copy(end)
            return
        token = chr(FIRST + len(self.masks))
        self.masks.append(Mask(kind, content, source, self.place(self.position), inner))
        self.out.append(
            comment_stand_in(token, source, self.margin()) if block else stand_in(token, source)
        )
        self.position = end
