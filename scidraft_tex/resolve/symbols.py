"""The list of symbols: the rows of the notes' tables of notation (docs/format.md, section 9).

A table is one of notation if it has the class `notation`, or if its caption or its note's title
speaks of notation or symbols and every row begins with a formula.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scidraft_tex import model as m
from scidraft_tex.labels import label
from scidraft_tex.resolve.book import Part, Symbol, SymbolTable
from scidraft_tex.walk import plain_text, rewrite_blocks, rewrite_inlines

__all__ = ["Symbols", "is_notation", "list_symbols"]

CLASS = "notation"
"""The class that makes a table one of notation."""

_TITLE = re.compile(r"\b(?:notations?|symbols?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Symbols:
    """Parts whose tables of notation links reach, and those tables in reading order."""

    parts: tuple[Part, ...]
    tables: tuple[SymbolTable, ...]


def list_symbols(parts: Sequence[Part]) -> Symbols:
    """Return PARTS, a label at each table of notation, and what these tables hold."""
    found: list[SymbolTable] = []
    labelled = tuple(
        replace(
            part,
            chapters=tuple(
                replace(chapter, notes=tuple(_Tables(note, found).note() for note in chapter.notes))
                for chapter in part.chapters
            ),
        )
        for part in parts
    )
    return Symbols(labelled, tuple(found))


@dataclass
class _Tables:
    """Gathers the tables of notation of `source` in `found`."""

    source: m.Note
    found: list[SymbolTable]
    count: int = field(default=0)

    def note(self) -> m.Note:
        """Return the note, its tables of notation with labels."""
        return replace(self.source, blocks=rewrite_blocks(self.source.blocks, block=self.block))

    def block(self, block: m.Block) -> Sequence[m.Block]:
        """Return BLOCK, within what links reach if it is a table of notation without a label."""
        if not isinstance(block, m.Table) or not is_notation(block, self.source.title):
            return (block,)
        symbols = tuple(_symbol(row) for row in block.body if _has_formula(row))
        if not symbols:
            return (block,)
        self.count += 1
        title = block.caption.children if block.caption else self.source.title
        own = block.caption.label if block.caption else ""
        name = own or label(self.source.source.key, "symbols", str(self.count))
        self.found.append(SymbolTable(title, self.source, name, symbols))
        if own:
            return (block,)
        return (m.Division(m.Attributes(name), (block,), block.place),)


def is_notation(table: m.Table, title: Sequence[m.Inline]) -> bool:
    """Tell whether TABLE, in a note with TITLE, explains symbols."""
    if len(table.columns) < 2:
        return False
    if CLASS in table.attributes.classes:
        return True
    named = [title, table.caption.children if table.caption else ()]
    if not any(_TITLE.search(plain_text(text)) for text in named):
        return False
    return bool(table.body) and all(_has_formula(row) for row in table.body)


def _has_formula(row: m.Row) -> bool:
    """Tell whether ROW begins with formulas, and no word of more than three letters."""
    if len(row) < 2 or not any(isinstance(node, m.Math) for node in row[0].children):
        return False
    rest = plain_text(node for node in row[0].children if not isinstance(node, m.Math))
    return not re.search(r"[^\W\d_]{4}", rest)


def _symbol(row: m.Row) -> Symbol:
    symbol, meaning = (rewrite_inlines(cell.children, _plain) for cell in row[:2])
    return Symbol(symbol, meaning, row[0].place)


def _plain(node: m.Inline) -> Sequence[m.Inline]:
    """Return NODE as a list prints it: no marks, notes and citations, and of links the text."""
    match node:
        case m.IndexMark() | m.Anchor() | m.Footnote() | m.Citation() | m.Image():
            return ()
        case m.LineBreak() | m.SoftBreak():
            return (m.Text(" "),)
        case m.Link() | m.CrossReference():
            return node.children
        case _:
            return (node,)
