"""Books built once a session, as a user builds them: by the command, in a folder of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[2]


@dataclass
class Built:
    """A build: where it ran, how it ended, what it said, and what its PDF holds."""

    folder: Path
    status: int
    stdout: str
    stderr: str

    @property
    def pdf(self) -> Path:
        return self.folder / "build/book.pdf"

    @property
    def tex(self) -> Path:
        return self.folder / "build/book"

    @cached_property
    def report(self) -> dict[str, Any]:
        values: dict[str, Any] = json.loads((self.folder / "build/report.json").read_text())
        return values

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, in reading order."""
        done = subprocess.run(
            ["pdftotext", "-layout", self.pdf, "-"], capture_output=True, text=True, check=True
        )
        return done.stdout.split("\f")

    @cached_property
    def text(self) -> str:
        """All text, every run of white space as one space."""
        return " ".join(" ".join(self.pages).split())

    def page_with(self, *words: str) -> str:
        """Return the first page on which all of WORDS stand."""
        for page in self.pages:
            flat = " ".join(page.split())
            if all(word in flat for word in words):
                return flat
        raise AssertionError(f"no page has {words}")


def command(
    name: str, folder: Path, *arguments: str, epoch: int | None = None, anew: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run the command NAME of `scidraft-tex` in FOLDER, dated by EPOCH if it is given.

    ANEW, nothing is there that other builds have kept for all sites of a user.
    """
    own = {"XDG_CACHE_HOME": str(folder / "cache")} if anew else {}
    if epoch is not None:
        own["SOURCE_DATE_EPOCH"] = str(epoch)
    path = os.pathsep.join([str(REPOSITORY / "node_modules/.bin"), os.environ["PATH"]])
    return subprocess.run(
        [sys.executable, "-m", "scidraft_tex", name, *arguments],
        cwd=folder,
        env={**os.environ, "PATH": path, **own},
        capture_output=True,
        text=True,
        check=False,
    )


def build(
    site: Path, folder: Path, *arguments: str, epoch: int | None = None, anew: bool = False
) -> Built:
    """Run `scidraft-tex book` of SITE in FOLDER, as `command` does."""
    done = command("book", folder, str(site), *arguments, epoch=epoch, anew=anew)
    return Built(folder, done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def corpus_book(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(corpus / "scidraft", tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def content_book(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(REPOSITORY / "content", tmp_path_factory.mktemp("content"))
