from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scidraft_tex.diagnostics import Diagnostic, Place, Severity
from scidraft_tex.engines import Engine
from scidraft_tex.typeset.log import (
    DuplicateDestination,
    LogSummary,
    LogWarning,
    MissingCharacter,
    OverfullBox,
    TexError,
    UndefinedReference,
    UnderfullPage,
)
from scidraft_tex.typeset.logparse import parse_log
from scidraft_tex.typeset.report import overfull_lines, report, worst_pages
from scidraft_tex.typeset.sourcemap import SourceMap

SOURCE = SourceMap.of(Path("never"))


def told(items: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(item.code, str(item.place)) for item in items]


def test_a_real_log_at_note_lines(faulty: Path, log_of: Callable[[str], str]) -> None:
    log = parse_log(log_of(Engine.LUALATEX))
    assert told(report(log, SourceMap.of(faulty))) == [
        ("tex-undefined-command", "notes/a.md:9:1"),
        ("tex-undefined-command", "notes/a.md:15:1"),
        ("tex-error", "notes/b.md:7:1"),
        ("tex-error", "notes/b.md:11:1"),
        ("tex-undefined-reference", "notes/a.md:9:1"),
        ("citation-missing-key", "notes/b.md:11:1"),
        ("duplicate-id", "notes/b.md:5:1"),
        ("tex-missing-character", "notes/b.md:8:1"),
        ("tex-duplicate-destination", "notes/a.md:24:1"),
        ("tex-overfull", "notes/a.md:22:1"),
        ("tex-overfull", "notes/b.md:11:1"),
    ]


def test_a_character_pdflatex_lacks_is_found_in_its_line(
    faulty: Path, log_of: Callable[[str], str]
) -> None:
    items = report(parse_log(log_of(Engine.PDFLATEX)), SourceMap.of(faulty))
    # it stands in the block whose environment is unknown, and is told with that
    (first,) = [item for item in items if item.place == Place("notes/b.md", 7)]
    assert first.message == "no environment is called nosuch"
    assert "2 more in the same block" in first.detail


def test_the_first_error_of_a_block_speaks_for_the_rest() -> None:
    errors = tuple(TexError(f"Error {number}.", "book.tex", 5) for number in range(4))
    commands = tuple(
        TexError("Undefined control sequence.", "book.tex", 5, command=name)
        for name in (r"\fooa", r"\foob", r"\fooa")
    )
    items = report(LogSummary(errors=errors + commands), SOURCE)
    assert [item.message for item in items] == [
        "TeX says: Error 0",
        r"\fooa is not defined",
        r"\foob is not defined",
    ]
    assert "and 3 more" in items[0].detail


def test_what_has_no_note_has_no_place() -> None:
    log = LogSummary(
        undefined=(UndefinedReference("x", "reference", "3", "book.tex", 7),),
        multiply_defined=("l",),
        missing_characters=(MissingCharacter("^^e2", "cmr10"),),
        duplicate_destinations=(DuplicateDestination("page.1"),),
    )
    items = report(log, SOURCE)
    assert [item.place for item in items] == [None] * 4
    assert items[0].detail == "book.tex:7: reference `x' on page 3 undefined"
    assert items[2].message == "the font cmr10 has no ^^e2"


def test_only_what_leaves_the_measure_by_more_than_5_pt_is_told() -> None:
    boxes = (
        OverfullBox("h", 5.0, "c.tex", 1, 2),
        OverfullBox("h", 5.1, "c.tex", 3, 4),
        OverfullBox("v", 9.0),
    )
    source = SourceMap({}, {})
    assert [item.message for item in report(LogSummary(overfull=boxes), source)] == [
        "a line is too wide by 5.1 pt",
        "a page is too full by 9.0 pt",
    ]
    lines = overfull_lines(LogSummary(overfull=boxes), source)
    assert [(line.points, line.line, line.place) for line in lines] == [
        (5.0, 1, None),
        (5.1, 3, None),
    ]


def test_lists_of_another_format_are_a_matter_of_versions() -> None:
    warning = LogWarning("biblatex", "File 'book.bbl' is wrong format version - expected 3.2.")
    (item,) = report(LogSummary(biblatex="3.18b", warnings=(warning,)), SOURCE)
    assert item.code == "tool-version"
    assert item.message == "biblatex 3.18b reads lists of format 3.2, biber wrote another"


def test_the_ten_worst_pages_each_once() -> None:
    pages = [UnderfullPage(100 * n, page=n, sheet=n + 4) for n in range(1, 15)]
    again = UnderfullPage(50, page=14, sheet=18)
    within = UnderfullPage(9000, "c.tex", 12, page=1, sheet=5)
    nowhere = UnderfullPage(9000)
    log = LogSummary(underfull=(again, *pages, again, within, nowhere))
    assert worst_pages(log) == tuple(pages[:3:-1])


def test_only_a_page_that_gapes_is_told_as_a_note() -> None:
    pages = (UnderfullPage(9999, page=1, sheet=5), UnderfullPage(10000, page=2, sheet=6))
    (item,) = report(LogSummary(underfull=pages), SOURCE)
    assert (item.code, item.severity) == ("tex-underfull", Severity.NOTE)
    assert item.message == "page 2 gapes (page 6 of the PDF)"
