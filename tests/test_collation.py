from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.collation import article, index_key, sort_key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Chain Rule", "chain rule"),
        ("Łoś's theorem", "loss theorem"),
        ("Øre", "ore"),
        ("Æther", "aether"),
        ("Straße", "strasse"),
        ("Poincaré–Birkhoff", "poincare birkhoff"),
        ("k-means", "k means"),
        ("(A) “quoted”", "a quoted"),
        ("\\(\\sigma\\)-algebra", "sigma algebra"),
        ("σ-algebra", "sigma algebra"),
        ("α", "alpha"),
        ("Ω-notation", "omega notation"),
        ("  spaces  here ", "spaces here"),
        ("***", "***"),
        ("", ""),
    ],
)
def test_keys(text: str, key: str) -> None:
    assert sort_key(text) == key


def test_greek_words_keep_their_letters() -> None:
    assert sort_key("λόγος") == "λογοσ"


def test_the_order_of_an_index() -> None:
    titles = ["Zorn", "Łukasiewicz", "Lebesgue", "lemma", "Éléments", "Euler", "α-mixing", "Axiom"]
    assert sorted(titles, key=sort_key) == [
        "α-mixing",
        "Axiom",
        "Éléments",
        "Euler",
        "Lebesgue",
        "lemma",
        "Łukasiewicz",
        "Zorn",
    ]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("The chain rule", "en", "The"),
        ("An axiom", "en-GB", "An"),
        ("The", "en", ""),
        ("Theorem", "en", ""),
        ("A* search", "en", ""),
        ("Der Satz", "de", "Der"),
        ("The chain rule", "xx", ""),
    ],
)
def test_articles(text: str, language: str, found: str) -> None:
    assert article(text, language) == found


@given(st.text(), st.text())
def test_any_two_texts_have_an_order(a: str, b: str) -> None:
    first, second = sort_key(a), sort_key(b)
    assert (first < second) + (first > second) + (first == second) == 1


@given(st.text())
def test_a_key_is_empty_only_for_nothing_and_keeps_no_case(text: str) -> None:
    key = sort_key(text)
    assert bool(key) == bool(text)
    assert key == text or key == key.strip()


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll"], max_codepoint=0x24F)))
def test_case_makes_no_difference(text: str) -> None:
    if text.lower().upper() == text.upper() and text.lower().casefold() == text.casefold():
        assert sort_key(text.upper().lower()) == sort_key(text.lower())


@given(st.text(), st.text())
def test_the_key_of_an_index_is_ascii_and_keeps_apart(a: str, b: str) -> None:
    first, second = index_key(sort_key(a)), index_key(sort_key(b))
    assert first.isascii()
    assert (first == second) == (sort_key(a) == sort_key(b)) or "zz" in sort_key(a) + sort_key(b)


def test_the_keys_of_an_index_keep_the_order_of_letters() -> None:
    words = ["zoo", "вывод", "лемма", "теорема"]
    assert sorted(words, key=lambda word: index_key(sort_key(word))) == words
