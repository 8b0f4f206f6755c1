"""Links of a paper: to the web, with a citation for each other note."""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.resolve.preprint_links import note_entry, tex_text
from scidraft_tex.walk import plain_text
from tests.resolve.conftest import HUGO, MakePaper

OTHER = (
    '+++\ntitle = "The *Other* \\\\(x\\\\) & More"\ndate = 2026-03-01\n'
    'authors = ["Ada Lovelace", "Emmy Noether"]\n+++\n\n## Head\n\n::: {.theorem #main}\nA.\n:::\n'
)
FILES = {
    "content/notes/other.md": OTHER,
    "content/notes/bundle/index.md": "+++\ntitle = 'Bundle'\nslug = 'b'\n+++\nB.\n",
    "content/notes/_index.md": "+++\ntitle = 'All Notes'\n+++\n",
    "content/a-z.md": "+++\ntitle = 'A–Z'\n+++\n\n{{< entry-a-to-z set=\"x\" >}}\n",
    "static/data.csv": "1\n",
}
WEB = "https://site.example/lab"


@pytest.mark.parametrize(
    ("target", "fragment"),
    [
        ("/notes/other/", ""),
        ("/notes/other/#head", "#head"),
        ("other.md", ""),
        ("other.md#main", "#main"),
        ("../other/", ""),
        ("other", ""),
        (f"{WEB}/notes/other/#x", "#x"),
        ("/lab/notes/other/", ""),
        ('{{< relref "other" >}}', ""),
        ('{{< ref "notes/other.md#head" >}}', "#head"),
    ],
)
def test_a_link_to_another_note(paper: MakePaper, target: str, fragment: str) -> None:
    made = paper(f"See [that]({target}).", FILES)
    assert made.codes == []
    assert made.links == [(f"{WEB}/notes/other/{fragment}", "that")]
    (paragraph,) = made.note.blocks
    assert isinstance(paragraph, m.Paragraph)
    kinds = [type(node) for node in paragraph.children]
    assert kinds == [m.Text, m.Link, m.Text, m.Citation, m.Text]
    assert paragraph.children[2] == m.Text("\u00a0")
    assert made.preprint.cited == ("other",)
    assert made.citations[0].entries == ("other",)
    entry = made.preprint.references.entries["other"]
    assert (entry.type, dict(entry.fields)) == (
        "online",
        {
            "author": "Ada Lovelace and Emmy Noether",
            "title": r"{The \emph{Other} $x$ \& More}",
            "organization": "A Site",
            "date": "2026-03-01",
            "url": f"{WEB}/notes/other/",
        },
    )


def test_the_entry_as_biber_reads_it(paper: MakePaper) -> None:
    (text,) = paper("[that](other.md)", FILES).preprint.book.bibliographies.values()
    assert text == (
        "@online{other,\n  author = {Lovelace, Ada and Noether, Emmy},\n"
        "  title = {{The \\emph{Other} $x$ \\& More}},\n  organization = {A Site},\n"
        f"  date = {{2026-03-01}},\n  url = {{{WEB}/notes/other/}},\n}}\n"
    )


@pytest.mark.parametrize(
    "link", ["[](/notes/other/)", '{{< relref "other" >}}', f"<{WEB}/notes/other/>"]
)
def test_a_link_without_a_text_is_the_title(paper: MakePaper, link: str) -> None:
    made = paper(f"See {link}.", FILES)
    assert made.links == [(f"{WEB}/notes/other/", "“The Other x & More”")]
    assert made.preprint.cited == ("other",)


def test_one_entry_a_note_whatever_the_fragment(paper: MakePaper) -> None:
    text = "[a](other.md), [b](other.md#head), [c](/notes/b/), [d](/notes/other/#main)."
    made = paper(text, FILES)
    assert made.preprint.cited == ("other", "b")
    assert [node.entries for node in made.citations] == [("other",), ("other",), ("b",), ("other",)]
    assert made.links[2] == (f"{WEB}/notes/b/", "c")
    assert made.preprint.book.counts.internal_links == 4


def test_notes_and_books_are_cited_in_one_order(paper: MakePaper) -> None:
    bib = {"assets/bib/refs.bib": "@book{other, title = {A Book}, year = {1984}}\n"}
    text = "[a](other.md) and \\cite{other}.\n\n{{< references >}}\n"
    made = paper(text, {**FILES, **bib})
    types = [made.preprint.references.entries[key].type for key in made.preprint.cited]
    assert types == ["online", "book"]
    assert len({name for node in made.citations for name in node.entries}) == 2


def test_a_link_within_the_note_stays_in_the_paper(paper: MakePaper) -> None:
    text = "[a](#two), [b](/notes/paper/#two), [c](paper.md).\n\n## Two\n\nText."
    made = paper(text, FILES)
    crossings = [n for n in made.inlines if isinstance(n, m.CrossReference)]
    assert [(n.label, n.word) for n in crossings] == [("paper:two", "Section")] * 2
    assert made.links == []
    assert made.texts()[0] == "a, b, c."
    assert made.preprint.cited == ()


def test_a_link_to_the_note_is_to_its_only_result(paper: MakePaper) -> None:
    made = paper("[a](paper.md).\n\n::: {.theorem #t}\nA.\n:::\n", FILES)
    assert [n.label for n in made.inlines if isinstance(n, m.CrossReference)] == ["paper:t"]


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("[all](/notes/)", (f"{WEB}/notes/", "all")),
        ("[list](/a-z/)", (f"{WEB}/a-z/", "list")),
        ("[](/a-z/)", (f"{WEB}/a-z/", "“A–Z”")),
        ("[home](/)", (f"{WEB}/", "home")),
        (f"[home]({WEB}/)", (f"{WEB}/", "home")),
        ("[data](/data.csv)", (f"{WEB}/data.csv", "data")),
        ("[out](https://example.org/)", ("https://example.org/", "out")),
    ],
)
def test_pages_and_files_are_plain_links(
    paper: MakePaper, link: str, expected: tuple[str, str]
) -> None:
    made = paper(f"See {link}.", FILES)
    assert made.links == [expected]
    assert made.citations == []
    assert made.codes == []


@pytest.mark.parametrize("link", ["[x](/notes/nothing/)", "[x](nothing.md)", "[x](#nothing)"])
def test_a_link_that_finds_nothing(paper: MakePaper, link: str) -> None:
    made = paper(f"See {link}.", FILES)
    assert made.codes == ["link-unresolved"]
    assert made.texts() == ["See x."]
    assert made.preprint.book.counts.unresolved_links == 1


def test_without_an_address_the_text_alone_prints_and_one_remark_says_so(paper: MakePaper) -> None:
    text = "See [that](other.md).\n\n[](/notes/b/), [all](/notes/), [data](/data.csv)."
    made = paper(text, FILES, hugo="title = 'T'\n")
    assert made.preprint.address == ""
    assert made.links == []
    assert made.preprint.cited == ()
    assert made.texts() == ["See that.", "“Bundle”, all, data."]
    assert [(d.code, d.severity, d.place.line if d.place else 0) for d in made.said] == [
        ("link-no-address", "note", 5)
    ]
    assert "baseURL" in made.said[0].hint


def test_a_permalink_finds_its_note(paper: MakePaper) -> None:
    hugo = HUGO + "[permalinks]\nnotes = '/:year/:slugorfilename/'\n"
    made = paper("[a](/2026/other/#h) [b](other.md).", FILES, hugo=hugo)
    assert made.codes == []
    assert made.links == [(f"{WEB}/2026/other/#h", "a"), (f"{WEB}/2026/other/", "b")]
    assert made.preprint.cited == ("other",)


def test_links_in_headings_cells_captions_and_footnotes(paper: MakePaper) -> None:
    text = (
        "## On [a](other.md)\n\nText.[^1]\n\n| a |\n|---|\n| [b](other.md) |\n\n"
        "**Table 1.** Of [c](/notes/b/).\n\n[^1]: Note [d](other.md).\n"
    )
    made = paper(text, FILES)
    assert made.codes == []
    assert len(made.citations) == 4
    assert made.preprint.cited == ("other", "b")


def test_alternative_texts_have_no_links(paper: MakePaper) -> None:
    files = {**FILES, "static/a.png": "x"}
    made = paper("![The [other](other.md) one](a.png)", files)
    (figure,) = made.note.blocks
    assert isinstance(figure, m.Figure)
    assert plain_text(figure.images[0].alt) == "The other one"
    assert made.preprint.cited == ()


def test_notes_without_authors_have_the_sites(paper: MakePaper) -> None:
    hugo = HUGO + "[params]\nauthor = 'The Site Team'\n"
    made = paper("[a](/notes/b/)", FILES, hugo=hugo)
    assert made.preprint.references.entries["b"].fields["author"] == "{The Site Team}"


@pytest.mark.parametrize(
    ("title", "tex"),
    [
        ("50% of $x_1$ & C#", r"50\% of $x_1$ \& C\#"),
        ("`a_b` *of* **c**", r"\texttt{a\_b} \emph{of} \textbf{c}"),
        (r"a\b {c} ^ ~", r"a\textbackslash{}b \{c\} \textasciicircum{} \textasciitilde{}"),
    ],
)
def test_titles_as_latex(title: str, tex: str) -> None:
    assert tex_text(read_inline(title)) == tex


def test_an_entry_without_authors_and_date() -> None:
    source = m.NoteSource("a.md", "a", "", m.FrontMatter("A"), "", 1, "")
    entry = note_entry(m.Site("/", "S"), source, (), "https://example.org/a/")
    assert dict(entry.fields) == {
        "title": "{A}",
        "organization": "S",
        "url": "https://example.org/a/",
    }


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("Lab of A and B", "{Lab of A and B}"),
        ("The Team", "{The Team}"),
        ("S", "{S}"),
        ("A & B", r"A \& B"),
    ],
)
def test_names(name: str, written: str) -> None:
    front = m.FrontMatter("A", authors=(m.Author(name),))
    source = m.NoteSource("a.md", "a", "", front, "", 1, "")
    entry = note_entry(m.Site("/", "S"), source, (), "https://example.org/a/")
    assert entry.fields["author"] == written
