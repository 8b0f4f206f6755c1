"""Modules imported in a thread of its own."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from scidraft_tex.ahead import import_ahead


def test_a_module_is_imported_and_the_thread_holds_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_module.py").write_text("import time\ntime.sleep(0.2)\nDONE = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(threading.enumerate())
    import_ahead("slow_module")
    (thread,) = set(threading.enumerate()) - before
    assert not thread.daemon
    thread.join()
    assert sys.modules["slow_module"].DONE
    del sys.modules["slow_module"]
