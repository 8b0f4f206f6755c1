"""Files are whole or as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex.files import whole


def test_what_is_written_becomes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    with whole(path) as beside:
        beside.write_text("text")
        assert not path.exists()
    assert path.read_text() == "text"
    assert [found.name for found in path.parent.iterdir()] == ["a.txt"]


def fail(path: Path) -> None:
    with whole(path) as beside:
        beside.write_text("half")
        raise ValueError


def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(ValueError, match=r"^$"):
        fail(path)
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["a.txt"]


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.mkdir()
    with pytest.raises(OSError, match=r"a\.txt") as raised, whole(path) as beside:
        beside.write_text("text")
    assert raised.value.filename == str(path)
