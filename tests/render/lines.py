"""Sets lines of LaTeX with the book's own preamble, and says of which line TeX complains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.render import katex
from scidraft_tex.render.frame import Frame, render_frame
from scidraft_tex.render.templates import template_folders
from scidraft_tex.tools import Command, Shell

FRAME = Frame(title="Formulas", parts=(), packages=katex.packages())
"""A book that has all that a formula can need."""


@dataclass(frozen=True, slots=True)
class Set:
    """What came of the lines: TeX's errors by line, what fonts lack, the text, the log."""

    errors: Mapping[int, str]
    missing: tuple[str, ...]
    text: str
    log: str

    @property
    def pages(self) -> list[str]:
        """The text of each page."""
        return self.text.split("\f")[:-1]


def set_lines(
    lines: Sequence[str], folder: Path, engine: Engine, frame: Frame = FRAME, passes: int = 1
) -> Set:
    """Set LINES, each one line of a file, in FOLDER by ENGINE; errors are counted from line 0."""
    for name, text in render_frame(replace(frame, engine=engine), template_folders()).items():
        (folder / name).write_text(text, encoding="utf-8")
    head = "\\documentclass[fontsize=10pt]{scrbook}\n\\input{preamble}\n\\begin{document}\n"
    assert not any("\n" in line for line in lines)
    body = head + "\n".join(lines) + "\n\\end{document}\n"
    (folder / "x.tex").write_text(body, encoding="utf-8")
    shell = Shell()
    arguments = ("-interaction=nonstopmode", "-file-line-error", "x.tex")
    for _ in range(passes):
        outcome = shell.run(Command(engine.value, arguments, folder, seconds=240))
        assert not outcome.timed_out
    log = (folder / "x.log").read_text(encoding="utf-8", errors="replace")
    assert "Output written on x.pdf" in log
    errors = {
        int(line) - 1 - head.count("\n"): message
        for line, message in re.findall(r"^\./x\.tex:(\d+): (.*)$", log, re.MULTILINE)
    }
    missing = tuple(sorted(set(re.findall(r"Missing character: .*", log))))
    text = shell.run(Command("pdftotext", ("-layout", "x.pdf", "-"), folder)).stdout
    return Set(errors, missing, text, log)


def one_line(tex: str) -> str:
    """Return TEX on one line, which means the same where it has no comments."""
    return tex.replace("\n", " ")
