"""Source lines on a terminal: the caret stands below the character that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from scidraft_tex.diagnostics import Place
from scidraft_tex.excerpts import WIDEST, Excerpt, Sources, excerpt, visible

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("source", "column", "shown", "cells"),
    [
        ("abc", 1, "abc", 0),
        ("abc", 3, "abc", 2),
        ("abc", 9, "abc", 3),
        ("", 1, "", 0),
        ("\tabc", 2, "    abc", 4),
        ("a\tbc", 3, "a   bc", 4),
        ("\u65e5\tb", 3, "\u65e5  b", 4),
        ("\u65e5\u672c \\foo", 4, "\u65e5\u672c \\foo", 5),
        ("e\u0301\\foo", 3, "e\u0301\\foo", 1),
        ("e\u0301\\foo", 2, "e\u0301\\foo", 0),
        (f"{FAMILY} \\foo", 7, f"{FAMILY} \\foo", 3),
        ("\U0001f44d\U0001f3fd\\foo", 3, "\U0001f44d\U0001f3fd\\foo", 2),
        ("a\u200bb", 3, "a\u200bb", 1),
        ("\x1b[31mb", 6, "\ufffd[31mb", 5),
    ],
)
def test_the_caret_is_below_its_character(source: str, column: int, shown: str, cells: int) -> None:
    assert excerpt(source, column) == Excerpt(shown, cells)


@pytest.mark.parametrize(
    ("source", "column", "shown", "cells"),
    [
        ("x" * 100, 100, "x" * 100, 99),
        ("x" * 300, 1, "x" * 99 + "…", 0),
        ("x" * 300, 201, "…" + "x" * 98 + "…", 61),
        ("x" * 300, 300, "…" + "x" * 61, 61),
        ("\u65e5" * 300, 151, "…" + "\u65e5" * 49 + "…", 61),
        ("x" * 9_000_000, 5_000_000, "…" + "x" * 98 + "…", 61),
    ],
)
def test_a_long_line_is_cut_around_its_column(
    source: str, column: int, shown: str, cells: int
) -> None:
    assert excerpt(source, column) == Excerpt(shown, cells)


def test_what_a_terminal_lacks_is_written_by_its_code_and_counted() -> None:
    assert visible("Bücher …", "ascii") == r"B\xfccher \u2026"
    assert visible("Bücher", "latin-1") == "Bücher"
    assert visible("Bücher", "no-such-encoding") == r"B\xfccher"
    assert excerpt("ü\\foo", 2, "ascii") == Excerpt("\\xfc\\foo", 4)
    assert excerpt("x" * 300, 201, "ascii").text == "..." + "x" * 94 + "..."


def test_what_turns_the_direction_of_text_is_shown() -> None:
    assert visible("a\u202eb\u2066c\u2028d") == "a\ufffdb\ufffdc\ufffdd"


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n")), st.integers(1))
def test_an_excerpt_fits_and_its_caret_is_in_it(source: str, column: int) -> None:
    part = excerpt(source, column)
    assert 0 <= part.cells <= cell_len(part.text) <= WIDEST + 1
    assert not {"\x1b", "\n", "\r", "\x07"} & set(part.text)


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo \xff")
    sources = Sources(tmp_path)
    assert [sources.line(Place("a.md", line)) for line in range(4)] == [
        None, "one", "two \ufffd", None,
    ]  # fmt: skip
    assert sources.line(Place("a\0b", 1)) is None
