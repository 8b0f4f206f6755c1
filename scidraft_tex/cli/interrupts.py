"""Ctrl-C and SIGTERM: programs that run are ended at once, none is started, and a line is said."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from scidraft_tex.tools import Command, Outcome, Runner

__all__ = ["Interrupts", "SignalError"]

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_PAUSE = 0.05  # s, between looks for programs that were just being started
_LONGEST = 2.0  # s, that is waited for the last of these looks


class SignalError(BaseException):
    """A signal asks this process to end.

    No `KeyboardInterrupt`: after one that passed through code made of text, as that of dataclasses
    is, Python ends itself by SIGINT at last, whoever has caught it.
    """


class Interrupts:
    """Watches for signals while it is entered; `number` is the one that came, None if none did.

    The first raises `SignalError` where the program is, and ends what runs beside it, so that
    nobody waits for a program in another thread. A second one ends this process at once.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._before: dict[int, Any] = {}
        self._over = threading.Event()
        self._ending: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Begin to watch; a signal that is ignored, as `nohup` has it, stays so."""
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._came)
        return self

    def __exit__(self, *_: object) -> None:
        """Let signals do what they did before.

        The thread that ends programs is waited for: one that runs while Python ends may crash it.
        """
        self._over.set()
        if self._ending:
            self._ending.join(_LONGEST)
        for number, before in self._before.items():
            signal.signal(number, before)

    @property
    def message(self) -> str:
        """What to say of the signal that came."""
        return "terminated" if self.number == signal.SIGTERM else "interrupted"

    @property
    def exit_code(self) -> int:
        """The exit code that shells have for the signal that came."""
        return 128 + (self.number or signal.SIGINT)

    def runner(self, inner: Runner) -> Runner:
        """Return INNER, which runs nothing more once a signal has come."""
        return _Stopping(inner, self)

    def _came(self, number: int, _: FrameType | None) -> None:
        if self.number is not None:
            _end_children()
            os._exit(self.exit_code)
        self.number = number
        self._ending = threading.Thread(target=self._end, daemon=True)
        self._ending.start()
        raise SignalError(number)

    def _end(self) -> None:
        """End programs until this process is done with what it was doing."""
        while not self._over.is_set():
            _end_children()
            self._over.wait(_PAUSE)


@dataclass(frozen=True, slots=True)
class _Stopping:
    """A runner that stops when a signal has come, in whichever thread it is."""

    inner: Runner
    interrupts: Interrupts

    def find(self, program: str) -> str | None:
        """Return the path of PROGRAM, or None."""
        return self.inner.find(program)

    def run(self, command: Command) -> Outcome:
        """Run COMMAND; raises `SignalError` where a signal came before or meanwhile."""
        self._look()
        outcome = self.inner.run(command)
        self._look()
        return outcome

    def _look(self) -> None:
        if self.interrupts.number is not None:
            raise SignalError(self.interrupts.number)


def _end_children() -> None:
    """End all that descends from this process."""
    from scidraft_tex.processes import family  # noqa: PLC0415  # after --help

    own = os.getpid()
    for number in family(own) - {own}:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(number, signal.SIGKILL)
