"""Labels: for every note, what can be referred to in it, and by which words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.labels import label
from scidraft_tex.languages import ENGLISH, Language
from scidraft_tex.recognise.results import result_mark
from scidraft_tex.resolve.book import Target
from scidraft_tex.walk import nodes_of

_EQUATION_LABEL = re.compile(r"\\label\s*\{([^{}]+)\}")
_WORDS: dict[type, str] = {
    m.Table: "table",
    m.Figure: "figure",
    m.Diagram: "figure",
    m.Algorithm: "algorithm",
    m.Listing: "listing",
    m.Tree: "listing",
}


@dataclass(frozen=True, slots=True)
class NoteLabels:
    """What a note's own ids name: `own` is the note itself, `local` by the author's id.

    `main` is the one numbered result of a note that has just one. `places` tells for each id where
    what keeps it stands.
    """

    own: Target
    local: Mapping[str, Target]
    main: Target | None = None
    places: Mapping[str, Place] = field(default_factory=dict)

    def find(self, identifier: str) -> Target | None:
        """Return what IDENTIFIER names, or None; case and a `#` before it do not matter."""
        name = identifier.removeprefix("#")
        return self.local.get(name) or self.local.get(name.lower())

    def keeps(self, identifier: str, place: Place) -> bool:
        """Tell whether what stands at PLACE is what IDENTIFIER names."""
        return self.places.get(identifier) == place


def note_label(note: m.Note) -> str:
    """Return the TeX label of NOTE's own heading."""
    return label("note", note.source.key)


def local_label(note: m.Note, identifier: str) -> str:
    """Return the TeX label of what IDENTIFIER names in NOTE."""
    return label(note.source.key, identifier)


def collect(
    note: m.Note, word: str, diagnostics: Diagnostics, language: Language = ENGLISH
) -> NoteLabels:
    """Return the labels of NOTE, whose own heading is a WORD ("Section", "Chapter") of LANGUAGE.

    An id that stands twice is reported with both places; the first keeps it.
    """
    found = _Collector(note, diagnostics, language)
    for node in nodes_of(note.blocks):
        found.node(node)
    main = found.results[0] if len(found.results) == 1 else None
    return NoteLabels(Target(note_label(note), word), found.local, main, found.places)


@dataclass
class _Collector:
    """The ids of one note, in reading order."""

    note: m.Note
    diagnostics: Diagnostics
    language: Language
    local: dict[str, Target] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    results: list[Target] = field(default_factory=list)
    derived: set[str] = field(default_factory=set)

    def add(self, identifier: str, word: str, place: Place, *, derived: bool = False) -> None:
        """Keep IDENTIFIER, unless it is taken; DERIVED is one that the author did not write."""
        if not identifier:
            return
        if identifier not in self.local:
            self.local[identifier] = Target(local_label(self.note, identifier), word)
            self.places[identifier] = place
            self.derived |= {identifier} if derived else set()
        elif not derived and identifier not in self.derived and self.places[identifier] != place:
            first, second = sorted((self.places[identifier], place))
            if first == place:  # what holds a block is seen after it
                self.local[identifier] = Target(local_label(self.note, identifier), word)
                self.places[identifier] = place
            message = f"the id {identifier} stands at line {first.line} already"
            self.diagnostics.report("duplicate-id", message, second)

    def node(self, node: m.Block | m.Inline) -> None:
        """Keep what NODE is called."""
        match node:
            case m.Text() | m.Paragraph() | m.Math():  # most are
                pass
            case m.Anchor():
                self.add(node.label, "", Place(self.note.source.path), derived=True)
            case m.Heading():
                self.heading(node)
            case m.Result():
                self.result(node)
            case m.Display():
                for found in _EQUATION_LABEL.finditer(node.tex):
                    self.add(found[1], self.language.word("equation"), node.place)
            case m.Division():
                self.add(node.attributes.identifier, "", node.place)
            case m.Table() if node.caption is None:
                self.add(node.attributes.identifier, "", node.place)
            case m.Table() | m.Figure() | m.Diagram() | m.Algorithm() | m.Listing() | m.Tree():
                if node.caption:
                    word = self.language.captions[_WORDS[type(node)]][0]
                    self.add(node.caption.label, word, node.caption.place)
            case _:
                pass

    def heading(self, block: m.Heading) -> None:
        """Keep a heading's id; it may be made of its words, where no two headings have the same."""
        taken = block.identifier in self.derived
        if taken:
            self.derived.discard(block.identifier)
        word = self.language.word("section") if block.numbered else ""
        self.add(block.identifier, word, block.place, derived=not taken)

    def result(self, block: m.Result) -> None:
        """Keep a result's id or place, and its hand number."""
        word = block.kind.name if block.kind.numbered else ""
        mark = result_mark(block)
        self.add(mark, word, block.place)
        if block.kind.numbered:
            self.results.append(Target(local_label(self.note, mark), word))
