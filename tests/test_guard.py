"""A fault of ours is told and something else is taken; what is no such fault goes its way."""

from __future__ import annotations

import pytest

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.guard import boxed, guarded
from scidraft_tex.model import FrontMatter, NoteSource
from scidraft_tex.tools import ToolMissingError


def failing(error: Exception) -> str:
    raise error


def test_what_works_is_returned() -> None:
    said = Diagnostics()
    assert guarded(lambda: "done", lambda: "instead", None, said) == "done"
    assert list(said) == []


def test_a_fault_is_told_at_the_place() -> None:
    said = Diagnostics()
    place = Place("a.md")
    error = ValueError("of two\nlines")
    assert guarded(lambda: failing(error), lambda: "instead", place, said) == "instead"
    (item,) = said
    assert (item.code, item.place) == ("internal-error", place)
    assert item.message.startswith("ValueError in test_guard.py:")
    assert item.message.endswith(": of two lines")
    assert item.detail.startswith("Traceback (most recent call last)")


def endless(depth: int) -> int:
    return endless(depth + 1) + 1


def test_too_deep_a_recursion_is_the_note_s_fault() -> None:
    said = Diagnostics()
    place = Place("a.md")
    assert guarded(lambda: endless(0), lambda: -1, place, said) == -1
    assert [(item.code, item.place, item.detail) for item in said] == [("note-too-deep", place, "")]


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left"), ToolMissingError("biber"), KeyboardInterrupt()]
)
def test_what_is_no_fault_of_ours_is_raised(error: Exception) -> None:
    said = Diagnostics()
    with pytest.raises(type(error)):
        guarded(lambda: failing(error), lambda: "instead", None, said)
    assert list(said) == []


def test_a_note_is_boxed_with_its_source() -> None:
    text = "---\ntitle: A\n---\nOne.\n\nTwo.\n"
    note = NoteSource("a.md", "a", "", FrontMatter("A"), text, body_line=4, folder=".")
    box = boxed(note)
    assert (box.source, box.place) == ("One.\n\nTwo.", Place("a.md", 4))
