from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scidraft_tex.engines import Engine
from scidraft_tex.tools import Shell
from scidraft_tex.typeset.job import Job
from scidraft_tex.typeset.lists import finished_lists, give_lists

Write = Callable[[Path, dict[str, str]], Path]
TEXT = "\\newrefsection[bib/b.bib]\nText \\cite{x}.\n\\newrefsection[bib/a.bib] \\cite{y}"
FILES = {"bib/a.bbl": "    entry y\n", "bib/b.bbl": "    entry x\n"}


def job(folder: Path, place: str = "") -> Job:
    return Job(folder, "book", Engine.PDFLATEX, Shell(), 60.0, place=place)


def test_sections_stand_in_the_order_of_the_text(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, FILES)
    assert finished_lists(tmp_path, TEXT).splitlines() == [
        "% $ biblatex auxiliary file $",
        "% $ biblatex bbl format version 3.2 $",
        "",
        "\\refsection{1}",
        "  \\datalist[entry]{none/global//global/global}",
        "    entry x",
        "  \\enddatalist",
        "\\endrefsection",
        "",
        "\\refsection{2}",
        "  \\datalist[entry]{none/global//global/global}",
        "    entry y",
        "  \\enddatalist",
        "\\endrefsection",
        "",
        "\\begingroup",
        "\\makeatletter",
        "\\global\\let\\blx@rerun@biber\\relax",
        "\\global\\let\\blx@logreq@active\\@gobble",
        "\\ifdefined\\finishedlists",
        "\\finishedlists",
        "\\fi",
        "\\endgroup",
        "\\endinput",
    ]


def test_entries_are_numbered_list_by_list(tmp_path: Path, write_files: Write) -> None:
    entries = "    \\entry{x}{finished}{}\n    \\entry{y:1}{finished}{}\n"
    write_files(tmp_path, {"bib/a.bbl": entries, "bib/b.bbl": entries})
    lines = finished_lists(tmp_path, TEXT, 7).splitlines()
    assert [line for line in lines if line.startswith("\\finishednumber")] == [
        *("\\finishednumber{8}{x}{1}", "\\finishednumber{8}{y:1}{2}"),
        *("\\finishednumber{9}{x}{1}", "\\finishednumber{9}{y:1}{2}"),
    ]


def test_sections_are_counted_from_those_before(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, FILES)
    made = finished_lists(tmp_path, TEXT, 3000)
    assert "\\refsection{3001}\n" in made
    assert "\\refsection{3002}\n" in made


def test_one_list_that_is_not_finished_leaves_all_to_biber(
    tmp_path: Path, write_files: Write
) -> None:
    write_files(tmp_path, {"bib/a.bbl": "    entry y\n"})
    assert finished_lists(tmp_path, TEXT) == ""
    assert finished_lists(tmp_path, "no list") == ""
    assert not give_lists(job(tmp_path), TEXT).lists_given
    assert not (tmp_path / "book.bbl").exists()


def test_a_unit_without_lists_does_not_read_those_of_the_book(
    tmp_path: Path, write_files: Write
) -> None:
    write_files(tmp_path, FILES | {"units/001/x": ""})
    unit = give_lists(job(tmp_path, "units/001"), "no list", 1000)
    assert unit.lists_given
    made = (tmp_path / "units/001/book.bbl").read_text()
    assert made.startswith("% $ biblatex auxiliary file $\n")
    assert "\\refsection" not in made
    assert "\\finishednumber" not in made


def test_a_document_is_given_its_lists(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, FILES | {"units/001/x": ""})
    for place, name in (("", "book.bbl"), ("units/001", "units/001/book.bbl")):
        given = give_lists(job(tmp_path, place), TEXT)
        assert given.lists_given
        assert not job(tmp_path, place).lists_given
        assert given.given == {name}
        assert (tmp_path / name).read_text() == finished_lists(tmp_path, TEXT)
        there = (tmp_path / name).stat().st_ino
        give_lists(job(tmp_path, place), TEXT)
        assert (tmp_path / name).stat().st_ino == there  # not written again
        (tmp_path / name).write_text("what biber made, by hand")
        give_lists(job(tmp_path, place), TEXT)
        assert (tmp_path / name).read_text() == finished_lists(tmp_path, TEXT)
