"""The command `check`: formats, exit codes, where settings come from, and nothing left behind."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from scidraft_tex import cli
from scidraft_tex.cli import Exit
from scidraft_tex.cli.check import FORMATS
from scidraft_tex.progress import Progress
from tests.cli.conftest import Command, write

REPOSITORY = Path(__file__).parents[2]
CLEAN = "# A note\n\n**Theorem (one).** One is one.\n"
FAULTY = "# A note\n\n![A picture](nowhere.png)\n"
WARNED = "# A note\n\nOf \\alpha.\n"
NOTED = {
    "a.md": "# A\n\nText \\cite{x}.\n\n{{< references >}}\n",
    "bib/refs.bib": "@book{x, author={A}, title={T}, year={2000}}\n@book{y, title={T}}\n",
}


# --- exit codes ------------------------------------------------------------------------------


def test_a_clean_site(home: Path, run: Command) -> None:
    write(home, {"site/one.md": CLEAN})
    done = run("check", "site")
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(r"1 note checked, \d+\.\d s\nno errors, no warnings\n", done.out)
    assert [path.name for path in home.iterdir()] == ["site"]


def test_errors_and_with_strict_warnings_fail(home: Path, run: Command) -> None:
    write(home, {"faulty/one.md": FAULTY, "warned/one.md": WARNED})
    assert run("check", "faulty").code == Exit.ERRORS
    assert run("check", "warned").code == Exit.MADE
    assert run("check", "warned", "--strict").code == Exit.ERRORS


def test_no_such_folder_and_no_such_format(home: Path, run: Command) -> None:
    done = run("check", home / "nowhere")
    assert (done.code, done.out) == (Exit.USAGE, "")
    assert "there is no folder" in done.err
    with pytest.raises(SystemExit) as ended:
        cli.main(["check", "--format", "xml"])
    assert ended.value.code == Exit.USAGE


def test_without_pandoc(home: Path, run: Command) -> None:
    from tests.press import Press  # noqa: PLC0415

    write(home, {"one.md": f"{CLEAN}\nNothing is kept of this.\n"})
    done = run("check", press=Press(lacks=("pandoc",)))
    assert done.code == Exit.TOOL_MISSING


# --- formats ---------------------------------------------------------------------------------


def test_people_read_what_every_command_shows(
    home: Path, run: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    write(home, {"site/one.md": FAULTY})
    done = run("check", "site")
    book = run("book", "site")
    assert done.err
    assert done.err == book.err
    assert capsys.readouterr().out == ""


def test_json_is_the_report(home: Path, run: Command) -> None:
    write(home, {"site/one.md": FAULTY})
    done = run("check", "site", "--format", "json", "--report", "out/check.json")
    values = json.loads(done.out)
    assert (done.code, done.err) == (Exit.ERRORS, "")
    assert (values["site"], values["notes"], values["counts"]["error"]) == ("site", 1, 1)
    assert values["diagnostics"][0]["file"] == "one.md"
    assert json.loads((home / "out/check.json").read_text()) == values


def test_sarif_and_github_name_files_from_here(home: Path, run: Command) -> None:
    write(home, {"my site/one.md": FAULTY})
    log: dict[str, Any] = json.loads(run("check", "my site", "--format", "sarif").out)
    where = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "my%20site/one.md"
    assert where["region"] == {"startLine": 3, "startColumn": 1}
    done = run("check", home / "my site", "--format", "github")
    assert done.out == (
        "::error file=my site/one.md,line=3,col=1,title=image-missing::"
        "there is no image nowhere.png%0Aa framed placeholder is printed in its place\n"
    )
    assert done.err == ""


@pytest.mark.parametrize("form", FORMATS)
def test_notes_are_for_programs_and_the_verbose(form: str, home: Path, run: Command) -> None:
    write(home, NOTED)
    quiet, verbose = run("check", "--format", form), run("check", "--format", form, "-v")
    shown = "bib-unused" in quiet.out + quiet.err
    assert shown == (form in {"json", "sarif"})
    assert "bib-unused" in verbose.out + verbose.err
    assert quiet.code == Exit.MADE


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_programs_get_all_of_it_from_a_quiet_run(form: str, home: Path, run: Command) -> None:
    write(home, {"one.md": WARNED})
    assert "prose-command" in run("check", "-q", "--format", form).out


def test_output_is_written_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Progress(quiet=True, verbose=False).output("[bold]::a  b" + "x" * 300)
    assert capsys.readouterr().out == "[bold]::a  b" + "x" * 300


# --- settings --------------------------------------------------------------------------------


def test_settings_are_checked_and_the_rest_all_the_same(home: Path, run: Command) -> None:
    term = "course: C\nsheets:\n  - name: a\n    notes: [nosuch]\ncolour: red\n"
    config = "paper: a9\nsite: site\nparts: [{chapters: [{notes: [gone]}]}]\n"
    write(home, {"book.yaml": config, "site/handout.yaml": term, "site/one.md": FAULTY})
    done = run("check", "--format", "json")
    assert done.code == Exit.ERRORS
    items = json.loads(done.out)["diagnostics"]
    found = [(item["code"], item["file"], item["line"]) for item in items]
    assert list(dict.fromkeys(found)) == [
        ("settings-value", "../book.yaml", 1),
        ("chapter-empty", "../book.yaml", 3),
        ("note-not-found", "handout.yaml", 4),
        ("settings-unknown-key", "handout.yaml", 5),
        ("note-unplaced", "one.md", 1),
        ("image-missing", "one.md", 3),
    ]
    shown = run("check").err
    assert "../book.yaml:1:8: error[settings-value]" in shown
    assert "paper: a9" in shown
    annotated = run("check", "--format", "github").out
    assert "::error file=book.yaml,line=1,col=8,title=settings-value::" in annotated
    assert "::error file=site/handout.yaml,line=5" in annotated


def test_a_settings_file_of_another_name(home: Path, run: Command) -> None:
    write(home, {"print.yaml": "paper: a9\n", "site/one.md": CLEAN})
    done = run("check", "site", "--config", "print.yaml", "--format", "github")
    assert done.out.startswith("::error file=print.yaml,line=1,col=8,title=settings-value::")


def test_the_report_that_is_asked_for_is_all_that_is_written(home: Path, run: Command) -> None:
    write(home, {"one.md": CLEAN})
    run("check", "--report", "r.json")
    assert sorted(path.name for path in home.iterdir()) == ["one.md", "r.json"]


# --- pre-commit ------------------------------------------------------------------------------


def test_the_hook_runs_the_command_on_the_whole_site() -> None:
    (hook,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    assert hook["id"] == "scidraft-tex-check"
    assert hook["pass_filenames"] is False
    assert {"markdown", "yaml", "bib"} <= set(hook["types_or"])
    program, *arguments = hook["entry"].split()
    assert program == "scidraft-tex"
    assert cli.parser().parse_args([*arguments, "content", "--strict"]).strict


def test_every_format_is_documented() -> None:
    page = (REPOSITORY / "docs/checking.md").read_text()
    assert f"--format {'|'.join(FORMATS)}" in page
    assert all(f"| `{form}` |" in page for form in FORMATS)
    written = re.findall(
        r"^- id: (\S+)$", (REPOSITORY / ".pre-commit-hooks.yaml").read_text(), re.MULTILINE
    )
    assert all(f"- id: {name}" in page for name in written)
