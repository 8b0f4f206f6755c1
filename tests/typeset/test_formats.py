from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.cache import Cache
from scidraft_tex.engines import Engine
from scidraft_tex.tools import Command, Outcome, Shell
from scidraft_tex.typeset.driver import Typeset, typeset
from scidraft_tex.typeset.formats import head_of, preloaded, with_format
from scidraft_tex.typeset.job import Job

Write = Callable[[Path, dict[str, str]], Path]
ROOT = r"""% A comment
\documentclass[a4paper]
  {article}
\input{preamble}
\title{T}
\begin{document}
%% n.md:3
Text \ref{a}. \undefinedone

\section{S}\label{a}
\mine
\end{document}
"""
PREAMBLE = "\\usepackage{color}\n\\newcommand\\mine{Mine.}\n"


class Counting(Shell):
    """A shell that remembers the arguments of what it ran."""

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[tuple[str, ...]] = []

    def run(self, command: Command) -> Outcome:
        self.ran.append(command.arguments)
        return super().run(command)

    @property
    def dumps(self) -> int:
        return sum("-ini" in arguments for arguments in self.ran)

    @property
    def loads(self) -> int:
        return sum(a.startswith("-fmt=") for arguments in self.ran for a in arguments)


@pytest.fixture
def folder(tmp_path: Path, write_files: Write) -> Path:
    return write_files(tmp_path / "book", {"book.tex": ROOT, "preamble.tex": PREAMBLE})


@pytest.fixture
def formats(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "formats")


def job(folder: Path, shell: Shell, engine: Engine = Engine.PDFLATEX) -> Job:
    return Job(folder, "book", engine, shell, 60.0, 1_700_000_000)


def run(folder: Path, shell: Shell, formats: Cache | None) -> Typeset:
    for made in folder.glob("book.*"):
        if made.suffix != ".tex":
            made.unlink()
    return typeset(folder, "book", Engine.PDFLATEX, shell, epoch=1_700_000_000, formats=formats)


# --- the head ----------------------------------------------------------------------------------


def test_the_head_goes_to_the_first_input() -> None:
    assert head_of(ROOT) == ROOT.partition("\n\\title")[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\\documentclass{article}\n\\begin{document}\n",
        "\\RequirePackage{x}\n\\documentclass{article}\\input{preamble}\n",
        "\\documentclass{article}\\input\\name\n",
    ],
)
def test_what_no_format_can_hold_has_no_head(text: str) -> None:
    assert head_of(text) == ""


# --- formats -----------------------------------------------------------------------------------


@pytest.mark.tex
def test_a_format_is_made_once_and_loaded(folder: Path, formats: Cache) -> None:
    shell = Counting()
    first = run(folder, shell, formats)
    assert (shell.dumps, shell.loads) == (1, first.passes)
    pdf = (folder / "out/book.pdf").read_bytes()
    run(folder, shell, formats)
    assert shell.dumps == 1
    assert (folder / "out/book.pdf").read_bytes() == pdf
    assert not list(folder.glob("book-format*"))
    (kept,) = formats.folder.glob("*.fmt")
    assert not kept.read_bytes().startswith(b"\x1f\x8b")  # packed, as TeX Live dumps it


@pytest.mark.tex
def test_what_is_said_and_recorded_is_that_of_a_plain_run(folder: Path, formats: Cache) -> None:
    shell = Counting()
    plain = run(folder, shell, None)
    outside = job(folder, shell).recorded()
    loaded = run(folder, shell, formats)
    recorded = job(folder, shell).recorded()
    assert loaded.diagnostics == plain.diagnostics
    assert loaded.log.errors == plain.log.errors
    assert [(e.file, e.line) for e in loaded.log.errors] == [("book.tex", 8)]
    assert recorded.read - outside.read == frozenset()
    assert {"preamble.tex", "book.tex"} <= recorded.read
    assert recorded.outside >= {name for name in outside.outside if name.endswith(".sty")}
    assert not any(str(formats.folder) in name for name in recorded.outside)


@pytest.mark.tex
@pytest.mark.parametrize(
    "changed",
    [{"preamble.tex": PREAMBLE + "% more\n"}, {"book.tex": ROOT.replace("a4paper", "a5paper")}],
)
def test_another_preamble_is_another_format(
    folder: Path, formats: Cache, write_files: Write, changed: dict[str, str]
) -> None:
    shell = Counting()
    run(folder, shell, formats)
    write_files(folder, changed)
    run(folder, shell, formats)
    assert shell.dumps == 2


@pytest.mark.tex
def test_a_file_that_the_preamble_reads_counts(
    folder: Path, formats: Cache, write_files: Write
) -> None:
    write_files(folder, {"preamble.tex": PREAMBLE + "\\input{more}\n", "more.tex": "% 1\n"})
    shell = Counting()
    run(folder, shell, formats)
    write_files(folder, {"more.tex": "\\renewcommand\\mine{Yours.}\n"})
    run(folder, shell, formats)
    assert shell.dumps == 2


@pytest.mark.tex
@pytest.mark.parametrize("damage", [b"", b"no format at all"])
def test_a_damaged_format_is_made_again(folder: Path, formats: Cache, damage: bytes) -> None:
    shell = Counting()
    run(folder, shell, formats)
    pdf = (folder / "out/book.pdf").read_bytes()
    for path in formats.folder.glob("*.fmt"):
        path.write_bytes(damage)
    assert run(folder, shell, formats).pdf
    assert shell.dumps == 2
    assert (folder / "out/book.pdf").read_bytes() == pdf


@pytest.mark.tex
def test_a_format_that_tex_does_not_take_is_done_without(folder: Path, formats: Cache) -> None:
    shell = Counting()
    work = job(folder, shell)
    foreign = formats.keep("foreign", b"of another program", ".fmt")
    made = preloaded(work, formats)
    assert made is not None
    assert foreign is not None
    spoilt = replace(work, preloaded=replace(made, path=foreign))
    assert spoilt.set_pages(draft=False).status == 1  # the undefined command's
    assert (folder / "book.pdf").exists()
    assert not foreign.exists()


@pytest.mark.tex
@pytest.mark.parametrize(
    "line", ["\\undefinedhere", "\\newwrite\\w\\immediate\\openout\\w=some.txt"]
)
def test_a_preamble_at_fault_or_that_writes_has_no_format(
    folder: Path, formats: Cache, write_files: Write, line: str
) -> None:
    write_files(folder, {"preamble.tex": f"{PREAMBLE}{line}\n"})
    shell = Counting()
    result = run(folder, shell, formats)
    assert result.pdf
    assert shell.loads == 0
    assert not list(formats.folder.glob("*"))


def test_other_engines_load_no_format(folder: Path, formats: Cache) -> None:
    shell = Counting()
    for engine in (Engine.LUALATEX, Engine.XELATEX):
        work = job(folder, shell, engine)
        assert with_format(work, formats) is work
    assert with_format(job(folder, shell), None).preloaded is None
    assert shell.ran == []


@pytest.mark.tex
def test_the_format_of_a_newer_package_is_made_again(folder: Path, formats: Cache) -> None:
    package = folder / "ours.sty"
    package.write_text("\\newcommand\\ours{1}\n")
    (folder / "preamble.tex").write_text(PREAMBLE + "\\usepackage{ours}\n")
    shell = Counting()
    run(folder, shell, formats)
    os.utime(package, (1, 1))
    run(folder, shell, formats)
    assert shell.dumps == 1
    package.write_text("\\newcommand\\ours{2}\n")
    run(folder, shell, formats)
    assert shell.dumps == 2
