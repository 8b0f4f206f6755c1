from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.labels import label


@pytest.mark.parametrize(
    ("parts", "written"),
    [
        (("note", "a"), "note:a"),
        (("note", "eq:a_b"), "note:eq=3a=a=5f=b"),
        (("note", "a-b.c"), "note:a-b.c"),
        (("note", "é=%"), "note:=e9==3d==25="),
        (("note", "a b"), "note:a=20=b"),
        (("a", "", "b"), "a::b"),
    ],
)
def test_labels(parts: tuple[str, ...], written: str) -> None:
    assert label(*parts) == written


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_a_label_holds_nothing_that_means_anything_to_tex(parts: list[str]) -> None:
    assert re.fullmatch(r"[A-Za-z0-9.:=-]*", label(*parts))


PARTS = st.lists(st.text(alphabet="ab=:3af_-.é"), min_size=1, max_size=3)


@given(PARTS, PARTS)
def test_no_two_ids_meet(one: list[str], two: list[str]) -> None:
    assert (label(*one) == label(*two)) == (one == two)
