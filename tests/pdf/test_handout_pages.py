"""What is on the pages of a sheet, measured there: room, rules, type, margins, greys, links."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import zxingcpp
from PIL import Image

from scidraft_tex.finish.facts import pdf_facts
from tests.pdf.course_site import URL, make_course_site
from tests.pdf.handouts import Handouts, Paper, print_handouts
from tests.render.handouts import POINTS, Rule, rules_of

pytestmark = pytest.mark.tex

MM = 72.27 / 25.4
LINE = 15.0
"""From line to line at 12 pt."""
A4 = (595.276, 841.89)
NAMES = ("rooms", "gaps", "small", "large", "margin", "fits", "spills")


@pytest.fixture(scope="module")
def handouts(tmp_path_factory: pytest.TempPathFactory) -> Handouts:
    folder = tmp_path_factory.mktemp("course")
    return print_handouts(folder, "--all", make_course_site(folder / "site"))


def paper(handouts: Handouts, name: str, audience: str = "student") -> Paper:
    return handouts.papers[name, audience]


class Words:
    """Where the words of a PDF stand: page, and edges from the page's upper left, in TeX's pt."""

    def __init__(self, pdf: Path) -> None:
        done = subprocess.run(
            ["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True, check=True
        )
        self.found = list(_boxes(done.stdout))

    def all(self, word: str) -> list[tuple[int, float, float, float, float]]:
        return [box for text, *box in self.found if text == word]  # type: ignore[misc]

    def gap(self, name: str) -> float:
        """Return how far `Down<name>` is from `Up<name>`, which are on one page."""
        ((page, *_, upper),) = self.all(f"Up{name}")
        ((other, _, _, _, lower),) = self.all(f"Down{name}")
        assert page == other, name
        return lower - upper


def _boxes(text: str) -> Iterator[tuple[str, int, float, float, float, float]]:
    page = -1
    for line in text.splitlines():
        page += "<page " in line
        found = re.search(
            r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<', line
        )
        if found:
            left, top, right, bottom = (float(found[n]) * POINTS for n in range(1, 5))
            yield found[5], page, left, right, top, bottom


# --- room to work in -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rooms(handouts: Handouts) -> Words:
    return Words(paper(handouts, "rooms").pdf)


@pytest.mark.parametrize(
    ("name", "height"),
    [("length", 60 * MM), ("ruled", 40 * MM), ("dotted", 30 * MM), ("squared", 30 * MM)],
)
def test_a_length_is_exact(rooms: Words, name: str, height: float) -> None:
    assert rooms.gap(name) - rooms.gap("least") + 1 == pytest.approx(height, abs=1)


def test_a_share_is_of_the_pages_text(handouts: Handouts, rooms: Words) -> None:
    preamble = (paper(handouts, "rooms").tex / "preamble.tex").read_text("utf-8")
    found = re.search(r"textheight=([\d.]+)pt", preamble)
    assert found
    height = rooms.gap("share") - rooms.gap("least") + 1
    assert height == pytest.approx(float(found[1]) / 10, abs=1)


def test_measured_room_is_as_high_as_what_it_hides(handouts: Handouts, rooms: Words) -> None:
    instructor = Words(paper(handouts, "rooms", "instructor").pdf)
    for name in ("measured", "least", "factor"):
        assert rooms.gap("measured") == pytest.approx(instructor.gap(name), abs=LINE)
    once, twice = (rooms.gap(name) - rooms.gap("least") + 1 for name in ("measured", "factor"))
    assert twice == pytest.approx(2 * once, abs=0.1)
    assert once > 5 * LINE


def between(rooms: Words, rules: list[Rule], name: str) -> list[Rule]:
    """Return those of RULES that stand between the words around the room NAME."""
    ((page, *_, upper),) = rooms.all(f"Up{name}")
    ((_, _, _, lower, _),) = rooms.all(f"Down{name}")
    height = A4[1] * POINTS
    return [r for r in rules if r.page == page and upper < height - r.y < lower]


def steps(values: set[float]) -> list[float]:
    ordered = sorted(values)
    return [after - before for before, after in pairwise(ordered)]


def test_lines_are_eight_millimetres_apart(handouts: Handouts, rooms: Words) -> None:
    lines = between(rooms, rules_of(paper(handouts, "rooms").pdf), "ruled")
    assert len(lines) == 5
    assert steps({line.y for line in lines}) == pytest.approx([8 * MM] * 4, abs=0.05)
    assert all(line.width > 380 and line.height < 0.5 for line in lines)


def test_squares_are_five_millimetres_wide(handouts: Handouts, rooms: Words) -> None:
    lines = between(rooms, rules_of(paper(handouts, "rooms").pdf), "squared")
    upright = [line for line in lines if line.height > 10]
    assert set(map(round, steps({line.x for line in upright}))) <= {0, 14}
    across = {round(line.y, 1) for line in lines if line.width > 380}
    apart = [step for step in steps(across) if step > 1]
    assert apart == pytest.approx([5 * MM] * 6, abs=0.2)


def test_dots_are_five_millimetres_apart(handouts: Handouts, rooms: Words) -> None:
    dots = between(rooms, rules_of(paper(handouts, "rooms").pdf), "dotted")
    assert len(dots) >= 6 * 25
    assert all(dot.width < 1 and dot.height < 1 for dot in dots)
    apart = [step for step in steps({round(dot.x, 1) for dot in dots}) if step > 1]
    assert apart == pytest.approx([5 * MM] * len(apart), abs=0.3)


def test_a_gap_is_as_long_as_its_word(handouts: Handouts) -> None:
    student, solutions = (paper(handouts, "gaps", who).pdf for who in ("student", "solutions"))
    blank, words = Words(student), Words(solutions)
    for word in ("now.", "then."):  # the line goes on where it would
        assert blank.all(word)[0][1] == pytest.approx(words.all(word)[0][1], abs=1)
    (_, _, _, top, bottom) = blank.all("now.")[0]
    height = A4[1] * POINTS
    rules = [r for r in rules_of(student) if top < height - r.y < bottom + 2]
    for word in ("heteroscedasticity", "sum"):
        (_, left, right, *_) = words.all(word)[0]
        within = [r for r in rules if left - 1 < r.x and r.x + r.width < right + 1]
        assert sum(r.width for r in within) == pytest.approx(right - left, abs=1)


# --- what fits -------------------------------------------------------------------------------


def test_a_sheet_is_made_to_fit_and_the_choice_is_told(handouts: Handouts) -> None:
    fits = paper(handouts, "fits")
    assert len(fits.pages) == 2
    (said,) = handouts.said("sheet-fitted")
    chosen = re.fullmatch(
        r"fits fits 2 pages with type of (\d+) pt, ([\d.]+) pt from line to line, "
        r"margins of (\d+) mm",
        said,
    )
    assert chosen
    assert int(chosen[1]) == fits.report["fitting"]["size"]
    assert int(chosen[1]) >= 10
    assert float(chosen[2]) >= 1.15 * int(chosen[1])
    tops = {round(top, 1) for _, page, *_, top, _ in Words(fits.pdf).found if page == 1}
    apart = [round(step, 1) for step in steps(tops)]
    assert max(set(apart), key=apart.count) == pytest.approx(float(chosen[2]), abs=0.15)


def test_a_sheet_that_does_not_fit_is_printed_all_the_same(handouts: Handouts) -> None:
    spills = paper(handouts, "spills")
    assert len(spills.pages) > 2
    (said,) = handouts.said("sheet-too-long")
    assert said.startswith(f"spills takes {len(spills.pages)} pages in place of 2, with type of 10")
    assert handouts.status == 0
    assert len(re.findall("A sum that is divided", spills.text)) == 40


# --- paper and type --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "paper_size"),
    [("small", 10, (612, 792)), ("large", 17, A4), ("margin", 12, A4), ("rooms", 12, A4)],
)
def test_paper_and_size(
    handouts: Handouts, name: str, size: int, paper_size: tuple[float, float]
) -> None:
    pdf = paper(handouts, name).pdf
    with pikepdf.open(pdf) as document:
        for page in document.pages:
            assert [float(v) for v in page.mediabox[2:]] == pytest.approx(paper_size, abs=0.1)
        sizes = [shown for page in document.pages for shown in _sizes(page)]
    most = max(set(sizes), key=sizes.count)
    assert most * POINTS == pytest.approx(size, abs=0.1)


def _sizes(page: pikepdf.Page) -> Iterator[float]:
    """Yield the size of the type of each string that PAGE shows."""
    size = 0.0
    for instruction in pikepdf.parse_content_stream(page):
        match str(instruction.operator):
            case "Tf":
                size = float(instruction.operands[1])
            case "TJ" | "Tj":
                yield size


def test_large_print_divides_no_word_and_is_black(handouts: Handouts) -> None:
    large = paper(handouts, "large")
    done = subprocess.run(["pdftotext", "-layout", large.pdf, "-"], capture_output=True, check=True)
    lines = [line.rstrip() for line in done.stdout.decode().splitlines()]
    assert not [line for line in lines if line.endswith(("-", "\u2010"))]
    words = Words(large.pdf).found
    ends = {round(right) for text, _, _, right, *_ in words if text.endswith(("taken", "its"))}
    assert len(ends) > 1  # the right edge is ragged
    with pikepdf.open(large.pdf) as document:
        greys = {
            tuple(map(float, i.operands))
            for page in document.pages
            for i in pikepdf.parse_content_stream(page)
            if str(i.operator) in {"g", "rg", "k"}
        }
    assert all(set(grey) <= {0.0, 1.0} or min(grey) > 0.8 for grey in greys), greys  # and tints


@pytest.mark.parametrize("name", NAMES)
def test_no_page_is_blank(handouts: Handouts, name: str) -> None:
    for page in paper(handouts, name).pages:
        assert len(page.split()) > 12


def test_pages_are_numbered_of_how_many(handouts: Handouts) -> None:
    for one in handouts.papers.values():
        count = len(one.pages)
        for number, page in enumerate(one.pages, 1):
            assert f"page {number} of {count}" in page
    assert "page 1 of 3" in paper(handouts, "rooms").pages[0]


def test_the_head_has_course_sheet_date_lecturer_and_room_for_a_name(handouts: Handouts) -> None:
    first, second, *_ = paper(handouts, "rooms").pages
    for words in ("On Sums", "Sheet 3a", "Ada Example", "November 30, 2026", "Winter 2026"):
        assert words in first, words
    assert "Name:" in first
    assert second.startswith("On Sums · Sheet 3a · November 30, 2026")
    assert "Name:" not in paper(handouts, "margin").pages[0]
    assert "Name:" not in paper(handouts, "rooms", "instructor").pages[0]
    assert "Instructor’s edition" in paper(handouts, "rooms", "instructor").pages[0]


def edges(one: Paper, page: int) -> tuple[float, float]:
    """Return how far in mm the widest line of text on PAGE is from the left and the right edge."""
    found = [(left, right) for _, at, left, right, *_ in Words(one.pdf).found if at == page]
    width = A4[0] * POINTS
    return min(a for a, _ in found) / MM, (width - max(b for _, b in found)) / MM


def test_a_margin_for_notes_is_at_the_outer_edge(handouts: Handouts) -> None:
    margin = paper(handouts, "margin")
    (inner, outer), (left, right) = edges(margin, 0), edges(margin, 1)
    assert outer > 55
    assert 20 < inner < 25
    assert (left, right) == pytest.approx((outer, inner), abs=1.5)


def test_one_side_has_equal_margins(handouts: Handouts) -> None:
    for page in (0, 1):
        left, right = edges(paper(handouts, "fits"), page)
        assert left == pytest.approx(right, abs=1)


# --- greys -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_in_colour(handouts: Handouts, name: str) -> None:
    with pikepdf.open(paper(handouts, name).pdf) as document:
        for page in document.pages:
            assert list(_colours(page)) == []


def _colours(source: pikepdf.Page | pikepdf.Object) -> Iterator[object]:
    """Yield what SOURCE, a page or a form on it, and its forms and images have in colour."""
    for instruction in pikepdf.parse_content_stream(source):
        name = str(instruction.operator)
        if name in {"rg", "RG"} and len({float(v) for v in instruction.operands}) > 1:
            yield instruction
        if name in {"k", "K"} and any(float(v) for v in instruction.operands[:3]):
            yield instruction
    resources: Any = source.get("/Resources", {})
    for one in dict(resources.get("/XObject", {})).values():
        if one.Subtype == "/Form":
            yield from _colours(one)
        elif (picture := pikepdf.PdfImage(one).as_pil_image()).mode not in {"L", "1", "LA"}:
            red, green, blue = picture.convert("RGB").split()
            if not red.tobytes() == green.tobytes() == blue.tobytes():
                yield picture


# --- links -----------------------------------------------------------------------------------


def test_addresses_are_footnotes_and_links_are_pages(handouts: Handouts) -> None:
    text = paper(handouts, "small").text
    assert re.search(r"See the web ?1", text)
    assert re.search(rf"1 {re.escape(URL)}", text)
    assert "By the theorem above (p. 1) and [1, 2]." in text
    end = text.partition("References")[2]
    assert re.search(r"\[1\] Knuth .* \[2\] Gauss", end)


def qr_of(one: Paper, folder: Path) -> list[str]:
    picture = folder / "head.png"
    subprocess.run(
        [
            "pdftoppm",
            "-r",
            "200",
            "-png",
            "-singlefile",
            "-l",
            "1",
            one.pdf,
            picture.with_suffix(""),
        ],
        check=True,
    )
    with Image.open(picture) as image:
        return [code.text for code in zxingcpp.read_barcodes(image)]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("gaps", ["https://s.example/7"]),
        ("large", ["https://sums.example/notes/colours/"]),
        ("rooms", []),
    ],
)
def test_the_qr_code_leads_to_the_note(
    handouts: Handouts, tmp_path: Path, name: str, codes: list[str]
) -> None:
    one = paper(handouts, name)
    assert qr_of(one, tmp_path) == codes
    with pikepdf.open(one.pdf) as document:
        addresses = {
            str(link.A.URI)
            for link in document.pages[0].get("/Annots", ())
            if "/URI" in link.get("/A", {})
        }
    assert set(codes) <= addresses


def test_the_qr_code_is_no_picture(handouts: Handouts) -> None:
    with pikepdf.open(paper(handouts, "gaps").pdf) as document:
        (page,) = document.pages
        drawn = dict(page.resources.get("/XObject", {})).values()
        assert [one for one in drawn if one.Subtype == "/Image"] == []


@pytest.mark.parametrize(("name", "how"), [("small", "2up"), ("margin", "booklet")])
def test_imposed_sheets_keep_their_links(handouts: Handouts, name: str, how: str) -> None:
    pdf = paper(handouts, name).pdf
    imposed = pdf.with_stem(f"{name}-{how}")
    plain = _targets(pdf)
    kept = _targets(imposed)
    assert plain
    assert sorted(kept) == sorted(plain)
    with pikepdf.open(imposed) as document:
        sheets = {page.objgen for page in document.pages}
        known = dict(pikepdf.NameTree(document.Root.Names.Dests).items())
        for target in kept:
            if not target.startswith("https://"):
                destination = known[target]
                place = (
                    destination.D if isinstance(destination, pikepdf.Dictionary) else destination
                )
                assert place[0].objgen in sheets
        width, height = (float(v) for v in document.pages[0].mediabox[2:])
        assert width > height


def _targets(pdf: Path) -> list[str]:
    """Return where the links of PDF lead: names of places, addresses."""
    with pikepdf.open(pdf) as document:
        actions = [
            link.A
            for page in document.pages
            for link in page.get("/Annots", ())
            if link.get("/Subtype") == "/Link"
        ]
        return [str(one.get("/URI", one.get("/D", ""))) for one in actions]


# --- every file ------------------------------------------------------------------------------


def test_every_file_is_sound(handouts: Handouts) -> None:
    assert "error" not in handouts.stderr
    for pdf in handouts.made.glob("*/*.pdf"):
        checked = subprocess.run(["qpdf", "--check", pdf], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stdout
        fonts = pdf_facts(pdf).fonts
        assert [f.name for f in fonts if not f.embedded or f.kind == "Type3"] == []
    for one in handouts.papers.values():
        assert one.report["tex"]["overfull"] == []
        assert one.report["tex"]["undefined_references"] == []
