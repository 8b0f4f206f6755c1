from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.engines import Engine
from scidraft_tex.typeset.log import (
    DuplicateDestination,
    LogSummary,
    LogWarning,
    OverfullBox,
    UndefinedReference,
    UnderfullPage,
)
from scidraft_tex.typeset.logparse import parse_log

LogOf = Callable[[str], str]
TWO = "chapters/02 (two).tex"


@pytest.mark.parametrize("engine", Engine)
def test_errors_of_a_real_log(log_of: LogOf, engine: Engine) -> None:
    errors = [
        error
        for error in parse_log(log_of(engine)).errors
        if "Unicode character" not in error.message  # pdfTeX alone
    ]
    assert [(error.file, error.line, error.message) for error in errors] == [
        ("chapters/01.tex", 4, "Undefined control sequence."),
        ("chapters/01.tex", 11, "Undefined control sequence."),
        ("chapters/01.tex", 11, "Undefined control sequence."),
        (TWO, 4, "LaTeX Error: Environment nosuch undefined."),
        (TWO, 6, r"LaTeX Error: \begin{document} ended by \end{nosuch}."),
        (TWO, 8, "Missing $ inserted."),
        (TWO, 9, "Missing $ inserted."),
    ]
    assert [error.command for error in errors] == [r"\fooo", r"\aplha", r"\aplha", *[""] * 4]
    assert errors[0].reached == r"Hello \fooo"
    assert errors[0].excerpt == r"Hello \fooo world. See \ref{nothing} (but"
    assert errors[5].excerpt == r"a_b and \cite{missing}"


@pytest.mark.parametrize("engine", Engine)
def test_the_rest_of_a_real_log(log_of: LogOf, engine: Engine) -> None:
    log = parse_log(log_of(engine))
    assert log.banner.startswith("This is ")
    assert log.pages == 2
    assert bool(log.bytes) == (engine is not Engine.XELATEX)
    assert not log.fatal
    assert log.reruns == ()
    assert log.multiply_defined == ("dup",)
    assert log.undefined == (
        UndefinedReference("nothing", "reference", "1", "chapters/01.tex", 4),
        UndefinedReference("missing", "citation", "1", TWO, 8),
    )
    wide, high = log.overfull
    assert (wide.direction, wide.file, wide.line, wide.last_line) == (
        "h",
        "chapters/01.tex",
        14,
        15,
    )
    assert wide.points == pytest.approx(213.4, abs=0.2)
    assert (high.direction, high.file, high.line) == ("v", TWO, 10)
    assert log.underfull == (UnderfullPage(10000, TWO, 12, page=2, sheet=2),)
    assert log.overfull_lines(above=5) == (wide,)
    assert log.overfull_lines(above=300) == ()


def test_characters_and_destinations_of_real_logs(log_of: LogOf) -> None:
    pdftex, luatex, xetex = (parse_log(log_of(engine)) for engine in Engine)
    assert [character.character for character in luatex.missing_characters] == ["▼"]
    assert [character.character for character in xetex.missing_characters] == ["▼"]
    assert xetex.missing_characters[0].font == "[lmroman10-regular]:mapping=tex-text;"
    assert any("Unicode character ▼ (U+25BC) not set up" in e.message for e in pdftex.errors)
    assert [item.name for item in pdftex.duplicate_destinations] == ["t"]
    assert [item.name for item in luatex.duplicate_destinations] == ["t"]


def body(*lines: str) -> LogSummary:
    return parse_log(
        "\n".join(["This is pdfTeX, Version 3", "(./book.tex (./chapters/01.tex", *lines])
    )


def test_destination_of_each_engine() -> None:
    log = body(
        "! pdfTeX warning (ext4): destination with the same identifier (name{page.1}) has been "
        "already used, duplicate ignored",
        "<to be read again> ",
        "                   \\relax ",
        "l.27 \\printbibliography",
        "                       ]",
        ") (./chapters/02.tex",
        "warning  (pdf backend): ignoring duplicate destination with the name 'section.2'",
        "xdvipdfmx:warning: Object @figure.3 already defined.",
    )
    assert log.duplicate_destinations == (
        DuplicateDestination("page.1", "chapters/01.tex", 27),
        DuplicateDestination("section.2", "chapters/02.tex"),
        DuplicateDestination("figure.3", "chapters/02.tex"),
    )
    assert log.errors == ()


def test_a_warning_of_several_lines_is_joined() -> None:
    log = body(
        "Package hyperref Warning: Token not allowed in a PDF string (Unicode):",
        "(hyperref)                removing `math shift' on input line 43.",
        "",
        "LaTeX Font Warning: Font shape `T1/cmr/m/scit' undefined",
        "(Font)              using `T1/cmr/m/n' instead on input line 5.",
        "",
        "Class scrbook Warning: Option (old) is deprecated.",
        ")",
    )
    assert log.warnings == (
        LogWarning(
            "hyperref",
            "Token not allowed in a PDF string (Unicode): removing `math shift'",
            "chapters/01.tex",
            43,
            "package",
        ),
        LogWarning(
            "LaTeX",
            "Font shape `T1/cmr/m/scit' undefined using `T1/cmr/m/n' instead",
            "chapters/01.tex",
            5,
        ),
        LogWarning("scrbook", "Option (old) is deprecated.", "chapters/01.tex", 0, "class"),
    )


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right.", True),
        ("Package longtable Warning: Table widths have changed. Rerun LaTeX.", True),
        ("Package biblatex Warning: Please rerun LaTeX.", True),
        (
            "Package rerunfilecheck Warning: File `book.out' has changed.\n(rerunfilecheck) Rerun",
            True,
        ),
        (
            "Package biblatex Warning: Please (re)run Biber\n(biblatex) and rerun LaTeX.",
            False,
        ),
        ("Package: rerunfilecheck 2022-07-10 v1.10 Rerun checks for auxiliary files (HO)", False),
        ("Package hyperref Info: Rerun nothing on input line 3.", False),
    ],
)
def test_requests_for_another_pass(text: str, asks: bool) -> None:  # noqa: FBT001
    assert bool(body(text).reruns) == asks


def test_messages_do_not_upset_the_files() -> None:
    log = body(
        "Overfull \\hbox (12.5pt too wide) in paragraph at lines 7--9",
        "[]\\T1/cmr/m/n/10 A smile :) and another ((( here ",
        " []",
        "",
        "Package hyperref Info: Link (nesting OFF on input line 3.",
        "LaTeX Warning: Citation 'a)b' on page iv undefined on input line 12.",
        ")",
        "Overfull \\hbox (1.0pt too wide) in alignment at lines 3--4",
        " [] [] ",
        " []",
        "",
        "Overfull \\vbox (12.0pt too high) has occurred while \\output is active []",
        "",
    )
    assert log.overfull == (
        OverfullBox("h", 12.5, "chapters/01.tex", 7, 9),
        OverfullBox("h", 1.0, "book.tex", 3, 4),
        OverfullBox("v", 12.0, "book.tex"),
    )
    assert log.undefined == (UndefinedReference("a)b", "citation", "iv", "chapters/01.tex", 12),)


def test_a_page_that_is_never_shipped_is_page_0() -> None:
    log = body("Underfull \\vbox (badness 1234) has occurred while \\output is active []")
    assert log.underfull == (UnderfullPage(1234, "chapters/01.tex"),)


def test_underfull_lines_are_no_pages() -> None:
    log = body("Underfull \\hbox (badness 10000) in paragraph at lines 5--6", " []", "")
    assert (log.underfull, log.overfull) == ((), ())


def test_a_runaway_argument_goes_with_its_error() -> None:
    (error,) = body(
        "Runaway argument?",
        "{\\bfseries runaway ",
        "./chapters/01.tex:11: Paragraph ended before \\text@ was complete.",
        "<to be read again> ",
        "                   \\par ",
        "l.11 ",
        "     ",
        "I suspect you've forgotten a `}', causing me to apply this",
        "",
        ")",
    ).errors
    assert error.runaway == "{\\bfseries runaway"
    assert (error.file, error.line) == ("chapters/01.tex", 11)


def test_what_follows_a_runaway_is_not_lost() -> None:
    (error,) = body("Runaway definition?", "./chapters/01.tex:3: Missing $ inserted.").errors
    assert (error.line, error.runaway) == (3, "")


def test_a_missing_input_file_takes_the_place_where_tex_gives_up() -> None:
    log = body(
        "! LaTeX Error: File `nofile.tex' not found.",
        "",
        "Type X to quit or <RETURN> to proceed,",
        "or enter new name. (Default extension: tex)",
        "",
        "Enter file name: ",
        "./chapters/01.tex:19: Emergency stop.",
        "<read *> ",
        "         ",
        "l.19 \\input{nofile}",
        "                   ^^M",
        "*** (cannot \\read from terminal in nonstop modes)",
        "",
        "./chapters/01.tex:19:  ==> Fatal error occurred, no output PDF file produced!",
    )
    (error,) = log.errors
    assert error.message == "LaTeX Error: File `nofile.tex' not found."
    assert (error.file, error.line, error.excerpt) == ("chapters/01.tex", 19, "\\input{nofile}")
    assert log.fatal
    assert log.pages == 0


def test_an_error_of_a_package_is_joined() -> None:
    (error,) = body(
        "./chapters/01.tex:5: Package amsmath Error: Multiple \\label's: label `a' will be lost",
        "(amsmath)            and something more.",
        "",
        "See the amsmath package documentation for explanation.",
        "Type  H <return>  for immediate help.",
        " ...                                              ",
        "                                                  ",
        "l.5 \\label{b}",
        "             ",
        "",
    ).errors
    assert error.message.endswith("`a' will be lost and something more.")
    assert error.line == 5


def test_what_was_written() -> None:
    assert body("Output written on book.pdf (244 pages, 1234567 bytes).").bytes == 1234567
    assert body("Output written on out (1 page).").pages == 1
    assert body("No pages of output.").fatal
    assert body("Package: biblatex 2022/07/12 v3.18b programmable (PK)").biblatex == "3.18b"


def test_an_empty_log() -> None:
    assert parse_log("") == LogSummary()


LINES = st.one_of(
    st.text(st.characters(exclude_characters="\n\r"), max_size=40),
    st.sampled_from(
        [
            "(./book.tex",
            ")",
            "Overfull \\hbox (3.0pt too wide) in paragraph at lines 1--2",
            " []",
            "! Undefined control sequence.",
            "./a.tex:3: Missing $ inserted.",
            "l.3 \\foo",
            "Runaway argument?",
            "LaTeX Warning: Reference `x' on page 1 undefined on input line 2.",
            "pdfTeX warning (ext4): destination with the same identifier (name{x}) has been",
        ]
    ),
)


@given(st.lists(LINES, max_size=12))
def test_no_log_is_too_odd(lines: list[str]) -> None:
    log = parse_log("\n".join(lines))
    assert log.errors or not any(line.startswith("./a.tex:3: Missing") for line in lines)
