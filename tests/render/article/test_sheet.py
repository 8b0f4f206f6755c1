"""The page of a paper: an inch around it at least, in both styles on both sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from scidraft_tex.render.article.sheet import sheet_of
from scidraft_tex.settings import Paper, Preprints, PreprintStyle, Settings

INCH = 72.27


def sheet(paper: Paper, style: PreprintStyle = "plain") -> Settings:
    return replace(Settings(), paper=paper, preprint=Preprints(style=style))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("style", ["plain", "twocolumn"])
def test_margins_are_an_inch_at_least(
    paper: Literal["a4", "letter"], style: Literal["plain", "twocolumn"]
) -> None:
    made = sheet_of(sheet(paper, style))
    assert made.paper == paper
    assert made.side >= 1.0
    assert made.ends >= 1.0
    width = {"a4": 597.5, "letter": 614.3}[paper]
    assert made.wide.text_width == pytest.approx(width - 2 * made.side * INCH, abs=0.1)


def test_the_styles_are_eleven_points_and_twice_ten() -> None:
    plain, double = sheet_of(sheet("a4")), sheet_of(sheet("a4", "twocolumn"))
    assert (plain.size, plain.columns) == (11, 1)
    assert plain.column == plain.wide
    assert (double.size, double.columns) == (10, 2)
    assert 2 * double.column.text_width + double.gap == pytest.approx(double.wide.text_width)


def test_a_paper_for_books_is_a4() -> None:
    assert sheet_of(sheet("17x24")).paper == "a4"


def test_a_listing_holds_what_its_face_has_room_for() -> None:
    page = sheet_of(sheet("a4", "twocolumn")).column
    assert page.code_columns == int(page.text_width / (0.525 * 8.0))
