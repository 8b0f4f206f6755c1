"""The command `book`: options, where settings come from, exit codes, and no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scidraft_tex import __version__, cli, pipeline
from scidraft_tex.cli import Exit
from scidraft_tex.cli.exits import exit_code
from scidraft_tex.cli.options import epoch_of
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.settings import Settings
from tests.cli.conftest import Command, title_of, write
from tests.press import Press

REPOSITORY = Path(__file__).parents[2]
NOTE = "# The first note\n\n**Theorem (one).** One is one.\n"
WARNED = "# A note\n\n<blink>Text.</blink>\n"
FAULTY = "# A note\n\n![A picture](nowhere.png)\n"


# --- exit codes ------------------------------------------------------------------------------


def test_a_book_without_faults_is_made(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE})
    done = run("book", "site")
    assert (done.code, done.err) == (0, "")
    assert (home / "build/book.pdf").is_file()
    assert json.loads((home / "build/report.json").read_text())["pages"] == 3
    assert "3 pages of 1 note, set by pdflatex" in done.out
    assert "1 result: 1 Theorem" in done.out
    assert done.out.splitlines()[-1] == "build/book.pdf"


def test_every_stage_is_told_with_its_seconds(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    lines = run("book").out.splitlines()
    assert tuple(line.split()[0] for line in lines[:8]) == pipeline.STAGES


def test_a_book_with_an_error_is_made_all_the_same(home: Path, run: Command) -> None:
    write(home, {"site/one.md": FAULTY})
    done = run("book", "site")
    assert done.code == 1
    assert (home / "build/book.pdf").is_file()
    head, source, caret, *_ = done.err.splitlines()
    assert head.startswith("one.md:3:1: error[image-missing]: ")
    assert source.strip() == "3 | ![A picture](nowhere.png)"
    assert caret.strip() == "| ^"
    assert "1 error, no warnings" in done.out


def test_a_warning_fails_only_if_told_to(home: Path, run: Command) -> None:
    write(home, {"one.md": WARNED})
    assert run("book").code == 0
    strict = run("book", "--strict")
    assert strict.code == 1
    assert "warning[html-unknown]" in strict.err
    assert (home / "build/book.pdf").is_file()


@pytest.mark.parametrize(
    "arguments",
    [(), ("print",), ("book", "--papers"), ("book", "--jobs", "many"), ("book", "-q", "-v")],
)
def test_arguments_that_cannot_be_read(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    assert ended.value.code == Exit.USAGE
    assert "usage: scidraft-tex" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--engine", "--profile", "--paper"])
def test_a_value_that_is_none_of_an_option(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["book", option, "word"])
    assert ended.value.code == Exit.USAGE
    assert f"argument {option}: invalid choice: 'word'" in capsys.readouterr().err


def test_a_folder_that_is_not_there(run: Command) -> None:
    done = run("book", "nowhere")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: there is no folder nowhere\n"
    assert not done.press.asked


def test_a_file_is_no_folder(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    assert run("book", "one.md").code == 2


def test_the_settings_name_a_folder_that_is_not_there(home: Path, run: Command) -> None:
    write(home, {"book.yaml": "site: ../elsewhere\n"})
    done = run("book")
    assert done.code == 2
    assert done.err == "error: there is no folder ../elsewhere\n"


def test_an_error_in_the_settings_is_shown_with_its_line(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE, "site/book.yaml": "title: A\npapper: a4\n"})
    done = run("book", "site")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[:3] == [
        "book.yaml:2:1: error[settings-unknown-key]: the key `papper` is not known",
        "  2 | papper: a4",
        "    | ^",
    ]
    assert not done.press.asked
    assert not (home / "build").exists()


def test_the_line_shown_is_that_of_the_settings_in_use(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE, "site/book.yaml": "title: A\n", "my/book.yaml": "zzz: 1\n"})
    done = run("book", "site", "--config", "my/book.yaml")
    assert done.code == 2
    assert "  1 | zzz: 1\n" in done.err


def test_settings_that_are_not_there(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE})
    done = run("book", "site", "--config", "other.yaml")
    assert done.code == 2
    assert "error[site-settings]: other.yaml cannot be read" in done.err


@pytest.mark.parametrize("program", ["pdflatex", "pandoc"])
def test_a_missing_program_is_named_with_what_installs_it(
    program: str, home: Path, run: Command
) -> None:
    write(home, {"one.md": NOTE})
    done = run("book", press=Press(lacks={program}))
    assert done.code == 3
    assert f"error[tool-missing]: {program} is not installed" in done.err
    hint = {"pdflatex": "run: apt-get install texlive-latex-base", "pandoc": "run: make setup"}
    assert hint[program] in done.err
    assert not (home / "build/book.pdf").exists()


def test_a_program_that_only_a_part_needs_does_not_stop_the_book() -> None:
    said = Diagnostics()
    said.report("tool-missing", "biber is not installed")
    assert exit_code(said, made=True, strict=False) is Exit.ERRORS


def test_nothing_is_made(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    fatal = "! Emergency stop.\n!  ==> Fatal error occurred, no output PDF file produced!"
    done = run("book", press=Press(pages=0, log=fatal))
    assert done.code == 4
    assert "error[tex-error]" in done.err
    assert done.out.splitlines()[-1] == "no PDF was made"
    assert json.loads((home / "build/report.json").read_text())["pdf"] is None


@pytest.mark.parametrize("program", ["pandoc", "pdflatex"])
def test_an_interrupt_ends_in_one_line(program: str, home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    done = run("book", press=Press(interrupt=program))
    assert done.code == 130
    assert done.err == "\ninterrupted\n"
    assert not (home / "build/book.pdf").exists()


def test_what_cannot_be_written_is_named(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE, "build": "a file where a folder belongs\n"})
    done = run("book")
    assert done.code == 4
    assert done.err.startswith("error: build")
    assert (home / "build").read_text() == "a file where a folder belongs\n"


def test_an_output_that_is_a_folder(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    (home / "out.pdf").mkdir()
    done = run("book", "-o", "out.pdf")
    assert done.code == 4
    assert "out.pdf" in done.err


def test_a_fault_of_ours_says_so(home: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, {"one.md": NOTE})

    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("scidraft_tex.pipeline.resolve", fail)
    done = run("book")
    assert done.code == 4
    assert "error[internal-error]: ZeroDivisionError in test_book.py:" in done.err
    assert "by nought" in done.err
    assert "please report it" in done.err


def test_a_template_of_the_site_with_a_fault(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE, "templates/book/book.tex.j2": "\\VAR{nothing.at.all}\n"})
    write(home, {"book.yaml": "trust: notes\n"})
    assert run("book").code == 0
    write(home, {"book.yaml": "trust: authors\n"})
    done = run("book")
    assert done.code == 4
    assert "templates/book/book.tex.j2:1" in done.err
    assert "error[template-fault]" in done.err


# --- where settings and the site come from ---------------------------------------------------


def test_the_site_is_here_if_nothing_else_is_said(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    assert run("book").code == 0
    assert title_of(home / "build/book.pdf") == "home"


def test_settings_of_the_site(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE, "site/book.yaml": "title: Of the site\n"})
    write(home, {"book.yaml": "title: Of this folder\n"})
    assert run("book", "site").code == 0
    assert title_of(home / "build/book.pdf") == "Of the site"


def test_settings_of_this_folder_name_the_site(home: Path, run: Command) -> None:
    write(home.parent, {"site/one.md": NOTE, "site/book.yaml": "title: Of the site\n"})
    write(home, {"book.yaml": "title: Of this folder\nsite: ../site\n"})
    done = run("book")
    assert done.code == 0
    assert "of 1 note" in done.out
    assert title_of(home / "build/book.pdf") == "Of this folder"


def test_settings_of_this_folder_serve_a_site_without_any(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE, "book.yaml": "title: Of this folder\nsite: nowhere\n"})
    assert run("book", "site").code == 0
    assert title_of(home / "build/book.pdf") == "Of this folder"


def test_settings_that_are_named_win(home: Path, run: Command) -> None:
    write(home, {"site/one.md": NOTE, "site/book.yaml": "title: Of the site\n"})
    write(home, {"sets/my.yaml": "title: Named\nsite: ../site\n"})
    assert run("book", "--config", "sets/my.yaml").code == 0
    assert title_of(home / "build/book.pdf") == "Named"


# --- options ---------------------------------------------------------------------------------


def test_output_and_report_go_where_they_are_sent(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    done = run("book", "-o", "out/my.pdf", "--report", "out/my.json")
    assert done.out.splitlines()[-1] == "out/my.pdf"
    assert json.loads((home / "out/my.json").read_text())["pdf"] == "out/my.pdf"
    assert not (home / "build/book.pdf").exists()
    assert not (home / "build/report.json").exists()


def test_options_win_over_settings(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE, "book.yaml": "engine: pdflatex\npaper: a4\nprofile: screen\n"})
    done = run("book", "--engine", "lualatex", "--paper", "a5", "--profile", "print")
    assert set(done.press.engines) == {"lualatex"}
    book = (home / "build/book/book.tex").read_text()
    assert "twoside" in book


def test_further_pdfs_lie_beside_the_book_and_end_the_summary(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    done = run("book", "--impose", "2up", "--crop-marks", "-o", "out/my.pdf")
    names = ["out/my.pdf", "out/my-2up.pdf", "out/my-marks.pdf"]
    assert done.out.splitlines()[-3:] == names
    assert all((home / name).is_file() for name in names)
    assert json.loads((home / "build/report.json").read_text())["beside"] == names[1:]


def test_settings_ask_for_further_pdfs_unless_options_say_no(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE, "book.yaml": "impose: booklet\ncrop_marks: true\n"})
    assert run("book", "--no-crop-marks").out.splitlines()[-1] == "build/book-booklet.pdf"
    assert run("book", "--impose", "none").out.splitlines()[-1] == "build/book-marks.pdf"


def test_drafts_are_printed_if_asked_for(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE, "two.md": "---\ntitle: Two\ndraft: true\n---\nText.\n"})
    assert "of 1 note" in run("book").out
    assert "of 2 notes" in run("book", "--drafts").out


def test_quiet_leaves_errors_alone(home: Path, run: Command) -> None:
    write(home, {"one.md": WARNED, "two.md": FAULTY})
    done = run("book", "--quiet")
    assert (done.code, done.out) == (1, "")
    assert "error[image-missing]" in done.err
    assert "html-unknown" not in done.err


def test_verbose_tells_notes(home: Path, run: Command) -> None:
    plan = "parts:\n  - chapters:\n      - notes: [one]\n"
    write(home, {"one.md": NOTE, "two.md": NOTE, "book.yaml": plan})
    assert "note-unplaced" not in run("book").err
    assert "note[note-unplaced]" in run("book", "--verbose").err


def test_no_jobs_are_one(home: Path, run: Command) -> None:
    write(home, {"one.md": NOTE})
    assert run("book", "--jobs", "0").code == 0


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["book", "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for option in ("--output", "--config", "--engine", "--profile", "--paper", "--strict", "SITE"):
        assert option in shown


def test_version_comes_without_the_program_behind_it() -> None:
    code = "import sys; sys.argv[1:] = ['--version']\nfrom scidraft_tex import cli\n"
    code += (
        "try: cli.main()\nfinally: print(*sorted(m for m in sys.modules if 'scidraft_tex' in m))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"scidraft-tex {__version__}\n")
    assert "scidraft_tex.pipeline" not in done.stdout


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "scidraft_tex", "book", "nowhere-at-all"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: there is no folder nowhere-at-all\n"


def test_a_terminal_without_the_letters_shows_their_codes(home: Path) -> None:
    write(home, {"one.md": "# Ä\n\n<blink>τ</blink>\n", "book.yaml": "títle: x\n"})
    command = [sys.executable, "-m", "scidraft_tex", "book"]
    done = subprocess.run(
        command,
        cwd=home,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert rb"t\xedtle" in done.stderr


# --- dates -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variable", "date", "epoch"),
    [
        ("86400", "", 86400),
        ("86400", "2026-11-30", 86400),
        ("", "2026-11-30", 1795996800),
        ("", "1970-01-01", 0),
        ("", "Autumn 2026", None),
        ("", "", None),
        ("", "1969-12-31", None),
        ("-5", "", None),
        ("²", "", None),
        ("9" * 5000, "", None),
    ],
)
def test_what_dates_the_pdf(
    variable: str, date: str, epoch: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", variable)
    assert epoch_of(Settings(date=date)) == epoch


@pytest.mark.parametrize(
    ("codes", "made", "strict", "expected"),
    [
        ([], True, False, Exit.MADE),
        (["html-unknown"], True, False, Exit.MADE),
        (["html-unknown"], True, True, Exit.ERRORS),
        (["note-unplaced"], True, True, Exit.MADE),
        (["duplicate-id"], True, False, Exit.ERRORS),
        ([], False, False, Exit.NOTHING_MADE),
        (["tex-error"], False, False, Exit.NOTHING_MADE),
        (["tex-error", "tool-missing"], False, False, Exit.TOOL_MISSING),
    ],
)
def test_exit_codes(codes: list[str], *, made: bool, strict: bool, expected: Exit) -> None:
    said = Diagnostics()
    for code in codes:
        said.report(code, "x")
    assert exit_code(said, made=made, strict=strict) is expected
