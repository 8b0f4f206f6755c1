"""Complaints about where things stand: each test is a row of the list of pitfalls."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from scidraft_tex.render.papers import PAPERS, Profile
from tests.pitfalls.conftest import Book
from tests.pitfalls.page import Box, read_words, rules

pytestmark = [
    pytest.mark.tex,
    pytest.mark.browser,
    pytest.mark.slow,
]
LAYOUT = PAPERS["a4"].layout(Profile.PRINT)
POINT = 72 / 72.27
"""A point of TeX in points of PDF."""


def edges(sheet: int) -> tuple[float, float]:
    """Return where the text begins and ends on SHEET; odd ones lie on the right."""
    left = (LAYOUT.inner if sheet % 2 else LAYOUT.outer) * POINT
    return left, left + LAYOUT.text_width * POINT


def within_the_measure(box: Box) -> bool:
    """Tell whether BOX is within the text, but for what hangs in the margin by microtype."""
    left, right = edges(box.page)
    return left - 2 < box.left and box.right < right + 2


def figure_of(book: Book, chapter: str, alternative: str) -> Path:
    found = re.search(
        rf"\\includegraphics\[[^]]*alt={{{alternative}}}\]{{(.*?)}}", book.chapter(chapter)
    )
    assert found
    return book.built.tex / found[1]


def end_marks(book: Book, sheet: int) -> list[Box]:
    """Return the right sides of the squares that end proofs on SHEET: at the edge of the text."""
    return [
        rule
        for rule in rules(book.built.pdf, sheet)
        if rule.right == pytest.approx(edges(sheet)[1], abs=1)
        and rule.left == rule.right
        and 5 < rule.bottom - rule.top < 8
    ]


def test_pitfall_04_the_page_of_a_diagram_fits_it(book: Book) -> None:
    """A diagram is cut off at its edge, or stands in a page of white."""
    drawing = figure_of(book, "pieces", "A drawing with words")
    done = subprocess.run(
        ["pdftoppm", "-r", "72", "-gray", "-singlefile", drawing], capture_output=True, check=True
    )
    head, pixels = done.stdout.split(b"255\n", 1)
    width, height = (int(value) for value in head.split()[1:3])
    rows = [pixels[at * width : (at + 1) * width] for at in range(height)]
    ink = [min(row) < 240 for row in rows]
    columns = [min(row[at] for row in rows) < 240 for at in range(width)]
    for line in (ink, columns):
        margins = (line.index(True), line[::-1].index(True))
        assert max(margins) <= 4
    for word in read_words(drawing):
        assert 0 <= word.left < word.right <= width
        assert 0 <= word.top < word.bottom <= height


def test_pitfall_05_the_words_of_diagrams_are_text(book: Book) -> None:
    """On the way from SVG to PDF the labels of a diagram are lost, or are mere curves."""
    for chapter, alternative, words in (
        ("pieces", "A drawing with words", {"Leftmost", "edge", "label", "Rightmost", "words"}),
        ("pieces", "A drawing by hand", {"Words", "in", "SVG"}),
    ):
        found = {word.text for word in read_words(figure_of(book, chapter, alternative))}
        assert found >= words
    for phrase in ("Leftmost words", "edge label", "Rightmost words", "Words in SVG"):
        assert within_the_measure(book.find(phrase)[0])


def test_pitfall_06_wide_tables_stay_on_the_page(book: Book) -> None:
    """A table with much text in its cells runs off the page."""
    head = book.find("Wideone")[0]
    table = [word for word in book.words if word.page == head.page and word.top >= head.top]
    assert {"Widesix", "lastword"} <= {word.text for word in table}
    assert [word for word in table if not within_the_measure(word)] == []
    assert book.find("Widesix")[0].is_in_line_with(head)


def test_pitfall_07_breaks_in_cells_and_heads(book: Book) -> None:
    """`<br>` in a cell of a table is dropped."""
    for above, below in (("Headtop", "Headbottom"), ("celltop", "cellbottom")):
        first, second = book.find(above)[0], book.find(below)[0]
        assert first.page == second.page
        assert 8 < second.middle - first.middle < 20
        assert first.left == pytest.approx(second.left, abs=1)


def test_pitfall_10_long_lines_of_code_are_broken(book: Book) -> None:
    """A long line of code leaves the page."""
    first, last = book.find("const longLine")[0], book.find('"lastone"];')[0]
    code = [
        word for word in book.words if word.page == first.page and first.top <= word.top <= last.top
    ]
    assert [word for word in code if not within_the_measure(word)] == []
    assert last.top > first.bottom
    marks = book.chapter("pieces").count("\\codehook")
    assert marks == len({round(word.bottom) for word in code}) - 1


def test_pitfall_11_long_addresses_are_broken(book: Book) -> None:
    """A long address, most of all one with an apostrophe, runs off the page."""
    first = next(word for word in book.words if word.text.startswith("https://example.org/it"))
    rest = book.words[book.words.index(first) + 1]
    assert rest.text.endswith("#part_2")
    assert within_the_measure(first)
    assert within_the_measure(rest)
    assert rest.top > first.top


def test_pitfall_12_an_environment_within_display_marks(book: Book) -> None:
    """`align` between dollar signs is fine on the web and fatal in LaTeX."""
    assert "\\[\n\\begin{align}" not in book.chapter("beta")
    first, second = book.find("firstrow")[0], book.find("secondrow")[0]
    assert first.bottom <= second.top + 6
    assert book.find("(2.1)", -1)[0].is_in_line_with(first)
    assert book.find("(2.2)", -1)[0].is_in_line_with(second)
    assert first.left == pytest.approx(second.left, abs=3)


def test_pitfall_16_one_heading_in_two_chapters(book: Book) -> None:
    """Two chapters have a heading of the same words, and links lead to the wrong one."""
    for phrase, chapter, text in (
        ("the text of this", 1, "The setup of alpha."),
        ("the text of beta", 2, "The setup of beta."),
    ):
        lead, heading = book.lead_of(phrase), book.find(f"{chapter}.1 Setup")[0]
        assert lead.page == heading.page == book.page_of(text)
        assert heading.top - 20 < lead.top < heading.bottom


def test_pitfall_18_references_to_what_has_no_number(book: Book) -> None:
    """A reference to a section without a number, or to another page, is lost or a web link."""
    lead, heading = book.lead_of("the plain one"), book.find("Plain")[0]
    assert lead.page == heading.page
    assert heading.top - 25 < lead.top < heading.bottom
    number = re.search(r"the plain one \(p\. (\d+)\)", book.text)
    assert number
    pages = [" ".join(page.split()) for page in book.built.pages]
    assert pages[lead.page - 1].startswith(f"{number[1]} 1 Alpha")
    assert len(book.leads) > 60


def test_pitfall_20_the_end_mark_is_on_the_last_line(book: Book) -> None:
    """The mark that ends a proof is missing after a display or a list, or on a line of its own."""
    for last in ("2α.", "the last item of the proof."):
        word = book.find(last)[-1]
        marks = end_marks(book, word.page)
        assert [mark.is_in_line_with(word) for mark in marks] == [True], last


def test_pitfall_29_floats_near_where_they_are_said(book: Book) -> None:
    """Figures gather at the end of the chapter, or there are too many for TeX."""
    heading = book.find("5.2 After the figures")[0]
    figures = [book.find(f"Float number {number}")[0] for number in range(1, 25)]
    for number, figure in enumerate(figures, start=1):
        said = book.find(f"Said before float {number} of")[0]
        assert (said.page, said.top) < (figure.page, figure.top)
        assert figure.page - said.page <= 1
        assert (figure.page, figure.bottom) < (heading.page, heading.top)
    places = [(figure.page, figure.top) for figure in figures]
    assert places == sorted(places)


def test_pitfall_31_a_theorem_that_begins_with_a_list(book: Book) -> None:
    """The first item of a theorem's list stands in the line of its head."""
    head = book.find("Theorem 1.4 (with a list).")[-1]
    first, second = (book.find(words)[0] for words in ("The first claim", "The second claim,"))
    assert head.page == first.page
    assert head.bottom <= first.top + 2
    assert first.top - head.top < 24
    assert first.left == pytest.approx(second.left, abs=1)
