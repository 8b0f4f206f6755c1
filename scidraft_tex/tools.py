"""The one door to other programs: a command is a value, a runner runs it within limits."""

from __future__ import annotations

import math
import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.limits import Limit, Limits
from scidraft_tex.processes import CHILD_MARK, end_family
from scidraft_tex.watch import Watch

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

    `folder` is where it runs; `environment` is added to ours; `seconds` of wall time is a limit, as
    are `silent` ones of work, in which it prints nothing after it has printed `awaited`, and
    `printed`, in bytes of what it prints; a runner has limits for all programs besides. `input`
    goes to its standard input. `offline` keeps it off the network where the machine allows that;
    `as_user` says that it must not take itself for root on the way.
    """

    program: str
    arguments: tuple[str, ...]
    folder: Path | None = None
    input: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    seconds: float = math.inf
    silent: float = math.inf
    awaited: str = ""
    printed: int = 64 << 20
    offline: bool = True
    as_user: bool = False

    def __str__(self) -> str:
        """Return the command as one types it."""
        return " ".join((self.program, *self.arguments))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended: exit status, what it printed, seconds; `exceeded` if it was ended."""

    status: int
    stdout: str
    stderr: str
    seconds: float
    exceeded: Limit | None = None

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with status 0."""
        return self.status == 0 and self.exceeded is None

    @property
    def timed_out(self) -> bool:
        """Whether it was ended for taking too long."""
        return self.exceeded in {Limit.SECONDS, Limit.SILENT}


_CODES = {
    Limit.SECONDS: ("tool-timeout", "took more than {} and was ended"),
    Limit.SILENT: ("tool-timeout", "went on without a word and was ended after {}"),
    Limit.MEMORY: ("tool-memory", "took more memory than it may and was ended"),
    Limit.WRITTEN: ("tool-output", "wrote a larger file than it may and was ended"),
    Limit.PRINTED: ("tool-output", "printed more than it may and was ended"),
}


def exceeding(what: str, outcome: Outcome, place: Place | None = None) -> Diagnostic | None:
    """Return what to tell of a limit that WHAT, a program and its task, went past in OUTCOME."""
    if outcome.exceeded is None:
        return None
    code, message = _CODES[outcome.exceeded]
    return diagnostic(code, f"{what} {message.format(f'{outcome.seconds:.0f} s')}", place=place)


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
    """Runs commands as child processes within limits; nothing of them outlives the call."""

    def __init__(self, search: Sequence[Path] = (), limits: Limits | None = None) -> None:
        """Look for programs in the folders of SEARCH before the PATH."""
        self.limits = limits or Limits()
        self._path = os.pathsep.join([*map(str, search), os.environ.get("PATH", "")])
        self._unplugged: dict[bool, tuple[str, ...]] = {}
        self._bound: tuple[str, ...] | None = None

    def find(self, program: str) -> str | None:
        """Return the path of PROGRAM, or None."""
        return shutil.which(program, path=self._path)

    def run(self, command: Command) -> Outcome:
        """Run COMMAND; past a limit, and at its end, all that is left of it is ended."""
        path = self.find(command.program)
        if path is None:
            raise ToolMissingError(command.program)
        mark = secrets.token_hex(8)
        prefix = self.unplugged(as_user=command.as_user) if command.offline else ()
        start = time.perf_counter()
        own = replace(self.limits, seconds=command.seconds, printed=command.printed)
        own = replace(own, silent=command.silent)
        with subprocess.Popen(
            [*prefix, *self.bound(), path, *command.arguments],
            cwd=command.folder,
            env={**os.environ, "PATH": self._path, **command.environment, CHILD_MARK: mark},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        ) as process:
            try:
                watch = Watch(process, own.within(self.limits), awaited=command.awaited)
                watch.run(command.input.encode(errors="replace"))
            finally:
                end_family(process.pid, mark)
        seconds = time.perf_counter() - start
        return Outcome(process.returncode, *watch.said, seconds, watch.limit(process.returncode))

    def bound(self) -> tuple[str, ...]:
        """Return what to put before a command so that it ends when we are killed, () if nothing.

        The kernel ends it with the thread that started it. The shell sees to it that we were not
        dead before that was asked for.
        """
        if self._bound is None:
            setpriv = self.find("setpriv")
            form = (setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()
            alive = ("sh", "-c", 'test "$PPID" = "$0" && exec "$@"', str(os.getpid()))
            self._bound = (*form, *alive) if form and _works(form) else ()
        return self._bound

    def unplugged(self, *, as_user: bool = False) -> tuple[str, ...]:
        """Return what to put before a command so that it has no network, () if nothing does.

        A name space of its own is asked for, as a user may if the system lets users, and as root.
        In the last form, for old systems, the program takes itself for root, unless AS_USER.
        """
        if as_user not in self._unplugged:
            forms = (("--net",), ("--user", "--map-current-user", "--net"))
            old = () if as_user else (("--user", "--map-root-user", "--net"),)
            unshare = self.find("unshare")
            found = ((unshare, *form, "--") for form in (*forms, *old) if unshare)
            self._unplugged[as_user] = next((form for form in found if _works(form)), ())
        return self._unplugged[as_user]


def _works(prefix: tuple[str, ...]) -> bool:
    """Tell whether a command runs after PREFIX."""
    tried = subprocess.run([*prefix, "true"], capture_output=True, check=False, timeout=10)
    return tried.returncode == 0


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
