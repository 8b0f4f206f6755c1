"""Commands run within their limits; one that is to be offline reaches nothing."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidraft_tex.tools import Command, Shell

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
