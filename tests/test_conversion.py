"""Notes read and recognised before."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.conversion import Conversion, note_shelf
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.limits import Limit
from scidraft_tex.read import read_notes
from scidraft_tex.recognise.notes import Rules, recognise
from scidraft_tex.tools import Command, Outcome, Shell

TEXT = "**Theorem (one).** It is \\(1\\).\n\n<blink>x</blink> \\cite{a}\n\n> [b](b.md)\n"


class Counting(Shell):
    """Programs that are here, counted."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def run(self, command: Command) -> Outcome:
        self.calls += 1
        return super().run(command)


def source(path: str = "notes/a.md", text: str = TEXT, title: str = "A *note*") -> m.NoteSource:
    return m.NoteSource(path, Path(path).stem, "notes", m.FrontMatter(title), text, 1, "notes")


def convert(
    build: Path, sources: list[m.NoteSource], rules: Rules | None = None
) -> tuple[tuple[m.Note, ...], Diagnostics, Conversion, int]:
    runner = Counting()
    conversion = Conversion(rules or Rules(), note_shelf(build))
    notes, said = conversion.recognise(conversion.read(sources, runner, 2))
    return notes, said, conversion, runner.calls


def straight(sources: list[m.NoteSource]) -> tuple[tuple[m.Note, ...], list[object]]:
    read = read_notes(sources, Shell())
    notes, found = recognise(read.notes, Rules())
    said = Diagnostics()
    said.extend([*read.diagnostics, *found])
    return notes, list(said.sorted())


def test_what_is_kept_is_what_is_made(tmp_path: Path) -> None:
    sources = [source(), source("notes/b.md", "Text.\n")]
    first = convert(tmp_path, sources)
    second = convert(tmp_path, sources)
    assert (first[0], list(first[1].sorted())) == straight(sources)
    assert (second[0], list(second[1])) == (first[0], list(first[1]))
    assert first[3] > 0
    assert second[3] == 0
    assert second[2].reused == 2


def test_only_what_changed_is_read(tmp_path: Path) -> None:
    sources = [source(), source("notes/b.md", "Text.\n")]
    convert(tmp_path, sources)
    sources[1] = replace(sources[1], text="Other.\n")
    notes, _, conversion, calls = convert(tmp_path, sources)
    assert conversion.again == {"notes/b.md": "changed: text"}
    assert calls == 1
    assert notes == straight(sources)[0]


def test_a_moved_note_keeps_its_blocks_at_their_new_place(tmp_path: Path) -> None:
    convert(tmp_path, [source()])
    moved = [source("deep/other.md")]
    notes, said, _, calls = convert(tmp_path, moved)
    assert calls == 0
    assert (notes, list(said.sorted())) == straight(moved)
    assert {item.place.file for item in said if item.place} == {"deep/other.md"}


@pytest.mark.parametrize(
    "other",
    [
        source(title="Another"),
        replace(source(), body_line=2),
        replace(source(), front=m.FrontMatter("A *note*", bibliography="x.bib")),
        replace(source(), front=m.FrontMatter("A *note*", summary="New.")),
    ],
)
def test_all_that_decides_is_in_the_key(tmp_path: Path, other: m.NoteSource) -> None:
    convert(tmp_path, [source()])
    assert convert(tmp_path, [other])[3] == 1


def test_other_rules_are_another_note(tmp_path: Path) -> None:
    convert(tmp_path, [source()])
    assert convert(tmp_path, [source()], Rules(drop=("Theorem",)))[3] == 1


def test_a_damaged_or_foreign_entry_is_read_again(tmp_path: Path) -> None:
    first = convert(tmp_path, [source()])
    (entry,) = [path for path in (tmp_path / "cache/notes").glob("??/*") if path.is_file()]
    entry.write_bytes(entry.read_bytes()[:-1])
    assert convert(tmp_path, [source()])[3] == 1
    shelf = note_shelf(tmp_path)
    shelf.put(first[2].key(source()), b"cos\nsystem\n.")
    again = convert(tmp_path, [source()])
    assert again[3] == 1
    assert again[0] == first[0]


def test_a_damaged_table_of_inputs_does_no_harm(tmp_path: Path) -> None:
    convert(tmp_path, [source()])
    table = tmp_path / "cache/notes/inputs.json"
    assert set(json.loads(table.read_text())) == {"notes/a.md"}
    table.write_text("[1")
    notes, _, conversion, _ = convert(tmp_path, [source(text="New.\n")])
    assert conversion.again == {"notes/a.md": "it is new"}
    assert notes[0].blocks


def test_two_texts_of_one_note_are_kept_apart(tmp_path: Path) -> None:
    sources = [source(), source(text="The abstract.\n")]
    convert(tmp_path, sources)
    notes, _, _, calls = convert(tmp_path, sources)
    assert calls == 0
    assert notes[0] != notes[1]
    assert notes == straight(sources)[0]


ALLOWED = "A <blink>word</blink>.\n\n<!-- scidraft: allow html-unknown -->\n\n<blink>x</blink>\n"


def test_what_a_moved_note_allows_it_allows_at_its_new_place(tmp_path: Path) -> None:
    convert(tmp_path, [source(text=ALLOWED)])
    moved = [source("deep/other.md", ALLOWED)]
    (note,), _, _, calls = convert(tmp_path, moved)
    assert calls == 0
    assert [(one.code, str(one.place)) for one in note.allowances] == [
        ("html-unknown", "deep/other.md:3:22")
    ]
    assert note.allowances == straight(moved)[0][0].allowances


def test_a_fault_of_ours_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("x")

    with monkeypatch.context() as patch:
        patch.setattr("scidraft_tex.recognise.notes.recognise_note", fail)
        _, said, _, _ = convert(tmp_path, [source()])
        assert "internal-error" in [item.code for item in said]
    notes, said, _, calls = convert(tmp_path, [source()])
    assert calls == 1
    assert notes == straight([source()])[0]
    assert "internal-error" not in [item.code for item in said]


def test_a_note_that_went_past_a_limit_is_tried_again(tmp_path: Path) -> None:
    class Slow(Shell):
        def run(self, command: Command) -> Outcome:
            return replace(super().run(command), exceeded=Limit.SECONDS)

    conversion = Conversion(Rules(), note_shelf(tmp_path))
    _, said = conversion.recognise(conversion.read([source()], Slow(), 2))
    assert "tool-timeout" in [item.code for item in said]
    assert convert(tmp_path, [source()])[0] == straight([source()])[0]
