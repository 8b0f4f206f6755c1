"""Preprints built as a user builds them, and what their files hold."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf

from tests.pdf.conftest import command

__all__ = ["Paper", "Papers", "compile_alone", "print_papers", "text_of_pdf"]


@dataclass
class Paper:
    """A paper, by the folder of its own that it stands in."""

    folder: Path
    report: dict[str, Any]

    @property
    def root(self) -> str:
        return self.folder.name

    @property
    def pdf(self) -> Path:
        return self.folder / f"{self.root}.pdf"

    @property
    def archive(self) -> Path:
        return self.folder / f"{self.root}-arxiv.tar.gz"

    @property
    def source(self) -> Path:
        return self.folder / "source"

    @cached_property
    def text(self) -> str:
        return text_of_pdf(self.pdf)

    @cached_property
    def flat(self) -> str:
        """The text with every run of white space as one space."""
        return " ".join(self.text.split())

    @cached_property
    def links(self) -> set[str]:
        """The addresses that its link annotations lead to."""
        with pikepdf.open(self.pdf) as document:
            return {
                str(link.A.URI)
                for page in document.pages
                for link in page.get("/Annots", ())
                if "/URI" in link.get("/A", {})
            }

    @cached_property
    def bundle(self) -> Mapping[str, bytes]:
        """The files of its archive, by name."""
        with tarfile.open(self.archive) as archive:
            return {
                member.name: file.read()
                for member in archive
                if (file := archive.extractfile(member)) is not None
            }

    @cached_property
    def tex(self) -> str:
        """The code of its source: every `.tex` and the finished list of references."""
        paths = (p for p in sorted(self.source.rglob("*")) if p.suffix in {".tex", ".bbl"})
        return "".join(path.read_text(encoding="utf-8") for path in paths)


@dataclass
class Papers:
    """A run of the command: where it ran, how it ended, what it said."""

    folder: Path
    status: int
    stdout: str
    stderr: str

    @cached_property
    def report(self) -> dict[str, Any]:
        path = self.folder / "build/preprints/report.json"
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return values

    @cached_property
    def papers(self) -> list[Paper]:
        return [Paper((self.folder / one["pdf"]).parent, one) for one in self.report["preprints"]]

    @property
    def paper(self) -> Paper:
        """The one paper that was asked for."""
        (paper,) = self.papers
        return paper

    @property
    def codes(self) -> list[str]:
        """The codes of what was said."""
        return [item["code"] for item in self.report["diagnostics"]]


def print_papers(
    folder: Path, *arguments: str | Path, epoch: int | None = None, anew: bool = False
) -> Papers:
    """Run `scidraft-tex preprint` in FOLDER, as `command` does."""
    folder.mkdir(parents=True, exist_ok=True)
    done = command("preprint", folder, *map(str, arguments), epoch=epoch, anew=anew)
    return Papers(folder, done.returncode, done.stdout, done.stderr)


def text_of_pdf(pdf: Path) -> str:
    done = subprocess.run(["pdftotext", pdf, "-"], capture_output=True, text=True, check=True)
    return done.stdout


def compile_alone(paper: Paper, folder: Path, engine: str) -> Path:
    """Return the PDF that ENGINE makes of the bundle of PAPER in the empty FOLDER, in two runs.

    Nothing of this environment is known to it but the PATH. biber runs between where the bundle
    has a bibliography for it and no finished list.
    """
    folder.mkdir()
    with tarfile.open(paper.archive) as archive:
        archive.extractall(folder, filter="data")
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def run(*arguments: str) -> None:
        done = subprocess.run(
            arguments, cwd=folder, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout[-2000:]

    tex = (engine, "-interaction=nonstopmode", "-no-shell-escape", f"{paper.root}.tex")
    if "biblatex" in paper.tex and not (folder / f"{paper.root}.bbl").exists():
        assert shutil.which("biber")
        run(*tex)
        run("biber", "--quiet", paper.root)
    run(*tex)
    run(*tex)
    log = (folder / f"{paper.root}.log").read_text(encoding="utf-8", errors="replace")
    assert not re.search(r"undefined|Rerun to get|multiply defined", log), log[-2000:]
    return folder / f"{paper.root}.pdf"
