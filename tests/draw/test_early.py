"""Diagrams drawn before their notes are read."""

from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.draw.early import draw_early, fenced_diagrams
from scidraft_tex.settings import Diagrams, Settings
from scidraft_tex.tools import Command, Outcome

from .fake_mmdc import FakeMmdc


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```mermaid\na\nb\n```\n", ["a\nb"]),
        ("~~~~ {.mermaid #d}\na\n~~~\n~~~~\n", ["a\n~~~"]),
        ('```mermaid {#d title="T"}\na\n``` \n\n```mermaid\nb\n````', ["a", "b"]),
        ("````md\n```mermaid\na\n```\n````\n", []),
        ("```python\na\n```\n```mermaids\nb\n```\n", []),
        ("    ```mermaid\n    a\n", []),
        ("```mermaid\nnever closed", []),
    ],
)  # fmt: skip
def test_fences_in_the_text(text: str, found: list[str]) -> None:
    assert list(fenced_diagrams(text)) == found


def note(text: str) -> m.NoteSource:
    return m.NoteSource("notes/a.md", "a", "notes", m.FrontMatter("A"), text, 1, "notes")


def test_they_are_drawn_into_the_cache_together(tmp_path: Path) -> None:
    runner = FakeMmdc()
    notes = [note("```mermaid\na\n```\n"), note("```mermaid\nb\n```\n```mermaid\na\n```\n")]
    drawn = draw_early(notes, tmp_path / "cache", runner, Settings(), 2).drawn()
    assert drawn.fresh == {"a", "b"}
    assert runner.batches == [["a", "b"]]
    assert len(list((tmp_path / "cache/diagrams").glob("*.pdf"))) == 2


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("No diagram.", Settings()),
        ("```mermaid\na\n```\n", Settings(diagrams=Diagrams(renderer="none"))),
    ],
)
def test_nothing_is_started_for_nothing(tmp_path: Path, text: str, settings: Settings) -> None:
    runner = FakeMmdc()
    assert draw_early([note(text)], tmp_path, runner, settings, 2).drawn().fresh == frozenset()
    assert not runner.batches
    assert not runner.singles


class Full(FakeMmdc):
    def run(self, command: Command) -> Outcome:  # noqa: ARG002  # whatever it is
        raise OSError(28, "No space left on device")


def test_what_fails_as_a_whole_is_left_to_the_stage(tmp_path: Path) -> None:
    early = draw_early([note("```mermaid\na\n```\n")], tmp_path, Full(), Settings(), 2)
    assert early.drawn().drawings == {}
