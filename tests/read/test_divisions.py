"""Divisions of `:::`: what is never closed is told, as pandoc reads it."""

from __future__ import annotations

import pytest

from scidraft_tex.read.mask import mask


def places(text: str) -> list[tuple[int, int]]:
    _, said = mask(text, "n.md")
    return [
        (item.place.line, item.place.column)
        for item in said
        if item.code == "division-unclosed" and item.place
    ]


@pytest.mark.parametrize(
    "text",
    [
        "::: {.lemma}\nText.\n:::\n",
        ":::note\nText.\n:::\n",
        '  ::: {.a name="of $x_{1}$"}\nText.\n  ::::\n',
        ":::: {.a}\n::: {.b}\nText.\n:::\n::::\n",
        "::: {.a}\n::: {.b}\nText.\n:::\n:::\n",
        "> ::: {.a}\n> Text.\n> :::\n",
        "- ::: {.a}\n  Text.\n\n  :::\n",
        "```\n::: {.a}\n```\n",
        "    ::: {.a}\n",
        "<!--\n::: {.a}\n-->\n",
        "$$\n::: {.a}\n$$\n",
        "::: two words\n",
        "Of :::, no division.\n",
    ],
)
def test_nothing_is_open(text: str) -> None:
    assert places(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Text.\n\n  ::: {.lemma}\nText.\n", [(3, 3)]),
        ("::: {.a}\n::: {.b}\nText.\n:::\n", [(1, 1)]),
        ("::: {.a}\n:::: {.b}\nText.\n:::\n", [(2, 1)]),
        (":::: {.a}\nText.\n:::\n", [(3, 1), (1, 1)]),
        ("Text.\n\n:::\n", [(3, 1)]),
        ("::: {.a}\nText.\n:::\n\n:::\n", [(5, 1)]),
        ("> ::: {.a}\n> Text.\n\nText.\n", [(1, 3)]),
    ],
)
def test_what_is_open_or_closes_nothing_is_told(text: str, expected: list[tuple[int, int]]) -> None:
    assert places(text) == expected


def test_the_messages_name_the_colons() -> None:
    _, said = mask(":::: {.a}\n:::\n", "n.md")
    assert [item.message for item in said] == [
        "::: ends no division",
        "the division that :::: begins is never closed",
    ]
