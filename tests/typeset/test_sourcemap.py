from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Place
from scidraft_tex.typeset.sourcemap import MapEntry, SourceMap

CHAPTER = r"""\chapter{A}
%% notes/a.md:10
First \foo{} block.

%% notes/a.md:14:3
\[
  \foobar + \qux
  = 2
\]
  %% notes/b c.md:3
Other note.
% no map: 12
%% made at 12:30
%% nor this one
"""
NOTE = "\n" * 9 + "First \\foo block.\n\n\n" + "\n$$\n\\foobar\n+ \\qux\n$$\n\n\\qux again\n"


@pytest.fixture
def chapter(tmp_path: Path, write_files: Callable[[Path, dict[str, str]], Path]) -> Path:
    files = {"book.tex": "\\input{chapters/1}\n\\qux\n% \\qux\n", "chapters/1.tex": CHAPTER}
    return write_files(tmp_path, files)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (1, None),
        (2, Place("notes/a.md", 10)),
        (4, Place("notes/a.md", 10)),
        (5, Place("notes/a.md", 14, 3)),
        (9, Place("notes/a.md", 14, 3)),
        (11, Place("notes/b c.md", 3)),
        (99, Place("notes/b c.md", 3)),
    ],
)
def test_the_nearest_comment_before(chapter: Path, line: int, place: Place | None) -> None:
    assert SourceMap.of(chapter).place("./chapters/1.tex", line) == place


def test_files_without_comments_have_no_place(chapter: Path) -> None:
    source = SourceMap.of(chapter)
    assert source.place("book.tex", 1) is None
    assert source.place("never.tex", 1) is None
    assert source.refine("book.tex", 1, "x") is None


def test_refined_by_depth_in_the_block(chapter: Path) -> None:
    source = SourceMap.of(chapter)
    assert source.refine("chapters/1.tex", 9, r"\qux") == Place("notes/a.md", 15)
    assert source.refine("chapters/1.tex", 9, "= 2") == Place("notes/a.md", 16)
    assert source.refine("chapters/1.tex", 9, "nowhere") == Place("notes/a.md", 14, 3)


def test_refined_by_the_note_itself(chapter: Path) -> None:
    source = SourceMap.of(chapter, {"notes/a.md": NOTE})
    assert source.refine("chapters/1.tex", 9, r"\qux") == Place("notes/a.md", 16, 3)
    assert source.refine("chapters/1.tex", 9, "", "nowhere", r"\foobar") == Place("notes/a.md", 15)
    assert source.refine("chapters/1.tex", 3, r"\foo") == Place("notes/a.md", 10, 7)
    assert source.refine("chapters/1.tex", 3, "again") == Place("notes/a.md", 10)


def test_a_word_is_not_found_in_a_longer_one(chapter: Path) -> None:
    source = SourceMap.of(chapter)
    assert list(source.find(r"\foo")) == [("chapters/1.tex", 3)]
    assert list(source.find(r"\qux")) == [("book.tex", 2), ("chapters/1.tex", 7)]


@given(st.lists(st.integers(1, 60), unique=True).map(sorted), st.integers(1, 80))
def test_place_is_the_last_comment_not_after(lines: list[int], line: int) -> None:
    entries = tuple(MapEntry(number, Place("n.md", number)) for number in lines)
    source = SourceMap({"c.tex": entries}, {"c.tex": ()})
    before = [number for number in lines if number <= line]
    assert source.place("c.tex", line) == (Place("n.md", before[-1]) if before else None)
