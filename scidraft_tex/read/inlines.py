"""Pandoc's inlines to the model's, stand-ins to what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import unquote

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import HELD
from scidraft_tex.read import shortcodes
from scidraft_tex.read.commands import StyleClose, StyleOpen, close_styles, command
from scidraft_tex.read.markup import Markup
from scidraft_tex.read.masks import FILLER, RESERVED, TOKEN, Mask, Masked, MaskKind
from scidraft_tex.read.pairing import pair_inlines
from scidraft_tex.read.pandoc import Json
from scidraft_tex.read.positions import NOWHERE, extent_of, unwrapped

_STYLES: dict[str, m.InlineStyle] = {
    "Emph": "emph",
    "Strong": "strong",
    "Strikeout": "strike",
    "Superscript": "sup",
    "Subscript": "sub",
    "SmallCaps": "small-caps",
    "Underline": "underline",
}
_PIECES = re.compile(f"({TOKEN.pattern}{FILLER}*|{FILLER}+)")


@dataclass(frozen=True, slots=True)
class Inlines:
    """Converts a note's inlines; its ids begin with `prefix`, `blocks` converts a footnote."""

    masked: Masked
    prefix: str
    diagnostics: Diagnostics
    blocks: Callable[[Iterable[Json]], tuple[m.Block, ...]]

    def __call__(self, nodes: Iterable[Json], place: Place) -> tuple[m.Inline, ...]:
        """Return NODES converted, neighbouring characters joined; PLACE is their holder's."""
        done: list[m.Inline] = []
        for node in pair_inlines(close_styles(self.flat(nodes, place)), self.markup):
            last = done[-1] if done else None
            if isinstance(node, m.Text) and isinstance(last, m.Text):
                done[-1] = m.Text(last.text + node.text)
            elif not isinstance(node, m.Text) or node.text:
                done.append(node)
        return tuple(done)

    def flat(self, nodes: Iterable[Json], place: Place) -> Iterable[m.Inline]:
        """Yield NODES converted; the lines of one stand-in are joined."""
        run: list[str] = []  # words and blanks that follow each other, nearly all there is
        pending_break = False
        for node, where in unwrapped(nodes, place):
            kind, content = node["t"], node.get("c")
            if kind == "Space" and not pending_break:
                run.append(" ")
                continue
            plain = kind == "Str" and not RESERVED.search(content)
            if plain and not pending_break:
                run.append(content)
                continue
            if run:
                yield m.Text("".join(run))
                run = []
            if kind == "SoftBreak":
                pending_break = True
                continue
            if pending_break and not (kind == "Str" and content.startswith(FILLER)):
                yield m.SoftBreak()
            pending_break = False
            if plain:
                run.append(content)
            else:
                yield from self.withheld(node, self.inline(kind, content, where))
        if run:
            yield m.Text("".join(run))
        if pending_break:
            yield m.SoftBreak()

    def withheld(self, node: Json, made: Iterable[m.Inline]) -> Iterable[m.Inline]:
        """Return what was MADE of NODE; code and a link keep what a handout may withhold of them.

        They have no attributes of their own in the model.
        """
        if node["t"] not in {"Code", "Link"}:
            return made
        attributes = self.attributes(node["c"][0])
        if HELD.isdisjoint(attributes.classes):
            return made
        return (m.Span(m.Attributes(classes=attributes.classes), tuple(made)),)

    def inline(self, kind: str, content: Json, place: Place) -> Iterable[m.Inline]:
        """Return the nodes of one pandoc inline of type KIND."""
        match kind:
            case "Str":
                return self.string(content)
            case "Space":
                return (m.Text(" "),)
            case "LineBreak":
                return (m.LineBreak(),)
            case "Quoted":
                single = content[0]["t"] == "SingleQuote"
                mark: Literal["single", "double"] = "single" if single else "double"
                return (m.Quoted(mark, self(content[1], place)),)
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
                return self.span(self.attributes(content[0]), self(content[1], place))
            case _ if kind in _STYLES:
                return (m.Styled(_STYLES[kind], self(content, place)),)
            case _:
                return ()

    def span(self, attributes: m.Attributes, children: tuple[m.Inline, ...]) -> Iterable[m.Inline]:
        """Return CHILDREN as a span; its id is a place that links reach, as that of HTML is."""
        anchor = (m.Anchor(attributes.identifier),) if attributes.identifier else ()
        return (*anchor, m.Span(replace(attributes, identifier=""), children))

    def attributes(self, raw: Json) -> m.Attributes:
        """Return the attributes that pandoc read as RAW."""
        identifier, classes, pairs = raw
        return m.Attributes(
            self.masked.restore(identifier.removeprefix(self.prefix)),
            tuple(self.masked.restore(name) for name in classes),
            tuple(
                (key, self.masked.restore(value))
                for key, value in pairs
                if key not in {"data-pos", "wrapper"}
            ),
        )

    def place_in(self, raw: Json, otherwise: Place) -> Place:
        """Return the place that the attributes RAW of an inline name, or OTHERWISE."""
        where = extent_of(raw) or NOWHERE
        return Place(otherwise.file, where.first, where.column) if where.first else otherwise

    def link(self, content: Json, place: Place) -> m.Inline:
        """Return a link; one whose target is a `relref` is a link to that note."""
        raw, nodes, (target, title) = content
        place = self.place_in(raw, place)
        target = self.target(target)
        if target.startswith("#"):
            target = "#" + target[1:].removeprefix(self.prefix).removeprefix(self.prefix[:-2])
        return m.Link(target, self(nodes, place), place, self.masked.restore(title))

    def target(self, url: str) -> str:
        """Return URL with its stand-ins as their sources; a `ref` or `relref` as `relref:PATH`."""
        restored = self.masked.restore(url)
        if not shortcodes.OPENING.match(restored):
            return restored
        end = shortcodes.tag_end(restored, 0)
        tag = shortcodes.parse_tag(restored[:end], Place("")) if end > 0 else None
        if tag is None or tag.name not in {"ref", "relref"}:
            return restored
        return f"relref:{tag.get('path', 0)}{restored[end:]}"

    def image(self, content: Json, place: Place) -> m.Inline:
        """Return an image."""
        raw, nodes, (target, title) = content
        place = self.place_in(raw, place)
        return m.Image(
            unquote(self.masked.restore(target)),
            self(nodes, place),
            place,
            self.masked.restore(title),
            self.attributes(raw),
        )

    def string(self, text: str) -> Iterable[m.Inline]:
        """Return the nodes of a word that may hold stand-ins."""
        if not RESERVED.search(text):
            return (m.Text(text),)
        nodes: list[m.Inline] = []
        for piece in _PIECES.split(text):
            if not piece or piece[0] == FILLER:
                continue
            mask = self.masked.mask(piece[0]) if TOKEN.match(piece) else None
            nodes.append(self.unmask(mask) if mask else m.Text(RESERVED.sub("", piece)))
        return nodes

    def unmask(self, mask: Mask) -> m.Inline:
        """Return what MASK stands for within a line."""
        match mask.kind:
            case MaskKind.MATH:
                return m.Math(mask.text, mask.place, origin=mask.origin)
            case MaskKind.DISPLAY:
                return m.Math(mask.text, mask.place, display=True, origin=mask.origin)
            case MaskKind.SHORTCODE:
                return shortcode(mask)
            case MaskKind.COMMAND:
                return command(mask, self.diagnostics)
            case MaskKind.STYLE_OPEN:
                return StyleOpen(mask.text, mask.source)
            case MaskKind.STYLE_CLOSE:
                return StyleClose()
            case MaskKind.LITERAL | MaskKind.INFO:
                return m.Text(mask.text)

    def markup(self, place: Place) -> Markup:
        """Return what converts the HTML at PLACE."""
        return Markup(place, self.string, self.target, self.diagnostics)


def shortcode(mask: Mask) -> m.Inline:
    """Return the shortcode that MASK stands for."""
    tag = shortcodes.parse_tag(mask.text, mask.place)
    if tag is None:
        return m.Text(mask.source)
    if mask.inner or (tag.name in shortcodes.RAW and mask.text != mask.source):
        return replace(tag, place=mask.place, role="self", inner=mask.inner)
    return tag
