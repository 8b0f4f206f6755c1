"""Whether a file has changed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from scidraft_tex import marks
from scidraft_tex.marks import TICK, Mark, below, changed, mark_of, status_of


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.md"
    path.write_text("one")
    return str(path)


def mark(path: str) -> Mark:
    status = status_of(path)
    assert status
    return mark_of(path, status, None, 0)


LATER = time.time_ns() + 10**17
"""Years from now: so late that no file of a test is young, however long the tests run."""


def test_a_file_that_is_as_it_was_is_not_read(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = mark(file)
    monkeypatch.setattr(marks, "_digest", pytest.fail)
    assert not changed(file, status_of(file), taken, LATER)


def test_a_touched_file_that_holds_what_it_held_has_not_changed(file: str) -> None:
    taken = mark(file)
    os.utime(file, ns=(1, 1))
    assert not changed(file, status_of(file), taken, LATER)


def test_other_bytes_are_a_change_though_size_and_time_are_put_back(file: str) -> None:
    taken = mark(file)
    Path(file).write_text("two")
    os.utime(file, ns=(taken[0][1], taken[0][1]))
    assert changed(file, status_of(file), taken, LATER)


def test_a_young_file_is_read_though_its_status_is_the_same(file: str) -> None:
    status, digest = mark(file)
    now = max(status[1], status[2]) + TICK
    assert not changed(file, status, (status, digest), now)
    assert changed(file, status, (status, "what it held before"), now)
    assert not changed(file, status, (status, "what it held before"), now + 1)


def test_a_file_that_goes_or_comes_has_changed(file: str) -> None:
    taken = mark(file)
    Path(file).unlink()
    assert status_of(file) is None
    assert changed(file, None, taken, LATER)


def test_a_digest_is_taken_over_where_the_status_is_old_and_the_same(file: str) -> None:
    status, digest = mark(file)
    known = (status, "known")
    assert mark_of(file, status, known, LATER)[1] == "known"
    assert mark_of(file, status, known, max(status[1], status[2]))[1] == digest
    assert mark_of(file, [*status[:3], 0], known, LATER)[1] == digest


def test_a_file_too_large_to_read_has_changed_with_its_status(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "LARGEST", 2)
    taken = mark(file)
    assert taken[1] == ""
    assert not changed(file, status_of(file), taken, LATER)
    os.utime(file, ns=(1, 1))
    assert changed(file, status_of(file), taken, LATER)


def test_what_is_below_a_folder(tmp_path: Path) -> None:
    for name in ("a.md", "deep/b.md", ".git/x", "node_modules/y", "build/z", ".hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "link").symlink_to("nowhere")
    found = dict(below(str(tmp_path), {str(tmp_path / "build")}))
    names = {os.path.relpath(name, tmp_path): bool(status) for name, status in found.items()}
    assert names == {
        "a.md": True,
        "deep": False,
        "deep/b.md": True,
        ".hidden": True,
        "link": False,
    }
