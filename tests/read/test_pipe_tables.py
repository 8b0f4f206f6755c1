"""Pipe tables that print otherwise than they are written."""

from __future__ import annotations

import pytest

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.pipe_tables import lost_cells, no_table

FIRST = Place("n.md", 4)


@pytest.mark.parametrize(
    ("lines", "line", "column", "words"),
    [
        (["| a | b |", "|---|", "| 1 | 2 |"], 5, 1, "has 1 column, the header 2"),
        (["> | a |", "> | - | - |"], 5, 3, "has 2 columns, the header 1"),
        (["| a | b |", "| 1 | 2 |"], 4, 1, "no line of dashes"),
    ],
)
def test_a_paragraph_that_was_meant_as_a_table(
    lines: list[str], line: int, column: int, words: str
) -> None:
    (item,) = no_table(lines, FIRST)
    assert (item.code, item.place) == ("table-syntax", Place("n.md", line, column))
    assert words in item.message


@pytest.mark.parametrize(
    "lines", [["| a |"], ["| a | b", "c |"], ["|x| is a size.", "It is large."], []]
)
def test_a_paragraph_that_was_not(lines: list[str]) -> None:
    assert list(no_table(lines, FIRST)) == []


@pytest.mark.parametrize(
    ("row", "column"),
    [("| 1 | 2 | 3 |", 9), ("1 | 2 | 3", 7), ("> | 1 | 2 | 3 | 4 |", 11)],
)
def test_cells_that_are_lost(row: str, column: int) -> None:
    (item,) = lost_cells(["| a | b |", "|---|---|", "| 1 | 2 |", row], FIRST, 2)
    assert (item.code, item.place) == ("table-syntax", Place("n.md", 7, column))
    assert "the table 2 columns" in item.message


@pytest.mark.parametrize("row", ["| 1 | 2 |", "| 1 |", r"| 1 \| 2 | 3 |", "| 1 | 2 |  |", "1 | 2"])
def test_rows_that_lose_nothing(row: str) -> None:
    assert list(lost_cells(["| a | b |", "|---|---|", row], FIRST, 2)) == []
