"""The page of a sheet: how much it holds, and how far it may give way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.handout_settings import HandoutSettings
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render.papers import CHARACTER
from scidraft_tex.render.sheets.paper import DESIGN, Fitting, SheetPage, fittings, sheet_page

EVERY = st.builds(
    HandoutSettings,
    paper=st.sampled_from(["a4", "letter"]),
    size=st.sampled_from([10, 12, 17]),
    sides=st.sampled_from(["one", "two"]),
    notes_margin=st.booleans(),
)


def millimetres(length: float) -> float:
    return length / POINTS_PER_MM


def characters(page: SheetPage) -> float:
    return page.layout.text_width / (CHARACTER * page.font_size)


@given(EVERY)
def test_the_parts_of_a_page_add_up_to_the_paper(settings: HandoutSettings) -> None:
    size = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}[settings.paper]
    for fitting in fittings(settings):
        layout = sheet_page(settings, fitting).layout
        across = layout.inner + layout.text_width + layout.outer
        down = layout.top + layout.text_height + layout.bottom
        assert (millimetres(across), millimetres(down)) == pytest.approx(size)
        assert layout.two_sided == (settings.sides == "two")


@given(EVERY)
def test_every_page_may_be_read_and_printed(settings: HandoutSettings) -> None:
    for fitting in fittings(settings):
        page = sheet_page(settings, fitting)
        layout = page.layout
        assert 45 <= characters(page) <= 92.01
        assert page.font_size >= (16 if settings.large_print else 10)
        assert page.leading / page.font_size >= 1.16
        assert millimetres(min(layout.inner, layout.outer)) >= 16.5
        assert millimetres(min(layout.top, layout.bottom)) >= 18
        assert page.lines == pytest.approx(
            (layout.text_height - page.font_size) / page.leading + 1, abs=1e-6
        )


@given(EVERY)
def test_each_step_holds_more_than_the_one_before(settings: HandoutSettings) -> None:
    held = [
        page.lines * characters(page)
        for page in (sheet_page(settings, fitting) for fitting in fittings(settings))
    ]
    assert held == sorted(held)
    assert len(held) == len(set(held))
    assert held[-1] > 1.2 * held[0]


def test_the_first_step_is_the_design() -> None:
    settings = HandoutSettings()
    assert sheet_page(settings, next(iter(fittings(settings)))) == sheet_page(settings, DESIGN)


@pytest.mark.parametrize(
    ("size", "lines", "count", "width"),
    [(10, 53, 84, 128.6), (12, 46, 76, 139.1), (17, 30, 62, 161.3)],
)
def test_the_design_on_a4(size: int, lines: int, count: int, width: float) -> None:
    settings = HandoutSettings(size=size)  # type: ignore[arg-type]
    page = sheet_page(settings)
    assert page.lines == lines
    assert round(characters(page)) == count
    assert millimetres(page.layout.text_width) == pytest.approx(width, abs=0.1)
    assert page.layout.inner == pytest.approx(page.layout.outer)
    assert page.large == (size == 17)


@given(EVERY)
def test_room_for_notes_is_at_the_outer_edge(settings: HandoutSettings) -> None:
    layout = sheet_page(replace(settings, notes_margin=True)).layout
    assert millimetres(layout.inner) == pytest.approx(22)
    assert millimetres(layout.outer) > 55


def test_type_that_the_class_lacks_has_all_its_sizes() -> None:
    large = sheet_page(HandoutSettings(size=17))
    assert large.stretch == 0
    assert large.class_size == 12
    assert large.sizes[0] == ("\\normalsize", 17.0, 23.0)
    assert {name: size for name, size, _ in large.sizes}["\\footnotesize"] == 14.3
    eleven = sheet_page(HandoutSettings(), Fitting(11, 0.95, 0.8))
    assert eleven.class_size == 11
    assert eleven.stretch == pytest.approx(eleven.leading / 13.6)
