"""Complaints about what is printed at all: each test is a row of the list of pitfalls."""

from __future__ import annotations

import re

import pikepdf
import pytest

from scidraft_tex.finish.facts import pdf_facts
from tests.pdf.checks import is_sound
from tests.pitfalls.conftest import Book

pytestmark = [
    pytest.mark.tex,
    pytest.mark.browser,
    pytest.mark.slow,
]


def test_the_site_of_pitfalls_is_printed_without_a_word(book: Book) -> None:
    assert book.built.status == 0, book.built.stderr
    said = book.built.report["diagnostics"]
    assert [(one["code"], one["message"]) for one in said] == [
        ("bib-unused", "no note cites unused")
    ]
    assert book.built.report["engine"] == "pdflatex"
    is_sound(book.built)


def test_pitfall_02_a_list_of_references_a_chapter(book: Book) -> None:
    """A book has one bibliography at its end, though each chapter asked for its own."""
    alpha = "[1] Euler L. The Alpha Paper. Acta_Alpha 1750. [2] Knuth DE. Literate Sources."
    beta = "[1] Hilbert D. The Grundlagen. Teubner, 1899. [2] Noether E. The Beta Book."
    assert "cites [1] before [2], and has a note.1 On to the text of beta" in book.text
    assert alpha in book.text_between("Alpha sources", "Between the lists")
    assert beta in book.text_between("Beta sources", "2.1 Setup")
    assert "Uncited" not in book.text
    assert book.built.report["references"]["lists"] == 3


def test_pitfall_03_several_lists_in_one_chapter(book: Book) -> None:
    """Two lists of one chapter run into each other: one heading, one numbering, one file."""
    assert "it cites [1] once more. Alpha data [1] Gauss CF. The Data Set." in book.text
    assert "Gauss" not in book.text_between("Alpha sources", "Alpha data")
    first, second = book.lead_of("[1] before", 0), book.lead_of("[1] once more.")
    assert first.page == second.page
    assert first.top < book.find("Alpha data")[0].top < second.top


def test_pitfall_08_footnotes_of_cells_and_captions(book: Book) -> None:
    """A footnote in a table's cell or caption stops the build, or its text is nowhere."""
    cell = book.find("The note of the cell.")[0]
    caption = book.find("The note of the caption.")[0]
    last_row = book.find("cellbottom")[0]
    assert last_row.page == caption.page == cell.page
    assert last_row.bottom < caption.top < cell.top
    assert cell.bottom < book.find("without caption")[0].top
    assert book.text.count("The note of the caption.") == 1
    assert "[{The counted one.}]{The counted one." in book.chapter("tables")


def test_pitfall_09_tables_without_caption_are_not_counted(book: Book) -> None:
    """A table without a caption takes a number that is printed nowhere, and the next is off."""
    captions = re.findall(r"Table (\d+\.\d+)\. The", book.text)
    assert captions == ["3.1", "3.2"]
    lists = book.text_between("Tables 3.1", "First part")
    assert re.search(r"3\.1 The counted one.*3\.2 The next one", lists)
    assert "3.3" not in lists


def test_pitfall_13_a_macro_is_the_notes_own(book: Book) -> None:
    """The macro of one chapter's formula clashes with that of another once they are one book."""
    assert "In alpha the macro is Mean X, and here Mean Y again." in book.text
    assert "In beta the macro is Expect X." in book.text


def test_pitfall_15_footnotes_of_one_name_in_two_chapters(book: Book) -> None:
    """Both chapters have a footnote 1, and one of them shows the other's text."""
    alpha = book.find("1 The note of alpha has words of its own.")[0]
    beta = book.find("1 The note of beta is another one.")[0]
    assert alpha.page == book.page_of("The alpha text cites")
    assert beta.page == book.page_of("The beta text cites")


def test_pitfall_17_underscores_in_names(book: Book) -> None:
    """An underscore in a label, a key or the name of a file breaks TeX."""
    assert "Knuth DE. Literate Sources. Alpha Press, 1984." in book.text
    assert "By (2.1) they do no harm." in book.text
    assert "firstrow (2.1)" in book.text
    assert book.lead_of("what has underscores").page == book.page_of("2.2 Underscores")
    assert [path.name for path in book.built.tex.glob("bib/*_*")] == []


def test_pitfall_19_kinds_of_ones_own_share_the_counter(book: Book) -> None:
    """A kind that the tool does not know cannot share the counter of the others, or goes lost."""
    heads = ["Theorem 1.1 (first).", "Definition 1.2.", "Fact 1.3.", "Theorem 1.4 (with a list)."]
    places = [book.text.index(head) for head in heads]
    assert places == sorted(places)
    assert "Fact 1.3. There are 24 letters." in book.text
    assert book.built.report["results"]["Fact"] == 1


def test_pitfall_21_every_destination_is_one(book: Book) -> None:
    """Theorems of two chapters have one destination: every link leads to the first."""
    assert book.built.report["tex"]["duplicate_destinations"] == []
    assert "destination with the same identifier" not in (
        (book.built.tex / "book.log").read_text(encoding="utf-8", errors="replace")
    )
    for name, number in (("alpha", "1.5"), ("beta", "2.2")):
        lead = book.lead_of(f"Theorem {number} on page")
        head = book.find(f"Theorem {number} (twin of {name}).")[0]
        assert lead.page == head.page
        assert head.top - 15 < lead.top < head.bottom


def test_pitfall_22_bookmarks_are_plain(book: Book) -> None:
    """A formula or a link in a heading leaves commands or nothing at all in its bookmark."""
    titles = [item.title for item in pdf_facts(book.built.pdf).outline]
    assert "1.2 The σ-algebra of X₁ and a link to code_x" in titles
    assert not [title for title in titles if re.search(r"[\\$\ufffd]", title)]


def test_pitfall_23_parts_and_what_follows_them(book: Book) -> None:
    """The contents have a part's page wrong, and what follows a part is nested below it."""
    facts = pdf_facts(book.built.pdf)
    outline = {item.title: item for item in facts.outline}
    levels = [
        (title, outline[title].level)
        for title in ("I First part", "2 Beta", "2.1 Setup", "II Second part", "4 Pieces")
    ]
    assert [level for _, level in levels] == [1, 2, 3, 1, 2]
    assert outline["5 Floats"].level == 1
    contents = book.text_between("Contents", "Lists Algorithms")
    for title in ("I First part", "II Second part", "3 Tables", "5 Floats"):
        sheet = outline[title].page
        assert f"{title} {facts.labels[sheet - 1]} " in contents + " "
        assert book.lead_of(title.split(" ", 1)[1], 0).page == sheet
        assert title.split(" ", 1)[1] in " ".join(book.built.pages[sheet - 1].split())


def test_pitfall_27_svg_is_a_pdf_before_tex(book: Book) -> None:
    """TeX meets an SVG late and knows no such extension."""
    included = re.findall(r"\\includegraphics\[[^]]*\]\{(.*?)\}", book.chapter("pieces"))
    assert len(included) == 2
    assert {name.rsplit(".", 1)[1] for name in included} == {"pdf"}
    assert book.page_of("Words in SVG", 0) == book.page_of("Figure 4.2. The drawing by hand")


def test_pitfall_28_html_is_printed(book: Book) -> None:
    """HTML within Markdown is left out without a word."""
    for words in (
        "Press Ctrl , see H2 O and x9 , marked words.",
        "The summary line The hidden words.",
        "htmlcell another",
    ):
        assert words in book.text


def test_pitfall_30_return_begins_a_line(book: Book) -> None:
    r"""`\Return` goes on in the line of the statement before it."""
    state, result = book.find("y ← x/2")[0], book.find("return y")[0]
    assert state.page == result.page
    assert state.bottom < result.bottom
    assert state.left == pytest.approx(result.left, abs=2)


def test_pitfall_11_the_address_of_a_link_is_what_was_written(book: Book) -> None:
    """A percent sign of an address is escaped twice, and an apostrophe is another character."""
    written = (
        "https://example.org/it's_a/very/long/address/that/goes/on/and/on/without/a/single/"
        "hyphen/or/space/until/it/has/to/break/somewhere?x=1%20y&z=~a#part_2"
    )
    assert written in "".join(book.text.split())
    with pikepdf.open(book.built.pdf) as document:
        found = {
            str(link.A.URI)
            for page in document.pages
            for link in page.get("/Annots", ())
            if "/URI" in link.get("/A", {})
        }
    assert found == {written}
