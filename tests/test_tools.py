"""Commands run within their limits; one that is to be offline reaches nothing."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidraft_tex.limits import Limit, Limits
from scidraft_tex.tools import Command, Outcome, Shell, exceeding

CONNECT = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 2)"


@pytest.fixture
def port() -> Iterator[int]:
    """Return a port of this machine that something listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def connect(shell: Shell, port: int, *, offline: bool) -> bool:
    command = Command(sys.executable, ("-c", CONNECT, str(port)), offline=offline, seconds=20)
    return shell.run(command).ok


def test_a_command_reaches_the_network_unless_it_is_offline(port: int) -> None:
    shell = Shell()
    assert connect(shell, port, offline=False)
    if not shell.unplugged():
        pytest.skip("this machine allows no name spaces")
    assert not connect(shell, port, offline=True)


def test_an_offline_command_is_run_as_any_other(tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd(), os.environ['A'], sys.stdin.read()); sys.exit(3)"
    outcome = Shell().run(
        Command(sys.executable, ("-c", code), tmp_path, "in", {"A": "b"}, offline=True)
    )
    assert outcome.stdout.split() == [str(tmp_path.resolve()), "b", "in"]
    assert outcome.status == 3


def test_an_offline_command_is_ended_after_its_time() -> None:
    sleep = "import time; time.sleep(60)"
    outcome = Shell().run(Command(sys.executable, ("-c", sleep), seconds=0.5, offline=True))
    assert outcome.timed_out
    assert outcome.seconds < 20


def test_without_unshare_an_offline_command_is_run_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    shell = Shell()
    assert shell.unplugged() == ()
    assert shell.run(Command(sys.executable, ("-c", "print(1)"), offline=True)).stdout == "1\n"


def test_where_name_spaces_are_refused_an_offline_command_is_run_all_the_same(
    tmp_path: Path,
) -> None:
    refusing = tmp_path / "unshare"
    refusing.write_text("#!/bin/sh\nexit 1\n")
    refusing.chmod(0o755)
    shell = Shell([tmp_path])
    assert shell.unplugged() == ()
    assert shell.run(Command(sys.executable, ("-c", "print(1)"), offline=True)).stdout == "1\n"


# --- limits ------------------------------------------------------------------------------------


def run(code: str, limits: Limits, folder: Path | None = None, **more: float) -> Outcome:
    command = Command(sys.executable, ("-c", code), folder, **more)  # type: ignore[arg-type]  # limits
    return Shell(limits=limits).run(command)


def told(outcome: Outcome) -> str:
    said = exceeding("it", outcome)
    return said.code if said else ""


def test_memory_is_that_of_a_program_and_all_it_starts() -> None:
    child = "import time; a = bytearray(b'x') * (60 << 20); time.sleep(30)"
    code = (
        "import subprocess, sys\n"
        f"for _ in range(2): subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        "import time; time.sleep(30)"
    )
    outcome = run(code, Limits(20.0, memory=100 << 20))
    assert outcome.exceeded is Limit.MEMORY
    assert outcome.seconds < 10
    assert told(outcome) == "tool-memory"


def test_a_file_does_not_grow_past_its_limit(tmp_path: Path) -> None:
    code = "f = open('big', 'wb')\nwhile True: f.write(b'x' * 65536)"
    code = f"import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n{code}"
    outcome = run(code, Limits(20.0, written=1 << 20), tmp_path)
    assert outcome.exceeded is Limit.WRITTEN
    assert (tmp_path / "big").stat().st_size == 1 << 20
    assert told(outcome) == "tool-output"


def test_what_is_printed_has_an_end() -> None:
    outcome = run("while True: print('x' * 4000)", Limits(20.0), printed=1 << 20)
    assert outcome.exceeded is Limit.PRINTED
    assert len(outcome.stdout) < 1 << 21
    assert told(outcome) == "tool-output"


def test_the_lower_limit_of_time_holds() -> None:
    sleep = "import time; time.sleep(60)"
    for outcome in (run(sleep, Limits(0.3)), run(sleep, Limits(), seconds=0.3)):
        assert outcome.timed_out
        assert outcome.seconds < 10
        assert told(outcome) == "tool-timeout"


def test_a_program_that_ends_by_itself_went_past_nothing() -> None:
    outcome = run("print('a')", Limits())
    assert (outcome.ok, outcome.stdout, told(outcome)) == (True, "a\n", "")


def test_much_goes_in_and_out_at_once() -> None:
    copy = "import sys; sys.stdout.write(sys.stdin.read())"
    text = "å line of some length\n" * 100_000
    outcome = Shell().run(Command(sys.executable, ("-c", copy), input=text))
    assert outcome.stdout == text
    deaf = Shell().run(Command(sys.executable, ("-c", "print(1)"), input=text))
    assert (deaf.ok, deaf.stdout) == (True, "1\n")


# --- nothing is left -----------------------------------------------------------------------------

DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(60)
    os._exit(0)
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize(("sleep", "late"), [("0.3", False), ("60", True)])
def test_what_left_its_session_ends_with_the_program(sleep: str, late: bool) -> None:  # noqa: FBT001
    """A process that is nobody's child any more is found by what its environment says."""
    command = Command(sys.executable, ("-c", DAEMON, sleep), seconds=1.0)
    outcome = Shell().run(command)
    assert outcome.timed_out is late
    assert outcome.seconds < 10
    assert not read(Path(f"/proc/{int(outcome.stdout)}/cmdline"))  # a zombie has none


def test_a_program_that_starts_others_without_end_is_ended() -> None:
    """Each of them starts another and ends: none is there for long."""
    code = (
        "import os, sys, time\n"
        "if len(sys.argv) < 2 and os.fork(): time.sleep(60)\n"
        "os.setsid() if len(sys.argv) < 2 else None\n"
        "time.sleep(0.05)\n"
        "if os.fork(): os._exit(0)\n"
        "os.execv(sys.executable, [sys.executable, '-S', '-c', sys.orig_argv[-1], 'again'])\n"
    )
    code = code.replace("sys.orig_argv[-1]", "os.environ['CODE']")
    command = Command(sys.executable, ("-S", "-c", code), environment={"CODE": code}, seconds=1.0)
    outcome = Shell().run(command)
    assert outcome.timed_out
    time.sleep(0.3)
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"\0again\0" in read(path)]


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_silence_has_an_end_and_words_keep_a_program_alive() -> None:
    loud = "for n in 1 2 3 4; do echo $n; sleep 0.2; done"
    said = Shell().run(Command("sh", ("-c", loud), silent=0.6))
    assert said.ok
    assert said.stdout == "1\n2\n3\n4\n"
    silent = Shell().run(Command("sh", ("-c", "echo begins; sleep 30"), silent=0.4))
    assert silent.exceeded is Limit.SILENT
    assert silent.timed_out
    assert silent.stdout == "begins\n"
    assert silent.seconds < 10


def test_silence_is_measured_by_work_and_from_a_word_on() -> None:
    rests = "echo begins; sleep 1; echo ends"
    assert Shell().run(Command("sh", ("-c", rests), silent=0.5)).ok
    works = "echo begins; while :; do :; done"
    mute = Shell().run(Command("sh", ("-c", works), silent=0.3))
    assert mute.exceeded is Limit.SILENT
    waits = Command("sh", ("-c", works), silent=0.3, awaited="never said", seconds=1.5)
    assert Shell().run(waits).exceeded is Limit.SECONDS
    heard = Command("sh", ("-c", works), silent=0.3, awaited="egins", seconds=60)
    assert Shell().run(heard).exceeded is Limit.SILENT
