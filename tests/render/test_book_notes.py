"""Many notes are rendered by two processes, from both ends, to the same files."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.render import book as rendering
from scidraft_tex.render.book import render
from scidraft_tex.render.kept import kept_in
from scidraft_tex.render.look import Look
from tests.helpers import FLAT, MakeNote

NOTES = {
    f"content/notes/n{number}.md": f"---\ntitle: N {number}\n---\nText, [x](y{number}.md)\n"
    for number in range(40)
}


def test_two_processes_render_what_one_does(
    note: MakeNote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "_MANY", 2)
    book = note("Text.", NOTES, FLAT).book
    assert len(book.notes) == 41
    look = Look(FLAT, Engine.PDFLATEX)
    one, two = kept_in(tmp_path / "one"), kept_in(tmp_path / "two")
    alone = render(book, look, one)
    shared = render(book, look, two, from_nothing=True)
    assert shared.files == alone.files
    assert list(shared.diagnostics) == list(alone.diagnostics)
    assert sorted(two.again) == sorted(one.again)
    assert (one.reused, two.reused) == ([], [])
