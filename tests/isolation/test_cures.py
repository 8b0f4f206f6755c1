"""Boxes in place of what fails: everything around it stays, and everything still counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.isolation.counting import cited_in, numbers_of
from scidraft_tex.isolation.cures import Cure, cured_book
from scidraft_tex.isolation.nodes import Key, children, key_of, note_key
from scidraft_tex.isolation.pieces import Piece, pieces_of
from scidraft_tex.isolation.sources import Sources, sources_of
from scidraft_tex.render.blocks import Blocks, NoteWriter
from scidraft_tex.render.entries import Entries
from scidraft_tex.render.formulas import Formulas, note_macros
from scidraft_tex.render.measure import Page
from scidraft_tex.walk import blocks_of
from tests.helpers import Shell, make_notes

NOTE = r"""
First \(a\) and *more \(b\) of it*.[^n]

[^n]: It is \(c\), \[ c = d \label{inner} \]

## Part \(e\) {#part}

**Theorem (of \(f\)).** It holds that \[ g = h \label{eq} \] for all.

**Table 1.** Caption \(i\).

| a | b |
|---|---|
| \(j\) | k |

- one \(l\)
- two

```pseudo-algorithm
\begin{algorithm}
\caption{Steps}
\begin{algorithmic}
\State \(m \gets n\)
\State \(o \gets p\)
\end{algorithmic}
\end{algorithm}
```

> Said \(q\).

The end.
"""
PAGE = Page(text_width=400.0, text_height=600.0)


def writer(note: m.Note) -> NoteWriter:
    macros = note_macros(note.blocks, frozenset(), Diagnostics())
    formulas = Formulas(lambda name: f"n:{name}", Diagnostics(), macros.names)
    return NoteWriter(macros, Blocks(PAGE, 0, 0, Entries((), {}), formulas, Diagnostics()))


@pytest.fixture(scope="module")
def note(tmp_path_factory: pytest.TempPathFactory) -> m.Note:
    folder: Path = tmp_path_factory.mktemp("site")
    made = make_notes(folder, Shell(), {"note": (NOTE, {"title": "A note"})}, {})
    return made["note"].note


@pytest.fixture(scope="module")
def pieces(note: m.Note) -> list[Piece]:
    return list(pieces_of(note, writer(note)))


def keys(pieces: list[Piece], kind: str) -> list[Key]:
    return [piece.key for piece in pieces if piece.key.kind == kind]


def cured(note: m.Note, *failing: Key, withheld: bool = False) -> m.Note:
    sources = sources_of({note.source.path: note.source.text}, [note])
    displays = writer(note).blocks.formulas.numbers
    return Cure(dict.fromkeys(failing, "wrong"), sources, displays, withheld=withheld).note(note)


def latex(note: m.Note) -> str:
    return writer(note).blocks.unmapped(note.blocks)


def numbers(note: m.Note) -> list[m.Number]:
    return [n for n in numbers_of(note.blocks, writer(note).blocks.formulas.numbers) if n.counter]


def labels(note: m.Note) -> set[str]:
    displays = writer(note).blocks.formulas.numbers
    return {label for n in numbers_of(note.blocks, displays) for label in n.labels}


# --- pieces ------------------------------------------------------------------------------------


def test_every_kind_of_piece_is_tried(pieces: list[Piece]) -> None:
    kinds = {piece.key.kind for piece in pieces}
    assert kinds >= {"Paragraph", "Math", "Display", "Footnote", "Heading", "Result", "Table"}
    assert kinds >= {"Caption", "Cell", "BulletList", "Item", "Algorithm", "Formula", "Quote"}
    assert len({piece.key for piece in pieces}) == len(pieces)


def test_a_piece_knows_what_it_stands_in(pieces: list[Piece]) -> None:
    around = {piece.latex: piece.parents for piece in pieces if piece.key.kind == "Math"}
    found = {latex[-3:]: [key.kind for key in parents] for latex, parents in around.items()}
    assert found["$b$"] == ["Paragraph"]
    assert found["$c$"] == ["Paragraph", "Footnote"]
    assert found["$j$"] == ["Table", "Cell"]
    assert found["$i$"] == ["Table", "Caption"]
    assert found["$l$"] == ["BulletList", "Item", "Paragraph"]


# --- boxes -------------------------------------------------------------------------------------


def test_without_faults_a_note_is_what_it_was(note: m.Note) -> None:
    assert cured(note) == note


def test_each_piece_alone_changes_nothing_that_counts(note: m.Note, pieces: list[Piece]) -> None:
    for piece in pieces:
        if piece.key.kind in {"Macros", "IndexMark"}:
            continue
        made = cured(note, piece.key)
        assert made != note, piece.key
        assert numbers(made) == numbers(note), piece.key
        assert labels(made) == labels(note), piece.key
        marks = ("\\badformula{", "{scidraftfailure}")
        assert any(mark in latex(made) for mark in marks), piece.key


def test_a_formula_costs_itself(note: m.Note, pieces: list[Piece]) -> None:
    first = keys(pieces, "Math")[0]
    made = latex(cured(note, first))
    assert made == latex(note).replace("First $a$", "First \\badformula{a}")


def test_a_formula_of_pseudocode_costs_itself(note: m.Note, pieces: list[Piece]) -> None:
    second = keys(pieces, "Formula")[1]
    made = latex(cured(note, second))
    assert "\\State $m \\gets n$" in made
    assert "\\State \\badformula{o\\ \\textbackslash{}gets\\ p}" in made


def test_a_cell_costs_itself(note: m.Note, pieces: list[Piece]) -> None:
    made = latex(cured(note, keys(pieces, "Cell")[2]))
    assert "\\badformula{j} & k" in made


def test_a_display_shows_its_source_and_keeps_its_number(note: m.Note, pieces: list[Piece]) -> None:
    display = keys(pieces, "Display")[-1]
    made = latex(cured(note, display))
    assert "{\\refstepcounter{equation}\\label{n:eq}}\\begin{scidraftfailure}{" in made
    assert "g\\ =\\ h\\ \\textbackslash{}label\\{eq\\}" in made


def test_a_result_keeps_its_head(note: m.Note, pieces: list[Piece]) -> None:
    made = latex(cured(note, keys(pieces, "Result")[0]))
    assert "\\begin{Theorem}[{" in made
    assert "\\label{n:eq}" in made


def test_a_table_keeps_its_caption(note: m.Note, pieces: list[Piece]) -> None:
    [key] = keys(pieces, "Table")
    made = cured(note, key)
    [box] = [block for block in made.blocks if isinstance(block, m.Failure)]
    assert box.captioned == "table"
    assert box.caption is not None
    assert "| a | b |" in box.source
    assert "one" not in box.source


def test_the_title_of_a_note_that_is_boxed_is_its_words(note: m.Note) -> None:
    title = (m.Text("Of "), m.Math("x", Place(note.source.path, 1)))
    made = cured(replace(note, title=title), note_key(note.source.path))
    assert made.title == (m.Text("Of x"),)


def test_for_characters_that_the_engine_lacks_others_stand_in_a_box(note: m.Note) -> None:
    place = Place(note.source.path, 3)
    source = replace(note, blocks=(m.Paragraph((m.Math("a└b", place),), place),))
    key = note_key(note.source.path)
    lacking = {ord("└"): "[U+2514]"}
    sources = Sources({note.source.path: ["", "", "a└b"]})
    of_math = Cure({Key.at("Math", place): "no └"}, sources, stand_ins=lacking).note(source)
    assert "└" not in latex(of_math)
    assert "[U+2514]" in latex(of_math)
    whole = Cure({key: "no └"}, sources, stand_ins=lacking).note(source)
    assert boxes(whole)[0].message == "no [U+2514]"


MANY = """
<details><summary>Begins</summary>

Goes on.

</details>

- Item begins.

  Item ends.
- Another.
"""


def test_a_box_shows_all_of_what_it_stands_for(tmp_path: Path) -> None:
    note = make_notes(tmp_path, Shell(), {"note": (MANY, {"title": "A note"})}, {})["note"].note
    found = list(pieces_of(note, writer(note)))
    for kind, ends in (("Division", "Goes on."), ("Item", "Item ends.")):
        key = keys(found, kind)[0]
        assert ends in boxes(cured(note, key))[0].source
    inner = keys(found, "Paragraph")[0]
    assert inner.place == keys(found, "Division")[0].place
    assert boxes(cured(note, inner))[0].source == "<details><summary>Begins</summary>"


def boxes(note: m.Note) -> list[m.Failure]:
    return [block for block in blocks_of(note.blocks) if isinstance(block, m.Failure)]


def test_a_note_as_a_whole_is_its_title_over_its_text(note: m.Note) -> None:
    made = cured(note, note_key(note.source.path))
    [box] = made.blocks
    assert isinstance(box, m.Failure)
    assert made.title == note.title
    assert box.source == NOTE.strip("\n")
    assert numbers(made) == numbers(note)


def test_what_contains_a_box_replaces_it(note: m.Note, pieces: list[Piece]) -> None:
    inner = keys(pieces, "Math")[0]
    outer = keys(pieces, "Paragraph")[0]
    assert cured(note, inner, outer) == cured(note, outer)


def test_of_what_may_be_withheld_no_source_is_shown(note: m.Note) -> None:
    assert latex(cured(note, note_key(note.source.path), withheld=True)).count("failureline") == 1
    place = Place(note.source.path, 3)
    gap = m.Paragraph((m.Gap("g1", (m.Text("secret"),)), m.Math("x", place)), place)
    held = replace(note, blocks=(gap,))
    key = key_of(gap)
    assert key is not None
    made = Cure({key: "wrong"}, Sources({place.file: ["", "", "secret"]}), withheld=True).note(held)
    assert "secret" not in str(made.blocks)
    made = Cure({key: "wrong"}, Sources({place.file: ["", "", "secret"]})).note(held)
    assert "secret" in str(made.blocks)


def test_a_box_that_fails_is_set_in_ascii(note: m.Note) -> None:
    place = Place(note.source.path, 3)
    held = replace(note, blocks=(m.Failure("wrong", "é\n∀x", place),))
    made = cured(held, Key.at("Failure", place))
    [box] = made.blocks
    assert isinstance(box, m.Failure)
    assert box.source == "[U+00E9]\n[U+2200]x"


def test_citations_within_a_box_stay_in_their_list() -> None:
    place = Place("n.md", 1)
    cited = m.Citation("cite", ("a", "b"), place, entries=("n:a", ""))
    nodes: tuple[m.Block, ...] = (m.Quote((m.Paragraph((cited,), place),), place),)
    assert list(cited_in(nodes)) == ["n:a"]


def test_a_book_is_cured_wherever_it_prints_a_note(tmp_path: Path) -> None:
    made = make_notes(tmp_path, Shell(), {"a": ("Some \\(x\\).\n", {"title": "A \\(y\\)"})}, {})[
        "a"
    ]
    [title] = [node for node in made.note.title if isinstance(node, m.Math)]
    key = key_of(title)
    assert key is not None
    book = cured_book(made.book, Cure({key: "wrong"}, Sources()))
    assert any(isinstance(node, m.InlineFailure) for node in book.notes[0].title)
    assert book.chapters[0].title == book.notes[0].title


def test_children_come_in_reading_order(note: m.Note) -> None:
    def texts(nodes: Iterator[m.Block | m.Inline]) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, m.Math):
                yield node.tex
            yield from texts(children(node))

    found = [tex for tex in texts(iter(note.blocks)) if len(tex) == 1]
    assert found == ["a", "b", "c", "e", "f", "i", "j", "l", "q"]
