from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.resolve.bib_works import Work, works
from tests.bibs import read


def work(tmp_path: Path, text: str, key: str = "k") -> Work:
    (found,) = works(read(tmp_path, text), key)
    return found


def fields(tmp_path: Path, text: str, key: str = "k") -> dict[str, str]:
    return dict(work(tmp_path, text, key).fields)


@pytest.mark.parametrize(
    ("entry", "kind", "type_"),
    [
        ("conference{k, booktitle={B}", "inproceedings", None),
        ("www{k, title={T}", "online", None),
        ("mvbook{k, title={T}", "book", None),
        ("phdthesis{k, title={T}", "thesis", "phdthesis"),
        ("mastersthesis{k, type={Diploma thesis}", "thesis", "Diploma thesis"),
        ("techreport{k, title={T}", "report", "techreport"),
        ("article{k, title={T}", "misc", None),
        ("article{k, journal={J}", "article", None),
        ("inbook{k, title={T}, chapter=3", "book", None),
        ("inbook{k, title={T}, booktitle={B}", "inbook", None),
        ("movie{k, title={T}", "misc", None),
    ],
)
def test_types(tmp_path: Path, entry: str, kind: str, type_: str | None) -> None:
    found = work(tmp_path, f"@{entry}}}")
    assert found.type == kind
    assert found.fields.get("type") == type_


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("date={2020-05-01/2021}", "2020--2021"),
        ("date={2020-05/2020-06}", "2020"),
        ("date={2020/..}", "2020"),
        ("year=1999, month=may", "1999"),
        ("year={n.d.}", ""),
    ],
)
def test_years(tmp_path: Path, date: str, year: str) -> None:
    assert work(tmp_path, f"@misc{{k, {date}}}").year == year


@pytest.mark.parametrize(
    ("child", "parent", "expected"),
    [
        ("inproceedings", "proceedings", {"booktitle": "P", "booksubtitle": "S", "author": "Auth"}),
        ("incollection", "mvcollection", {"maintitle": "P", "mainsubtitle": "S", "author": "Auth"}),
        (
            "inbook",
            "book",
            {"booktitle": "P", "booksubtitle": "S", "author": "Auth", "bookauthor": "Auth"},
        ),
        ("article", "periodical", {"journaltitle": "P", "journalsubtitle": "S", "author": "Auth"}),
        ("book", "mvbook", {"maintitle": "P", "mainsubtitle": "S", "author": "Auth"}),
        ("misc", "misc", {"subtitle": "S", "author": "Auth"}),
    ],
)
def test_a_parent_s_title_is_the_child_s_book_s(
    tmp_path: Path, child: str, parent: str, expected: dict[str, str]
) -> None:
    text = (
        f"@{child}{{k, title={{T}}, crossref={{P1}}}}\n"
        f"@{parent}{{p1, title={{P}}, subtitle={{S}}, author={{Auth}}, ids={{x}}, year=2020}}"
    )
    assert fields(tmp_path, text) == {"title": "T", "date": "2020", **expected}


def test_the_child_s_own_fields_win_and_a_date_is_one_field(tmp_path: Path) -> None:
    text = (
        "@inproceedings{k, title={T}, booktitle={Own}, year=2021, crossref={p}}\n"
        "@proceedings{p, title={P}, date={2020-05-01}, month=may, address={Rome}}"
    )
    assert fields(tmp_path, text) == {
        "title": "T", "booktitle": "Own", "date": "2021", "location": "Rome",
    }  # fmt: skip


def test_links_are_followed_to_their_end_and_not_in_circles(tmp_path: Path) -> None:
    text = (
        "@inbook{k, title={T}, crossref={a}}\n@book{a, title={A}, xdata={x,gone}, crossref={b}}\n"
        "@mvbook{b, title={B}, crossref={k}}\n@xdata{x, publisher={X}, xdata={x}}"
    )
    assert fields(tmp_path, text) == {
        "title": "T", "booktitle": "A", "maintitle": "B", "publisher": "X",
    }  # fmt: skip


def test_a_set_is_its_members(tmp_path: Path) -> None:
    source = read(
        tmp_path,
        "@set{s, entryset={a, t, gone}}\n@set{t, entryset={b,s}}\n@misc{a, title={A}}\n"
        "@misc{b, title={B}}\n@set{alone, title={Alone}}",
    )
    assert [one.key for one in works(source, "s")] == ["a", "b"]
    assert [one.key for one in works(source, "alone")] == ["alone"]
    assert works(source, "gone") == ()
