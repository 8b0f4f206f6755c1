from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.load.permalinks import PageFacts, expand, urlised

PAGE = PageFacts(
    sections=("notes", "chains", "finite"),
    name="Paper One",
    title="A Title",
    day="2026-03-09",
    section_names=("All Notes", "Chains", "Finite ones"),
)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/:sections[0]/", "/notes/"),
        ("/:sections[1]/", "/chains/"),
        ("/:sections[last]/", "/finite/"),
        ("/:sections[:1]/", "/notes/"),
        ("/:sections[1:]/", "/chains/finite/"),
        ("/:sections[:last]/", "/notes/chains/"),
        ("/:sections[9]/", "//"),
        ("/:sectionslug/", "/All-Notes/"),
        ("/:sectionslugs[last]/", "/Finite-ones/"),
        ("/:filename/", "/Paper-One/"),
        ("/:slug/", "/A-Title/"),
        ("/:1/:2/:06/:Jan/:January/:Mon/:Monday/:002/", "/3/9/26/Mar/March/Mon/Monday/068/"),
        ("/:weekday/:day/:month/", "/1/09/03/"),
        ("/a\\:b/:nothing/", "/a:b/:nothing/"),
        ("/fixed/", "/fixed/"),
    ],
)
def test_tokens(pattern: str, path: str) -> None:
    assert expand(pattern, PAGE, urlised) == path


def test_a_page_in_no_section() -> None:
    assert expand(":section:sections:sectionslug:sectionslugs.", PageFacts(), urlised) == "."


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("A  b", "A-b"),
        ("a - b", "a-b"),
        (" a ", "a"),
        ("Größe & Maß", "Größe-Maß"),
        ("C#/C++ ~x_y.z@w", "C#/C++-~x_y.z@w"),
        ("100%", "100"),
        ("a%20b", "a%20b"),
        ("e\u0301", "e\u0301"),
        ("what? (no)", "what-no"),
    ],
)
def test_what_stands_in_a_path(text: str, path: str) -> None:
    assert urlised(text) == path


def test_accents_go_where_asked() -> None:
    assert urlised("Größe", accents=False) == "Große"


@given(st.text(max_size=40))
def test_a_path_is_its_own_path(text: str) -> None:
    path = urlised(text)
    assert urlised(path) == path
    assert not any(char.isspace() for char in path)
