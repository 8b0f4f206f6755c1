"""Which block an attribute line stands by, and what is told of one that stands by none."""

from __future__ import annotations

from scidraft_tex.diagnostics import Place
from scidraft_tex.model import NO_ATTRIBUTES, Attributes
from scidraft_tex.read.attribute_lines import AttributeLines
from scidraft_tex.read.masks import AttributeLine
from scidraft_tex.read.positions import Extent

A = Attributes(classes=("a",))
SOLUTION = Attributes(classes=("solution",))


def lines(*given: AttributeLine) -> AttributeLines:
    return AttributeLines(given, "n.md")


def under(line: int, attributes: Attributes = A, column: int = 1) -> AttributeLine:
    return AttributeLine(line, column, attributes, above=True)


def test_a_line_is_taken_by_the_block_above_it_once() -> None:
    left = lines(under(4))
    assert left.beside(Extent(2, 1, 2)) == NO_ATTRIBUTES
    assert left.beside(Extent(2, 1, 3)) == A
    assert left.beside(Extent(2, 1, 3)) == NO_ATTRIBUTES


def test_a_line_after_a_blank_one_is_of_the_block_below() -> None:
    left = lines(AttributeLine(4, 1, A, above=False))
    assert left.beside(Extent(2, 1, 3)) == NO_ATTRIBUTES
    assert left.beside(Extent(5, 1, 6)) == A


def test_a_line_that_is_indented_less_is_of_what_the_block_stands_in() -> None:
    left = lines(under(4, column=1))
    assert left.beside(Extent(2, 3, 3)) == NO_ATTRIBUTES
    assert left.beside(Extent(1, 1, 3)) == A


def test_no_line_is_taken_beyond_the_next_block() -> None:
    assert lines(under(4)).beside(Extent(2, 1, 4, until=4)) == NO_ATTRIBUTES


def test_lines_of_some_classes_alone() -> None:
    left = lines(under(4), under(4, SOLUTION))
    assert left.beside(Extent(2, 1, 3), {"solution"}) == SOLUTION
    assert left.beside(Extent(2, 1, 3), {"solution"}) == NO_ATTRIBUTES


def test_a_line_left_that_would_withhold_is_told() -> None:
    (item,) = lines(under(4), under(9, SOLUTION, column=3)).left()
    assert (item.code, item.place) == ("withheld-nothing", Place("n.md", 9, 3))
    assert "{.solution}" in item.message
