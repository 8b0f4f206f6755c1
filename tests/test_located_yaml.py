"""YAML as plain values with their lines."""

from __future__ import annotations

import pytest

from scidraft_tex.located_yaml import Duplicate, YamlError, read_yaml


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("off", "off"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("2026-11-30", "2026-11-30"),
        ("2026-11-30T10:00:00+09:00", "2026-11-30T10:00:00+09:00"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("007", "007"),
        ("-12", -12),
        ("0x1F", 31),
        ("1.5", 1.5),
        ("1.0e3", 1000.0),
        ("~", None),
        ("", None),
        ("null", None),
        ('"12"', "12"),
        ("!!str 12", "12"),
        ("=", "="),
        ("1.2.3", "1.2.3"),
        ("<<", "<<"),
    ],
)
def test_scalars_are_those_of_yaml_1_2(written: str, value: object) -> None:
    if written == "<<":
        assert read_yaml("a: '<<'").value == {"a": "<<"}
        return
    read = read_yaml(f"a: {written}").value["a"]
    assert (read, type(read)) == (value, type(value))


def test_spots_are_those_of_keys_and_items() -> None:
    document = read_yaml("a: 1\nb:\n  - x\n  - c: 2\n")
    assert document.value == {"a": 1, "b": ["x", {"c": 2}]}
    assert document.spot(("a",)) == (1, 1)
    assert document.spot(("b", 0)) == (3, 5)
    assert document.spot(("b", 1, "c")) == (4, 5)
    assert document.spot(("b", 1, "missing")) == (4, 5)


def test_merge_keys() -> None:
    text = "base: &b {x: 1, y: 2}\nother: &o {y: 3, z: 4}\nhere:\n  <<: [*b, *o]\n  x: 9\n"
    assert read_yaml(text).value["here"] == {"x": 9, "y": 2, "z": 4}


def test_an_alias_is_a_value_of_its_own_at_each_place() -> None:
    document = read_yaml("a: &a {k: 1}\nb: *a\n")
    assert document.value == {"a": {"k": 1}, "b": {"k": 1}}
    assert document.value["a"] is not document.value["b"]


def test_duplicates_are_told_and_the_last_counts() -> None:
    document = read_yaml("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n")
    assert document.value == {"a": 3, "b": {"c": 2}}
    assert document.duplicates == (Duplicate("c", (4, 3), 3), Duplicate("a", (5, 1), 1))


def test_keys_are_text() -> None:
    assert read_yaml("1: a\ntrue: b\n").value == {"1": "a", "true": "b"}


@pytest.mark.parametrize(
    ("text", "spot", "words"),
    [
        ("a: 1\nb: [1, 2\n", (3, 1), "the list is never closed"),
        ("a: 'x\n", (1, 4), "never closed by its quotation mark"),
        ("a: 1\n---\nb: 2\n", (2, 1), "another document"),
        ("a: *nowhere\n", (1, 4), "undefined alias"),
        ("a:\n  b: !!python/object/apply:os.system [ls]\n", (2, 6), "is not allowed"),
        ("a: !!binary aGk=\n", (1, 4), "is not allowed"),
        ("a: !!int x\n", (1, 4), "is no int"),
        ("a: 1\n? [x, y]\n: 2\n", (2, 3), "a key must be a word"),
        ("a: 1\nb: \x07\n", (2, 4), "U+0007"),
        ("a: 0x" + "f" * 5000, (1, 4), "is no int"),
        ("a: " + "9" * 5000, (1, 4), "is no int"),
        ("a:\n  <<: 3\n", (2, 7), "only a mapping"),
        ("a: 1\n\tb: 2\n", (2, 1), "a tab indents nothing"),
    ],
)
def test_errors_say_where(text: str, spot: tuple[int, int], words: str) -> None:
    with pytest.raises(YamlError) as caught:
        read_yaml(text)
    assert words in caught.value.message
    assert caught.value.spot == spot


@pytest.mark.parametrize("depth", [60, 200_000])
def test_deep_nesting_is_an_error(depth: int) -> None:
    with pytest.raises(YamlError, match="nest deeper than 50"):
        read_yaml("[" * depth + "]" * depth)


def test_a_value_that_holds_itself_is_an_error() -> None:
    with pytest.raises(YamlError, match="nest deeper than 50"):
        read_yaml("a: &a [*a]\n")
