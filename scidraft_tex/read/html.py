"""HTML in notes: a small tree of elements, and that tree as the model.

A block of HTML that Markdown passes through may hold whole elements, or only open or close one
(`<details>`, a blank line, Markdown, `</details>`); what is only opened or closed comes back as a
`Tag` to be paired with its other end among the blocks around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from scidraft_tex.diagnostics import Place

VOID = frozenset({"br", "hr", "img", "input", "wbr", "col", "meta", "link", "source", "area"})
DROPPED = frozenset({"script", "style", "template", "noscript", "head", "title"})
_CLOSES: dict[str, frozenset[str]] = {
    "li": frozenset({"li"}),
    "p": frozenset({"p"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "tr": frozenset({"tr", "td", "th"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "tbody": frozenset({"thead", "tbody", "tr", "td", "th"}),
    "tfoot": frozenset({"thead", "tbody", "tr", "td", "th"}),
    "option": frozenset({"option"}),
}
"""Which open elements an opening tag closes, where HTML lets their end tags be left out."""


UNENDED = frozenset({*_CLOSES, "thead", "colgroup", "caption", "html", "body"})
"""Elements whose end HTML lets be left out."""


@dataclass(slots=True)
class Element:
    """An element with its children, in a tree that is built and then only read."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def elements(self, *names: str) -> Iterator[Element]:
        """Yield the child elements, those of NAMES if any are given."""
        for child in self.children:
            if isinstance(child, Element) and (not names or child.name in names):
                yield child

    def descendants(self, *names: str) -> Iterator[Element]:
        """Yield every element of NAMES below this one, in order."""
        for child in self.elements():
            if child.name in names:
                yield child
            yield from child.descendants(*names)


@dataclass(frozen=True, slots=True)
class Tag:
    """One end of an element whose other end stands elsewhere; `place` where that is known."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()
    closing: bool = False
    place: Place | None = None


Piece = Element | Tag | str


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self.stack: list[Element] = []

    def add(self, piece: Element | str) -> None:
        if self.stack:
            self.stack[-1].children.append(piece)
        else:
            self.pieces.append(piece)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self.stack and self.stack[-1].name in _CLOSES.get(tag, frozenset()):
            self.stack.pop()
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.add(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if any(element.name == tag for element in self.stack):
            while self.stack.pop().name != tag:
                pass
        elif self.stack:
            return
        else:
            self.pieces.append(Tag(tag, closing=True))

    def handle_data(self, data: str) -> None:
        self.add(data)


def parse_html(text: str) -> list[Piece]:
    """Return the pieces of TEXT: whole elements, text, and tags whose other end is missing."""
    builder = _Builder()
    builder.feed(text)
    builder.close()
    if not builder.stack:
        return builder.pieces
    return _opened(builder.pieces, builder.stack)


def _opened(pieces: list[Piece], stack: list[Element]) -> list[Piece]:
    """Return PIECES with the unclosed elements of STACK as tags, what they hold after them."""
    unclosed = stack[0]
    before = [piece for piece in pieces if piece is not unclosed]
    tag = Tag(unclosed.name, tuple(unclosed.attributes.items()))
    inner: list[Piece] = list(unclosed.children)
    return [*before, tag, *(_opened(inner, stack[1:]) if len(stack) > 1 else inner)]
