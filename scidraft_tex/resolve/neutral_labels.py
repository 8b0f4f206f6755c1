r"""Neutral names for what is labelled within pieces and gaps of a sheet.

A label may tell what it is the label of. So what stands in the piece `h3` is labelled `h3-1`,
`h3-2`, … for every audience, and what refers to it, visible or not, by the same name: where the
piece is hidden, its number is known by that name from the text that was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.labels import label
from scidraft_tex.walk import blocks_of, inlines_of, rewrite_blocks, rewrite_inlines

__all__ = ["defined_labels", "neutral_labels"]

_LABEL = re.compile(r"\\label\s*\{(?P<name>[^{}]+)\}")
_NAMED = re.compile(r"(?P<command>\\(?:label|ref|eqref)\s*)\{(?P<name>[^{}]+)\}")
_NOWHERE = Place("")


def neutral_labels(notes: Sequence[m.Note]) -> tuple[m.Note, ...]:
    """Return NOTES, whose pieces are marked, with neutral labels within pieces and gaps."""
    names = _Names()
    for note in notes:
        names.find(note)
    return tuple(_Renamer(names.labels, note).note() for note in notes)


def defined_labels(notes: Iterable[m.Note]) -> frozenset[str]:
    """Return the TeX labels of what stands in NOTES, each note's own aside."""
    return frozenset(name for note in notes for name in _labels(note.blocks, note.source.key))


def _labels(blocks: Sequence[m.Block], key: str) -> Iterator[str]:
    """Yield the TeX labels of BLOCKS and of what they hold, in the note KEY."""
    for block in blocks_of(blocks):
        yield from filter(None, _own_labels(block, key))
    yield from filter(None, map(_inline_label, inlines_of(blocks)))


def _own_labels(block: m.Block, key: str) -> Iterator[str]:
    match block:
        case m.Heading():
            yield block.identifier
        case m.Result():
            yield block.label
        case m.Division():
            yield block.attributes.identifier
        case m.Display():
            for found in _LABEL.finditer(block.tex):
                yield label(key, found["name"].strip())
        case m.Table() | m.Figure() | m.Diagram() | m.Algorithm() | m.Listing() | m.Tree():
            yield block.caption.label if block.caption else ""
        case _:
            pass


def _inline_label(node: m.Inline) -> str:
    match node:
        case m.Anchor():
            return node.label
        case m.Span():
            return node.attributes.identifier
    return ""


# --- names -------------------------------------------------------------------------------------


@dataclass
class _Names:
    """New names, without their notes, of TeX labels."""

    labels: dict[str, str] = field(default_factory=dict)

    def find(self, note: m.Note) -> None:
        """Name what is labelled in the pieces and gaps of NOTE."""
        key = note.source.key
        taken = set(_labels(note.blocks, key))
        for block in blocks_of(note.blocks):  # a piece within another comes before it
            if isinstance(block, m.Marked):
                self.name(block.identifier, _labels(block.children, key), key, taken)
            if isinstance(block, m.Heading) and block.identifier:
                gaps = (node for node in inlines_of([block]) if isinstance(node, m.Gap))
                for gap in gaps:
                    self.name(gap.identifier, [block.identifier], key, taken)
        for node in inlines_of(note.blocks):
            if isinstance(node, m.Gap):
                within = inlines_of([m.Paragraph(node.children, _NOWHERE)])
                self.name(node.identifier, filter(None, map(_inline_label, within)), key, taken)

    def name(self, stem: str, labels: Iterable[str], key: str, taken: set[str]) -> None:
        """Give each of LABELS in the note KEY a name that begins with STEM, unless it has one."""
        for old in labels:
            if old in self.labels:
                continue
            names = (f"{stem}-{number}" for number in count(1))
            new = next(name for name in names if label(key, name) not in taken)
            taken.add(label(key, new))
            self.labels[old] = new


# --- renaming ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Renamer:
    """Renames the labels of one note, and what refers to those of any."""

    names: Mapping[str, str]
    own: m.Note

    def note(self) -> m.Note:
        """Return the note with the labels renamed."""
        return replace(
            self.own,
            title=rewrite_inlines(self.own.title, self.inline),
            blocks=rewrite_blocks(self.own.blocks, self.inline, self.block),
        )

    def label(self, old: str) -> str:
        """Return the TeX label OLD, or the new one; its note stays the same."""
        new = self.names.get(old)
        return f"{old.partition(':')[0]}:{new}" if new else old

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        """Return NODE with its labels renamed."""
        match node:
            case m.Reference() | m.CrossReference() | m.Anchor():
                return (replace(node, label=self.label(node.label)),)
            case m.Math():
                return (replace(node, tex=self.formula(node.tex)),)
            case m.Span():
                return (replace(node, attributes=self.attributes(node.attributes)),)
        return (node,)

    def formula(self, tex: str) -> str:
        """Return a formula of the note with the labels in it renamed."""

        def renamed(found: re.Match[str]) -> str:
            new = self.names.get(label(self.own.source.key, found["name"].strip()))
            return f"{found['command']}{{{new}}}" if new else found.group()

        return _NAMED.sub(renamed, tex) if "\\" in tex else tex

    def attributes(self, own: m.Attributes) -> m.Attributes:
        """Return the attributes OWN with their id renamed."""
        return replace(own, identifier=self.label(own.identifier))

    def block(self, node: m.Block) -> Sequence[m.Block]:
        """Return NODE with its labels renamed."""
        match node:
            case m.Heading():
                return (replace(node, identifier=self.label(node.identifier)),)
            case m.Result():
                own, proves = self.label(node.label), self.label(node.proves)
                return (replace(node, label=own, proves=proves),)
            case m.Division():
                return (replace(node, attributes=self.attributes(node.attributes)),)
            case m.Display():
                return (replace(node, tex=self.formula(node.tex)),)
            case m.Glossary():
                terms = tuple(replace(one, label=self.label(one.label)) for one in node.terms)
                return (replace(node, terms=terms),)
            case m.Table() | m.Figure() | m.Diagram() | m.Algorithm() | m.Listing() | m.Tree():
                caption = node.caption
                if caption is not None:
                    caption = replace(caption, label=self.label(caption.label))
                return (replace(node, caption=caption),)
        return (node,)
