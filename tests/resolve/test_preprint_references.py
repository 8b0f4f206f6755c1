from __future__ import annotations

from scidraft_tex.resolve.bibliography import BibEntry, Bibliography
from scidraft_tex.resolve.preprint_references import References


def entry(key: str, line: int = 1, **fields: str) -> BibEntry:
    return BibEntry(key, "book", fields, line)


def file(*entries: BibEntry, name: str = "a.bib") -> Bibliography:
    return Bibliography(name, {one.key: one for one in entries})


def test_an_entry_of_two_files_is_one_if_it_prints_the_same() -> None:
    first = entry("a", 1, title="T", keywords="x")
    second = entry("a", 9, title="T", keywords="y", abstract="z")
    references = References()
    assert references.add(first, file(first)) == "a"
    assert references.add(second, file(second, name="b.bib")) == "a"
    assert len(references.entries) == 1


def test_another_type_is_another_work() -> None:
    first, second = entry("a", title="T"), BibEntry("a", "misc", {"title": "T"}, 1)
    references = References()
    assert [references.add(one, file(one)) for one in (first, second)] == ["a", "a-2"]


def test_keys_that_differ_in_case_are_kept_apart() -> None:
    upper, lower = entry("Knuth", title="T"), entry("knuth", title="U")
    references = References()
    assert [references.add(one, file(one)) for one in (upper, lower)] == ["Knuth", "knuth-2"]


def test_a_number_that_is_taken_is_passed_over() -> None:
    entries = entry("a", title="1"), entry("a-2", title="2"), entry("a", title="3")
    references = References()
    assert [references.add(one, file(one)) for one in entries] == ["a", "a-2", "a-3"]


def test_children_of_different_parents_are_different() -> None:
    child = entry("c", title="C", crossref="p")
    one, two = entry("p", title="One"), entry("p", title="Two")
    references = References()
    assert references.add(child, file(child, one)) == "c"
    assert references.add(child, file(child, two, name="b.bib")) == "c-2"
    assert references.entries["c-2"].fields["crossref"] == "p-2"
    listed = references.of(["c-2", "c"], "x.bib")
    assert listed.file == "x.bib"
    assert list(listed.entries) == ["c-2", "p-2", "c", "p"]


def test_links_that_lead_in_a_ring_end() -> None:
    a, b = entry("a", crossref="b"), entry("b", crossref="a")
    references = References()
    assert references.add(a, file(a, b)) == "a"
    assert references.entries["a"].fields["crossref"] == "b"
    assert references.entries["b"].fields["crossref"] == ""
    assert list(references.of(["a"], "x.bib").entries) == ["a", "b"]


def test_a_link_to_nothing_is_left_out() -> None:
    a = entry("a", xdata="none, b", crossref="B")
    b = entry("b", title="B")
    references = References()
    references.add(a, file(a, b))
    assert references.entries["a"].fields == {"xdata": "b", "crossref": "b"}


def test_an_entry_of_ones_own_takes_a_free_key() -> None:
    references = References()
    known = entry("note", title="K")
    references.add(known, file(known))
    assert references.add_own(entry("note", 0, title="N")) == "note-2"
    assert references.entries["note-2"].key == "note-2"


def test_entries_that_nothing_cites_are_not_listed() -> None:
    references = References()
    for one in (entry("a", title="A"), entry("b", title="B")):
        references.add(one, file(one))
    assert list(references.of(["b"], "x.bib").entries) == ["b"]
