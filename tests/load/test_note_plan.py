"""What a note's front matter says of handouts."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.handout_settings import HandoutSettings, SpacePlan, Withhold
from scidraft_tex.load.note_plan import note_settings
from scidraft_tex.load.site import load_site
from scidraft_tex.settings import Settings

SHEET = HandoutSettings(withhold=Withhold(hints="end"), space=SpacePlan("6cm", "ruled"))


def read(folder: Path, text: str) -> tuple[HandoutSettings, list[Diagnostic]]:
    (folder / "a.md").write_text(text, encoding="utf-8")
    site, problems = load_site(folder, Settings())
    assert list(problems) == []
    found = Diagnostics()
    return note_settings(site.notes[0], SHEET, found), list(found)


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: A\nhandout:\n  proofs: omit\n  space: 1.5\n  points: false\n---\n",
        "---\ntitle: A\nhandout: {Proofs: ' omit ', space: '1.5', points: false, style: }\n---\n",
        "---\nparams: {handout: {proofs: omit, space: 1.5, points: false}}\n---\n",
        '+++\n[handout]\nproofs = "omit"\nspace = 1.5\npoints = false\n+++\n',
        '+++\nhandout.proofs = "omit"\nhandout.space = "1.5"\nhandout.points = false\n+++\n',
        '{"title": "A", "Handout": {"proofs": "omit", "space": 1.5, "points": false}}\n',
    ],
)
def test_a_note_has_its_own_way(tmp_path: Path, text: str) -> None:
    settings, found = read(tmp_path, text)
    assert found == []
    assert settings.withhold == Withhold(proofs="omit", hints="end")
    assert settings.space == SpacePlan("1.5", "ruled")
    assert not settings.points


@pytest.mark.parametrize("text", ["No front matter.\n", "---\ntitle: handout\n---\n"])
def test_a_note_that_says_nothing_is_as_its_sheet(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == (SHEET, [])


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        (
            "---\nspace: x\nhandout:\n  style: lined\n  space: 2cm\n---\n",
            "a.md:4:3",
            "`handout.style` is one of `blank`, `ruled`, `dotted`, `squared`, not `lined`",
            "",
        ),
        (
            "---\nstyle: x\nhandout: {space: 2cm, styel: ruled}\n---\n",
            "a.md:3:23",
            "the key `handout.styel` is not known",
            "did you mean `style`?",
        ),
        (
            '+++\ntitle = "xyz = 4"\n[handout]\nspace = "2cm"\nxyz = 4\n+++\n',
            "a.md:5:1",
            "the key `handout.xyz` is not known",
            "the keys here are `proofs`",
        ),
        (
            '+++\nhandout = {space = "2cm", points = "yes"}\n+++\n',
            "a.md:2:27",
            "`handout.points` wants true or false, not text",
            "",
        ),
        (
            "+++\n[handout]\nspace = '2cm'\nproofs = 2026-01-01\n+++\n",
            "a.md:4:1",
            "`handout.proofs` is one of `show`, `space`, `omit`, `end`, not `2026-01-01`",
            "",
        ),
        (
            '{"handout": {"space": "2cm",\n  "points": 3}}\n',
            "a.md:2:4",
            "`handout.points` wants true or false, not a number",
            "",
        ),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_holds(
    tmp_path: Path, text: str, place: str, message: str, hint: str
) -> None:
    settings, found = read(tmp_path, text)
    assert [(one.code, one.severity, str(one.place)) for one in found] == [
        ("front-matter-value", "warning", place)
    ]
    assert found[0].message == message
    assert hint in found[0].hint
    assert settings == SHEET.override(space="2cm")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\nhandout: omit\n---\n", "`handout` wants a table of keys, not text"),
        ("---\nhandout: [a]\n---\n", "`handout` wants a table of keys, not a list"),
        ("+++\nhandout.space = nan\n+++\n", "`handout.space` wants `measured`, a number"),
        ("+++\nhandout.space = inf\n+++\n", "`handout.space` wants `measured`, a number"),
    ],
)
def test_what_is_no_table_or_no_number_changes_nothing(
    tmp_path: Path, text: str, message: str
) -> None:
    settings, found = read(tmp_path, text)
    assert settings == SHEET
    assert [one.place.line for one in found if one.place] == [2]
    assert message in found[0].message
