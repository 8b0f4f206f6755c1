"""One holder at a time; the lock ends with its process, and leaves no folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scidraft_tex.lock import FILE, held

HOLDER = """\
import sys
from pathlib import Path
from scidraft_tex.lock import held
with held(Path(sys.argv[1]), lambda _: None):
    Path(sys.argv[1], "made").touch()
    print("held", flush=True)
    sys.stdin.read()
"""
REPOSITORY = Path(__file__).parents[1]


def nobody(process: str) -> None:
    raise AssertionError(f"waits for {process}")


def test_the_holder_is_named_and_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        waited: list[str] = []

        def waiting(process: str) -> None:
            waited.append(process)
            holder.kill()  # the lock ends with it

        with held(folder, waiting) as locked:
            assert locked
            assert waited == [str(holder.pid)]
            assert (folder / FILE).read_text() == f"{os.getpid()}\n"
    assert (folder / "made").exists()


def test_it_can_be_had_again(tmp_path: Path) -> None:
    for _ in range(2):
        with held(tmp_path, nobody) as locked:
            assert locked


def test_a_folder_made_for_the_lock_alone_goes(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "build"
    with held(folder, nobody):
        assert (folder / FILE).exists()
    assert not folder.exists()
    with held(folder, nobody):
        (folder / "made").touch()
    assert sorted(path.name for path in folder.iterdir()) == [FILE, "made"]


def test_who_waits_for_a_folder_that_goes_makes_it_anew(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    waits = threading.Event()
    done: list[bool] = []

    def second() -> None:
        with held(folder, lambda _: waits.set()) as locked:
            done.append(locked and (folder / FILE).exists())

    with held(folder, nobody):
        thread = threading.Thread(target=second)
        thread.start()
        assert waits.wait(10)
    thread.join(10)
    assert done == [True]


def test_a_file_in_the_folder_s_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "build").touch()
    with pytest.raises(OSError, match="build"), held(tmp_path / "build", nobody):
        pass
