"""Odd surroundings: no reader, no home, other encodings, odd and long paths, odd clocks."""

from __future__ import annotations

import os
import subprocess
import time
from functools import partial
from pathlib import Path

import pikepdf
import pytest

from tests.cli.conftest import Command
from tests.robust.conftest import NOTE, Scidraft, make_site, write

ODD = "a b'c\"%#ü$~^{}\\\n(x)&;*"
"""A folder's name with what shells, TeX and recorders take for their own."""

NOTES = {"one.md": NOTE, "drei-ü.md": "# Ä τ\n\n<blink>ü</blink>\n"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return write(tmp_path / "home", NOTES)


def test_nobody_reads_what_is_said(home: Path, pressed: Scidraft) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = pressed("book", output=writing)
    finally:
        os.close(writing)
    assert done.code == 0
    assert "warning[html-unknown]" in done.err
    assert "Broken" not in done.err
    assert (home / "build/book.pdf").is_file()


@pytest.mark.parametrize("redirected", [">&- 2>&-", "<&-", ">/dev/full"])
def test_streams_that_are_closed_or_full(redirected: str, home: Path, pressed: Scidraft) -> None:
    done = pressed("book", before=("sh", "-c", f'exec "$@" {redirected}', "sh"))
    assert done.code == 0
    assert (home / "build/book.pdf").is_file()


def test_bare_surroundings(home: Path, pressed: Scidraft) -> None:
    done = pressed("book", environment={"LC_ALL": "C", "TMPDIR": "/nowhere/at/all"})
    assert done.code == 0
    assert "drei-ü.md:3:1" in done.err
    assert "<blink>ü</blink>" in done.err
    assert (home / "build/book.pdf").is_file()


def test_file_names_are_utf_8_whatever_the_locale(home: Path, pressed: Scidraft) -> None:
    other = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = pressed("book", environment=other)
    assert done.code == 0
    assert "of 2 notes" in done.out
    assert "drei-\\xfc.md:3:1" in done.err  # the terminal has no such letter
    assert (home / "build/book.pdf").is_file()


def test_no_folder_for_temporary_files(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setattr("tempfile.tempdir", str(home / "nowhere"))
    done = run("book")
    assert done.code == 4
    assert done.err.startswith(f"error: {home / 'nowhere'}/scidraft-tex-")
    assert len(done.err.splitlines()) == 1


# --- paths -----------------------------------------------------------------------------------


@pytest.mark.tex
def test_a_path_of_odd_characters(tmp_path: Path, pressed: Scidraft) -> None:
    folder = tmp_path / ODD
    make_site(folder / ODD)
    pdf = Path("out%", "my\n#.pdf")
    build = partial(
        pressed, "book", ODD, "-o", pdf, folder=folder, environment={"LC_ALL": "C"}, tex=True
    )
    done = build()
    assert (done.code, done.err) == (0, "")
    with pikepdf.open(folder / pdf) as document:
        assert len(document.pages) > 3
    assert "nothing has changed" in build().out  # what was recorded is found again


def test_long_paths(tmp_path: Path, pressed: Scidraft) -> None:
    deep = tmp_path
    while len(str(deep)) < 1800:
        deep /= "d" * 200
    make_site(deep / ("s" * 255))
    pdf = deep / f"{'o' * 251}.pdf"
    done = pressed("book", "s" * 255, "-o", pdf, folder=deep)
    assert (done.code, done.err) == (0, "")
    assert pdf.is_file()
    done = pressed("book", "s" * 255, "-o", "o" * 256, folder=deep)
    assert done.code == 4
    assert done.err.endswith(": File name too long\n")
    assert len(done.err.splitlines()) == 1


def test_a_path_longer_than_there_can_be(tmp_path: Path, pressed: Scidraft) -> None:
    script = """
        name=$(printf %0200d 0)
        while mkdir $name site 2>/dev/null && cd $name && [ ${#PWD} -lt 4200 ]; do :; done
        mkdir -p site; exec "$@"
    """
    done = pressed("book", "site", before=("bash", "-c", script, "bash"))
    assert done.code == 4
    assert done.err.endswith(": File name too long\n")
    subprocess.run(["rm", "-rf", "home"], cwd=tmp_path, check=True)  # shutil cannot go that deep


# --- clocks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("now", [0.0, -86400.0, 2.0**33])
def test_any_time_of_the_clock(
    now: float, home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setattr(time, "time", lambda: now)
    done = run("book")
    assert done.code == 0
    assert (home / "build/book.pdf").is_file()


def test_a_clock_set_back_hides_no_change(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    for path in home.rglob("*"):
        os.utime(path, (4e9, 4e9))  # written in the year 2096
    assert "in 2 passes" in run("book").out
    for path in (home / "build").rglob("*"):
        os.utime(path, (4e9, 4e9), follow_symlinks=False)
    assert "nothing has changed" in run("book").out
    note = home / "one.md"
    write(home, {"one.md": NOTE.replace("One is", "Once was")})
    os.utime(note, (0, 0))  # written in 1970
    assert "nothing has changed" not in run("book").out
    texts = [path.read_text() for path in (home / "build/book/chapters").glob("*.tex")]
    assert "Once was" in "".join(texts)
