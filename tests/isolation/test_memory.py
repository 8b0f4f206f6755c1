from __future__ import annotations

import json
from pathlib import Path

import pytest

from scidraft_tex.isolation.memory import Condemned, recalled, remember
from scidraft_tex.isolation.nodes import Key
from scidraft_tex.typeset.log import TexError

ONE = Condemned(
    Key("Math", "content/notes/a.md", 7, 3),
    TexError("Missing number.", "trial/1.tex", 3, r"\rule{1}{2}", r"\rule{1}", ("l.3 x",)),
    "0123",
)
OTHER = Condemned(Key("Note", "content/notes/b.md", 1, 1), TexError("No."), "45", by_context=True)


def test_what_was_condemned_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "book.isolation.json"
    remember(path, "stamp", [ONE, OTHER])
    assert recalled(path, "stamp") == (ONE, OTHER)


def test_under_another_preamble_nothing_is(tmp_path: Path) -> None:
    path = tmp_path / "book.isolation.json"
    remember(path, "stamp", [ONE])
    assert recalled(path, "another") == ()


def test_where_nothing_fails_no_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "book.isolation.json"
    remember(path, "stamp", [ONE])
    remember(path, "stamp", [])
    assert not path.exists()
    assert recalled(path, "stamp") == ()


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": 1, "stamp": "stamp"}',
        '{"format": 2, "stamp": "stamp", "condemned": []}',
        '{"format": 1, "stamp": "stamp", "condemned": [{}]}',
        '{"format": 1, "stamp": "stamp", "condemned": 7}',
    ],
)
def test_a_damaged_file_remembers_nothing(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "book.isolation.json"
    path.write_text(damage)
    assert recalled(path, "stamp") == ()


@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        ("key", "line", "7"),
        ("key", "kind", 7),
        ("error", "message", None),
        ("error", "line", []),
        ("error", "context", "l.3"),
        ("error", "context", [3]),
        ("", "digest", 3),
        ("", "by_context", 1),
    ],
)
def test_a_value_of_another_kind_is_a_damage(
    tmp_path: Path, part: str, name: str, value: object
) -> None:
    path = tmp_path / "book.isolation.json"
    remember(path, "stamp", [ONE])
    values = json.loads(path.read_text())
    entry = values["condemned"][0]
    (entry[part] if part else entry)[name] = value
    path.write_text(json.dumps(values))
    assert recalled(path, "stamp") == ()
