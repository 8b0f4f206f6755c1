"""HTML elements as the model: what each element that has a printed form becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.attributes import division_attributes, held_attributes
from scidraft_tex.read.html import DROPPED, Element, Piece, Tag
from scidraft_tex.read.inline_text import read_spans

INLINE_STYLES: dict[str, m.InlineStyle] = {
    "b": "strong",
    "strong": "strong",
    "i": "emph",
    "em": "emph",
    "cite": "emph",
    "var": "emph",
    "dfn": "emph",
    "s": "strike",
    "del": "strike",
    "strike": "strike",
    "u": "underline",
    "ins": "underline",
    "sub": "sub",
    "sup": "sup",
    "mark": "mark",
    "small": "small",
    "kbd": "kbd",
    "code": "code",
    "samp": "code",
    "tt": "code",
}
DIVISIONS = frozenset(
    {"div", "section", "article", "main", "aside", "header", "footer", "nav", "center", "details"}
)
_BLOCKS = DIVISIONS | {
    "p", "blockquote", "ul", "ol", "dl", "table", "figure", "hr", "pre", "summary", "figcaption",
    "h1", "h2", "h3", "h4", "h5", "h6",
}  # fmt: skip
_TRANSPARENT = frozenset(
    {
        "span",
        "abbr",
        "font",
        "time",
        "bdi",
        "bdo",
        "data",
        "label",
        "picture",
        "big",
        "address",
        "wbr",
    }
)

HEADING = re.compile("h[1-6]")

StringReader = Callable[[str], Iterable[m.Inline]]


@dataclass(frozen=True, slots=True)
class Markup:
    """Converts elements; `string` reads a run of text (it may hold stand-ins for math)."""

    place: Place
    string: StringReader
    restore: Callable[[str], str]
    diagnostics: Diagnostics

    # --- inlines -----------------------------------------------------------------------------

    def inlines(self, pieces: Iterable[Piece]) -> tuple[m.Inline, ...]:
        """Return PIECES as inlines; white space is folded as HTML folds it."""
        done: list[m.Inline] = []
        for piece in pieces:
            if isinstance(piece, str):
                done.extend(self.string(re.sub(r"\s+", " ", piece)))
            elif isinstance(piece, Element):
                done.extend(self.inline(piece))
        return tuple(done)

    def inline(self, element: Element) -> Iterable[m.Inline]:
        """Return ELEMENT as inlines."""
        if element.name in DROPPED:
            return ()
        return self.wrapped(element.name, element.attributes, self.inlines(element.children))

    def wrapped(
        self, name: str, attributes: Mapping[str, str], children: tuple[m.Inline, ...]
    ) -> Iterable[m.Inline]:
        """Return the inline element NAME that holds CHILDREN; a span if it may be withheld."""
        made = self.unheld(name, attributes, children)
        own = held_attributes(attributes)
        return made if own is None or name == "img" else (m.Span(own, tuple(made)),)

    def unheld(
        self, name: str, attributes: Mapping[str, str], children: tuple[m.Inline, ...]
    ) -> Iterable[m.Inline]:
        """Return the inline element NAME that holds CHILDREN, whatever its classes are."""
        if name in INLINE_STYLES:
            return (m.Styled(INLINE_STYLES[name], children),)
        match name:
            case "br":
                return (m.LineBreak(),)
            case "q":
                return (m.Quoted("double", children),)
            case "img":
                return (self.image(attributes),)
            case "a":
                return self.link(attributes, children)
        if name not in _TRANSPARENT and name not in _BLOCKS:
            self.unknown(name)
        return children

    def link(
        self, attributes: Mapping[str, str], children: tuple[m.Inline, ...]
    ) -> Iterable[m.Inline]:
        """Return an `<a>`: a link, or a place that links reach."""
        target = self.restore(attributes.get("href", ""))
        if target:
            return (m.Link(target, children, self.place),)
        identifier = attributes.get("id") or attributes.get("name", "")
        return (m.Anchor(identifier), *children) if identifier else children

    def image(self, attributes: Mapping[str, str]) -> m.Image:
        """Return an `<img>`."""
        given = {key: self.restore(value) for key, value in attributes.items()}
        pairs = tuple((key, given[key]) for key in ("width", "height") if given.get(key))
        return m.Image(
            given.get("src", ""),
            read_spans(given.get("alt", ""), self.place),
            self.place,
            given.get("title", ""),
            m.Attributes(given.get("id", ""), tuple(given.get("class", "").split()), pairs),
        )

    def unknown(self, name: str) -> None:
        """Report an element that has no printed form."""
        self.diagnostics.report("html-unknown", f"<{name}> has no printed form", self.place)

    # --- blocks ------------------------------------------------------------------------------

    def blocks(self, pieces: Iterable[Piece]) -> tuple[m.Block, ...]:
        """Return PIECES as blocks; runs of text and inline elements become paragraphs."""
        done: list[m.Block] = []
        run: list[Piece] = []
        for piece in pieces:
            if isinstance(piece, Element) and piece.name in _BLOCKS:
                done.extend(self.paragraph(run))
                run = []
                done.extend(self.block(piece))
            elif not isinstance(piece, Tag):
                run.append(piece)
        done.extend(self.paragraph(run))
        return tuple(done)

    def paragraph(self, run: list[Piece]) -> Iterator[m.Block]:
        """Yield RUN as a paragraph, unless it is blank."""
        inlines = trimmed(self.inlines(run))
        if inlines:
            yield m.Paragraph(inlines, self.place)

    def block(self, element: Element) -> Iterable[m.Block]:
        """Return ELEMENT as blocks, in a division if it may be withheld."""
        made = self.unheld_block(element)
        own = held_attributes(element.attributes)
        if own is None or element.name in DIVISIONS or element.name == "table":
            return made
        if HEADING.fullmatch(element.name) and "gap" not in own.classes:
            return made
        return (m.Division(own, tuple(made), self.place, fenced=True),)

    def unheld_block(self, element: Element) -> Iterable[m.Block]:  # one case an element
        """Return ELEMENT as blocks, whatever its classes are."""
        name, place = element.name, self.place
        if name in DIVISIONS:
            children = self.blocks(element.children)
            return (m.Division(self.attributes(element), children, place, fenced=True),)
        if HEADING.fullmatch(name):
            identifier = element.attributes.get("id", "")
            own = held_attributes(element.attributes) or m.NO_ATTRIBUTES
            nodes = self.inlines(element.children)
            return (m.Heading(int(name[1]), nodes, place, identifier, attributes=own),)
        match name:
            case "blockquote":
                return (m.Quote(self.blocks(element.children), place),)
            case "hr":
                return (m.ThematicBreak(place),)
            case "ul":
                return (m.BulletList(self.items(element), place),)
            case "ol":
                start = element.attributes.get("start", "1")
                first = int(start) if start.isdigit() else 1
                return (m.OrderedList(self.items(element), place, first),)
            case "dl":
                return (self.definitions(element),)
            case "table":
                return (self.table(element),)
            case "figure":
                return (self.figure(element),)
            case "pre":
                text = "".join(_texts(element)).strip("\n")
                return (m.Fence("", self.restore(text), place),)
            case "summary":
                return (m.Paragraph((m.Styled("strong", self.inlines(element.children)),), place),)
            case _:
                return self.blocks(element.children)

    def attributes(self, element: Element) -> m.Attributes:
        """Return the attributes of ELEMENT."""
        given = {key: self.restore(value) for key, value in element.attributes.items()}
        return division_attributes(element.name, given)

    def items(self, element: Element) -> tuple[m.ListItem, ...]:
        """Return the items of a list."""
        return tuple(m.ListItem(self.item(li)) for li in element.elements("li"))

    def item(self, element: Element) -> tuple[m.Block, ...]:
        """Return what an item or a definition holds, in a division if it may be withheld."""
        own = held_attributes(element.attributes)
        blocks = self.blocks(element.children)
        return blocks if own is None else (m.Division(own, blocks, self.place, fenced=True),)

    def held(self, element: Element, *others: Element) -> tuple[m.Inline, ...]:
        """Return what ELEMENT holds as inlines, a span if it or one of OTHERS may be withheld."""
        text = trimmed(self.inlines(element.children))
        for one in (element, *others):
            own = held_attributes(one.attributes)
            text = text if own is None else (m.Span(own, text),)
        return text

    def definitions(self, element: Element) -> m.Block:
        """Return a `<dl>`."""
        items: list[tuple[tuple[m.Inline, ...], tuple[tuple[m.Block, ...], ...]]] = []
        for child in element.descendants("dt", "dd"):
            if child.name == "dt" or not items:
                items.append((self.held(child) if child.name == "dt" else (), ()))
            if child.name == "dd":
                term, found = items[-1]
                items[-1] = (term, (*found, self.item(child)))
        return m.DefinitionList(tuple(items), self.place)

    def figure(self, element: Element) -> m.Block:
        """Return a `<figure>`; one without an image keeps what it holds, captioned if a table."""
        caption = None
        for found in element.descendants("figcaption"):
            caption = m.Caption(self.held(found), self.place)
        identifier = element.attributes.get("id", "")
        if caption and identifier:
            caption = m.Caption(caption.children, caption.place, identifier)
        images = tuple(self.image(img.attributes) for img in element.descendants("img"))
        if images:
            return m.Figure(images, self.place, caption)
        rest = [
            c for c in element.children if not (isinstance(c, Element) and c.name == "figcaption")
        ]
        blocks = self.blocks(rest)
        tail = (m.Paragraph(caption.children, self.place),) if caption else ()
        return m.Division(m.Attributes(identifier, ("figure",)), (*blocks, *tail), self.place)

    # --- tables ------------------------------------------------------------------------------

    def table(self, element: Element) -> m.Block:
        """Return a `<table>` with its spans."""
        head: list[m.Row] = []
        body: list[m.Row] = []
        in_head = {id(row) for part in element.elements("thead") for row in part.descendants("tr")}
        parts = {
            id(row): part
            for part in element.elements("thead", "tbody", "tfoot")
            for row in part.descendants("tr")
        }
        for number, row in enumerate(element.descendants("tr")):
            cells = list(row.elements("td", "th"))
            only_heads = number == 0 and all(cell.name == "th" for cell in cells)
            target = head if id(row) in in_head or only_heads else body
            target.append(tuple(self.cell(cell, row, parts.get(id(row), row)) for cell in cells))
        attributes = self.attributes(element)
        caption = None
        for found in element.elements("caption"):
            caption = m.Caption(self.held(found), self.place, attributes.identifier)
        width = max((sum(cell.columns for cell in row) for row in (*head, *body)), default=1)
        columns: tuple[m.Alignment, ...] = tuple("default" for _ in range(width))
        style = table_style(attributes)
        return m.Table(columns, tuple(head), tuple(body), self.place, style, attributes, caption)

    def cell(self, element: Element, row: Element, part: Element) -> m.Cell:
        """Return a `<td>` or `<th>` in ROW of the PART of a table, which may be ROW itself."""
        given = element.attributes
        return m.Cell(
            self.held(element, *((row,) if part is row else (row, part))),
            self.place,
            _count(given.get("colspan", "1")),
            _count(given.get("rowspan", "1")),
            _alignment(given.get("align", "") + given.get("style", "")),
        )


def table_style(attributes: m.Attributes) -> Literal["academic", "striped", "bordered", ""]:
    """Return the table style that the classes of ATTRIBUTES ask for."""
    styles: tuple[Literal["academic", "striped", "bordered"], ...]
    styles = ("academic", "striped", "bordered")
    return next((style for style in styles if f"table-{style}" in attributes.classes), "")


def _alignment(text: str) -> m.Alignment:
    sides: tuple[Literal["left", "center", "right"], ...] = ("left", "center", "right")
    return next((side for side in sides if side in text), "default")


def _count(text: str) -> int:
    return max(1, int(text)) if text.isdigit() else 1


def _texts(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _texts(child)


def trimmed(nodes: tuple[m.Inline, ...]) -> tuple[m.Inline, ...]:
    """Return NODES without white space at their ends."""
    done = list(nodes)
    while done and isinstance(done[0], (m.SoftBreak, m.LineBreak)):
        done.pop(0)
    while done and isinstance(done[-1], (m.SoftBreak, m.LineBreak)):
        done.pop()
    if done and isinstance(done[0], m.Text):
        done[0] = m.Text(done[0].text.lstrip())
    if done and isinstance(done[-1], m.Text):
        done[-1] = m.Text(done[-1].text.rstrip())
    return tuple(node for node in done if not (isinstance(node, m.Text) and not node.text))
