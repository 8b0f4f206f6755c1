"""The site that holds the pitfalls, printed once, and sites whose faults are told without TeX."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from scidraft_tex.pipeline import Clock, Job, Made, build_book
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Outcome, Shell
from tests.pdf.conftest import Built, build
from tests.pitfalls.page import Leads, Word, leads, read_words
from tests.press import ENGINES, Press

SITE = Path(__file__).parent / "site"
Files = Mapping[str, str]
NO_SETTINGS = Settings(arrange="flat")


@dataclass
class Book:
    """The printed site: what was said, its `.tex`, and what stands where on its pages."""

    built: Built

    @cached_property
    def words(self) -> list[Word]:
        return read_words(self.built.pdf)

    @cached_property
    def leads(self) -> list[Leads]:
        return leads(self.built.pdf)

    @property
    def text(self) -> str:
        return self.built.text

    def chapter(self, name: str) -> str:
        """Return the `.tex` of the note NAME."""
        (path,) = self.built.tex.glob(f"chapters/*-{name}.tex")
        return path.read_text(encoding="utf-8")

    def find(self, phrase: str, nth: int = -1) -> list[Word]:
        """Return the words of PHRASE where it stands last, or for the NTH time, from 0.

        Contents and lists, which come first, count as well.
        """
        wanted = phrase.split()
        texts = [word.text for word in self.words]
        starts = [at for at in range(len(texts)) if texts[at : at + len(wanted)] == wanted]
        assert starts, f"{phrase!r} is not printed"
        return self.words[starts[nth] : starts[nth] + len(wanted)]

    def page_of(self, phrase: str, nth: int = -1) -> int:
        """Return the sheet, from 1, on which PHRASE stands; of several, the last."""
        return self.find(phrase, nth)[0].page

    def lead_of(self, phrase: str, nth: int = -1) -> Leads:
        """Return the link in which PHRASE begins."""
        word = self.find(phrase, nth)[0]
        return next(lead for lead in self.leads if lead.box.covers(word))

    def text_between(self, start: str, end: str) -> str:
        """Return all text from the last START before END up to it."""
        before = self.text[: self.text.rindex(end)]
        return before[before.rindex(start) :]


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return Book(build(SITE, tmp_path_factory.mktemp("pitfalls")))


class Dry(Press):
    """Runs every program in earnest but TeX's."""

    def find(self, program: str) -> str | None:
        return program if program in ENGINES else Shell().find(program)

    def run(self, command: Command) -> Outcome:
        if command.program in ENGINES:
            return super().run(command)
        self.asked.append(command)
        return Shell().run(command)


@dataclass
class Bench:
    """A site in a folder of its own that is built without TeX."""

    folder: Path

    def write(self, files: Files) -> None:
        for name, text in files.items():
            path = self.folder / "site" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build(self, press: Press | None = None, settings: Settings = NO_SETTINGS) -> Made:
        out = self.folder / "build/book.pdf"
        job = Job(self.folder / "site", self.folder / "build", out, settings, epoch=0)
        return build_book(job, press or Dry(), Clock())

    def chapter(self, name: str) -> Path:
        """Return the `.tex` file of the note NAME."""
        (path,) = (self.folder / "build/book/chapters").glob(f"*-{name}.tex")
        return path


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def made(bench: Bench) -> Callable[[Files], Made]:
    """Return what builds a site of FILES, without TeX, as it stands."""

    def make(files: Files) -> Made:
        bench.write(files)
        return bench.build()

    return make
