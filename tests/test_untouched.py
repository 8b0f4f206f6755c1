"""A test that leaves its process changed fails, and those after it see nothing of it."""

from __future__ import annotations

import gc
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.untouched import state, untouched

CHANGES: dict[str, Callable[[], object]] = {
    "$SCIDRAFT_TEX_A": lambda: os.environ.update(SCIDRAFT_TEX_A="1"),
    "$PATH": lambda: os.environ.update(PATH="/bin"),
    "$HOME": lambda: os.environ.pop("HOME"),
    "working directory": lambda: os.chdir("/"),
    "gc": lambda: gc.set_threshold(100_000, 20, 100),
    f"signal {signal.SIGTERM:d}": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
}


def leave(change: Callable[[], object]) -> None:
    with untouched():
        change()


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_left_changed_is_told_and_put_back(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    before = state()
    with pytest.raises(pytest.fail.Exception) as raised:
        leave(CHANGES[name])
    assert re.findall(r"(?:left changed:|;) (.+?): ", str(raised.value)) == [name]
    assert state() == before


def test_what_is_put_back_in_time_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with untouched(), monkeypatch.context() as patch:
        patch.setenv("SCIDRAFT_TEX_A", "1")
        patch.chdir("/")
