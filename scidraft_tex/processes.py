"""What the kernel tells of running processes: a program's whole family, its memory, its end.

A family is a process, what it started, and what these started, whichever group or session they
moved to; those whose parent has ended are known by a mark in their environment. Where there is no
`/proc`, a family is its process group alone and its memory is not known.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

__all__ = ["CHILD_MARK", "end_family", "family", "memory_of", "time_of"]

CHILD_MARK = "SCIDRAFT_TEX_CHILD"
"""The variable of the environment that holds a family's mark."""

_PROC = Path("/proc")
_ROUNDS = 40
"""How often an end is tried: a process may start another while it is being ended."""

_LOOKS = 4
"""How often nothing more is to be seen of a family that had outlived its root, until it is ended:
one that starts another and ends may do so between the names of processes and what is read of them.
"""

_PAUSE = 0.02  # s, for the kernel to take the dead away


def family(root: int, mark: str = "") -> frozenset[int]:
    """Return the ids of the process ROOT, of all that descend from it, and of all with MARK."""
    parents = dict(_parents())
    found = {root} if root in parents else set()
    if mark:
        found |= {number for number in parents if _has(number, mark)}
    children: dict[int, list[int]] = {}
    for number, (parent, session) in parents.items():
        children.setdefault(parent, []).append(number)
        if session == root:
            found.add(number)
    pending = list(found)
    while pending:
        for child in children.get(pending.pop(), ()):
            if child not in found:
                found.add(child)
                pending.append(child)
    return frozenset(found)


def memory_of(processes: frozenset[int]) -> int:
    """Return the bytes of memory that PROCESSES have to themselves; what files back is not counted.

    A browser's processes share the pages of one program: to count those each time would be wrong.
    """
    return sum(_own_memory(number) for number in processes)


def time_of(processes: frozenset[int]) -> float:
    """Return the seconds that PROCESSES have kept processors busy."""
    ticks = 0
    for number in processes:
        fields = _read(f"{number}/stat").rpartition(b")")[2].split()
        ticks += sum(map(int, fields[11:13]))  # as a user, and in the kernel: proc(5)
    return ticks / os.sysconf("SC_CLK_TCK")


def end_family(root: int, mark: str = "") -> None:
    """End the process ROOT and its family, and wait until nothing of it runs."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(root, signal.SIGKILL)
    empty = wanted = 0
    for _ in range(_ROUNDS):
        living = [number for number in family(root, mark) if number != root]
        empty = 0 if living else empty + 1
        if empty > wanted:
            return
        if living:
            wanted = _LOOKS
        for number in living:  # none starts another between the looks
            _tell(number, signal.SIGSTOP)
        for number in living:
            _tell(number, signal.SIGKILL)
        time.sleep(_PAUSE)


def _tell(number: int, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(number, sign)


def _parents() -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each living process with its parent and its session."""
    try:
        names = [path.name for path in _PROC.iterdir()]
    except OSError:
        return
    for name in filter(str.isdecimal, names):
        # The program's name, in parentheses, may hold anything.
        fields = _read(f"{name}/stat").rpartition(b")")[2].split()
        if len(fields) > 3 and fields[0] not in {b"Z", b"X"}:  # state, parent, group, session
            yield int(name), (int(fields[1]), int(fields[3]))


def _has(number: int, mark: str) -> bool:
    """Tell whether the process NUMBER was started with MARK in its environment."""
    return f"{CHILD_MARK}={mark}".encode() in _read(f"{number}/environ").split(b"\0")


def _own_memory(number: int) -> int:
    told = _fields(_read(f"{number}/status"))
    return 1024 * sum(int(told.get(name, b"0").split()[0]) for name in (b"RssAnon", b"RssShmem"))


def _fields(status: bytes) -> Mapping[bytes, bytes]:
    pairs = (line.partition(b":") for line in status.splitlines())
    return {name: value.strip() or b"0" for name, _, value in pairs}


def _read(name: str) -> bytes:
    """Return what the file NAME of /proc holds, nothing if the process is gone or not ours."""
    try:
        with open(f"{_PROC}/{name}", "rb") as file:  # noqa: PTH123  # Path costs twice the look
            return file.read()
    except OSError:
        return b""
