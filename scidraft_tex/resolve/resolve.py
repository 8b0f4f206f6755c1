"""The stage itself: recognised notes to a book in which all that refers has its answer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urldefrag

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.labels import label
from scidraft_tex.languages import Language
from scidraft_tex.recognise.results import result_mark
from scidraft_tex.resolve import links
from scidraft_tex.resolve.arrange import arrange, set_title
from scidraft_tex.resolve.assets import Assets
from scidraft_tex.resolve.book import (
    Book,
    Chapter,
    Counts,
    ListedEntry,
    Part,
    PrintedSet,
    Target,
)
from scidraft_tex.resolve.citations import Cited, Library, cite
from scidraft_tex.resolve.labels import NoteLabels, collect, local_label, note_label
from scidraft_tex.resolve.symbols import Symbols, list_symbols
from scidraft_tex.resolve.terms import index_terms
from scidraft_tex.settings import Settings
from scidraft_tex.walk import plain_text, rewrite_blocks, rewrite_inlines

_FORMULA_REFERENCE = re.compile(r"\\(?:eq)?ref\s*\{(?P<name>[^{}]+)\}")


def resolve(site: m.Site, notes: Sequence[m.Note], settings: Settings) -> tuple[Book, Diagnostics]:
    """Return NOTES of SITE as a book arranged by SETTINGS, and what did not resolve."""
    diagnostics = Diagnostics()
    library = Library(Path(site.folder), site.bibliographies, diagnostics)
    cited = {note.source.key: cite(note, library) for note in notes}
    arranged = arrange(site, [c.note for c in cited.values()], settings, diagnostics)
    language = settings.spoken
    words = {single: language.word(("section", "chapter")[single]) for single in (False, True)}
    labels = {
        note.source.key: collect(note, words[chapter.single], diagnostics, language)
        for part in arranged
        for chapter in part.chapters
        for note in chapter.notes
    }
    sets = _sets(site, arranged, labels, settings)
    answers = _Answers(
        links.addresses(site, [c.note for c in cited.values()], _pages(site, sets)),
        labels,
        Assets(Path(site.folder), diagnostics),
        diagnostics,
        tuple(entry_set.name for entry_set in site.sets),
    )
    taken: set[str] = set()
    parts = tuple(_part(part, number, answers, taken) for number, part in enumerate(arranged))
    terms = index_terms(
        parts, settings.language or "en", diagnostics, definitions=settings.index_definitions
    )
    symbols = list_symbols(terms.parts) if settings.symbols else Symbols(terms.parts, ())
    parts = symbols.parts
    files = {name: text for one in cited.values() for name, text in one.files.items()}
    counts = _counts(tuple(cited.values()), answers)
    printed = _sets(site, parts, labels, settings)
    return Book(site, parts, printed, files, counts, terms.see, symbols.tables), diagnostics


def _counts(cited: Sequence[Cited], answers: _Answers) -> Counts:
    return Counts(
        lists=sum(one.lists for one in cited),
        cited=sum(one.cited for one in cited),
        missing=tuple(item for one in cited for item in one.missing),
        internal_links=answers.internal,
        unresolved_links=answers.unresolved,
    )


# --- entry sets --------------------------------------------------------------------------------


def _sets(
    site: m.Site, parts: Sequence[Part], labels: Mapping[str, NoteLabels], settings: Settings
) -> tuple[PrintedSet, ...]:
    notes = [note for part in parts for chapter in part.chapters for note in chapter.notes]
    printed = []
    for entry_set in site.sets:
        if settings.indexes is not None and entry_set.name not in settings.indexes:
            continue
        entries = tuple(
            ListedEntry(entry, note, _entry_target(note, labels))
            for note in notes
            for entry in note.source.front.entries
            if entry.set_name == entry_set.name
        )
        if entries:
            title, language = set_title(site, entry_set), settings.spoken
            index_page = _page_with(site, "entry-a-to-z", entry_set.name)
            index_title = index_page.front.title if index_page else _index_of(title, language)
            listed = _page_with(site, "entry-categories", entry_set.name) is not None
            heading = language.word("by-category", entry_set.count_label or title)
            printed.append(PrintedSet(entry_set, heading, index_title, entries, listed))
    return tuple(printed)


def _index_of(title: str, language: Language) -> str:
    """Return what the index of a set with TITLE is called: a title within a phrase begins small."""
    return language.word("index-of", title if ":" in language.words["index-of"] else title.lower())


def _entry_target(note: m.Note, labels: Mapping[str, NoteLabels]) -> Target:
    own = labels[note.source.key]
    return own.main or own.own


def _page_with(site: m.Site, shortcode: str, name: str) -> m.NoteSource | None:
    tag = re.compile(rf"\{{\{{[<%]\s*{shortcode}\b[^}}]*[\s\"'=`]{re.escape(name)}[\s\"'`]")
    return next((page for page in site.pages if tag.search(page.text)), None)


def _pages(site: m.Site, sets: Sequence[PrintedSet]) -> dict[str, str]:
    """Return for addresses of A-Z and categories pages the labels of what print has for them."""
    found: dict[str, str] = {}
    for printed in sets:
        name = printed.entry_set.name
        for shortcode, text in (
            ("entry-a-to-z", label("index", name)),
            ("entry-categories", label("entries", name)),
        ):
            page = _page_with(site, shortcode, name)
            if page is not None and (shortcode == "entry-a-to-z" or printed.listed):
                for address in (page.path, page.key, f"/{page.key}/", *page.front.aliases):
                    found[address] = text
    return found


# --- answers -----------------------------------------------------------------------------------


def _part(part: Part, number: int, answers: _Answers, taken: set[str]) -> Part:
    chapters = tuple(_chapter(chapter, answers, taken) for chapter in part.chapters)
    return replace(part, chapters=chapters, label=label("part", str(number + 1)))


def _chapter(chapter: Chapter, answers: _Answers, taken: set[str]) -> Chapter:
    """Return CHAPTER answered, with a label that is not TAKEN."""
    notes = tuple(answers.note(note) for note in chapter.notes)
    title = plain_text(chapter.title)
    names = itertools.chain([(title,)], ((title, str(n)) for n in itertools.count(2)))
    own = next(found for parts in names if (found := label("chapter", *parts)) not in taken)
    name = note_label(notes[0]) if chapter.single else own
    taken.add(name)
    return replace(chapter, notes=notes, label=name)


@dataclass
class _Answers:
    """Answers every question in a note; counts links on the way."""

    addresses: links.Addresses
    labels: Mapping[str, NoteLabels]
    assets: Assets
    diagnostics: Diagnostics
    sets: tuple[str, ...] = ()
    internal: int = 0
    unresolved: int = 0
    current: list[m.Note] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def note(self, note: m.Note) -> m.Note:
        """Return NOTE with its links, references, labels and images answered."""
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
            case m.Link():
                return self.link(node)
            case m.Reference():
                return self.reference(node)
            case m.Anchor():
                return self.anchor(node)
            case m.Image():
                return (self.assets.image(node, self.own),)
            case m.Math():
                return (replace(node, tex=self.formula(node.tex, node.place)),)
            case _:
                return (node,)

    def formula(self, tex: str, place: Place) -> str:
        r"""Return a formula with what its `\ref` and `\eqref` do not find named in text."""

        def known(found: re.Match[str]) -> str:
            name = found["name"].strip()
            if self.labels[self.own.source.key].find(name):
                return found.group()
            message = f"nothing in the note has the label {name}"
            self.diagnostics.report("label-unresolved", message, place)
            return rf"\text{{?{name.replace('_', ' ')}}}"

        return _FORMULA_REFERENCE.sub(known, tex) if "ref" in tex else tex

    def anchor(self, node: m.Anchor) -> Sequence[m.Inline]:
        """Return an anchor with its TeX label, or nothing if something else keeps its id."""
        name = self.kept(node.label, Place(self.own.source.path))
        if not name or name in self.anchors:
            return ()
        self.anchors.add(name)
        return (m.Anchor(name),)

    def link(self, node: m.Link) -> Sequence[m.Inline]:
        """Return a link into the site as a cross-reference, any other as it is."""
        if node.target in {"", "#"}:
            return node.children
        path = self.addresses.internal(node.target)
        if path is None:
            return (node,)
        address, fragment = urldefrag(path)
        page = self.addresses.page(address)
        if page is not None:
            self.internal += 1
            return (m.CrossReference(page, "", node.children),)
        note = self.addresses.note(address, self.own)
        labels = self.labels.get(note.source.key) if note else None
        target = links.target_of(labels, fragment) if labels else None
        if target is None and note is None and self.assets.find(address, self.own):
            return self.file(node, address)
        if target is None:
            return self.nowhere(node, note, fragment)
        self.internal += 1
        return (m.CrossReference(target.label, target.word, node.children),)

    def file(self, node: m.Link, address: str) -> Sequence[m.Inline]:
        """Return a link to a file of the site: to its web address, if the site has one."""
        base = self.addresses.base
        if not base:
            return node.children or (m.Text(address),)
        return (replace(node, target=f"{base}/{address.lstrip('/')}"),)

    def nowhere(self, node: m.Link, note: m.Note | None, fragment: str) -> Sequence[m.Inline]:
        """Report a link that finds nothing; its text prints."""
        self.unresolved += 1
        shown = node.target.removeprefix("relref:")
        what = f"{shown} has no heading or result {fragment}" if note else f"no note is at {shown}"
        self.diagnostics.report("link-unresolved", what, node.place)
        return node.children or (m.Text(shown),)

    def reference(self, node: m.Reference) -> Sequence[m.Inline]:
        """Return a reference with its TeX label; one that finds nothing in bold."""
        target = self.labels[self.own.source.key].find(node.label)
        if target is None:
            target = self.elsewhere(node.label)
        if target is None:
            self.diagnostics.report(
                "label-unresolved", f"nothing in the note has the label {node.label}", node.place
            )
            return (m.Styled("strong", (m.Text(f"?{node.label}"),)),)
        return (replace(node, label=target.label),)

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
                return (replace(node, tex=self.formula(node.tex, node.place)),)
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
        self.diagnostics.report(
            "index-set-unknown",
            f"the site has no entry set {node.set_name}",
            node.place,
            hint=f"it has {known}" if known else "",
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
