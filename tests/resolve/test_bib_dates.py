import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.resolve.bib_dates import When, iso_date, when


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ({"year": "2023"}, "2023"),
        ({"year": "2023", "month": "September"}, "2023-09"),
        ({"year": "2023", "month": "sep"}, "2023-09"),
        ({"year": "2023", "month": "Sept."}, "2023-09"),
        ({"year": "2023", "month": "9"}, "2023-09"),
        ({"year": "2023", "month": "24~May"}, "2023-05-24"),
        ({"year": "2023", "month": "May 24--26"}, "2023-05"),
        ({"year": "2023", "month": "9–10"}, "2023-09/2023-10"),
        ({"year": "2023", "month": "Sep/Oct"}, "2023-09/2023-10"),
        ({"year": "2023", "month": "Dec/Jan"}, "2023-12"),
        ({"year": "2023", "month": "Spring"}, "2023-21"),
        ({"year": "2023", "month": "May", "day": "7"}, "2023-05-07"),
        ({"year": "2023", "month": "Feb", "day": "31"}, "2023-02"),
        ({"year": "2023", "month": "nonsense"}, "2023"),
        ({"year": "2023/06"}, "2023-06"),
        ({"year": "2023/06/15", "month": "May"}, "2023-06-15"),
        ({"year": "{2023}"}, "2023"),
        ({"year": "2023/2024"}, "2023/2024"),
        ({"year": "2023--24"}, "2023/2024"),
        ({"year": "c. 1990"}, "1990"),
        ({"year": "©2014"}, "2014"),
        ({"year": "2014a"}, "2014"),
        ({"date": "2026-07-24", "year": "1999"}, "2026-07-24"),
        ({"date": "2026-02-31"}, "2026-02"),
        ({"date": "2020/.."}, "2020/.."),
        ({"date": "garbage", "year": "1999"}, "1999"),
        ({}, ""),
    ],
)
def test_dates(fields: dict[str, str], date: str) -> None:
    assert when(fields) == When(date)


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("to appear", When("", "forthcoming")),
        ("In press", When("", "inpress")),
        ("2024, to appear", When("2024", "forthcoming")),
        ("n.d.", When("", "n.d.")),
    ],
)
def test_years_that_are_none(year: str, expected: When) -> None:
    assert when({"year": year}) == expected


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2025-1-24", "2025-01-24"),
        ("May 24, 2024", "2024-05-24"),
        ("24 May 2024", "2024-05-24"),
        ("2024-05-24T10:00:00Z", "2024-05-24"),
        ("yesterday", ""),
    ],
)
def test_days(written: str, date: str) -> None:
    assert iso_date(written) == date


@given(*[st.text(alphabet="0123456789-/.~ aJanMyuSep{}\\–", max_size=14)] * 4)
def test_a_date_is_always_one_that_biber_reads(date: str, year: str, month: str, day: str) -> None:
    found = when({"date": date, "year": year, "month": month, "day": day}).date
    part = r"\d{4}(-(0[1-9]|1[0-2]|2[1-4])(-(0[1-9]|[12]\d|3[01]))?)?[~?]?"
    assert re.fullmatch(rf"|{part}(/({part}|\.\.)?)?", found)
