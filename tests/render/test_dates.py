from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.languages import language_tags
from scidraft_tex.render.dates import printed_date, year_of


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("en", "November 30, 2026"),
        ("en-GB", "30 November 2026"),
        ("de", "30. November 2026"),
        ("de_at", "30. November 2026"),
        ("pt-BR", "30 de novembro de 2026"),
        ("no", "30. november 2026"),
        ("ja", "2026年11月30日"),
        ("tlh", "November 30, 2026"),
        ("", "November 30, 2026"),
    ],
)
def test_a_day_in_the_books_language(language: str, printed: str) -> None:
    assert printed_date("2026-11-30", language) == printed


@pytest.mark.parametrize("text", ["", "May 2024", "2026", "2026-13-01", "30.11.2026"])
def test_what_is_no_day_prints_as_it_is(text: str) -> None:
    assert printed_date(text, "de") == text


@given(st.dates(min_value=dt.date(1000, 1, 1)), st.sampled_from(language_tags()))
def test_every_language_of_ours_has_its_dates(day: dt.date, language: str) -> None:
    printed = printed_date(day.isoformat(), language)
    assert printed != day.isoformat()
    assert str(day.day) in printed or not printed.isascii()


@pytest.mark.parametrize(
    ("date", "year"),
    [("2026-11-30", "2026"), ("May 2024", "2024"), ("12345", "12345"), ("MMXX", "MMXX"), ("", "")],
)
def test_the_year_of_the_copyright(date: str, year: str) -> None:
    assert year_of(date) == year
