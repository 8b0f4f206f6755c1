"""Every note of two sites as a paper: each has its pages, its words on them, and its bundle.

Of our own notes every third is in two columns, without a bundle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from scidraft_tex.finish.facts import pdf_facts
from tests.pdf.conftest import REPOSITORY
from tests.pdf.papers import Papers, print_papers
from tests.pdf.words import letters, prose, runs

pytestmark = [pytest.mark.tex, pytest.mark.browser, pytest.mark.slow]

OVERFULL = 1.0
"""How far a line may leave the measure, in pt."""

SITES = [
    pytest.param(("content", {1, 2}, ()), id="content"),
    pytest.param(("content", {0}, ("--style", "twocolumn", "--no-bundle")), id="content-twocolumn"),
    pytest.param(("corpus", {0, 1, 2}, ()), id="corpus", marks=pytest.mark.corpus),
]
"""Sites, which of three notes that follow each other, and options."""


@dataclass
class Printed:
    """Papers of a site: the site, the NOTES, whether bundles were asked for, and the run."""

    site: Path
    notes: frozenset[str]
    bundled: bool
    run: Papers


@pytest.fixture(scope="module", params=SITES)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Return the notes of each site as papers, printed once."""
    name, which, options = request.param
    site = REPOSITORY / "content"
    if name == "corpus":
        site = request.getfixturevalue("corpus") / "scidraft"
    notes = sorted(
        path.relative_to(site).as_posix()
        for path in (site / "content/notes").rglob("*.md")
        if path.name != "_index.md" and not _left_out(path)
    )
    assert len(notes) > 50
    chosen = [note for number, note in enumerate(notes) if number % 3 in which]
    asked = ["--all"] if chosen == notes else [_name(Path(note)) for note in chosen]
    run = print_papers(tmp_path_factory.mktemp(name), *asked, site, *options)
    return Printed(site, frozenset(chosen), "--no-bundle" not in options, run)


def test_they_are_made_without_errors(printed: Printed) -> None:
    assert printed.run.status == 0, printed.run.stderr
    said = printed.run.report["diagnostics"]
    assert [item for item in said if item["severity"] == "error"] == []
    assert [item for item in said if item["code"].startswith("bundle-")] == []


def test_our_own_notes_are_without_a_word(printed: Printed) -> None:
    if printed.site == REPOSITORY / "content":
        assert printed.run.stderr == ""


def test_every_note_has_a_paper(printed: Printed) -> None:
    assert {paper.report["note"] for paper in printed.run.papers} == printed.notes
    for paper in printed.run.papers:
        assert paper.pdf.is_file()
        assert paper.archive.is_file() == printed.bundled, paper.root
        assert (len(paper.report["files"]) >= 4) == printed.bundled, paper.root


def _name(note: Path) -> str:
    """Return what NOTE is called: the `index.md` of a bundle by its folder."""
    return note.parent.name if note.stem == "index" else note.stem


def _left_out(note: Path) -> bool:
    return bool(
        re.search(r"^(draft|promotion)\s*[=:]\s*true", note.read_text("utf-8"), re.MULTILINE)
    )


def test_tex_has_nothing_to_complain_about(printed: Printed) -> None:
    for paper in printed.run.papers:
        tex = paper.report["tex"]
        assert tex["undefined_references"] == [], paper.root
        assert tex["missing_characters"] == [], paper.root
        assert tex["duplicate_destinations"] == [], paper.root
        assert [line for line in tex["overfull"] if line["pt"] > OVERFULL] == [], paper.root


def test_fonts_and_pages_are_in_order(printed: Printed) -> None:
    for paper in printed.run.papers:
        facts = pdf_facts(paper.pdf)
        assert (facts.unembedded, facts.type3) == ((), ()), paper.root
        assert facts.pages == paper.report["pages"] > 0
        assert len(set(facts.sizes)) == 1, paper.root


# --- words -----------------------------------------------------------------------------------

SPLIT = 12
"""So many runs of words of a paper may be parted: by the end of a page, or a float."""


def test_the_words_of_every_note_are_on_its_pages(printed: Printed) -> None:
    looked_for = 0
    for paper in printed.run.papers:
        note = (printed.site / paper.report["note"]).read_text(encoding="utf-8")
        page = letters(paper.text)
        lines = list(prose(note))
        assert {word for line in lines for word in line if word not in page} == set(), paper.root
        wanted = [run for line in lines for run in runs(line)]
        parted = [run for run in wanted if run not in page]
        assert len(parted) <= min(SPLIT, max(2, len(wanted) // 10)), (paper.root, parted)
        looked_for += len(wanted)
    assert looked_for > 50 * len(printed.notes)
