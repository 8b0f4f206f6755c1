"""Pandoc's blocks to the model's, attribute lines to the blocks that they stand by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, cast

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import WITHHELD
from scidraft_tex.read import shortcodes
from scidraft_tex.read.attribute_lines import AttributeLines
from scidraft_tex.read.attributes import merge, parse_info
from scidraft_tex.read.html import Piece, Tag, parse_html
from scidraft_tex.read.inlines import Inlines, shortcode
from scidraft_tex.read.markup import table_style
from scidraft_tex.read.masks import (
    COMMENT_TOKEN,
    RESERVED,
    TOKEN,
    Masked,
    MaskKind,
    is_comment,
)
from scidraft_tex.read.nesting import too_deep
from scidraft_tex.read.pairing import pair_blocks
from scidraft_tex.read.pandoc import Json
from scidraft_tex.read.pipe_tables import lost_cells, no_table
from scidraft_tex.read.positions import (
    NOWHERE,
    Extent,
    first_position,
    innermost,
    is_tight,
    placed,
)
from scidraft_tex.read.slugs import github_slug, stringify

_ALIGNMENTS: dict[str, m.Alignment] = {
    "AlignLeft": "left",
    "AlignCenter": "center",
    "AlignRight": "right",
    "AlignDefault": "default",
}
_UNNUMBERED = frozenset({"unnumbered", "-"})
_NUMERALS = {
    "LowerAlpha": "lower-alpha",
    "UpperAlpha": "upper-alpha",
    "LowerRoman": "lower-roman",
    "UpperRoman": "upper-roman",
}


class Converter:
    """Turns one note's blocks into the model."""

    def __init__(self, masked: Masked, file: str, number: int) -> None:
        """Convert the text MASKED of FILE, which pandoc knew as `NUMBER.md`."""
        self.masked = masked
        self.source = masked.text.split("\n")
        self.file = file
        self.attribute_lists = AttributeLines(masked.attribute_lines, file)
        self.extents: list[Extent] = []
        self.code: list[Extent] = []
        self.diagnostics = Diagnostics()
        self.inlines = Inlines(masked, f"{number}md__", self.diagnostics, self.blocks)

    def blocks(self, nodes: Iterable[Json], around: Extent | None = None) -> tuple[m.Block, ...]:
        """Return NODES converted; AROUND is the extent of what they stand in, if anything."""
        return pair_blocks(self.pieces(nodes, around), self.diagnostics)

    def pieces(self, nodes: Iterable[Json], around: Extent | None) -> Iterator[m.Block | Tag]:
        """Yield NODES converted, with HTML tags whose other end stands in another block."""
        for node, where in placed(nodes, around):
            if not is_comment(_html(node)):
                self.extents.append(where)
            if around is None and too_deep(node):
                yield self.unfollowed(where)
                continue
            if node["t"] == "CodeBlock":
                self.code.append(where)
            if node["t"] == "RawBlock":
                yield from self.withheld(tuple(self.html(node["c"][1], where)), where)
                continue
            made = self.block(node["t"], node.get("c"), where)
            if made is not None:
                yield self.with_attribute_line(made, where)

    def unfollowed(self, where: Extent) -> m.Block:
        """Return the block at WHERE, which nests too deeply to be read, as its source."""
        message = "what begins here nests too deeply to be read"
        self.diagnostics.report("note-too-deep", message, self.place(where))
        return m.Failure(message, "\n".join(self.lines_of(where)), self.place(where))

    def place(self, where: Extent) -> Place:
        """Return the place at which WHERE begins."""
        return Place(self.file, where.first, where.column)

    def in_code(self, line: int) -> bool:
        """Tell whether LINE is of a fence or of indented code."""
        return any(where.first <= line <= where.last for where in self.code)

    def lines_of(self, where: Extent) -> list[str]:
        """Return the lines of WHERE as they are masked; none if it is nowhere."""
        return self.source[where.first - 1 : where.last] if where.first else []

    def block(self, kind: str, content: Json, where: Extent) -> m.Block | None:
        """Return one pandoc block of type KIND; one that is not known has no printed form."""
        place = self.place(where)
        match kind:
            case "Para" | "Plain":
                self.diagnostics.extend(no_table(self.lines_of(where), place))
                return m.Paragraph(self.inlines(content, place), place)
            case "LineBlock":
                return self.lines(content, place)
            case "Header":
                return self.heading(content, where)
            case "CodeBlock":
                return self.fence(content, where)
            case "BlockQuote":
                return m.Quote(self.blocks(content, where), place)
            case "HorizontalRule":
                return m.ThematicBreak(place)
            case "Div":
                children = self.blocks(content[1], where)  # first: lines in it are theirs
                return m.Division(self.attributes(content[0], where), children, place, fenced=True)
            case "BulletList":
                return m.BulletList(self.items(content, where), place, is_tight(content))
            case "OrderedList":
                return self.ordered(content, where)
            case "DefinitionList":
                return self.definitions(content, where)
            case "Table":
                return self.table(content, where)
            case _:
                return None

    # --- attributes --------------------------------------------------------------------------

    def attributes(self, raw: Json, where: Extent) -> m.Attributes:
        """Return the attributes that pandoc read, with those of a line of their own beside it."""
        return merge(self.inlines.attributes(raw), self.attribute_lists.beside(where))

    def with_attribute_line(self, block: m.Block, where: Extent) -> m.Block:
        """Put BLOCK in a division if an attribute line stands by it and it keeps no list itself."""
        if isinstance(block, (m.Table, m.Fence, m.Heading, m.Division)) or not where.first:
            return block
        attributes = self.attribute_lists.beside(where)
        if attributes == m.NO_ATTRIBUTES:
            return block
        return m.Division(attributes, (block,), self.place(where))

    def withheld(
        self, pieces: tuple[m.Block | Tag, ...], where: Extent
    ) -> tuple[m.Block | Tag, ...]:
        """Put PIECES in a division if a line beside them has a class that handouts withhold.

        Of displays, shortcodes and HTML an attribute line says nothing else.
        """
        blocks = tuple(piece for piece in pieces if not isinstance(piece, Tag))
        if len(blocks) != len(pieces) or not blocks or not where.first:
            return pieces
        attributes = self.attribute_lists.beside(where, WITHHELD)
        if attributes == m.NO_ATTRIBUTES:
            return pieces
        return (m.Division(attributes, blocks, self.place(where), fenced=True),)

    # --- paragraphs, headings, fences --------------------------------------------------------

    def lines(self, content: Json, place: Place) -> m.Block:
        """Return a block of lines as one paragraph."""
        nodes: list[m.Inline] = []
        for line in content:
            nodes += [*([m.LineBreak()] if nodes else []), *self.inlines(line, place)]
        return m.Paragraph(tuple(nodes), place)

    def heading(self, content: Json, where: Extent) -> m.Block:
        """Return a heading; its id is the author's, or made of its words."""
        level, raw, nodes = content
        place = self.place(where)
        attributes = self.attributes(raw, where)
        numbered = not _UNNUMBERED & set(attributes.classes)
        identifier = self.slug(nodes, attributes.identifier)
        classes = tuple(name for name in attributes.classes if name not in _UNNUMBERED)
        return m.Heading(
            level,
            self.inlines(nodes, place),
            place,
            identifier,
            numbered,
            m.Attributes(classes=classes, pairs=attributes.pairs),
        )

    def slug(self, nodes: Json, identifier: str) -> str:
        """Return a heading's IDENTIFIER; one made of its words has what is masked in them too.

        As on the web, the characters of a formula that make words are part of it.
        """
        words = stringify(nodes)
        bare = RESERVED.sub("", words)
        made = github_slug(bare)
        if words == bare or not identifier.startswith(made):
            return identifier
        return github_slug(self.masked.restore(words)) + identifier[len(made) :]

    def fence(self, content: Json, where: Extent) -> m.Block:
        """Return a fence, or indented code; its info string was masked."""
        raw, text = content
        language, attributes = "", m.NO_ATTRIBUTES
        for name in raw[1]:
            token = TOKEN.search(name)
            language, attributes = parse_info(self.masked.restore(name) if token else name)
        attributes = merge(attributes, self.attribute_lists.beside(where))
        code = shortcodes.unescape(self.masked.restore(text))
        column = next(_columns(text.split("\n"), self.lines_of(where)[1:]), 0)
        return m.Fence(language, code, self.place(where), attributes, column)

    # --- HTML --------------------------------------------------------------------------------

    def html(self, text: str, where: Extent) -> Iterator[m.Block | Tag]:
        """Yield a block of HTML: a stand-in for a display or shortcode, a comment, or elements."""
        place = self.place(where)
        found = COMMENT_TOKEN.match(text.strip())
        mask = self.masked.mask(found[1]) if found else None
        if mask:
            if mask.kind is MaskKind.DISPLAY:
                yield m.Display(mask.text, mask.place, mask.origin)
            else:
                code = shortcode(mask)
                if isinstance(code, m.Shortcode):
                    yield m.ShortcodeBlock(code, (), mask.place)
        elif text.lstrip().startswith("<!--"):
            comment, end, rest = text.partition("-->")
            yield m.RawHtmlBlock(self.masked.restore(comment + end), place)
            if rest.strip():  # what follows on the comment's last line is HTML to Markdown, too
                yield from self.elements(rest.lstrip(), place)
        else:
            yield from self.elements(text, place)

    def elements(self, text: str, place: Place) -> Iterator[m.Block | Tag]:
        """Yield the elements in TEXT as blocks, with tags whose other end is not there."""
        markup = self.inlines.markup(place)
        run: list[Piece] = []
        for piece in parse_html(text):
            if isinstance(piece, Tag):
                yield from markup.blocks(run)
                run = []
                given = tuple((key, self.masked.restore(value)) for key, value in piece.attributes)
                yield replace(piece, attributes=given, place=place)
            else:
                run.append(piece)
        yield from markup.blocks(run)

    # --- lists -------------------------------------------------------------------------------

    def items(self, items: Json, where: Extent) -> tuple[m.ListItem, ...]:
        """Return the items of a list; each ends where the next begins."""
        return tuple(self.item(item, where) for item in items)

    def item(self, blocks: Json, where: Extent) -> m.ListItem:
        """Return an item; a box that pandoc made of `[ ]` or `[x]` makes it a task."""
        checked = None
        first = innermost(blocks[0]) if blocks else None
        for box, state in (("☐", False), ("☒", True)):
            if first and first["t"] == "Plain" and first["c"] == [{"t": "Str", "c": box}]:
                checked, blocks = state, blocks[1:]
        return m.ListItem(self.blocks(blocks, where), checked)

    def ordered(self, content: Json, where: Extent) -> m.Block:
        """Return a numbered list."""
        (start, numeral, _), items = content
        return m.OrderedList(
            self.items(items, where),
            self.place(where),
            start,
            cast("Literal['decimal']", _NUMERALS.get(numeral["t"], "decimal")),
            is_tight(items),
        )

    def definitions(self, content: Json, where: Extent) -> m.Block:
        """Return a list of terms."""
        place = self.place(where)
        return m.DefinitionList(
            tuple(
                (
                    self.inlines(term, place),
                    tuple(self.blocks(definition, where) for definition in definitions),
                )
                for term, definitions in content
            ),
            place,
        )

    # --- tables ------------------------------------------------------------------------------

    def table(self, content: Json, where: Extent) -> m.Block:
        """Return a table."""
        raw, _, columns, (_, head), bodies, (_, foot) = content
        place = self.place(where)
        attributes = self.attributes(raw, where)
        self.diagnostics.extend(lost_cells(self.lines_of(where), place, len(columns)))
        rows = [row for body in bodies for row in (*body[2], *body[3])] + foot
        header = [row for row in head if any(cell[4] for cell in row[1])]
        return m.Table(
            tuple(_ALIGNMENTS[align["t"]] for align, _ in columns),
            tuple(self.row(row, place) for row in header),
            tuple(self.row(row, place) for row in rows),
            place,
            table_style(attributes),
            attributes,
        )

    def row(self, row: Json, place: Place) -> m.Row:
        """Return a row of a table at PLACE."""
        return tuple(self.cell(cell, place) for cell in row[1])

    def cell(self, cell: Json, place: Place) -> m.Cell:
        """Return a cell of a table at PLACE; several paragraphs are parted by line breaks."""
        _, align, rows, columns, blocks = cell
        nodes: list[m.Inline] = []
        for block in self.blocks(blocks):
            if isinstance(block, m.Paragraph):
                nodes += [*([m.LineBreak()] if nodes else []), *block.children]
        where = first_position(blocks)
        own = self.place(where) if where != NOWHERE else place
        return m.Cell(tuple(nodes), own, columns, rows, _ALIGNMENTS[align["t"]])


def _html(node: Json) -> str:
    return str(node["c"][1]) if node["t"] == "RawBlock" else ""


def _columns(text: Iterable[str], lines: Iterable[str]) -> Iterator[int]:
    """Yield the column at which each line of TEXT that is not empty begins in its one of LINES."""
    for own, line in zip(text, lines, strict=False):
        if own.strip() and own in line:
            yield line.index(own) + 1
