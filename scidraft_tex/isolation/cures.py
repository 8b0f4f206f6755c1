"""A note with what fails in it as boxes: what they stand for still counts and can be linked to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.isolation.counting import CAPTIONED, cited_in, numbers_of
from scidraft_tex.isolation.nodes import Key, Node, children, key_of, note_key
from scidraft_tex.isolation.sources import Sources
from scidraft_tex.resolve.book import Book, Chapter, Symbol
from scidraft_tex.walk import plain_text

__all__ = ["Cure", "cured_book"]


@dataclass(frozen=True, slots=True)
class Cure:
    """What is to be boxed, by key with the message of each, and what is known of the notes.

    `sources` has the notes' text, `displays` the numbers of a display. With `withheld` no source is
    shown that has in it what some readers are not to see; for characters that the engine lacks
    their `stand_ins` are shown.
    """

    messages: Mapping[Key, str]
    sources: Sources
    displays: Callable[[m.Display], Iterable[m.Number]] = field(default=lambda _: ())
    withheld: bool = False
    stand_ins: Mapping[int, str] = field(default_factory=dict)

    def note(self, note: m.Note) -> m.Note:
        """Return NOTE with its pieces that fail as boxes, or all of it as one below plain words."""
        title = self.title(note, note.title)
        whole = note_key(note.source.path)
        if whole in self.messages:
            place = Place(note.source.path, note.source.body_line)
            box = self.box(note.blocks, whole, place, self.sources.body(note.source))
            return replace(note, title=title, blocks=(box,))
        return replace(note, title=title, blocks=self.blocks(note.blocks))

    def title(self, note: m.Note, title: Sequence[m.Inline]) -> tuple[m.Inline, ...]:
        """Return TITLE, that of NOTE: of a note that is boxed, the words alone."""
        if note_key(note.source.path) in self.messages:
            return (m.Text(plain_text(title)),)
        return self.inlines(title)

    def box(self, nodes: Sequence[Node], key: Key, place: Place, source: str) -> m.Failure:
        """Return the box of KEY that stands for NODES, whose SOURCE it shows."""
        numbers = tuple(n for n in numbers_of(nodes, self.displays) if n.counter or n.labels)
        cited = tuple(dict.fromkeys(cited_in(nodes)))
        shown = self.shown(nodes, source, whole=key.kind == "Note")
        message = self.messages[key].translate(self.stand_ins)
        return m.Failure(message, shown, place, numbers, cited)

    def shown(self, nodes: Sequence[Node], source: str, *, whole: bool = False) -> str:
        """Return SOURCE, that of NODES (or of a WHOLE note), as all readers may see it."""
        hidden = self.withheld and (whole or _holds_withheld(nodes))
        return "…" if hidden else source.translate(self.stand_ins)

    # --- blocks --------------------------------------------------------------------------------

    def blocks(self, blocks: Sequence[m.Block]) -> tuple[m.Block, ...]:
        """Return BLOCKS with what fails in them as boxes."""
        return tuple(map(self.block, blocks))

    def block(self, block: m.Block) -> m.Block:
        """Return BLOCK, or what of it can be kept around its box."""
        key = key_of(block)
        if key is None or key not in self.messages:
            return self.inside(block)
        source = self.sources.block(block.place, key.kind)
        match block:
            case m.Heading():
                shown = self.shown(block.children, plain_text(block.children) or source)
                return replace(block, children=(m.InlineFailure(shown, block.place),))
            case m.Result():
                shown = self.shown(block.name, plain_text(block.name))
                name = (m.InlineFailure(shown, block.place),) if shown else ()
                box = self.box(block.children, key, block.place, source)
                return replace(block, name=name, children=(box,))
            case m.Marked() | m.Moved():
                return replace(
                    block, children=(self.box(block.children, key, block.place, source),)
                )
            case m.Failure():
                return replace(block, source=_ascii(block.source), message=_ascii(block.message))
            case m.Table() | m.Figure() | m.Diagram() | m.Listing() | m.Tree() | m.Algorithm():
                box = self.box([replace(block, caption=None)], key, block.place, source)
                caption = self.caption(block.caption, block.place)
                return replace(box, caption=caption, captioned=CAPTIONED[type(block)])
            case m.Display():
                return self.box([block], key, block.place, block.tex)
            case _:
                return self.box([block], key, block.place, source)

    def inside(self, block: m.Block) -> m.Block:  # one case a node
        """Return BLOCK with what fails within it as boxes."""
        match block:
            case m.Paragraph() | m.Heading():
                return replace(block, children=self.inlines(block.children))
            case m.Quote() | m.Division() | m.Marked() | m.Moved():
                return replace(block, children=self.blocks(block.children))
            case m.BulletList() | m.OrderedList():
                return replace(
                    block, items=tuple(self.item(block, index) for index in range(len(block.items)))
                )
            case m.DefinitionList():
                items = (
                    (self.inlines(term), tuple(map(self.blocks, definitions)))
                    for term, definitions in block.items
                )
                return replace(block, items=tuple(items))
            case m.Result():
                name, children = self.inlines(block.name), self.blocks(block.children)
                return replace(block, name=name, children=children)
            case m.Table():
                return self.table(block)
            case m.Algorithm():
                caption = self.caption(block.caption, block.place)
                return replace(block, caption=caption, failing=self.failing(block))
            case m.Listing() | m.Tree() | m.Diagram() | m.Failure():
                return replace(block, caption=self.caption(block.caption, block.place))
            case m.Figure():
                images = tuple(n for n in self.inlines(block.images) if isinstance(n, m.Image))
                captions = tuple(map(self.inlines, block.captions))
                caption = self.caption(block.caption, block.place)
                return replace(block, images=images, captions=captions, caption=caption)
            case m.Glossary():
                return replace(block, terms=tuple(map(self.term, block.terms)))
            case _:
                return block

    def item(self, block: m.BulletList | m.OrderedList, index: int) -> m.ListItem:
        """Return the item INDEX of the list BLOCK."""
        item = block.items[index]
        key = Key.at("Item", block.place, index)
        if key not in self.messages:
            return replace(item, children=self.blocks(item.children))
        place = item.children[0].place if item.children else block.place
        source = self.sources.text_of(item.children)
        return replace(item, children=(self.box(item.children, key, place, source),))

    def table(self, block: m.Table) -> m.Table:
        """Return the table BLOCK."""
        index = iter(range(sum(map(len, (*block.head, *block.body)))))
        head, body = (
            tuple(
                tuple(self.cell(cell, Key.at("Cell", block.place, next(index))) for cell in row)
                for row in rows
            )
            for rows in (block.head, block.body)
        )
        return replace(
            block, head=head, body=body, caption=self.caption(block.caption, block.place)
        )

    def cell(self, cell: m.Cell, key: Key) -> m.Cell:
        """Return the CELL of KEY."""
        if key in self.messages:
            text = self.shown(cell.children, plain_text(cell.children))
            return replace(cell, children=(m.InlineFailure(text, cell.place),))
        return replace(cell, children=self.inlines(cell.children))

    def caption(self, caption: m.Caption | None, place: Place) -> m.Caption | None:
        """Return the CAPTION of what stands at PLACE."""
        if caption is None:
            return None
        if Key.at("Caption", place) in self.messages:
            text = self.shown(caption.children, plain_text(caption.children))
            return replace(caption, children=(m.InlineFailure(text, caption.place),))
        return replace(caption, children=self.inlines(caption.children))

    def failing(self, block: m.Algorithm) -> tuple[int, ...]:
        """Return the numbers of the formulas of the algorithm BLOCK that fail."""
        here = (key for key in self.messages if key.kind == "Formula" and key.place == block.place)
        return tuple(sorted({*block.failing, *(key.index for key in here)}))

    def term(self, term: m.GlossaryTerm) -> m.GlossaryTerm:
        """Return a TERM of the glossary."""
        return replace(term, term=self.inlines(term.term), definition=self.inlines(term.definition))

    # --- inlines -------------------------------------------------------------------------------

    def inlines(self, nodes: Sequence[m.Inline]) -> tuple[m.Inline, ...]:
        """Return NODES with what fails in them as its source."""
        return tuple(map(self.inline, nodes))

    def inline(self, node: m.Inline) -> m.Inline:
        """Return NODE, or its source."""
        key = key_of(node)
        fails = key is not None and key in self.messages
        match node:
            case m.Image():
                return replace(node, file="") if fails else node
            case m.Footnote() if fails and key:
                text = self.sources.text_of(node.children)
                return replace(node, children=(self.box(node.children, key, node.place, text),))
            case m.Footnote():
                return replace(node, children=self.blocks(node.children))
            case m.IndexMark() if fails:
                return m.Text("")
            case m.Math() | m.Link() | m.Code() | m.Citation() | m.Reference() if fails:
                return m.InlineFailure(self.shown([node], _written(node)), node.place)
            case m.IndexMark():
                levels = tuple((name, self.inlines(text)) for name, text in node.levels)
                return replace(node, levels=levels, see=self.inlines(node.see))
            case m.Styled() | m.Quoted() | m.Link() | m.Span() | m.CrossReference() | m.Gap():
                return replace(node, children=self.inlines(node.children))
            case _:
                return node


def cured_book(book: Book, cure: Cure) -> Book:
    """Return BOOK with CURE applied to its notes and to what is printed of them elsewhere."""
    parts = tuple(
        replace(part, chapters=tuple(_chapter(chapter, cure) for chapter in part.chapters))
        for part in book.parts
    )
    symbols = tuple(
        replace(table, symbols=tuple(_symbol(symbol, cure) for symbol in table.symbols))
        for table in book.symbols
    )
    return replace(book, parts=parts, symbols=symbols)


def _chapter(chapter: Chapter, cure: Cure) -> Chapter:
    notes = tuple(map(cure.note, chapter.notes))
    title = cure.inlines(chapter.title)
    if chapter.single:
        title = cure.title(chapter.notes[0], chapter.title)
    return replace(chapter, notes=notes, title=title)


def _symbol(symbol: Symbol, cure: Cure) -> Symbol:
    return replace(symbol, symbol=cure.inlines(symbol.symbol), meaning=cure.inlines(symbol.meaning))


def _written(node: m.Math | m.Link | m.Code | m.Citation | m.Reference) -> str:
    match node:
        case m.Math():
            return node.tex
        case m.Code():
            return node.text
        case m.Citation():
            return f"\\{node.command}{{{','.join(node.keys)}}}"
        case m.Reference():
            return f"{node.word} {node.label}".strip()
        case m.Link():
            return plain_text(node.children) or node.target


def _holds_withheld(nodes: Iterable[Node]) -> bool:
    """Tell whether anything in NODES may be withheld from some readers."""
    return any(isinstance(node, _WITHHELD) or _holds_withheld(children(node)) for node in nodes)


_WITHHELD = (m.Gap, m.Marked, m.Moved, m.MovedTo, m.Hidden, m.Space)


def _ascii(text: str) -> str:
    """Return TEXT in ASCII, other characters by their numbers: what any font prints."""
    return "".join(c if c.isascii() else f"[U+{ord(c):04X}]" for c in text)
