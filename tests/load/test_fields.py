"""Values as the types wanted, and a warning at the key's place for those that are not."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostics, Severity
from scidraft_tex.load.fields import Fields, as_moment, clean_email, clean_orcid
from scidraft_tex.model import Author


def fields(text: str = "", **values: object) -> Fields:
    return Fields(values, "notes/a.md", text, Diagnostics(), first_line=2)


@pytest.mark.parametrize(
    ("value", "text"),
    [("a ", "a"), (3, "3"), (1.5, "1.5"), (dt.date(2026, 9, 1), "2026-09-01"), (None, "")],
)
def test_text(value: object, text: str) -> None:
    read = fields(title=value)
    assert read.string("Title") == text
    assert len(read.found) == 0


def test_the_first_key_with_text_counts() -> None:
    read = fields(summary=" ", description="b")
    assert read.string("summary", "description") == "b"


@pytest.mark.parametrize("value", [True, ["a"], {"a": 1}])
def test_what_is_no_text_is_a_warning(value: object) -> None:
    read = fields("date = 1\nTitle = ?\n", title=value)
    assert read.string("title") == ""
    (said,) = read.found
    assert (said.code, said.severity) == ("front-matter-value", Severity.WARNING)
    assert str(said.place) == "notes/a.md:3:9"
    assert said.message.startswith("`title` wants text, not ")


@pytest.mark.parametrize(
    ("value", "texts", "warned"),
    [
        ("a, b", ("a, b",), False),
        (["a", 2, " ", "b "], ("a", "2", "b"), False),
        (None, (), False),
        (["a", ["b"]], ("a",), True),
        (True, (), True),
    ],
)
def test_texts(value: object, texts: tuple[str, ...], *, warned: bool) -> None:
    read = fields(tags=value)
    assert read.strings("tags") == texts
    assert bool(len(read.found)) is warned


def test_texts_between_commas() -> None:
    assert fields(keywords="a, b c,").strings("keywords", separator=",") == ("a", "b c")


@pytest.mark.parametrize(
    ("value", "flag", "warned"),
    [
        (True, True, False),
        ("True", True, False),
        ("false", False, False),
        (None, False, False),
        ("yes", False, True),
        (1, False, True),
    ],
)
def test_flags(value: object, *, flag: bool, warned: bool) -> None:
    read = fields(draft=value)
    assert read.flag("draft") is flag
    assert bool(len(read.found)) is warned


@pytest.mark.parametrize(
    ("value", "number", "warned"),
    [
        (-3, -3, False),
        (2.0, 2, False),
        ("7", 7, False),
        (None, 0, False),
        (2.5, 0, True),
        (True, 0, True),
        ("many", 0, True),
        (float("inf"), 0, True),
    ],
)
def test_whole_numbers(value: object, number: int, *, warned: bool) -> None:
    read = fields(weight=value)
    assert read.whole("weight") == number
    assert bool(len(read.found)) is warned


@pytest.mark.parametrize(
    ("value", "day", "moment"),
    [
        (dt.date(2026, 9, 21), "2026-09-21", "2026-09-21T00:00:00+00:00"),
        ("2026-09-21", "2026-09-21", "2026-09-21T00:00:00+00:00"),
        ("2026-09-21T01:30:00+09:00", "2026-09-21", "2026-09-20T16:30:00+00:00"),
        ("2026-09-21T01:30:00Z", "2026-09-21", "2026-09-21T01:30:00+00:00"),
        ("2026-09-21 01:30:00 +0900", "2026-09-21", "2026-09-20T16:30:00+00:00"),
        ("21 Sep 2026", "2026-09-21", "2026-09-21T00:00:00+00:00"),
        ("September 21, 2026", "2026-09-21", "2026-09-21T00:00:00+00:00"),
        ("Mon, 21 Sep 2026 01:30:00 GMT", "2026-09-21", "2026-09-21T01:30:00+00:00"),
        ("0001-01-01T00:00:00+09:00", "0001-01-01", "0001-01-01T00:00:00+00:00"),
    ],
)
def test_dates(value: object, day: str, moment: str) -> None:
    read = fields(date=value)
    assert read.day("date") == day
    found = read.moment("date")
    assert found is not None
    assert found.isoformat() == moment
    assert len(read.found) == 0


@pytest.mark.parametrize("value", ["soon", "2026-13-01", 2026, True, ["2026-09-21"], "2026-09"])
def test_what_is_no_date_is_a_warning(value: object) -> None:
    read = fields(date=value)
    assert read.day("date") == ""
    assert [item.code for item in read.found] == ["front-matter-value"]


@given(st.text(max_size=30) | st.datetimes(timezones=st.none() | st.timezones()) | st.dates())
def test_moments_can_be_compared(value: object) -> None:
    moment = as_moment(value)
    assert moment is None or moment.utcoffset() == dt.timedelta(0)


@pytest.mark.parametrize(
    ("value", "authors"),
    [
        ("Ada Lovelace", (Author("Ada Lovelace"),)),
        (["Ada", "Emmy"], (Author("Ada"), Author("Emmy"))),
        ({"name": "Ada", "email": "a@example.org"}, (Author("Ada", email="a@example.org"),)),
        (
            [
                {
                    "Name": "Ada",
                    "Affiliation": ["London", "Turin"],
                    "ORCID": "https://orcid.org/0000-0002-1825-0097",
                }
            ],
            (Author("Ada", "London; Turin", orcid="0000-0002-1825-0097"),),
        ),
        (
            [{"name": "Ada", "institute": "London"}, "Emmy"],
            (Author("Ada", "London"), Author("Emmy")),
        ),
        (None, ()),
        ("", ()),
    ],
)
def test_authors(value: object, authors: tuple[Author, ...]) -> None:
    read = fields(author=value)
    assert read.authors("authors", "author") == authors
    assert len(read.found) == 0


def test_an_author_without_a_name_is_a_warning_and_the_others_stay() -> None:
    read = fields("[[author]]\nemail = 'x'\n", author=[{"email": "x"}, "Emmy"])
    assert read.authors("author") == (Author("Emmy"),)
    (said,) = read.found
    assert str(said.place) == "notes/a.md:2:3"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = 1\n  weight = 'x'\n", "3:3"),
        ('"Weight" = 2\n', "2:2"),
        ("a: 1\nweight: x\n", "3:1"),
        ('{"a": 1, "weight": "x"}', "2:11"),
        ("params.weight = 1\n", "2:8"),
        ("pounds = 'weight'\n", "2"),
    ],
)
def test_the_place_of_a_key(text: str, place: str) -> None:
    expected = f"notes/a.md:{place}" if ":" in place else f"notes/a.md:{place}:1"
    assert str(fields(text).place("weight")) == expected


# --- who an author is --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "orcid"),
    [
        ("0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("https://orcid.org/0000-0002-1694-233X", "0000-0002-1694-233X"),
        ("http://www.orcid.org/0000-0002-1694-233x/", "0000-0002-1694-233X"),
        ("ORCID: 0000-0001-5109-3700", "0000-0001-5109-3700"),
        ("0000000218250097", "0000-0002-1825-0097"),
        ("0000–0002–1825–0097", "0000-0002-1825-0097"),
        ("0000-0002-1825-0096", ""),
        ("0000-0002-1825-009X", ""),
        ("0000-0002-1825", ""),
        ("", ""),
    ],
)
def test_orcid_ids(written: str, orcid: str) -> None:
    assert clean_orcid(written) == orcid


@given(st.integers(0, 10**15 - 1), st.integers(0, 14), st.integers(1, 9))
def test_a_wrong_digit_never_passes(number: int, position: int, by: int) -> None:
    digits = f"{number:015d}"
    (valid,) = [c for c in "0123456789X" if clean_orcid(digits + c)]
    other = str((int(digits[position]) + by) % 10)
    assert not clean_orcid(digits[:position] + other + digits[position + 1 :] + valid)


@pytest.mark.parametrize(
    ("written", "email"),
    [
        ("ada@example.org", "ada@example.org"),
        ("mailto:ada.l+x@mail.example.org", "ada.l+x@mail.example.org"),
        (" ada@example.org ", "ada@example.org"),
        ("ada@büro.example", "ada@büro.example"),
        ("ada at example.org", ""),
        ("ada@example", ""),
        ("a@b@example.org", ""),
        ("Ada <ada@example.org>", ""),
    ],
)
def test_email_addresses(written: str, email: str) -> None:
    assert clean_email(written) == email


def test_wrong_ones_are_told_at_their_lines() -> None:
    text = (
        '[[authors]]\nname = "Ada"\nemail = "ada"\norcid = "0000-0002-1825-0097"\n\n'
        '[[authors]]\nname = "Emmy"\norcid = "0000-0002-1825-0098"\n'
    )
    ada = {"name": "Ada", "email": "ada", "orcid": "0000-0002-1825-0097"}
    emmy = {"name": "Emmy", "orcid": "0000-0002-1825-0098"}
    read = fields(text, authors=[ada, emmy])
    assert read.authors("authors") == (
        Author("Ada", orcid="0000-0002-1825-0097"),
        Author("Emmy"),
    )
    assert [(item.code, str(item.place)) for item in read.found] == [
        ("front-matter-value", "notes/a.md:4:10"),
        ("front-matter-value", "notes/a.md:9:10"),
    ]
    assert "`email`" in read.found.items[0].message
    assert "0000-0002-1825-0098" in read.found.items[1].message


def test_a_text_is_split_at_any_of_the_separators() -> None:
    read = fields(msc="60J10, 05C81; 68Q25 ;")
    assert read.strings("msc", separator=",;") == ("60J10", "05C81", "68Q25")


@pytest.mark.parametrize(
    ("text", "column"),
    [("title = 7\n", 9), ('"title":[1]\n', 9), ("title:\n  - a\n", 1), ("title = # none\n", 1)],
)
def test_the_place_of_a_value(text: str, column: int) -> None:
    read = fields(text)
    assert read.value_place("title").column == column
