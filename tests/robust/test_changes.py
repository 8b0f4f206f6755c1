"""Files that vanish or change while they are built from: a line at the place, and on it goes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.draw.images import prepare_image
from scidraft_tex.tools import Command, Outcome
from tests.cli.conftest import Command as Run
from tests.press import Press
from tests.robust.conftest import make_site

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="{}"/></svg>'


@dataclass
class Meddling(Press):
    """A press during which something happens: before pandoc reads the notes, all are loaded."""

    happens: Callable[[], object] = lambda: None

    def run(self, command: Command) -> Outcome:
        if Path(command.program).name == "pandoc":
            self.happens()
        return super().run(command)


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("content/notes/two.md", 0, ""),
        ("static/red.png", 1, "content/notes/one.md:6:1: error[image-missing]"),
        ("assets/bib/x.bib", 1, "content/notes/one.md:4:"),
        ("content", 0, ""),
        ("", 1, ""),
    ],
)
def test_what_vanishes_during_a_build(
    name: str, code: int, said: str, home: Path, run: Run
) -> None:
    site = make_site(home / "site")

    def vanish() -> None:
        path = site / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    done = run("book", "site", press=Meddling(happens=vanish))
    assert (done.code, "internal-error" in done.err) == (code, False)
    assert said in done.err
    assert (home / "build/book.pdf").is_file()


def test_a_note_that_changes_is_printed_as_it_was_loaded(home: Path, run: Run) -> None:
    note = make_site(home / "site") / "content/notes/two.md"
    before = note.read_text()
    done = run("book", "site", press=Meddling(happens=lambda: note.write_text("# Changed\n")))
    assert done.code == 0
    texts = [path.read_text() for path in (home / "build/book/chapters").glob("*.tex")]
    assert "Build 0" in "".join(texts)
    note.write_text(before)
    assert "nothing has changed since" in run("book", "site").out


@pytest.mark.parametrize("after", ["changed", "gone"])
def test_an_image_that_a_program_reads_while_it_changes(after: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG.format(10))

    class Late(Press):
        def find(self, program: str) -> str | None:
            return program

        def run(self, command: Command) -> Outcome:
            assert command.folder is not None
            path.write_text(SVG.format(5)) if after == "changed" else path.unlink()
            target = command.arguments[command.arguments.index("-o") + 1]
            Image.new("RGB", (4, 4)).save(Path(command.folder) / target, format="PDF")
            return Outcome(0, "", "", 0.0)

    made = prepare_image(path, tmp_path / "figures", tmp_path / "cache", Late())
    assert isinstance(made, Diagnostic)
    assert "changed while it was read" in made.message
    assert not list(tmp_path.rglob("*.pdf"))


def test_a_picture_is_stored_as_it_was_first_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.png"
    Image.new("RGB", (4, 4), (255, 0, 0)).save(path)
    red = path.read_bytes()
    work = Image.open

    def late(*arguments: object, **options: object) -> object:
        Image.new("RGB", (4, 4), (0, 0, 255)).save(path)
        return work(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Image, "open", late)
    made = prepare_image(path, tmp_path / "figures", tmp_path / "cache", Press())
    assert not isinstance(made, Diagnostic)
    assert (tmp_path / "figures" / made.file).read_bytes() == red
