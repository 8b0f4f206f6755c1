"""Pieces that go wrong in every way TeX knows, one after the other: each costs itself alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Command, Outcome, Shell
from scidraft_tex.typeset.trial import (
    LOOP,
    OPEN,
    PATIENCE,
    Document,
    Piece,
    clear_trial,
    try_formulas,
    try_pieces,
)

ROOT = r"""\documentclass{article}
\usepackage{amsmath}
\newcommand{\own}{O}
\begin{document}
\input{all-of-it}
\end{document}
"""

CASES: tuple[tuple[str, str], ...] = (
    (r"Fine, $x^2$ and \own.", ""),
    (r"$\nosuch$", "Undefined control sequence."),
    ("{ open", OPEN),
    (r"\begin{align} a &= b", r"File ended while scanning use of \align."),
    ("Fine again.", ""),
    ("$a", OPEN),
    (r"\begin{tabular}{ll} a & {b", "Missing } inserted."),
    (r"\[ \begin{array}{c} a", "Missing $ inserted."),
    ("Fine.", ""),
    (r"\def\loop{\loop}\loop", LOOP),
    (r"\newcommand\one[1]{#1}\one{never", r"File ended while scanning use of \one."),
    (r"$a\left( b$", "Missing \\right. inserted."),
    (r"\section{One $\nosuch$}", "Undefined control sequence."),
    ("Fine: the running head of the section before says nothing.\\newpage", ""),
    (r"\endgroup", "Extra \\endgroup."),
    (r"\input{nofile}", "LaTeX Error: File `nofile.tex' not found."),
    (r"\def\grow{a\grow}\grow", "TeX capacity exceeded, sorry"),
    (r"\iffalse a", "Incomplete \\iffalse; all text was ignored after line"),
    (r"\begin{itemize}\item a", OPEN),
    (r"\end{document}", "Emergency stop."),
    ("\\begin{align}\na &= b \\\\\nc &= \\nosuch\n\\end{align}", "Undefined control sequence."),
    ("Fine at the end.", ""),
)


def document(folder: Path, *, silent: float = 2.0) -> Document:
    (folder / "book.tex").write_text(ROOT, encoding="utf-8")
    return Document(folder, "book", Engine.PDFLATEX, Shell(), silent=silent)


@pytest.mark.tex
def test_each_piece_costs_itself_alone(tmp_path: Path) -> None:
    trial = try_pieces(document(tmp_path), [Piece(latex, apart=True) for latex, _ in CASES])
    told = [trial.errors[n].message if n in trial.errors else "" for n in range(len(CASES))]
    wrong = [
        (latex, said, wanted)
        for (latex, wanted), said in zip(CASES, told, strict=True)
        if (not said.startswith(wanted) if wanted else said)
    ]
    assert wrong == []
    assert trial.untried == frozenset()
    assert [path.name for path in tmp_path.iterdir()] == ["book.tex"]


@pytest.mark.tex
def test_formulas_know_the_preamble_and_definitions_come_before(tmp_path: Path) -> None:
    book = document(tmp_path)
    right, wrong = try_formulas(book, [r"$\own$", r"$\other$"])
    assert right is None
    assert wrong is not None
    assert wrong.command == "\\other"
    opening = r"\newcommand{\other}{x}"
    assert try_pieces(book, [Piece(r"$\other$", opening=opening)]).errors == {}


# --- without TeX -------------------------------------------------------------------------------


@dataclass
class Scripted:
    """A runner that prints what is written for each of its runs, and stops at the last."""

    says: Sequence[str]
    exceeded: Limit | None = None
    runs: list[str] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        return program

    def run(self, command: Command) -> Outcome:
        assert command.folder is not None
        self.runs.append((command.folder / "trial.tex").read_text())
        said = self.says[min(len(self.runs), len(self.says)) - 1]
        return Outcome(1, said, "", 0.0, self.exceeded)


def scripted(folder: Path, says: Sequence[str], exceeded: Limit | None = None) -> Document:
    (folder / "book.tex").write_text(ROOT, encoding="utf-8")
    return Document(folder, "book", Engine.PDFLATEX, Scripted(says, exceeded))


def test_after_a_fatal_piece_the_trial_goes_on_behind_it(tmp_path: Path) -> None:
    says = ["<trial 0>\n<trial 1>\n! Emergency stop.", "<trial 2>\n<trial end>\n"]
    book = scripted(tmp_path, says)
    trial = try_pieces(book, [Piece("a"), Piece("b"), Piece("c")])
    assert set(trial.errors) == {1}
    assert isinstance(book.runner, Scripted)
    first, second = book.runner.runs
    assert "\\trialpiece{0}" in first
    assert "\\trialpiece{1}" not in second
    assert "\\trialpiece{2}" in second


def test_what_has_to_be_stopped_is_a_loop(tmp_path: Path) -> None:
    book = scripted(tmp_path, ["<trial 0>\n"], Limit.SILENT)
    trial = try_pieces(book, [Piece("a")])
    assert trial.errors[0].message == LOOP


def test_restarts_have_a_bound(tmp_path: Path) -> None:
    says = [f"<trial {number}>\n! Emergency stop." for number in range(9)]
    book = scripted(tmp_path, says)
    trial = try_pieces(book, [Piece("a")] * 9, restarts=2)
    assert set(trial.errors) == {0, 1, 2}
    assert trial.untried == {3, 4, 5, 6, 7, 8}


def test_a_preamble_that_fails_condemns_nothing(tmp_path: Path) -> None:
    trial = try_pieces(scripted(tmp_path, ["! Undefined control sequence."]), [Piece("a")])
    assert trial.errors == {}
    assert trial.untried == {0}


def test_nothing_is_run_for_nothing(tmp_path: Path) -> None:
    book = scripted(tmp_path, ["<trial end>"])
    assert try_pieces(book, [Piece(""), Piece("  \n")]).errors == {}
    assert isinstance(book.runner, Scripted)
    assert book.runner.runs == []


def test_a_note_that_ends_tex_again_and_again_is_tried_no_more(tmp_path: Path) -> None:
    bad = [f"<trial {number}>\n! Emergency stop." for number in range(PATIENCE)]
    book = scripted(tmp_path, [*bad, f"<trial {PATIENCE + 2}>\n<trial end>"])
    pieces = [*[Piece("a", note="bad")] * (PATIENCE + 2), Piece("b", note="good")]
    trial = try_pieces(book, pieces)
    assert set(trial.errors) == set(range(PATIENCE))
    assert trial.untried == {PATIENCE, PATIENCE + 1}
    assert trial.stops["bad"] == PATIENCE
    assert isinstance(book.runner, Scripted)
    assert "\\trialpiece{12}" not in book.runner.runs[-1]
    assert try_pieces(book, pieces[:1], stops=trial.stops).untried == {0}


def test_pieces_that_have_to_be_stopped_are_borne_with_less(tmp_path: Path) -> None:
    says = [f"<trial {number}>\n" for number in range(PATIENCE)]
    trial = try_pieces(scripted(tmp_path, says, Limit.SILENT), [Piece("a", note="n")] * PATIENCE)
    assert 1 < len(trial.errors) < 5
    assert trial.stops["n"] >= PATIENCE


def test_what_a_killed_trial_left_goes(tmp_path: Path) -> None:
    book = scripted(tmp_path, [""])
    (tmp_path / "trial").mkdir()
    for name in ("trial.tex", "trial.log", "trial/3.tex"):
        (tmp_path / name).write_text("")
    clear_trial(book.folder)
    assert [path.name for path in tmp_path.iterdir()] == ["book.tex"]
