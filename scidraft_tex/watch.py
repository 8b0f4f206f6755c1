"""Watching over a running program: what it prints is kept, what it uses up is measured."""

from __future__ import annotations

import contextlib
import math
import os
import resource
import selectors
import signal
import time
from dataclasses import dataclass, field
from typing import IO, Protocol

from scidraft_tex.limits import Limit, Limits
from scidraft_tex.processes import family, memory_of, time_of

__all__ = ["Child", "Watch"]

_CHUNK = 1 << 16
_PAUSE = 0.1  # s, between looks at the clock
_FIRST_LOOK = 0.1  # s, and between looks at the memory
_NO_PIPES = 0.005  # s, between looks at a process that has closed its pipes
_SHARE = 0.02
"""How much of its time the watch may spend on looking at memory."""

_IDLE = 6
"""By how much silence may be longer for a program that waits for a processor meanwhile."""

_LEFT_OPEN = 0.5  # s
"""How long is waited for what a program has left running to close what it prints on."""

_TOO_LARGE = {-signal.SIGXFSZ, 128 + signal.SIGXFSZ}
"""How a program ends that writes a file past its limit, by itself or under a shell."""


class Child(Protocol):
    """A process that was started, with pipes to it, as `subprocess.Popen` has them."""

    pid: int
    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None


@dataclass
class Watch:
    """Watches over `process`, whose pipes are open: it must not go past `limits`.

    `exceeded` is the one that it went past. Whoever started it has to end it then. Silence is of no
    account before it has printed `awaited`, and is measured by the time that it is at work.
    """

    process: Child
    limits: Limits
    exceeded: Limit | None = None
    awaited: str = ""
    _heard: dict[str, bytearray] = field(default_factory=dict)
    _began: float = field(default_factory=time.monotonic)
    _spoke: float = 0.0
    _looked: float = 0.0
    _busy: float = 0.0

    def __post_init__(self) -> None:
        """Set the limits that the kernel keeps: no file past its size, no picture of memory."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            size = self.limits.written
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, size))
            resource.prlimit(self.process.pid, resource.RLIMIT_CORE, (0, 0))

    @property
    def said(self) -> tuple[str, str]:
        """What was printed on standard output and on standard error."""
        return self._text("stdout"), self._text("stderr")

    def _text(self, name: str) -> str:
        text = self._heard.get(name, bytearray()).decode("utf-8", errors="replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def run(self, given: bytes) -> None:
        """Give the process GIVEN, and keep what it prints until it ends or has to be ended."""
        start = time.monotonic()
        look, left_open = start + _FIRST_LOOK, math.inf
        rest = memoryview(given)
        with selectors.DefaultSelector() as selector:
            self._register(selector, rest)
            while selector.get_map() or not self._ended():
                now = time.monotonic()
                if self._ended():
                    left_open = min(left_open, now + _LEFT_OPEN)
                if now > left_open:
                    return
                self.exceeded = self._too_much(now - start, measure=now >= look)
                if self.exceeded:
                    return
                if now >= look:
                    look = now + max(_FIRST_LOOK, (time.monotonic() - now) / _SHARE)
                rest = self._wait(selector, rest)

    def limit(self, status: int) -> Limit | None:
        """Return the limit that the process, which ended with STATUS, went past."""
        return self.exceeded or (Limit.WRITTEN if status in _TOO_LARGE else None)

    def _ended(self) -> bool:
        """Tell whether the process has ended, which keeps its number until that is asked for."""
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, options) is not None

    def _too_much(self, seconds: float, *, measure: bool) -> Limit | None:
        """Return the limit that is exceeded after SECONDS; memory is looked at if MEASURE."""
        if seconds >= self.limits.seconds:
            return Limit.SECONDS
        if sum(map(len, self._heard.values())) > self.limits.printed:
            return Limit.PRINTED
        if not measure:
            return None
        processes = family(self.process.pid)
        if memory_of(processes) > self.limits.memory:
            return Limit.MEMORY
        return Limit.SILENT if self._is_mute(seconds, processes) else None

    def _is_mute(self, seconds: float, processes: frozenset[int]) -> bool:
        """Tell whether PROCESSES have been at work without a word for too long, after SECONDS."""
        if math.isinf(self.limits.silent) or self.awaited:
            return False
        busy = time_of(processes)
        if self._spoke >= self._looked:
            self._busy = busy
        self._looked = seconds
        silent = seconds - self._spoke
        working = busy - self._busy if processes else silent
        return max(working, silent / _IDLE) >= self.limits.silent

    def _wait(self, selector: selectors.BaseSelector, rest: memoryview) -> memoryview:
        """Wait a little for the pipes, and pass on what they have; return what is still to give."""
        if not selector.get_map():
            time.sleep(_NO_PIPES)
        for key, _ in selector.select(_PAUSE if selector.get_map() else 0):
            rest = self._pass_on(selector, key, rest)
        return rest

    def _register(self, selector: selectors.BaseSelector, rest: memoryview) -> None:
        process = self.process
        for name, stream in (("stdout", process.stdout), ("stderr", process.stderr)):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)
                self._heard[name] = bytearray()
                selector.register(stream, selectors.EVENT_READ, name)
        if process.stdin is not None:
            if rest:
                os.set_blocking(process.stdin.fileno(), False)
                selector.register(process.stdin, selectors.EVENT_WRITE, "stdin")
            else:
                process.stdin.close()

    def _pass_on(
        self, selector: selectors.BaseSelector, key: selectors.SelectorKey, rest: memoryview
    ) -> memoryview:
        """Read or write what the pipe of KEY can take; return what of REST is still to write."""
        pipe: IO[bytes] = key.fileobj  # type: ignore[assignment]  # we registered pipes alone
        done = False
        try:
            if key.data == "stdin":
                rest = rest[os.write(pipe.fileno(), rest[:_CHUNK]) :]
                done = not rest
            else:
                part = os.read(pipe.fileno(), _CHUNK)
                self._heard[key.data] += part
                self._spoke = time.monotonic() - self._began
                if self.awaited and self.awaited.encode() in self._heard[key.data]:
                    self.awaited = ""
                done = not part
        except BlockingIOError:
            pass
        except OSError:  # the program does not listen any more
            done = True
        if done:
            selector.unregister(pipe)
            pipe.close()
        return rest
