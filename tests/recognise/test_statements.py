"""The rule that says where a statement ends, clause by clause."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.kinds import KINDS, Kind, by_name
from scidraft_tex.recognise.statements import (
    display_ends_sentence,
    ends_sentence,
    is_end_mark,
    joins,
    starts_lower,
    statement_end,
)

HERE = Place("note.md", 1)
THEOREM, PROOF = by_name(KINDS)["Theorem"], by_name(KINDS)["Proof"]
END = m.RawHtmlBlock("<!-- end -->", HERE)
HEADING = m.Heading(2, (m.Text("H"),), HERE)


def p(text: str) -> m.Paragraph:
    return m.Paragraph((m.Text(text),), HERE)


def d(tex: str) -> m.Display:
    return m.Display(tex, HERE)


def ul(text: str) -> m.BulletList:
    return m.BulletList((m.ListItem((p(text),)),), HERE)


def span(kind: Kind, *blocks: m.Block) -> int:
    """Return how many of BLOCKS the statement that the first begins has."""

    def is_end(block: m.Block) -> bool:
        return isinstance(block, m.Heading) or is_end_mark(block)

    return statement_end(kind, blocks, 0, is_end)


# --- 1. an explicit end wins -----------------------------------------------------------------


@pytest.mark.parametrize("kind", [THEOREM, PROOF])
def test_an_end_mark_ends_it_and_all_before_it_is_of_it(kind: Kind) -> None:
    assert span(kind, p("A."), p("B."), p("C."), END, p("D.")) == 3


def test_an_end_mark_ends_an_open_sentence() -> None:
    assert span(THEOREM, p("A"), END, p("b")) == 1


@pytest.mark.parametrize("kind", [THEOREM, PROOF])
def test_nothing_goes_past_a_heading(kind: Kind) -> None:
    assert span(kind, p("A"), HEADING, p("b"), d("x")) == 1


def test_an_end_mark_past_a_heading_is_anothers() -> None:
    assert span(THEOREM, p("A."), HEADING, p("B."), END) == 1


@pytest.mark.parametrize(
    ("text", "is_mark"),
    [
        ("<!-- end -->", True),
        ("<!--end-->", True),
        ("<!-- /theorem -->", True),
        ("<!-- /Theorem -->", True),
        ("<!-- ending -->", False),
        ("<!-- a comment -->", False),
    ],
)
def test_end_marks(text: str, *, is_mark: bool) -> None:
    assert is_end_mark(m.RawHtmlBlock(text, HERE)) is is_mark


# --- 2. a block joins while the sentence is open -----------------------------------------------


@pytest.mark.parametrize("text", ["A,", "A:", "Then", "when", "for all x", "(see", "A;"])
def test_after_an_open_paragraph(text: str) -> None:
    assert joins(p(text), p("Next."))
    assert joins(p(text), d("x"))
    assert joins(p(text), ul("item"))


@pytest.mark.parametrize("text", ["A.", "A!", "A?", "A.”", "(A.)", "A.*", "A。"])
def test_after_a_closed_paragraph(text: str) -> None:
    assert not joins(p(text), p("Next."))
    assert not joins(p(text), d("x"))
    assert not joins(p(text), ul("item"))


def test_after_a_display_without_a_full_stop() -> None:
    assert joins(d("x"), p("Next."))
    assert joins(d("x,"), p("Next."))
    assert joins(d("x"), ul("item"))


def test_after_a_display_with_a_full_stop() -> None:
    assert not joins(d("x."), p("Next."))
    assert not joins(d("x ."), d("y"))


@pytest.mark.parametrize(
    "tex",
    [
        r"x. \tag{1}",
        r"\begin{aligned} x. \end{aligned}",
        r"x. \qquad",
        r"{x.}",
        r"x.\label{a}",
        r"\text{for all } x.",
        r"\text{end.}",
        "x.\n",
        r"x. \\",
    ],
)
def test_what_does_not_print_after_the_stop(tex: str) -> None:
    assert display_ends_sentence(tex)


@pytest.mark.parametrize("tex", ["x", "x,", r"\text{a. b}", "0.5", r"\left. x \right\}", ""])
def test_displays_that_end_no_sentence(tex: str) -> None:
    assert not display_ends_sentence(tex)


@pytest.mark.parametrize("text", ["where", "(where", "“where"])
def test_a_paragraph_that_starts_in_lower_case_goes_on(text: str) -> None:
    assert joins(p("A."), p(text))
    assert joins(d("x."), p(text))
    assert joins(ul("item."), p(text))


@pytest.mark.parametrize(
    "nodes",
    [
        (m.Text("Where"),),
        (m.Math("x", HERE), m.Text(" is")),
        (m.Code("x", HERE), m.Text(" is")),
        (m.Text("1 is"),),
        (),
    ],
)
def test_what_starts_with_no_lower_case_letter(nodes: tuple[m.Inline, ...]) -> None:
    assert not starts_lower(m.Paragraph(nodes, HERE))


def test_lower_case_within_emphasis_counts() -> None:
    assert starts_lower(m.Paragraph((m.Styled("emph", (m.Text("where"),)),), HERE))


def test_nothing_joins_after_a_list() -> None:
    assert not joins(ul("item"), p("Next."))


def test_a_paragraph_with_an_attribute_line_is_what_it_holds() -> None:
    opened = m.Division(m.Attributes(classes=("theorem",)), (p("Let"),), HERE)
    assert joins(opened, d("x"))
    assert not joins(m.Division(opened.attributes, (p("Let."),), HERE), d("x"))


@pytest.mark.parametrize(
    ("nodes", "ended"),
    [
        ((m.Text("A."), m.Footnote((), HERE)), True),
        ((m.Text("A. "), m.Citation("cite", ("k",), HERE)), True),
        ((m.Text("A "), m.Citation("cite", ("k",), HERE)), False),
        ((m.Text("is "), m.Math("x.", HERE)), True),
        ((m.Text("is "), m.Math("x", HERE)), False),
        ((m.Text("is "), m.Styled("strong", (m.Text("so."),))), True),
        ((m.Text("is "), m.Code("x.", HERE)), False),
        ((m.Quoted("double", (m.Text("A."),)),), True),
        ((), False),
    ],
)
def test_what_ends_a_sentence(nodes: tuple[m.Inline, ...], *, ended: bool) -> None:
    assert ends_sentence(nodes) is ended


def test_blocks_join_one_after_the_other() -> None:
    assert span(THEOREM, p("For"), d("x,"), p("where y. Then"), ul("item"), p("After.")) == 4


def test_a_closed_sentence_ends_it() -> None:
    assert span(THEOREM, p("A."), d("x"), p("B.")) == 1


# --- 3. narrative kinds ------------------------------------------------------------------------


def test_a_narrative_kind_takes_all_up_to_its_last_display() -> None:
    blocks: Sequence[m.Block] = (p("A."), p("B."), d("x."), p("C."), d("y."), p("D."))
    assert span(PROOF, *blocks) == 5
    assert span(THEOREM, *blocks) == 1


def test_a_narrative_kind_goes_on_while_the_sentence_is_open() -> None:
    assert span(PROOF, p("A."), d("x"), p("and so on."), p("After.")) == 3


def test_a_narrative_kind_without_a_display_ends_like_any_other() -> None:
    assert span(PROOF, p("A."), p("After.")) == 1
    assert span(PROOF, p("A:"), ul("item"), p("After.")) == 2


def test_a_display_past_a_heading_is_not_its() -> None:
    assert span(PROOF, p("A."), HEADING, d("x")) == 1


def test_which_kinds_are_narrative() -> None:
    assert {kind.name for kind in KINDS if kind.narrative} == {
        "Proof",
        "Example",
        "Counterexample",
        "Solution",
    }


BLOCKS = st.lists(
    st.sampled_from([p("A."), p("A,"), p("where"), d("x"), d("x."), ul("a"), HEADING, END])
)


@given(st.sampled_from(KINDS), BLOCKS)
def test_it_ends_within_the_note_and_before_any_end(kind: Kind, rest: list[m.Block]) -> None:
    blocks = [p("A"), *rest]
    end = span(kind, *blocks)
    assert 1 <= end <= len(blocks)
    assert not any(isinstance(b, m.Heading) or is_end_mark(b) for b in blocks[1:end])
    if (
        end < len(blocks)
        and not isinstance(blocks[end], m.Heading)
        and not is_end_mark(blocks[end])
    ):
        assert not joins(blocks[end - 1], blocks[end])
