"""Pandoc's JSON to the model, stand-ins to what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, cast
from urllib.parse import unquote

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read import shortcodes
from scidraft_tex.read.attributes import merge, parse_info
from scidraft_tex.read.html import Piece, Tag, parse_html
from scidraft_tex.read.markup import Markup, pair_blocks, pair_inlines
from scidraft_tex.read.masks import FILLER, RESERVED, TOKEN, AttributeLine, Mask, Masked, MaskKind
from scidraft_tex.read.pandoc import Json

_POSITION = re.compile(r"(\d+):(\d+)-(\d+):(\d+)")
_COMMENT_TOKEN = re.compile(rf"^<!--({TOKEN.pattern}).*-->\s*$", re.DOTALL)
_COMMAND = re.compile(r"\\(?P<name>\w+)(?P<options>(?:\[[^\]]*\])*)\{(?P<body>.*)\}", re.DOTALL)
_ALIGNMENTS: dict[str, m.Alignment] = {
    "AlignLeft": "left",
    "AlignCenter": "center",
    "AlignRight": "right",
    "AlignDefault": "default",
}
_NUMERALS = {
    "LowerAlpha": "lower-alpha",
    "UpperAlpha": "upper-alpha",
    "LowerRoman": "lower-roman",
    "UpperRoman": "upper-roman",
}
_STYLES: dict[str, m.InlineStyle] = {
    "Emph": "emph",
    "Strong": "strong",
    "Strikeout": "strike",
    "Superscript": "sup",
    "Subscript": "sub",
    "SmallCaps": "small-caps",
    "Underline": "underline",
}
_COMMAND_STYLES: dict[str, m.InlineStyle] = {
    "textbf": "strong",
    "textit": "emph",
    "emph": "emph",
    "texttt": "code",
    "textsc": "small-caps",
    "underline": "underline",
    "textsuperscript": "sup",
}


@dataclass(frozen=True, slots=True)
class Extent:
    """From which line to which (both counted, from 1) a block reaches, and its first column."""

    first: int
    column: int
    last: int


def extent(position: str) -> Extent:
    """Return what a `data-pos` says; it may hold several ranges, in any order."""
    ranges = [tuple(map(int, found.groups())) for found in _POSITION.finditer(position)]
    if not ranges:
        return Extent(0, 1, 0)
    start = min(r[:2] for r in ranges)
    end = max(r[2:] for r in ranges)
    return Extent(start[0], start[1], end[0] - 1 if end[1] == 1 else end[0])


class Converter:
    """Turns one note's blocks into the model. `attribute_lines` are given to the blocks they stand by."""

    def __init__(self, masked: Masked, file: str, number: int) -> None:
        """Convert the text MASKED of FILE, which pandoc knew as `NUMBER.md`."""
        self.masked = masked
        self.file = file
        self.prefix = f"{number}md__"
        self.number = f"{number}.md@"
        self.pending: list[AttributeLine] = list(masked.attribute_lines)
        self.diagnostics = Diagnostics()

    # --- blocks ------------------------------------------------------------------------------

    def blocks(self, nodes: Iterable[Json], around: Extent | None = None) -> tuple[m.Block, ...]:
        """Return NODES converted; AROUND is the extent of the wrapper they stand in, if any."""
        return pair_blocks(self.pieces(nodes, around))

    def pieces(self, nodes: Iterable[Json], around: Extent | None) -> Iterable[m.Block | Tag]:
        """Yield NODES converted, with HTML tags whose other end stands in another block."""
        for node in nodes:
            kind, content = node["t"], node.get("c")
            if kind == "Div" and ["wrapper", "1"] in content[0][2]:
                yield from self.pieces(content[1], self.extent_of(content[0]))
                continue
            where = self.own_extent(node) or around or Extent(0, 1, 0)
            if kind == "RawBlock":
                yield from self.html(content[1], where)
            else:
                yield from self.block(kind, content, where)

    def own_extent(self, node: Json) -> Extent | None:
        content = node.get("c")
        if node["t"] in {"CodeBlock", "Table", "Div"}:
            return self.extent_of(content[0])
        if node["t"] == "Header":
            return self.extent_of(content[1])
        return None

    def extent_of(self, attributes: Json) -> Extent | None:
        for key, value in attributes[2]:
            if key == "data-pos":
                return extent(value)
        return None

    def place_in(self, raw: Json, otherwise: Place) -> Place:
        """Return the place that the attributes RAW of an inline name, or OTHERWISE."""
        where = self.extent_of(raw)
        return self.place(where) if where else otherwise

    def place(self, where: Extent) -> Place:
        return Place(self.file, where.first, where.column)

    def attributes(self, raw: Json, where: Extent) -> m.Attributes:
        """Return the attributes that pandoc read, with those of a line of their own beside the block."""
        own = m.Attributes(
            self.masked.restore(raw[0].removeprefix(self.prefix)),
            tuple(self.masked.restore(c) for c in raw[1]),
            tuple(
                (key, self.masked.restore(value))
                for key, value in raw[2]
                if key not in {"data-pos", "wrapper"}
            ),
        )
        return merge(own, self.beside(where))

    def beside(self, where: Extent) -> m.Attributes:
        """Take the attribute line that stands right under the block, or right above it."""
        for line in self.pending:
            if (line.above and where.first < line.line <= where.last + 1) or (
                not line.above and line.line + 1 == where.first
            ):
                self.pending.remove(line)
                return line.attributes
        return m.NO_ATTRIBUTES

    def block(self, kind: str, content: Json, where: Extent) -> tuple[m.Block, ...]:
        """Return the blocks of one pandoc block."""
        place = self.place(where)
        convert = getattr(self, f"block_{kind}", None)
        if convert is None:
            return ()
        node = cast("Callable[[Json, Extent, Place], m.Block | tuple[m.Block, ...]]", convert)(
            content, where, place
        )
        nodes = node if isinstance(node, tuple) else (node,)
        return self.with_attribute_line(nodes, where, place)

    def with_attribute_line(
        self, nodes: tuple[m.Block, ...], where: Extent, place: Place
    ) -> tuple[m.Block, ...]:
        """Put the block in a division if an attribute line stands by it and it has no list of its own."""
        if not nodes or isinstance(nodes[0], (m.Table, m.Fence, m.Heading, m.Division)):
            return nodes
        attributes = self.beside(where) if where.first else m.NO_ATTRIBUTES
        return nodes if attributes == m.NO_ATTRIBUTES else (m.Division(attributes, nodes, place),)

    def block_Para(self, content: Json, where: Extent, place: Place) -> m.Block:
        return m.Paragraph(self.inlines(content, place), place)

    block_Plain = block_Para

    def block_LineBlock(self, content: Json, where: Extent, place: Place) -> m.Block:
        nodes: list[m.Inline] = []
        for line in content:
            nodes += [*([m.LineBreak()] if nodes else []), *self.inlines(line, place)]
        return m.Paragraph(tuple(nodes), place)

    def block_Header(self, content: Json, where: Extent, place: Place) -> m.Block:
        level, raw, inlines = content
        attributes = self.attributes(raw, where)
        numbered = not {"unnumbered", "-"} & set(attributes.classes)
        identifier = attributes.identifier.replace(FILLER, "")
        return m.Heading(level, self.inlines(inlines, place), place, identifier, numbered)

    def block_CodeBlock(self, content: Json, where: Extent, place: Place) -> m.Block:
        raw, text = content
        language, attributes = "", m.NO_ATTRIBUTES
        for name in raw[1]:
            token = TOKEN.search(name)
            info = self.masked.mask(token.group()).text if token else name
            language, attributes = parse_info(info)
        attributes = merge(attributes, self.beside(where))
        return m.Fence(language, shortcodes.unescape(self.masked.restore(text)), place, attributes)

    def html(self, text: str, where: Extent) -> Iterable[m.Block | Tag]:
        """Yield a block of HTML: a stand-in for a display or shortcode, a comment, or elements."""
        place = self.place(where)
        found = _COMMENT_TOKEN.match(text.strip())
        if found:
            mask = self.masked.mask(found[1])
            if mask.kind is MaskKind.DISPLAY:
                yield m.Display(mask.text, mask.place)
            else:
                yield m.ShortcodeBlock(self.shortcode(mask), (), mask.place)
        elif text.lstrip().startswith("<!--"):
            yield m.RawHtmlBlock(self.masked.restore(text), place)
        else:
            yield from self.elements(text, place)

    def elements(self, text: str, place: Place) -> Iterable[m.Block | Tag]:
        markup = self.markup(place)
        run: list[Piece] = []
        for piece in parse_html(text):
            if isinstance(piece, Tag):
                yield from markup.blocks(run)
                run = []
                yield piece
            else:
                run.append(piece)
        yield from markup.blocks(run)

    def markup(self, place: Place) -> Markup:
        return Markup(place, self.string, self.masked.restore, self.diagnostics)

    def block_BlockQuote(self, content: Json, where: Extent, place: Place) -> m.Block:
        return m.Quote(self.blocks(content, where), place)

    def block_HorizontalRule(self, content: Json, where: Extent, place: Place) -> m.Block:
        return m.ThematicBreak(place)

    def block_Div(self, content: Json, where: Extent, place: Place) -> m.Block:
        attributes = self.attributes(content[0], where)
        children = self.blocks(content[1], where)
        name = tuple(self.string(dict(content[0][2]).get("name", "")))
        return m.Division(attributes, children, place, fenced=True, name=name)

    def block_BulletList(self, content: Json, where: Extent, place: Place) -> m.Block:
        return m.BulletList(
            tuple(self.item(item, where) for item in content), place, _is_tight(content)
        )

    def block_OrderedList(self, content: Json, where: Extent, place: Place) -> m.Block:
        (start, numeral, _), items = content
        return m.OrderedList(
            tuple(self.item(item, where) for item in items),
            place,
            start,
            cast("Literal['decimal']", _NUMERALS.get(numeral["t"], "decimal")),
            _is_tight(items),
        )

    def item(self, blocks: Json, where: Extent) -> m.ListItem:
        checked = None
        first = _innermost(blocks[0]) if blocks else None
        if first and first["t"] == "Plain" and first["c"] and len(blocks) > 1:
            mark = first["c"][0].get("c")
            if mark in {"☐", "☒"} and len(first["c"]) == 1:
                checked, blocks = mark == "☒", blocks[1:]
        return m.ListItem(self.blocks(blocks, where), checked)

    def block_DefinitionList(self, content: Json, where: Extent, place: Place) -> m.Block:
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

    def block_Table(self, content: Json, where: Extent, place: Place) -> m.Block:
        raw, _, columns, (_, head), bodies, (_, foot) = content
        attributes = self.attributes(raw, where)
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
        return tuple(self.cell(cell, place) for cell in row[1])

    def cell(self, cell: Json, place: Place) -> m.Cell:
        _, align, rows, columns, blocks = cell
        nodes: list[m.Inline] = []
        for block in self.blocks(blocks):
            if isinstance(block, m.Paragraph):
                nodes += [*([m.LineBreak()] if nodes else []), *block.children]
        where = _first_position(blocks)
        return m.Cell(
            tuple(nodes),
            Place(self.file, where.first, where.column) if where.first else place,
            columns,
            rows,
            _ALIGNMENTS[align["t"]],
        )

    # --- inlines -----------------------------------------------------------------------------

    def inlines(self, nodes: Iterable[Json], place: Place) -> tuple[m.Inline, ...]:
        """Return NODES converted, neighbouring characters joined; PLACE is that of what holds them."""
        done: list[m.Inline] = []
        for node in pair_inlines(close_styles(list(self.flat(nodes, place))), self.markup):
            last = done[-1] if done else None
            if isinstance(node, m.Text) and isinstance(last, m.Text):
                done[-1] = m.Text(last.text + node.text)
            elif isinstance(node, m.Text) and not node.text:
                continue
            else:
                done.append(node)
        return tuple(done)

    def flat(self, nodes: Iterable[Json], place: Place) -> Iterable[m.Inline]:
        pending_break = False
        for node, where in _unwrapped(nodes, place):
            if node["t"] == "SoftBreak":
                pending_break = True
                continue
            filler = node["t"] == "Str" and node["c"].startswith(FILLER)
            if pending_break and not filler:
                yield m.SoftBreak()
            pending_break = False
            yield from self.inline(node["t"], node.get("c"), where)
        if pending_break:
            yield m.SoftBreak()

    def inline(self, kind: str, content: Json, place: Place) -> Iterable[m.Inline]:
        match kind:
            case "Str":
                return self.string(content)
            case "Space":
                return (m.Text(" "),)
            case "LineBreak":
                return (m.LineBreak(),)
            case "Quoted":
                mark: Literal["single", "double"] = (
                    "single" if content[0]["t"] == "SingleQuote" else "double"
                )
                return (m.Quoted(mark, self.inlines(content[1], place)),)
            case "Code":
                text = shortcodes.unescape(self.masked.restore(content[1]))
                return (m.Code(text, self.place_in(content[0], place)),)
            case "RawInline":
                return (m.RawHtml(content[1], place),)
            case "Link":
                return (self.link(content, place),)
            case "Image":
                return (self.image(content, place),)
            case "Note":
                return (m.Footnote(self.blocks(content), place),)
            case "Span":
                attributes = self.attributes(content[0], Extent(0, 1, 0))
                return (m.Span(attributes, self.inlines(content[1], place)),)
            case _ if kind in _STYLES:
                return (m.Styled(_STYLES[kind], self.inlines(content, place)),)
            case _:
                return ()

    def link(self, content: Json, place: Place) -> m.Inline:
        raw, inlines, (target, title) = content
        place = self.place_in(raw, place)
        target = self.masked.restore(target)
        if target.startswith("#"):
            target = "#" + target[1:].removeprefix(self.prefix)
        return m.Link(target, self.inlines(inlines, place), place, self.masked.restore(title))

    def image(self, content: Json, place: Place) -> m.Inline:
        raw, inlines, (target, title) = content
        place = self.place_in(raw, place)
        return m.Image(
            unquote(self.masked.restore(target)),
            self.inlines(inlines, place),
            place,
            self.masked.restore(title),
            self.attributes(raw, Extent(0, 1, 0)),
        )

    def string(self, text: str) -> Iterable[m.Inline]:
        """Return the nodes of a word that may hold stand-ins."""
        if not RESERVED.search(text):
            return (m.Text(text),)
        nodes: list[m.Inline] = []
        for piece in re.split(f"({TOKEN.pattern}{FILLER}*|{FILLER}+)", text):
            if not piece or piece[0] == FILLER:
                continue
            if TOKEN.match(piece):
                nodes.append(self.unmask(self.masked.mask(piece[0])))
            else:
                nodes.append(m.Text(piece))
        return nodes

    def unmask(self, mask: Mask) -> m.Inline:
        match mask.kind:
            case MaskKind.MATH:
                return m.Math(mask.text, mask.place)
            case MaskKind.DISPLAY:
                return m.Math(mask.text, mask.place, display=True)
            case MaskKind.SHORTCODE:
                return self.shortcode(mask)
            case MaskKind.COMMAND:
                return command(mask)
            case MaskKind.STYLE_OPEN:
                return _StyleOpen(mask.text, mask.source)
            case MaskKind.STYLE_CLOSE:
                return _StyleClose()
            case _:
                return m.Text(mask.text)

    def shortcode(self, mask: Mask) -> m.Shortcode:
        tag = shortcodes.parse_tag(mask.text, mask.place)
        assert tag is not None  # the scan masked it because it parsed
        if mask.inner or (tag.name in shortcodes.RAW and mask.text != mask.source):
            return m.Shortcode(tag.name, tag.arguments, tag.pairs, mask.place, "self", mask.inner)
        return tag


class _StyleOpen(m.Text):
    r"""The opening of `\textbf{`, until its end is found."""

    __slots__ = ("name",)

    def __init__(self, name: str, source: str) -> None:
        super().__init__(source)
        object.__setattr__(self, "name", name)


class _StyleClose(m.Text):
    """The end of a styled piece."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("}")


def close_styles(nodes: list[m.Inline]) -> list[m.Inline]:
    r"""Return NODES with each run between the two ends of a `\textbf{…}` as one styled node."""
    done: list[m.Inline] = []
    opened: list[tuple[int, str]] = []
    for node in nodes:
        if isinstance(node, _StyleOpen):
            opened.append((len(done), node.name))  # type: ignore[attr-defined]  # a slot of ours
            done.append(m.Text(node.text))
        elif isinstance(node, _StyleClose) and opened:
            start, name = opened.pop()
            children = tuple(done[start + 1 :])
            done[start:] = [m.Styled(_COMMAND_STYLES[name], children)]
        else:
            done.append(m.Text(node.text) if isinstance(node, _StyleClose) else node)
    return done


def command(mask: Mask) -> m.Inline:
    r"""Return the node of a masked command: `\cite`, `\ref`, `\label`, `\index` and kin."""
    found = _COMMAND.fullmatch(mask.text)
    assert found is not None  # the scan matched it
    name, body = found["name"], found["body"].strip()
    options = re.findall(r"\[([^\]]*)\]", found["options"])
    if name.startswith("cite"):
        keys = tuple(key.strip() for key in re.split(r"[,\s]+", body) if key.strip())
        prenote = options[0] if len(options) == 2 else ""  # [prenote][postnote]
        postnote = options[-1] if options else ""
        kind = cast("Literal['cite']", name)
        return m.Citation(kind, keys, mask.place, prenote, postnote)
    if name == "label":
        return m.Anchor(body)
    if name == "index":
        levels = tuple(_index_level(level) for level in body.split("|")[0].split("!"))
        return m.IndexMark("subjects", levels)
    kind_of = {"eqref": "eqref", "pageref": "pageref"}.get(name, "ref")
    return m.Reference(body, mask.place, cast("Literal['ref']", kind_of))


def _index_level(level: str) -> tuple[str, tuple[m.Inline, ...]]:
    key, at, text = level.partition("@")
    return key.strip(), (m.Text((text if at else key).strip()),)


def table_style(attributes: m.Attributes) -> Literal["academic", "striped", "bordered", ""]:
    """Return the table style that the classes of ATTRIBUTES ask for."""
    for style in ("academic", "striped", "bordered"):
        if f"table-{style}" in attributes.classes:
            return cast("Literal['academic']", style)
    return ""


def _is_tight(items: Json) -> bool:
    return all(_innermost(block)["t"] != "Para" for item in items for block in item)


def _innermost(block: Json) -> Json:
    while block["t"] == "Div" and ["wrapper", "1"] in block["c"][0][2] and block["c"][1]:
        block = block["c"][1][0]
    return block


def _unwrapped(nodes: Iterable[Json], place: Place) -> Iterable[tuple[Json, Place]]:
    """Yield NODES without the spans that only carry positions, each with its place."""
    for node in nodes:
        if node["t"] == "Span" and ["wrapper", "1"] in node["c"][0][2]:
            where = extent(dict(node["c"][0][2]).get("data-pos", ""))
            inner = Place(place.file, where.first, where.column) if where.first else place
            yield from _unwrapped(node["c"][1], inner)
        else:
            yield node, place


def _first_position(blocks: Json) -> Extent:
    """Return the first position said anywhere in a cell's BLOCKS."""
    for block in blocks:
        for node in block.get("c") or ():
            if isinstance(node, dict) and node["t"] == "Span":
                return extent(dict(node["c"][0][2]).get("data-pos", ""))
    return Extent(0, 1, 0)
