from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.index_command import SUBJECTS, index_mark

HERE = Place("note.md", 3, 7)


def read(body: str) -> tuple[m.IndexMark, list[str]]:
    said = Diagnostics()
    mark = index_mark(body, HERE, said)
    assert isinstance(mark, m.IndexMark)
    assert all(item.code == "index-syntax" and item.place == HERE for item in said)
    return mark, [item.message for item in said]


def levels(body: str) -> list[tuple[str, tuple[m.Inline, ...]]]:
    mark, said = read(body)
    assert said == []
    assert mark == m.IndexMark(SUBJECTS, mark.levels, place=HERE)
    return list(mark.levels)


def words(text: str) -> tuple[m.Inline, ...]:
    return (m.Text(text),)


def test_levels_and_keys() -> None:
    assert levels("term") == [("", words("term"))]
    assert levels(" a ! b!c ") == [("", words("a")), ("", words("b")), ("", words("c"))]
    assert levels("sigma@s!key @ text") == [("sigma", words("s")), ("key", words("text"))]
    assert levels("two\n > lines") == [("", words("two lines"))]


def test_a_quotation_mark_takes_a_signs_meaning_away() -> None:
    assert levels('wow"!') == [("", words("wow!"))]
    assert levels('a"@b"|c""d') == [("", words("a@b|c”d"))]
    assert levels('a"b') == [("", words("ab"))]


def test_text_holds_formulas_and_emphasis() -> None:
    sigma = m.Math("\\sigma", HERE)
    assert levels("sigma@\\(\\sigma\\)-algebra") == [("sigma", (sigma, m.Text("-algebra")))]
    assert levels("$\\sigma$") == [("", (sigma,))]
    assert levels("$|x|!$!sub") == [("", (m.Math("|x|!", HERE),)), ("", words("sub"))]
    assert levels("*one* two") == [("", (m.Styled("emph", words("one")), m.Text(" two")))]
    assert levels("a \\emph{b \\textbf{c}}") == [
        (
            "",
            (
                m.Text("a "),
                m.Styled("emph", (m.Text("b "), m.Styled("strong", words("c")))),
            ),
        )
    ]
    assert levels("R\\&D 5\\%") == [("", words("R&D 5%"))]
    assert levels("costs $5") == [("", words("costs $5"))]


@pytest.mark.parametrize(
    ("page", "relation", "style", "see"),
    [
        ("|see{other}", "see", "", words("other")),
        ("|seealso {other}", "see also", "", words("other")),
        ("|see{$x$}", "see", "", (m.Math("x", HERE),)),
        ("|(", "range start", "", ()),
        ("|)", "range end", "", ()),
        ("|(textbf", "range start", "strong", ()),
        ("|textbf", "page", "strong", ()),
        ("|\\textit", "page", "emph", ()),
        ("|", "page", "", ()),
    ],
)
def test_what_is_said_of_the_page(
    page: str, relation: str, style: str, see: tuple[m.Inline, ...]
) -> None:
    mark, said = read("a!b" + page)
    assert said == []
    assert (mark.relation, mark.style, mark.see) == (relation, style, see)
    assert mark.levels == (("", words("a")), ("", words("b")))


@pytest.mark.parametrize("page", ["|foo", "|see", "|see{}", "|textbf{x}", "|a|b"])
def test_a_page_that_an_index_does_not_know(page: str) -> None:
    mark, said = read("a" + page)
    assert (mark.levels, mark.relation) == ((("", words("a")),), "page")
    assert said == [f"{page} says nothing of a page that an index knows"]


def test_a_level_too_many_joins_the_last() -> None:
    mark, said = read("a!b!c!d@e")
    assert mark.levels[2] == ("", (m.Text("c"), m.Text(", "), m.Text("e")))
    assert said == ["an index has 3 levels, and this term 4"]


@pytest.mark.parametrize("body", ["!a", "a!", "a!!", " !a"])
def test_an_empty_level_is_passed_over(body: str) -> None:
    mark, said = read(body)
    assert mark.levels == (("", words("a")),)
    assert len(said) == 1


@pytest.mark.parametrize("body", ["", " ", "!", "|see{x}"])
def test_no_term_is_nothing(body: str) -> None:
    said = Diagnostics()
    assert index_mark(body, HERE, said) == m.Text("")
    assert [item.code for item in said] == ["index-syntax"]


@given(st.text(alphabet='ab!@|"$\\(){} *'))
def test_any_text_is_a_mark_or_nothing(body: str) -> None:
    mark = index_mark(body, HERE, Diagnostics())
    if isinstance(mark, m.IndexMark):
        assert 1 <= len(mark.levels) <= 3
        assert all(text for _, text in mark.levels)
        assert bool(mark.see) == (mark.relation in {"see", "see also"})
    else:
        assert mark == m.Text("")
