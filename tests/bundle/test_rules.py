"""Every rule has a bundle that keeps it, narrowly, and one that breaks it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.bundle.contents import Contents
from scidraft_tex.bundle.plan import Plan
from scidraft_tex.bundle.rules import RULES, check
from scidraft_tex.bundle.rules.files import file_names
from scidraft_tex.codes import CODES
from scidraft_tex.diagnostics import Diagnostic
from tests.bundle.cases import CASES, XELATEX
from tests.bundle.changes import Change
from tests.bundle.paper import contents_of, good_files

BY_THE_STAGE = {
    *("bundle-compile", "bundle-pages", "bundle-unstable", "bundle-large", "bundle-bbl-left-out"),
}
"""Codes that the stage itself tells: tests/bundle/test_bundling.py provokes them."""
BY_THE_COMMAND = {"bundle-failures"}
"""Codes of papers that are not bundled at all: tests/cli/test_strict.py provokes them."""


def on_disk(contents: Contents, folder: Path) -> Contents:
    """Return CONTENTS with the files as they are read back from FOLDER."""
    for name, data in contents.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return replace(contents, files=files)


def found(change: Change, code: str, folder: Path) -> list[Diagnostic]:
    """Return what is said with CODE of a good bundle after CHANGE."""
    contents = on_disk(change(contents_of(good_files(Plan()))), folder)
    return [item for item in check(contents) if item.code == code]


def numbered(side: str) -> list[tuple[str, int]]:
    return [(code, n) for code, case in CASES.items() for n in range(len(getattr(case, side)))]


@pytest.mark.parametrize("plan", [Plan(), XELATEX, Plan(2023)], ids=["pdf", "xe", "2023"])
def test_a_good_bundle_keeps_every_rule(plan: Plan) -> None:
    assert [*check(contents_of(good_files(plan), plan))] == []


@pytest.mark.parametrize(("code", "number"), numbered("broken"))
def test_a_breach_is_told(code: str, number: int, tmp_path: Path) -> None:
    said = found(CASES[code].broken[number], code, tmp_path)
    assert said
    if number == 0:
        assert str(said[0].place) == CASES[code].where
    assert all(item.message and item.severity is CODES[code].severity for item in said)


@pytest.mark.parametrize(("code", "number"), numbered("kept"))
def test_what_keeps_a_rule_is_no_breach(code: str, number: int, tmp_path: Path) -> None:
    assert found(CASES[code].kept[number], code, tmp_path) == []


def test_every_code_has_a_breach() -> None:
    codes = {code for code in CODES if code.startswith("bundle-")}
    assert set(CASES) == codes - BY_THE_STAGE - BY_THE_COMMAND
    stage = (Path(__file__).parent / "test_bundling.py").read_text(encoding="utf-8")
    assert set(re.findall(r'"(bundle-[a-z-]+)"', stage)) >= BY_THE_STAGE


def test_every_rule_says_what_it_asks_for() -> None:
    assert len(set(RULES)) == len(RULES) > 25
    assert all(rule.__doc__ for rule in RULES)


PART = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=8)


@given(st.lists(PART, min_size=1, max_size=3))
def test_a_name_is_taken_only_if_all_of_it_is_of_the_characters(parts: list[str]) -> None:
    name = "/".join(parts)
    allowed = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-.,=/")
    refused = list(file_names(contents_of({name: b""})))
    assert bool(refused) == (not set(name) <= allowed)
    assert all(repr(name) in item.message for item in refused)
