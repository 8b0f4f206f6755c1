"""Handouts built as a user builds them, and what their files hold."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf

from tests.pdf.conftest import command
from tests.pdf.words import letters

__all__ = ["Handouts", "Paper", "print_handouts", "strings_of", "unpacked"]


@dataclass
class Paper:
    """The PDF of a sheet for an audience, and the folder that it was set in."""

    pdf: Path
    tex: Path
    report: dict[str, Any]

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page as it is laid out, every run of white space as one space."""
        done = subprocess.run(
            ["pdftotext", "-layout", self.pdf, "-"], capture_output=True, text=True, check=True
        )
        return [" ".join(page.split()) for page in done.stdout.split("\f")[:-1]]

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    @cached_property
    def letters(self) -> str:
        """The letters of its text in reading order, words that lines divide made whole."""
        done = subprocess.run(["pdftotext", self.pdf, "-"], capture_output=True, check=True)
        return letters(done.stdout.decode())


@dataclass
class Handouts:
    """A run of the command: where it ran, how it ended, what it said."""

    folder: Path
    status: int
    stdout: str
    stderr: str

    @property
    def made(self) -> Path:
        return self.folder / "build/handouts"

    @cached_property
    def report(self) -> dict[str, Any]:
        values: dict[str, Any] = json.loads((self.made / "report.json").read_text("utf-8"))
        return values

    @cached_property
    def papers(self) -> dict[tuple[str, str], Paper]:
        """The editions that were made, by the names of sheet and audience."""
        return {
            (one["name"], one["audience"]): Paper(
                self.folder / one["pdf"],
                self.made / one["audience"] / "tex" / one["name"],
                one,
            )
            for one in self.report["sheets"]
            if one["pdf"]
        }

    def said(self, code: str) -> list[str]:
        """Return the messages with CODE."""
        return [one["message"] for one in self.report["diagnostics"] if one["code"] == code]


def print_handouts(
    folder: Path, *arguments: str | Path, epoch: int | None = None, anew: bool = False
) -> Handouts:
    """Run `scidraft-tex handout` in FOLDER, as `command` does."""
    folder.mkdir(parents=True, exist_ok=True)
    done = command("handout", folder, *map(str, arguments), epoch=epoch, anew=anew)
    return Handouts(folder, done.returncode, done.stdout, done.stderr)


def unpacked(pdf: Path) -> bytes:
    """Return PDF with every stream decompressed."""
    done = subprocess.run(
        ["qpdf", "--qdf", "--object-streams=disable", pdf, "-"], capture_output=True, check=True
    )
    return done.stdout


def strings_of(pdf: Path) -> Iterator[str]:
    """Yield what every object of PDF says, whatever its encoding.

    That is strings, names and keys, streams as bytes, and of a page's content what it shows with
    the kerns between the letters gone.
    """
    with pikepdf.open(pdf) as document:
        for one in document.objects:
            yield from _said(one)
            if isinstance(one, pikepdf.Stream) and not _is_image(one):
                yield one.read_bytes().decode("latin-1")
        for page in document.pages:
            yield _shown(page)


def _is_image(stream: pikepdf.Stream) -> bool:
    return str(stream.get("/Subtype", "")) == "/Image"


def _said(value: pikepdf.Object) -> Iterator[str]:
    match value:
        case pikepdf.String():
            yield str(value)
            yield bytes(value).decode("latin-1")
        case pikepdf.Name():
            yield str(value)
        case pikepdf.Array():
            for item in value:
                yield from _own(item)
        case pikepdf.Dictionary() | pikepdf.Stream():
            for key, item in value.items():
                yield key
                yield from _own(item)


def _own(value: Any) -> Iterator[str]:
    """Yield what VALUE says, if it stands in its parent and is no object of its own."""
    if isinstance(value, pikepdf.Object) and not value.is_indirect:
        yield from _said(value)


def _shown(page: pikepdf.Page) -> str:
    shown: list[str] = []
    for instruction in pikepdf.parse_content_stream(page):
        shown.extend(_letters(instruction.operands))
    return "".join(shown)


def _letters(operands: Iterable[Any]) -> Iterator[str]:
    for value in operands:
        if isinstance(value, pikepdf.String):
            yield bytes(value).decode("latin-1")
        elif isinstance(value, pikepdf.Array):
            yield from _letters(value)
