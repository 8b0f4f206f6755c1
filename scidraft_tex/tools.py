"""The one door to other programs: a command is a value, a runner runs it within limits."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from scidraft_tex.diagnostics import Diagnostic, diagnostic

APT_PACKAGES = {
    "pdflatex": "texlive-latex-base texlive-latex-recommended texlive-latex-extra",
    "lualatex": "texlive-luatex",
    "xelatex": "texlive-xetex",
    "biber": "biber",
    "makeindex": "texlive-binaries",
    "rsvg-convert": "librsvg2-bin",
    "chromium": "chromium",
    "mmdc": "",
}
"""Which Debian package brings a program, for the message when it is missing."""


@dataclass(frozen=True, slots=True)
class Command:
    """A program to run.

    `folder` is where it runs; `environment` is added to ours; `seconds` of wall time and `memory`
    in bytes are limits (memory 0: none). `input` goes to its standard input. `offline` keeps it off
    the network where the machine allows that.
    """

    program: str
    arguments: tuple[str, ...]
    folder: Path | None = None
    input: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 600.0
    memory: int = 0
    offline: bool = False

    def __str__(self) -> str:
        """Return the command as one types it."""
        return " ".join((self.program, *self.arguments))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended: exit status, what it printed, seconds; `timed_out` if it was ended."""

    status: int
    stdout: str
    stderr: str
    seconds: float
    timed_out: bool = False

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with status 0."""
        return self.status == 0 and not self.timed_out


class ToolMissingError(Exception):
    """A program is not installed; `diagnostic` says which and how to get it."""

    def __init__(self, program: str) -> None:
        """Name the program."""
        super().__init__(program)
        self.program = program

    @property
    def diagnostic(self) -> Diagnostic:
        """What to tell the user."""
        packages = APT_PACKAGES.get(self.program, "")
        hint = f"apt-get install {packages}" if packages else "make setup"
        return diagnostic("tool-missing", f"{self.program} is not installed", hint=f"run: {hint}")


class Runner(Protocol):
    """What runs commands: `Shell` in earnest, `StandIn` in tests."""

    def run(self, command: Command) -> Outcome:
        """Run COMMAND to its end; raises `ToolMissingError`."""
        ...

    def find(self, program: str) -> str | None:
        """Return the path of PROGRAM, or None."""
        ...


class Shell:
    """Runs commands as child processes of their own group; nothing of them outlives the call."""

    def __init__(self, search: Sequence[Path] = ()) -> None:
        """Look for programs in the folders of SEARCH before the PATH."""
        self._path = os.pathsep.join([*map(str, search), os.environ.get("PATH", "")])
        self._unplugged: tuple[str, ...] | None = None

    def find(self, program: str) -> str | None:
        """Return the path of PROGRAM, or None."""
        return shutil.which(program, path=self._path)

    def run(self, command: Command) -> Outcome:
        """Run COMMAND; past its time the whole process group is ended."""
        path = self.find(command.program)
        if path is None:
            raise ToolMissingError(command.program)
        start = time.perf_counter()

        process = subprocess.Popen(
            [*(self.unplugged() if command.offline else ()), path, *command.arguments],
            cwd=command.folder,
            env={**os.environ, "PATH": self._path, **command.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        if command.memory:
            limits = (command.memory, command.memory)
            resource.prlimit(process.pid, resource.RLIMIT_AS, limits)
        timed_out = False
        try:
            stdout, stderr = process.communicate(command.input, timeout=command.seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
            _end(process)
            stdout, stderr = process.communicate()
        except BaseException:
            _end(process)
            raise
        seconds = time.perf_counter() - start
        return Outcome(process.returncode, stdout, stderr, seconds, timed_out)

    def unplugged(self) -> tuple[str, ...]:
        """Return what to put before a command so that it has no network, () if nothing does.

        A name space of its own is asked for, as a user may if the system lets users, and as root.
        """
        if self._unplugged is None:
            forms = (("--net",), ("--user", "--map-root-user", "--net"))
            unshare = self.find("unshare")
            found = ((unshare, *form, "--") for form in forms if unshare)
            self._unplugged = next((form for form in found if _works(form)), ())
        return self._unplugged


def _works(prefix: tuple[str, ...]) -> bool:
    """Tell whether a command runs after PREFIX."""
    tried = subprocess.run([*prefix, "true"], capture_output=True, check=False, timeout=10)
    return tried.returncode == 0


def _end(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@dataclass
class StandIn:
    """A runner for tests: answers from a table by program, and remembers what it was asked."""

    answers: Mapping[str, Outcome]
    asked: list[Command] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        """Return the name itself if there is an answer for PROGRAM."""
        return program if program in self.answers else None

    def run(self, command: Command) -> Outcome:
        """Return the answer for COMMAND's program."""
        self.asked.append(command)
        if command.program not in self.answers:
            raise ToolMissingError(command.program)
        return self.answers[command.program]
