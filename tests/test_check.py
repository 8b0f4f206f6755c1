"""A site checked without TeX: what each stage knows is told, and nothing is written."""

from __future__ import annotations

import gc
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scidraft_tex.book_settings import settings_from
from scidraft_tex.check import Checked, CheckJob, check_site
from scidraft_tex.codes import Severity
from scidraft_tex.diagnostics import Place, diagnostic
from scidraft_tex.handout_yaml import handout_settings
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Outcome, Shell, ToolMissingError

HUGO = 'title = "S"\nbaseURL = "https://site.example/"\n'
FAULTS = """\
---
title: Faults
aliases: [/notes/sound/]
---

Of \\cite{gone} and [nothing](nowhere.md) and \\alpha.

## One {#twice}

## Two {#twice}

![Away](away.png)

![Bad](bad.png)

$$
\\frac{1}{
$$

Text $\\nosuchmacro$ and $x^2^3$.

::: {.lemma}
A lemma.

{{< references >}}
"""
FILES: Mapping[str, str] = {
    "hugo.toml": HUGO,
    "content/notes/faults.md": FAULTS,
    "content/notes/sound.md": "# Sound\n\nAs \\cite{used}.\n\n{{< references >}}\n",
    "content/notes/draft.md": "---\ntitle: Draft\ndraft: true\n---\n\n[Gone](gone.md)\n",
    "content/notes/bad.png": "text",
    "assets/bib/refs.bib": (
        "@book{used, author={A. Author}, title={T}, year={2001}}\n"
        "@book{idle, author={A. Author}, title={T}, year={2001}}\n"
    ),
}


@dataclass
class NoTeX:
    """Runs pandoc alone, as on a machine without TeX, browser and fontconfig."""

    def find(self, program: str) -> str | None:
        return program if Path(program).name == "pandoc" else None

    def run(self, command: Command) -> Outcome:
        if Path(command.program).name != "pandoc":
            raise ToolMissingError(command.program)
        return Shell().run(command)


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def said(made: Checked) -> list[str]:
    """Return the codes of what MADE came to, each behind its file and line."""
    places = [(item.place or Place("-"), item.code) for item in made.diagnostics.sorted()]
    return [f"{place.file}:{place.line} {code}" for place, code in places]


# --- the book ----------------------------------------------------------------------------------


def test_every_stage_tells_what_it_knows(tmp_path: Path) -> None:
    site = write(tmp_path, FILES)
    before = sorted(tmp_path.rglob("*"))
    settings = settings_from({"parts": [{"chapters": [{"notes": ["faults"]}]}]})
    made = check_site(CheckJob(site, settings), NoTeX())
    assert said(made) == [
        "assets/bib/refs.bib:2 bib-unused",
        "content/notes/faults.md:3 alias-conflict",
        "content/notes/faults.md:6 citation-missing-key",
        "content/notes/faults.md:6 link-unresolved",
        "content/notes/faults.md:6 prose-command",
        "content/notes/faults.md:10 duplicate-id",
        "content/notes/faults.md:12 image-missing",
        "content/notes/faults.md:14 image-unreadable",
        "content/notes/faults.md:17 math-syntax",
        "content/notes/faults.md:20 tex-undefined-command",
        "content/notes/faults.md:20 math-syntax",
        "content/notes/faults.md:22 division-unclosed",
        "content/notes/sound.md:1 note-unplaced",
    ]
    assert made.notes == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_what_was_wrong_with_the_settings_comes_along(tmp_path: Path) -> None:
    site = write(tmp_path, {"a.md": "# A\n\nText.\n"})
    wrong = diagnostic("settings-value", "no", place=Place("book.yaml", 1))
    made = check_site(CheckJob(site, Settings(), said=(wrong,)), NoTeX())
    assert list(made.diagnostics) == [wrong]


def test_levels_and_allowances_hold(tmp_path: Path) -> None:
    text = "# A\n\nOf \\alpha. <!-- scidraft: allow prose-command -->\n\nOf \\beta.\n"
    site = write(tmp_path, {"a.md": text})
    settings = settings_from({"diagnostics": {"prose-command": "error"}})
    made = check_site(CheckJob(site, settings), NoTeX())
    assert said(made) == ["a.md:5 prose-command"]
    assert made.diagnostics.count()[Severity.ERROR] == 1


def test_fonts_that_nothing_is_known_of_are_not_said_to_be_missing(tmp_path: Path) -> None:
    site = write(tmp_path, {"a.md": "# A\n\nThe sign ꙮ, and ﷽.\n"})
    settings = settings_from({"engine": "lualatex", "fonts": {"main": "Nowhere Sans"}})
    made = check_site(CheckJob(site, settings), NoTeX())
    assert said(made) == []


def test_a_site_without_notes(tmp_path: Path) -> None:
    made = check_site(CheckJob(tmp_path, Settings()), NoTeX())
    assert said(made) == ["-:0 site-settings"]
    assert made.notes == 0


def test_the_collector_is_as_it_was(tmp_path: Path) -> None:
    assert gc.isenabled()
    check_site(CheckJob(tmp_path, Settings()), NoTeX())
    assert gc.isenabled()


# --- the sheets --------------------------------------------------------------------------------

TERM = """\
course: C
sheets:
  - name: one
    notes: [draft, nosuch]
    intro: |
      Before, \\gamma.
  - name: two
    notes: [pieces]
"""
PIECES = "# P\n\n**Exercise (x).** Do.\n{points=many}\n\n**Proof.** So.\n\nAfter.\n"


def test_the_sheets_of_a_term_are_checked_drafts_among_them(tmp_path: Path) -> None:
    draft = "---\ntitle: Draft\ndraft: true\n---\n\nOf \\delta.\n"
    site = write(
        tmp_path,
        {
            "hugo.toml": HUGO,
            "content/notes/draft.md": draft,
            "content/notes/other.md": "---\ntitle: O\ndraft: true\n---\n\nOf \\delta.\n",
            "content/notes/pieces.md": PIECES,
        },
    )
    term, found = handout_settings(TERM, "handout.yaml")
    assert list(found) == []
    made = check_site(CheckJob(site, Settings(), term), NoTeX())
    assert said(made) == [
        "content/notes/draft.md:6 prose-command",
        "content/notes/pieces.md:3 handout-value",
        "content/notes/pieces.md:8 withheld-end",
        "handout.yaml:4 note-not-found",
        "handout.yaml:6 prose-command",
    ]
    assert made.notes == 3


# --- formulas ----------------------------------------------------------------------------------


@pytest.mark.tex
def test_each_formula_is_set_alone_on_request(tmp_path: Path) -> None:
    text = (
        "# A\n\n$\\newcommand{\\own}[1]{#1^2}$ Of $\\own{x}$ and\n$\\left. a \\middle| b$ here.\n\n"
        "\\[ \\rule{1pt}{1furlong} \\]\n"
    )
    site = write(tmp_path / "site", {"a.md": text})
    job = CheckJob(site, Settings())
    without = said(check_site(job, Shell()))
    made = check_site(replace(job, math=True), Shell())
    assert said(made) == [*without, "a.md:6 tex-error"]


def test_formulas_are_not_set_where_tex_is_missing(tmp_path: Path) -> None:
    site = write(tmp_path, {"a.md": "# A\n\nOf $x$.\n"})
    made = check_site(CheckJob(site, Settings(), math=True), NoTeX())
    assert said(made) == ["-:0 tool-missing"]


# --- the real site -----------------------------------------------------------------------------


@pytest.mark.corpus
def test_the_real_site_is_clean_but_for_its_libraries(corpus: Path) -> None:
    made = check_site(CheckJob(corpus / "scidraft", Settings()), NoTeX())
    expected = json.loads((corpus / "expected.json").read_text())
    assert made.notes == expected["notes"]
    codes = Counter(item.code for item in made.diagnostics if item.severity is not Severity.NOTE)
    assert codes == {"bib-duplicate-key": 4}
    unused = {
        item.message.removeprefix("no note cites ")
        for item in made.diagnostics
        if item.code == "bib-unused" and item.place and item.place.line
    }
    libraries = "".join(p.read_text() for p in sorted((corpus / "scidraft/assets").rglob("*.bib")))
    entries = set(re.findall(r"^@\w+\{([^,\s]+),", libraries, re.MULTILINE))
    skipped = {item["note"] for item in expected["skipped"]}
    texts = (
        path.read_text()
        for path in (corpus / "scidraft/content").rglob("*.md")
        if path.relative_to(corpus / "scidraft").as_posix() not in skipped
    )
    commands = (
        found for text in texts for found in re.findall(r"\\cite[pt]?[^{}]*\{([^{}]+)\}", text)
    )
    cited = {key.strip() for keys in commands for key in keys.split(",")}
    assert len(entries) > 800
    assert unused == entries - cited
