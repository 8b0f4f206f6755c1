"""Authors with their affiliations, addresses and ORCIDs; the days of a note."""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.languages import ENGLISH, find_language
from scidraft_tex.render.article.title import Affiliation, Credit, credits_of, dated, told_apart

ORCID = "0000-0002-1825-0097"


def test_one_affiliation_takes_no_number() -> None:
    authors = (m.Author("Ada & Co", "Here"), m.Author("Ben", "Here"))
    assert credits_of(authors) == (
        (Credit(r"Ada \& Co"), Credit("Ben")),
        (Affiliation("Here"),),
    )


def test_several_are_numbered_in_order() -> None:
    authors = (m.Author("A", "X"), m.Author("B", "Y"), m.Author("C", "X"))
    credit, places = credits_of(authors)
    assert [author.mark for author in credit] == ["[1]", "[2]", "[1]"]
    assert places == (Affiliation("X", "[1]"), Affiliation("Y", "[2]"))


def test_who_has_none_has_no_number_beside_one_who_has() -> None:
    credit, places = credits_of((m.Author("A"), m.Author("B", "Y")))
    assert [author.mark for author in credit] == ["[ ]", "[1]"]
    assert places == (Affiliation("Y", "[1]"),)
    assert credits_of((m.Author("A"),)) == ((Credit("A"),), ())


def test_more_authors_than_marks_are_reached_by_name() -> None:
    few, _ = credits_of([m.Author(f"A{n}", "", f"a{n}@x.org") for n in range(9)])
    assert told_apart(few) == (few, ())
    many, _ = credits_of([m.Author(f"A{n}", "", f"a{n}@x.org") for n in range(10)])
    authors, contacts = told_apart(many)
    assert [author.contact for author in authors] == [""] * 10
    assert contacts[9] == r"A9: \href{mailto:a9@x.org}{a9@x.org}"


@pytest.mark.parametrize("orcid", [ORCID, f"https://orcid.org/{ORCID}", f"orcid.org/{ORCID}/"])
def test_an_author_is_reached_by_links(orcid: str) -> None:
    (author,), _ = credits_of((m.Author("A", "", "a_b@x.org", orcid),))
    assert author.contact == (
        r"\href{mailto:a\_b@x.org}{a\_b@x.org}, "
        rf"ORCID \href{{https://orcid.org/{ORCID}}}{{{ORCID}}}"
    )


def test_what_is_no_orcid_is_left_out() -> None:
    (author,), _ = credits_of((m.Author("A", "", "", "0000-0002"),))
    assert author.contact == ""


@pytest.mark.parametrize(
    ("date", "lastmod", "printed"),
    [
        ("2024-03-12", "", "March 12, 2024"),
        ("2024-03-12", "2024-03-12", "March 12, 2024"),
        ("2024-03-12", "2024-05-03", "March 12, 2024; revised May 3, 2024"),
        ("2024-03-12", "2023-05-03", "March 12, 2024"),
        ("", "2024-05-03", "May 3, 2024"),
        ("", "", ""),
    ],
)
def test_the_date_is_the_note_s(date: str, lastmod: str, printed: str) -> None:
    front = m.FrontMatter("", date=date, lastmod=lastmod)
    assert dated(front, ENGLISH, "en") == printed


def test_a_date_speaks_the_note_s_language() -> None:
    front = m.FrontMatter("", date="2024-03-12", lastmod="2024-05-03")
    assert dated(front, find_language("de"), "de") == "12. März 2024; überarbeitet am 3. Mai 2024"
