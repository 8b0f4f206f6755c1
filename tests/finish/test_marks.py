from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from scidraft_tex.finish.geometry import Size
from scidraft_tex.finish.marks import add_crop_marks

MakePdf = Callable[..., Path]


def box(page: pikepdf.Page, name: str) -> list[float]:
    return [float(number) for number in page.obj[name]]


def steps(page: pikepdf.Page) -> list[tuple[str, tuple[float, ...]]]:
    """Return the operators of PAGE's content that say where, with their numbers, and the others."""
    found: list[tuple[str, tuple[float, ...]]] = []
    for step in pikepdf.parse_content_stream(page):
        operands: list[Any] = list(step.operands)
        placing = str(step.operator) in {"m", "l", "re"}
        numbers = tuple(float(number) for number in operands) if placing else ()
        found.append((str(step.operator), numbers))
    return found


def lines(page: pikepdf.Page) -> list[tuple[float, ...]]:
    """Return the lines drawn on PAGE: x0, y0, x1, y1."""
    found: list[tuple[float, ...]] = []
    start: tuple[float, ...] = ()
    for operator, point in steps(page):
        if operator in {"m", "l"}:
            if operator == "l":
                found.append((*start, *point))
            start = point
    return found


def test_boxes_around_the_page(make_pdf: MakePdf, tmp_path: Path) -> None:
    add_crop_marks(make_pdf(3), tmp_path / "out.pdf", bleed=9)
    with pikepdf.open(tmp_path / "out.pdf") as document:
        assert len(document.pages) == 3
        page = document.pages[1]
        assert box(page, "/TrimBox") == [0, 0, 200, 300]
        assert box(page, "/BleedBox") == [-9, -9, 209, 309]
        assert box(page, "/MediaBox") == box(page, "/CropBox") == [-26, -26, 226, 326]
        assert len(document.pages[0].obj.Annots) == 2


def test_marks_are_in_line_with_the_cut_and_off_the_bleed(
    make_pdf: MakePdf, tmp_path: Path
) -> None:
    add_crop_marks(make_pdf(1), tmp_path / "out.pdf", bleed=9)
    with pikepdf.open(tmp_path / "out.pdf") as document:
        marks = lines(document.pages[0])
    assert len(marks) == 8
    for x0, y0, x1, y1 in marks:
        if y0 == y1:
            assert y0 in {0, 300}
            assert all(x < -9 or x > 209 for x in (x0, x1))
        else:
            assert x0 == x1
            assert x0 in {0, 200}
            assert all(y < -9 or y > 309 for y in (y0, y1))


def test_what_is_beyond_the_bleed_is_clipped(make_pdf: MakePdf, tmp_path: Path) -> None:
    add_crop_marks(make_pdf(1), tmp_path / "out.pdf", bleed=9)
    with pikepdf.open(tmp_path / "out.pdf") as document:
        drawn = steps(document.pages[0])
    assert drawn[:4] == [("q", ()), ("re", (-9, -9, 218, 318)), ("W", ()), ("n", ())]
    names = [name for name, _ in drawn]
    assert names.count("q") == names.count("Q")


def test_the_page_is_centred_on_a_given_sheet(make_pdf: MakePdf, tmp_path: Path) -> None:
    add_crop_marks(make_pdf(2, turned=2), tmp_path / "out.pdf", sheet=Size(420, 400))
    with pikepdf.open(tmp_path / "out.pdf") as document:
        assert box(document.pages[0], "/MediaBox") == [-110, -50, 310, 350]
        assert box(document.pages[1], "/MediaBox") == [-100, -60, 300, 360]


def test_a_sheet_too_small(make_pdf: MakePdf, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the sheet has 210 by 400"):
        add_crop_marks(make_pdf(1), tmp_path / "out.pdf", sheet=Size(210, 400))
    with pytest.raises(ValueError, match="a bleed of -1 pt is none"):
        add_crop_marks(make_pdf(1), tmp_path / "out.pdf", bleed=-1)
    assert not (tmp_path / "out.pdf").exists()
