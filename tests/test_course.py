"""The course in content/: eight sheets of four weeks, and what their notes have for handouts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.handout_settings import AUDIENCES, HandoutSettings
from scidraft_tex.handout_yaml import read_handout_yaml
from scidraft_tex.load.select import select_notes
from scidraft_tex.load.site import load_site
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Shell
from scidraft_tex.walk import blocks_of, inlines_of

CONTENT = Path(__file__).parents[1] / "content"
SHEETS = ("sheet-1", "sheet-2", "sheet-3", "sheet-4")
LECTURES = ("lecture-1", "lecture-2", "lecture-3", "lecture-4")


@pytest.fixture(scope="module")
def term() -> HandoutSettings:
    settings, found = read_handout_yaml(CONTENT / "handout.yaml")
    assert list(found) == []
    return settings


@pytest.fixture(scope="module")
def sheets(term: HandoutSettings, shell: Shell) -> Mapping[str, tuple[m.Note, ...]]:
    """Return the recognised notes of each sheet."""
    site, _ = load_site(CONTENT, Settings())
    found = Diagnostics()
    chosen = {plan.name: select_notes(site, plan, CONTENT, found) for plan in term.sheets}
    assert list(found) == []
    read = read_notes([note for notes in chosen.values() for note in notes], shell)
    notes, said = recognise(read.notes, Rules())
    assert [*read.diagnostics, *said] == []
    by_path = {note.source.path: note for note in notes}
    return {name: tuple(by_path[one.path] for one in notes) for name, notes in chosen.items()}


def results(notes: tuple[m.Note, ...]) -> list[m.Result]:
    found = (block for note in notes for block in blocks_of(note.blocks))
    own = [block for block in found if isinstance(block, m.Result)]
    return sorted(own, key=lambda result: result.place)


def numbers(results: list[m.Result], key: str) -> Iterator[Decimal]:
    for result in results:
        yield Decimal(dict(result.attributes.pairs)[key])


def test_a_lecture_and_a_sheet_a_week(term: HandoutSettings) -> None:
    assert tuple(plan.name for plan in term.sheets[::2]) == LECTURES
    assert tuple(plan.name for plan in term.sheets[1::2]) == SHEETS
    days = [dt.date.fromisoformat(plan.date) for plan in term.sheets]
    assert days[::2] == days[1::2]
    assert {later - day for day, later in zip(days[::2], days[2::2], strict=False)} == {
        dt.timedelta(weeks=1)
    }
    assert term.audiences == AUDIENCES
    assert term.course
    assert term.lecturer


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_five_exercises_worth_twenty_points(
    sheets: Mapping[str, tuple[m.Note, ...]], name: str
) -> None:
    found = results(sheets[name])
    assert [result.kind.name for result in found] == ["Exercise", "Hint", "Solution"] * 5
    assert sum(numbers(found[::3], "points")) == 20
    assert 80 <= sum(numbers(found[::3], "time")) <= 90


@pytest.mark.parametrize("name", SHEETS)
def test_no_part_of_a_solution_stands_outside_it(
    sheets: Mapping[str, tuple[m.Note, ...]], name: str
) -> None:
    (note,) = sheets[name]
    first = next(n for n, block in enumerate(note.blocks) if isinstance(block, m.Result))
    loose = [b.place for b in note.blocks[first:] if not isinstance(b, m.Result)]
    assert loose == []


@pytest.mark.parametrize("name", LECTURES)
def test_a_lecture_has_something_to_fill_in(
    sheets: Mapping[str, tuple[m.Note, ...]], name: str
) -> None:
    notes = sheets[name]
    assert any(result.kind.name == "Proof" for result in results(notes))
    assert [gap for gap in spans(notes) if "gap" in gap.attributes.classes]


def test_the_lectures_have_every_sort_of_piece(
    sheets: Mapping[str, tuple[m.Note, ...]],
) -> None:
    notes = tuple(note for name in LECTURES for note in sheets[name])
    divisions = [
        block for note in notes for block in blocks_of(note.blocks) if isinstance(block, m.Division)
    ]
    classes = [name for division in divisions for name in division.attributes.classes]
    assert classes.count("working") == 4
    assert classes.count("instructor") == 3
    spaces = {dict(result.attributes.pairs).get("space") for result in results(notes)}
    assert {"5cm", "25%"} <= spaces


def spans(notes: tuple[m.Note, ...]) -> list[m.Span]:
    return [
        inline for note in notes for inline in inlines_of(note.blocks) if isinstance(inline, m.Span)
    ]
