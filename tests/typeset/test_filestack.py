from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.typeset.filestack import FileStack, local_name


def after(*lines: str) -> FileStack:
    stack = FileStack()
    for line in lines:
        stack.scan(line)
    return stack


@pytest.mark.parametrize(
    ("lines", "current"),
    [
        (["(./book.tex"], "book.tex"),
        (["(./book.tex (./chapters/01.tex)"], "book.tex"),
        (["(./book.tex (./chapters/01.tex", ") (./chapters/02.tex [2]"], "chapters/02.tex"),
        (["(./a b (c).tex"], "a b (c).tex"),
        (['("./a b (c).tex"'], "a b (c).tex"),
        (["(./book.tex (see page 3) and (this"], "book.tex"),
        (["(./book.tex", "a smile :) is no end"], "book.tex"),
        (["(./book.tex (./x.tex [1", "", "] [2]) [3] )"], ""),
        (
            ["(./book.tex <./img/plot (1).png, id=3, 10pt x 10pt> <use ./img/plot (1).png>"],
            "book.tex",
        ),
        (["(./book.tex [1{/var/lib/texmf/pdftex.map}] (./x.aux) )"], ""),
        (["(C:/tex/book.cls"], "C:/tex/book.cls"),
        (
            ["(/usr/share/texmf/book.cls Document Class: book 2022 (v1)"],
            "/usr/share/texmf/book.cls",
        ),
        (["(./book.tex (./no-extension (./inner.tex"], "inner.tex"),
    ],
)
def test_current_file(lines: list[str], current: str) -> None:
    assert after(*lines).current == current


def test_pages_are_counted_as_tex_numbers_them() -> None:
    stack = after("(./book.tex [1", "", "{/var/map}] [2] [-3] [4.1] [Loading MPS] [x]")
    assert stack.pages == [1, 2, -3, 4]


def test_local_name() -> None:
    assert local_name('"./a b.tex"') == "a b.tex"
    assert local_name("/usr/x.sty") == "/usr/x.sty"


NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,8}( [a-z]{1,4})?\.(tex|aux|toc)", fullmatch=True)


@given(st.lists(NAMES, max_size=6))
def test_what_is_opened_and_closed_leaves_nothing(names: list[str]) -> None:
    stack = FileStack()
    for name in names:
        stack.scan(f"(./{name}")
        assert stack.current == name
    stack.scan(")" * len(names))
    assert not stack.current


@given(st.text(st.characters(exclude_characters="\n\r"), max_size=60))
def test_no_line_is_too_odd(line: str) -> None:
    after("(./book.tex", line)
