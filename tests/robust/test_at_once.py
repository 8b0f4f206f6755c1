"""Two builds in one folder: the second waits and says so, whichever commands they are."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scidraft_tex.lock import FILE, held
from tests.cli.conftest import Command, title_of
from tests.robust.conftest import NOTE, PRESSED, REPOSITORY, write

COMMANDS = [("book",), ("preprint", "--all", "--no-bundle"), ("handout", "one")]


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(PRESSED), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("arguments", COMMANDS)
def test_the_second_build_waits_for_the_first(arguments: Sequence[str], tmp_path: Path) -> None:
    write(tmp_path, {"one.md": NOTE})
    with held(tmp_path / "build", lambda _: None) as locked:
        assert locked
        with start(tmp_path, *arguments) as second:
            assert second.stderr is not None
            line = second.stderr.readline()
            assert line == f"waiting for another build (process {os.getpid()}) in build/\n"
            assert second.poll() is None
            assert not (tmp_path / "build/cache").exists()
            second.terminate()
            assert second.wait(10) == 143  # who waits can be told not to


def test_many_builds_at_once_each_make_their_book(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        write(tmp_path, {f"{name}/{name}.md": NOTE, f"{name}/book.yaml": f"title: Site {name}\n"})
    builds = [start(tmp_path, "book", name, "-o", f"{name}.pdf") for name in ("a", "b", "c")]
    for build in builds:
        _, err = build.communicate(timeout=60)
        assert build.returncode == 0
        assert err == "" or err.startswith("waiting for another build (process ")
    assert [title_of(tmp_path / f"{name}.pdf") for name in "abc"] == ["Site a", "Site b", "Site c"]


def test_a_lock_of_the_dead_holds_nobody(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE, f"build/{FILE}": "1\n"})
    done = run("book")
    assert (done.code, done.err) == (0, "")
    assert (home / "build" / FILE).read_text() == f"{os.getpid()}\n"


def test_where_nothing_can_be_locked_a_build_goes_on(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    write(home, {"one.md": NOTE})
    monkeypatch.setattr("fcntl.flock", fail)
    assert "build-unlocked" not in run("book").err
    write(home, {"one.md": f"{NOTE}\nMore.\n"})
    done = run("book", "--verbose")
    assert done.code == 0
    assert "note[build-unlocked]: build/ cannot be locked" in done.err
    assert (home / "build/book.pdf").is_file()


# --- one site after the other ----------------------------------------------------------------


def test_a_second_site_finds_nothing_of_the_first(home: Path, run: Command) -> None:
    for name in ("a", "b"):
        write(home, {f"{name}/one.md": NOTE, f"{name}/book.yaml": f"title: Site {name}\n"})
    write(home, {"a/two.md": NOTE})
    assert run("book", "a").code == 0
    left = home / "build/book/figures/left.pdf"
    write(home, {"build/book/figures/left.pdf": "of the first"})
    assert run("book", "a").code == 0
    assert left.exists()
    assert run("book", "b").code == 0
    assert not left.exists()
    assert title_of(home / "build/book.pdf") == "Site b"
    assert len(list((home / "build/book/chapters").iterdir())) == 1
    again = run("book", "b")
    assert "nothing has changed since" in again.out


@pytest.mark.parametrize(
    ("arguments", "tex"),
    [
        (("preprint", "one", "--no-bundle"), "build/preprints/one/tex"),
        (("handout", "one"), "build/handouts/student/tex/one"),
    ],
)
def test_tex_begins_anew_for_another_site(
    arguments: Sequence[str], tex: str, home: Path, run: Command
) -> None:
    write(home, {"a/one.md": NOTE, "b/one.md": NOTE})
    command, name, *options = arguments
    assert run(command, name, "a", *options).code == 0
    write(home, {f"{tex}/left.aux": "of the first"})
    assert run(command, name, "a", *options).code == 0
    assert (home / tex / "left.aux").exists()
    assert run(command, name, "b", *options).code == 0
    assert not (home / tex / "left.aux").exists()
