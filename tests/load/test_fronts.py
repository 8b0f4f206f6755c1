"""Front matter that is kept: it comes to the same as front matter that is parsed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.cache import user_folder
from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.kinds import Kind, Style
from scidraft_tex.load.front_matter import RawFrontMatter, split_front_matter
from scidraft_tex.load.site import load_site
from scidraft_tex.model import Site
from scidraft_tex.settings import Settings
from tests.cli.conftest import write

NOTES = {
    "one.md": "+++\ntitle = 'One'\ndate = 2024-05-06T07:08:09+02:00\nweight = 'heavy'\n"
    "params = {a = [1, 2.5, true], when = 1999-01-02}\n+++\n\nText.\n",
    "two.md": "---\ntitle: Two\ndate: 2023-01-02\nauthors: [A. Author, {name: B}]\n---\nText.\n",
    "no-title.md": "Text \x00 and more.\n",
    "draft.md": "---\ndraft: true\n---\n# A draft\n",
    "broken.md": "+++\ntitle = \n+++\n",
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are parsed, as they are."""
    texts: list[str] = []

    def told(text: str) -> RawFrontMatter:
        texts.append(text)
        return split_front_matter(text)

    monkeypatch.setattr("scidraft_tex.load.note.split_front_matter", told)
    return texts


def load(folder: Path, settings: Settings | None = None) -> tuple[Site, list[Diagnostic]]:
    site, found = load_site(folder, settings or Settings())
    return site, list(found)


def test_what_is_kept_is_what_was_parsed(tmp_path: Path, parsed: list[str]) -> None:
    write(tmp_path, NOTES)
    first = load(tmp_path)
    assert {item.code for item in first[1]} == {
        *("front-matter-syntax", "front-matter-value", "note-encoding")
    }
    assert len(parsed) == len(NOTES)
    parsed.clear()
    assert load(tmp_path) == first
    assert parsed == [NOTES["broken.md"]]


def test_a_change_is_parsed_alone(tmp_path: Path, parsed: list[str]) -> None:
    write(tmp_path, {name: NOTES[name] for name in ("one.md", "two.md")})
    load(tmp_path)
    parsed.clear()
    new = NOTES["two.md"].replace("Two", "Three")
    write(tmp_path, {"two.md": new})
    site, _ = load(tmp_path)
    assert parsed == [new]
    assert [note.front.title for note in site.notes] == ["Three", "One"]


def test_a_moved_note_keeps_it_and_places_follow(tmp_path: Path, parsed: list[str]) -> None:
    write(tmp_path, {"one.md": NOTES["one.md"]})
    load(tmp_path)
    parsed.clear()
    (tmp_path / "sub").mkdir()
    (tmp_path / "one.md").rename(tmp_path / "sub/one.md")
    _, found = load(tmp_path)
    assert parsed == []
    assert [item.place.file for item in found if item.place] == ["sub/one.md"]


def test_a_note_named_by_its_file_is_named_anew(tmp_path: Path) -> None:
    write(tmp_path, {"first.md": "Text.\n"})
    load(tmp_path)
    (tmp_path / "first.md").rename(tmp_path / "second.md")
    site, _ = load(tmp_path)
    assert [(note.key, note.front.title) for note in site.notes] == [("second", "Second")]


def test_other_kinds_are_other_rules(tmp_path: Path, parsed: list[str]) -> None:
    write(tmp_path, {"one.md": "# Luck (Wager)\n"})
    before, _ = load(tmp_path)
    own = Kind("Wager", "Wagers", Style.PLAIN)
    parsed.clear()
    after, _ = load(tmp_path, replace(Settings(), kinds=(own,)))
    assert len(parsed) == 1
    assert before.notes[0].front.title == "Luck (Wager)"
    assert after.notes[0].front.title == "Luck"


@pytest.mark.parametrize("data", [b"", b"nothing"])
def test_what_is_damaged_is_parsed(tmp_path: Path, parsed: list[str], data: bytes) -> None:
    write(tmp_path, NOTES)
    first = load(tmp_path)
    folder = user_folder("fronts")
    assert folder
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(data)
    parsed.clear()
    assert load(tmp_path) == first
    assert len(parsed) == len(NOTES)
