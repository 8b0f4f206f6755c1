"""Rounds without TeX: a stand-in engine that stops at words, in the document and in trials."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.engines import Engine
from scidraft_tex.isolation import Printed, Printing, print_isolated
from scidraft_tex.limits import Limit
from scidraft_tex.render.book import book_writers, render
from scidraft_tex.render.folder import write_folder
from scidraft_tex.render.look import Look
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Outcome, Shell
from scidraft_tex.typeset import LogSummary, Typeset
from scidraft_tex.typeset.log import TexError
from tests.helpers import make_notes

NOTE = r"""
First \(fine\) and \(evil\).

> Second \(calm\).

Third is sound.
"""
LOOK = Look(Settings(arrange="flat"), Engine.PDFLATEX)


@dataclass
class Engineer:
    """Finds an error at each line of a `.tex` that `stops` at, and in trials at `tried`.

    If it `hangs`, it has to be stopped at each piece, once it has found an error in it.
    """

    folder: Path
    stops: Callable[[str], bool]
    tried: Callable[[str], bool]
    fatal: bool = False
    hangs: bool = False
    message: str = "wrong."
    told: tuple[Diagnostic, ...] = ()
    passes: list[bool] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    trials: int = 0

    def typeset(self, *, stop_at_errors: bool) -> Typeset:
        self.passes.append(stop_at_errors)
        errors = [
            TexError("wrong", path.relative_to(self.folder).as_posix(), number)
            for path in sorted(self.folder.glob("chapters/*.tex"))
            for number, line in enumerate(path.read_text().split("\n"), start=1)
            if self.stops(line)
        ]
        pdf = None if errors and (stop_at_errors or self.fatal) else self.folder / "out.pdf"
        log = LogSummary(errors=tuple(errors), fatal=bool(errors) and self.fatal)
        return Typeset(pdf, 1, (), log, self.told if errors else ())

    def find(self, program: str) -> str | None:
        return program

    def run(self, command: Command) -> Outcome:
        assert command.folder is not None
        self.trials += 1
        said = []
        for number in re.findall(r"\\trialpiece\{(\d+)\}", (self.folder / "trial.tex").read_text()):
            said.append(f"<trial {number}>")
            self.asked.append((self.folder / f"trial/{number}.tex").read_text())
            if self.tried(self.asked[-1]):
                said.append(f"./trial/{number}.tex:1: {self.message}")
            if self.hangs:
                return Outcome(1, "\n".join(said), "", 4.0, Limit.SILENT)
        return Outcome(0, "\n".join([*said, "<trial end>"]), "", 0.0)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = tmp_path_factory.mktemp("site")
    made = make_notes(folder, Shell(), {"note": (NOTE, {"title": "A note"})}, {})["note"]
    return made.book


def printed(book: Book, engineer: Engineer) -> Printed:
    texts: Mapping[str, str] = {note.source.path: note.source.text for note in book.notes}
    (engineer.folder / "book.fls").write_text("")
    return print_isolated(
        Printing(
            *(book, engineer.folder, "book", Engine.PDFLATEX, engineer, texts),
            rendered=render(book, LOOK),
            render=lambda one: render(one, LOOK),
            write=lambda files: write_folder(engineer.folder, files),
            writers=lambda one: book_writers(one, LOOK),
            typeset=engineer.typeset,
        )
    )


def evil(text: str) -> bool:
    return "$evil$" in text


def never(_: str) -> bool:
    return False


def test_a_sound_document_is_set_once_and_nothing_is_tried(book: Book, tmp_path: Path) -> None:
    engineer = Engineer(tmp_path, never, never)
    made = printed(book, engineer)
    assert (len(engineer.passes), engineer.trials) == (1, 0)
    assert made.condemned == ()
    assert made.book is book


def test_the_formula_that_fails_is_boxed_and_told(book: Book, tmp_path: Path) -> None:
    engineer = Engineer(tmp_path, evil, evil)
    made = printed(book, engineer)
    assert made.typeset.pdf is not None
    assert [key.kind for key in made.condemned] == ["Math"]
    [told] = made.told
    assert (told.code, told.place and told.place.line) == ("tex-error", 3)
    assert "\\badformula{evil}" in (next(tmp_path.glob("chapters/*.tex"))).read_text()
    assert not (tmp_path / "trial").exists()


def test_built_again_what_fails_is_known(book: Book, tmp_path: Path) -> None:
    first = printed(book, Engineer(tmp_path, evil, evil))
    again = Engineer(tmp_path, evil, evil)
    made = printed(book, again)
    assert (len(again.passes), again.trials) == (1, 0)
    assert made.condemned == first.condemned
    assert made.told == first.told
    assert made.rendered.files == first.rendered.files


def test_what_fails_in_its_place_alone_costs_its_block(book: Book, tmp_path: Path) -> None:
    made = printed(book, Engineer(tmp_path, evil, never))
    assert [key.kind for key in made.condemned] == ["Paragraph"]
    [box] = [block for block in made.book.notes[0].blocks if isinstance(block, m.Failure)]
    assert box.source == r"First \(fine\) and \(evil\)."


def test_a_box_that_does_not_help_grows(book: Book, tmp_path: Path) -> None:
    def calm(line: str) -> bool:
        return "Second" in line

    made = printed(book, Engineer(tmp_path, calm, never))
    assert [key.kind for key in made.condemned] == ["Note"]
    engineer = Engineer(tmp_path, lambda line: "\\label{note:note}" in line, never)
    made = printed(book, engineer)
    assert len(engineer.passes) < 8
    assert not engineer.passes[-1]
    assert made.typeset.pdf is not None


def test_where_there_is_no_way_it_ends(book: Book, tmp_path: Path) -> None:
    engineer = Engineer(tmp_path, bool, never, fatal=True)
    made = printed(book, engineer)
    assert made.typeset.pdf is None
    assert len(engineer.passes) <= 7


def test_a_changed_formula_is_forgotten(book: Book, tmp_path: Path) -> None:
    printed(book, Engineer(tmp_path, evil, evil))
    [chapter] = book.chapters
    note = chapter.notes[0]
    first = note.blocks[0]
    assert isinstance(first, m.Paragraph)
    children = tuple(
        replace(n, tex="good") if isinstance(n, m.Math) and n.tex == "evil" else n
        for n in first.children
    )
    mended = replace(note, blocks=(replace(first, children=children), *note.blocks[1:]))
    parts = (replace(book.parts[0], chapters=(replace(chapter, notes=(mended,)),)),)
    made = printed(replace(book, parts=parts), Engineer(tmp_path, evil, evil))
    assert made.condemned == ()
    assert not (tmp_path / "book.isolation.json").exists()


def test_no_piece_is_tried_twice(book: Book, tmp_path: Path) -> None:
    def calm(line: str) -> bool:
        return "Second" in line

    engineer = Engineer(tmp_path, calm, never)
    printed(book, engineer)
    assert len(engineer.passes) > 2
    assert len(engineer.asked) == len(set(engineer.asked))


def test_a_note_that_ends_tex_again_and_again_is_boxed_at_once(book: Book, tmp_path: Path) -> None:
    engineer = Engineer(tmp_path, evil, evil, hangs=True)
    made = printed(book, engineer)
    assert [key.kind for key in made.condemned] == ["Note"]
    assert (len(engineer.passes), made.typeset.pdf is not None) == (2, True)


def test_what_a_killed_trial_left_goes_at_the_start(book: Book, tmp_path: Path) -> None:
    (tmp_path / "trial").mkdir()
    (tmp_path / "trial/1.tex").write_text("")
    (tmp_path / "trial.tex").write_text("")
    printed(book, Engineer(tmp_path, never, never))
    assert [path.name for path in tmp_path.glob("trial*")] == []


def test_where_tex_was_stopped_and_no_piece_is_why_the_note_is_boxed(
    book: Book, tmp_path: Path
) -> None:
    ended = (diagnostic("tool-timeout", "pdflatex went on without a word"),)
    made = printed(book, Engineer(tmp_path, evil, never, fatal=True, told=ended))
    assert [key.kind for key in made.condemned] == ["Note"]
    assert made.typeset.pdf is not None


def test_a_box_shows_no_character_that_the_engine_lacks(book: Book, tmp_path: Path) -> None:
    message = "LaTeX Error: Unicode character e (U+0065)"
    made = printed(book, Engineer(tmp_path, evil, evil, message=message))
    assert [key.kind for key in made.condemned] == ["Math"]
    assert "\\badformula{[U+0065]vil}" in next(tmp_path.glob("chapters/*.tex")).read_text()
