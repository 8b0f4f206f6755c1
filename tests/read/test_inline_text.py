from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read.inline_text import read_inline, typographic
from scidraft_tex.walk import plain_text

HERE = Place("note.md", 2)


def test_what_a_string_may_hold() -> None:
    text = r"A \(x\), \\(y\\), $z$, `c`, **b**, *e*, [l](u) and \citep[p. 5]{k,j}."
    assert [node for node in read_inline(text, HERE) if not isinstance(node, m.Text)] == [
        m.Math("x", HERE),
        m.Math("y", HERE),
        m.Math("z", HERE),
        m.Code("c", HERE),
        m.Styled("strong", (m.Text("b"),)),
        m.Styled("emph", (m.Text("e"),)),
        m.Link("u", (m.Text("l"),), HERE),
        m.Citation("citep", ("k", "j"), HERE, "", "p. 5"),
    ]


@pytest.mark.parametrize("text", ["$5 and $6", "a * b * c", "a_b_c", "[x] (y)", "2 ** 3 ** 4", ""])
def test_what_is_only_text(text: str) -> None:
    assert all(isinstance(node, m.Text) for node in read_inline(text))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("pp. 5--6", "pp. 5–6"),
        ("a --- b...", "a — b…"),
        ("it's", "it’s"),
        ("\"a\" and 'b'", "“a” and ‘b’"),
        ('("a")', "(“a”)"),
    ],
)
def test_signs(text: str, printed: str) -> None:
    assert typographic(text) == printed


@given(st.text(alphabet="ab$*`\\()[]{}cite.- "))
def test_any_string_is_read(text: str) -> None:
    plain_text(read_inline(text))
