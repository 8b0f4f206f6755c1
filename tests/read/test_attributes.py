from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.model import Attributes
from scidraft_tex.read.attributes import attribute_line, merge, parse_attributes, parse_info


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        ("#a", Attributes("a")),
        (".x .y", Attributes("", ("x", "y"))),
        ('#a .x key="a b" other=c', Attributes("a", ("x",), (("key", "a b"), ("other", "c")))),
        ('key="a \\"b\\""', Attributes(pairs=(("key", 'a "b"'),))),
        ("key='a'", Attributes(pairs=(("key", "a"),))),
        ('class="x y" id="b"', Attributes("b", ("x", "y"))),
        ("#sec:a_b", Attributes("sec:a_b")),
        ("key=", None),
        ("plain words", None),
        ("", None),
    ],
)
def test_lists(body: str, attributes: Attributes | None) -> None:
    assert parse_attributes(body) == attributes


@pytest.mark.parametrize(
    ("line", "found"),
    [("{.x}", True), ("  {#a .b}  ", True), ("> {.x}", True), ("{x}", False), ("a {.x}", False)],
)
def test_a_line_of_its_own(line: str, *, found: bool) -> None:
    assert (attribute_line(line) is not None) is found


@pytest.mark.parametrize(
    ("info", "language", "attributes"),
    [
        (" python", "python", Attributes()),
        ('python {title="x" #a}', "python", Attributes("a", (), (("title", "x"),))),
        ("{.python #a}", "python", Attributes("a")),
        ("python linenos", "python", Attributes()),
        ("python {broken", "python", Attributes()),
        ("", "", Attributes()),
    ],
)
def test_info_strings(info: str, language: str, attributes: Attributes) -> None:
    assert parse_info(info) == (language, attributes)


def test_the_second_list_wins() -> None:
    first = Attributes("a", ("x",), (("k", "1"), ("l", "2")))
    second = Attributes("b", ("x", "y"), (("k", "3"),))
    assert merge(first, second) == Attributes("b", ("x", "y"), (("l", "2"), ("k", "3")))
    assert merge(first, Attributes()) == first


@given(st.text())
def test_any_text_is_a_list_or_none(text: str) -> None:
    parse_attributes(text)
    parse_info(text)
    attribute_line(text)
