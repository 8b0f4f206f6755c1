from __future__ import annotations

import pytest

from scidraft_tex.read.slugs import github_slug, stringify


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Part two", "part-two"),
        ("1.2. Human Skills", "12-human-skills"),
        ("What’s new?", "whats-new"),
        ("a_b – c", "a_b--c"),
        ("Überblick", "überblick"),
        (r"The \(\sigma\)-algebra", "the-sigma-algebra"),
    ],
)
def test_slugs(text: str, slug: str) -> None:
    assert github_slug(text) == slug


def test_the_characters_of_inlines() -> None:
    nodes = [
        {"t": "Str", "c": "a"},
        {"t": "Space"},
        {"t": "Emph", "c": [{"t": "Str", "c": "b"}]},
        {"t": "Code", "c": [["", [], []], "c"]},
        {"t": "Note", "c": [{"t": "Para", "c": [{"t": "Str", "c": "d"}]}]},
    ]
    assert stringify(nodes) == "a bc"
