from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.finish.facts import OutlineFact, pdf_facts
from scidraft_tex.finish.geometry import Size
from scidraft_tex.finish.imposition import (
    A4,
    LETTER,
    booklet,
    booklet_order,
    pad_to_multiple,
    same_paper,
    two_up,
)
from scidraft_tex.tools import Shell
from scidraft_tex.typeset import typeset

MakePdf = Callable[..., Path]


def shown(pdf: Path) -> list[list[tuple[str, tuple[float, ...]]]]:
    """Return for each sheet the words of the pages on it, with their matrices."""
    sheets = []
    with pikepdf.open(pdf) as document:
        for page in document.pages:
            placed = []
            matrix: tuple[float, ...] = ()
            for step in pikepdf.parse_content_stream(page):
                operands: list[Any] = list(step.operands)
                if str(step.operator) == "cm":
                    matrix = tuple(float(number) for number in operands)
                elif str(step.operator) == "Do":
                    form = page.Resources.XObject[str(operands[0])]
                    words = form.read_bytes().decode().partition("(")[2].partition(")")[0]
                    placed.append((words, matrix))
            sheets.append(placed)
    return sheets


def matrices(pdf: Path, side: int) -> list[tuple[float, ...]]:
    """Return the matrices by which the pages of SIDE, from 0, are painted, blank ones too."""
    with pikepdf.open(pdf) as document:
        steps = pikepdf.parse_content_stream(document.pages[side])
        return [tuple(float(n) for n in s.operands) for s in steps if str(s.operator) == "cm"]


def words(pdf: Path) -> list[list[str]]:
    return [[text for text, _ in placed] for placed in shown(pdf)]


def test_pages_in_twos(make_pdf: MakePdf, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert two_up(make_pdf(5), out) == 3
    assert words(out) == [["Page 1", "Page 2"], ["Page 3", "Page 4"], ["Page 5"]]
    assert [matrix for _, matrix in shown(out)[0]] == [(1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 200, 0)]
    facts = pdf_facts(out)
    assert facts.sizes == ((400, 300),) * 3
    assert facts.labels == ("i–ii", "1–2", "3")
    assert facts.outline == (OutlineFact("One", 1, 1), OutlineFact("Within", 2, 1))


def test_links_lead_where_they_did(make_pdf: MakePdf, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    two_up(make_pdf(4), out)
    with pikepdf.open(out) as document:
        first, second = document.pages
        named, direct = first.obj.Annots
        assert "/Annots" not in second.obj
        assert [float(n) for n in named.Rect] == [20, 100, 60, 120]
        assert named.A.D == "last"
        target = pikepdf.NameTree(document.Root.Names.Dests)["last"]
        assert target[0].objgen == second.obj.objgen
        assert [str(target[1]), float(target[2]), float(target[3])] == ["/XYZ", 220, 280]
        assert target[4] is None
        fit = direct.A.D
        assert fit[0].objgen == first.obj.objgen
        assert [str(fit[1]), float(fit[2])] == ["/FitH", 150]
        (chapter,) = document.open_outline().root
        within = chapter.children[0].destination
        assert isinstance(within, pikepdf.Array)
        assert within[0].objgen == first.obj.objgen
        assert [float(within[2]), float(within[3])] == [210, 200]


def test_links_are_scaled_with_their_page(make_pdf: MakePdf, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    source = make_pdf(4)
    with pikepdf.open(source, allow_overwriting_input=True) as document:
        document.pages[1].obj.Annots = document.pages[0].obj.Annots
        del document.pages[0].obj["/Annots"]
        document.save(source)
    two_up(source, out, sheet=Size(200, 150))
    with pikepdf.open(out) as document:
        link = document.pages[0].obj.Annots[0]
        assert [float(n) for n in link.Rect] == [110, 50, 130, 60]
        assert [float(n) for n in link.QuadPoints] == [110, 60, 130, 60, 110, 50, 130, 50]
        target = pikepdf.NameTree(document.Root.Names.Dests)["last"]
        assert [float(target[2]), float(target[3])] == [110, 140]


def test_a_turned_page_is_upright_on_its_sheet(make_pdf: MakePdf, tmp_path: Path) -> None:
    two_up(make_pdf(2, turned=2), tmp_path / "out.pdf")
    ((_, (_, turned)),) = shown(tmp_path / "out.pdf")
    scale = 200 / 300
    assert turned == pytest.approx((0, -scale, scale, 0, 200, 150 + 200 * scale / 2), abs=1e-5)


def test_a_booklet_of_six_pages(make_pdf: MakePdf, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert booklet(make_pdf(6), out, sheet=A4.turned) == 2
    assert words(out) == [["Page 1"], ["Page 2"], ["Page 6", "Page 3"], ["Page 4", "Page 5"]]
    assert shown(out)[0][0][1][4] > 841 / 2
    facts = pdf_facts(out)
    assert facts.sizes == ((841.89, 595.276),) * 4
    assert facts.labels == ("i", "ii", "4–1", "2–3")
    assert facts.outline == (OutlineFact("One", 1, 1), OutlineFact("Within", 2, 2))


def test_the_links_of_a_booklet_lead_to_the_sides_that_have_the_pages(
    make_pdf: MakePdf, tmp_path: Path
) -> None:
    out = tmp_path / "out.pdf"
    booklet(make_pdf(6), out)
    with pikepdf.open(out) as document:
        sides = [page.obj for page in document.pages]
        named, direct = sides[0].Annots
        assert [float(n) for n in named.Rect] == [220, 100, 260, 120]
        assert not any("/Annots" in side for side in sides[1:])
        assert named.A.D == "last"
        target = pikepdf.NameTree(document.Root.Names.Dests)["last"]
        assert target[0].objgen == sides[2].objgen
        assert [str(target[1]), float(target[2]), float(target[3])] == ["/XYZ", 20, 280]
        assert direct.A.D[0].objgen == sides[1].objgen
        assert [str(direct.A.D[1]), float(direct.A.D[2])] == ["/FitH", 150]
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


@pytest.mark.parametrize(("paper", "scale"), [(A4, 0.7071), (LETTER, 0.6471)])
@pytest.mark.parametrize("impose", [two_up, booklet])
def test_two_pages_on_a_sheet_of_the_same_paper(
    tmp_path: Path, paper: Size, scale: float, impose: Callable[..., int]
) -> None:
    source, out = tmp_path / "in.pdf", tmp_path / "out.pdf"
    with pikepdf.new() as document:
        for _ in range(4):
            document.add_blank_page(page_size=(paper.width, paper.height))
        document.save(source)
    assert same_paper(source) == paper.turned
    impose(source, out, sheet=same_paper(source))
    assert pdf_facts(out).pages == 2
    for number, size in enumerate(pdf_facts(out).sizes):
        assert size == pytest.approx((paper.height, paper.width))
        left, right = matrices(out, number)
        assert left[0] == left[3] == right[0] == right[3] == pytest.approx(scale, abs=1e-4)
        assert right[4] - left[4] == pytest.approx(paper.height / 2, abs=1e-3)


def test_paper_that_lies_on_its_side_stays_so(tmp_path: Path) -> None:
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(792, 612))
        document.save(tmp_path / "in.pdf")
    assert same_paper(tmp_path / "in.pdf") == LETTER.turned


LINKED = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}\usepackage{lmodern}
\usepackage{hyperref}
\newcommand\target[1]{\vspace*{#1cm}\hypertarget{t\thepage}{TARGET\thepage}}
\newcommand\point[1]{\hyperlink{t#1}{TO#1}}
\begin{document}
\section{One}\target{1}\par\point{6}\par\hspace*{6cm}\point{2}\newpage
\section{Two}\target{3}\par\point{5}\par\href{https://a.example/x}{OUT}\newpage
\section{Three}\target{9}\par\point{1}\newpage
\section{Four}\target{2}\par\point{3}\newpage
\section{Five}\target{15}\par\point{4}\newpage
\section{Six}\target{6}\par\point{2}
\end{document}
"""


def placed_words(pdf: Path) -> list[dict[str, tuple[float, float, float, float]]]:
    """Return for each side its words and where they stand, as left, bottom, right, top."""
    done = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, check=True)
    sides = []
    for page in done.stdout.decode().split("<page ")[1:]:
        height = float(re.findall(r'height="([\d.]+)"', page)[0])
        box = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
        found = re.findall(box, page)
        sides.append(
            {
                word: (float(left), height - float(below), float(right), height - float(above))
                for left, above, right, below, word in found
            }
        )
    return sides


@pytest.mark.tex
@pytest.mark.parametrize("impose", [two_up, booklet])
def test_every_link_of_a_tex_document_is_over_its_word_and_finds_its_target(
    tmp_path: Path, impose: Callable[..., int]
) -> None:
    (tmp_path / "sheet.tex").write_text(LINKED, encoding="utf-8")
    pdf = typeset(tmp_path, "sheet", Engine.PDFLATEX, Shell()).pdf
    assert pdf
    out = tmp_path / "out.pdf"
    impose(pdf, out, sheet=same_paper(pdf))
    checked = subprocess.run(["qpdf", "--check", out], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    places = placed_words(out)
    followed = []
    with pikepdf.open(out) as document:
        number = {page.obj.objgen: index for index, page in enumerate(document.pages)}
        names = pikepdf.NameTree(document.Root.Names.Dests)
        for side, page in enumerate(document.pages):
            for link in page.get("/Annots", ()):
                left, bottom, right, top = (float(n) for n in link.Rect)
                middle = (left + right) / 2, (bottom + top) / 2
                (over,) = [word for word, box in places[side].items() if inside(middle, box)]
                followed.append(over)
                if over == "OUT":
                    assert link.A.URI == "https://a.example/x"
                    continue
                target = names[str(link.A.D)]
                array = target.D if isinstance(target, pikepdf.Dictionary) else target
                led_to = places[number[array[0].objgen]][over.replace("TO", "TARGET")]
                assert float(array[2]) == pytest.approx(led_to[0], abs=3)
                assert 0 <= float(array[3]) - led_to[1] < 20
        headings = [item.title for item in document.open_outline().root]
    assert sorted(followed) == ["OUT", "TO1", "TO2", "TO2", "TO3", "TO4", "TO5", "TO6"]
    assert len(headings) == 6
    for fact in pdf_facts(out).outline:
        assert fact.title.split(" ")[-1] in places[fact.page - 1]


def inside(point: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    left, bottom, right, top = box
    return left <= point[0] <= right and bottom <= point[1] <= top


@pytest.mark.parametrize(
    ("pages", "signature", "order"),
    [
        (0, 0, []),
        (1, 0, [(None, 0), (None, None)]),
        (4, 0, [(3, 0), (1, 2)]),
        (8, 0, [(7, 0), (1, 6), (5, 2), (3, 4)]),
        (8, 1, [(3, 0), (1, 2), (7, 4), (5, 6)]),
    ],
)
def test_order(pages: int, signature: int, order: list[tuple[int | None, int | None]]) -> None:
    assert booklet_order(pages, signature) == order


@given(st.integers(0, 200), st.integers(0, 9))
def test_a_folded_booklet_reads_in_order(pages: int, signature: int) -> None:
    sides = booklet_order(pages, signature)
    sheets = len(sides) // 2
    per_section = signature or max(sheets, 1)
    read: list[int | None] = []
    for first in range(0, sheets, per_section):
        section = sides[2 * first : 2 * (first + per_section)]
        fronts, backs = section[::2], section[1::2]
        leaves = [page for f, b in zip(fronts, backs, strict=True) for page in (f[1], b[0])]
        back = [page for f, b in zip(fronts, backs, strict=True) for page in (f[0], b[1])]
        read += [*leaves, *reversed(back)]
    assert [page for page in read if page is not None] == list(range(pages))
    assert len(read) % 4 == 0


def test_no_booklet_of_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="counted from 0"):
        booklet_order(-1)


@pytest.mark.parametrize(("pages", "multiple", "added"), [(5, 4, 3), (8, 4, 0), (1, 1, 0)])
def test_padding(make_pdf: MakePdf, tmp_path: Path, pages: int, multiple: int, added: int) -> None:
    out = tmp_path / "out.pdf"
    assert pad_to_multiple(make_pdf(pages), out, multiple) == added
    facts = pdf_facts(out)
    assert facts.pages == pages + added
    assert set(facts.sizes) == {(200, 300)}


def test_padding_to_nothing(make_pdf: MakePdf, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="multiple of 0"):
        pad_to_multiple(make_pdf(1), tmp_path / "out.pdf", 0)


def test_no_pages_cannot_be_imposed(tmp_path: Path) -> None:
    pikepdf.new().save(tmp_path / "empty.pdf")
    with pytest.raises(ValueError, match="no pages"):
        two_up(tmp_path / "empty.pdf", tmp_path / "out.pdf")


def test_fixed_bytes(make_pdf: MakePdf, tmp_path: Path) -> None:
    one, two = tmp_path / "1.pdf", tmp_path / "2.pdf"
    two_up(make_pdf(4), one, fixed=True)
    two_up(make_pdf(4), two, fixed=True)
    assert one.read_bytes() == two.read_bytes()
