from __future__ import annotations

import pytest

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load.credits import ACKNOWLEDGEMENTS, FUNDING, statement
from scidraft_tex.load.fields import Fields


def fields(**values: object) -> Fields:
    return Fields(values, "a.md", "", Diagnostics())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Supported by X.", "Supported by X."),
        ("Supported by X", "Supported by X"),
        (["One", "Two!", ""], "One.\nTwo!"),
        ({"funder": "X", "award": "1"}, "X (1)."),
        ([{"Name": "X", "Grants": ["1", 2]}], "X (1, 2)."),
        ([{"agency": "X Inc."}, "Own means"], "X Inc.\nOwn means."),
        (None, ""),
        ([], ""),
    ],
)
def test_funding(value: object, text: str) -> None:
    read = fields(funding=value)
    assert statement(read, FUNDING) == text
    assert len(read.found) == 0


def test_what_names_no_funder_is_a_warning_and_the_rest_stays() -> None:
    read = fields(funding=[{"award": "1"}, "X"])
    assert statement(read, FUNDING) == "X."
    assert [item.code for item in read.found] == ["front-matter-value"]


@pytest.mark.parametrize("key", ACKNOWLEDGEMENTS)
def test_spellings(key: str) -> None:
    assert statement(fields(**{key: "We thank all."}), ACKNOWLEDGEMENTS) == "We thank all."


def test_a_truth_value_is_no_text() -> None:
    read = fields(thanks=True)
    assert statement(read, ACKNOWLEDGEMENTS) == ""
    assert [item.code for item in read.found] == ["front-matter-value"]
