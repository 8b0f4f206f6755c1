"""The command `handout`: how notes, sheets and their site are named, options, exit codes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from scidraft_tex import cli
from scidraft_tex.cli import Exit
from scidraft_tex.handouts import STAGES
from tests.cli.conftest import Command, title_of, write
from tests.press import Press

HUGO = 'title = "Notes"\nbaseURL = "https://notes.example/"\n'
EXERCISE = "**Exercise (one).** Do it.\n\n**Solution.** Done.\n{.solution}\n"
SITE = {
    "hugo.toml": HUGO,
    "content/notes/one.md": f"---\ntitle: The First\nslug: first\ntags: [sums]\n---\n{EXERCISE}",
    "content/notes/two.md": "---\ntitle: The Second\ntags: [sums]\n---\nTwo.\n",
    "content/notes/parcel/index.md": "---\ntitle: A Parcel\ncategories: [Gifts]\n---\nThree.\n",
    "content/notes/early.md": "---\ntitle: Early\ndraft: true\n---\nFour.\n",
}
TERM = """\
course: Sums
audiences: [student, instructor]
sheets:
  - name: week-1
    notes: first
    date: 2026-10-12
  - name: week-2
    title: Two weeks
    select: [tag=sums]
    audiences: student
"""


@pytest.fixture
def site(home: Path) -> Path:
    """Return the folder `site` in the one that the command runs in; it has no term."""
    return write(home / "site", SITE)


@pytest.fixture
def term(home: Path) -> Path:
    """Return the same with the sheets of a term."""
    return write(home / "site", {**SITE, "handout.yaml": TERM})


def made(home: Path, folder: str = "build/handouts") -> list[str]:
    """Return the PDFs that there are below FOLDER."""
    found = (home / folder).rglob("*.pdf")
    paths = (path.relative_to(home / folder).as_posix() for path in found)
    return sorted(path for path in paths if "tex/" not in path)


def values_of(home: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads((home / "build/handouts/report.json").read_text())
    return values


def notes_of(home: Path) -> list[str]:
    """Return the names of the notes of the one edition that was made."""
    (sheet,) = values_of(home)["sheets"]
    return [Path(note).name for note in sheet["notes"]]


def source(home: Path, sheet: str, name: str = "sheet.tex", audience: str = "student") -> str:
    return (home / "build/handouts" / audience / "tex" / sheet / name).read_text("utf-8")


# --- how notes are named ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sheet"),
    [
        ("site/content/notes/one.md", "one"),
        ("./site/../site/content/notes/two.md", "two"),
        ("site/content/notes/parcel", "parcel"),
    ],
)
@pytest.mark.usefixtures("site")
def test_a_path_tells_its_site(name: str, sheet: str, home: Path, run: Command) -> None:
    done = run("handout", name)
    assert (done.code, done.err) == (0, "")
    assert made(home) == [f"student/{sheet}.pdf"]


@pytest.mark.usefixtures("site")
def test_a_file_in_the_folder_of_the_notes(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = home / "site/content/notes"
    monkeypatch.chdir(notes)
    assert run("handout", "two.md").code == 0
    assert made(notes) == ["student/two.pdf"]
    assert "notes.example/notes/two" in source(notes, "two")


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("names", "sheet", "notes"),
    [
        (["first"], "first", ["one.md"]),
        (["two", "first"], "two", ["two.md", "one.md"]),
        (["The  first", "first"], "the-first", ["one.md"]),
        (["A Parcel", "early"], "a-parcel", ["index.md", "early.md"]),
    ],
)
def test_notes_together_make_a_sheet(
    names: list[str], sheet: str, notes: list[str], home: Path, run: Command
) -> None:
    assert run("handout", *names, "site").code == 0
    assert made(home) == [f"student/{sheet}.pdf"]
    assert notes_of(home) == notes


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("selectors", "sheet", "notes"),
    [
        (["tag=Sums"], "sums", ["one.md", "two.md"]),
        (["category=gifts"], "gifts", ["index.md"]),
        (["notes/t*.md"], "t", ["two.md"]),
        (["category=gifts", "tag=sums"], "gifts", ["index.md", "one.md", "two.md"]),
    ],
)
def test_notes_are_selected(
    selectors: list[str], sheet: str, notes: list[str], home: Path, run: Command
) -> None:
    options = [word for selector in selectors for word in ("--select", selector)]
    done = run("handout", *options, "site")
    assert (done.code, done.err) == (0, "")
    assert made(home) == [f"student/{sheet}.pdf"]
    assert notes_of(home) == notes


@pytest.mark.usefixtures("site")
def test_notes_that_are_named_come_before_those_selected(home: Path, run: Command) -> None:
    assert run("handout", "two", "site", "--select", "tag=sums").code == 0
    assert notes_of(home) == ["two.md", "one.md"]


# --- the sheets of a term --------------------------------------------------------------------


@pytest.mark.usefixtures("term")
def test_all_sheets(home: Path, run: Command) -> None:
    done = run("handout", "--all", "site")
    assert (done.code, done.err) == (0, "")
    assert made(home) == ["instructor/week-1.pdf", "student/week-1.pdf", "student/week-2.pdf"]


@pytest.mark.parametrize(("names", "sheets"), [(["week-2"], 1), (["week-2", "Week-1"], 3)])
@pytest.mark.usefixtures("term")
def test_a_sheet_is_named(names: list[str], sheets: int, home: Path, run: Command) -> None:
    assert run("handout", *names, "site").code == 0
    assert len(made(home)) == sheets


def test_the_term_here_is_that_of_the_site_it_names(home: Path, run: Command) -> None:
    write(home / "notes", SITE)
    write(home, {"handout.yaml": f"site: notes\n{TERM}"})
    assert run("handout", "--all").code == 0
    assert len(made(home)) == 3
    assert {note for one in values_of(home)["sheets"] for note in one["notes"]} == {
        "content/notes/one.md",
        "content/notes/two.md",
    }


@pytest.mark.usefixtures("term")
def test_another_term(home: Path, run: Command) -> None:
    write(home, {"spring.yaml": "sheets: [{name: may, notes: two}]\n"})
    assert run("handout", "--all", "--term", "spring.yaml", "site").code == 0
    assert made(home) == ["student/may.pdf"]


@pytest.mark.usefixtures("term")
def test_a_note_is_printed_as_the_term_says(home: Path, run: Command) -> None:
    assert run("handout", "two", "site").code == 0
    assert made(home) == ["instructor/two.pdf", "student/two.pdf"]
    assert "Sums" in source(home, "two")


# --- names that do not do --------------------------------------------------------------------


@pytest.mark.usefixtures("site")
def test_no_note_of_that_name(home: Path, run: Command) -> None:
    done = run("handout", "frist", "site")
    assert (done.code, done.press.asked) == (2, [])
    assert "error[note-not-found]: no note is called frist" in done.err
    assert "did you mean first" in done.err
    assert not (home / "build").exists()


@pytest.mark.usefixtures("site")
def test_a_name_that_is_none_costs_no_other(home: Path, run: Command) -> None:
    done = run("handout", "first", "nothing", "site")
    assert done.code == 1
    assert "error[note-not-found]" in done.err
    assert notes_of(home) == ["one.md"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("selector", ["tag=none", "set=none", "category=none", "none/*.md"])
def test_a_selector_that_chooses_nothing(selector: str, home: Path, run: Command) -> None:
    done = run("handout", "--select", selector, "site")
    assert (done.code, done.press.asked) == (2, [])
    assert "error[" in done.err
    assert selector in done.err
    assert not (home / "build").exists()


def test_an_unknown_note_of_a_term_is_told_at_its_line(home: Path, run: Command) -> None:
    term = TERM.replace("notes: first", "notes: frist")
    write(home / "site", {**SITE, "handout.yaml": term})
    done = run("handout", "--all", "site")
    assert done.code == 1
    assert "handout.yaml:5:5: error[note-not-found]" in done.err
    assert made(home) == ["student/week-2.pdf"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name the notes of a sheet, select some, or say --all"),
        (["--all", "site"], "there is no sheet in handout.yaml; name notes, or write one"),
        (["--all", "first", "site"], "--all prints every sheet, and first is no site's folder"),
        (["--all", "nowhere"], "--all prints every sheet, and nowhere is no site's folder"),
        (
            ["--all", "site", "--select", "tag=sums"],
            "--all prints every sheet, and --select chooses the notes of one",
        ),
    ],
)
@pytest.mark.usefixtures("site")
def test_what_cannot_be_meant(arguments: list[str], said: str, home: Path, run: Command) -> None:
    done = run("handout", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"error: {said}\n")
    assert not done.press.asked
    assert not (home / "build").exists()


@pytest.mark.usefixtures("term")
@pytest.mark.parametrize("option", ["--sheet", "--title"])
def test_what_only_one_sheet_can_have(option: str, run: Command) -> None:
    done = run("handout", "--all", "site", option, "7")
    assert (done.code, done.err) == (2, "error: --sheet and --title are of a single sheet\n")


@pytest.mark.usefixtures("term")
def test_a_sheet_beside_a_note_is_no_note(run: Command) -> None:
    done = run("handout", "first", "week-2", "site")
    assert done.code == 1
    assert "error[note-not-found]: no note is called week-2" in done.err


@pytest.mark.parametrize(
    "option",
    [
        ("--audience", "parents"),
        ("--paper", "a5"),
        ("--size", "11"),
        ("--sides", "three"),
        ("--impose", "4up"),
        ("--fit", "two"),
        ("--fit", "-1"),
        ("--space", "wide"),
        ("--style", "lined"),
        ("--proofs", "hide"),
        ("--bundle",),
    ],
)
def test_an_option_that_is_none(
    option: tuple[str, ...], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(home, SITE)
    with pytest.raises(SystemExit) as ended:
        cli.main(["handout", "first", *option])
    assert ended.value.code == Exit.USAGE
    assert option[0] in capsys.readouterr().err


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["handout", "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for option in (
        *("--all", "--select", "--term", "--output", "--together", "--audience", "--paper"),
        *("--size", "--sides", "--notes-margin", "--impose", "--fit", "--proofs", "--solutions"),
        *("--hints", "--workings", "--space", "--style", "--points", "--marks", "--qr"),
        *("--course", "--sheet", "--title", "--date", "--lecturer", "--jobs", "--strict"),
    ):
        assert option in shown


# --- audiences -------------------------------------------------------------------------------


@pytest.mark.usefixtures("site")
def test_students_are_meant_if_nobody_is_named(home: Path, run: Command) -> None:
    assert run("handout", "first", "site").code == 0
    assert made(home) == ["student/first.pdf"]


@pytest.mark.usefixtures("site")
def test_audiences_are_named_one_by_one(home: Path, run: Command) -> None:
    who = ("--audience", "instructor", "--audience", "solutions", "--audience", "instructor")
    assert run("handout", "first", "site", *who).code == 0
    assert made(home) == ["instructor/first.pdf", "solutions/first.pdf"]
    assert "Done." in source(home, "first", "text.tex", "instructor")
    assert "Done." in source(home, "first", "solutions.tex", "solutions")


@pytest.mark.usefixtures("term")
def test_an_audience_that_is_named_is_for_all_sheets(home: Path, run: Command) -> None:
    assert run("handout", "--all", "site", "--audience", "solutions").code == 0
    assert made(home) == ["solutions/week-1.pdf", "solutions/week-2.pdf"]


@pytest.mark.usefixtures("site")
def test_each_audience_has_a_folder_of_its_own(home: Path, run: Command) -> None:
    who = [word for one in ("student", "solutions", "instructor") for word in ("--audience", one)]
    assert run("handout", "first", "site", *who).code == 0
    folders = sorted(path.name for path in (home / "build/handouts").iterdir() if path.is_dir())
    assert folders == ["instructor", "solutions", "student"]
    for path in (home / "build/handouts/student").rglob("*"):
        assert path.is_dir() or b"Done" not in path.read_bytes(), path


TOGETHER = (
    "error: out would hold students' files beside those with solutions: "
    "name another folder for each audience, or say --together\n"
)


@pytest.mark.parametrize("other", ["solutions", "instructor"])
@pytest.mark.usefixtures("site")
def test_students_beside_solutions_ask_for_it(other: str, home: Path, run: Command) -> None:
    both = ("first", "site", "-o", "out", "--audience", "student", "--audience", other)
    done = run("handout", *both)
    assert (done.code, done.out, done.err) == (2, "", TOGETHER)
    assert not (home / "out").exists()
    assert run("handout", *both, "--together").code == 0
    assert made(home, "out") == [f"first-{other}.pdf", "first-student.pdf"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(("first", "second"), [("student", "instructor"), ("solutions", "student")])
def test_files_of_an_earlier_run_count(first: str, second: str, home: Path, run: Command) -> None:
    assert run("handout", "two", "site", "-o", "out", "--audience", first).code == 0
    again = ("first", "site", "-o", "out", "--audience", second)
    done = run("handout", *again)
    assert (done.code, done.err) == (2, TOGETHER)
    assert made(home, "out") == [f"two-{first}.pdf"]
    assert run("handout", *again, "--together").code == 0
    assert made(home, "out") == sorted([f"two-{first}.pdf", f"first-{second}.pdf"])


@pytest.mark.usefixtures("term")
def test_audiences_of_a_term_count(run: Command) -> None:
    done = run("handout", "--all", "site", "-o", "out")
    assert (done.code, done.err) == (2, TOGETHER)
    assert run("handout", "week-2", "site", "-o", "out").code == 0
    assert run("handout", "week-1", "site", "-o", "out").code == 2


@pytest.mark.usefixtures("term")
def test_an_audience_that_is_named_counts_in_place_of_the_sheets(home: Path, run: Command) -> None:
    assert run("handout", "--all", "site", "-o", "out", "--audience", "student").code == 0
    assert made(home, "out") == ["week-1-student.pdf", "week-2-student.pdf"]
    done = run("handout", "week-2", "site", "-o", "out", "--audience", "instructor")
    assert (done.code, done.err) == (2, TOGETHER)


@pytest.mark.usefixtures("site")
def test_solutions_and_instructor_may_stand_together(home: Path, run: Command) -> None:
    who = ("--audience", "solutions", "--audience", "instructor")
    assert run("handout", "first", "site", "-o", "out", *who).code == 0
    assert made(home, "out") == ["first-instructor.pdf", "first-solutions.pdf"]


@pytest.mark.usefixtures("site")
def test_imposed_files_of_an_earlier_run_count(home: Path, run: Command) -> None:
    imposed = ("--impose", "2up")
    assert (
        run("handout", "two", "site", "-o", "out", "--audience", "instructor", *imposed).code == 0
    )
    (home / "out/two-instructor.pdf").unlink()
    done = run("handout", "first", "site", "-o", "out")
    assert (done.code, done.err) == (2, TOGETHER)


# --- where things go -------------------------------------------------------------------------


@pytest.mark.usefixtures("site")
def test_what_is_written(home: Path, run: Command) -> None:
    done = run("handout", "first", "site")
    assert tuple(line.split()[0] for line in done.out.splitlines()[: len(STAGES)]) == STAGES
    tail = done.out.splitlines()[len(STAGES) :]
    assert tail[0] == "build/handouts/student/first.pdf  3 pages"
    assert tail[1].startswith("1 edition, 3 pages, ")
    assert tail[2] == "no errors, no warnings"
    assert title_of(home / "build/handouts/student/first.pdf") == "The First"


@pytest.mark.usefixtures("site")
def test_output_and_report_go_where_they_are_sent(home: Path, run: Command) -> None:
    done = run("handout", "first", "site", "-o", "out/now", "--report", "out/my.json")
    assert done.code == 0
    assert "out/now/first-student.pdf  3 pages" in done.out
    sheet = json.loads((home / "out/my.json").read_text())["sheets"][0]
    assert sheet["pdf"] == "out/now/first-student.pdf"
    assert made(home) == []
    assert not (home / "build/handouts/report.json").exists()


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("how", ["2up", "booklet"])
def test_imposed_pages_stand_beside(how: str, home: Path, run: Command) -> None:
    done = run("handout", "first", "site", "--impose", how)
    assert made(home) == [f"student/first-{how}.pdf", "student/first.pdf"]
    assert f"build/handouts/student/first-{how}.pdf" in done.out
    assert values_of(home)["sheets"][0]["beside"] == [f"build/handouts/student/first-{how}.pdf"]


@pytest.mark.usefixtures("term")
def test_the_site_is_only_read(home: Path, run: Command) -> None:
    before = sorted(path.relative_to(home) for path in (home / "site").rglob("*"))
    assert run("handout", "--all", "site").code == 0
    assert sorted(path.relative_to(home) for path in (home / "site").rglob("*")) == before


# --- settings --------------------------------------------------------------------------------

OWN = """\
course: Sums
lecturer: Ada Example
date: 2026-10-12
paper: letter
size: 10
sides: two
marks: true
qr: false
solutions: omit
sheets: [{name: week-1, number: 3a, title: Of sums, notes: first, fit: 1}]
"""


def test_a_term_tells_how_sheets_look(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "handout.yaml": OWN})
    assert run("handout", "--all", "site").code == 0
    root, preamble = source(home, "week-1"), source(home, "week-1", "preamble.tex")
    for words in ("Sums", "Ada Example", "October 12, 2026", "3a", "Of sums", "twoside"):
        assert words in root, words
    assert "fontsize=10pt" in root
    assert "\\headqr\n" not in root
    assert "letter" in preamble or "215.9" in preamble or "614" in preamble
    assert values_of(home)["sheets"][0]["fitting"]["margins"] < 1


def test_options_win_over_the_term(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "handout.yaml": OWN})
    options: Mapping[str, str] = {
        "--course": "Products",
        "--lecturer": "Ben Sample",
        "--date": "2026-12-24",
        "--sheet": "4b",
        "--title": "Of products",
        "--size": "12",
        "--sides": "one",
        "--fit": "0",
        "--solutions": "show",
    }
    more = ("--qr", "--no-marks", "--paper=a4", "--audience=student")
    given = [word for pair in options.items() for word in pair]
    assert run("handout", "--all", "site", *given, *more).code == 0
    root = source(home, "week-1")
    for words in ("Products", "Ben Sample", "December 24, 2026", "4b", "Of products", "oneside"):
        assert words in root, words
    assert "fontsize=12pt" in root
    assert "\\headqr" in root
    assert "Done." in source(home, "week-1", "text.tex")
    (sheet,) = values_of(home)["sheets"]
    assert sheet["fitting"] == {"size": 12, "leading": 1.0, "margins": 1.0}


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--space", "6cm"), "\\room{blank}{170.7"),
        (("--space=4cm", "--style=ruled"), "\\room{ruled}{113.8"),
        (("--solutions", "omit"), ""),
        (("--solutions", "end"), "\\movedto{h1}"),
    ],
)
def test_options_for_what_is_hidden(
    options: tuple[str, ...], words: str, home: Path, run: Command
) -> None:
    write(home / "site", {"content/notes/one.md": SITE["content/notes/one.md"] + "\nThe end.\n"})
    assert run("handout", "one", "site", *options).code == 0
    text = source(home, "one", "text.tex")
    assert words in text
    assert "Done." not in text
    assert ("\\room" in text) == words.startswith("\\room")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("size: 11", "11"),
        ("papr: a4", "paper"),
        ("space: wide", "wide"),
        ("audiences: [parents]", "parents"),
        ("sheets: [{name: a b, notes: first}]", "a b"),
    ],
)
def test_a_wrong_term_is_told_before_anything_is_made(
    line: str, said: str, home: Path, run: Command
) -> None:
    write(home / "site", {**SITE, "handout.yaml": f"course: Sums\n{line}\n"})
    done = run("handout", "first", "site")
    assert (done.code, done.press.asked) == (2, [])
    assert done.err.startswith("handout.yaml:2:")
    assert said in done.err
    assert not (home / "build").exists()


def test_a_term_that_is_no_yaml_is_told(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "handout.yaml": "course: [Sums\nsize: 10\n"})
    done = run("handout", "first", "site")
    assert done.code == 2
    assert done.err.startswith("handout.yaml:")


def test_a_term_that_is_not_there_is_told(site: Path, run: Command) -> None:
    done = run("handout", "--all", site, "--term", "nowhere.yaml")
    assert done.code == 2
    assert "nowhere.yaml" in done.err


def test_wrong_settings_of_the_site_are_told(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "book.yaml": "paper: a9\n"})
    done = run("handout", "first", "site")
    assert (done.code, done.press.asked) == (2, [])
    assert done.err.startswith("book.yaml:1:")


# --- what is said, and how it ends -----------------------------------------------------------


def test_what_is_wrong_with_other_notes_is_not_told(home: Path, run: Command) -> None:
    more = {"content/notes/odd.md": "---\ntitle: Odd\ndate: [no day]\n---\n<blink>x</blink>\n"}
    write(home / "site", SITE | more)
    done = run("handout", "first", "site")
    assert (done.code, done.err) == (0, "")
    done = run("handout", "odd", "site")
    assert "content/notes/odd.md" in done.err


def test_a_sheet_with_an_error_is_made_all_the_same(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "content/notes/one.md": "# One\n\n![A picture](nowhere.png)\n"})
    done = run("handout", "one", "site", "--audience=student", "--audience=instructor")
    assert done.code == 1
    assert done.err.count("content/notes/one.md:3:1: error[image-missing]") == 1
    assert len(made(home)) == 2
    assert "1 error, no warnings" in done.out


def test_a_warning_fails_only_if_told_to(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "content/notes/one.md": "# One\n\n<blink>x</blink>\n"})
    assert run("handout", "one", "site").code == 0
    strict = run("handout", "one", "site", "--strict")
    assert strict.code == 1
    assert "warning[html-unknown]" in strict.err


@pytest.mark.usefixtures("site")
def test_a_sheet_that_does_not_fit_is_printed_and_told(home: Path, run: Command) -> None:
    done = run("handout", "first", "site", "--fit", "2")
    assert "[sheet-too-long]: first takes 3 pages in place of 2, with type of 10 pt" in done.err
    assert made(home) == ["student/first.pdf"]
    done = run("handout", "first", "site", "--fit", "3")
    assert (done.code, done.err) == (0, "")


@pytest.mark.usefixtures("site")
def test_nothing_is_made(home: Path, run: Command) -> None:
    done = run("handout", "first", "site", press=Press(pages=0, log="! Emergency stop."))
    assert done.code == 4
    assert "error[tex-error]" in done.err
    assert "first (student): no PDF was made" in done.out
    sheet = values_of(home)["sheets"][0]
    assert (sheet["pdf"], sheet["pages"], sheet["beside"]) == (None, 0, [])


@pytest.mark.usefixtures("site")
def test_without_a_pdf_the_old_one_stays(home: Path, run: Command) -> None:
    assert run("handout", "first", "site", "--impose=2up").code == 0
    pdf = home / "build/handouts/student/first.pdf"
    before = [path.read_bytes() for path in (pdf, pdf.with_stem("first-2up"))]
    write(home / "site", {"content/notes/one.md": "---\nslug: first\n---\nChanged.\n"})
    fatal = Press(pages=0, log="! Emergency stop.")
    assert run("handout", "first", "site", "--impose=2up", press=fatal).code == 4
    assert [path.read_bytes() for path in (pdf, pdf.with_stem("first-2up"))] == before


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("program", ["pdflatex", "pandoc"])
def test_a_missing_program_is_named(program: str, home: Path, run: Command) -> None:
    done = run("handout", "first", "site", press=Press(lacks={program}))
    assert done.code == 3
    assert f"error[tool-missing]: {program} is not installed" in done.err
    assert made(home) == []


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("program", ["pdflatex", "pandoc"])
def test_an_interrupt_ends_in_one_line(program: str, home: Path, run: Command) -> None:
    done = run("handout", "first", "site", press=Press(interrupt=program))
    assert (done.code, done.err) == (130, "\ninterrupted\n")
    assert made(home) == []


@pytest.mark.usefixtures("site")
def test_what_cannot_be_written_is_named(home: Path, run: Command) -> None:
    (home / "out/first-student.pdf").mkdir(parents=True)
    done = run("handout", "first", "site", "-o", "out")
    assert done.code == 4
    assert "first-student.pdf" in done.err


@pytest.mark.usefixtures("site")
def test_quiet_leaves_errors_alone(run: Command) -> None:
    done = run("handout", "first", "nothing", "site", "--quiet")
    assert (done.code, done.out) == (1, "")
    assert "error[note-not-found]" in done.err


@pytest.mark.usefixtures("site")
def test_a_folder_that_is_none(run: Command) -> None:
    done = run("handout", "--all", "--config", "nowhere/book.yaml")
    assert done.code == 2


@pytest.mark.usefixtures("term")
def test_source_date_epoch_dates_the_pdf(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert run("handout", "week-1", "site").code == 0
    for audience in ("student", "instructor"):
        with pikepdf.open(home / f"build/handouts/{audience}/week-1.pdf") as document:
            assert str(document.docinfo["/CreationDate"]) == "D:19700102000000Z"
