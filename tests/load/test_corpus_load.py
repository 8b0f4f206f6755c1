"""The real site: its notes, entry sets, aliases and categories are as counted independently."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.load import load_site
from scidraft_tex.model import Site
from scidraft_tex.settings import Settings

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def expected(corpus: Path) -> dict[str, Any]:
    counted: dict[str, Any] = json.loads((corpus / "expected.json").read_text(encoding="utf-8"))
    return counted


@pytest.fixture(scope="module")
def loaded(corpus: Path) -> tuple[Site, list[Diagnostic]]:
    site, found = load_site(corpus / "scidraft", Settings())
    return site, list(found)


def test_the_notes(loaded: tuple[Site, list[Diagnostic]], expected: dict[str, Any]) -> None:
    site, found = loaded
    assert found == []
    assert len(site.notes) == expected["notes"]
    assert list(site.skipped) == expected["skipped"]
    keys = [note.key for note in site.notes]
    assert len(set(keys)) == len(keys)


def test_the_entry_sets(loaded: tuple[Site, list[Diagnostic]], expected: dict[str, Any]) -> None:
    site, _ = loaded
    counted = {}
    for entry_set in site.sets:
        entries = [
            e for note in site.notes for e in note.front.entries if e.set_name == entry_set.name
        ]
        if entries:
            counted[entry_set.name] = {
                "entries": len(entries),
                "aliases": sum(len(entry.aliases) for entry in entries),
                "categories": sorted({entry.category for entry in entries}),
            }
    assert counted == expected["entry_sets"]


def test_the_sets_are_in_written_order(loaded: tuple[Site, list[Diagnostic]]) -> None:
    assert [s.name for s in loaded[0].sets] == ["occupations", "skills", "math", "rendering"]


@pytest.mark.parametrize(
    ("stem", "label"),
    [
        ("demo-note-folder-structure-starter", " (starter folder structure)"),
        ("demo-note-folder-structure-intermediate", " (intermediate folder structure)"),
        ("demo-note-folder-structure-advanced", " (advanced folder structure)"),
        ("demo-note-identity-demo", ""),
        ("demo-note-with-pseudo-algorithm", ""),
    ],
)
def test_titles_of_notes_in_no_set(
    loaded: tuple[Site, list[Diagnostic]], stem: str, label: str
) -> None:
    front = next(note.front for note in loaded[0].notes if Path(note.path).stem == stem)
    assert front.entries == ()
    assert front.title + label == dict(front.raw)["title"]


def test_titles_of_entries_are_those_of_their_first_set(
    loaded: tuple[Site, list[Diagnostic]],
) -> None:
    site, _ = loaded
    fields = {entry_set.name: entry_set.title_field.lower() for entry_set in site.sets}
    entries = [note.front for note in site.notes if note.front.entries]
    assert len(entries) == 61
    for front in entries:
        assert front.title == dict(front.raw)[fields[front.entries[0].set_name]]


def test_the_body_starts_after_the_front_matter(loaded: tuple[Site, list[Diagnostic]]) -> None:
    for note in (*loaded[0].notes, *loaded[0].pages):
        lines = note.text.split("\n")
        assert lines[note.body_line - 2] in {"+++", "---"}


def test_the_rest_of_the_site(loaded: tuple[Site, list[Diagnostic]]) -> None:
    site, _ = loaded
    assert {page.key for page in site.pages} == {
        "about",
        "math-a-to-z",
        "math-categories",
        "rendering-a-to-z",
        "rendering-categories",
    }
    assert site.bibliographies == (
        "assets/bib/refs.bib",
        "assets/bib/survey-refs-01.bib",
        "assets/bib/survey-refs-02.bib",
    )
    settings = tomllib.loads((Path(site.folder) / "hugo.toml").read_text(encoding="utf-8"))
    assert (site.title, site.base_url) == (settings["title"], settings["baseURL"])
