"""The command `preprint`: how notes and their site are named, options, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex import cli
from scidraft_tex.cli import Exit
from scidraft_tex.cli.naming import SITE_MARKS
from scidraft_tex.load.hugo import NAMES
from scidraft_tex.preprints import STAGES
from tests.cli.conftest import Command, Run, title_of, write
from tests.press import Press

HUGO = 'title = "Notes"\nbaseURL = "https://notes.example/"\n'
SITE = {
    "hugo.toml": HUGO,
    "content/notes/one.md": "---\ntitle: The First\nslug: first\n---\nOne.\n",
    "content/notes/two.md": "---\ntitle: The Second\n---\nTwo.\n",
    "content/notes/parcel/index.md": "---\ntitle: A Parcel\n---\nThree.\n",
    "content/notes/early.md": "---\ntitle: Early\ndraft: true\n---\nFour.\n",
}


@pytest.fixture
def site(home: Path) -> Path:
    """Return the folder `site` in the one that the command runs in."""
    return write(home / "site", SITE)


def made(home: Path) -> list[str]:
    """Return the names of the papers that there are."""
    return sorted(path.stem for path in (home / "build/preprints").glob("*/*.pdf"))


def notes_of(home: Path) -> list[str]:
    values = json.loads((home / "build/preprints/report.json").read_text())
    return [Path(paper["note"]).name for paper in values["preprints"]]


def plain(run: Command, *arguments: str | Path, press: Press | None = None) -> Run:
    """Run the command without a bundle, which TeX alone can make."""
    return run("preprint", *arguments, "--no-bundle", press=press)


# --- how notes are named ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        ("site/content/notes/one.md", "first"),
        ("./site/../site/content/notes/two.md", "two"),
        ("site/content/notes/parcel", "parcel"),
        ("site/content/notes/parcel/index.md", "parcel"),
    ],
)
@pytest.mark.usefixtures("site")
def test_a_path_tells_its_site(name: str, paper: str, home: Path, run: Command) -> None:
    done = plain(run, name)
    assert (done.code, done.err) == (0, "")
    assert made(home) == [paper]


def test_an_absolute_path_tells_its_site(site: Path, home: Path, run: Command) -> None:
    assert plain(run, site / "content/notes/one.md").code == 0
    assert made(home) == ["first"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    "here", [{"hugo.toml": HUGO}, {"content/x.md": "X.\n"}, {"book.yaml": "site: nowhere\n"}]
)
def test_a_path_into_another_site_tells_it(here: dict[str, str], home: Path, run: Command) -> None:
    write(home, here)
    done = plain(run, "site/content/notes/one.md")
    assert (done.code, done.err) == (0, "")
    assert made(home) == ["first"]


def test_a_site_in_a_folder_called_content(home: Path, run: Command) -> None:
    write(home / "content", SITE)
    assert plain(run, "content/content/notes/two.md").code == 0
    assert notes_of(home) == ["two.md"]


@pytest.mark.usefixtures("site")
def test_a_file_in_the_folder_of_the_notes(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = home / "site/content/notes"
    monkeypatch.chdir(notes)
    assert plain(run, "two.md").code == 0
    assert made(notes) == ["two"]
    text = (notes / "build/preprints/two/tex/two.tex").read_text()
    assert "https://notes.example/notes/two/" in text


def test_a_folder_of_plain_notes_beside_another_of_content(home: Path, run: Command) -> None:
    write(home.parent, {"content/other.md": "# Other\n"})
    write(home, {"one.md": "# One\n\nText.\n"})
    assert plain(run, "one.md").code == 0
    assert made(home) == ["one"]


def test_the_settings_here_name_the_site(home: Path, run: Command) -> None:
    write(home.parent / "notes", SITE)
    write(home, {"book.yaml": "site: ../notes\n"})
    assert plain(run, "two").code == 0
    assert made(home) == ["two"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("names", "papers"),
    [
        (["first"], ["first"]),
        (["one", "two.md"], ["first", "two"]),
        (["The  first", "first", "site/content/notes/one.md"], ["first"]),
        (["notes/two.md", "A Parcel"], ["parcel", "two"]),
        (["early"], ["early"]),
    ],
)
def test_the_last_of_several_names_is_the_site(
    names: list[str], papers: list[str], home: Path, run: Command
) -> None:
    assert plain(run, *names, "site").code == 0
    assert made(home) == papers


@pytest.mark.usefixtures("site")
def test_a_page_bundle_at_the_end_is_a_note(home: Path, run: Command) -> None:
    assert plain(run, "first", "site/content/notes/parcel").code == 0
    assert made(home) == ["first", "parcel"]


def test_a_site_of_a_single_page_is_a_site(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "index.md": "# Home\n"})
    assert plain(run, "two", "site").code == 0
    assert made(home) == ["two"]


def test_papers_come_in_the_order_of_the_names(home: Path, run: Command, site: Path) -> None:
    plain(run, "two", "first", site)
    assert notes_of(home) == ["two.md", "one.md"]


@pytest.mark.usefixtures("site")
def test_all_notes_but_drafts(home: Path, run: Command) -> None:
    assert plain(run, "--all", "site").code == 0
    assert made(home) == ["first", "parcel", "two"]
    assert plain(run, "--all", "--drafts", "site").code == 0
    assert made(home) == ["early", "first", "parcel", "two"]


def test_all_notes_of_the_site_here(home: Path, run: Command) -> None:
    write(home, SITE)
    assert plain(run, "--all").code == 0
    assert made(home) == ["first", "parcel", "two"]


def test_two_notes_of_one_name_have_papers_of_their_own(home: Path, run: Command) -> None:
    more = {"content/notes/deep/two.md": "---\ntitle: Another Second\n---\nFive.\n"}
    write(home / "site", SITE | more)
    assert plain(run, "--all", "site").code == 0
    papers = made(home)
    assert len(papers) == len(set(papers)) == 4
    titles = [title_of(path) for path in (home / "build/preprints").glob("*/*.pdf")]
    assert sorted(titles) == ["A Parcel", "Another Second", "The First", "The Second"]


def test_every_file_that_makes_a_site_is_known() -> None:
    assert set(NAMES) < set(SITE_MARKS)


# --- names that do not do --------------------------------------------------------------------


@pytest.mark.usefixtures("site")
def test_no_note_of_that_name(home: Path, run: Command) -> None:
    done = plain(run, "frist", "site")
    assert (done.code, done.press.asked) == (2, [])
    assert "error[note-not-found]: no note is called frist" in done.err
    assert "did you mean first" in done.err
    assert not (home / "build").exists()


@pytest.mark.usefixtures("site")
def test_a_name_that_is_none_costs_no_other(home: Path, run: Command) -> None:
    done = plain(run, "first", "nothing", "site")
    assert done.code == 1
    assert "error[note-not-found]" in done.err
    assert made(home) == ["first"]


def test_a_name_that_several_notes_have(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "content/notes/deep/two.md": "---\ntitle: Deep\n---\nText.\n"})
    done = plain(run, "two.md", "site")
    assert done.code == 2
    assert "error[note-ambiguous]" in done.err
    assert "content/notes/deep/two.md" in done.err
    assert "content/notes/two.md" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name the notes to print, or say --all"),
        (["--all", "first", "site"], "--all prints every note, and first is no site's folder"),
        (["--all", "nowhere"], "--all prints every note, and nowhere is no site's folder"),
        (["--all", "site", "-o", "x.pdf"], "--output names the PDF of a single note"),
        (["first", "two", "site", "-o", "x.pdf"], "--output names the PDF of a single note"),
    ],
)
@pytest.mark.usefixtures("site")
def test_what_cannot_be_meant(arguments: list[str], said: str, home: Path, run: Command) -> None:
    done = run("preprint", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"error: {said}\n")
    assert not done.press.asked
    assert not (home / "build").exists()


@pytest.mark.parametrize(
    "option",
    [
        ("--style", "threecolumn"),
        ("--paper", "a5"),
        ("--compiler", "lualatex"),
        ("--texlive", "2024"),
        ("--texlive", "new"),
        ("--bibliography", "word"),
        ("--profile", "print"),
    ],
)
def test_an_option_that_is_none(
    option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["preprint", "one", *option])
    assert ended.value.code == Exit.USAGE
    assert option[0] in capsys.readouterr().err


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["preprint", "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for option in (
        *("--all", "--output", "--style", "--paper", "--compiler", "--texlive", "--bibliography"),
        *("--bundle", "--no-bundle", "--drafts", "--config", "--jobs", "--strict", "--report"),
    ):
        assert option in shown


def test_a_site_without_notes(home: Path, run: Command) -> None:
    write(home / "site", {"hugo.toml": HUGO})
    done = plain(run, "--all", "site")
    assert done.code == 2
    assert "[site-settings]: there are no notes in content/notes" in done.err


# --- where things go -------------------------------------------------------------------------


@pytest.mark.usefixtures("site")
def test_what_is_written(home: Path, run: Command) -> None:
    done = plain(run, "first", "site")
    assert tuple(line.split()[0] for line in done.out.splitlines()[: len(STAGES)]) == STAGES
    tail = done.out.splitlines()[len(STAGES) :]
    assert tail[0] == "build/preprints/first/first.pdf  3 pages"
    assert tail[1].startswith("1 preprint, 3 pages, ")
    assert tail[2] == "no errors, no warnings"
    folder = home / "build/preprints/first"
    files = sorted(path.relative_to(folder).as_posix() for path in folder.glob("source/**/*"))
    assert files == ["source/first.tex", "source/preamble.tex", "source/text.tex"]
    assert (folder / "tex/first.tex").is_file()
    assert title_of(folder / "first.pdf") == "The First"


@pytest.mark.usefixtures("site")
def test_output_and_report_go_where_they_are_sent(home: Path, run: Command) -> None:
    done = plain(run, "first", "site", "-o", "out/my.pdf", "--report", "out/my.json")
    assert done.code == 0
    assert "out/my.pdf  3 pages" in done.out
    assert json.loads((home / "out/my.json").read_text())["preprints"][0]["pdf"] == "out/my.pdf"
    assert made(home) == []
    assert not (home / "build/preprints/report.json").exists()


@pytest.mark.usefixtures("site")
def test_the_site_is_only_read(home: Path, run: Command) -> None:
    before = sorted(path.relative_to(home) for path in (home / "site").rglob("*"))
    assert plain(run, "--all", "site").code == 0
    assert sorted(path.relative_to(home) for path in (home / "site").rglob("*")) == before


# --- settings --------------------------------------------------------------------------------

SETTINGS = """\
paper: letter
preprint:
  style: twocolumn
  compiler: xelatex
  texlive: 2023
  bibliography: biblatex
  bundle: false
"""


def paper_of(home: Path) -> dict[str, object]:
    values = json.loads((home / "build/preprints/report.json").read_text())
    (paper,) = values["preprints"]
    keys = ("style", "compiler", "texlive", "bibliography")
    return {key: paper[key] for key in keys}


def test_settings_of_the_site(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "book.yaml": SETTINGS})
    done = run("preprint", "first", "site")
    assert (done.code, set(done.press.engines)) == (0, {"xelatex"})
    assert paper_of(home) == {
        "style": "twocolumn",
        "compiler": "xelatex",
        "texlive": 2023,
        "bibliography": "biblatex",
    }
    root = (home / "build/preprints/first/source/first.tex").read_text()
    assert "\\documentclass[10pt, twocolumn, letterpaper]{article}" in root


def test_options_win_over_settings(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "book.yaml": SETTINGS})
    options = ("--style=plain", "--compiler=pdflatex", "--texlive=2025", "--bibliography=bibtex")
    done = run("preprint", "first", "site", *options, "--paper=a4")
    assert (done.code, set(done.press.engines)) == (0, {"pdflatex"})
    assert paper_of(home) == {
        "style": "plain",
        "compiler": "pdflatex",
        "texlive": 2025,
        "bibliography": "bibtex",
    }
    root = (home / "build/preprints/first/source/first.tex").read_text()
    assert "\\documentclass[11pt, a4paper]{article}" in root


def test_settings_that_are_wrong_are_told_before_anything_is_made(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "book.yaml": "preprint:\n  style: threecolumn\n"})
    done = run("preprint", "first", "site")
    assert (done.code, done.press.asked) == (2, [])
    assert done.err.startswith("book.yaml:2:")
    assert "threecolumn" in done.err


def test_a_path_brings_the_settings_of_its_site(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "book.yaml": SETTINGS})
    assert run("preprint", "site/content/notes/one.md").code == 0
    assert paper_of(home)["style"] == "twocolumn"


def test_what_a_book_alone_has_does_no_harm(home: Path, run: Command) -> None:
    plan = "title: All\nparts: [{title: P, chapters: [{notes: [gone]}]}]\nindexes: [x]\n"
    look = "paper: a5\nprofile: print\nimpose: booklet\ncrop_marks: true\nsymbols: true\n"
    write(home / "site", {**SITE, "book.yaml": plan + look})
    done = plain(run, "first", "site")
    assert (done.code, done.err) == (0, "")
    assert title_of(home / "build/preprints/first/first.pdf") == "The First"
    assert [path.name for path in (home / "build/preprints/first").glob("*.pdf")] == ["first.pdf"]
    root = (home / "build/preprints/first/source/first.tex").read_text()
    assert "a4paper" in root


# --- what is said, and how it ends -----------------------------------------------------------


def test_what_is_wrong_with_other_notes_is_not_told(home: Path, run: Command) -> None:
    more = {
        "content/notes/broken.md": "---\ntitle: [1\n---\nText.\n",
        "content/notes/odd.md": "---\ntitle: Odd\ndate: [no day]\n---\n<blink>x</blink>\n",
        "content/notes/two.md": "---\ntitle: The Second\ndate: [no day]\n---\n<blink>x</blink>\n",
    }
    write(home / "site", SITE | more)
    done = plain(run, "first", "site")
    assert (done.code, done.err) == (0, "")
    assert json.loads((home / "build/preprints/report.json").read_text())["diagnostics"] == []
    done = plain(run, "two", "site")
    assert done.code == 0
    heads = [line for line in done.err.splitlines() if line.startswith("content/")]
    assert {head.partition(":")[0] for head in heads} == {"content/notes/two.md"}
    assert len(heads) == 2
    done = plain(run, "--all", "site")
    assert done.code == 1
    assert "content/notes/broken.md" in done.err
    assert "content/notes/odd.md" in done.err


def test_a_note_that_cannot_be_read_is_told_with_the_reason(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "content/notes/broken.md": "---\ntitle: [1\n---\nText.\n"})
    done = plain(run, "broken", "site")
    assert done.code == 2
    assert "content/notes/broken.md is left out: front matter" in done.err


def test_a_paper_with_an_error_is_made_all_the_same(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "content/notes/one.md": "# One\n\n![A picture](nowhere.png)\n"})
    done = plain(run, "one", "site")
    assert done.code == 1
    assert "content/notes/one.md:3:1: error[image-missing]" in done.err
    assert made(home) == ["one"]
    assert "1 error, no warnings" in done.out


def test_a_warning_fails_only_if_told_to(home: Path, run: Command) -> None:
    write(home / "site", {**SITE, "content/notes/one.md": "# One\n\n<blink>x</blink>\n"})
    assert plain(run, "one", "site").code == 0
    strict = plain(run, "one", "site", "--strict")
    assert strict.code == 1
    assert "warning[html-unknown]" in strict.err


@pytest.mark.usefixtures("site")
def test_nothing_is_made(home: Path, run: Command) -> None:
    done = plain(run, "first", "site", press=Press(pages=0, log="! Emergency stop."))
    assert done.code == 4
    assert "error[tex-error]" in done.err
    assert "content/notes/one.md: no PDF was made" in done.out
    paper = json.loads((home / "build/preprints/report.json").read_text())["preprints"][0]
    assert (paper["pdf"], paper["pages"], paper["bundle"], paper["files"]) == (None, 0, None, [])


@pytest.mark.usefixtures("site")
def test_without_a_pdf_the_old_one_stays(home: Path, run: Command) -> None:
    assert plain(run, "first", "site").code == 0
    pdf = home / "build/preprints/first/first.pdf"
    archive = pdf.with_name("first-arxiv.tar.gz")
    archive.write_bytes(b"of the run before")
    before = pdf.read_bytes()
    write(home / "site", {"content/notes/one.md": "---\nslug: first\n---\nChanged.\n"})
    fatal = Press(pages=0, log="! Emergency stop.")
    assert run("preprint", "first", "site", press=fatal).code == 4
    assert pdf.read_bytes() == before
    assert archive.read_bytes() == b"of the run before"


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("program", ["pdflatex", "pandoc"])
def test_a_missing_program_is_named(program: str, home: Path, run: Command) -> None:
    done = plain(run, "first", "site", press=Press(lacks={program}))
    assert done.code == 3
    assert f"error[tool-missing]: {program} is not installed" in done.err
    assert made(home) == []


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("program", ["pdflatex", "pandoc"])
def test_an_interrupt_ends_in_one_line(program: str, home: Path, run: Command) -> None:
    done = plain(run, "first", "site", press=Press(interrupt=program))
    assert (done.code, done.err) == (130, "\ninterrupted\n")
    assert made(home) == []


@pytest.mark.usefixtures("site")
def test_what_cannot_be_written_is_named(home: Path, run: Command) -> None:
    (home / "out.pdf").mkdir()
    done = plain(run, "first", "site", "-o", "out.pdf")
    assert done.code == 4
    assert "out.pdf" in done.err


@pytest.mark.usefixtures("site")
def test_quiet_leaves_errors_alone(run: Command) -> None:
    done = plain(run, "first", "nothing", "site", "--quiet")
    assert (done.code, done.out) == (1, "")
    assert "error[note-not-found]" in done.err


@pytest.mark.usefixtures("site")
def test_source_date_epoch_dates_the_pdf(
    home: Path, run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert plain(run, "first", "site").code == 0
    with pikepdf.open(home / "build/preprints/first/first.pdf") as document:
        assert str(document.docinfo["/CreationDate"]) == "D:19700102000000Z"
