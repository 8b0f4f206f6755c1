"""Values as bytes and back, and what is no such bytes."""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Place, Severity, diagnostic
from scidraft_tex.encoding import DecodingError, decode, encode, fingerprint
from scidraft_tex.kinds import KINDS

HERE = Place("a.md", 3, 4)
BLOCKS = (
    m.Paragraph((m.Text("Text "), m.Math("x", HERE), m.Link("b.md", (m.Text("b"),), HERE)), HERE),
    m.Result(KINDS[0], (m.Text("N"),), (m.Display("y", Place("other.md", 1)),), HERE, label="r"),
    m.Table(("left",), (((m.Cell((m.Text("c"),), HERE),)),), (), HERE, style="striped"),
)


def test_what_is_encoded_comes_back() -> None:
    said = diagnostic("link-unresolved", "there is no b.md", place=HERE)
    assert decode(encode((BLOCKS, (said,)), "a.md"), "a.md") == (BLOCKS, (said,))


def test_places_take_the_file_that_they_are_decoded_for() -> None:
    moved = decode(encode(BLOCKS, "a.md"), "deep/b.md")
    assert moved[0].place == Place("deep/b.md", 3, 4)
    assert moved[0].children[1].place.file == "deep/b.md"
    assert moved[1].children[0].place == Place("other.md", 1)


def test_without_a_file_places_keep_theirs() -> None:
    assert decode(encode(BLOCKS), "z.md") == BLOCKS


def test_enumerations_come_back_as_themselves() -> None:
    item = Diagnostic("html-unknown", Severity.ERROR, "m")
    assert decode(encode(item)).severity is Severity.ERROR
    assert decode(encode(KINDS)) == KINDS


@dataclass(frozen=True)
class Stranger:
    name: str


class Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, ("owned",)


def test_bytes_that_name_a_function_call_nothing(
    tmp_path: os.PathLike[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DecodingError):
        decode(pickle.dumps(Evil()))
    assert os.listdir() == []  # noqa: PTH208


@pytest.mark.parametrize(
    "module", ["builtins", "os", "scidraft_tex.tools", "scidraft_tex.encoding"]
)
def test_no_name_but_those_of_the_model_is_looked_up(module: str) -> None:
    data = f"c{module}\n__name__\n.".encode()
    with pytest.raises(DecodingError, match="may be here"):
        decode(data)


def test_a_class_of_another_module_is_taken_where_it_is_expected() -> None:
    data = encode(Stranger("x"), also=(Stranger,))
    assert decode(data, also=(Stranger,)) == Stranger("x")
    with pytest.raises(DecodingError):
        decode(data)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_or_a_fault(data: bytes) -> None:
    with suppress(DecodingError):  # anything else would get out
        decode(data)


@given(st.data())
def test_a_cut_value_is_a_fault(data: st.DataObject) -> None:
    whole = encode(BLOCKS, "a.md")
    with pytest.raises(DecodingError):
        decode(whole[: data.draw(st.integers(0, len(whole) - 1))])


def test_equal_values_have_one_fingerprint_wherever_they_come_from() -> None:
    again = decode(encode(BLOCKS, "a.md"), "a.md")
    shared = m.Text("same")
    twice = (m.Text("same"), m.Text(str(b"same", "ascii")))
    assert fingerprint(again) == fingerprint(BLOCKS)
    assert fingerprint((shared, shared)) == fingerprint(twice)


def test_another_place_is_another_fingerprint() -> None:
    moved = decode(encode(BLOCKS, "a.md"), "b.md")
    assert fingerprint(moved) != fingerprint(BLOCKS)
