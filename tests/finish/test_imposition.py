from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.finish.facts import OutlineFact, pdf_facts
from scidraft_tex.finish.geometry import Size
from scidraft_tex.finish.imposition import (
    A4,
    booklet,
    booklet_order,
    pad_to_multiple,
    two_up,
)

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
    assert facts.outline == ()
    with pikepdf.open(out) as document:
        assert "/Names" not in document.Root
        assert not any("/Annots" in page.obj for page in document.pages)


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
