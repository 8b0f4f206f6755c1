import pytest

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render.papers import CHARACTER, GOLDEN, PAPERS, Profile, chosen_paper
from scidraft_tex.settings import Fonts, Margins, Settings


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("profile", Profile)
def test_block_and_margins_make_up_the_trim(name: str, profile: Profile) -> None:
    paper = PAPERS[name]
    page = paper.layout(profile)
    assert page.inner + page.text_width + page.outer == pytest.approx(page.width)
    assert page.top + page.text_height + page.bottom == pytest.approx(page.height)
    assert page.width == pytest.approx(paper.width * POINTS_PER_MM)


@pytest.mark.parametrize("name", PAPERS)
def test_both_profiles_have_one_block(name: str) -> None:
    screen, bound = (PAPERS[name].layout(profile) for profile in Profile)
    assert (screen.text_width, screen.text_height) == (bound.text_width, bound.text_height)
    assert (screen.two_sided, bound.two_sided) == (False, True)


@pytest.mark.parametrize("name", PAPERS)
def test_screen_pages_are_centred_and_bound_ones_leave_the_gutter(name: str) -> None:
    paper = PAPERS[name]
    screen, bound = (paper.layout(profile) for profile in Profile)
    assert screen.inner == pytest.approx(screen.outer)
    gutter = paper.gutter * POINTS_PER_MM
    assert 2 * (bound.inner - gutter) == pytest.approx(bound.outer)
    assert bound.inner >= 12.7 * POINTS_PER_MM
    assert bound.outer > bound.inner


@pytest.mark.parametrize("name", PAPERS)
def test_measure_holds_a_readable_line_and_the_block_is_golden_within_half_a_line(
    name: str,
) -> None:
    paper = PAPERS[name]
    assert 60 <= paper.text_width / (CHARACTER * paper.font_size) <= 75
    assert abs(paper.text_height - GOLDEN * paper.text_width) <= paper.leading / 2 + 0.01


@pytest.mark.parametrize("name", PAPERS)
def test_block_is_whole_lines(name: str) -> None:
    paper = PAPERS[name]
    lines = (paper.text_height - paper.font_size) / paper.leading + 1
    assert lines == pytest.approx(paper.lines)
    assert isinstance(paper.lines, int)


def test_seventeen_by_twenty_four_in_numbers() -> None:
    page = PAPERS["17x24"].layout(Profile.PRINT)
    assert page.text_width == 334
    assert page.text_height == pytest.approx(10.95 + 38 * 14)
    assert round(page.inner / POINTS_PER_MM, 1) == 22.2
    assert round(page.outer / POINTS_PER_MM, 1) == 30.4


def test_linespread_makes_our_leading_of_the_classes() -> None:
    assert PAPERS["17x24"].stretch * 13.6 == pytest.approx(14)
    assert PAPERS["6x9"].stretch * 12 == pytest.approx(13)


# --- settings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("option", [10, 11, 12])
def test_another_size_keeps_the_measure_and_the_block(name: str, option: int) -> None:
    paper = PAPERS[name]
    sized = paper.with_size(option)
    assert sized.text_width == pytest.approx(paper.text_width, abs=CHARACTER * sized.font_size)
    assert sized.text_height == pytest.approx(paper.text_height, abs=2 * sized.leading)
    assert sized.leading / sized.font_size == pytest.approx(
        paper.leading / paper.font_size, abs=0.03
    )
    assert paper.with_size(paper.size_option) == paper


def test_margins_leave_the_text_what_is_left_in_whole_lines() -> None:
    paper = PAPERS["a5"]
    margins = Margins(inner="20mm", outer="15mm", top="18mm", bottom="20mm")
    for profile in Profile:
        page = paper.layout(profile, margins)
        assert page.text_width == pytest.approx((148 - 35) * POINTS_PER_MM)
        assert page.inner == pytest.approx(20 * POINTS_PER_MM)
        assert page.top == pytest.approx(18 * POINTS_PER_MM)
        assert (page.text_height - paper.font_size) % paper.leading == pytest.approx(0)
        assert 20 * POINTS_PER_MM <= page.bottom < 20 * POINTS_PER_MM + paper.leading


def test_one_margin_leaves_the_others_as_they_are() -> None:
    paper = PAPERS["b5"]
    own = paper.layout(Profile.PRINT)
    page = paper.layout(Profile.PRINT, Margins(outer="20mm"))
    assert (page.inner, page.top, page.text_height) == (own.inner, own.top, own.text_height)
    assert page.text_width == pytest.approx(own.text_width + own.outer - 20 * POINTS_PER_MM)


def test_the_binding_counts_in_print_alone() -> None:
    paper = PAPERS["b5"]
    with_inner = Margins(inner="20mm", binding="12mm")
    assert paper.layout(Profile.PRINT, with_inner).inner == pytest.approx(32 * POINTS_PER_MM)
    assert paper.layout(Profile.SCREEN, with_inner).inner == pytest.approx(20 * POINTS_PER_MM)
    bound = paper.layout(Profile.PRINT, Margins(binding="12mm"))
    assert 2 * (bound.inner - 12 * POINTS_PER_MM) == pytest.approx(bound.outer)


@pytest.mark.parametrize(
    "margins",
    [
        Margins(inner="9cm"),
        Margins(top="6mm"),
        Margins(bottom="3mm"),
        Margins("7in"),
        Margins("1in", "7in"),
    ],
)
def test_margins_without_room_are_told_and_ours_taken(margins: Margins) -> None:
    said = Diagnostics()
    paper, used = chosen_paper(Settings(paper="a5", margins=margins), said)
    assert (paper, used) == (PAPERS["a5"], Margins())
    assert [item.code for item in said] == ["settings-value"]


def test_the_chosen_paper_has_the_chosen_size() -> None:
    said = Diagnostics()
    paper, used = chosen_paper(Settings(paper="a5", fonts=Fonts(size=12)), said)
    assert (paper.size_option, used, list(said)) == (12, Margins(), [])
