"""The real site as a book: what was counted in its notes by hand is what comes out."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scidraft_tex.check import CheckJob, check_site
from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.formats.values import diagnostic_values
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Shell
from tests.pdf.checks import is_sound
from tests.pdf.conftest import Built

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.tex,
    pytest.mark.browser,
    pytest.mark.slow,
]


@pytest.fixture(scope="session")
def expected(corpus: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads((corpus / "expected.json").read_text())
    return values


def test_it_is_made_without_errors(corpus_book: Built) -> None:
    assert corpus_book.status == 0, corpus_book.stderr
    errors = [d for d in corpus_book.report["diagnostics"] if d["severity"] == "error"]
    assert errors == []
    is_sound(corpus_book)


def test_its_units_do_not_know_their_pages(corpus_book: Built) -> None:
    units = sorted((corpus_book.tex / "units").glob("0*/book.tex"))
    assert len(units) > 2
    assert all("scidraft folio" in unit.read_text() for unit in units)


def test_only_the_libraries_are_untidy(corpus_book: Built) -> None:
    codes = {d["code"] for d in corpus_book.report["diagnostics"] if d["severity"] == "warning"}
    assert codes == {"bib-duplicate-key"}


def test_a_check_says_what_the_book_does_before_tex(corpus_book: Built, corpus: Path) -> None:
    made = check_site(CheckJob(corpus / "scidraft", Settings()), Shell())
    checked = [diagnostic_values(item) for item in made.diagnostics.sorted()]
    later = ("tex-", "diagram-", "build-")
    told = [d for d in corpus_book.report["diagnostics"] if not d["code"].startswith(later)]
    assert checked == told
    assert made.notes == corpus_book.report["notes"]


def test_notes_and_results(corpus_book: Built, expected: dict[str, Any]) -> None:
    report = corpus_book.report
    assert report["notes"] == expected["notes"]
    assert report["skipped"] == expected["skipped"]
    assert report["results"] == expected["results"]


def test_everything_else_that_was_counted(corpus_book: Built, expected: dict[str, Any]) -> None:
    report, totals = corpus_book.report, expected["totals"]
    assert report["algorithms"] == totals["pseudo_algorithms"]
    assert report["diagrams"]["total"] == totals["diagrams"]
    assert report["displays"] == totals["displays"]
    assert report["listings"] == totals["listings"]
    assert report["trees"] == totals["trees"]
    assert report["tables"] == totals["tables"]
    assert report["table_styles"] == {
        "academic": totals["table_academic"],
        "striped": totals["table_striped"],
        "default": totals["table_default"],
    }


def test_citations(corpus_book: Built, expected: dict[str, Any]) -> None:
    references = corpus_book.report["references"]
    assert references["lists"] == expected["reference_lists_with_citations"]
    assert references["cited"] == expected["citations"]
    assert references["missing"] == expected["missing_keys"]


def test_indexes(corpus_book: Built, expected: dict[str, Any]) -> None:
    found = corpus_book.report["indexes"]
    assert found == {
        name: {"entries": counted["entries"], "see": counted["aliases"]}
        for name, counted in expected["entry_sets"].items()
    }


def test_each_list_is_numbered_from_one(corpus_book: Built) -> None:
    bodies = [path.read_text() for path in sorted(corpus_book.tex.glob("chapters/*.tex"))]
    lists = sum(body.count("\\printbibliography") for body in bodies)
    starts = corpus_book.text.count("[1] ")
    assert lists == corpus_book.report["references"]["lists"]
    assert starts >= lists
    page = corpus_book.page_with("References for the second part", "[1]")
    assert page.index("References for the second part") < page.index(
        "[1]", page.index("second part")
    )


def test_front_matter(corpus_book: Built) -> None:
    assert "SciDraft" in corpus_book.pages[0]
    assert "SciDraft" in corpus_book.pages[1]
    assert "yourname" in corpus_book.pages[1]
    assert "Set by scidraft-tex" in " ".join(corpus_book.pages[2].split())
    contents = corpus_book.page_with("Contents")
    assert "Business Intelligence Analyst" in contents
    assert "Math" in contents


def test_parts_chapters_and_sections(corpus_book: Built, expected: dict[str, Any]) -> None:
    outline = pdf_facts(corpus_book.pdf).outline
    titles = [item.title for item in outline]
    for number, part in zip(("I", "II", "III"), ("Occupations", "Math", "Rendering"), strict=True):
        assert f"{number} {part}" in titles
    for counted in ("math", "rendering"):
        for category in expected["entry_sets"][counted]["categories"]:
            assert any(title.endswith(f" {category}") for title in titles), category


def test_web_pages_make_no_chapter(corpus_book: Built) -> None:
    titles = [item.title for item in pdf_facts(corpus_book.pdf).outline]
    assert not any("Categories" in title for title in titles)
    assert titles.count("Math A–Z") == 1
    assert "resumetemplates" not in corpus_book.text
    assert "Resume" not in corpus_book.text


def test_index_is_sorted_as_a_reader_expects(corpus_book: Built) -> None:
    lines = [line.strip() for line in (corpus_book.tex / "math.ind").read_text().splitlines()]
    items = [line.removeprefix("\\item ") for line in lines if line.startswith("\\item ")]
    letter = lines[1 : lines.index(r"\indexletter{B}")]
    assert any(line.startswith(r"\item AB ") for line in letter)
    criterion = next(i for i, item in enumerate(items) if item.startswith("Polyak-Lojasiewicz"))
    alias = next(i for i, item in enumerate(items) if item.startswith("Polyak-Łojasiewicz"))
    assert items[criterion].startswith("Polyak-Lojasiewicz Criterion, The")
    assert alias == criterion + 1
    assert any(item.startswith("Theorems") for item in items)


def test_a_note_in_two_sets_is_printed_once(corpus_book: Built) -> None:
    headings = "".join(path.read_text() for path in corpus_book.tex.glob("chapters/*.tex"))
    assert headings.count("\\section{Masked Softmax Attention}") == 1
    assert "Masked Softmax Attention" in (corpus_book.tex / "math.ind").read_text()
    assert "Masked Softmax Attention" in (corpus_book.tex / "rendering.ind").read_text()


def test_text_of_every_diagram_is_extractable(corpus_book: Built) -> None:
    texts = [
        subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True).stdout
        for path in (corpus_book.tex / "figures").glob("*.pdf")
    ]
    assert len(texts) == corpus_book.report["diagrams"]["distinct"]
    drawn = "".join("".join(texts).split())
    printed = "".join(corpus_book.text.split())
    for words in (
        "Forward pass: logits Z",
        "prefill: keys and values cached",
        "Tokenise and shard",
        "running summary instead of a cache",
        "Sliding window",
        "caches built",
        "majority vote over answers",
        "Juliett",
        "Open page with diagram",
        "Scroll horizontally",
    ):
        assert "".join(words.split()) in drawn, words
    for word in ("Juliett", "Tokenise", "Prefill", "Aggregator"):
        assert word in printed


def test_it_compiles_alone_with_latexmk(corpus_book: Built, tmp_path: Path) -> None:
    sources = ["*.tex", "*.bib", "*.ist", "latexmkrc", "*.png", "*.jpg", "*.pdf"]
    for pattern in sources:
        for path in corpus_book.tex.rglob(pattern):
            name = path.relative_to(corpus_book.tex)
            if name.parts[0] not in {"out", "book.pdf"}:
                (tmp_path / "book" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, tmp_path / "book" / name)
    done = subprocess.run(
        ["latexmk", "-silent"], cwd=tmp_path / "book", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert pdf_facts(tmp_path / "book/book.pdf").pages == corpus_book.report["pages"]
