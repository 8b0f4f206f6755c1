"""Selectors of notes, from text to conditions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.selectors import SelectorError, read_selector


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("tag=Mixing", [("tag", "Mixing")]),
        (" Tag = random walks ", [("tag", "random walks")]),
        ("set=results,category=Theorems", [("set", "results"), ("category", "Theorems")]),
        ("set=results , category=Theorems", [("set", "results"), ("category", "Theorems")]),
        ("category=Laws, rules", [("category", "Laws, rules")]),
        ("category=Laws, rules,tag=a", [("category", "Laws, rules"), ("tag", "a")]),
        ("tag=a,tag=b", [("tag", "a"), ("tag", "b")]),
        ("tag=x=y", [("tag", "x=y")]),
        ("notes/week-3/*.md", [("path", "notes/week-3/*.md")]),
        ("path=notes/a=b.md", [("path", "notes/a=b.md")]),
        ("notes/a,b.md", [("path", "notes/a,b.md")]),
        ("notes/*,tag=Mixing", [("path", "notes/*"), ("tag", "Mixing")]),
    ],
)
def test_a_selector_is(text: str, conditions: list[tuple[str, str]]) -> None:
    selector = read_selector(text)
    assert [(one.field, one.value) for one in selector.conditions] == conditions
    assert selector.text == text


def test_values_are_those_of_one_field() -> None:
    selector = read_selector("tag=a,set=s,tag=b")
    assert selector.values("tag") == ("a", "b")
    assert selector.values("set") == ("s",)
    assert selector.values("path") == ()


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("tags=Mixing", "notes are not selected by `tags`", "did you mean `tag=`?"),
        ("categroy=A", "notes are not selected by `categroy`", "did you mean `category=`?"),
        (
            "colour=red",
            "notes are not selected by `colour`",
            "write tag=, set=, category= or path=",
        ),
        ("tag=", "a selector has nothing after `tag=`", "write tag=Mixing, set=results or a path"),
        ("set=a,tag= ", "a selector has nothing after `tag=`", ""),
        ("  ", "a selector is empty", "write tag=Mixing, set=results or a path"),
    ],
)
def test_no_selector_is(text: str, message: str, hint: str) -> None:
    with pytest.raises(SelectorError) as caught:
        read_selector(text)
    assert caught.value.message == message
    assert hint in caught.value.hint


_WORDS = st.text(st.characters(exclude_characters="=,", codec="utf-8"), min_size=1).filter(
    str.strip
)


@given(st.lists(st.tuples(st.sampled_from(["tag", "set", "category", "path"]), _WORDS), min_size=1))
def test_conditions_that_are_joined_are_read_apart(pairs: list[tuple[str, str]]) -> None:
    text = ",".join(f"{field}={value}" for field, value in pairs)
    expected = tuple((field, value.strip()) for field, value in pairs)
    read = read_selector(text).conditions
    assert tuple((one.field, one.value) for one in read) == expected


@given(st.text(max_size=40))
def test_any_text_is_a_selector_or_an_error(text: str) -> None:
    try:
        conditions = read_selector(text).conditions
    except SelectorError as error:
        message = error.message
    else:
        assert conditions
        assert all(one.value.strip() for one in conditions)
        return
    assert message
