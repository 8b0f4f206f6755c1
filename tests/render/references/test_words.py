from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from scidraft_tex.languages import find_language, language_tags
from scidraft_tex.render.references.words import words_for

TABLE = tomllib.loads((files("scidraft_tex") / "data" / "references.toml").read_text("utf-8"))
ENGLISH = TABLE["en"]


@pytest.mark.parametrize("tag", TABLE)
def test_a_language_has_words_of_the_table_with_their_places(tag: str) -> None:
    assert tag in language_tags()
    assert set(TABLE[tag]) <= set(ENGLISH)
    for key, word in TABLE[tag].items():
        assert word.strip()
        assert word.count("#") == ENGLISH[key].count("#"), key


@pytest.mark.parametrize("tag", [tag for tag in TABLE if "-" not in tag])
def test_a_language_has_all_but_what_only_english_lists_say(tag: str) -> None:
    same = {"in", "candthesis", "patentus", "patenteu", "patentde", "patentfr", "patentuk"}
    assert set(ENGLISH) - set(TABLE[tag]) <= same


def test_a_region_has_what_differs_from_its_language() -> None:
    assert words_for(find_language("pt-BR")).around("visited") == ("acesso em ", "")
    assert words_for(find_language("pt-BR")).word("and") == "e"
    assert words_for(find_language("ja")).word("and") == "and"


@pytest.mark.parametrize(
    ("tag", "date", "shown"),
    [
        ("en", "2024-05-24", "May 24, 2024"),
        ("en", "2024-05", "May 2024"),
        ("en", "2024-23", "2024"),
        ("en", "2024", "2024"),
        ("en", "2024-05-24~", "May 24, 2024"),
        ("en", "2024-05-01/2024-05-03", "May 1--3, 2024"),
        ("en", "2024-05-01/2024-05-01", "May 1, 2024"),
        ("en", "2024-05-01/..", "May 1, 2024"),
        ("de", "2024-05-24", "24. Mai 2024"),
        ("fr", "2024-05", "mai 2024"),
    ],
)
def test_dates(tag: str, date: str, shown: str) -> None:
    assert words_for(find_language(tag)).date(date) == shown


@pytest.mark.parametrize(
    ("tag", "number", "shown"),
    [
        ("en", "1", "1st"), ("en", "2", "2nd"), ("en", "3", "3rd"), ("en", "4", "4th"),
        ("en", "12", "12th"), ("en", "21", "21st"), ("en", "111", "111th"), ("de", "2", "2."),
        ("sv", "2", "2:a"),
    ],
)  # fmt: skip
def test_ordinals(tag: str, number: str, shown: str) -> None:
    assert words_for(find_language(tag)).ordinal(number) == shown


def test_languages() -> None:
    german = words_for(find_language("de-at"))
    assert german.language("french") == "Französisch"
    assert german.language("Klingonish") == "Klingonish"
    assert german.is_own("german")
    assert not german.is_own("french")
