from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.resolve.preprint_blocks import (
    division,
    plain_alternatives,
    take_preview,
    unmarked,
    without_lists,
)

AT = Place("a.md", 1)


def h(text: str, level: int = 2) -> m.Heading:
    return m.Heading(level, (m.Text(text),), AT, identifier=text.lower())


def p(*nodes: m.Inline | str) -> m.Paragraph:
    return m.Paragraph(tuple(m.Text(n) if isinstance(n, str) else n for n in nodes), AT)


def d(name: str, *blocks: m.Block) -> m.Division:
    return m.Division(m.Attributes(classes=(name,)), blocks, AT)


LIST = m.ReferenceList("x.bib", "", AT)
INDEX = m.PrintedIndex("x", AT)
MARK = m.IndexMark("subjects", (("", (m.Text("t"),)),))


@pytest.mark.parametrize(
    ("blocks", "kept"),
    [
        ([p("a"), LIST], [p("a")]),
        ([p("a"), h("References"), LIST], [p("a")]),
        ([h("References"), LIST, INDEX, h("Next"), p("a")], [h("Next"), p("a")]),
        ([h("References"), LIST, p("a")], [h("References"), p("a")]),
        ([h("References"), p("a"), LIST], [h("References"), p("a")]),
        ([h("Lists"), LIST, h("Below", 3), p("a")], [h("Lists"), h("Below", 3), p("a")]),
        ([h("Empty"), h("References"), LIST], [h("Empty")]),
        ([h("References"), LIST, d("appendix"), h("A")], [d("appendix"), h("A")]),
        ([LIST, p("a")], [p("a")]),
        ([m.Quote((p("a"), LIST), AT)], [m.Quote((p("a"),), AT)]),
        ([], []),
    ],
)
def test_lists_go_with_their_headings(blocks: list[m.Block], kept: list[m.Block]) -> None:
    assert without_lists(blocks) == tuple(kept)


def test_marks_go_with_paragraphs_of_nothing_else() -> None:
    blocks: list[m.Block] = [p("a", MARK, "b"), p(MARK, " ", MARK), m.Quote((p(MARK),), AT)]
    assert unmarked(blocks) == (p("a", "b"), m.Quote((), AT))


def test_the_first_preview_with_anything_in_it_is_taken() -> None:
    blocks: list[m.Block] = [
        p("a"),
        d("preview"),
        m.Quote((d("preview", h("H"), p("b"), LIST),), AT),
    ]
    body, preview = take_preview([*blocks, d("preview", p("c"))])
    assert body == (p("a"), d("preview"), m.Quote((), AT), d("preview", p("c")))
    head = (m.Anchor("h"), m.Styled("strong", (m.Text("H"),)))
    assert preview == (m.Paragraph(head, AT), p("b"))


def test_no_preview() -> None:
    assert take_preview([p("a")]) == ((p("a"),), ())


def test_a_division_is_where_its_first_block_is() -> None:
    first = m.Paragraph((m.Text("a"),), Place("a.md", 7))
    (block,) = division("abstract", (first, p("b")))
    assert block == m.Division(m.Attributes(classes=("abstract",)), (first, p("b")), first.place)
    assert division("abstract", ()) == ()


def test_alternative_texts_are_words() -> None:
    alt = (
        m.Link("u", (m.Text("a"),), AT),
        m.Text("\u00a0"),
        m.Citation("cite", ("k",), AT),
        m.Footnote((p("n"),), AT),
        m.Math("x", AT),
    )
    (block,) = plain_alternatives([p(m.Image("a.png", alt, AT))])
    assert block == p(m.Image("a.png", (m.Text("a"), m.Math("x", AT)), AT))
