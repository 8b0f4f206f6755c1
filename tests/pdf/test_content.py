"""The compendium of our own as a book: every kind, fence, table style and list on its pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.kinds import KINDS
from tests.pdf.checks import is_sound
from tests.pdf.conftest import REPOSITORY, Built

pytestmark = [
    pytest.mark.tex,
    pytest.mark.browser,
    pytest.mark.slow,
]
CONTENT = REPOSITORY / "content"


def test_it_is_made_without_a_word(content_book: Built) -> None:
    assert content_book.status == 0, content_book.stderr
    grave = [d for d in content_book.report["diagnostics"] if d["severity"] != "note"]
    assert grave == []
    is_sound(content_book)


def test_its_units_do_not_know_their_pages(content_book: Built) -> None:
    units = sorted((content_book.tex / "units").glob("0*/book.tex"))
    assert len(units) > 2
    assert all("scidraft folio" in unit.read_text() for unit in units)


def test_every_note_is_printed_once(content_book: Built) -> None:
    notes = [p for p in (CONTENT / "content/notes").rglob("*.md") if p.name != "_index.md"]
    assert content_book.report["notes"] == len(notes)
    headings = "".join(p.read_text() for p in content_book.tex.glob("chapters/[0-9]*.tex"))
    labels = re.findall(r"\\label\{(note:[^}]*)\}", headings)
    assert len(labels) == len(set(labels)) == len(notes)


def test_every_kind_of_result_is_at_work(content_book: Built) -> None:
    results = content_book.report["results"]
    assert set(results) == {kind.name for kind in KINDS}
    assert results["Proof"] > results["Theorem"]


def test_every_exercise_has_a_hint_and_a_solution(content_book: Built) -> None:
    results = content_book.report["results"]
    assert results["Exercise"] == results["Hint"] == results["Solution"] == 25


def test_a_gap_prints_its_word_and_what_is_for_the_instructor_does_not(content_book: Built) -> None:
    text = " ".join(" ".join(content_book.pages).split())
    assert "The chain is irreducible if there is only one." in text
    assert "Draw the six states" not in text
    assert "worth the time" not in text
    assert ".gap" not in text


def test_every_sort_of_block_is_at_work(content_book: Built) -> None:
    report = content_book.report
    assert report["algorithms"] >= 4
    assert report["diagrams"]["distinct"] >= 6
    assert report["listings"] >= 3
    assert report["trees"] >= 2
    assert set(report["table_styles"]) == {"academic", "striped", "bordered", "default"}
    assert report["references"]["lists"] >= 5
    assert report["references"]["missing"] == []
    assert report["links"]["internal"] > 100
    assert report["links"]["unresolved"] == 0


def test_title_page_and_imprint(content_book: Built) -> None:
    title = " ".join(content_book.pages[1].split())
    assert "Finite Markov Chains and Monte Carlo" in title
    assert "A compendium for a one-term course" in title
    assert "The scidraft-tex authors" in title
    imprint = " ".join(content_book.pages[2].split())
    assert "First edition" in imprint
    assert "CC BY 4.0" in imprint


def test_contents_name_every_part_and_chapter(content_book: Built) -> None:
    contents = " ".join(" ".join(content_book.pages[3:7]).split())
    for part in ("Chains", "Convergence", "Monte Carlo", "Teaching and reading"):
        assert part in contents
    for chapter in ("Foundations", "Mixing times", "Perfect sampling", "The literature"):
        assert chapter in contents


def test_bookmarks_are_plain_text(content_book: Built) -> None:
    titles = [item.title for item in pdf_facts(content_book.pdf).outline]
    assert not [title for title in titles if "\\" in title or "$" in title]
    assert "1 Foundations" in titles


def test_results_are_numbered_within_their_chapter(content_book: Built) -> None:
    numbers = re.findall(
        r"\b(?:Theorem|Lemma|Definition|Proposition|Corollary) (\d+)\.(\d+)\b",
        " ".join(content_book.pages[12:]),
    )
    assert len(numbers) > 40
    chapters = {int(chapter) for chapter, _ in numbers}
    assert chapters >= {1, 2, 3, 4, 6, 7}


def test_the_long_table_repeats_its_head(content_book: Built) -> None:
    heads = [page for page in content_book.pages if "(continued)" in page]
    assert heads


def test_the_long_line_is_broken_with_a_mark(content_book: Built) -> None:
    chapters = "".join(p.read_text() for p in content_book.tex.glob("chapters/*.tex"))
    assert "\\codehook" in chapters


def test_aliases_lead_to_their_titles(content_book: Built) -> None:
    index = "".join(p.read_text() for p in content_book.tex.glob("*.ind"))
    see = index.count("\\see{")
    assert see > 100
    assert index.count("\\indexletter{") > 20


def test_two_lists_of_one_note_are_numbered_apart(content_book: Built) -> None:
    chapters = list(content_book.tex.glob("chapters/*.tex"))
    opening = "\\newrefsection[bib/two-applications"
    double = [p for p in chapters if p.read_text().count(opening) == 2]
    assert len(double) == 1
    page_texts = " ".join(content_book.pages)
    assert page_texts.count("[1]") >= 6


def test_images_stand_in_the_folder(content_book: Built) -> None:
    used = set()
    for path in content_book.tex.glob("chapters/*.tex"):
        used |= set(re.findall(r"\\includegraphics(?:\[[^\]]*\])?\{([^}]*)\}", path.read_text()))
    assert len(used) >= 9
    for name in used:
        assert (content_book.tex / name).is_file(), name
        assert Path(name).suffix in {".pdf", ".png", ".jpg"}
