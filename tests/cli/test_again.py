"""A command that has nothing to do says again what it said, and that is all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scidraft_tex.cli import again as again_module
from scidraft_tex.cli import book, options
from tests.cli.conftest import Command, Run, write
from tests.press import Press

REPOSITORY = Path(__file__).parents[2]
NOTE = "# The first note\n\n**Theorem (one).** One is one. <blink>x</blink>\n"
SAID = "nothing has changed since the last build"


def engines(done: Run) -> list[str]:
    return done.press.engines


@pytest.fixture
def built(home: Path, run: Command) -> Path:
    """Return a site of which there is a book."""
    write(home, {"site/one.md": NOTE, "site/img/a.png": "no picture"})
    assert run("book", "site").code == 0
    return home / "site"


def unchanged(done: Run) -> bool:
    """Tell whether nothing was run, not even to see what there is to read."""
    return SAID in done.out and not done.press.asked


@pytest.mark.usefixtures("built")
def test_it_says_the_same_again(home: Path, run: Command) -> None:
    report = (home / "build/report.json").read_bytes()
    made = (home / "build/book.pdf").stat().st_mtime_ns
    second = run("book", "site")
    assert unchanged(second)
    assert second.code == 0
    assert "one.md:3:32: warning[html-unknown]" in second.err
    assert "3 pages of 1 note, set by pdflatex" in second.out
    assert second.out.splitlines()[-1] == "build/book.pdf"
    assert (home / "build/report.json").read_bytes() == report
    assert (home / "build/book.pdf").stat().st_mtime_ns == made


@pytest.mark.usefixtures("built")
def test_quiet_or_not_is_no_change(run: Command) -> None:
    assert run("book", "site", "-q").out == ""
    assert unchanged(run("book", "site", "-v", "--jobs", "7"))


def test_errors_end_it_as_they_did(home: Path, run: Command) -> None:
    write(home, {"one.md": "# A note\n\n![A picture](nowhere.png)\n"})
    assert run("book").code == 1
    second = run("book")
    assert unchanged(second)
    assert second.code == 1
    assert "error[image-missing]" in second.err


EDITS: dict[str, Callable[[Path], object]] = {
    "text": lambda site: (site / "one.md").write_text(NOTE + "More.\n"),
    "new note": lambda site: (site / "two.md").write_text("# Two\n"),
    "gone": lambda site: (site / "img/a.png").unlink(),
    "renamed": lambda site: (site / "one.md").rename(site / "other.md"),
    "settings": lambda site: (site / "book.yaml").write_text("title: Other\n"),
    "settings here": lambda site: (site.parent / "book.yaml").write_text("title: Here\n"),
    "template": lambda site: write(site, {"templates/book/title.tex.j2": "x"}),
    "the PDF": lambda site: (site.parent / "build/book.pdf").write_bytes(b"%PDF-1.7"),
    "no PDF": lambda site: (site.parent / "build/book.pdf").unlink(),
    "the report": lambda site: (site.parent / "build/report.json").write_text("{}"),
    "a chapter": lambda site: next((site.parent / "build/book/chapters").glob("*")).unlink(),
    "no state": lambda site: (site.parent / "build/state/book.json").unlink(),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_change_is_built(built: Path, run: Command, edit: Callable[[Path], object]) -> None:
    edit(built)
    done = run("book", "site")
    assert SAID not in done.out
    assert done.press.asked or "no passes" in done.out
    assert unchanged(run("book", "site"))


def test_the_same_size_and_time_do_not_hide_a_change(built: Path, run: Command) -> None:
    path = built / "one.md"
    before = path.stat()
    path.write_text(NOTE.replace("first", "prime"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert SAID not in run("book", "site").out


def test_a_touched_file_is_no_change_and_is_read_once(
    built: Path, run: Command, home: Path
) -> None:
    os.utime(built / "one.md", ns=(1, 1))
    assert unchanged(run("book", "site"))
    state = json.loads((home / "build/state/book.json").read_text())
    assert state["below"][str(built / "one.md")][0][1] == 1


@pytest.mark.usefixtures("built")
def test_another_command_line_is_another_book(run: Command) -> None:
    assert SAID not in run("book", "site", "--paper", "a5").out
    assert SAID not in run("book", "site", "--strict").out
    assert unchanged(run("book", "site", "--strict"))


@pytest.mark.usefixtures("built")
def test_another_machine_is_a_change(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXINPUTS", "elsewhere:")
    assert SAID not in run("book", "site").out
    monkeypatch.setattr("scidraft_tex.state.own_stamp", lambda: "another version")
    assert SAID not in run("book", "site").out


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 1}', "\udcff", '{"made": {"x": 3}}']
)
def test_a_damaged_state_is_none(built: Path, home: Path, run: Command, text: str) -> None:
    assert built.is_dir()
    (home / "build/state/book.json").write_text(text, errors="surrogateescape")
    assert SAID not in run("book", "site").out
    assert unchanged(run("book", "site"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("said", [3]),
        ("said", [["x"]]),
        ("said", [["c", "error", [], "", None, ""]]),
        ("said", [["c", "grave", "m", "", None, ""]]),
        ("said", [["c", "error", "m", "", ["f", "1", 1], ""]]),
        ("code", 77),
        ("lines", "x"),
        ("below", []),
        ("when", "x"),
        ("code", None),
        ("made", {"a": 1}),
    ],
)
def test_a_foreign_state_is_none(
    built: Path, home: Path, run: Command, name: str, value: object
) -> None:
    assert built.is_dir()
    path = home / "build/state/book.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {name: value}))
    assert SAID not in run("book", "site").out


def test_what_may_go_better_the_next_time_is_tried_again(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    assert run("book", press=Press(lacks=["pdflatex"])).code == 3
    assert run("book").code == 0
    assert unchanged(run("book"))


def test_papers_and_sheets_are_not_made_again(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE})
    for command in ("preprint", "handout"):
        arguments = (command, "one", "site", *(["--no-bundle"] if command == "preprint" else []))
        assert SAID not in run(*arguments).out
        assert unchanged(run(*arguments))
        write(home, {"site/one.md": f"{NOTE}{command}\n"})
        assert SAID not in run(*arguments).out


def test_why_it_ran_is_told_if_asked(built: Path, run: Command) -> None:
    (built / "one.md").write_text(NOTE + "More.\n")
    lines = run("book", "site", "--explain").out.splitlines()
    assert "why: one.md has changed" in lines
    assert "read ran one.md: changed: text" in [" ".join(line.split()) for line in lines]


def test_a_pdf_within_the_site_is_no_note_of_it(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    run("handout", "one", ".", "-o", ".")
    assert unchanged(run("handout", "one", ".", "-o", "."))


def test_little_is_imported_for_it(built: Path, home: Path) -> None:
    """It runs in a process of its own; what it imports to print is in `progress`."""
    assert built.is_dir()
    code = (
        "import sys; from scidraft_tex.cli import parser; from scidraft_tex.cli.again import Again;"
        "options = parser(['book']).parse_args(['book', 'site']);"
        "print(Again('book', options).done());"
        "print(*sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "0\n" in ran.stdout
    loaded = set(ran.stdout.split())
    heavy = {"yaml", "pybtex", "pypandoc", "pikepdf", "PIL", "jinja2", "babel", "jsonschema"}
    assert not loaded & (heavy | {"pylatex", "pygments", "scidraft_tex.pipeline"})


def test_settings_that_change_while_they_are_read_are_a_change(
    built: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = built / "book.yaml"
    settings.write_text("title: First\n")
    read = options.settings_of

    def reading(config: Path | None) -> object:
        found = read(config)
        settings.write_text("title: Other\n")
        return found

    monkeypatch.setattr(book, "settings_of", reading)
    run("book", "site")
    monkeypatch.undo()
    monkeypatch.chdir(built.parent)
    assert SAID not in run("book", "site").out


def test_nobody_is_told_what_follows_changes(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    run("book")
    from scidraft_tex.cli import parser  # noqa: PLC0415  # beside the command

    given = parser().parse_args(["book"])
    given.seen = object()
    assert again_module.Again("book", given).done() is None


def test_a_strict_build_that_refuses_says_so_again(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    first = run("book", "--strict")
    second = run("book", "--strict")
    assert (first.code, second.code) == (1, 1)
    assert unchanged(second)
    said = "error: --strict: build/book.pdf is not written, and what stood there before stays"
    assert said in first.err.splitlines()
    assert first.err == second.err
    assert not (home / "build/book.pdf").exists()


@pytest.mark.usefixtures("built")
def test_who_debugs_has_it_run(run: Command) -> None:
    assert SAID not in run("book", "site", "--debug").out
    assert unchanged(run("book", "site"))


@pytest.mark.usefixtures("built")
def test_another_build_is_waited_for(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def held(_: Path, waiting: Callable[[str], None]) -> Iterator[bool]:
        waiting("7")
        yield True

    monkeypatch.setattr(again_module, "held", held)
    second = run("book", "site")
    assert unchanged(second)
    assert "waiting for another build (process 7) in build/" in second.err
