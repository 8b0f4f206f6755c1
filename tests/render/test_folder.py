from __future__ import annotations

import os
from pathlib import Path

import pytest

from scidraft_tex.render.folder import write_folder

FILES = {"book.tex": "a", "chapters/01-a.tex": "é\n", "bib/a-1.bib": "b"}


def test_files_are_written_in_utf_8(tmp_path: Path) -> None:
    assert write_folder(tmp_path / "book", FILES) == list(FILES)
    for name, text in FILES.items():
        assert (tmp_path / "book" / name).read_bytes() == text.encode()


def test_what_is_the_same_is_left_alone(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    os.utime(tmp_path / "book.tex", (1, 1))
    assert write_folder(tmp_path, FILES | {"bib/a-1.bib": "c"}) == ["bib/a-1.bib"]
    assert (tmp_path / "book.tex").stat().st_mtime == 1


def test_what_an_earlier_build_rendered_goes(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    for name in ("chapters/01-a.aux", "images/a.pdf", "notes.tex"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert write_folder(tmp_path, {"book.tex": "a"}) == ["chapters/01-a.tex", "bib/a-1.bib"]
    left = sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file())
    assert left == ["book.tex", "chapters/01-a.aux", "images/a.pdf", "notes.tex"]


def test_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        write_folder(tmp_path, {"book.tex": "a"})
    assert list(tmp_path.iterdir()) == []
