from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read.inline_text import read_inline, read_spans, typographic, without_held
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


@pytest.mark.parametrize(
    "text",
    [
        "[it]{.gap}",
        "[it]{.wide .gap}",
        "[it]{class=gap}",
        '<span class="gap">it</span>',
        "<i lang=la class='wide gap'>it</i>",
    ],
)
def test_what_a_handout_may_withhold_is_a_span(text: str) -> None:
    span = m.Span(m.Attributes(classes=("gap",)), (m.Text("it"),))
    assert read_inline(f"a {text} *b*") == (
        m.Text("a "), span, m.Text(" "), m.Styled("emph", (m.Text("b"),))
    )  # fmt: skip
    assert read_spans(f"a {text} *b*") == (m.Text("a "), span, m.Text(" *b*"))
    assert without_held(f"a {text} *b*", {"gap"}) == "a … *b*"
    assert without_held(text, {"instructor"}) == text


@pytest.mark.parametrize("text", ["[it]{.wide}", "`it`{.python}", "{.gap}", "<b class=x>it</b>"])
def test_other_lists_of_attributes_are_no_spans(text: str) -> None:
    assert not any(isinstance(node, m.Span) for node in read_inline(text))
    assert read_spans(text) == (m.Text(text),)


def test_a_span_holds_brackets_formulas_and_links() -> None:
    text = "[see [1], $[0,1)$ and [l](u)]{.gap}"
    (span,) = read_inline(text)
    assert isinstance(span, m.Span)
    assert plain_text(span.children) == "see [1], [0,1) and l"
    (link,) = read_inline("[l](u){.instructor}", HERE)
    assert link == m.Span(
        m.Attributes(classes=("instructor",)), (m.Link("u", (m.Text("l"),), HERE),)
    )
