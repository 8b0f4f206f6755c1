from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Severity
from scidraft_tex.engines import Engine
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Outcome, StandIn
from scidraft_tex.typeset.bibliography import (
    biber_diagnostics,
    bibliography_files,
    bibliography_request,
    make_bibliography,
)
from scidraft_tex.typeset.job import Job

Write = Callable[[Path, dict[str, str]], Path]
BCF = """<?xml version="1.0"?>
<bcf:controlfile version="3.9" xmlns:bcf="https://sourceforge.net/projects/biblatex">
  <bcf:bibdata section="0">
    <bcf:datasource type="file" datatype="bibtex" glob="false">refs.bib</bcf:datasource>
  </bcf:bibdata>
  <bcf:bibdata section="1">
    <bcf:datasource type="file" datatype="bibtex" glob="false">bib/b.bib</bcf:datasource>
    <bcf:datasource type="file" datatype="bibtex" glob="false">refs.bib</bcf:datasource>
  </bcf:bibdata>
  <bcf:section number="0"><bcf:citekey order="1" intorder="1">k</bcf:citekey></bcf:section>
</bcf:controlfile>
"""
MISFIT = """\
[8] Utils.pm:399> ERROR - Error: Found biblatex control file version 3.8, expected version 3.9.
This means that your biber (2.18) and biblatex (3.17) versions are incompatible.
See compat matrix in biblatex or biber PDF documentation.
[84] Biber.pm:135> INFO - ERRORS: 1
"""
COMPLAINTS = """INFO - This is Biber 2.18
INFO - Looking for bibtex file 'refs.bib' for section 0
ERROR - BibTeX subsystem: /var/x/biber_tmp_sg/8fe4_5345.utf8, line 5, syntax error: at end of input
WARN - Duplicate entry key: 'knuth' in file 'refs.bib', skipping ...
WARN - BibTeX subsystem: /var/x/biber_tmp_sg/8fe4_5345.utf8, line 4, warning: 4 characters of junk
WARN - Entry 'ok1' (refs.bib): Invalid format '19-19' of date field 'date' - ignoring
WARN - I didn't find a database entry for 'missing' (section 2)
WARN - I didn't find a database entry for 'cited' (section 2)
ERROR - Cannot find 'gone.bib'!
WARN - Something never heard of
INFO - WARNINGS: 6
"""


@pytest.fixture
def work(tmp_path: Path, write_files: Write) -> tuple[Job, StandIn]:
    write_files(tmp_path, {"book.bcf": BCF, "refs.bib": "@misc{k}", "bib/b.bib": ""})
    runner = StandIn({"biber": Outcome(0, "", "", 1.0)})
    return Job(tmp_path, "book", Engine.PDFLATEX, runner, 9.0), runner


def test_files_as_the_control_file_names_them(work: tuple[Job, StandIn]) -> None:
    assert bibliography_files(work[0]) == ("refs.bib", "bib/b.bib")


def test_biber_is_asked_only_when_the_request_changes(
    work: tuple[Job, StandIn], write_files: Write
) -> None:
    job, runner = work
    first = make_bibliography(job, "")
    assert [str(command) for command in runner.asked] == ["biber book"]
    write_files(job.folder, {"book.bbl": "list", "book.bcf": BCF + "<!-- later -->"})
    assert make_bibliography(job, first.request).changed is False
    assert len(runner.asked) == 1
    write_files(job.folder, {"refs.bib": "@misc{k, title={K}}"})
    second = make_bibliography(job, first.request)
    assert len(runner.asked) == 2
    assert second.request != first.request
    assert second.request == bibliography_request(job)


def test_a_request_depends_on_every_file(work: tuple[Job, StandIn], write_files: Write) -> None:
    before = bibliography_request(work[0])
    write_files(work[0].folder, {"bib/b.bib": "@misc{b}"})
    assert bibliography_request(work[0]) != before


def test_lists_that_nothing_asks_for_are_removed(
    work: tuple[Job, StandIn], write_files: Write
) -> None:
    job, runner = work
    uncited = BCF.replace('<bcf:citekey order="1" intorder="1">k</bcf:citekey>', "")
    write_files(job.folder, {"book.bcf": uncited, "book.bbl": "old", "book.blg": "old"})
    assert make_bibliography(job, "before").changed
    assert not job.file(".bbl").exists()
    assert not job.file(".blg").exists()
    assert make_bibliography(job, "").changed is False
    assert runner.asked == []


def test_a_failure_without_a_word_is_told(work: tuple[Job, StandIn]) -> None:
    folder = work[0].folder
    crash = StandIn({"biber": Outcome(2, "", "perl: not found", 1.0)})
    (item,) = make_bibliography(Job(folder, "book", Engine.PDFLATEX, crash, 9.0), "").failures
    assert (item.code, item.detail) == ("bibliography-failed", "perl: not found")
    slow = StandIn({"biber": Outcome(-9, "", "", 9.0, exceeded=Limit.SECONDS)})
    (item,) = make_bibliography(Job(folder, "book", Engine.PDFLATEX, slow, 9.0), "").failures
    assert item.code == "tool-timeout"


def test_versions_that_do_not_fit() -> None:
    (item,) = biber_diagnostics(MISFIT)
    assert item.code == "tool-version"
    assert item.message == (
        "biber 2.18 reads control files of version 3.9, biblatex 3.17 writes version 3.8"
    )
    assert "install biber 2.17, made for biblatex 3.17" in item.hint
    assert "biblatex 3.18, made for biber 2.18" in item.hint


def test_complaints_of_entries() -> None:
    items = list(biber_diagnostics(COMPLAINTS, {"cited"}))
    assert [(item.code, item.severity) for item in items] == [
        ("bib-syntax", Severity.ERROR),
        ("bib-duplicate-key", Severity.WARNING),
        ("bib-syntax", Severity.WARNING),
        ("bib-syntax", Severity.WARNING),
        ("citation-missing-key", Severity.ERROR),
        ("bib-missing-file", Severity.ERROR),
        ("bibliography-failed", Severity.WARNING),
    ]
    assert items[0].message == "refs.bib, line 5: syntax error: at end of input"
    assert items[1].message == "the key knuth stands twice in refs.bib"
    assert items[4].message == "no entry missing in the bibliography of list 2"
    assert not any("biber_tmp" in item.detail for item in items)
