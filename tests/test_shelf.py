"""Small values kept by key."""

from __future__ import annotations

import os
from pathlib import Path

from scidraft_tex.shelf import Shelf


def shelf(tmp_path: Path, limit: int = 10_000) -> Shelf:
    return Shelf(tmp_path / "shelf", limit)


def test_what_is_put_is_there(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    assert kept.get("a") is None
    kept.put("a", b"one")
    kept.put("b/../c", b"")
    assert kept.get("a") == b"one"
    assert kept.get("b/../c") == b""
    kept.put("a", b"two")
    assert kept.get("a") == b"two"


def test_a_damaged_entry_is_a_miss(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    kept.put("a", b"something long enough")
    path = kept.path("a")
    whole = path.read_bytes()
    for damaged in (whole[:-1], b"", whole[:10], whole[:-1] + b"?", b"{}"):
        path.write_bytes(damaged)
        assert kept.get("a") is None
    path.unlink()
    path.mkdir()
    assert kept.get("a") is None


def test_what_was_used_least_lately_goes_first(tmp_path: Path) -> None:
    kept = shelf(tmp_path, limit=1000)
    for number in range(10):
        kept.put(str(number), bytes(100))
        os.utime(kept.path(str(number)), ns=(number, number))
    assert kept.get("0") is not None  # used now
    assert kept.trim() > 0
    left = [number for number in range(10) if kept.get(str(number)) is not None]
    assert left == [0, 5, 6, 7, 8, 9]
    assert kept.trim() == 0


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "shelf").write_text("a file")
    kept = shelf(tmp_path)
    kept.put("a", b"one")
    assert kept.get("a") is None
    assert kept.trim() == 0
