"""Files are whole or as they were."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

import pytest

from scidraft_tex.files import (
    KEEP,
    SCRATCH,
    UNFINISHED,
    check_room,
    keeping,
    publish,
    scratch,
    sweep,
    sweep_scratch,
    whole,
    whole_folder,
)


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


def test_a_long_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".pdf")
    with whole(path, durable=True) as beside:
        beside.write_text("text")
    assert path.read_text() == "text"


def test_no_room_is_told_of_the_file_that_lacks_it(tmp_path: Path) -> None:
    def fill(name: str | None) -> None:
        with whole(tmp_path / "a.txt"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), name)

    for name in (None, "the file that was copied"):
        with pytest.raises(OSError, match="No space left") as raised:
            fill(name)
        assert raised.value.filename == str(tmp_path / "a.txt")


def test_an_error_of_another_file_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised, whole(tmp_path / "a.txt"):
        (tmp_path / "source").read_bytes()
    assert raised.value.filename == str(tmp_path / "source")


def test_a_disk_without_room_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_room(tmp_path)
    check_room(tmp_path / "nowhere")
    there = os.statvfs(tmp_path)
    none = os.statvfs_result((*there[:3], 0, 0, *there[5:]))
    monkeypatch.setattr(os, "statvfs", lambda _: none)
    with pytest.raises(OSError, match="No space left") as raised:
        check_room(tmp_path)
    assert raised.value.filename == str(tmp_path)


# --- several files ---------------------------------------------------------------------------


def test_files_are_published_together(tmp_path: Path) -> None:
    made = [tmp_path / "made" / name for name in "ab"]
    made[0].parent.mkdir()
    for path in made:
        path.write_text(f"new {path.name}")
    targets = [tmp_path / "new" / path.name for path in made]
    publish(zip(made, targets, strict=True))
    assert [path.read_text() for path in targets] == ["new a", "new b"]
    for path in made:
        path.write_text("newer")
    with pytest.raises(FileNotFoundError):
        publish([*zip(made, targets, strict=True), (tmp_path / "none", tmp_path / "new" / "c")])
    assert [path.read_text() for path in targets] == ["new a", "new b"]
    assert sorted(path.name for path in targets[0].parent.iterdir()) == ["a", "b"]


def test_a_folder_takes_the_place_of_another(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    there: set[str] = set()
    for names in ("ab", "bc"):
        with whole_folder(folder) as new:
            for name in names:
                (new / name).write_text(names)
            there = {path.name for path in folder.glob("*")}
        assert {path.name for path in folder.iterdir()} == set(names)
    assert there == {"a", "b"}  # the old one, until the new one is whole
    assert [path.name for path in tmp_path.iterdir()] == ["source"]


def fail_in_folder(folder: Path) -> None:
    with whole_folder(folder) as new:
        (new / "b").write_text("half")
        raise ValueError


def test_a_folder_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    with whole_folder(folder) as new:
        (new / "a").write_text("old")
    with pytest.raises(ValueError, match=r"^$"):
        fail_in_folder(folder)
    assert [path.name for path in folder.iterdir()] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["source"]


# --- what killed runs leave ------------------------------------------------------------------


def test_what_nobody_holds_is_swept(tmp_path: Path) -> None:
    left = tmp_path / "deep" / f"{UNFINISHED}abcdefgh.pdf"
    left.parent.mkdir()
    left.write_text("half")
    (tmp_path / f"{UNFINISHED}hgfedcba").mkdir()
    (tmp_path / f"{UNFINISHED}hgfedcba" / "new").write_text("half")
    (tmp_path / ".scidraft-notes").write_text("somebody's")  # no eight characters
    with whole(tmp_path / "deep" / "a.txt") as beside:
        beside.write_text("text")
        sweep(tmp_path)
        assert left.exists()
        assert not (tmp_path / f"{UNFINISHED}hgfedcba").exists()
        sweep(tmp_path, below=True)
        assert not left.exists()
        assert beside.exists()
    assert (tmp_path / "deep" / "a.txt").read_text() == "text"
    assert (tmp_path / ".scidraft-notes").exists()


def test_folders_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / f"{SCRATCH}read-abcdefgh"
    left.mkdir()
    (left / "0.md").write_text("half")
    report = tmp_path / f"{SCRATCH}1.txt"
    report.write_text("a fault")
    (tmp_path / "another").mkdir()
    with scratch("draw") as folder:
        (folder / "a").mkdir()
        sweep_scratch()
        assert not left.exists()
        assert all(path.exists() for path in (folder, report, tmp_path / "another"))
    assert not folder.exists()
    assert all(path.exists() for path in (report, tmp_path / "another"))


def test_folders_for_a_while_may_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv(KEEP, "1")
    with scratch("draw") as folder:
        (folder / "a").write_text("text")
    sweep_scratch()
    assert (folder / "a").read_text() == "text"


@pytest.mark.parametrize("before", [None, "", "yes"])
def test_they_are_kept_for_as_long_as_it_is_asked(
    before: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv(KEEP, raising=False)
    if before is not None:
        monkeypatch.setenv(KEEP, before)
    for asked in (False, True):
        with keeping(asked=asked), scratch("draw") as folder:
            pass
        assert folder.exists() is bool(asked or before)
        assert os.environ.get(KEEP) == before
    with pytest.raises(ValueError, match=r"^$"), keeping(asked=True):
        raise ValueError
    assert os.environ.get(KEEP) == before


def test_without_locks_nothing_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / f"{UNFINISHED}abcdefgh"
    left.write_text("half")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", fail)
    sweep(tmp_path)
    assert left.exists()
    with whole(tmp_path / "a") as beside:
        beside.write_text("text")
    assert (tmp_path / "a").read_text() == "text"
