"""Finding a note by what people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.load.find import find_note, find_notes
from scidraft_tex.load.site import load_site
from scidraft_tex.model import Site
from scidraft_tex.settings import Settings

FILES = {
    "hugo.toml": "[params]\nmainSections = ['notes', 'essays']\n",
    "content/notes/softmax.md": "---\ntitle: The *Softmax* Map\nslug: soft-max\n---\nText.\n",
    "content/notes/entropy.md": "---\ntitle: Entropy\n---\nText.\n",
    "content/essays/entropy.md": "---\ntitle: Entropy (an essay)\n---\nText.\n",
    "content/notes/bundle/index.md": "---\ntitle: A Bundle\n---\nText.\n",
    "content/notes/early.md": "---\ntitle: Early\ndraft: true\n---\nText.\n",
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_site(tmp_path, Settings())[0]


def found(site: Site, name: str, here: str = "") -> str:
    """Return the path of the note that NAME means, or what is said."""
    said = Diagnostics()
    note = find_note(site, name, Path(site.folder) / here, said)
    return note.path if note else "; ".join(item.message for item in said)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("content/notes/softmax.md", "content/notes/softmax.md"),
        ("notes/softmax.md", "content/notes/softmax.md"),
        ("./content/notes/../notes/softmax.md", "content/notes/softmax.md"),
        ("soft-max", "content/notes/softmax.md"),
        ("softmax", "content/notes/softmax.md"),
        ("softmax.md", "content/notes/softmax.md"),
        ("the  *softmax* MAP", "content/notes/softmax.md"),
        ("bundle", "content/notes/bundle/index.md"),
        ("content/notes/bundle", "content/notes/bundle/index.md"),
        ("content/notes/bundle/", "content/notes/bundle/index.md"),
        ("A Bundle", "content/notes/bundle/index.md"),
        ("notes/entropy.md", "content/notes/entropy.md"),
        ("essays/entropy.md", "content/essays/entropy.md"),
        ("Entropy (an essay)", "content/essays/entropy.md"),
    ],
)
def test_a_note_answers_to(site: Site, name: str, path: str) -> None:
    assert found(site, name) == path


def test_a_path_starts_in_the_folder_at_hand(site: Site) -> None:
    assert found(site, "entropy.md", "content/essays") == "content/essays/entropy.md"
    assert found(site, "../notes/entropy.md", "content/essays") == "content/notes/entropy.md"


def test_an_absolute_path_is_taken(site: Site) -> None:
    path = Path(site.folder) / "content/notes/softmax.md"
    assert found(site, str(path)) == "content/notes/softmax.md"


def test_a_name_of_several_notes_is_told_with_their_paths(site: Site) -> None:
    said = Diagnostics()
    assert find_note(site, "entropy.md", Path("/"), said) is None
    item = next(iter(said))
    assert item.code == "note-ambiguous"
    assert "content/notes/entropy.md" in item.message
    assert "content/essays/entropy.md" in item.message


def test_a_name_of_none_is_told_with_the_nearest(site: Site) -> None:
    said = Diagnostics()
    assert find_note(site, "sofmax", Path("/"), said) is None
    item = next(iter(said))
    assert (item.code, item.message) == ("note-not-found", "no note is called sofmax")
    assert "softmax" in item.hint


def test_a_note_that_is_left_out_is_told_with_the_reason(site: Site) -> None:
    assert found(site, "early") == "content/notes/early.md is left out: draft"


def test_each_note_comes_once_in_the_order_of_the_names(site: Site) -> None:
    said = Diagnostics()
    notes = find_notes(site, ["bundle", "softmax", "nothing", "soft-max"], Path("/"), said)
    assert [note.key for note in notes] == ["bundle", "soft-max"]
    assert [item.code for item in said] == ["note-not-found"]
