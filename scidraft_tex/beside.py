"""Work done by a copy of this process, beside what this one does."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["work_beside"]

_PATIENCE = 2.0
"""How many seconds a copy has for the step that it is at when this process is done."""


@contextmanager
def work_beside(step: Callable[[], bool]) -> Iterator[None]:
    """Have STEP run again and again in a copy of this process, as long as it says so.

    What comes of it is what it leaves in files: an exception there ends the copy and nothing else.
    The copy ends with the block at the latest. Where processes cannot be copied safely, nothing
    is run.
    """
    if sys.platform != "linux":
        yield
        return
    with warnings.catch_warnings():  # of threads, which the copy has none of
        warnings.simplefilter("ignore", DeprecationWarning)
        ours, copy = os.getpid(), os.fork()
    if not copy:
        _repeat(step, ours)
    try:
        yield
    finally:
        os.kill(copy, signal.SIGTERM)
        _await(copy)


def _repeat(step: Callable[[], bool], ours: int) -> None:
    """Run STEP until it says so, the process OURS is gone or asks for the end; never return."""
    asked: list[int] = []
    try:
        signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        while not asked and os.getppid() == ours and step():
            pass
    finally:
        os._exit(0)


def _await(copy: int) -> None:
    """Wait for the process COPY, and end it if it takes too long."""
    end = time.monotonic() + _PATIENCE
    while os.waitpid(copy, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)
            return
        time.sleep(0.002)
