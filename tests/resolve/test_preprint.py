"""A note as a paper: its abstract, its authors, its one list, the names of its files."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.resolve.preprint import root_names
from scidraft_tex.settings import Settings
from scidraft_tex.walk import blocks_of, plain_text
from tests.resolve.conftest import HUGO, MakePaper

REFS = (
    "@book{knuth, author = {Knuth, Donald}, title = {The Book}, year = {1984}}\n"
    "@book{levin, author = {Levin, David}, title = {Mixing}, year = {2009}}\n"
)
BIB = {"assets/bib/refs.bib": REFS}
LIST = "\n\n{{< references >}}\n"


# --- the abstract ------------------------------------------------------------------------------


def test_the_abstract_of_the_front_matter(paper: MakePaper) -> None:
    front = "title = 'T'\nsummary = 'S.'\nabstract = '''\nOne.\n\n\\[ x \\]\n\nTwo.\n'''"
    made = paper("{{< preview >}}\nKept.\n{{< /preview >}}\n\nBody.", front=front)
    (abstract,) = [b for b in made.note.blocks if "abstract" in classes(b)]
    assert isinstance(abstract, m.Division)
    assert [type(b) for b in abstract.children] == [m.Paragraph, m.Display, m.Paragraph]
    assert made.note.blocks[0] is abstract
    assert made.texts("preview") == ["Kept."]
    assert made.texts() == ["Body."]


def test_a_preview_becomes_the_abstract_and_leaves_the_body(paper: MakePaper) -> None:
    text = (
        "Before.\n\n{{< preview >}}\n## Head\n\nFirst.\n{{< /preview >}}\n\n"
        "{{< preview >}}\nSecond.\n{{< /preview >}}\n\nAfter."
    )
    made = paper(text, front="title = 'T'\nsummary = 'S.'")
    assert made.texts("abstract") == ["Head", "First."]
    assert made.texts("preview") == ["Second."]
    assert made.texts() == ["Before.", "After."]
    assert not [b for b in blocks_of(made.note.blocks) if isinstance(b, m.Heading)]


@pytest.mark.parametrize("key", ["summary", "description"])
def test_a_summary_is_the_last_resort(paper: MakePaper, key: str) -> None:
    text = "{{< preview >}}\n{{< /preview >}}\n\nBody."
    made = paper(text, front=f"title = 'T'\n{key} = 'What *it* is.'")
    assert made.texts("abstract") == ["What it is."]


def test_a_paper_without_an_abstract(paper: MakePaper) -> None:
    made = paper("Body.")
    assert not [b for b in made.note.blocks if isinstance(b, m.Division)]


def test_what_is_wrong_in_an_abstract_is_told_at_its_line(paper: MakePaper) -> None:
    front = "title = 'T'\nabstract = '''\nOne.\n\nTwo \\cite{nobody}.\n'''"
    made = paper("Body." + LIST, BIB, front=front)
    assert [(d.code, d.place.line if d.place else 0) for d in made.said] == [
        ("citation-missing-key", 6)
    ]


# --- what closes a paper -----------------------------------------------------------------------


def test_acknowledgements_and_funding_come_last(paper: MakePaper) -> None:
    front = (
        'title = "T"\nthanks = "We thank *all*."\n'
        '[[funding]]\nfunder = "X"\naward = "1"\n[[funding]]\nname = "Y"\n'
    )
    made = paper("Body." + LIST, front=front)
    names = [classes(block) for block in made.note.blocks]
    assert names == [(), ("acknowledgements",), ("funding",)]
    assert made.texts("acknowledgements") == ["We thank all."]
    assert made.texts("funding") == ["X (1). Y."]


def classes(block: m.Block) -> tuple[str, ...]:
    return block.attributes.classes if isinstance(block, m.Division) else ()


def test_the_mark_of_the_appendix_stays(paper: MakePaper) -> None:
    text = "## One\n\nA.\n\n## References" + LIST + "\n<!-- appendix -->\n\n## More\n\nB."
    made = paper(text, BIB)
    assert [plain_text(b.children) for b in made.note.blocks if isinstance(b, m.Heading)] == [
        "One",
        "More",
    ]
    (mark,) = [b for b in made.note.blocks if isinstance(b, m.Division)]
    assert (mark.attributes.classes, mark.children) == (("appendix",), ())


# --- what only a book has ----------------------------------------------------------------------


def test_no_index_is_left(paper: MakePaper) -> None:
    text = (
        "A \\index{term}term.\n\n\\index{alone}\n\n## Categories\n\n"
        '{{< entry-categories set="x" >}}\n\n## All\n\n{{< entry-a-to-z set="x" >}}\n\n## End\n\nB.'
    )
    made = paper(text, front="title = 'T \\index{t}itle'")
    assert made.texts() == ["A term.", "End", "B."]
    assert plain_text(made.note.title) == "T itle"
    assert not [n for n in (*made.note.title, *made.inlines) if isinstance(n, m.IndexMark)]
    assert made.codes == []


def test_a_glossary_stays(paper: MakePaper) -> None:
    text = (
        'A {{< glossary-term id="c" def="A *chain*." >}}chain{{< /glossary-term >}}.\n\n'
        "{{< glossary >}}\n"
    )
    made = paper(text)
    (glossary,) = [b for b in made.note.blocks if isinstance(b, m.Glossary)]
    assert plain_text(glossary.terms[0].term) == "chain"


# --- the book around it ------------------------------------------------------------------------


def test_a_preprint_is_a_book_of_one_note(paper: MakePaper) -> None:
    made = paper("By \\cite{levin} and [x](#x).\n\n## X\n\nA." + LIST, BIB)
    (part,) = made.preprint.book.parts
    (chapter,) = part.chapters
    assert (part.title, chapter.single, chapter.label) == ((), True, "note:paper")
    assert chapter.title == made.note.title
    assert made.preprint.address == "https://site.example/lab/notes/paper/"
    assert list(made.preprint.book.bibliographies) == ["paper.bib"]
    assert "@book{levin," in made.preprint.book.bibliographies["paper.bib"]
    counts = made.preprint.book.counts
    assert (counts.lists, counts.cited, counts.internal_links) == (1, 1, 1)


def test_headings_keep_their_labels(paper: MakePaper) -> None:
    made = paper("## One\n\nSee [it](#one).")
    (heading,) = [b for b in made.note.blocks if isinstance(b, m.Heading)]
    (crossing,) = [n for n in made.inlines if isinstance(n, m.CrossReference)]
    assert heading.identifier == crossing.label == "paper:one"
    assert crossing.word == "Section"


def test_links_in_a_title_are_its_text(paper: MakePaper) -> None:
    other = {"content/notes/other.md": "+++\ntitle = 'Other'\n+++\nA.\n"}
    made = paper("Body.", other, front="title = 'On [that](/notes/other/) \\cite{knuth}'")
    assert plain_text(made.note.title).strip() == "On that"
    assert not [n for n in made.note.title if isinstance(n, m.Link)]
    assert made.preprint.cited == ()


def test_a_citation_in_a_title_comes_first(paper: MakePaper) -> None:
    made = paper("By \\cite{levin}." + LIST, BIB, front="title = 'On \\cite{knuth}'")
    assert made.preprint.cited == ("knuth", "levin")


# --- authors -----------------------------------------------------------------------------------

SITE_AUTHORS = HUGO + (
    "[params]\ninstitute = 'The Institute'\n"
    "author = [{name = 'Ada', affiliation = 'London'}, 'Emmy']\n"
)


def test_a_note_with_authors(paper: MakePaper) -> None:
    front = (
        "title = 'T'\ninstitute = 'Here'\n"
        "authors = [{name = 'Sofia', email = 's@example.org', orcid = '0000-0002-1825-0097'},"
        " {name = 'Mary', affiliation = 'There'}]"
    )
    made = paper("A.", front=front, hugo=SITE_AUTHORS)
    assert made.preprint.authors == (
        m.Author("Sofia", "Here", "s@example.org", "0000-0002-1825-0097"),
        m.Author("Mary", "There"),
    )


def test_a_note_without_authors_has_the_sites(paper: MakePaper) -> None:
    made = paper("A.", hugo=SITE_AUTHORS)
    assert made.preprint.authors == (m.Author("Ada", "London"), m.Author("Emmy", "The Institute"))
    made = paper("A.", front="title = 'T'\ninstitute = 'Here'", hugo=SITE_AUTHORS)
    assert made.preprint.authors == (m.Author("Ada", "London"), m.Author("Emmy", "Here"))


def test_the_books_authors_go_before_the_sites(paper: MakePaper) -> None:
    settings = Settings(authors=("Ada", "Mary"))
    made = paper("A.", hugo=SITE_AUTHORS, settings=settings)
    assert made.preprint.authors == (m.Author("Ada", "London"), m.Author("Mary", "The Institute"))


def test_the_institute_of_others_is_not_a_guests(paper: MakePaper) -> None:
    made = paper("A.", front="title = 'T'\nauthor = 'Guest'", hugo=SITE_AUTHORS)
    assert made.preprint.authors == (m.Author("Guest"),)


# --- names of files ----------------------------------------------------------------------------


def sources(*keys: str) -> list[m.NoteSource]:
    front = m.FrontMatter("T")
    return [m.NoteSource(f"{n}.md", key, "", front, "", 1, "") for n, key in enumerate(keys)]


def test_root_names() -> None:
    keys = ("mixing-time", "Mixing-Time", "Größe & Maß", "混合", ".hidden", "--", "preamble", "a_b")
    assert list(root_names(sources(*keys)).values()) == [
        "mixing-time",
        "Mixing-Time-2",
        "Groe-Ma",
        "paper",
        "hidden",
        "paper-2",
        "preamble-2",
        "a_b",
    ]


@given(st.lists(st.text(max_size=100)))
def test_root_names_are_what_arxiv_takes_and_differ(keys: list[str]) -> None:
    roots = root_names(sources(*keys))
    assert list(roots) == [f"{n}.md" for n in range(len(keys))]
    assert len({root.lower() for root in roots.values()}) == len(keys)
    for root in roots.values():
        assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]*", root)
        assert len(root) < 100


# --- what is written for handouts --------------------------------------------------------------


def test_what_is_for_the_instructor_is_left_out(paper: MakePaper) -> None:
    text = (
        "A [gap]{.gap}.\n\n[Quiet.]{.instructor}\n\n"
        "::: {.instructor}\nQuiet \\cite{knuth}.\n:::\n\n"
        "## Quiet {.instructor}\n\nMore.\n\n## Seen\n\n::: {.solution space=6cm}\nSo.\n:::\n"
    )
    made = paper(text + LIST, BIB)
    assert made.texts() == ["A gap.", "Seen", ""]
    assert made.preprint.cited == ()
    assert [type(block) for block in made.note.blocks] == [m.Paragraph, m.Heading, m.Result]
