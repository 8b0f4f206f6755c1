"""Bibliographies read and written before."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.resolve import bib_kept
from scidraft_tex.resolve.bib_kept import BibShelf
from scidraft_tex.resolve.bib_writer import write_bibliography
from scidraft_tex.resolve.bibliography import read_bibliography

BIB = "@book{a, author={D. Knuth}, title={T}, year={1984}}\n@book{a, title={Other}}\n@book{broken\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_text(BIB)
    return path


def test_what_is_kept_is_what_is_read(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, found = read_bibliography(file, "bib/refs.bib")
    BibShelf(tmp_path / "caches").read(file, "bib/other.bib")
    monkeypatch.setattr(bib_kept, "read_bibliography", pytest.fail)
    kept, said = BibShelf(tmp_path / "caches").read(file, "bib/refs.bib")
    assert kept == read
    assert list(said) == list(found)
    assert {item.place.file for item in said if item.place} == {"bib/refs.bib"}


def test_what_is_kept_is_what_is_written(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, _ = read_bibliography(file, "r.bib")
    expected = write_bibliography(read, ["a"], {"a": "n"})
    first = BibShelf(tmp_path / "caches")
    assert first.written(first.read(file, "r.bib")[0], ["a"], {"a": "n"}) == expected
    monkeypatch.setattr(bib_kept, "write_bibliography", lambda *_: "made anew")
    second = BibShelf(tmp_path / "caches")
    bibliography, _ = second.read(file, "r.bib")
    assert second.written(bibliography, ["a"], {"a": "n"}) == expected
    assert second.written(bibliography, ["a"], {"a": "m"}) == "made anew"
    assert second.written(bibliography, [], {}) == "made anew"


def test_other_bytes_are_read(file: Path, tmp_path: Path) -> None:
    BibShelf(tmp_path / "caches").read(file, "r.bib")
    file.write_text(BIB.replace("1984", "1985"))
    shelf = BibShelf(tmp_path / "caches")
    read, _ = shelf.read(file, "r.bib")
    assert read.entries["a"].fields["year"] == "1985"
    assert (shelf.again, shelf.reused) == (["r.bib"], 0)


def test_a_damaged_entry_is_read_again(file: Path, tmp_path: Path) -> None:
    first = BibShelf(tmp_path / "caches").read(file, "r.bib")
    for path in (tmp_path / "caches").rglob("*"):
        if path.is_file():
            path.write_bytes(b"cos\nsystem\n.")
    shelf = BibShelf(tmp_path / "caches")
    assert shelf.read(file, "r.bib")[0] == first[0]
    assert shelf.again == ["r.bib"]


def test_a_file_that_is_not_there_is_told_of_each_time(tmp_path: Path) -> None:
    for _ in range(2):
        _, found = BibShelf(tmp_path / "caches").read(tmp_path / "none.bib", "none.bib")
        assert [item.code for item in found] == ["bib-missing-file"]
