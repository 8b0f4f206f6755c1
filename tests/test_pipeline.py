"""The stages in a row: from a folder of notes to a PDF."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Severity
from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.pipeline import STAGES, Clock, Job, Made, build_book
from scidraft_tex.read.pandoc import PandocError
from scidraft_tex.settings import Fonts, Lists, Margins, Settings
from scidraft_tex.tools import Command, Outcome, Runner, Shell, ToolMissingError
from tests.press import Press

SITE = {
    "hugo.toml": 'title = "Chains"\n[params.entrySets.results]\n',
    "content/notes/one.md": """\
---
title: One
weight: 1
entryTitle: First Fact
entryCategory: Facts
entryAliases: [Primary fact]
---
See [the other](two.md) and \\cite{knuth1984}.

**Theorem (one).** It holds that
\\[ 1 = 1. \\]

{{< references >}}
""",
    "content/notes/two.md": "---\ntitle: Two\nweight: 2\n---\n**Lemma.** Two is two.\n",
    "assets/bib/refs.bib": "@book{knuth1984, author={D. Knuth}, title={The Book}, year={1984}}\n",
}

DEFAULTS = Settings()


@dataclass
class Bench:
    """A site in a folder of its own, and how to build it."""

    folder: Path
    runner: Runner
    began: list[str] = field(default_factory=list)

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / "site" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build(self, settings: Settings = DEFAULTS, epoch: int | None = None) -> Made:
        out = self.folder / "out" / "book.pdf"
        job = Job(self.folder / "site", self.folder / "build", out, settings, epoch=epoch)
        return build_book(job, self.runner, Clock(self.began.append))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path, Press())
    made.write(SITE)
    return made


def test_a_site_becomes_a_pdf(bench: Bench) -> None:
    made = bench.build()
    assert made.pdf == bench.folder / "out" / "book.pdf"
    assert pdf_facts(made.pdf).pages == 3
    assert [note.source.key for note in made.book.notes] == ["one", "two"]
    assert made.engine == "pdflatex"
    assert list(made.diagnostics) == []


def test_the_stages_are_told_and_timed_in_order(bench: Bench) -> None:
    made = bench.build()
    assert tuple(bench.began) == tuple(made.seconds) == STAGES
    assert all(0 <= seconds < 60 for seconds in made.seconds.values())


def test_what_each_stage_answers_is_in_the_tex(bench: Bench) -> None:
    bench.build()
    folder = bench.folder / "build" / "book"
    chapters = [path.read_text() for path in sorted((folder / "chapters").glob("0*.tex"))]
    first = "".join(chapters)
    assert "%% content/notes/one.md:10" in first
    assert "\\begin{Theorem}" in first
    assert "\\index[results]{" in first
    assert "{two:" in first
    assert {path.name for path in (folder / "bib").iterdir()} == {"one-1.bib", "one-1.bbl"}


def test_what_stages_find_comes_together(bench: Bench) -> None:
    bench.write(
        {
            "content/notes/three.md": "---\ntitle: [1\n---\nText.\n",
            "content/notes/four.md": "# Four\n\n<blink>x</blink> [y](nowhere.md) \\cite{z}\n",
        }
    )
    made = bench.build()
    assert made.pdf
    assert {item.code for item in made.diagnostics} >= {
        "front-matter-syntax",
        "html-unknown",
        "link-unresolved",
        "citation-missing-key",
    }
    assert [note.path for note in made.site.skipped] == ["content/notes/three.md"]
    assert len(made.book.notes) == 3


def test_settings_reach_every_stage(bench: Bench) -> None:
    settings = Settings(title="My book", engine="xelatex", arrange="flat", profile="print")
    made = bench.build(settings)
    assert made.engine == "xelatex"
    assert len(made.book.chapters) == 2
    assert made.pdf
    with pikepdf.open(made.pdf) as document:
        assert str(document.docinfo["/Title"]) == "My book"
        assert document.Root.PageLayout == "/TwoPageRight"


def test_settings_reach_the_pages(bench: Bench) -> None:
    settings = Settings(
        paper="b5",
        fonts=Fonts(main="TeX Gyre Termes", size=10),
        margins=Margins(inner="20mm", outer="15mm"),
        date="2026-11-30",
        language="de",
        toc_depth=0,
        page_multiple=8,
        at_a_glance=True,
        lists=Lists(results=True, result_kinds=("Theorem", "Axiom", "Proof")),
    )
    made = bench.build(settings)
    assert list(made.diagnostics) == []
    folder = bench.folder / "build" / "book"
    book, preamble, front = (
        (folder / f"{name}.tex").read_text() for name in ("book", "preamble", "frontmatter")
    )
    assert "fontsize=10pt" in book
    assert "\\usepackage{tgtermes}" in preamble
    assert "\\setcounter{tocdepth}{0}" in preamble
    assert "textwidth=401.18pt" in preamble  # 176 mm less 35
    assert "30. November 2026\\par" in front
    assert front.count("\\listofresults") == 1
    chapters = "".join(path.read_text() for path in folder.glob("chapters/0*.tex"))
    assert chapters.count("\\glancefrom{") == chapters.count("\\resultsataglance{") == 2
    assert made.pdf
    assert pdf_facts(made.pdf).pages == 8


@pytest.mark.parametrize(
    ("family", "engine"), [("TeX Gyre Bonum", "lualatex"), ("Utopia", "pdflatex")]
)
def test_a_family_that_pdflatex_lacks_makes_the_engines_choice(
    bench: Bench, family: str, engine: str
) -> None:
    made = bench.build(Settings(fonts=Fonts(main=family)))
    assert made.engine == engine
    assert list(made.diagnostics) == []


def test_margins_without_room_cost_a_word(bench: Bench) -> None:
    made = bench.build(Settings(paper="a5", margins=Margins(inner="12cm")))
    assert made.pdf
    assert [item.code for item in made.diagnostics] == ["settings-value"]


def test_drafts_are_left_out_unless_asked_for(bench: Bench) -> None:
    bench.write({"content/notes/three.md": "---\ntitle: Three\ndraft: true\n---\nText.\n"})
    assert len(bench.build().book.notes) == 2
    job = Job(
        bench.folder / "site", bench.folder / "b", bench.folder / "b.pdf", Settings(), drafts=True
    )
    assert len(build_book(job, bench.runner, Clock()).book.notes) == 3


def test_the_epoch_dates_the_pdf(bench: Bench) -> None:
    made = bench.build(epoch=86_400)
    assert made.pdf
    first = made.pdf.read_bytes()
    with pikepdf.open(made.pdf) as document:
        assert str(document.docinfo["/CreationDate"]) == "D:19700102000000Z"
    assert isinstance(bench.runner, Press)
    engines = [one for one in bench.runner.asked if one.program == "pdflatex"]
    assert engines[0].environment["SOURCE_DATE_EPOCH"] == "86400"
    again = bench.build(epoch=86_400)
    assert again.pdf
    assert again.pdf.read_bytes() == first


def test_an_unchanged_site_runs_no_tex_again(bench: Bench) -> None:
    first = bench.build()
    again = bench.build()
    assert first.typeset.passes > 0
    assert again.typeset.passes == 0
    assert again.pdf


def test_without_pages_the_pdf_before_stays(bench: Bench) -> None:
    first = bench.build()
    assert first.pdf
    before = first.pdf.read_bytes()
    bench.write({"content/notes/two.md": "# Two\n\nChanged.\n"})
    bench.runner = Press(pages=0, log="! Emergency stop.")
    made = bench.build()
    assert made.pdf is None
    assert first.pdf.read_bytes() == before
    assert made.diagnostics.count()[Severity.ERROR] > 0


def test_a_folder_without_notes(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    made = Bench(tmp_path, Press()).build()
    assert [item.code for item in made.diagnostics] == ["site-settings"]
    assert made.book.notes == ()


def test_without_pandoc_there_is_no_book(bench: Bench) -> None:
    bench.runner = Press(lacks={"pandoc"})
    with pytest.raises(ToolMissingError, match="pandoc"):
        bench.build()
    assert bench.began[-1] == "read"


def test_what_pandoc_refuses_is_told_as_a_failed_tool(bench: Bench) -> None:
    class Refuses(Press):
        def run(self, command: Command) -> Outcome:
            self.asked.append(command)
            return Outcome(64, "", "pandoc: out of paper", 0.0)

    bench.runner = Refuses()
    with pytest.raises(PandocError) as refused:
        bench.build()
    assert refused.value.diagnostic.code == "tool-failed"
    assert refused.value.diagnostic.detail == "pandoc: out of paper"


# --- the clock -------------------------------------------------------------------------------


def test_a_clock_adds_up_a_stage_and_keeps_one_that_fails() -> None:
    clock = Clock()

    def fail() -> None:
        with clock.stage("load"):
            time.sleep(0.01)
            raise OSError(5, "gone")

    with pytest.raises(OSError, match="gone"):
        fail()
    once = clock.seconds["load"]
    assert 0.01 <= once < 5
    with clock.stage("load"):
        time.sleep(0.01)
    assert clock.seconds["load"] >= once + 0.01


# --- in earnest ------------------------------------------------------------------------------


@pytest.mark.tex
def test_a_site_is_printed(bench: Bench) -> None:
    bench.runner = Shell()
    made = bench.build(epoch=0)
    assert made.pdf
    assert [item for item in made.diagnostics if item.severity is Severity.ERROR] == []
    facts = pdf_facts(made.pdf)
    assert facts.pages >= 6
    titles = [item.title for item in facts.outline]
    assert any("First Fact" in title for title in titles)
    assert made.typeset.log.undefined == ()
    results = [b for note in made.book.notes for b in note.blocks if isinstance(b, m.Result)]
    assert [result.kind.name for result in results] == ["Theorem", "Lemma"]
