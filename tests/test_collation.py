from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.collation import article, index_key, letter_heading, sort_key


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


ORDERS = {
    "en": ["angst", "Ångström", "azure", "zebra"],
    "de": ["Apfel", "Äpfelchen", "Arm", "Straße", "Strauss", "Zorn"],
    "sv": ["apa", "zon", "zzz", "Ångström", "Ægir", "ärlig", "öga", "ørn"],
    "da": ["apa", "zon", "Ægir", "ärlig", "öga", "ørn", "Ångström"],
    "nb-NO": ["zon", "Ægir", "ørn", "Å"],
    "no": ["zon", "æ", "ø", "å"],
    "fi": ["zon", "å", "ä", "ö"],
    "es": ["nada", "nzz", "ñandú", "oso"],
    "cs": ["cyklus", "čas", "hra", "hý", "chvála", "ivan", "rok", "řada", "žena"],
    "pl": ["azot", "ą", "bok", "lzz", "łódź", "mir", "zoo", "źródło", "żaba"],
    "sk": ["azot", "äno", "hra", "chata", "ozón", "ôsmy"],
    "ru": ["ёлка", "ель", "игра", "июль", "йод", "кот"],
}


@pytest.mark.parametrize("language", ORDERS)
def test_each_language_has_its_order(language: str) -> None:
    words = ORDERS[language]
    keys = [sort_key(word, language) for word in words]
    assert sorted(keys) == keys
    assert sorted(map(index_key, keys)) == [index_key(key) for key in keys]
    assert len(set(keys)) == len(keys)


def test_letters_composed_and_not_are_one() -> None:
    assert sort_key("A\u030angstro\u0308m", "sv") == sort_key("Ångström", "sv")


def test_other_scripts_follow_every_letter() -> None:
    keys = [index_key(sort_key(word, "sv")) for word in ("ööö", "теорема", "証明")]
    assert sorted(keys) == keys


@pytest.mark.parametrize(
    ("text", "language", "letter"),
    [
        ("zebra", "sv", None),
        ("Ångström", "sv", "Å"),
        ("Ångström", "en", None),
        ("ñandú", "es", "Ñ"),
        ("Chvála", "cs", "Ch"),
        ("hra", "cs", None),
        ("год", "ru", "Г"),
        ("йод", "ru", "Й"),
        ("λόγος", "el", "Λ"),
        ("証明", "ja", ""),
        ("5 lemma", "en", None),
        ("***", "en", None),
        ("", "en", None),
    ],
)
def test_the_letter_of_a_group(text: str, language: str, letter: str | None) -> None:
    assert letter_heading(sort_key(text, language)) == letter


@given(st.text(), st.sampled_from(sorted(ORDERS)))
def test_a_key_of_any_language_is_ascii_in_an_index(text: str, language: str) -> None:
    assert index_key(sort_key(text, language)).isascii()
