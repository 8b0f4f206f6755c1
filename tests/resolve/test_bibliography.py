import time
from pathlib import Path

import pybtex.errors
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostic, Place, Severity
from scidraft_tex.resolve.bibliography import Bibliography, read_bibliography

NAME = "assets/bib/refs.bib"


def read(tmp_path: Path, text: str | bytes) -> tuple[Bibliography, list[Diagnostic]]:
    path = tmp_path / "refs.bib"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    bibliography, found = read_bibliography(path, NAME)
    return bibliography, list(found)


def test_an_entry_is_read_with_its_type_fields_names_and_line(tmp_path: Path) -> None:
    bibliography, found = read(
        tmp_path,
        '\n@string{JL = "Journal of " # "Lines"}\n@ARTICLE{Doe2020-ab,\n  Title = {A {B}\n  C},\n'
        '  author = "Doe, Jane and {Kimi Team} and Roe, R", journal = jl, month = "24~" # may,\n'
        "  year = 2020, note = {100\\% of 50%}\n}\n",
    )
    assert found == []
    entry = bibliography.entries["Doe2020-ab"]
    assert (entry.type, entry.line) == ("article", 3)
    assert entry.fields["title"] == "A {B} C"
    assert entry.fields["journal"] == "Journal of Lines"
    assert entry.fields["month"] == "24~May"
    assert entry.fields["note"] == "100\\% of 50%"
    assert entry.persons == {"author": ("Doe, Jane", "{Kimi Team}", "Roe, R")}


@pytest.mark.parametrize(
    ("broken", "line", "column"),
    [
        ("@misc{b,\n  title = {x},\n  year = {2020\n", 2, 1),
        ('@misc{b,\n  title = "x,\n  year = {2020}\n}', 2, 1),
        ("@misc{b,\n  title = {x}\n  year = {2020}\n}", 4, 3),
        ("@misc{title = {x}}", 2, 1),
        ("@misc{, title = {x}}", 2, 1),
        ("@misc{b, title {x}}", 2, 16),
    ],
)
def test_a_broken_entry_costs_itself(tmp_path: Path, broken: str, line: int, column: int) -> None:
    text = f"@misc{{a, title={{A}}}}\n{broken}\n\n@misc{{c, title={{C}}}}\n"
    bibliography, found = read(tmp_path, text)
    assert list(bibliography.entries) == ["a", "c"]
    assert [(d.code, d.place) for d in found] == [("bib-syntax", Place(NAME, line, column))]
    assert found[0].hint


def test_comments_of_every_sort_are_passed_over(tmp_path: Path) -> None:
    text = (
        "%@online{gone,\n%  title = {x},\n%}\n@comment{jabref-meta: x;}\n"
        '@preamble{"\\newcommand{\\x}{}"}\n@misc{a,\n  % title = {old},\n  title = {new}\n}\n'
    )
    bibliography, found = read(tmp_path, text)
    assert found == []
    assert {key: entry.fields for key, entry in bibliography.entries.items()} == {
        "a": {"title": "new"}
    }


def test_the_first_of_two_entries_with_a_key_stays(tmp_path: Path) -> None:
    text = (
        "@misc{a, title={One}, keywords={x}}\n@misc{a, title={one}, keywords={y}}\n"
        "@misc{a, title={One}, keywords={z}}\n@misc{a, title={Other work}}\n"
    )
    bibliography, found = read(tmp_path, text)
    assert bibliography.entries["a"].fields["title"] == "One"
    assert [d.code for d in found] == ["bib-duplicate-key"] * 3
    assert [d.severity for d in found] == [Severity.WARNING, Severity.NOTE, Severity.WARNING]
    assert "lines 1 and 2; they differ in title, keywords" in found[0].message
    assert "lines 1 and 3; they differ in keywords" in found[1].message
    assert "lines 1 and 4; they are different works" in found[2].message
    assert found[2].place == Place(NAME, 4)


def test_keys_heed_case_and_near_misses_are_suggested(tmp_path: Path) -> None:
    bibliography, _ = read(tmp_path, "@misc{Doe2020-ab}\n@misc{Roe1999}\n")
    assert "doe2020-ab" not in bibliography.entries
    assert bibliography.suggest("doe2020-AB") == "Doe2020-ab"
    assert bibliography.suggest("Doe2020-ac") == "Doe2020-ab"
    assert bibliography.suggest("nothing like it") == ""
    assert Bibliography(NAME).suggest("a") == ""


def test_an_undefined_macro_costs_nothing(tmp_path: Path) -> None:
    bibliography, found = read(tmp_path, "@misc{a,\n  month = sept,\n  title = {T}\n}\n")
    assert bibliography.entries["a"].fields == {"month": "sept", "title": "T"}
    assert [(d.code, d.place) for d in found] == [("bib-syntax", Place(NAME, 2, 11))]


def test_a_field_that_stands_twice_is_told(tmp_path: Path) -> None:
    bibliography, found = read(tmp_path, "@misc{a, url={x},\n url={y}}\n")
    assert bibliography.entries["a"].fields["url"] == "x"
    assert [d.place for d in found] == [Place(NAME, 2, 2)]


def test_text_between_entries_is_told_by_how_it_looks(tmp_path: Path) -> None:
    text = "& --- Papers --- &\n@misc{a, title={x}},\n  year = 2020\n}\n@misc{b}\n"
    bibliography, found = read(tmp_path, text)
    assert list(bibliography.entries) == ["a", "b"]
    assert [(d.severity, d.place) for d in found] == [
        (Severity.NOTE, Place(NAME, 1)),
        (Severity.WARNING, Place(NAME, 2, 20)),
    ]


def test_a_link_to_nothing_is_told(tmp_path: Path) -> None:
    text = "@inproceedings{a, crossref={Proc}}\n@proceedings{proc, title={P}}\n"
    bibliography, found = read(tmp_path, text + "@misc{c, xdata={x1, proc}}\n")
    assert [d.place for d in found] == [Place(NAME, 3)]
    assert "'x1'" in found[0].message
    parent = bibliography.parent("Proc")
    assert parent is not None
    assert parent.key == "proc"


def test_files_that_are_missing_or_in_another_encoding(tmp_path: Path) -> None:
    bibliography, missing = read_bibliography(tmp_path / "none.bib", "none.bib")
    assert bibliography.entries == {}
    assert [(d.code, d.place) for d in missing] == [("bib-missing-file", Place("none.bib"))]
    _, folder = read_bibliography(tmp_path, "folder.bib")
    assert [d.code for d in folder] == ["bib-missing-file"]

    latin, found = read(tmp_path, "@misc{a}\n@misc{b, title={Über}}\r\n".encode("cp1252"))
    assert latin.entries["b"].fields["title"] == "Über"
    assert [d.place for d in found] == [Place(NAME, 2)]
    marked, found = read(tmp_path, b"\xef\xbb\xbf@misc{a}")
    assert list(marked.entries) == ["a"]
    assert found == []


def test_pybtex_strictness_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "@misc{a, title={x} year=1}\n@misc{b, author={A, B, C, D, E}}\n"
    strict = read(tmp_path, text)
    monkeypatch.setattr(pybtex.errors, "strict", False)
    assert read(tmp_path, text) == strict
    assert capsys.readouterr() == ("", "")


def test_a_long_file_is_read_at_once(tmp_path: Path) -> None:
    entry = (
        "@article{k%d,\n  title = {A {B} C},\n  author = {Doe, J and Roe, R},\n  year = 2020\n}\n\n"
    )
    start = time.perf_counter()
    bibliography, _ = read(tmp_path, "".join(entry % number for number in range(2500)))
    assert len(bibliography.entries) == 2500
    assert time.perf_counter() - start < 5


@given(text=st.text(alphabet='@misc{}"()%,=#  \n\nab1\\~$é', max_size=120))
def test_whatever_a_file_holds_is_read_or_told(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    bibliography, found = read(tmp_path_factory.mktemp("bib"), text)
    for entry in bibliography.entries.values():
        assert entry.line <= text.count("\n") + 1
        assert entry.persons is not None
    assert {d.code for d in found} <= {"bib-syntax", "bib-duplicate-key"}
    assert all(d.place and d.place.line >= 1 for d in found)
