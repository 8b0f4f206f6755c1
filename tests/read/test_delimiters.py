from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.read.delimiters import (
    closing_brace,
    closing_dollar,
    closing_mark,
    code_span_end,
    display_limit,
)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("$x$", 2),
        ("$x$.", 2),
        ("$x$5", -1),
        ("$x $ y$", -1),
        ("$ x$", -1),
        (r"$a\$b$", 5),
        ("$\\text{$y$}$", 11),
        ("$x `a$b` c$", -1),
        ("$", -1),
        ("$$", -1),
    ],
)
def test_where_a_dollar_closes(text: str, end: int) -> None:
    assert closing_dollar(text, 0, len(text)) == (end if text != "$$" else 1)


@pytest.mark.parametrize(
    ("text", "end"), [("a}", 1), ("a{b}c}", 5), (r"a\}b}", 4), ("a", -1), ("{a}", -1)]
)
def test_where_a_brace_closes(text: str, end: int) -> None:
    assert closing_brace(text, 0, len(text)) == end


def test_a_dollar_closes_before_the_limit() -> None:
    assert closing_dollar("$x y$", 0, 4) == -1


@pytest.mark.parametrize(
    ("text", "end"), [("`a`", 3), ("``a`b``", 7), ("`a", -1), ("``a`", -1), ("a", -1)]
)
def test_where_a_code_span_ends(text: str, end: int) -> None:
    assert code_span_end(text, 0, len(text)) == end


@pytest.mark.parametrize(("text", "end"), [(r"a\)", 1), (r"a\\)\)", 4), (r"\\)", -1), ("a", -1)])
def test_where_a_mark_closes(text: str, end: int) -> None:
    assert closing_mark(text, r"\)", 0, len(text)) == end


@pytest.mark.parametrize("block", ["# Heading", "```", "~~~", "{{< x >}}", "> ## Quoted"])
def test_a_block_limits_a_display(block: str) -> None:
    assert display_limit(f"a\n{block}", 0) == 2


def test_what_limits_no_display() -> None:
    text = "#1 a\n`b`\n{{c}}"
    assert display_limit(text, 0) == len(text)


@given(st.text(alphabet="$`\\{} a5"), st.integers(0, 30))
def test_what_is_found_is_a_dollar(text: str, end: int) -> None:
    found = closing_dollar("$" + text, 0, min(end, len(text) + 1))
    assert found == -1 or ("$" + text)[found] == "$"
