from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.resolve.book import Chapter, Part, Symbol
from scidraft_tex.resolve.symbols import Symbols, list_symbols

HERE = Place("note.md", 4)
X, Y = m.Math("x", HERE), m.Math("y", HERE)
PLAIN = m.NO_ATTRIBUTES
NOTATION = m.Attributes(classes=("notation",))


def row(*cells: tuple[m.Inline, ...]) -> m.Row:
    return tuple(m.Cell(nodes, HERE) for nodes in cells)


def words(text: str) -> tuple[m.Inline, ...]:
    return (m.Text(text),)


ROWS = (row((X,), words("a number")), row((X, m.Text(" and "), Y), words("two")))


def table(*rows: m.Row, attributes: m.Attributes = PLAIN, caption: str = "") -> m.Table:
    own = m.Caption(words(caption), HERE, "note:table") if caption else None
    left: m.Alignment = "left"
    columns = tuple(left for _ in (rows or ROWS)[0])
    return m.Table(columns, (), rows or ROWS, HERE, "", attributes, own)


def listed(*blocks: m.Block, title: str = "A note") -> Symbols:
    source = m.NoteSource("note.md", "n", "", m.FrontMatter(""), "", 1, "")
    note = m.Note(source, words(title), blocks)
    return list_symbols([Part((), (Chapter((), "", (note,)),))])


@pytest.mark.parametrize(
    "caption", ["Notation", "Table of notations", "Symbols used", "The list of SYMBOLS"]
)
def test_a_caption_makes_a_table_one_of_notation(caption: str) -> None:
    (found,) = listed(table(caption=caption)).tables
    assert found.label == "note:table"
    assert found.title == words(caption)
    assert found.symbols[0] == Symbol((X,), words("a number"), HERE)
    assert len(found.symbols) == 2


def test_so_do_a_notes_title_and_a_class() -> None:
    assert len(listed(table(), title="Notation").tables) == 1
    assert len(listed(table(attributes=NOTATION)).tables) == 1


@pytest.mark.parametrize("caption", ["", "Losses", "Connotations", "Symbolism"])
def test_others_are_none(caption: str) -> None:
    assert listed(table(caption=caption)).tables == ()


def test_every_row_begins_with_formulas_unless_the_class_says_so() -> None:
    rows = (*ROWS, row(words("Logarithms"), words("natural")))
    assert listed(table(*rows, caption="Notation")).tables == ()
    (found,) = listed(table(*rows, attributes=NOTATION)).tables
    assert len(found.symbols) == 2
    assert listed(table(row((X,)), attributes=NOTATION)).tables == ()
    prose = row((m.Text("the number "), X), words("natural"))
    assert listed(table(prose, attributes=NOTATION)).tables == ()


def test_a_table_without_a_label_gets_one() -> None:
    done = listed(table(attributes=NOTATION), table(), title="Symbols")
    first, second = done.tables
    assert (first.label, second.label) == ("n:symbols:1", "n:symbols:2")
    blocks = done.parts[0].chapters[0].notes[0].blocks
    assert blocks == (
        m.Division(m.Attributes("n:symbols:1"), (table(attributes=NOTATION),), HERE),
        m.Division(m.Attributes("n:symbols:2"), (table(),), HERE),
    )


def test_a_meaning_keeps_the_text_of_links_and_no_notes() -> None:
    cell = (
        m.CrossReference("l", "Theorem", words("mean")),
        m.Footnote((), HERE),
        m.LineBreak(),
        m.Citation("cite", ("k",), HERE),
    )
    (found,) = listed(table(row((X,), cell), attributes=NOTATION)).tables
    assert found.symbols[0].meaning == (m.Text("mean"), m.Text(" "))
