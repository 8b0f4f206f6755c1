"""Links of a sheet: within it cross-references, to the rest of the site links to the web.

A sheet is handed out on paper, so a link to a note that is not on it is its text, or that note's
title, with the address on the web, which prints as a footnote (docs/format.md, section 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote, unquote

from scidraft_tex import model as m
from scidraft_tex.addresses import defragmented
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load.web import web_address
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.labels import NoteLabels
from scidraft_tex.resolve.links import file_link, target_of, unresolved_link
from scidraft_tex.resolve.preprint_links import PaperLinks, quoted, title_of
from scidraft_tex.resolve.preprint_references import References

__all__ = ["SheetLinks"]


@dataclass
class SheetLinks:
    """Where the links of a sheet lead; `labels` and `titles` are its notes', by keys."""

    site: m.Site
    labels: Mapping[str, NoteLabels]
    assets: Assets
    diagnostics: Diagnostics
    titles: Mapping[str, Sequence[m.Inline]] = field(default_factory=dict)
    internal: int = 0
    unresolved: int = 0

    @cached_property
    def web(self) -> PaperLinks:
        """The addresses of the site, as a paper has them."""
        labels = next(iter(self.labels.values()))
        return PaperLinks(self.site, labels, (), self.assets, References(), self.diagnostics)

    def answer(self, node: m.Link, origin: m.Note) -> Sequence[m.Inline]:
        """Return what the link NODE in ORIGIN prints."""
        if node.target in {"", "#"}:
            return node.children
        path = self.web.notes.internal(node.target)
        if path is None:
            return (node,)
        address, fragment = defragmented(path)
        source = self.web.source(address, origin.source)
        if source is not None:
            labels = self.labels.get(source.key)
            if labels is None:
                return self.other(node, source, fragment)
            return self.within(node, source, labels, fragment)
        if address == "/":
            self.internal += 1
            return self.web.linked(node, f"{self.site.base_url}#{fragment}".rstrip("#"), ())
        if self.assets.find(address, origin):
            return file_link(node, address, self.web.notes.base)
        self.unresolved += 1
        known = self.web.notes.names(address)
        return unresolved_link(node, None, fragment, self.diagnostics, known)

    def within(
        self, node: m.Link, source: m.NoteSource, labels: NoteLabels, fragment: str
    ) -> Sequence[m.Inline]:
        """Return a link to a note of the sheet, or to something in it."""
        target = target_of(labels, fragment)
        if target is None:
            self.unresolved += 1
            return unresolved_link(node, source, fragment, self.diagnostics, labels.local)
        self.internal += 1
        text = node.children
        if not target.word and not text:
            text = (
                quoted(self.titles[source.key]) if source.key in self.titles else title_of(source)
            )
        return (m.CrossReference(target.label, target.word, text),)

    def other(self, node: m.Link, source: m.NoteSource, fragment: str) -> Sequence[m.Inline]:
        """Return a link to another note or page of the site, on the web."""
        self.internal += 1
        address = web_address(self.site, source)
        if address and fragment:
            address = f"{address}#{quote(unquote(fragment), safe='%')}"
        return self.web.linked(node, address, title_of(source))
