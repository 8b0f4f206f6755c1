"""The stages in a row for papers: what they share, what dates them, and what a run came to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from scidraft_tex.diagnostics import Diagnostic, Severity
from scidraft_tex.pipeline import Clock
from scidraft_tex.preprints import (
    STAGES,
    MadePreprint,
    MadePreprints,
    PreprintJob,
    build_preprints,
    paper_settings,
)
from scidraft_tex.report_preprints import report, summary
from scidraft_tex.settings import Preprints, Settings
from scidraft_tex.tools import Command, Outcome
from tests.draw.fake_mmdc import FakeMmdc
from tests.press import Press

DOCUMENT = Path(__file__).parents[1] / "docs" / "report.md"
NO_BUNDLE = Settings(preprint=Preprints(bundle=False))
ONE = """\
---
title: The First
date: 2026-10-12
authors: [{name: Ada Example, affiliation: Example University, email: ada@example.org}]
abstract: In short, after \\cite{knuth}.
licence: CC BY 4.0
---
See [the other](two.md).

**Theorem (one).** One is one.

```mermaid
flowchart LR
  A --> B
```

{{< references >}}

<!-- appendix -->

## More

Text.
"""
SITE = {
    "hugo.toml": 'title = "Notes"\nbaseURL = "https://notes.example/"\n',
    "content/notes/one.md": ONE,
    "content/notes/two.md": "---\ntitle: The Second\n---\nTwo.\n\n```mermaid\nflowchart TD\n"
    "  C --> D\n```\n",
    "assets/bib/refs.bib": "@book{knuth, author={D. Knuth}, title={The Book}, year={1984}}\n",
}


class Studio(Press):
    """A press that draws, too: a stand-in for mermaid-cli counts what it is asked for."""

    def __init__(self, pages: int = 3, log: str = "") -> None:
        super().__init__(pages=pages, log=log)
        self.mmdc = FakeMmdc()

    def find(self, program: str) -> str | None:
        return super().find(program) or self.mmdc.find(program)

    def run(self, command: Command) -> Outcome:
        return self.mmdc.run(command) if command.program == "mmdc" else super().run(command)


@dataclass
class Bench:
    """A site in a folder of its own, and how to build its papers."""

    folder: Path
    runner: Press = field(default_factory=Studio)

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / "site" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build(
        self, *notes: str, settings: Settings = NO_BUNDLE, epoch: int | None = None
    ) -> MadePreprints:
        job = PreprintJob(self.folder / "site", self.folder / "build", settings, notes, epoch=epoch)
        return build_preprints(job, self.runner, Clock())

    def paper(self, note: str, settings: Settings = NO_BUNDLE) -> MadePreprint:
        (made,) = self.build(note, settings=settings).papers
        return made

    def source(self, root: str, name: str) -> str:
        return (self.folder / "build/preprints" / root / "source" / name).read_text("utf-8")


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "of-the-user"))
    made = Bench(tmp_path)
    made.write(SITE)
    return made


def day_of(made: MadePreprint) -> str:
    assert made.pdf
    with pikepdf.open(made.pdf) as document:
        return str(document.docinfo["/CreationDate"])


def codes(found: MadePreprints) -> list[str]:
    return [item.code for item in found.diagnostics.sorted()]


# --- what papers share, and what they do not -------------------------------------------------


def test_all_notes_are_read_in_one_call_and_drawn_in_one(bench: Bench) -> None:
    made = bench.build()
    assert [paper.paper.root for paper in made.papers] == ["one", "two"]
    asked = [Path(command.program).name for command in bench.runner.asked]
    assert asked.count("pandoc") == 1
    assert isinstance(bench.runner, Studio)
    drawn = [sorted(source.split()[-1] for source in batch) for batch in bench.runner.mmdc.batches]
    assert (drawn, bench.runner.mmdc.singles) == ([["B", "D"]], [])
    assert [paper.drawn.distinct for paper in made.papers] == [1, 1]


def test_each_paper_has_its_own_pictures_alone(bench: Bench) -> None:
    bench.build()
    pictures = {
        root: [p.name for p in (bench.folder / "build/preprints" / root).glob("source/figures/*")]
        for root in ("one", "two")
    }
    assert len(pictures["one"]) == len(pictures["two"]) == 1
    assert pictures["one"] != pictures["two"]


def test_what_others_read_tells_nothing_of_the_notes_lines(bench: Bench) -> None:
    bench.build("one")
    folder = bench.folder / "build/preprints/one"
    assert "%% content/notes/one.md:" in (folder / "tex/text.tex").read_text()
    for path in folder.glob("source/*.*"):
        assert "one.md" not in path.read_text()
        assert str(bench.folder) not in path.read_text()


def test_what_a_paper_no_longer_has_leaves_its_source(bench: Bench) -> None:
    bench.build("one")
    source = bench.folder / "build/preprints/one/source"
    assert (source / "appendix.tex").is_file()
    assert len(list(source.glob("figures/*"))) == 1
    bench.write({"content/notes/one.md": "---\ntitle: The First\n---\nNo more.\n"})
    bench.build("one")
    assert sorted(path.name for path in source.iterdir()) == ["one.tex", "preamble.tex", "text.tex"]


def test_an_unchanged_note_runs_no_tex_again(bench: Bench) -> None:
    first, again = bench.paper("one"), bench.paper("one")
    assert first.typeset.passes > 0
    assert again.typeset.passes == 0
    assert again.pdf


def test_a_paper_that_fails_costs_no_other(bench: Bench) -> None:
    class Jammed(Studio):
        def set_pages(self, command: Command) -> Outcome:
            self.pages = 0 if "-jobname=one" in command.arguments else 3
            return super().set_pages(command)

    bench.runner = Jammed(log="")
    made = bench.build()
    assert [bool(paper.pdf) for paper in made.papers] == [False, True]
    assert made.diagnostics.count()[Severity.ERROR] > 0
    lines = summary(report(made), 1.0)
    assert "content/notes/one.md: no PDF was made" in lines
    assert "1 preprint, 3 pages, 1.0 s" in lines


def test_without_pages_the_pdf_before_stays(bench: Bench) -> None:
    first = bench.paper("one")
    assert first.pdf
    before = first.pdf.read_bytes()
    bench.write({"content/notes/one.md": ONE.replace("One is one", "One is not two")})
    bench.runner = Studio(pages=0, log="! Emergency stop.")
    again = bench.paper("one")
    assert again.pdf is None
    assert first.pdf.read_bytes() == before


def test_stages_are_told_in_order(bench: Bench) -> None:
    assert tuple(bench.build("two").seconds) == STAGES


def test_names_that_mean_nothing_begin_nothing(bench: Bench) -> None:
    made = bench.build("nothing", "nowhere")
    assert (made.papers, codes(made)) == ((), ["note-not-found", "note-not-found"])
    assert bench.runner.asked == []


# --- notes that lack something ---------------------------------------------------------------


def test_a_site_without_an_address(bench: Bench) -> None:
    bench.write({"hugo.toml": 'title = "Notes"\n'})
    made = bench.build("one")
    (paper,) = made.papers
    assert paper.preprint.address == ""
    assert set(codes(made)) == {"link-no-address"}
    root, text = bench.source("one", "one.tex"), bench.source("one", "text.tex")
    assert "On the web" not in root
    assert "\\footnotetext{Licence: CC BY 4.0.}" in root
    assert "See the other." in text


def test_levels_and_comments_of_the_notes_hold(bench: Bench) -> None:
    text = "---\ntitle: Three\n---\n{}\n\nSee \\ref{{none}}.\n\n# Part\n\n\\ref{{other}}\n"
    bench.write({"content/notes/three.md": text.format("Text.")})
    before = [item for item in bench.build("three").diagnostics if item.code == "label-unresolved"]
    assert [item.severity for item in before] == [Severity.WARNING] * 2
    bench.write(
        {"content/notes/three.md": text.format("<!-- scidraft: allow label-unresolved -->")}
    )
    assert "label-unresolved" not in codes(bench.build("three"))
    bench.write({"content/notes/three.md": text.format("Text.")})
    raised = replace(NO_BUNDLE, diagnostics=(("label-unresolved", "error"),))
    found = bench.build("three", settings=raised).diagnostics
    assert found.count()[Severity.ERROR] == 2


def test_links_to_notes_are_citations_of_their_address(bench: Bench) -> None:
    paper = bench.paper("one")
    assert paper.preprint.address == "https://notes.example/notes/one/"
    assert len(paper.preprint.cited) == 2
    assert "https://notes.example/notes/two/" in bench.source("one", "one.bbl")
    assert "\\href{https://notes.example/notes/two/}{the other}~\\cite{" in bench.source(
        "one", "text.tex"
    )


@pytest.mark.parametrize(
    "bad", ["@book{knuth, author={D. Knuth}, title={The", "\xe4".encode("latin-1")]
)
def test_a_bibliography_that_cannot_be_read(bench: Bench, bad: str | bytes) -> None:
    path = bench.folder / "site/assets/bib/refs.bib"
    path.write_bytes(bad.encode() if isinstance(bad, str) else bad)
    made = bench.build("one")
    (paper,) = made.papers
    assert paper.pdf
    errors = [item for item in made.diagnostics if item.severity is Severity.ERROR]
    assert {item.code for item in errors} >= {"citation-missing-key"}
    assert any(_file(item).endswith("refs.bib") for item in made.diagnostics)
    assert "knuth" in bench.source("one", "one.tex")


def _file(item: Diagnostic) -> str:
    return item.place.file if item.place else ""


def test_another_notes_bibliography_is_not_looked_at(bench: Bench) -> None:
    bench.write({"assets/bib/other.bib": "@book{x, title={The"})
    made = bench.build("one")
    assert codes(made) == []


def test_a_note_with_nothing_but_a_text(bench: Bench) -> None:
    bench.write({"content/notes/bare.md": "Only this.\n"})
    made = bench.build("bare")
    assert codes(made) == []
    root = bench.source("bare", "bare.tex")
    assert "\\date{}" in root
    assert "\\author" not in root
    assert "abstract" not in root
    assert "\\today" not in root
    assert bench.source("bare", "text.tex").strip() == "Only this."


# --- dates -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("front", "settings", "epoch", "day"),
    [
        ("date: 2026-10-12", "", None, "20261012"),
        ("date: 2026-10-12\nlastmod: 2026-11-01", "", None, "20261101"),
        ("date: 2026-10-12", "2027-01-01", None, "20261012"),
        ("", "2027-01-01", None, "20270101"),
        ("date: 2026-10-12", "2027-01-01", 86_400, "19700102"),
    ],
)
def test_what_dates_a_paper(
    bench: Bench, front: str, settings: str, epoch: int | None, day: str
) -> None:
    bench.write({"content/notes/two.md": f"---\ntitle: T\n{front}\n---\nText.\n"})
    dated = Settings(date=settings, preprint=Preprints(bundle=False))
    (made,) = bench.build("two", settings=dated, epoch=epoch).papers
    assert day_of(made) == f"D:{day}000000Z"
    engines = [one for one in bench.runner.asked if one.program == "pdflatex"]
    assert {one.environment["SOURCE_DATE_EPOCH"] for one in engines} == {str(made.paper.epoch)}


def test_the_printed_date_is_the_notes_own(bench: Bench) -> None:
    bench.build("one", epoch=86_400)
    assert "\\date{October 12, 2026}" in bench.source("one", "one.tex")


def test_one_date_makes_one_file(bench: Bench) -> None:
    first = bench.paper("one").pdf
    assert first
    before = first.read_bytes()
    first.unlink()
    again = bench.paper("one").pdf
    assert again
    assert again.read_bytes() == before


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "kept"), [("a4", "a4"), ("letter", "letter"), ("a5", "a4"), ("17x24", "a4")]
)
def test_arxivs_paper_is_a4_or_letter(paper: Any, kept: str) -> None:
    assert paper_settings(Settings(paper=paper)).paper == kept


def test_a_paper_has_nothing_for_the_printer() -> None:
    given = Settings(title="A book", profile="print", symbols=True, at_a_glance=True, indexes=None)
    kept = paper_settings(given)
    assert (kept.title, kept.profile, kept.symbols, kept.at_a_glance) == (
        "",
        "screen",
        False,
        False,
    )
    assert (kept.indexes, kept.parts, kept.back_references) == ((), (), False)


# --- the report ------------------------------------------------------------------------------

LOG = """\
(./text.tex
Overfull \\hbox (12.5pt too wide) in paragraph at lines 4--4
[]
)
LaTeX Warning: Reference `nowhere' on page 1 undefined on input line 4.
Underfull \\vbox (badness 10000) has occurred while \\output is active []
[1]
"""


@pytest.fixture
def values(bench: Bench) -> dict[str, Any]:
    bench.runner = Studio(log=LOG)
    return report(bench.build("one"))


def test_the_report_tells_what_became_of_a_paper(values: dict[str, Any], bench: Bench) -> None:
    (paper,) = values["preprints"]
    tex = paper.pop("tex")
    assert paper == {
        "note": "content/notes/one.md",
        "pdf": str(bench.folder / "build/preprints/one/one.pdf"),
        "pages": 3,
        "compiler": "pdflatex",
        "style": "plain",
        "bibliography": "bibtex",
        "texlive": 2025,
        "references": 2,
        "bundle": None,
        "bytes": 0,
        "files": [],
    }
    assert tex["undefined_references"] == ["nowhere"]
    assert [line["pt"] for line in tex["overfull"]] == [12.5]
    assert tuple(values["seconds"]) == STAGES
    assert json.loads(json.dumps(values)) == values


def keys(value: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the keys of VALUE as docs/report.md writes them."""
    for key, inner in value.items():
        name = f"{above}{key}"
        yield name
        if isinstance(inner, list) and inner and isinstance(inner[0], dict):
            yield from keys(inner[0], f"{name}[].")


def test_the_document_has_every_key_in_order(values: dict[str, Any]) -> None:
    text = (
        DOCUMENT.read_text(encoding="utf-8").partition("## Of preprints")[2].partition("\n## ")[0]
    )
    rows = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    own = {key: value for key, value in values.items() if key not in {"seconds", "diagnostics"}}
    assert rows == list(keys(own))
    assert values.keys() - own.keys() == set(re.findall(r"`(\w+)`", text.partition(" are as")[0]))
