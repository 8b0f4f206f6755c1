from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Outcome, Shell, StandIn, ToolMissingError
from scidraft_tex.typeset.indexes import index_diagnostics, make_indexes
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.sourcemap import SourceMap

Write = Callable[[Path, dict[str, str]], Path]
GOOD = "\\indexentry{alpha|hyperpage}{1}\n\\indexentry{beta}{3}\n"
BAD = GOOD + "\\indexentry{one!two!three!four|see{x}}{3}\n"
ILG = """This is makeindex, version 2.16 [TeX Live 2022] (kpathsea + Thai support).
Scanning input file terms.idx...
!! Input index error (file = terms.idx, line = 3):
   -- Extra `!' at position 14 of first argument.
done (2 entries accepted, 1 rejected).
## Warning (input = terms.idx, line = 1; output = terms.ind, line = 6):
   -- Inconsistent page encapsulator textbf within range.
"""


def job(folder: Path, status: int = 0, exceeded: Limit | None = None) -> tuple[Job, StandIn]:
    outcome = Outcome(status, "", "no such style", 9.0, exceeded)
    runner = StandIn({"makeindex": outcome})
    return Job(folder, "book", Engine.PDFLATEX, runner, 9.0), runner


def test_an_index_is_sorted_in_the_style_of_the_book(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, {"terms.idx": GOOD, "book.ist": ""})
    work, runner = job(tmp_path)
    made = make_indexes(work, ("terms.idx",), {})
    (command,) = runner.asked
    assert command.arguments == (
        *("-c", "-s", "book.ist", "-t", "terms.ilg", "-o", "terms.ind"),
        "terms.idx",
    )
    assert command.folder == tmp_path
    assert set(made.sources) == {"terms.idx"}


def test_the_same_entries_are_not_sorted_again(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, {"terms.idx": GOOD, "terms.ind": "sorted"})
    work, runner = job(tmp_path)
    first = make_indexes(work, ("terms.idx",), {})
    assert make_indexes(work, ("terms.idx",), first.sources).sources == first.sources
    assert len(runner.asked) == 1
    write_files(tmp_path, {"book.ist": "headings_flag 1"})
    make_indexes(work, ("terms.idx",), first.sources)
    assert len(runner.asked) == 2
    (tmp_path / "terms.ind").unlink()
    make_indexes(work, ("terms.idx",), first.sources)
    assert len(runner.asked) == 3


def test_failures_of_the_program(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, {"terms.idx": GOOD})
    (failed,) = make_indexes(job(tmp_path, status=1)[0], ("terms.idx",), {}).failures
    assert (failed.code, failed.detail) == ("index-failed", "no such style")
    (late,) = make_indexes(job(tmp_path, exceeded=Limit.SECONDS)[0], ("terms.idx",), {}).failures
    assert late.code == "tool-timeout"
    with pytest.raises(ToolMissingError):
        make_indexes(Job(tmp_path, "book", Engine.PDFLATEX, StandIn({}), 9.0), ("terms.idx",), {})


def test_rejected_entries_are_told_at_their_note_line(tmp_path: Path, write_files: Write) -> None:
    chapter = "%% notes/a.md:12\ntext\\index[terms]{one!two!three!four|see{x}}\n"
    write_files(tmp_path, {"terms.idx": BAD, "terms.ilg": ILG, "c.tex": chapter})
    rejected, odd = index_diagnostics(tmp_path, ("terms.idx",), SourceMap.of(tmp_path))
    assert rejected.code == "index-failed"
    assert rejected.message == "the entry one!two!three!four is left out of the index terms"
    assert rejected.place == Place("notes/a.md", 12)
    assert rejected.detail == "terms.idx:3: Extra `!' at position 14 of first argument."
    assert odd.message == "the entry alpha of the index terms is inconsistent"
    assert odd.place is None


def test_half_a_letter_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.ind").write_bytes(b"\\lettergroup{\xc3}")
    (item,) = index_diagnostics(tmp_path, ("x.idx",), SourceMap.of(tmp_path))
    assert "half a letter" in item.message


@pytest.mark.tex
def test_makeindex_itself(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, {"terms.idx": BAD})
    work = Job(tmp_path, "book", Engine.PDFLATEX, Shell(), 20.0)
    made = make_indexes(work, ("terms.idx",), {})
    assert made.changed
    assert "\\item alpha, \\hyperpage{1}" in (tmp_path / "terms.ind").read_text(encoding="utf-8")
    (item,) = index_diagnostics(tmp_path, ("terms.idx",), SourceMap.of(tmp_path))
    assert item.message == "the entry one!two!three!four is left out of the index terms"
    assert not make_indexes(work, ("terms.idx",), made.sources).changed
