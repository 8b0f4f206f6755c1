"""Answers to what a note asks: what its links, references, ids and images mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.guard import boxed, guarded
from scidraft_tex.recognise.results import result_mark
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.book import Target
from scidraft_tex.resolve.labels import NoteLabels, local_label
from scidraft_tex.spelling import did_you_mean
from scidraft_tex.walk import formula_place, rewrite_blocks, rewrite_inlines

__all__ = ["Answers", "LinkAnswers"]

_Formula = TypeVar("_Formula", m.Math, m.Display)
_FORMULA_REFERENCE = re.compile(r"\\(?:eq)?ref\s*\{(?P<name>[^{}]+)\}")


class LinkAnswers(Protocol):
    """What says where links lead."""

    def answer(self, node: m.Link, origin: m.Note) -> Sequence[m.Inline]:
        """Return what the link NODE in the note ORIGIN prints."""
        ...


@dataclass
class Answers:
    """Answers every question in a note, those of links by way of `links`.

    `sets` names the entry sets of the site.
    """

    links: LinkAnswers
    labels: Mapping[str, NoteLabels]
    assets: Assets
    diagnostics: Diagnostics
    sets: tuple[str, ...] = ()
    current: list[m.Note] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def note(self, note: m.Note) -> m.Note:
        """Return NOTE with its links, references, labels and images answered.

        A fault of ours leaves a box with its source of it.
        """
        return guarded(
            lambda: self._note(note),
            lambda: replace(note, blocks=(boxed(note.source),)),
            Place(note.source.path),
            self.diagnostics,
        )

    def _note(self, note: m.Note) -> m.Note:
        self.current = [note]
        blocks = rewrite_blocks(note.blocks, self.inline, self.block)
        title = rewrite_inlines(note.title, self.inline)
        texts = tuple((text, rewrite_inlines(nodes, self.inline)) for text, nodes in note.texts)
        return replace(note, title=title, blocks=blocks, texts=texts)

    @property
    def own(self) -> m.Note:
        """The note at hand."""
        return self.current[0]

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        """Return NODE answered."""
        match node:
            case m.Text():  # most are
                return (node,)
            case m.Link():
                return self.links.answer(node, self.own)
            case m.Reference():
                return self.reference(node)
            case m.Anchor():
                return self.anchor(node)
            case m.Image():
                return (self.assets.image(node, self.own),)
            case m.Math():
                return (self.answered(node),)
            case _:
                return (node,)

    def answered(self, node: _Formula) -> _Formula:
        """Return the formula NODE with what its references find; itself if it has none."""
        tex = self.formula(node)
        return node if tex is node.tex else replace(node, tex=tex)

    def formula(self, node: m.Math | m.Display) -> str:
        r"""Return the formula NODE with what its `\ref` and `\eqref` do not find named in text."""

        def known(found: re.Match[str]) -> str:
            name = found["name"].strip()
            if self.labels[self.own.source.key].find(name):
                return found.group()
            message = f"nothing in the note has the label {name}"
            place = formula_place(node, found.start())
            self.diagnostics.report("label-unresolved", message, place, self.like(name))
            return rf"\text{{?{name.replace('_', ' ')}}}"

        return _FORMULA_REFERENCE.sub(known, node.tex) if "ref" in node.tex else node.tex

    def anchor(self, node: m.Anchor) -> Sequence[m.Inline]:
        """Return an anchor with its TeX label, or nothing if something else keeps its id."""
        name = self.kept(node.label, Place(self.own.source.path))
        if not name or name in self.anchors:
            return ()
        self.anchors.add(name)
        return (m.Anchor(name),)

    def reference(self, node: m.Reference) -> Sequence[m.Inline]:
        """Return a reference with its TeX label; one that finds nothing in bold."""
        target = self.labels[self.own.source.key].find(node.label)
        if target is None:
            target = self.elsewhere(node.label)
        if target is None:
            self.diagnostics.report(
                "label-unresolved",
                f"nothing in the note has the label {node.label}",
                node.place,
                self.like(node.label),
            )
            return (m.Styled("strong", (m.Text(f"?{node.label}"),)),)
        return (replace(node, label=target.label),)

    def like(self, identifier: str) -> str:
        """Return a hint that names what in the note IDENTIFIER may have been meant for."""
        return did_you_mean(identifier, self.labels[self.own.source.key].local)

    def elsewhere(self, identifier: str) -> Target | None:
        """Return what IDENTIFIER names in the only other note that has it, if there is one."""
        found = [
            labels.local[identifier]
            for labels in self.labels.values()
            if identifier in labels.local
        ]
        return found[0] if len(found) == 1 else None

    def block(self, node: m.Block) -> Sequence[m.Block]:
        """Return NODE with TeX labels for the ids that it keeps."""
        match node:
            case m.Display():
                return (self.answered(node),)
            case m.Heading():
                return (replace(node, identifier=self.kept(node.identifier, node.place)),)
            case m.Result():
                proves = self.label(node.proves) if node.proves else ""
                own = self.kept(result_mark(node), node.place)
                return (replace(node, label=own, proves=proves),)
            case m.Division():
                identifier = self.kept(node.attributes.identifier, node.place)
                return (replace(node, attributes=replace(node.attributes, identifier=identifier)),)
            case m.Glossary():
                terms = (replace(term, label=self.label(term.label)) for term in node.terms)
                return (replace(node, terms=tuple(terms)),)
            case m.EntryList() | m.PrintedIndex() if node.set_name not in self.sets:
                self.unknown_set(node)
                return ()
            case m.Table() if node.caption is None:
                return (self.anchored(node),)
            case m.Table() | m.Figure() | m.Diagram() | m.Algorithm() | m.Listing() | m.Tree():
                return (self.captioned(node),)
            case _:
                return (node,)

    def unknown_set(self, node: m.EntryList | m.PrintedIndex) -> None:
        """Report a shortcode that names an entry set which the site does not have."""
        known = ", ".join(self.sets)
        hint = did_you_mean(node.set_name, self.sets, likeness=0.6)
        self.diagnostics.report(
            "index-set-unknown",
            f"the site has no entry set {node.set_name}",
            node.place,
            hint=hint or (f"it has {known}" if known else ""),
        )

    def captioned(
        self, node: m.Table | m.Figure | m.Diagram | m.Algorithm | m.Listing | m.Tree
    ) -> m.Block:
        """Return NODE with its caption's label, if it has one."""
        caption = node.caption
        if caption is None:
            return node
        return replace(
            node, caption=replace(caption, label=self.kept(caption.label, caption.place))
        )

    def anchored(self, node: m.Table) -> m.Block:
        """Return a table without a caption in a division that links reach, if it has an id."""
        identifier = self.kept(node.attributes.identifier, node.place)
        return m.Division(m.Attributes(identifier), (node,), node.place) if identifier else node

    def kept(self, identifier: str, place: Place) -> str:
        """Return the TeX label of IDENTIFIER for what stands at PLACE, "" if another keeps it."""
        keeps = self.labels[self.own.source.key].keeps(identifier, place)
        return self.label(identifier) if keeps else ""

    def label(self, identifier: str) -> str:
        """Return the TeX label of IDENTIFIER in the note at hand."""
        return local_label(self.own, identifier)
