"""Labels: for every note, what can be referred to in it, and by which words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.labels import label
from scidraft_tex.recognise.results import result_mark
from scidraft_tex.resolve.book import Target
from scidraft_tex.walk import rewrite_blocks

_EQUATION_LABEL = re.compile(r"\\label\s*\{([^{}]+)\}")
_WORDS: dict[type, str] = {
    m.Table: "Table",
    m.Figure: "Figure",
    m.Diagram: "Figure",
    m.Algorithm: "Algorithm",
    m.Listing: "Listing",
    m.Tree: "Listing",
}


@dataclass(frozen=True, slots=True)
class NoteLabels:
    """What NOTE's own ids name: `own` is the note itself, `local` by the author's id.

    `main` is the one numbered result of a note that has just one.
    """

    own: Target
    local: Mapping[str, Target]
    main: Target | None = None

    def find(self, identifier: str) -> Target | None:
        """Return what IDENTIFIER names, or None; case and a `#` before it do not matter."""
        name = identifier.removeprefix("#")
        return self.local.get(name) or self.local.get(name.lower())


def note_label(note: m.Note) -> str:
    """Return the TeX label of NOTE's own heading."""
    return label("note", note.source.key)


def local_label(note: m.Note, identifier: str) -> str:
    """Return the TeX label of what IDENTIFIER names in NOTE."""
    return label(note.source.key, identifier)


def collect(note: m.Note, word: str, diagnostics: Diagnostics) -> NoteLabels:
    """Return the labels of NOTE, whose own heading is called WORD ("Section", "Chapter").

    An id that stands twice is reported with both places; the first keeps it.
    """
    local: dict[str, Target] = {}
    places: dict[str, Place] = {}
    results: list[Target] = []

    def add(identifier: str, name: str, place: Place, *, explicit: bool = True) -> None:
        if not identifier:
            return
        if identifier in local:
            if explicit and places[identifier] != place:
                diagnostics.report(
                    "duplicate-id",
                    f"the id {identifier} stands at line {places[identifier].line} already",
                    place,
                )
            return
        local[identifier] = Target(local_label(note, identifier), name)
        places[identifier] = place

    def visit(block: m.Block) -> Iterable[m.Block]:
        match block:
            case m.Heading():
                add(block.identifier, "Section", block.place, explicit=False)
            case m.Result():
                mark = result_mark(block)
                word = block.kind.name if block.kind.numbered else ""
                add(mark, word, block.place)
                if block.number:
                    add(
                        f"{block.kind.name.lower()}-{block.number}",
                        word,
                        block.place,
                        explicit=False,
                    )
                if block.kind.numbered:
                    results.append(Target(local_label(note, mark), word))
            case m.Display():
                for found in _EQUATION_LABEL.finditer(block.tex):
                    add(found[1], "Equation", block.place)
            case m.Division():
                add(block.attributes.identifier, "", block.place)
            case m.GlossaryTerm():
                add(block.label, "", block.place, explicit=False)
            case _:
                caption = getattr(block, "caption", None)
                if isinstance(caption, m.Caption) and caption.label:
                    add(caption.label, _WORDS.get(type(block), ""), caption.place)
        return (block,)

    def anchor(node: m.Inline) -> Sequence[m.Inline]:
        if isinstance(node, m.Anchor):
            add(node.label, "", Place(note.source.path), explicit=False)
        return (node,)

    rewrite_blocks(note.blocks, anchor, visit)
    main = results[0] if len(results) == 1 else None
    return NoteLabels(Target(note_label(note), word), local, main)
