"""Disks that are full or read-only, outputs that cannot be: a line each, and the last PDF stays."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from scidraft_tex.files import UNFINISHED
from tests.cli.conftest import Command
from tests.robust.conftest import NOTE, Scidraft, make_site, write

MOUNTS = ("unshare", "--mount")


def mounts() -> bool:
    """Tell whether file systems can be mounted where nobody else sees them."""
    if not shutil.which("unshare"):
        return False
    tried = subprocess.run([*MOUNTS, "mount", "-t", "tmpfs", "none", "/mnt"], check=False)
    return tried.returncode == 0


needs_mounts = pytest.mark.skipif(not mounts(), reason="nothing can be mounted here")


def mounted(options: str, folder: str = "build") -> Sequence[str]:
    """Return what runs a command with a file system of OPTIONS at FOLDER."""
    return (*MOUNTS, "sh", "-c", f'mount {options} {folder} && exec "$@"', "sh")


def test_a_file_that_cannot_be_written_whole_is_not_written(
    tmp_path: Path, pressed: Scidraft
) -> None:
    home = tmp_path / "home"
    make_site(home / "site")
    assert pressed("book", "site").code == 0
    before = (home / "build/book.pdf").read_bytes()
    write(home, {"site/content/notes/three.md": NOTE})
    for largest in (0, 60, 300, 1300):  # the lock, a chapter, a bibliography, the PDF
        done = pressed(f"--largest={largest}", "book", "site", "-q")
        assert (done.code, done.out) == (4, "")
        (line,) = done.err.splitlines()
        assert line.startswith("error: ")
        assert line.endswith(os.strerror(errno.EFBIG))
        assert (home / "build/book.pdf").read_bytes() == before
        assert list(home.rglob(f"{UNFINISHED}*")) == []
    assert pressed("book", "site").code == 0


@needs_mounts
@pytest.mark.parametrize("kilobytes", [8, 40])
def test_a_full_disk(kilobytes: int, tmp_path: Path, pressed: Scidraft) -> None:
    home = tmp_path / "home"
    make_site(home / "site")
    (home / "build").mkdir()
    before = mounted(f"-t tmpfs -o size={kilobytes}k none")
    done = pressed("book", "site", "-q", before=before)
    assert done.code == 4
    (line,) = done.err.splitlines()
    assert line.startswith("error: build/")
    assert line.endswith(os.strerror(errno.ENOSPC))


@needs_mounts
@pytest.mark.parametrize("command", [("book",), ("preprint", "one"), ("handout", "one")])
def test_a_read_only_build_folder(
    command: Sequence[str], tmp_path: Path, pressed: Scidraft
) -> None:
    home = tmp_path / "home"
    make_site(home / "site")
    write(home, {"build/book.pdf": "the last good one"})
    done = pressed(*command, "site", before=mounted("--bind -o ro build"))
    assert done.code == 4
    assert done.err.startswith("error: build/")
    assert done.err.endswith(f": {os.strerror(errno.EROFS)}\n")
    assert (home / "build/book.pdf").read_text() == "the last good one"


@needs_mounts
def test_a_read_only_place_for_the_pdf(tmp_path: Path, pressed: Scidraft) -> None:
    home = tmp_path / "home"
    make_site(home / "site")
    write(home, {"out/my.pdf": "the last good one"})
    done = pressed("book", "site", "-o", "out/my.pdf", before=mounted("--bind -o ro out", "out"))
    assert (done.code, done.err) == (4, f"error: out/my.pdf: {os.strerror(errno.EROFS)}\n")
    assert "load" not in done.out  # told before any work is done


# --- outputs that cannot be ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "named", "number"),
    [
        (("book", "-o", "file/below/my.pdf"), "file/below/my.pdf", errno.ENOTDIR),
        (("book", "-o", "folder"), "folder", errno.EISDIR),
        (("book", "-o", "/proc/my.pdf"), "/proc/my.pdf", errno.ENOENT),
        (("book", "--report", "folder"), "folder", errno.EISDIR),
        (("preprint", "one", "-o", "folder"), "folder", errno.EISDIR),
        (("handout", "one", "-o", "file"), "file/*.pdf", errno.ENOTDIR),
    ],
)
def test_an_output_that_cannot_be_is_told_before_the_work(
    arguments: Sequence[str], named: str, number: int, home: Path, run: Command
) -> None:
    write(home, {"one.md": NOTE, "file": "x", "folder/x": "x"})
    done = run(*arguments)
    assert (done.code, done.out) == (4, "")
    assert done.err == f"error: {named}: {os.strerror(number)}\n"
    assert done.press.asked == []


def test_folders_of_outputs_are_made(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    assert run("book", "-o", "new/folder/my.pdf", "--report", "other/new/my.json").code == 0
    assert (home / "new/folder/my.pdf").is_file()
    assert (home / "other/new/my.json").is_file()


def test_a_report_that_cannot_be_written_costs_no_pdf(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, {"one.md": NOTE})

    def fail(path: Path, _: object) -> None:
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT), str(path))

    monkeypatch.setattr("scidraft_tex.report.write_report", fail)
    done = run("book")
    assert done.code == 1
    assert done.err == f"error: build/report.json: {os.strerror(errno.EDQUOT)}\n"
    assert (home / "build/book.pdf").is_file()


def test_files_that_belong_together_change_together(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    assert run("book", "--impose", "2up", "-o", "my.pdf").code == 0
    before = (home / "my.pdf").read_bytes()
    (home / "my-2up.pdf").unlink()
    write(home, {"my-2up.pdf/x": "a folder where a file belongs", "two.md": NOTE})
    done = run("book", "--impose", "2up", "-o", "my.pdf")
    assert done.code == 4
    assert done.err.startswith("error: my-2up.pdf: ")
    assert (home / "my.pdf").read_bytes() == before
