"""The schema of `book.yaml`: whole, true to the code's defaults, and told in docs/settings.md."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from scidraft_tex import settings as s
from scidraft_tex.book_settings import settings_from
from scidraft_tex.located_yaml import read_yaml
from scidraft_tex.schemas import Schema, book_schema, problems_of
from scidraft_tex.schemas.handout_page import handout_page
from scidraft_tex.schemas.page import settings_page
from scidraft_tex.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def every(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield each schema of a key or an item within SCHEMA."""
    for key, inner in schema.get("properties", {}).items():
        yield f"{path}{key}", inner
        yield from every(inner, f"{path}{key}.")
    if "items" in schema:
        yield f"{path}[]", schema["items"]
        yield from every(schema["items"], f"{path}[].")


ALL = dict(every(book_schema()))


def test_it_is_a_schema_of_draft_2020_12() -> None:
    Draft202012Validator.check_schema(book_schema())
    assert book_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", ALL)
def test_every_key_says_what_it_is(path: str) -> None:
    schema = ALL[path]
    assert schema["title"]
    assert schema["description"].endswith(".")
    assert "default" in schema
    assert "type" in schema or "enum" in schema


@pytest.mark.parametrize("path", [path for path in ALL if ALL[path].get("examples")])
def test_examples_hold_by_the_schema(path: str) -> None:
    for example in ALL[path]["examples"]:
        assert problems_of(example, ALL[path]) == []


def test_tables_take_no_unknown_keys() -> None:
    tables = [schema for schema in [book_schema(), *ALL.values()] if "properties" in schema]
    assert len(tables) >= 8
    assert all(schema["additionalProperties"] is False for schema in tables)


def test_its_keys_are_the_fields_of_the_settings() -> None:
    fields = {field.name for field in dataclasses.fields(Settings)}
    assert set(book_schema()["properties"]) == fields


def defaults(schema: Schema) -> dict[str, Any]:
    """Return the values that SCHEMA gives to keys that are left out, tables filled in."""
    values: dict[str, Any] = {}
    for key, inner in schema["properties"].items():
        filled = defaults(inner) if "properties" in inner else inner["default"]
        values[key] = filled
    return {key: value for key, value in values.items() if value is not None}


def test_its_defaults_are_those_of_the_settings() -> None:
    assert settings_from(defaults(book_schema())) == Settings()


@pytest.mark.parametrize(
    ("path", "alias"),
    [
        ("arrange", s.Arrangement),
        ("numbering", s.Numbering),
        ("engine", s.Engine),
        ("profile", s.Profile),
        ("paper", s.Paper),
        ("trust", s.Trust),
        ("tables.default", s.TableStyle),
        ("diagrams.theme", s.DiagramTheme),
        ("diagrams.renderer", s.DiagramRenderer),
    ],
)
def test_its_choices_are_those_of_the_types(path: str, alias: object) -> None:
    assert tuple(ALL[path]["enum"]) == get_args(alias)


def test_the_page_is_as_the_schema_makes_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == settings_page()


def test_the_page_has_a_row_for_every_key() -> None:
    keys = {path.replace(".[]", "[]") for path in ALL if not path.endswith("[]")}
    rows = {line.split("`")[1] for line in settings_page().splitlines() if line.startswith("| `")}
    assert rows == keys


def test_the_example_on_the_page_is_good() -> None:
    text = settings_page().split("## Example\n\n```yaml\n")[1].split("```")[0]
    value = read_yaml(text).value
    assert problems_of(value, book_schema()) == []
    assert settings_from(value).parts[0].chapters[1].notes == (
        "notes/mixing-time.md",
        "spectral-gap",
    )


def test_the_pages_can_be_written_anew(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scidraft_tex.schemas", str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True)
    assert done.stdout == b""
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert written == {"settings.md": settings_page(), "handout-settings.md": handout_page()}
