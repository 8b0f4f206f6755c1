"""Screen and print, on every paper: what differs on the pages, read off the built PDFs."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.render.papers import PAPERS
from scidraft_tex.render.papers import Profile as PaperProfile
from scidraft_tex.settings import Profile
from tests.pdf.checks import is_sound
from tests.pdf.conftest import Built, build
from tests.pdf.small_site import WEB, make_site

BIG_POINTS = 72 / 72.27
"""A point of TeX in those of PDF."""


@dataclass(frozen=True)
class Word:
    """A word on a page and where it begins, ends and stands, in points from the upper left."""

    text: str
    left: float
    right: float
    top: float


@dataclass
class Printed:
    """A small book in one profile on one paper."""

    built: Built

    @property
    def pdf(self) -> Path:
        return self.built.pdf

    @property
    def text(self) -> str:
        return self.built.text

    @cached_property
    def words(self) -> list[list[Word]]:
        """The words of each page."""
        done = subprocess.run(
            ["pdftotext", "-bbox", self.pdf, "-"], capture_output=True, text=True, check=True
        )
        name = "{http://www.w3.org/1999/xhtml}"
        root = ET.fromstring(re.sub(r"[\x00-\x08\x0b-\x1f]", "", done.stdout))  # noqa: S314  # poppler's own
        return [
            [
                Word(
                    word.text or "",
                    float(word.get("xMin", 0)),
                    float(word.get("xMax", 0)),
                    float(word.get("yMin", 0)),
                )
                for word in page.iter(f"{name}word")
            ]
            for page in root.iter(f"{name}page")
        ]

    def full_pages(self) -> Iterator[tuple[int, list[Word]]]:
        """Yield the sheets, from 1, that running prose fills, with their words."""
        for sheet, words in enumerate(self.words, start=1):
            if sum(word.text == "divided" for word in words) >= 3:
                yield sheet, words


Print = Callable[[Profile, str], Printed]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Print:
    """Return what prints the small book in a profile on a paper, each once."""
    done: dict[tuple[Profile, str], Printed] = {}

    def make(profile: Profile, paper: str) -> Printed:
        if (profile, paper) not in done:
            folder = tmp_path_factory.mktemp(f"{profile}-{paper}")
            built = build(
                make_site(folder / "site"), folder, "--profile", profile, "--paper", paper
            )
            assert built.status == 0, built.stderr
            done[profile, paper] = Printed(built)
        return done[profile, paper]

    return make


ON_SCREEN = ("a5", "letter")
IN_PRINT = [paper for paper in PAPERS if paper not in ON_SCREEN]
CASES: list[tuple[Profile, str]] = [
    *(("print", paper) for paper in IN_PRINT),
    *(("screen", paper) for paper in ON_SCREEN),
]
"""Every paper, each in one of the profiles."""
EACH = pytest.mark.parametrize(("profile", "paper"), CASES)
PAPER = "b5"
"""The paper of tests that one will do for."""


# --- the page ----------------------------------------------------------------------------------


@EACH
def test_it_is_sound_and_made_without_a_word(printed: Print, profile: Profile, paper: str) -> None:
    built = printed(profile, paper).built
    is_sound(built)
    assert [d for d in built.report["diagnostics"] if d["severity"] != "note"] == []


@EACH
def test_every_page_has_the_papers_size(printed: Print, profile: Profile, paper: str) -> None:
    size = PAPERS[paper]
    expected = (size.width / 25.4 * 72, size.height / 25.4 * 72)
    for found in pdf_facts(printed(profile, paper).pdf).sizes:
        assert found == pytest.approx(expected, abs=0.1)


@EACH
def test_margins_by_the_design_and_in_print_by_the_side(
    printed: Print, profile: Profile, paper: str
) -> None:
    layout = PAPERS[paper].layout(PaperProfile(profile))
    pages = list(printed(profile, paper).full_pages())
    assert {sheet % 2 for sheet, _ in pages} == {0, 1}
    for sheet, words in pages:
        verso = profile == "print" and sheet % 2 == 0
        left, right = (layout.outer, layout.inner) if verso else (layout.inner, layout.outer)
        body = [word for word in words if word.top > layout.top * BIG_POINTS]
        assert min(word.left for word in body) == pytest.approx(left * BIG_POINTS, abs=1.5)
        edge = (layout.width - right) * BIG_POINTS
        assert max(word.right for word in body) == pytest.approx(edge, abs=6)


@EACH
def test_no_line_of_a_paragraph_stands_alone_on_a_page(
    printed: Print, profile: Profile, paper: str
) -> None:
    layout = PAPERS[paper].layout(PaperProfile(profile))
    head, foot = (
        length * BIG_POINTS for length in (layout.top, layout.top + layout.text_height + 6)
    )
    checked = 0
    for sheet, words in printed(profile, paper).full_pages():
        verso = profile == "print" and sheet % 2 == 0
        margin = (layout.outer if verso else layout.inner) * BIG_POINTS
        lines: dict[float, float] = {}
        for word in words:
            if head < word.top < foot:
                lines[word.top] = min(word.left, lines.get(word.top, word.left))
        if sum(word.text == "divided" for word in words) < 5:
            continue  # the prose shares the page
        indented = [lines[top] > margin + 6 for top in sorted(lines)]
        assert not indented[1] or indented[0], f"a widow on sheet {sheet}"
        assert not indented[-1], f"an orphan on sheet {sheet}"
        checked += 1
    assert checked


# --- print -------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", IN_PRINT)
def test_print_has_no_colour(printed: Print, tmp_path: Path, paper: str) -> None:
    pdf = printed("print", paper).pdf
    subprocess.run(["pdftoppm", "-r", "30", "-png", pdf, tmp_path / "page"], check=True)
    pages = sorted(tmp_path.glob("*.png"))
    assert len(pages) == pdf_facts(pdf).pages
    for path in pages:
        with Image.open(path) as image:
            red, green, blue = image.convert("RGB").split()
        for one, other in ((red, green), (green, blue)):
            high = ImageChops.difference(one, other).getextrema()[1]
            assert isinstance(high, int)
            assert high <= 2, path.name


def colour_operators(pdf: Path) -> set[str]:
    """Return the operators that set a colour on the pages of PDF."""
    with pikepdf.open(pdf) as document:
        return {
            str(one.operator)
            for page in document.pages
            for one in pikepdf.parse_content_stream(page)
            if str(one.operator) in {"rg", "RG", "k", "K", "g", "G", "sc", "SC", "scn", "SCN"}
        }


def test_print_sets_greys_and_the_screen_an_accent(printed: Print) -> None:
    assert colour_operators(printed("print", PAPER).pdf) <= {"g", "G"}
    assert "rg" in colour_operators(printed("screen", "letter").pdf)


def test_the_printed_picture_is_grey_and_that_on_screen_red(printed: Print) -> None:
    for book, mode in ((printed("print", PAPER), "L"), (printed("screen", "letter"), "RGB")):
        (picture,) = (book.built.tex / "figures").glob("*.png")
        with Image.open(picture) as image:
            assert image.mode == mode


@pytest.mark.parametrize("paper", IN_PRINT)
def test_chapters_open_on_the_right_after_a_page_that_is_blank(printed: Print, paper: str) -> None:
    book = printed("print", paper)
    openings = [item.page for item in pdf_facts(book.pdf).outline if item.title[:2] in {"1 ", "2 "}]
    assert len(openings) == 2
    assert [page % 2 for page in openings] == [1, 1]
    blank = [sheet for sheet, words in enumerate(book.words, start=1) if not words]
    assert 2 in blank
    assert all(sheet % 2 == 0 for sheet in blank)
    with pikepdf.open(book.pdf) as document:
        for sheet in blank:
            content = pikepdf.parse_content_stream(document.pages[sheet - 1])
            drawn = {str(one.operator) for one in content} & {"Tj", "TJ", "re", "f", "S", "Do"}
            assert not drawn


def test_addresses_stand_at_the_foot_in_print_alone(printed: Print) -> None:
    foot = "".join(printed("print", PAPER).text.split())
    assert WEB in foot
    assert WEB not in "".join(printed("screen", "letter").text.split())


def test_outside_links_lead_to_the_web(printed: Print) -> None:
    for book in (printed("screen", "letter"), printed("print", PAPER)):
        with pikepdf.open(book.pdf) as pdf:
            found = {
                str(link.A.URI)
                for page in pdf.pages
                for link in page.get("/Annots", ())
                if "/A" in link and "/URI" in link.A
            }
        assert found == {WEB}


def test_cross_references_have_their_page_in_print_alone(printed: Print) -> None:
    assert re.search(r"the median \(p\. \d+\)", printed("print", PAPER).text)
    assert re.search(r"see the median too", printed("screen", "letter").text)
    assert not re.search(r"\(p\. \d+\)", printed("screen", "letter").text)


# --- screen ------------------------------------------------------------------------------------


def test_bookmarks_are_open_to_chapters_on_screen(printed: Print) -> None:
    with pikepdf.open(printed("screen", "letter").pdf) as pdf:
        assert pdf.Root.PageMode == pikepdf.Name.UseOutlines
        assert pdf.Root.PageLayout == pikepdf.Name.SinglePage
        with pdf.open_outline() as outline:
            titles = {item.title: item for item in outline.root}
    assert {"1 The mean", "2 The median"} <= set(titles)
    assert titles["1 The mean"].is_closed


def test_print_opens_as_facing_pages(printed: Print) -> None:
    with pikepdf.open(printed("print", PAPER).pdf) as pdf:
        assert pdf.Root.PageLayout == pikepdf.Name.TwoPageRight


def test_references_tell_the_pages_that_cite_them_on_screen_alone(printed: Print) -> None:
    told = re.compile(r"\(cit\. on p\w*\. \d+")
    lists = printed("screen", "letter").built.report["references"]["lists"]
    assert lists == 2
    assert len(told.findall(printed("screen", "letter").text)) == 3
    assert not told.search(printed("print", PAPER).text)


# --- both --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "paper"), [("print", PAPER), ("screen", "letter")])
def test_results_at_a_glance_end_their_chapter(
    printed: Print, profile: Profile, paper: str
) -> None:
    book = printed(profile, paper)
    glances = [
        flat
        for page in book.built.pages
        if (flat := " ".join(page.replace(" .", " ").split())) and re.search(r"\bResults\b", flat)
    ]
    assert len(glances) == 2
    assert re.search(r"Results 1\.1 Definition: mean 1 1\.2 Theorem: least squares \d", glances[0])
    assert "absolute" not in glances[0]
    assert re.search(r"Results 2\.1 Theorem: absolute deviations \d+", glances[1])


def test_lists_with_something_in_them_alone(printed: Print) -> None:
    front = " ".join(" ".join(printed("print", PAPER).built.pages[:10]).split())
    for heading in ("Definitions 1.1", "Theorems 1.2"):
        assert heading in front
    for heading in ("Lemmas", "List of", "Algorithms", "Tables", "Listings"):
        assert heading not in front


@pytest.mark.parametrize(("profile", "paper"), [("print", PAPER), ("screen", "letter")])
def test_the_front_matter(printed: Print, profile: Profile, paper: str) -> None:
    front = " ".join(" ".join(printed(profile, paper).built.pages[:5]).split())
    for words in (
        "Notes on sums",
        "November 30, 2026",
        "© 2026 Ada Example, Ben Sample",
        "Second edition",
        "Example Press",
        "CC BY-SA 4.0",
    ):
        assert words in front


def test_the_metadata(printed: Print) -> None:
    with pikepdf.open(printed("screen", "letter").pdf) as pdf:
        said = {key: str(value) for key, value in pdf.docinfo.items()}
        assert said["/Title"] == "Small Averages"
        assert said["/Author"] == "Ada Example, Ben Sample"
        assert said["/Subject"] == "Notes on sums"
        assert said["/Keywords"] == "mean, median"
        assert said["/CreationDate"] == "D:20261130000000Z"
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        with pdf.open_metadata() as xmp:
            assert xmp["dc:title"] == "Small Averages"
            assert xmp["dc:creator"] == ["Ada Example", "Ben Sample"]
            assert xmp["dc:description"] == "Notes on sums"
            assert set(xmp["dc:subject"]) == {"mean", "median"}
            assert xmp["dc:rights"] == "CC BY-SA 4.0"
            url = "https://creativecommons.org/licenses/by-sa/4.0/"
            assert xmp["xmpRights:WebStatement"] == url
