"""The schema of `handout.yaml`: whole, true to the code, and told in docs/handout-settings.md."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from scidraft_tex import handout_settings as h
from scidraft_tex.handout_settings import HandoutOverrides, HandoutSettings, handout_from
from scidraft_tex.handout_yaml import handout_settings
from scidraft_tex.model import SpaceStyle
from scidraft_tex.schemas import handout_schema, note_schema, problems_of
from scidraft_tex.schemas.handout_page import EXAMPLE, handout_page

PAGE = Path(__file__).parents[2] / "docs" / "handout-settings.md"
TERM: Mapping[str, Any] = handout_schema()["properties"]
SHEET: Mapping[str, Any] = TERM["sheets"]["items"]["properties"]
OWN = {key: schema for key, schema in SHEET.items() if "$ref" not in schema}
SCHEMAS = {**TERM, **{f"sheets[].{key}": schema for key, schema in OWN.items()}}


def test_it_is_a_schema_of_draft_2020_12() -> None:
    Draft202012Validator.check_schema(handout_schema())
    assert handout_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("key", SCHEMAS)
def test_every_key_says_what_it_is(key: str) -> None:
    schema = SCHEMAS[key]
    assert schema["title"]
    assert schema["description"].endswith(".")
    assert "default" in schema
    assert "type" in schema or "enum" in schema


@pytest.mark.parametrize("key", [key for key in SCHEMAS if SCHEMAS[key].get("examples")])
def test_examples_hold_by_the_schema(key: str) -> None:
    name = key.removeprefix("sheets[].")
    for example in SCHEMAS[key]["examples"]:
        whole = {"sheets": [{name: example}]} if name != key else {key: example}
        assert problems_of(whole, handout_schema()) == []


def test_tables_take_no_unknown_keys() -> None:
    assert handout_schema()["additionalProperties"] is False
    assert TERM["sheets"]["items"]["additionalProperties"] is False


def test_its_keys_are_what_can_be_said_of_a_term() -> None:
    said = set(HandoutOverrides.__annotations__)
    assert set(TERM) == said | {"site", "sheets"}
    fields = {field.name for field in dataclasses.fields(HandoutSettings)}
    grouped = {"proofs", "solutions", "hints", "workings", "style"}
    assert fields == (set(TERM) - grouped) | {"withhold"}


def test_a_sheet_may_say_all_of_it_as_the_term_does() -> None:
    shared = {key: schema for key, schema in SHEET.items() if "$ref" in schema}
    assert set(shared) == set(HandoutOverrides.__annotations__)
    assert all(shared[key] == {"$ref": f"#/properties/{key}"} for key in shared)
    assert set(OWN) == {"name", "title", "number", "notes", "select", "intro"}


def test_its_defaults_are_those_of_the_settings() -> None:
    assert handout_from({key: schema["default"] for key, schema in TERM.items()}) == (
        HandoutSettings()
    )


@pytest.mark.parametrize(
    ("key", "alias"),
    [
        ("paper", h.SheetPaper),
        ("size", h.Size),
        ("sides", h.Sides),
        ("impose", h.SheetImposition),
        ("style", SpaceStyle),
        *[(key, h.Treatment) for key in get_args(h.Withheld)],
    ],
)
def test_its_choices_are_those_of_the_types(key: str, alias: object) -> None:
    assert tuple(TERM[key]["enum"]) == get_args(alias)


def test_its_audiences_and_amounts_are_those_of_the_code() -> None:
    assert tuple(TERM["audiences"]["items"]["enum"]) == h.AUDIENCES
    assert TERM["space"]["pattern"] == h.AMOUNT
    for audience in h.AUDIENCES:
        assert problems_of({"audiences": audience}, handout_schema()) == []


@pytest.mark.parametrize("amount", [0.1, 1, 1.5, 9.9])
def test_a_number_for_the_space_is_an_amount(amount: float) -> None:
    assert problems_of({"space": amount}, handout_schema()) == []
    assert h.space_amount(str(amount)).value == amount


def test_a_note_says_its_keys_as_the_term_does() -> None:
    table = note_schema(h.NOTE_KEYS)["properties"]["handout"]
    assert table["properties"] == {key: TERM[key] for key in h.NOTE_KEYS}
    assert set(h.NOTE_KEYS) <= set(HandoutOverrides.__annotations__)
    assert [one.message for one in problems_of({"handout": {"fit": 1}}, note_schema(h.NOTE_KEYS))]


# --- docs/handout-settings.md ------------------------------------------------------------------


def test_the_page_is_as_the_schema_makes_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == handout_page()


def test_the_page_has_a_row_for_every_key() -> None:
    keys = handout_page().split("## Keys")[1]
    rows = {line.split("`")[1] for line in keys.splitlines() if line.startswith("| `")}
    assert rows == set(SCHEMAS)


def test_the_page_names_what_a_sheet_and_a_note_may_say() -> None:
    page = " ".join(handout_page().split())
    sheet = page.split("in place of the term's: ")[1].split(".")[0]
    note = page.split("A note may say ")[1].split(".")[0]
    assert {word.strip("`,") for word in sheet.split()} - {"and"} == set(
        HandoutOverrides.__annotations__
    )
    assert {word.strip("`,") for word in note.split()} - {"and"} == set(h.NOTE_KEYS)


def test_the_lines_of_the_page_are_short_but_for_its_table() -> None:
    lines = handout_page().splitlines()
    assert [line for line in lines if len(line) > 100 and not line.startswith("| `")] == []


def test_the_example_on_the_page_is_good() -> None:
    assert f"```yaml\n{EXAMPLE}```" in handout_page()
    settings, found = handout_settings(EXAMPLE, "handout.yaml")
    assert list(found) == []
    assert [plan.name for plan in settings.sheets] == ["week-1", "week-2", "week-3", "test"]
    test = h.sheet_settings(settings, settings.sheets[3])
    assert test.withhold == h.Withhold(proofs="space", solutions="space")
    assert test.space == h.SpacePlan("25%", "ruled")
    assert settings.sheets[3].number == ""
    assert h.sheet_settings(settings, settings.sheets[2]).withhold.proofs == "show"
