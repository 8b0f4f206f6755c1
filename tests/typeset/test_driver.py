from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path

import pytest

from scidraft_tex.diagnostics import Place
from scidraft_tex.engines import Engine
from scidraft_tex.finish import pdf_facts
from scidraft_tex.limits import Limit
from scidraft_tex.tools import Command, Outcome, Shell, ToolMissingError
from scidraft_tex.typeset.driver import RerunReason, Typeset, typeset

Write = Callable[[Path, dict[str, str]], Path]
BCF = """<bcf:controlfile xmlns:bcf="https://sourceforge.net/projects/biblatex">
<bcf:datasource type="file">refs.bib</bcf:datasource><bcf:citekey>k</bcf:citekey>
</bcf:controlfile>"""


@dataclass
class FakeTex:
    """A TeX whose labels, lists and messages are as told; it remembers what was run."""

    labels: Iterator[str] = field(default_factory=lambda: cycle(["1"]))
    said: str = ""
    cites: bool = False
    lists: Callable[[str], str] = str.upper
    outcome: Outcome = field(default_factory=lambda: Outcome(0, "", "", 1.0))
    missing: tuple[str, ...] = ()
    ran: list[str] = field(default_factory=list)

    def find(self, program: str) -> str | None:
        return program

    def run(self, command: Command) -> Outcome:
        if command.program in self.missing:
            raise ToolMissingError(command.program)
        assert command.folder is not None
        if command.program == "biber":
            self._biber(command.folder)
        else:
            self._tex(command.folder, draft="-draftmode" in command.arguments)
        return self.outcome

    def _biber(self, folder: Path) -> None:
        self.ran.append("biber")
        refs = (folder / "refs.bib").read_text(encoding="utf-8")
        (folder / "book.bbl").write_text(self.lists(refs), encoding="utf-8")

    def _tex(self, folder: Path, *, draft: bool) -> None:
        self.ran.append("draft" if draft else "tex")
        log = f"This is a TeX\n(./book.tex\n{self.said}\n"
        if not draft:
            (folder / "book.pdf").write_text(f"pdf {len(self.ran)}", encoding="utf-8")
            log += "Output written on book.pdf (3 pages, 9 bytes).\n"
        (folder / "book.log").write_text(log, encoding="utf-8")
        (folder / "book.aux").write_text(next(self.labels), encoding="utf-8")
        if self.cites:
            (folder / "book.bcf").write_text(BCF, encoding="utf-8")
        inputs = "".join(f"INPUT {name}\n" for name in ("book.tex", "c.tex"))
        outputs = "".join(f"OUTPUT book.{end}\n" for end in ("aux", "log", "pdf", "bcf"))
        fls = f"PWD {folder}\n{inputs}{outputs}"
        (folder / "book.fls").write_text(fls, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, write_files: Write) -> Path:
    return write_files(tmp_path, {"book.tex": "", "c.tex": "%% n.md:5\n\\x\n", "refs.bib": "@a"})


def run(folder: Path, tex: FakeTex, max_passes: int = 6) -> Typeset:
    tex.ran.clear()
    return typeset(folder, "book", Engine.PDFLATEX, tex, max_passes=max_passes)


def codes(result: Typeset) -> list[str]:
    return [item.code for item in result.diagnostics]


def test_two_passes_are_enough_where_labels_stand(folder: Path) -> None:
    tex = FakeTex()
    result = run(folder, tex)
    assert tex.ran == ["draft", "tex"]
    assert result.reasons == (RerunReason.FIRST, RerunReason.LABELS)
    assert result.passes == 2
    assert result.pdf == folder / "out" / "book.pdf"
    assert result.pdf.read_text(encoding="utf-8") == "pdf 2"
    assert not (folder / "book.pdf").exists()
    assert result.diagnostics == ()


def test_an_unchanged_folder_runs_nothing_and_says_the_same(folder: Path) -> None:
    tex = FakeTex(said="./c.tex:2: Undefined control sequence.\nl.2 \\x\n     \n\n")
    first = run(folder, tex)
    second = run(folder, tex)
    assert tex.ran == []
    assert second.reasons == ()
    assert (second.pdf, second.diagnostics, second.log) == (
        first.pdf,
        first.diagnostics,
        first.log,
    )
    assert codes(second) == ["tex-undefined-command"]


def test_a_pass_with_errors_may_be_the_last(folder: Path) -> None:
    tex = FakeTex(said="./c.tex:2: Undefined control sequence.\nl.2 \\x\n     \n\n")
    first = typeset(folder, "book", Engine.PDFLATEX, tex, stop_at_errors=True)
    assert tex.ran == ["draft"]
    assert first.pdf is None
    assert [error.line for error in first.log.errors] == [2]
    tex.said = ""
    assert run(folder, tex).pdf == folder / "out" / "book.pdf"
    assert tex.ran == ["draft", "tex"]


def test_without_errors_it_goes_on_as_ever(folder: Path) -> None:
    tex = FakeTex()
    made = typeset(folder, "book", Engine.PDFLATEX, tex, stop_at_errors=True)
    assert tex.ran == ["draft", "tex"]
    assert made.pdf == folder / "out" / "book.pdf"


def test_where_it_was_ended_the_terminal_tells_which_file_it_read(folder: Path) -> None:
    ended = Outcome(-9, "This is a TeX\n(./book.tex\n(./c.tex\n", "", 9.0, Limit.SILENT)
    tex = FakeTex(outcome=ended)
    made = typeset(folder, "book", Engine.PDFLATEX, tex, stop_at_errors=True, silent=5.0)
    assert made.log.fatal
    assert made.log.reading == "c.tex"
    assert "tool-timeout" in codes(made)


def test_a_changed_chapter_takes_one_pass_where_labels_stand(
    folder: Path, write_files: Write
) -> None:
    tex = FakeTex()
    run(folder, tex)
    write_files(folder, {"c.tex": "changed"})
    result = run(folder, tex)
    assert tex.ran == ["tex"]
    assert result.reasons == (RerunReason.FIRST,)


def test_labels_that_never_stand_are_bounded_and_told(folder: Path) -> None:
    tex = FakeTex(labels=(str(number) for number in count()))
    result = run(folder, tex, max_passes=4)
    assert tex.ran == ["draft", "tex", "tex", "tex"]
    assert codes(result) == ["tex-unstable"]
    assert result.pdf
    again = run(folder, tex, max_passes=4)
    assert (tex.ran, codes(again)) == ([], ["tex-unstable"])


def test_one_pass_is_no_draft_if_one_is_all(folder: Path) -> None:
    tex = FakeTex()
    assert run(folder, tex, max_passes=1).pdf
    assert tex.ran == ["tex"]


def test_labels_that_go_in_circles_stop_early(folder: Path) -> None:
    tex = FakeTex(labels=cycle(["1", "2"]))
    result = run(folder, tex, max_passes=9)
    assert result.passes == 3
    assert codes(result) == ["tex-unstable"]


def test_table_widths_are_a_reason_of_their_own(folder: Path) -> None:
    widths = "\\gdef \\LT@i {\\LT@entry \n    {1}{%s.0pt}}\n"
    tex = FakeTex(labels=iter([f"a\n{widths % width}" for width in (1, 2, 2)]))
    assert run(folder, tex).reasons == (
        RerunReason.FIRST,
        RerunReason.LABELS,
        RerunReason.TABLES,
    )


def test_the_log_is_asked_once(folder: Path) -> None:
    tex = FakeTex(said="Package biblatex Warning: Please rerun LaTeX.\n")
    assert run(folder, tex).reasons == (
        RerunReason.FIRST,
        RerunReason.LABELS,
        RerunReason.ASKED,
    )


def test_lists_are_made_when_they_are_asked_for(folder: Path) -> None:
    tex = FakeTex(cites=True, labels=iter(["1", "2", "2", "2"]))
    result = run(folder, tex)
    assert tex.ran == ["draft", "biber", "draft", "tex"]
    assert result.reasons == (
        RerunReason.FIRST,
        RerunReason.BIBLIOGRAPHY,
        RerunReason.LABELS,
    )


def test_a_changed_bibliography_asks_biber_first(folder: Path, write_files: Write) -> None:
    tex = FakeTex(cites=True)
    run(folder, tex)
    write_files(folder, {"refs.bib": "@b"})
    result = run(folder, tex)
    assert tex.ran == ["biber", "tex"]
    assert result.reasons == (RerunReason.BIBLIOGRAPHY,)


def test_a_bibliography_that_changes_no_list_takes_no_pass(
    folder: Path, write_files: Write
) -> None:
    tex = FakeTex(cites=True, lists=lambda _: "the list")
    first = run(folder, tex)
    write_files(folder, {"refs.bib": "% a comment\n@a"})
    result = run(folder, tex)
    assert (tex.ran, result.passes, result.pdf) == (["biber"], 0, first.pdf)
    assert run(folder, tex).passes == 0
    assert tex.ran == []


def test_a_list_that_is_given_is_used_as_it_is(folder: Path, write_files: Write) -> None:
    write_files(folder, {"book.bbl": "the list"})
    tex = FakeTex(cites=True)
    first = typeset(folder, "book", Engine.PDFLATEX, tex, given=["book.bbl"])
    assert tex.ran == ["draft", "tex"]
    assert first.diagnostics == ()
    assert (folder / "book.bbl").read_text(encoding="utf-8") == "the list"
    tex.ran.clear()
    assert typeset(folder, "book", Engine.PDFLATEX, tex, given=["book.bbl"]).passes == 0
    write_files(folder, {"book.bbl": "another list", "book.tex": "changed"})
    assert typeset(folder, "book", Engine.PDFLATEX, tex, given=["book.bbl"]).passes == 1
    assert (folder / "book.bbl").read_text(encoding="utf-8") == "another list"


def test_a_list_that_is_given_survives_errors(folder: Path, write_files: Write) -> None:
    write_files(folder, {"book.bbl": "the list"})
    tex = FakeTex(said="./c.tex:2: Undefined control sequence.\nl.2 \\x\n     \n\n")
    for text in ("one", "two"):
        write_files(folder, {"c.tex": text})
        typeset(folder, "book", Engine.PDFLATEX, tex, given=["book.bbl"])
    assert (folder / "book.bbl").read_text(encoding="utf-8") == "the list"


def test_a_list_of_bibers_gives_way_to_one_that_is_given(folder: Path, write_files: Write) -> None:
    tex = FakeTex(cites=True)
    run(folder, tex)
    write_files(folder, {"book.bbl": "the list", "book.blg": "ERROR - of an earlier run"})
    tex.ran.clear()
    result = typeset(folder, "book", Engine.PDFLATEX, tex, given=["book.bbl"])
    assert "biber" not in tex.ran
    assert result.diagnostics == ()
    assert (folder / "book.bbl").read_text(encoding="utf-8") == "the list"


def test_a_missing_biber_costs_the_lists_alone(folder: Path) -> None:
    tex = FakeTex(cites=True, missing=("biber",))
    result = run(folder, tex)
    assert result.pdf
    assert codes(result) == ["tool-missing"]
    tex.missing = ()
    run(folder, tex)
    assert "biber" in tex.ran


def test_a_missing_engine_is_one_message(folder: Path) -> None:
    result = run(folder, FakeTex(missing=("pdflatex",)))
    assert (result.pdf, result.passes, codes(result)) == (None, 0, ["tool-missing"])


def test_nothing_to_set_is_told(tmp_path: Path) -> None:
    tex = FakeTex()
    assert codes(run(tmp_path, tex)) == ["tool-failed"]
    assert tex.ran == []


def test_a_slow_engine_is_told(folder: Path) -> None:
    tex = FakeTex(outcome=Outcome(-9, "", "", 600.0, exceeded=Limit.SECONDS))
    result = run(folder, tex)
    assert (result.pdf, result.passes, codes(result)) == (None, 1, ["tool-timeout"])
    run(folder, tex)
    assert tex.ran == ["draft"]


def test_a_fatal_error_keeps_the_pdf_before_and_returns_none(
    folder: Path, write_files: Write
) -> None:
    tex = FakeTex()
    run(folder, tex)
    write_files(folder, {"c.tex": "worse"})
    tex.said = "! Emergency stop.\n\n./c.tex:1:  ==> Fatal error occurred, no output PDF file!"
    result = run(folder, tex)
    assert result.pdf is None
    assert codes(result) == ["tex-error"]
    assert (folder / "out" / "book.pdf").read_text(encoding="utf-8") == "pdf 2"


def test_after_errors_nothing_spoilt_is_read_back(folder: Path, write_files: Write) -> None:
    tex = FakeTex(said="./c.tex:2: Missing $ inserted.\nl.2 \\x\n     \n\n")
    run(folder, tex)
    write_files(folder, {"c.tex": "better"})
    tex.said = ""
    run(folder, tex)
    assert tex.ran == ["draft", "tex"]


def test_a_file_that_was_missed_is_cause_to_run_when_it_comes(
    folder: Path, write_files: Write
) -> None:
    tex = FakeTex(said="LaTeX Warning: File `img/a.png' not found on input line 3.\n")
    run(folder, tex)
    assert run(folder, tex).passes == 0
    write_files(folder, {"img/a.png": "an image"})
    assert run(folder, tex).passes == 1


@pytest.mark.parametrize("name", ["book.aux", "out/book.pdf", "book.log", "book.build.json"])
def test_what_was_tampered_with_is_made_anew(folder: Path, name: str) -> None:
    tex = FakeTex()
    run(folder, tex)
    (folder / name).write_text("{", encoding="utf-8")
    assert run(folder, tex).pdf
    assert tex.ran == ["draft", "tex"]


def test_another_engine_starts_from_nothing(folder: Path) -> None:
    tex = FakeTex()
    run(folder, tex)
    tex.ran.clear()
    typeset(folder, "book", Engine.LUALATEX, tex)
    assert tex.ran == ["draft", "tex"]


def test_the_record_can_be_read_by_a_person(folder: Path) -> None:
    run(folder, FakeTex())
    record = json.loads((folder / "book.build.json").read_text(encoding="utf-8"))
    assert record["engine"] == "pdflatex"
    assert set(record["read"]) == {"book.tex", "c.tex", "book.ist"}
    assert record["made"]["out/book.pdf"]
    assert record["stable"] is True


@pytest.mark.tex
@pytest.mark.parametrize("engine", Engine)
def test_a_book_in_earnest(book: Path, write_files: Write, engine: Engine) -> None:
    result = typeset(book, "book", engine, Shell(), epoch=1700000000)
    assert result.diagnostics == ()
    assert result.reasons == (
        RerunReason.FIRST,
        RerunReason.BIBLIOGRAPHY,
        RerunReason.LABELS,
    )
    assert result.log.reruns == ()
    assert result.pdf
    assert pdf_facts(result.pdf).pages == result.log.pages >= 2
    assert "Knuth" in (book / "book.bbl").read_text(encoding="utf-8")
    assert "\\item alpha, 1" in (book / "book.ind").read_text(encoding="utf-8")
    assert typeset(book, "book", engine, Shell(), epoch=1700000000).reasons == ()
    chapter = (book / "chapters/01.tex").read_text(encoding="utf-8")
    write_files(book, {"chapters/01.tex": chapter.replace("Section", "See section")})
    assert typeset(book, "book", engine, Shell(), epoch=1700000000).reasons == (RerunReason.FIRST,)


@pytest.mark.tex
def test_the_same_pages_are_the_same_bytes(book: Path) -> None:
    first = typeset(book, "book", Engine.PDFLATEX, Shell(), epoch=1700000000).pdf
    assert first
    before = first.read_bytes()
    (book / "book.build.json").unlink()
    second = typeset(book, "book", Engine.PDFLATEX, Shell(), epoch=1700000000)
    assert second.passes == 3
    assert first.read_bytes() == before


@pytest.mark.tex
def test_a_faulty_book_is_made_all_the_same(faulty: Path) -> None:
    notes = {"notes/a.md": "\n" * 13 + "$$\n c = \\aplha d\n$$\n"}
    result = typeset(faulty, "book", Engine.PDFLATEX, Shell(), notes=notes)
    assert result.pdf
    places = {item.message: item.place for item in result.diagnostics}
    assert places[r"\aplha is not defined"] == Place("notes/a.md", 15, 6)
    assert places["no environment is called nosuch"] == Place("notes/b.md", 7)
    assert [line.place for line in result.overfull] == [Place("notes/a.md", 22)]


@pytest.mark.tex
def test_an_index_entry_too_deep_is_told_at_its_line(book: Path, write_files: Write) -> None:
    chapter = "%% notes/a.md:3\nText.\\index{a!b!c!d}\n"
    write_files(book, {"chapters/01.tex": chapter})
    result = typeset(book, "book", Engine.PDFLATEX, Shell())
    assert [(item.code, item.place) for item in result.diagnostics] == [
        ("index-failed", Place("notes/a.md", 3))
    ]
    assert not (book / "book.bbl").exists()


OUTLINED = "\\begin{document}\\tableofcontents\\cite{k}\\printbibliography\\end{document}"


def test_an_outline_has_the_lists_made_before_the_first_pass(
    folder: Path, write_files: Write
) -> None:
    write_files(folder, {"book.tex": OUTLINED})
    tex = FakeTex(cites=True, labels=iter(["0", "1", "1", "1"]))
    result = typeset(folder, "book", Engine.PDFLATEX, tex, outlined=True)
    assert tex.ran == ["draft", "biber", "draft", "tex"]
    assert result.reasons == (RerunReason.FIRST, RerunReason.LABELS)
    assert not (folder / "book-outline.tex").exists()
    write_files(folder, {"c.tex": "changed"})
    tex.ran.clear()
    typeset(folder, "book", Engine.PDFLATEX, tex, outlined=True)
    assert tex.ran == ["tex"]


def test_nothing_is_kept_of_an_outline_at_fault(folder: Path, write_files: Write) -> None:
    write_files(folder, {"book.tex": OUTLINED})
    tex = FakeTex(cites=True, outcome=Outcome(1, "", "", 1.0))
    typeset(folder, "book", Engine.PDFLATEX, tex, outlined=True)
    assert tex.ran[:3] == ["draft", "draft", "biber"]
