"""The command line at work in a folder of its own, with a press in place of TeX."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex import cli
from tests.press import Press

__all__ = ["Command", "Run", "title_of", "write"]


@dataclass(frozen=True)
class Run:
    """What a run of the command came to."""

    code: int
    out: str
    err: str
    press: Press


Command = Callable[..., Run]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the command runs in."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return folder


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return what runs the command with a press in place of TeX."""
    assert home.is_dir()

    def command(*arguments: str | Path, press: Press | None = None) -> Run:
        used = press or Press()
        monkeypatch.setattr("scidraft_tex.tools.Shell", lambda *_, **__: used)
        code = cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Run(int(code), said.out, said.err, used)

    return command


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def title_of(pdf: Path) -> str:
    with pikepdf.open(pdf) as document:
        return str(document.docinfo["/Title"])
