"""What a build came to: the report's values, its file, and the summary."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scidraft_tex.diagnostics import Place, diagnostic
from scidraft_tex.formats.values import diagnostic_values
from scidraft_tex.pipeline import STAGES, Clock, Job, Made, build_book
from scidraft_tex.report import report, summary, write_report
from scidraft_tex.settings import Settings
from tests.press import Press

DOCUMENT = Path(__file__).parents[1] / "docs" / "report.md"
LOG = """\
(./chapters/01-facts.tex
Underfull \\vbox (badness 10000) has occurred while \\output is active []
[7]
Overfull \\hbox (12.5pt too wide) in paragraph at lines 4--4
[]
)
LaTeX Warning: Reference `nowhere' on page 1 undefined on input line 4.
"""
NOTE = """\
---
title: One
entryTitle: First Fact
entryCategory: Facts
entryAliases: [Primary fact, Fact one]
---

**Theorem (one).** It holds that
\\[ 1 = 1. \\]

**Proof.** See \\cite{a,b} and [two](two.md).

| a | b |
|---|---|
| 1 | 2 |
{.table-academic}

| a |
|---|
| 1 |

```python
x = 1
```

```text
a/
└── b
```

```pseudocode
\\State one
```

{{< references >}}
"""
FILES = {
    "hugo.toml": 'title = "T"\n[params.entrySets.facts]\n',
    "content/notes/one.md": NOTE,
    "content/notes/two.md": "# Two\n\n**Theorem.** Two. [Gone](gone.md)\n",
    "content/notes/three.md": "---\ndraft: true\n---\n\nText.\n",
    "assets/bib/refs.bib": "@book{a, author={A. Author}, title={T}, year={2001}}\n",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("report")
    for name, text in FILES.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    job = Job(folder / "site", folder / "build", folder / "book.pdf", Settings())
    return build_book(job, Press(log=LOG), Clock())


@pytest.fixture(scope="module")
def values(made: Made) -> dict[str, Any]:
    return report(made)


def test_the_report_counts_what_the_book_holds(values: dict[str, Any]) -> None:
    assert values["pages"] == 3
    assert values["engine"] == "pdflatex"
    assert values["notes"] == 2
    assert values["results"] == {"Proof": 1, "Theorem": 2}
    assert (values["algorithms"], values["listings"], values["trees"]) == (1, 1, 1)
    assert (values["tables"], values["table_styles"]) == (2, {"academic": 1, "default": 1})
    assert values["displays"] == 1
    assert values["diagrams"] == {"total": 0, "distinct": 0, "drawn": 0, "cached": 0}
    assert values["skipped"] == [{"note": "content/notes/three.md", "reason": "draft"}]
    assert values["indexes"] == {"facts": {"entries": 1, "see": 2}}
    assert values["links"] == {"internal": 1, "unresolved": 1}


def test_the_report_tells_of_references(values: dict[str, Any]) -> None:
    assert values["references"] == {
        "lists": 1,
        "cited": 2,
        "missing": [{"key": "b", "file": "content/notes/one.md", "line": 11}],
    }


def test_the_report_tells_what_tex_said(values: dict[str, Any]) -> None:
    tex = values["tex"]
    assert tex["passes"] == len(tex["reasons"]) > 0
    assert tex["reasons"][0] == "first pass"
    assert tex["undefined_references"] == ["nowhere"]
    assert [line["pt"] for line in tex["overfull"]] == [12.5]
    assert tex["worst_pages"] == [{"page": 7, "sheet": 1, "badness": 10000}]
    assert tex["missing_characters"] == tex["duplicate_destinations"] == []


def test_the_report_has_every_stage_and_diagnostic(made: Made, values: dict[str, Any]) -> None:
    assert tuple(values["seconds"]) == STAGES
    codes = [item["code"] for item in values["diagnostics"]]
    assert codes == [item.code for item in made.diagnostics.sorted()]
    assert {"citation-missing-key", "link-unresolved"} <= set(codes)


def test_a_diagnostic_as_values() -> None:
    item = diagnostic("duplicate-id", "twice", place=Place("a.md", 3, 7), hint="rename it")
    assert diagnostic_values(item) == {
        "code": "duplicate-id",
        "severity": "error",
        "message": "twice",
        "hint": "rename it",
        "file": "a.md",
        "line": 3,
        "column": 7,
    }
    nowhere = diagnostic_values(diagnostic("tool-failed", "x"))
    assert (nowhere["file"], nowhere["line"], nowhere["column"]) == ("", 0, 0)


# --- the document ----------------------------------------------------------------------------

NAMED = {"results", "table_styles", "seconds"}
"""Tables whose keys are names: of kinds, of styles, of stages."""


def keys(value: dict[str, Any], above: str = "") -> Iterator[str]:
    """Yield the keys of VALUE as docs/report.md writes them."""
    for key, inner in value.items():
        name = f"{above}{key}"
        yield name
        if name == "indexes":
            yield from keys(next(iter(inner.values())), "indexes.*.")
        elif isinstance(inner, dict) and name not in NAMED:
            yield from keys(inner, f"{name}.")
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            yield from keys(inner[0], f"{name}[].")


def test_the_document_has_every_key_in_order(values: dict[str, Any]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("## Of preprints")[0]
    rows = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    assert rows == list(keys(values))


# --- the file --------------------------------------------------------------------------------


def test_the_file_holds_the_values(tmp_path: Path, values: dict[str, Any]) -> None:
    path = tmp_path / "deep" / "report.json"
    write_report(path, values)
    assert json.loads(path.read_text(encoding="utf-8")) == values
    assert [file.name for file in path.parent.iterdir()] == ["report.json"]


def test_letters_stand_in_the_file_as_they_are(tmp_path: Path) -> None:
    write_report(tmp_path / "r.json", {"message": "König"})
    assert "König" in (tmp_path / "r.json").read_text(encoding="utf-8")


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "report.json").mkdir()
    with pytest.raises(OSError, match=r"report\.json"):
        write_report(tmp_path / "report.json", {})
    assert [file.name for file in tmp_path.iterdir()] == ["report.json"]


# --- the summary -----------------------------------------------------------------------------


def test_the_summary(values: dict[str, Any]) -> None:
    passes = values["tex"]["passes"]
    lines = summary({**values, "pdf": "out/book.pdf"}, 1.25)
    assert lines[0] == f"3 pages of 2 notes, set by pdflatex in {passes} passes, 1.2 s"
    assert lines[1] == "3 results: 1 Proof, 2 Theorem"
    assert lines[2] == (
        "1 algorithm, 2 tables, no diagrams, 1 listing, 1 folder tree, 1 reference list"
    )
    assert lines[-1] == "out/book.pdf"


def test_the_summary_of_nothing(values: dict[str, Any]) -> None:
    empty = {**values, "pdf": None, "pages": 0, "notes": 1, "results": {}, "diagnostics": []}
    lines = summary(empty, 0.0)
    assert lines[0].startswith("no pages of 1 note, ")
    assert lines[1] == "no results"
    assert lines[3:] == ["no errors, no warnings", "no PDF was made"]
