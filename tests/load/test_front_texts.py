"""Texts of front matter as sources: their words, and the lines on which they stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.load import load_site
from scidraft_tex.load.front_texts import front_texts
from scidraft_tex.model import FrontMatter, NoteSource
from scidraft_tex.settings import Settings

WriteSite = Callable[[Mapping[str, str | bytes]], Path]


@pytest.fixture
def texts(write_site: WriteSite) -> Callable[[str], Mapping[str, NoteSource]]:
    """Return what takes a note and gives the texts of its front matter."""

    def make(note: str) -> Mapping[str, NoteSource]:
        site, found = load_site(write_site({"a.md": note}), Settings())
        assert list(found) == []
        return front_texts(site.notes[0])

    return make


Texts = Callable[[str], Mapping[str, NoteSource]]


def lines(source: NoteSource) -> list[tuple[int, str]]:
    """Return the lines of SOURCE that hold anything, with their numbers."""
    numbered = enumerate(source.text.split("\n"), start=1)
    return [(number, line) for number, line in numbered if line]


TOML = r'''
+++
title = "T"

abstract = """
One \\(x\\) and
two \\cite{a}.

$$
y
$$

Three "quoted".
"""
thanks = 'We thank \emph{all}.'
+++
'''


def test_toml(texts: Texts) -> None:
    found = texts(TOML.lstrip("\n"))
    assert list(found) == ["abstract", "acknowledgements"]
    assert lines(found["abstract"]) == [
        (5, r"One \(x\) and"),
        (6, r"two \cite{a}."),
        (8, "$$"),
        (9, "y"),
        (10, "$$"),
        (12, 'Three "quoted".'),
    ]
    assert found["abstract"].body_line == 5
    assert lines(found["acknowledgements"]) == [(14, r"We thank \emph{all}.")]


YAML = r"""
---
title: T
# remark
abstract: |
  One \(x\)
  two.

  Three.
acknowledgments: >-
  We thank
  all of
  them.

  And others.
funding:
  - A grant
  - funder: "The Foundation"
    award: [X 1, X 2]
---
"""


def test_yaml(texts: Texts) -> None:
    found = texts(YAML.lstrip("\n"))
    assert lines(found["abstract"]) == [(5, r"One \(x\)"), (6, "two."), (8, "Three.")]
    assert lines(found["acknowledgements"]) == [
        (10, "We thank"),
        (11, "all of"),
        (12, "them."),
        (13, "And others."),
    ]
    assert lines(found["funding"]) == [(16, "A grant."), (17, "The Foundation (X 1, X 2).")]


def test_a_folded_line_that_would_begin_a_list_is_not_broken(texts: Texts) -> None:
    found = texts("---\nabstract: >\n  One is\n  - two.\n---\n")
    assert lines(found["abstract"]) == [(3, "One is - two.")]


def test_json(texts: Texts) -> None:
    abstract = 'One \\(x\\) “a” "b".\n\nTwo/three.'
    front = json.dumps({"title": "T", "abstract": abstract}, indent=1)
    found = texts(front + "\n\nText.\n")
    assert lines(found["abstract"]) == [(3, 'One \\(x\\) “a” "b".'), (5, "Two/three.")]


def test_params_hold_texts_too(texts: Texts) -> None:
    found = texts('+++\ntitle = "T"\n[params]\nabstract = "A."\n+++\n')
    assert lines(found["abstract"]) == [(4, "A.")]


def test_a_backslash_at_the_end_of_a_line(texts: Texts) -> None:
    found = texts('+++\nabstract = """\\\n  One \\\n  two.\\\n  """\n+++\n')
    assert lines(found["abstract"]) == [(3, "One"), (4, "two.")]


def test_a_source_keeps_what_its_note_is(texts: Texts) -> None:
    found = texts(
        '+++\ntitle = "T"\nslug = "s"\nbibliography = "bib/x.bib"\nabstract = "A."\n+++\n'
    )
    source = found["abstract"]
    assert (source.path, source.key, source.front.title) == ("a.md", "s", "T")
    assert source.front.bibliography == "bib/x.bib"
    assert source.front.abstract == ""


def test_a_note_without_texts(texts: Texts) -> None:
    assert texts("Text.\n") == {}
    assert texts('+++\nabstract = " "\n+++\nText.\n') == {}


PARAGRAPHS = st.lists(st.text("ab \\'\"$é-", min_size=1).map(str.strip).filter(bool), min_size=1)


@given(PARAGRAPHS)
def test_no_word_is_lost_in_json(paragraphs: list[str]) -> None:
    text = "\n\n".join(paragraphs)
    front = FrontMatter("T", abstract=text)
    file = json.dumps({"title": "T", "abstract": text}) + "\n"
    source = front_texts(NoteSource("a.md", "a", "", front, file, 2, ""))["abstract"]
    assert source.text.split() == text.split()
    assert [p.split() for p in source.text.strip().split("\n\n") if p.strip()] == [
        p.split() for p in paragraphs
    ]
    assert source.text.split("\n")[source.body_line - 1].split() == paragraphs[0].split()


@given(PARAGRAPHS)
def test_toml_lines_stay_where_they_are(paragraphs: list[str]) -> None:
    paragraphs = [p.replace("'", "") for p in paragraphs if p.replace("'", "").strip()] or ["a"]
    text = "\n\n".join(p.strip() for p in paragraphs)
    file = f"+++\ntitle = 'T'\nabstract = '''\n{text}\n'''\n+++\n"
    front = FrontMatter("T", abstract=text)
    source = front_texts(NoteSource("a.md", "a", "", front, file, 8, ""))["abstract"]
    written = file.split("\n")
    for number, line in lines(source):
        assert written[number - 1] == line
