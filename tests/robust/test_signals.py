"""Ctrl-C and SIGTERM: a line, no program left, the last PDF kept; in reading modules, too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.robust.conftest import NOTE, REPOSITORY, write

SLEEPER = "#!/bin/sh\necho $$ >> {pids}\nsleep 61 &\nwait\n"
"""A program that starts another, and does not come to an end."""

AT_IMPORT = """\
import os, sys

class Hook:
    def __init__(self, name, number):
        self.name, self.number = name, number

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            os.kill(os.getpid(), self.number)

name, number = sys.argv.pop(1), int(sys.argv.pop(1))
from scidraft_tex.__main__ import main
sys.meta_path.insert(0, Hook(name, number))
raise SystemExit(main())
"""
"""Sends the signal of a number when a module is about to be read."""


def running(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def start(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], Path]:
    """Start a build in FOLDER whose TeX never ends, and wait until that runs."""
    pids = folder / "pids"
    for name in ("pdflatex", "kpsewhich"):
        program = folder / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(SLEEPER.format(pids=pids) if name == "pdflatex" else "#!/bin/sh\n")
        program.chmod(0o755)
    own = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(REPOSITORY)}
    process = subprocess.Popen(
        [sys.executable, "-m", "scidraft_tex", *arguments],
        cwd=folder,
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return process, pids


def wait_for(pids: Path, count: int) -> list[int]:
    """Return the numbers of the COUNT programs that PIDS names, once they are there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        lines = pids.read_text().split() if pids.exists() else []
        if len(lines) >= count:
            return [int(line) for line in lines]
        time.sleep(0.02)
    raise AssertionError("TeX was not started")


@pytest.mark.parametrize(
    ("number", "message", "arguments", "count"),
    [
        (signal.SIGINT, "interrupted", ["book"], 1),
        (signal.SIGTERM, "terminated", ["book"], 1),
        (signal.SIGINT, "interrupted", ["preprint", "--all", "--jobs", "2"], 2),
        (signal.SIGTERM, "terminated", ["handout", "one", "two", "--jobs", "2"], 1),
    ],
)
def test_a_signal_ends_a_build_and_what_it_runs(
    number: signal.Signals, message: str, arguments: Sequence[str], count: int, tmp_path: Path
) -> None:
    write(tmp_path, {f"{name}.md": NOTE for name in ("one", "two", "three")})
    write(tmp_path, {"build/book.pdf": "the last good one"})
    process, pids = start(tmp_path, *arguments)
    programs = wait_for(pids, count)
    start_of_end = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - start_of_end < 10
    assert (process.returncode, err) == (128 + number, f"\n{message}\n")
    started = [int(line) for line in pids.read_text().split()]
    assert not any(map(running, started))
    assert len(started) == len(programs)  # none was started after the signal
    assert (tmp_path / "build/book.pdf").read_text() == "the last good one"


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    write(tmp_path, {"one.md": NOTE})
    process, pids = start(tmp_path, "book")
    (program,) = wait_for(pids, 1)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not running(program)


def test_a_killed_build_takes_its_programs_along(tmp_path: Path) -> None:
    write(tmp_path, {"one.md": NOTE})
    process, pids = start(tmp_path, "book")
    (program,) = wait_for(pids, 1)
    process.kill()
    process.communicate(timeout=30)
    end = time.monotonic() + 5
    while running(program) and time.monotonic() < end:
        time.sleep(0.02)
    assert not running(program)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("module", "watched"),
    [
        ("scidraft_tex.cli", False),
        ("scidraft_tex.cli.book", False),
        ("rich.console", True),
        ("scidraft_tex.pipeline", True),
    ],
)
def test_a_signal_while_modules_are_read(
    module: str, number: signal.Signals, tmp_path: Path, *, watched: bool
) -> None:
    write(tmp_path, {"one.md": NOTE})
    done = subprocess.run(
        [sys.executable, "-c", AT_IMPORT, module, str(int(number)), "book"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    said = "\ninterrupted\n" if number == signal.SIGINT else "\nterminated\n"
    if watched:
        assert (done.returncode, done.stderr) == (128 + number, said)
    else:  # before our own command line is there, the kernel ends us, which shells tell alike
        assert done.returncode in {128 + number, -number}
        assert done.stderr == (said if number == signal.SIGINT else "")
