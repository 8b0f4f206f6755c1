"""Extents of inlines: words, breaks and lines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.render.measure import Extent, Word, measure
from scidraft_tex.render.metrics import text_width
from tests.render.latex import HERE, PAGE, note


def words(*nodes: m.Inline, bold: bool = False) -> list[tuple[float, float]]:
    (line,) = measure(nodes, PAGE, bold=bold).lines
    return [(round(word.gap, 3), round(word.width, 3)) for word in line]


def width(text: str, *, bold: bool = False) -> float:
    return round(text_width(text, bold=bold), 3)


def test_words_break_at_spaces_and_after_hyphens_and_dashes() -> None:
    assert words(m.Text("a well-known–b c")) == [
        (0, width("a")),
        (0.25, width("well-")),
        (0, width("known–")),
        (0, width("b")),
        (0.25, width("c")),
    ]


def test_a_no_break_space_and_what_touches_hold_together() -> None:
    assert words(m.Text("Table\u00a01"), m.Styled("emph", (m.Text("x"),))) == [
        (0, width("Table\u00a01x"))
    ]


def test_bold_is_measured_as_bold() -> None:
    assert words(m.Styled("strong", (m.Text("nm"),))) == [(0, width("nm", bold=True))]
    assert words(m.Text("nm"), bold=True) == [(0, width("nm", bold=True))]


def test_code_breaks_after_punctuation_and_at_spaces() -> None:
    advance = PAGE.code_advance
    assert words(m.Code("np.sum(x, y)", HERE)) == [
        (0, round(3 * advance, 3)),
        (0, round(4 * advance, 3)),
        (0, round(2 * advance, 3)),
        (0.25, round(2 * advance, 3)),
    ]


def test_line_breaks_and_soft_breaks() -> None:
    extent = measure((m.Text("a"), m.SoftBreak(), m.Text("b"), m.LineBreak(), m.Text("c")), PAGE)
    assert [len(line) for line in extent.lines] == [2, 1]
    assert extent.natural == pytest.approx(text_width("a b"))


def test_marks_of_notes_citations_images_and_references_have_a_width() -> None:
    assert words(m.Text("a"), note("a long note that does not count"))[0][1] < width("a") + 0.5
    assert len(words(m.Citation("cite", ("a", "b"), HERE))) == 2
    image = m.Image("x.png", (), HERE, attributes=m.Attributes(pairs=(("width", "100px"),)))
    assert words(image) == [(0, round(75 / PAGE.font_size, 3))]
    assert words(m.Reference("x", HERE, word="Table")) == [(0, width("Table\u00a09.9"))]
    assert words(m.Anchor("x")) == []


def test_print_adds_the_page_to_a_link_into_the_book() -> None:
    link = (m.CrossReference("x", "Theorem", ()),)
    printed = measure(link, replace(PAGE, profile="print")).natural
    assert printed > measure(link, PAGE).natural + 2


def test_a_page_s_measures() -> None:
    assert PAGE.code_columns == int(334 / (0.5145 * 0.8 * 10.95))
    assert PAGE.turned().text_width == PAGE.text_height


@pytest.mark.parametrize(("width_", "lines"), [(10, 1), (4.5, 2), (2, 3), (1, 6)])
def test_lines_at_a_width(width_: float, lines: int) -> None:
    extent = Extent(((Word(2.0), Word(2.0, 0.25), Word(2.0, 0.25)),))
    assert extent.height(width_) == lines


@given(st.lists(st.floats(0.1, 20), max_size=30), st.floats(1, 40))
def test_a_wider_column_is_never_higher(sizes: list[float], room: float) -> None:
    extent = Extent((tuple(Word(size, 0.25 * bool(i)) for i, size in enumerate(sizes)),))
    assert extent.height(room * 1.5) <= extent.height(room)
    assert extent.height(extent.natural + 0.01) == 1


def test_a_face_has_its_own_widths_and_space() -> None:
    modern = replace(PAGE, face="latin modern")
    (line,) = measure((m.Text("a t"),), modern).lines
    assert line == (Word(0.5), Word(0.389, 0.333))


def test_small_type_of_latin_modern_is_wider() -> None:
    modern = replace(PAGE, face="latin modern", font_size=10.95)
    assert modern.em(10.95) == 10.95
    assert modern.em(10.0) == 10.0
    assert modern.em(8.0) == pytest.approx(8.0 * 1.062)
    assert PAGE.em(8.0) == 8.0
