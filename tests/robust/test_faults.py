"""A fault of our own: one line that names a report, whatever stage of whatever command has it."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from scidraft_tex import __version__, handouts, pipeline, preprints
from scidraft_tex import model as m
from scidraft_tex.load.note import NoteLoader
from scidraft_tex.read import notes as read_notes
from scidraft_tex.recognise import notes as recognise_notes
from scidraft_tex.render.blocks import Blocks
from scidraft_tex.render.book import ChapterWriter
from tests.cli.conftest import Command
from tests.robust.conftest import NOTE, write

SECRET = "correct horse battery staple"  # noqa: S105  # to look for
COMMANDS = {
    "book": (("book",), pipeline.STAGES, "build/book.pdf"),
    "preprint": (
        ("preprint", "one", "--no-bundle"),
        preprints.STAGES,
        "build/preprints/one/one.pdf",
    ),
    "handout": (("handout", "one"), handouts.STAGES, "build/handouts/student/one.pdf"),
}
CASES = [(command, stage) for command, (_, stages, _) in COMMANDS.items() for stage in stages]


def break_stage(monkeypatch: pytest.MonkeyPatch, broken: str, error: Exception) -> None:
    """Let each stage called BROKEN end in ERROR."""
    whole = pipeline.Clock.stage

    @contextmanager
    def stage(clock: pipeline.Clock, name: str) -> Iterator[None]:
        with whole(clock, name):
            if name == broken:
                raise error
            yield

    monkeypatch.setattr(pipeline.Clock, "stage", stage)


@pytest.mark.parametrize(("command", "stage"), CASES)
def test_a_fault_in_any_stage_is_one_line_and_a_report(
    command: str, stage: str, home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments, _, _ = COMMANDS[command]
    write(home, {"one.md": NOTE})
    monkeypatch.setenv("THE_TOKEN", SECRET)
    monkeypatch.setattr(sys, "argv", ["scidraft-tex", *arguments])
    break_stage(monkeypatch, stage, ZeroDivisionError("by\nnought"))
    done = run(*arguments)
    assert done.code == 4
    (line,) = done.err.splitlines()
    assert line.startswith("error[internal-error]: ZeroDivisionError in test_faults.py:")
    assert line.endswith("by nought; please report it, with build/fault.txt")
    report = (home / "build/fault.txt").read_text()
    for part in (
        f"version: {__version__}",
        f"command: scidraft-tex {' '.join(arguments)}",
        f"stage: {stage}\n",
        "Traceback (most recent call last)",
        "THE_TOKEN",
        "pdflatex: ",
    ):
        assert part in report
    assert SECRET not in report


def test_the_pdf_before_a_fault_stays(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, {"one.md": NOTE})
    for arguments, _, pdf in COMMANDS.values():
        assert run(*arguments).code in {0, 1}
        assert (home / pdf).is_file()
    before = {pdf: (home / pdf).read_bytes() for _, _, pdf in COMMANDS.values()}
    write(home, {"one.md": f"{NOTE}\nMore.\n"})
    break_stage(monkeypatch, "finish", ValueError("no"))
    for arguments, _, pdf in COMMANDS.values():
        assert run(*arguments).code == 4
        assert (home / pdf).read_bytes() == before[pdf]


def test_the_report_goes_elsewhere_where_the_build_folder_cannot_be_written(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(home, {"one.md": NOTE, "build/fault.txt/full.txt": "a folder where a file belongs"})
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    break_stage(monkeypatch, "resolve", KeyError("x"))
    done = run("book")
    assert done.code == 4
    path = Path(done.err.split("with ")[-1].strip())
    assert path.parent == tmp_path
    assert "KeyError" in path.read_text()


def test_the_traceback_is_shown_to_those_who_ask(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(home, {"one.md": NOTE})
    break_stage(monkeypatch, "render", KeyError("x"))
    monkeypatch.setenv("SCIDRAFT_TEX_KEEP", "")
    monkeypatch.setattr("tempfile.tempdir", str(home))
    with pytest.raises(AssertionError, match="Traceback"):  # the fixture finds one
        run("book", "--debug")
    assert capsys.readouterr().err == ""
    assert list(home.glob("scidraft-tex-read-*/0.md"))


def test_a_fault_before_a_build_is_told_alike(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("early")

    monkeypatch.setattr("scidraft_tex.cli.book.config_of", fail)
    done = run("book")
    assert done.code == 4
    assert done.err.startswith("error[internal-error]: RuntimeError in test_faults.py")


# --- in one note -----------------------------------------------------------------------------

PLACES: Mapping[str, tuple[object, str, Callable[..., bool]]] = {
    "load": (NoteLoader, "load", lambda _, file: file.path.name == "two.md"),
    "mask": (read_notes, "mask", lambda _, path, *__: path == "two.md"),
    "read": (read_notes, "_read", lambda source, *_: source.path == "two.md"),
    "recognise": (recognise_notes, "recognise_note", lambda note, *_: note.source.path == "two.md"),
    "render": (ChapterWriter, "note", lambda _, note, __: any(map(is_bad, note.blocks))),
    "block": (Blocks, "result", lambda _, block: is_bad(block)),
}
"""Where a note can meet a fault, and whether it is told of the bad note."""


def is_bad(block: m.Block) -> bool:
    return isinstance(block, m.Result) and block.place.file == "two.md"


@pytest.mark.parametrize("error", [KeyError("x"), MemoryError()])
@pytest.mark.parametrize("stage", PLACES)
def test_a_fault_in_one_note_costs_that_note(
    stage: str, error: Exception, home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, {"one.md": NOTE, "two.md": NOTE.replace("One", "Twice")})
    owner, name, bad = PLACES[stage]
    works = getattr(owner, name)

    def fail(*arguments: object) -> object:
        if bad(*arguments):
            raise error
        return works(*arguments)

    monkeypatch.setattr(owner, name, fail)
    done = run("book")
    assert done.code == 1
    (line,) = (line for line in done.err.splitlines() if "internal-error" in line)
    assert line.startswith("two.md")
    assert f"error[internal-error]: {type(error).__name__} in test_faults.py" in line
    assert line.endswith("please report it, with build/fault.txt")
    texts = [path.read_text() for path in (home / "build/book/chapters").glob("*.tex")]
    text = "".join(texts)
    assert "\\begin{Theorem}" in text
    assert ("Twice" in text, "\\begin{scidraftfailure}" in text) == (stage != "load",) * 2
    report = (home / "build/fault.txt").read_text()
    assert "note: two.md\n" in report
    assert "Traceback (most recent call last)" in report


def test_a_fault_of_an_image_costs_the_image(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, {"one.md": NOTE + "\n![A picture](x.png)\n"})
    Image.new("RGB", (8, 8)).save(home / "x.png")

    def fail(*_: object, **__: object) -> None:
        raise struct.error("short")

    monkeypatch.setattr("scidraft_tex.draw.book.prepare_image", fail)
    done = run("book")
    assert done.code == 1
    assert "one.md:6:1: error[internal-error]: error in test_faults.py" in done.err
    assert "\\missingimage" in "".join(
        path.read_text() for path in (home / "build/book/chapters").glob("*.tex")
    )
