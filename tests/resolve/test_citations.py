from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.citations import Cited, Library, cite
from scidraft_tex.walk import blocks_of, inlines_of

KNUTH = "@book{knuth, author = {Knuth, Donald}, title = {The Book}, year = {1984}}\n"
UNDER = "@book{a_b, author = {A, B}, title = {Another}, year = {1985}}\n"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    files = {"assets/bib/refs.bib": KNUTH + UNDER, "assets/bib/own.bib": UNDER}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Library(tmp_path, tuple(files), Diagnostics())


def p(*keys: str, line: int = 1) -> m.Paragraph:
    place = Place("note.md", line)
    return m.Paragraph((m.Citation("cite", keys, place),), place)


def listed(bib: str = "bib/refs.bib", line: int = 1) -> m.ReferenceList:
    return m.ReferenceList(bib, "", Place("note.md", line))


def cited(library: Library, *blocks: m.Block, bibliography: str = "") -> Cited:
    front = m.FrontMatter("T", bibliography=bibliography)
    source = m.NoteSource("note.md", "n", "", front, "", 1, "")
    return cite(m.Note(source, (), blocks), library)


def entries(found: Cited) -> list[tuple[str, ...]]:
    return [n.entries for n in inlines_of(found.note.blocks) if isinstance(n, m.Citation)]


def shape(found: Cited) -> list[str]:
    """Return the note's blocks: sections and lists by their files."""
    return [
        f"{type(b).__name__} {b.file}" if isinstance(b, m.SectionOpen | m.ReferenceList) else "text"
        for b in blocks_of(found.note.blocks)
    ]


def codes(library: Library) -> list[str]:
    return [item.code for item in library.diagnostics]


def test_a_list_claims_the_text_before_it(library: Library) -> None:
    found = cited(library, p("knuth", "a_b"), p("knuth"), listed())
    assert shape(found) == ["SectionOpen bib/n-1.bib", "text", "text", "ReferenceList bib/n-1.bib"]
    assert entries(found) == [("knuth", entry_name("a_b")), ("knuth",)]
    assert (found.lists, found.cited, found.missing) == (1, 3, ())
    assert list(found.files) == ["bib/n-1.bib"]
    assert "The Book" in found.files["bib/n-1.bib"]
    assert codes(library) == []


def test_each_list_has_a_section_and_a_file_of_its_own(library: Library) -> None:
    found = cited(library, p("knuth"), listed(), p("a_b"), listed("bib/own.bib"))
    assert shape(found) == [
        "SectionOpen bib/n-1.bib",
        "text",
        "ReferenceList bib/n-1.bib",
        "SectionOpen bib/n-2.bib",
        "text",
        "ReferenceList bib/n-2.bib",
    ]
    assert "Another" not in found.files["bib/n-1.bib"]


def test_a_list_in_a_division_claims_what_stands_before_it(library: Library) -> None:
    inner = m.Division(m.NO_ATTRIBUTES, (p("knuth"), listed()), Place("note.md", 1))
    found = cited(library, inner, p("a_b"), listed())
    assert shape(found)[:5] == [
        "SectionOpen bib/n-1.bib",
        "text",
        "ReferenceList bib/n-1.bib",
        "SectionOpen bib/n-2.bib",
        "text",
    ]
    assert entries(found) == [("knuth",), (entry_name("a_b"),)]
    assert codes(library) == []


def test_a_list_that_nothing_cites_is_not_printed(library: Library) -> None:
    assert shape(cited(library, listed(), p("knuth"), listed())) == [
        "SectionOpen bib/n-2.bib",
        "text",
        "ReferenceList bib/n-2.bib",
    ]


def test_a_citation_after_the_last_list_is_listed_at_the_end(library: Library) -> None:
    found = cited(library, p("knuth"), listed(), p("a_b", line=5), bibliography="bib/own.bib")
    assert shape(found)[3:] == ["SectionOpen bib/n-2.bib", "text", "ReferenceList bib/n-2.bib"]
    (item,) = library.diagnostics
    assert (item.code, item.place) == ("citation-no-list", Place("note.md", 5))
    assert "after the last list" in item.message


def test_a_note_without_a_list(library: Library) -> None:
    found = cited(library, p("knuth"))
    assert entries(found) == [("knuth",)]
    (item,) = library.diagnostics
    assert "without a list" in item.message


def test_a_key_that_the_lists_file_lacks(library: Library) -> None:
    found = cited(library, p("knuth", line=3), listed("bib/own.bib"))
    assert entries(found) == [("",)]
    assert found.missing == (("knuth", Place("note.md", 3)),)
    assert codes(library) == ["citation-missing-key"]


def test_a_like_key_is_suggested(library: Library) -> None:
    cited(library, p("knuht"), listed())
    assert [item.hint for item in library.diagnostics] == ["did you mean knuth?"]


def test_a_file_that_does_not_exist(library: Library) -> None:
    found = cited(library, p("knuth"), listed("bib/nowhere.bib", 4))
    assert entries(found) == [("",)]
    (missing,) = library.diagnostics
    assert (missing.code, missing.place) == ("bib-missing-file", Place("note.md", 4))
    assert missing.hint == "the site has bib/refs.bib, bib/own.bib"


@pytest.mark.parametrize("name", ["bib/own.bib", "/bib/own.bib", "own.bib", "assets/bib/own.bib"])
def test_names_of_files(library: Library, name: str) -> None:
    assert library.path(name) == "assets/bib/own.bib"


def test_a_file_is_read_once(library: Library) -> None:
    here = Place("note.md", 1)
    assert library.get("bib/own.bib", here) is library.get("own.bib", here)


@pytest.mark.parametrize(
    "name",
    [
        *("../../secret.bib", "bib/../../../secret.bib", "/../secret.bib", "/etc/secret.bib"),
        *("file:///etc/secret.bib", "bib/link.bib", "linked/secret.bib"),
    ],
)
@pytest.mark.parametrize("keys", [("knuth",), ()])
def test_a_bibliography_outside_of_the_site_is_refused(
    library: Library, name: str, keys: tuple[str, ...]
) -> None:
    secret = library.folder.parent / "secret.bib"
    secret.write_text(KNUTH, encoding="utf-8")
    (library.folder / "assets/bib/link.bib").symlink_to(secret)
    (library.folder / "assets/linked").symlink_to(library.folder.parent)
    found = cited(library, *([p(*keys)] if keys else []), listed(name, line=4))
    (item,) = library.diagnostics
    assert (item.code, item.place) == ("path-outside", Place("note.md", 4))
    assert name in item.message
    assert list(found.files.values()) == [""] * len(keys)


def test_the_front_matter_may_not_name_one_outside_either(library: Library) -> None:
    front = m.FrontMatter("T", bibliography="../../secret.bib")
    text = "+++\ntitle = 'T'\nbibliography = '../../secret.bib'\n+++\nText.\n"
    cite(m.Note(m.NoteSource("note.md", "n", "", front, text, 5, ""), (), ()), library)
    (item,) = library.diagnostics
    assert (item.code, item.place) == ("path-outside", Place("note.md", 3, 17))
