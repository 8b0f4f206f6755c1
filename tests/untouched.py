"""What tests of one process share, and that it is left as it was found."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["untouched"]

NOT_OURS = "PYTEST_CURRENT_TEST"
"""The variable in which pytest says what it does just now."""

SIGNALS = {
    f"signal {number:d}": number
    for number in sorted(signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP})
    if number < signal.SIGRTMIN
}
"""The signals for which a process may choose what is done, by what they are called here."""

State = dict[str, Any]
"""What the process is like: each thing that can be changed, by what it is called."""


@contextmanager
def untouched() -> Iterator[None]:
    """Fail if what is done within leaves the process changed, and put that back.

    Looked at are the environment, the working directory, what Python's search for rings of values
    is set to, and what is done at signals.
    """
    before = state()
    yield
    after = state()
    if changed := sorted(k for k in before | after if before.get(k) != after.get(k)):
        put_back(before, after)
        told = "; ".join(f"{name}: {before.get(name)} -> {after.get(name)}" for name in changed)
        pytest.fail(f"left changed: {told}", pytrace=False)


def state() -> State:
    """Return what the process is like."""
    signals = {name: signal.getsignal(number) for name, number in SIGNALS.items()}
    environment = {f"${name}": text for name, text in os.environ.items() if name != NOT_OURS}
    collecting = (gc.isenabled(), gc.get_threshold())
    return {"working directory": os.getcwd(), "gc": collecting, **signals, **environment}  # noqa: PTH109


def put_back(before: State, after: State) -> None:
    """Make the process, which is as AFTER says, what it was BEFORE."""
    os.chdir(before["working directory"])
    enabled, thresholds = before["gc"]
    gc.set_threshold(*thresholds)
    (gc.enable if enabled else gc.disable)()
    for name, number in SIGNALS.items():
        if before[name] != after[name]:
            signal.signal(number, before[name])
    for name in before.keys() | after.keys():
        if name.startswith("$") and name not in before:
            del os.environ[name[1:]]
        elif name.startswith("$"):
            os.environ[name[1:]] = before[name]
