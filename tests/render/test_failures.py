from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.render.failures import (
    LONGEST,
    counted,
    failure_box,
    has_failures,
    inline_failure,
)
from scidraft_tex.render.measure import Page

PAGE = Page(text_width=200.0, text_height=600.0)
AT = Place("note.md", 7)


def lines(box: str) -> list[str]:
    return [line[13:-1] for line in box.split("\n") if line.startswith("\\failureline{")]


def test_a_box_shows_its_message_over_its_source() -> None:
    found = failure_box("cannot be read_", "\\a\n\\end{scidraftfailure}", AT, PAGE)
    assert found.startswith("\\begin{scidraftfailure}{note.md:7:1: cannot be read\\_}\n")
    assert lines(found) == [
        "\\textbackslash{}a",
        "\\textbackslash{}end\\{scidraftfailure\\}",
    ]
    assert found.endswith("\n\\end{scidraftfailure}")


def test_lines_that_are_too_long_are_broken_at_spaces_and_stay_indented() -> None:
    found = lines(failure_box("wrong", "    " + "word " * 20, AT, PAGE))
    assert len(found) > 1
    assert all(line.startswith("\\ \\ \\ \\ ") for line in found)
    assert "".join(found).count("word") == 20


def test_a_word_that_no_space_ends_is_broken_where_it_must() -> None:
    found = lines(failure_box("wrong", "x" * 300, AT, PAGE))
    assert sum(line.count("x") for line in found) == 300
    assert max(map(len, found)) <= PAGE.code_columns


def test_a_long_source_says_how_much_of_it_is_left_out() -> None:
    found = lines(failure_box("wrong", "line\n" * (LONGEST + 9), AT, PAGE))
    assert len(found) == LONGEST + 1
    assert "9" in found[-1]


def test_within_a_line_a_source_may_break() -> None:
    assert inline_failure("a +\n  \\frac{1") == "\\badformula{a\\ +\\ \\textbackslash{}frac\\{1}"
    assert inline_failure("x" * 40).count("\\failurebreak{}") == 2
    assert len(inline_failure("word " * 500)) < 500


def test_symbols_of_mathematics_are_set_as_such() -> None:
    assert "\\ensuremath{\\alpha}" in inline_failure("α")
    assert "é" in inline_failure("é")


@pytest.mark.parametrize(
    ("number", "latex"),
    [
        (m.Number("equation", ("a", "b")), "{\\refstepcounter{equation}\\label{a}\\label{b}}"),
        (m.Number("footnote"), "\\stepcounter{footnote}"),
        (m.Number("result", ("t",), name="lemma"), "{\\failurecount{lemma}{result}\\label{t}}"),
        (m.Number("heading", ("h",), level=3), "\\failureheading{level 3}\\label{h}"),
        (m.Number("", ("p",)), "{\\phantomsection\\label{p}}"),
        (m.Number("", ("p",), name="*"), "{\\failureref{*}\\label{p}}"),
        (m.Number(""), ""),
    ],
)
def test_what_is_boxed_still_counts(number: m.Number, latex: str) -> None:
    assert counted((number,), lambda level: f"level {level}") == latex


def test_whether_a_document_has_boxes() -> None:
    assert has_failures({"a.tex": "x", "b.tex": inline_failure("y")})
    assert has_failures({"a.tex": failure_box("wrong", "y", AT, PAGE)})
    assert not has_failures({"preamble.tex": "\\newcommand*\\badformula[1]{#1}"})


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=400))
def test_whatever_the_source_braces_pair(source: str) -> None:
    box = failure_box("wrong", source, AT, PAGE)
    for text in (inline_failure(source), *box.split("\n")[1:-1]):
        bare = re.sub(r"\\[\\{}]", "", text)
        assert bare.count("{") == bare.count("}")
        assert "\n" not in text
