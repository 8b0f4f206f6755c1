"""Pictures of all sorts in one build: each is harmless or told at its line, and nothing is read."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from scidraft_tex.diagnostics import Diagnostic
from scidraft_tex.draw.inspect import fault_of
from scidraft_tex.pipeline import Clock, Job, build_book
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Shell
from tests.hostile.attacks import SECRET, harmless
from tests.hostile.conftest import Plugged
from tests.hostile.pictures import HARMLESS, UNREADABLE

pytestmark = pytest.mark.tex

NOTE = "content/notes/a.md"
ALL = {**HARMLESS, **UNREADABLE}
LINES = {name: 2 * number + 1 for number, name in enumerate(ALL)}
"""Where each picture stands in the note."""


@dataclass(frozen=True)
class Built:
    """What came of a site with every picture: its folder, its PDF, what was said, who called."""

    folder: Path
    pdf: Path
    said: tuple[Diagnostic, ...]
    called: bool


def was_called(listener: socket.socket) -> bool:
    try:
        listener.accept()[0].close()
    except TimeoutError:
        return False
    return True


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("pictures")
    site = folder / "site"
    (site / NOTE).parent.mkdir(parents=True)
    (site / "hugo.toml").write_text('title = "S"\n')
    (folder / "secret.txt").write_text(SECRET)
    Image.new("RGB", (9, 9), "red").save(folder / "secret.png")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/x.png"
        for name, make in ALL.items():
            path = site / "static" / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(make(str(folder / "secret.txt"), address))
        (site / NOTE).write_text("\n\n".join(f"![{name}](/{name})" for name in ALL) + "\n\nEnd.\n")
        settings = Settings(engine="pdflatex", trust="notes")
        job = Job(site, folder / "build", folder / "book.pdf", settings, epoch=0)
        made = build_book(job, Plugged(), Clock())
        called = was_called(listener)
    assert made.pdf is not None
    return Built(folder, made.pdf, tuple(made.diagnostics), called)


def test_what_cannot_be_drawn_is_told_at_its_line(built: Built) -> None:
    unreadable = [item for item in built.said if item.code == "image-unreadable"]
    told = {item.place.line: item.message for item in unreadable if item.place}
    assert {name: told[LINES[name]].partition(":")[0] for name in UNREADABLE} == {
        name: name for name in UNREADABLE
    }
    assert sorted(told) == sorted(LINES[name] for name in UNREADABLE)
    assert {item.code for item in built.said} <= {"image-unreadable", "heading-missing"}


def test_nothing_is_read_and_nobody_is_called(built: Built) -> None:
    assert not built.called
    text = Shell().run(Command("pdftotext", (str(built.pdf), "-"))).stdout
    assert SECRET not in text
    assert text.count("Drawn") == sum(name.endswith(".svg") for name in HARMLESS)
    with pikepdf.open(built.pdf) as document:
        kinds = [item.get("/Subtype") for item in document.objects if hasattr(item, "get")]
    assert "/Form" in map(str, kinds)
    assert "/Image" not in map(str, kinds)


def test_nothing_in_the_book_acts(built: Built) -> None:
    harmless(built.pdf)


@pytest.mark.parametrize("name", [name for name in UNREADABLE if not name.endswith("f")])
def test_a_check_reads_no_more_of_it(built: Built, name: str) -> None:
    """It may find less than a build does, for it draws nothing."""
    assert SECRET not in fault_of(built.folder / "site/static" / name)
