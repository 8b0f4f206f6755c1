"""Addresses on the web that two notes claim."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.load.site import load_site
from scidraft_tex.settings import Settings

HUGO = 'baseURL = "https://site.example/"\n'
Said = Callable[..., list[str]]


@pytest.fixture
def said(tmp_path: Path) -> Said:
    """Return what loads NOTES, front matters by their paths, and tells of addresses."""

    def load(notes: dict[str, str], hugo: str = HUGO) -> list[str]:
        for name, front in {**notes, "hugo.toml": ""}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"---\n{front}---\n\nText.\n" if front else hugo)
        _, found = load_site(tmp_path, Settings())
        return [
            f"{item.place} {item.code} {item.message}"
            for item in found
            if item.code.endswith("-conflict")
        ]

    return load


def test_two_notes_with_one_slug(said: Said) -> None:
    notes = {
        "content/notes/a.md": "title: A\nslug: mixing\n",
        "content/notes/b.md": "title: B\nslug: Mixing\n",
        "content/notes/mixing.md": "title: C\n",
        "content/notes/other/d.md": "title: D\nslug: mixing\n",
    }
    message = "address-conflict the address /notes/mixing is that of content/notes/a.md, too"
    assert said(notes) == [
        f"content/notes/b.md:3:1 {message}",
        f"content/notes/mixing.md:1:1 {message}",
    ]


def test_a_file_and_a_bundle_of_one_name(said: Said) -> None:
    notes = {"content/notes/a.md": "title: A\n", "content/notes/a/index.md": "title: B\n"}
    assert [line.split()[1] for line in said(notes)] == ["address-conflict"]


def test_aliases_that_collide(said: Said) -> None:
    notes = {
        "content/notes/a.md": "title: A\naliases:\n  - /old/\n  - /notes/a/\n  - /old\n",
        "content/notes/b.md": "title: A\naliases: [/new/, /old/]\n",
        "content/notes/c.md": "title: C\naliases: [a, /Notes/B/index.html]\n",
        "content/about.md": "title: D\naliases: [/new/]\n",
    }
    c, page = "content/notes/c.md", "/Notes/B/index.html"
    assert said(notes) == [
        "content/notes/b.md:3:11 alias-conflict the alias /new/ is an alias of content/about.md",
        "content/notes/b.md:3:18 alias-conflict the alias /old/ is an alias of content/notes/a.md",
        "content/notes/c.md:3:11 alias-conflict the alias a is the address of content/notes/a.md",
        f"{c}:3:14 alias-conflict the alias {page} is the address of content/notes/b.md",
    ]


def test_case_matters_where_the_site_keeps_it(said: Said) -> None:
    notes = {
        "content/notes/a.md": "title: A\nslug: mixing\n",
        "content/notes/b.md": "title: B\nslug: Mixing\naliases: [/NOTES/mixing/]\n",
    }
    assert len(said(notes)) == 2
    assert said(notes, HUGO + "disablePathToLower = true\n") == []


def test_drafts_claim_nothing(said: Said) -> None:
    notes = {
        "content/notes/a.md": "title: A\nslug: mixing\ndraft: true\n",
        "content/notes/mixing.md": "title: B\n",
    }
    assert said(notes) == []
