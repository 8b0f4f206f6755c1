"""What is wrong with a `book.yaml`, at which line and column, and what is done about it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.book_settings import settings_from
from scidraft_tex.book_yaml import read_book_yaml
from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.handout_yaml import handout_settings
from scidraft_tex.schemas import Problem, Schema, problems_of
from scidraft_tex.settings import Settings


def read(text: str) -> tuple[dict[str, Any], list[Diagnostic]]:
    data, found = read_book_yaml(text, "book.yaml")
    return data, list(found)


def only(text: str) -> tuple[dict[str, Any], Diagnostic]:
    data, found = read(text)
    assert len(found) == 1, found
    return data, found[0]


@pytest.mark.parametrize(
    ("text", "place", "code", "message", "hint"),
    [
        (
            "title: A\nnumberng: none\n",
            "2:1",
            "settings-unknown-key",
            "the key `numberng` is not known",
            "did you mean `numbering`?",
        ),
        (
            "toc-depth: 2\n",
            "1:1",
            "settings-unknown-key",
            "the key `toc-depth` is not known",
            "did you mean `toc_depth`?",
        ),
        (
            "diagnostics:\n  tex_overfull: off\n",
            "2:3",
            "settings-unknown-key",
            "no diagnostic has the code `tex_overfull`",
            "did you mean `tex-overfull`?",
        ),
        (
            "diagnostics: {tex-overfull: of}\n",
            "1:29",
            "settings-value",
            "`diagnostics.tex-overfull` is one of `error`, `warning`, `note`, `off`, not `of`",
            "did you mean `off`?",
        ),
        (
            "diagnostics: {tool-missing: note}\n",
            "1:29",
            "settings-value",
            "`tool-missing` is always told: its level is fixed",
            "take it out",
        ),
        (
            "parts:\n  - chapters:\n      - {title: A, tags: B}\n",
            "3:20",
            "settings-unknown-key",
            "the key `parts.chapters.tags` is not known",
            "did you mean `tag`?",
        ),
        (
            "tables:\n  colour: red\n",
            "2:3",
            "settings-unknown-key",
            "the key `tables.colour` is not known",
            "the keys here are `default`",
        ),
        (
            "\nprofile: prnt\n",
            "2:10",
            "settings-value",
            "`profile` is one of `screen`, `print`, not `prnt`",
            "did you mean `print`?",
        ),
        (
            "licence: 4\n",
            "1:10",
            "settings-value",
            "`licence` wants text, not a number",
            "put it between quotation marks",
        ),
        (
            "symbols: maybe\n",
            "1:10",
            "settings-value",
            "`symbols` wants true or false, not text",
            "",
        ),
        (
            "trust: note\n",
            "1:8",
            "settings-value",
            "`trust` is one of `authors`, `notes`, not `note`",
            "did you mean `notes`?",
        ),
        ("toc_depth: -1\n", "1:12", "settings-value", "`toc_depth` is at least 0, not -1", ""),
        (
            "page_multiple: 99\n",
            "1:16",
            "settings-value",
            "`page_multiple` is at most 64, not 99",
            "",
        ),
        (
            "margins:\n  top: 3 apples\n",
            "2:8",
            "settings-value",
            "`margins.top` wants a length such as `25mm`, not `3 apples`",
            "",
        ),
        (
            "fonts: {main: 'A}\\input{x'}\n",
            "1:15",
            "settings-value",
            "`fonts.main` wants a font family's name, not `A}\\input{x`",
            "",
        ),
        (
            "kinds:\n  - Fact\n  - {style: plain}\n",
            "3:5",
            "settings-value",
            "an item of `kinds` lacks `name`",
            "",
        ),
        (
            "kinds: [Fact 1]\n",
            "1:9",
            "settings-value",
            "`kinds` wants a name of letters, spaces and hyphens, not `Fact 1`",
            "",
        ),
        ("site: ''\n", "1:7", "settings-value", "`site` is empty", ""),
        (
            "- a\n- b\n",
            "1:1",
            "settings-value",
            "the file is not a table of keys",
            "write `key: value` lines",
        ),
        (
            "title: A\ntitle: B\n",
            "2:1",
            "settings-syntax",
            "the key `title` stands at line 1 already",
            "keep one of them",
        ),
    ],
)
def test_what_is_said(text: str, place: str, code: str, message: str, hint: str) -> None:
    _, found = only(text)
    assert (str(found.place), found.code) == (f"book.yaml:{place}", code)
    assert (found.message, found.hint) == (message, hint)


def test_yaml_errors_come_with_their_place() -> None:
    data, found = only("title: A\nauthors: [B\nlanguage: en\n")
    assert data == {}
    assert found.code == "settings-syntax"
    assert str(found.place) == "book.yaml:3:9"


def test_what_is_wrong_is_taken_out_and_what_is_around_it_stays() -> None:
    text = "parts:\n  - title: A\n    chapters: [7, {title: B, glob: 3}]\nkinds: [Fact, 'a$b']\n"
    data, found = read(text)
    assert data == {"parts": [{"title": "A", "chapters": [{"title": "B"}]}], "kinds": ["Fact"]}
    assert [str(item.place) for item in found] == [
        "book.yaml:3:16",
        "book.yaml:3:36",
        "book.yaml:4:15",
    ]


def test_several_are_told_in_the_order_of_their_lines() -> None:
    _, found = read("zebra: 1\nengine: x\nalpha: 2\n")
    assert [item.place.line for item in found if item.place] == [1, 2, 3]


def test_the_last_of_a_repeated_key_counts() -> None:
    data, _ = only("title: A\ntitle: B\n")
    assert data == {"title": "B"}


def test_texts_are_trimmed_so_that_patterns_hold_to_their_ends() -> None:
    data, found = read("margins:\n  top: |\n    25mm\n")
    assert (data, found) == ({"margins": {"top": "25mm"}}, [])


def test_aliases_that_grow_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    data, found = only("\n".join(lines))
    assert data == {}
    assert (found.code, found.message) == (
        "settings-syntax",
        "the document holds more than 20000 values",
    )


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_KEYS = st.sampled_from(
    ["title", "parts", "chapters", "kinds", "name", "fonts", "lists", "results"]
)
_TREES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(_TREES)
def test_any_tree_gives_settings_or_diagnostics(tree: object) -> None:
    import yaml  # noqa: PLC0415  # writes the tree down as YAML

    data, _ = read(yaml.safe_dump(tree, allow_unicode=True))
    assert isinstance(settings_from(data), Settings)


@given(st.text(max_size=60))
def test_any_text_gives_settings_or_diagnostics(text: str) -> None:
    data, _ = read(text)
    assert isinstance(settings_from(data), Settings)


# --- kinds that have a list ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "word", "hint"),
    [
        ("lists: {results: [Theorem, Defintion]}\n", "1:28", "Defintion", "`Definition`?"),
        ("lists:\n  results:\n    - theorem\n", "3:7", "theorem", "`Theorem`?"),
        ("lists: {results: [Xyzzy]}\n", "1:19", "Xyzzy", "name one of `kinds`"),
        ("kinds: [Fact]\nlists: {results: [Fat]}\n", "2:19", "Fat", "`Fact`?"),
        ("language: en\nlists: {results: [Satz]}\n", "2:19", "Satz", ""),
    ],
)
def test_a_kind_that_is_none_has_no_list(text: str, place: str, word: str, hint: str) -> None:
    data, said = only(text)
    assert said.code == "settings-value"
    assert str(said.place) == f"book.yaml:{place}"
    assert said.message == f"`lists.results` names no kind of result: `{word}`"
    assert hint in said.hint
    assert word not in data["lists"]["results"]


@pytest.mark.parametrize(
    "text",
    [
        "lists: {results: [Theorem, Remark, Proof]}\n",
        "lists: {results: true}\n",
        "language: de\nlists: {results: [Satz, Theorem]}\n",
        "lists: {results: [Satz, Théorème]}\n",
        "kinds: [Fact, {name: Heuristic}]\nlists: {results: [Fact, Heuristic]}\n",
    ],
)
def test_kinds_that_have_a_list(text: str) -> None:
    assert read(text)[1] == []


def test_a_valid_text_is_known_again(monkeypatch: pytest.MonkeyPatch) -> None:
    validated: list[object] = []

    def told(value: object, schema: Schema) -> list[Problem]:
        validated.append(value)
        return problems_of(value, schema)

    monkeypatch.setattr("scidraft_tex.checked_yaml.problems_of", told)
    text = "title: Known by its text alone\n"
    first = read(text)
    assert read(text) == first
    assert len(validated) == 1
    handout_settings(text, "handout.yaml")
    assert len(validated) == 2


def test_a_text_with_faults_is_told_each_time() -> None:
    text = "title: Faulty\npaper: a17\n"
    first = read(text)
    assert [item.code for item in first[1]] == ["settings-value"]
    assert read(text) == first
