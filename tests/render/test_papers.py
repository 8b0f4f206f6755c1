import pytest

from scidraft_tex.render.papers import CHARACTER, GOLDEN, PAPERS, POINTS_PER_MM, Profile


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
