"""The settings of handouts as values: what holds for whom, and what comes before what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Place
from scidraft_tex.handout_settings import (
    AUDIENCES,
    Amount,
    Audience,
    HandoutOverrides,
    HandoutSettings,
    SheetPlan,
    SpacePlan,
    Treatment,
    Withhold,
    sheet_settings,
    space_amount,
)


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("measured", Amount("factor", 1.0)),
        ("1.5", Amount("factor", 1.5)),
        ("2", Amount("factor", 2.0)),
        ("0.5", Amount("factor", 0.5)),
        ("25%", Amount("share", 0.25)),
        ("100%", Amount("share", 1.0)),
        ("7.5%", Amount("share", 0.075)),
        ("72.27pt", Amount("pt", 72.27)),
        ("2in", Amount("pt", 144.54)),
        ("25.4mm", Amount("pt", 72.27)),
        ("5.08cm", Amount("pt", 144.54)),
    ],
)
def test_an_amount_of_space(written: str, amount: Amount) -> None:
    read = space_amount(written)
    assert read.unit == amount.unit
    assert read.value == pytest.approx(amount.value)
    assert SpacePlan(written).size == read


@pytest.mark.parametrize(
    "written",
    ["", "0", "0.0", "0cm", "0%", "101%", "-1cm", "6km", "6 cm", "6cm\n", "1000mm", "100in", "12",
     "1e3", "nan", ".5", "5.", "٣cm", "measured 2", "6cm 3cm"],
)  # fmt: skip
def test_no_amount_of_space(written: str) -> None:
    with pytest.raises(ValueError, match="no amount of space"):
        space_amount(written)


@given(st.text(max_size=8) | st.from_regex(r"[0-9.]{1,5}(%|mm|cm|in|pt)?", fullmatch=True))
def test_an_amount_is_more_than_nothing_and_no_more_than_pages(written: str) -> None:
    try:
        amount = space_amount(written)
    except ValueError:
        return
    most = {"factor": 10.0, "share": 1.0, "pt": 100 * 72.27}
    assert 0 < amount.value <= most[amount.unit]


@pytest.mark.parametrize(
    ("said", "student", "solutions"),
    [
        ("show", "show", "show"),
        ("space", "space", "end"),
        ("omit", "omit", "end"),
        ("end", "end", "end"),
    ],
)
def test_what_is_withheld_from_whom(
    said: Treatment, student: Treatment, solutions: Treatment
) -> None:
    withhold = Withhold(hints=said)
    audiences: tuple[Audience, ...] = ("student", "solutions", "instructor")
    expected = [student, solutions, "show"]
    assert [withhold.treatment("hints", one) for one in audiences] == expected


def test_students_usually_have_space_for_proofs_and_solutions_alone() -> None:
    usual = Withhold()
    assert usual.treatment("proofs", "student") == "space"
    assert usual.treatment("solutions", "student") == "space"
    assert usual.treatment("hints", "student") == "show"
    assert usual.treatment("workings", "student") == "show"
    assert HandoutSettings().audiences == ("student",)


def test_what_is_said_takes_the_place_of_what_was() -> None:
    settings = HandoutSettings(withhold=Withhold(hints="omit"), space=SpacePlan("6cm", "ruled"))
    changed = settings.override(proofs="show", style="dotted", size=17, course=None, fit=2)
    assert changed.withhold == Withhold(proofs="show", hints="omit")
    assert changed.space == SpacePlan("6cm", "dotted")
    assert (changed.size, changed.fit, changed.large_print) == (17, 2, True)
    assert not settings.large_print
    assert settings.override() == settings


def test_audiences_come_in_one_order_and_once() -> None:
    changed = HandoutSettings().override(audiences=("instructor", "student", "instructor"))
    assert changed.audiences == ("student", "instructor")
    assert HandoutSettings().override(audiences=AUDIENCES[::-1]).audiences == AUDIENCES


def test_a_sheet_comes_before_its_term_and_a_command_line_before_the_sheet() -> None:
    term = HandoutSettings(course="Chains", date="2026-09-01", withhold=Withhold(hints="end"))
    plan = SheetPlan("week-1", date="2026-09-07", own=HandoutOverrides(proofs="omit", size=10))
    sheet = sheet_settings(term, plan)
    assert (sheet.course, sheet.date, sheet.size) == ("Chains", "2026-09-07", 10)
    assert sheet.withhold == Withhold(proofs="omit", hints="end")
    assert sheet.override(size=17).size == 17
    assert sheet_settings(term, SheetPlan("week-2")) == term


def test_a_sheet_is_found_by_its_name_in_any_case() -> None:
    first, second = SheetPlan("Week-1"), SheetPlan("week-2")
    settings = HandoutSettings(sheets=(first, second))
    assert settings.sheet("week-1") is first
    assert settings.sheet("week-2") is second
    assert settings.sheet("week-3") is None


def test_what_a_sheet_names_has_its_place_or_that_of_the_sheet() -> None:
    sheet, name = Place("handout.yaml", 3, 5), Place("handout.yaml", 5, 9)
    plan = SheetPlan(notes=("a", "b"), place=sheet, places=(("a", name),))
    assert plan.place_of("a") == name
    assert plan.place_of("b") == sheet
