"""Work done by a copy of the process."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from scidraft_tex import beside
from scidraft_tex.beside import work_beside

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied there alone")


def awaited(path: Path) -> bool:
    """Wait until PATH is there, half a minute at most."""
    end = time.monotonic() + 30
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    return path.exists()


def test_a_copy_works_until_its_steps_say_so(tmp_path: Path) -> None:
    done: list[int] = []

    def step() -> bool:
        done.append(os.getpid())
        (tmp_path / str(len(done))).write_text(str(os.getpid()))
        return len(done) < 3

    with work_beside(step):
        assert awaited(tmp_path / "3")
    assert done == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2", "3"]
    assert {path.read_text() for path in tmp_path.iterdir()} != {str(os.getpid())}


def test_a_copy_ends_with_the_block(tmp_path: Path) -> None:
    def step() -> bool:
        (tmp_path / "pid").write_text(str(os.getpid()))
        return True

    with work_beside(step):
        assert awaited(tmp_path / "pid")
    copy = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(copy, 0)


def test_a_copy_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "_PATIENCE", 0.1)

    def step() -> bool:
        (tmp_path / "pid").write_text(str(os.getpid()))
        time.sleep(300)
        return True

    with work_beside(step):
        assert awaited(tmp_path / "pid")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_fault_of_the_copy_is_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    def step() -> bool:
        raise RuntimeError("in the copy")

    with work_beside(step):
        pass
    assert capfd.readouterr() == ("", "")


def test_a_fault_of_ours_ends_the_copy(tmp_path: Path) -> None:
    def step() -> bool:
        (tmp_path / "pid").write_text(str(os.getpid()))
        return True

    def work() -> None:
        with work_beside(step):
            assert awaited(tmp_path / "pid")
            raise KeyError("ours")

    with pytest.raises(KeyError):
        work()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
