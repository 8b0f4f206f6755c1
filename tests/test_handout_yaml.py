"""`handout.yaml`: from a file to settings, and what is wrong with it at which line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostic, Place
from scidraft_tex.handout_settings import (
    AUDIENCES,
    HandoutSettings,
    SheetPlan,
    SpacePlan,
    Withhold,
    sheet_settings,
)
from scidraft_tex.handout_yaml import handout_settings, read_handout_yaml

EVERY_KEY = """\
course: Finite Chains
lecturer: Ada Lovelace
date: 2026-09-01
term: 2026
institute: Mathematics
language: no
footer: CC BY 4.0
site: ../notes
paper: letter
size: 10
sides: two
notes_margin: true
impose: booklet
fit: 4
audiences: [instructor, student, solutions]
proofs: end
solutions: omit
hints: space
workings: space
space: 1.5
style: dotted
points: false
marks: true
qr: false
url: https://example.org/c
name_field: false
sheets:
  - name: week-1
    title: What a chain is
    number: 1a
    date: Week 1
    notes: [notes/a.md, b]
    select:
      - tag=Mixing
      - set=results,category=Theorems
    intro: |
      Read *this*.
    proofs: show
    space: 25%
    size: 17
  - notes: a
    number: ""
    intro: Read that.
"""


def read(text: str) -> tuple[HandoutSettings, list[Diagnostic]]:
    settings, found = handout_settings(text, "handout.yaml")
    return settings, list(found)


def at(line: int, column: int) -> Place:
    return Place("handout.yaml", line, column)


def test_every_key() -> None:
    settings, found = read(EVERY_KEY)
    assert found == []
    assert settings == HandoutSettings(
        course="Finite Chains",
        lecturer="Ada Lovelace",
        date="2026-09-01",
        term="2026",
        institute="Mathematics",
        language="no",
        footer="CC BY 4.0",
        site="../notes",
        paper="letter",
        size=10,
        sides="two",
        notes_margin=True,
        impose="booklet",
        fit=4,
        audiences=AUDIENCES,
        withhold=Withhold("end", "omit", "space", "space"),
        space=SpacePlan("1.5", "dotted"),
        points=False,
        marks=True,
        qr=False,
        url="https://example.org/c",
        name_field=False,
        sheets=settings.sheets,
    )
    assert settings.sheets == (
        SheetPlan(
            name="week-1",
            title="What a chain is",
            number="1a",
            date="Week 1",
            notes=("notes/a.md", "b"),
            select=("tag=Mixing", "set=results,category=Theorems"),
            intro="Read *this*.",
            own={"proofs": "show", "space": "25%", "size": 17},
            place=at(28, 5),
            intro_place=at(37, 1),
            places=(
                ("notes/a.md", at(32, 13)),
                ("b", at(32, 25)),
                ("tag=Mixing", at(34, 9)),
                ("set=results,category=Theorems", at(35, 9)),
            ),
        ),
        SheetPlan(
            name="sheet-2",
            number="",
            notes=("a",),
            intro="Read that.",
            place=at(41, 5),
            intro_place=at(43, 5),
            places=(("a", at(41, 5)),),
        ),
    )


def test_a_sheet_has_what_it_says_and_else_what_the_term_says() -> None:
    settings, _ = read(EVERY_KEY)
    first, second = (sheet_settings(settings, plan) for plan in settings.sheets)
    assert (first.date, first.size, first.space) == ("Week 1", 17, SpacePlan("25%", "dotted"))
    assert first.withhold == Withhold("show", "omit", "space", "space")
    assert (second.date, second.size, second.withhold) == ("2026-09-01", 10, settings.withhold)


def test_a_number_is_the_sheet_s_place_if_it_says_none() -> None:
    settings, _ = read("sheets: [{notes: a}, {notes: b, number: 7}, {notes: c}]\n")
    assert [plan.number for plan in settings.sheets] == ["1", "7", "3"]
    assert [plan.name for plan in settings.sheets] == ["sheet-1", "sheet-2", "sheet-3"]


@pytest.mark.parametrize(
    ("text", "place", "code", "message", "hint"),
    [
        (
            "course: A\nlecturr: B\n",
            "2:1", "settings-unknown-key", "the key `lecturr` is not known",
            "did you mean `lecturer`?",
        ),
        (
            "sheets:\n  - notes: a\n    notes-margin: true\n",
            "3:5", "settings-unknown-key", "the key `sheets.notes-margin` is not known",
            "did you mean `notes_margin`?",
        ),
        (
            "sheets: [{notes: a, site: b}]\n",
            "1:21", "settings-unknown-key", "the key `sheets.site` is not known", "did you mean",
        ),
        (
            "proof: show\n",
            "1:1", "settings-unknown-key", "the key `proof` is not known",
            "did you mean `proofs`?",
        ),
        (
            "proofs: hidden\n",
            "1:9", "settings-value",
            "`proofs` is one of `show`, `space`, `omit`, `end`, not `hidden`", "",
        ),
        (
            "size: 11\n",
            "1:7", "settings-value", "`size` is one of `10`, `12`, `17`, not `11`", "",
        ),
        (
            "sheets:\n  - notes: a\n    space: 6km\n",
            "3:12", "settings-value",
            "`sheets.space` wants `measured`, a number such as 1.5, a share such as `25%`, or",
            "",
        ),
        ("space: 0\n", "1:8", "settings-value", "`space` is at least 0.1, not 0", ""),
        ("space: 12\n", "1:8", "settings-value", "`space` is at most 9.9, not 12", ""),
        ("fit: -1\n", "1:6", "settings-value", "`fit` is at least 0, not -1", ""),
        (
            "audiences: teacher\n",
            "1:12", "settings-value",
            "`audiences` wants `student`, `solutions` or `instructor`, or a list of them",
            "",
        ),
        (
            "audiences: [student, students]\n",
            "1:22", "settings-value",
            "`audiences` is one of `student`, `solutions`, `instructor`, not `students`",
            "did you mean `student`?",
        ),
        ("audiences: []\n", "1:12", "settings-value", "`audiences` is empty", ""),
        (
            "url: example.org\n",
            "1:6", "settings-value",
            "`url` wants an address that begins with `https://` or `http://`, not `example.org`",
            "",
        ),
        (
            "date: 2026-02-30\n",
            "1:7", "settings-value", "`date` is no day of the calendar: `2026-02-30`",
            "write year, month and day, `2026-09-07`",
        ),
        (
            "sheets:\n  - notes: a\n    date: 2026-9-7\n",
            "3:11", "settings-value", "`date` is no day of the calendar: `2026-9-7`", "",
        ),
        (
            "sheets:\n  - name: a\n    title: A\n",
            "2:5", "settings-value", "the sheet `a` has no notes",
            "name them with `notes`, or choose them with `select`",
        ),
        (
            "sheets:\n  - {name: a, notes: x}\n  - {name: A, notes: y}\n",
            "3:5", "settings-value", "two sheets are called `A`", "rename one of them",
        ),
        (
            "sheets:\n  - {name: sheet-2, notes: x}\n  - {notes: y}\n",
            "3:5", "settings-value", "two sheets are called `sheet-2`", "rename one of them",
        ),
        (
            "sheets:\n  - {name: ../x, notes: y}\n",
            "2:12", "settings-value",
            "`sheets.name` wants letters, digits, hyphens and underscores, not `../x`", "",
        ),
        (
            "sheets:\n  - select: [a, 'tags=B']\n",
            "2:17", "settings-value", "notes are not selected by `tags`", "did you mean `tag=`?",
        ),
        (
            "sheets:\n  - select: tag=\n",
            "2:13", "settings-value", "a selector has nothing after `tag=`", "",
        ),
        (
            "sheets: week-1\n",
            "1:9", "settings-value", "`sheets` wants a list, not text", "",
        ),
        (
            "course: [A\n",
            "2:1", "settings-syntax", "the list is never closed by `]`, or a comma is missing", "",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_line(
    text: str, place: str, code: str, message: str, hint: str
) -> None:
    _, found = read(text)
    assert [(str(one.place), one.code) for one in found] == [(f"handout.yaml:{place}", code)]
    assert message in found[0].message
    assert hint in found[0].hint


def test_what_is_wrong_costs_itself_alone() -> None:
    settings, found = read(
        "size: 11\ncourse: A\nsheets:\n  - 7\n  - {name: b, notes: x, paper: a3, fit: 2}\n"
        "  - {name: '!', select: [tags=B, tag=C], date: 2026-13-01}\n  - {name: b, notes: z}\n"
    )
    assert [str(one.place) for one in found] == [
        "handout.yaml:1:7",
        "handout.yaml:4:5",
        "handout.yaml:5:32",
        "handout.yaml:6:12",
        "handout.yaml:6:26",
        "handout.yaml:6:48",
        "handout.yaml:7:5",
    ]
    assert (settings.size, settings.course) == (12, "A")
    first, second = settings.sheets
    assert (first.name, first.notes, first.own, first.place) == ("b", ("x",), {"fit": 2}, at(5, 5))
    assert (second.name, second.select, second.date) == ("sheet-3", ("tag=C",), "")
    assert second.place_of("tag=C") == at(6, 34)


def test_audiences_of_which_none_is_known_are_the_usual_ones() -> None:
    settings, found = read("audiences: [teacher]\nsheets: [{notes: a, audiences: [pupils]}]\n")
    assert [one.code for one in found] == ["settings-value"] * 2
    assert sheet_settings(settings, settings.sheets[0]).audiences == ("student",)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "handout.yaml"
    path.write_text("\ufeffcourse: Ångström\nsheets: [{notes: a}]\n", encoding="utf-8")
    settings, found = read_handout_yaml(path)
    assert (settings.course, settings.sheets[0].notes, list(found)) == ("Ångström", ("a",), [])


def test_a_file_that_is_not_there_or_not_utf_8_is_told(tmp_path: Path) -> None:
    settings, found = read_handout_yaml(tmp_path / "term.yaml")
    assert settings == HandoutSettings()
    assert [(one.code, str(one.place)) for one in found] == [("site-settings", "term.yaml")]
    (tmp_path / "term.yaml").write_bytes(b"course: A\nterm: \xff\n")
    settings, found = read_handout_yaml(tmp_path / "term.yaml")
    assert settings == HandoutSettings()
    assert [(one.code, str(one.place)) for one in found] == [("note-encoding", "term.yaml:2:1")]


def test_nothing_is_made_or_run_by_a_tag(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    settings, found = read(f"course: !!python/object/apply:os.mkdir ['{mark}']\n")
    assert settings == HandoutSettings()
    assert [one.code for one in found] == ["settings-syntax"]
    assert not mark.exists()


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_KEYS = st.sampled_from(
    ["course", "date", "sheets", "name", "notes", "select", "intro", "space", "audiences", "fit"]
)
_TREES = st.recursive(
    _SCALARS | st.sampled_from(["tag=A", "tags=", "student", "6cm", "2026-02-30", "sheet-1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=16,
)


@given(st.dictionaries(_KEYS, _TREES, max_size=4) | _TREES)
def test_any_tree_gives_settings_or_diagnostics(tree: object) -> None:
    settings, _ = read(yaml.safe_dump(tree, allow_unicode=True))
    names = [plan.name for plan in settings.sheets]
    assert len(set(names)) == len(names)
    for plan in settings.sheets:
        sheet = sheet_settings(settings, plan)
        assert sheet.space.size.value > 0
        assert sheet.audiences
        assert sheet.fit >= 0


@given(st.text(max_size=60))
def test_any_text_gives_settings_or_diagnostics(text: str) -> None:
    assert isinstance(read(text)[0], HandoutSettings)
