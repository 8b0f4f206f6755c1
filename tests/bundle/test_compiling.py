"""How often a bundle is compiled, and what arXiv would stop at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scidraft_tex.bundle.compiling import Compiled, compile_bundle
from scidraft_tex.engines import Engine
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Command, Outcome


@dataclass
class Scripted:
    """A runner whose runs write what `aux` says, one after another; the last goes on for ever."""

    aux: Sequence[str]
    statuses: Sequence[int] = (0,)
    log: str = ""
    makes_pdf: bool = True
    late: bool = False
    asked: list[Command] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        return program

    def run(self, command: Command) -> Outcome:
        number = len(self.asked)
        self.asked.append(command)
        assert command.folder is not None
        aux = self.aux[min(number, len(self.aux) - 1)]
        (command.folder / "paper.aux").write_text(aux)
        (command.folder / "paper.log").write_text(self.log)
        (command.folder / "paper.fls").write_text(f"PWD {command.folder}\nINPUT text.tex\n")
        if self.makes_pdf:
            (command.folder / "paper.pdf").write_bytes(b"%PDF")
        status = self.statuses[min(number, len(self.statuses) - 1)]
        return Outcome(status, "", "", 0.0, Limit.SECONDS if self.late else None)


def compiled(folder: Path, runner: Scripted, engine: Engine = Engine.PDFLATEX) -> Compiled:
    return compile_bundle(folder, "paper", engine, runner, epoch=7)


def changing() -> Iterator[str]:
    yield from map(str, range(9))


def test_two_runs_do_where_nothing_moves(tmp_path: Path) -> None:
    made = compiled(tmp_path, Scripted(["a"]))
    assert (made.runs, made.stable, made.why) == (2, True, "")
    assert made.pdf == tmp_path / "paper.pdf"
    assert made.recorded.read == {"text.tex"}


@pytest.mark.parametrize(("aux", "runs"), [(["a", "b"], 3), (["a", "b", "c"], 4)])
def test_it_runs_again_while_labels_move(tmp_path: Path, aux: list[str], runs: int) -> None:
    made = compiled(tmp_path, Scripted(aux))
    assert (made.runs, made.stable) == (runs, True)


def test_after_five_runs_what_is_there_is_taken(tmp_path: Path) -> None:
    made = compiled(tmp_path, Scripted(list(changing())))
    assert (made.runs, made.stable, made.why) == (5, False, "")
    assert made.pdf


def test_it_runs_again_if_the_log_asks_for_it(tmp_path: Path) -> None:
    asks = "LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right.\n"
    made = compiled(tmp_path, Scripted(["a"], log=asks))
    assert (made.runs, made.stable) == (5, False)


def test_an_error_of_the_first_run_alone_is_none(tmp_path: Path) -> None:
    assert compiled(tmp_path, Scripted(["a"], statuses=(1, 0))).pdf


@pytest.mark.parametrize(
    ("runner", "runs", "why"),
    [
        (Scripted(["a"], statuses=(0, 1)), 2, "run 2 ended with status 1"),
        (Scripted(["a"], makes_pdf=False), 1, "no PDF came of it"),
        (Scripted(["a"], late=True), 1, "it took more than 0 s and was ended"),
    ],
)
def test_what_arxiv_stops_at(tmp_path: Path, runner: Scripted, runs: int, why: str) -> None:
    made = compiled(tmp_path, runner)
    assert (made.pdf, made.runs, made.why) == (None, runs, why)


@pytest.mark.parametrize("engine", [Engine.PDFLATEX, Engine.XELATEX])
def test_the_engine_alone_is_run_and_as_arxiv_runs_it(tmp_path: Path, engine: Engine) -> None:
    runner = Scripted(["a"])
    compiled(tmp_path, runner, engine)
    assert {command.program for command in runner.asked} == {engine.value}
    command = runner.asked[0]
    assert command.offline
    assert command.folder == tmp_path
    assert command.arguments[-1] == "paper.tex"
    wanted = {"-interaction=batchmode", "-no-parse-first-line", "-no-shell-escape", "-recorder"}
    assert wanted < set(command.arguments)
    assert command.environment["openin_any"] == "p"
    assert command.environment["SOURCE_DATE_EPOCH"] == "7"
