"""Citations of a paper: each from the file of its list, all in one list."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.walk import blocks_of
from tests.resolve.conftest import MakePaper

ONE = (
    "@book{knuth, author = {Knuth, Donald}, title = {The Book}, year = {1984}}\n"
    "@book{levin, author = {Levin, David}, title = {Mixing}, year = {2009}}\n"
)
TWO = (
    "@book{knuth, author = {Knuth, Donald}, title = {Another Book}, year = {1997}}\n"
    "@book{levin, author = {Levin, David}, title = {Mixing}, year = {2009}, keywords = {own}}\n"
    "@inbook{part, title = {A Part}, crossref = {whole}}\n"
    "@book{whole, title = {The Whole}, editor = {Whole, E.}, year = {2001}}\n"
)
BIB = {"assets/bib/one.bib": ONE, "assets/bib/two.bib": TWO}


def listed(bib: str) -> str:
    return f'\n\n{{{{< references bib="bib/{bib}.bib" >}}}}\n\n'


def test_lists_become_one_in_order_of_first_citation(paper: MakePaper) -> None:
    text = (
        "A \\cite{levin}, \\cite{knuth}."
        + listed("one")
        + "B \\cite[p. 2]{part,levin}."
        + listed("two")
        + "C."
    )
    made = paper(text, BIB)
    assert made.codes == []
    assert made.preprint.cited == ("levin", "knuth", "part")
    assert list(made.preprint.references.entries) == ["levin", "knuth", "part", "whole"]
    assert [node.entries for node in made.citations] == [("levin",), ("knuth",), ("part", "levin")]
    assert made.citations[2].postnote == "p. 2"
    gone = (m.ReferenceList, m.SectionOpen)
    assert not [b for b in blocks_of(made.note.blocks) if isinstance(b, gone)]
    assert made.preprint.book.counts.lists == 1
    assert made.preprint.book.counts.cited == 4


def test_one_key_of_two_works_is_two_entries(paper: MakePaper) -> None:
    text = "A \\cite{knuth}." + listed("one") + "B \\cite{knuth}." + listed("two")
    made = paper(text, BIB)
    assert made.preprint.cited == ("knuth", "knuth-2")
    assert [node.entries for node in made.citations] == [("knuth",), ("knuth--2",)]
    assert [node.keys for node in made.citations] == [("knuth",), ("knuth",)]
    assert made.preprint.names == {"knuth": "knuth", "knuth-2": "knuth--2"}
    titles = [entry.fields["title"] for entry in made.preprint.references.entries.values()]
    assert titles == ["The Book", "Another Book"]
    (text,) = made.preprint.book.bibliographies.values()
    assert "@book{knuth," in text
    assert "@book{knuth--2," in text


def test_a_parent_comes_along_and_is_not_cited(paper: MakePaper) -> None:
    made = paper("A \\cite{part}." + listed("two"), BIB)
    assert made.preprint.cited == ("part",)
    assert list(made.preprint.references.entries) == ["part", "whole"]
    assert made.preprint.names == {"part": "part", "whole": "whole"}
    (text,) = made.preprint.book.bibliographies.values()
    assert "crossref = {whole}" in text
    assert text.index("@inbook{part,") < text.index("@book{whole,")


def test_a_key_that_its_own_list_lacks_is_missing(paper: MakePaper) -> None:
    text = "A \\cite{part}." + listed("one") + "B \\cite{part}." + listed("two")
    made = paper(text, BIB)
    assert [(d.code, d.place.line if d.place else 0) for d in made.said] == [
        ("citation-missing-key", 5)
    ]
    assert [node.entries for node in made.citations] == [("",), ("part",)]
    assert [key for key, _ in made.preprint.book.counts.missing] == ["part"]
    assert made.preprint.cited == ("part",)


def test_a_list_of_a_file_that_is_not_there(paper: MakePaper) -> None:
    made = paper("A \\cite{knuth}." + listed("three"), BIB)
    assert made.codes == ["bib-missing-file"]
    assert made.preprint.cited == ()
    assert made.preprint.book.counts.lists == 0
    assert made.preprint.book.bibliographies == {"paper.bib": ""}


FRONT = "title = 'T'\nbibliography = 'bib/two.bib'\n"


def test_no_list_is_needed_where_the_notes_file_has_the_key(paper: MakePaper) -> None:
    made = paper("A \\cite{whole}.", BIB, front=FRONT)
    assert made.codes == []
    assert made.preprint.cited == ("whole",)
    made = paper("A \\cite{levin}." + listed("one") + "B \\cite{whole}.", BIB, front=FRONT)
    assert made.codes == []
    assert made.preprint.cited == ("levin", "whole")


def test_after_the_last_list_a_missing_key_is_told_as_in_a_book(paper: MakePaper) -> None:
    made = paper("A." + listed("one") + "B \\cite{nobody}.", BIB, front=FRONT)
    assert made.codes == ["citation-missing-key", "citation-no-list"]


def test_a_preview_keeps_the_scope_in_which_it_stood(paper: MakePaper) -> None:
    text = (
        "A \\cite{levin}."
        + listed("one")
        + "{{< preview >}}\nP \\cite{knuth}.\n{{< /preview >}}\n\nB."
        + listed("two")
    )
    made = paper(text, BIB)
    assert made.preprint.cited == ("knuth", "levin")
    assert made.preprint.references.entries["knuth"].fields["title"] == "Another Book"


def test_front_matter_cites_what_any_list_has(paper: MakePaper) -> None:
    front = "title = 'T'\nabstract = 'A \\cite{part}.'\nthanks = 'B \\cite{knuth}.'"
    text = "A \\cite{levin}." + listed("one") + "B." + listed("two")
    made = paper(text, BIB, front=front)
    assert made.codes == []
    assert made.preprint.cited == ("part", "levin", "knuth")
    assert made.preprint.references.entries["knuth"].fields["title"] == "The Book"


def test_a_summary_cites_too(paper: MakePaper) -> None:
    front = "title = 'T'\nsummary = 'S \\cite{knuth}.'"
    made = paper("A \\cite{levin}." + listed("one"), BIB, front=front)
    assert made.preprint.cited == ("knuth", "levin")


def test_what_stands_in_a_caption_counts_and_an_alternative_text_does_not(
    paper: MakePaper,
) -> None:
    text = (
        "![Alt \\cite{knuth}](a.png)\n\n| a |\n|---|\n| \\cite{levin} |\n\n"
        "**Table 1.** By \\cite{part}." + listed("two")
    )
    made = paper(text, {**BIB, "static/a.png": "x"})
    assert made.preprint.cited == ("levin", "part")
