"""Keys of notes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.load.keys import LONGEST, key_of, unique_key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("mixing-times", "mixing-times"),
        ("Zürich_Ångström", "zurich-angstrom"),
        ("a__b  c", "a-b-c"),
        ("--x--", "x"),
        ("C++ & $x$ \\ {y}", "c-x-y"),
        ("量子", "note-14ed0de6"),
    ],
)
def test_keys(name: str, key: str) -> None:
    assert key_of(name) == key


def test_other_scripts_get_keys_of_their_own() -> None:
    assert key_of("量子") != key_of("量力")


@given(st.text())
def test_any_name_gives_a_key_that_files_and_labels_can_bear(name: str) -> None:
    key = key_of(name)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key)
    assert len(key) <= LONGEST
    assert key_of(key) == key


@given(st.lists(st.sampled_from(["a", "A", "a-2", "á", "b"]), max_size=12))
def test_no_two_are_alike(names: list[str]) -> None:
    taken: list[str] = []
    for name in names:
        taken.append(unique_key(name, taken))
    assert len(set(taken)) == len(names)


def test_a_number_is_the_first_that_is_free() -> None:
    assert unique_key("A", {"a", "a-2", "a-4"}) == "a-3"
