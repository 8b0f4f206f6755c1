"""The stages in a row for handouts: what sheets share, how they fit, and what a run came to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any, cast

import pikepdf
import pytest

from scidraft_tex.diagnostics import Place, Severity
from scidraft_tex.handout_plan import HandoutJob
from scidraft_tex.handout_settings import HandoutOverrides, HandoutSettings, SheetPlan
from scidraft_tex.handouts import (
    STAGES,
    MadeEdition,
    MadeHandouts,
    build_handouts,
)
from scidraft_tex.pipeline import Clock
from scidraft_tex.report_handouts import report, summary
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Command, Outcome
from tests.draw.fake_mmdc import FakeMmdc
from tests.press import ENGINES, Press

DOCUMENT = Path(__file__).parents[1] / "docs" / "report.md"
ALL = ("student", "solutions", "instructor")
ONE = """\
---
title: The First
---
**Exercise (one).** Do it, by \\cite{knuth}.
{points=2.5}

::: {.solution}
Done, as [the web](https://example.org/) has it.

```mermaid
flowchart LR
  A --> B
```
:::

**Exercise (two).** Do that.
{points=3}
"""
SITE = {
    "hugo.toml": 'title = "Notes"\nbaseURL = "https://notes.example/"\n',
    "content/notes/one.md": ONE,
    "content/notes/two.md": "---\ntitle: The Second\n---\nTwo.\n\n```mermaid\nflowchart TD\n"
    "  C --> D\n```\n",
    "assets/bib/refs.bib": "@book{knuth, author={D. Knuth}, title={The Book}, year={1984}}\n",
}
BOTH = (SheetPlan("week-1", notes=("one",)), SheetPlan("week-2", notes=("two",)))


class Studio(Press):
    """A press that draws, too: a stand-in for mermaid-cli counts what it is asked for."""

    def __init__(self, pages: int = 3, log: str = "") -> None:
        super().__init__(pages=pages, log=log)
        self.mmdc = FakeMmdc()

    def find(self, program: str) -> str | None:
        return super().find(program) or self.mmdc.find(program)

    def run(self, command: Command) -> Outcome:
        return self.mmdc.run(command) if command.program == "mmdc" else super().run(command)


class Elastic(Studio):
    """A studio whose sheets have fewer pages the closer they are set."""

    def set_pages(self, command: Command) -> Outcome:
        assert command.folder is not None
        self.pages = pages_of(command.folder)
        return super().set_pages(command)


def pages_of(folder: Path) -> int:
    """Return how many pages a text takes that fills six or so of the design's."""
    preamble, root = (folder / "preamble.tex").read_text(), (folder / "sheet.tex").read_text()
    width, height, stretch = (
        float(found[1])
        for name in (r"textwidth=", r"textheight=", r"\\linespread\{")
        if (found := re.search(rf"{name}([\d.]+)", preamble))
    )
    size = re.search(r"fontsize=(\d+)pt", root)
    assert size
    return ceil(12_000 * int(size[1]) ** 2 * stretch / (width * height))


@dataclass
class Bench:
    """A site in a folder of its own, and how to build its sheets."""

    folder: Path
    runner: Press = field(default_factory=Studio)

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / "site" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build(
        self,
        *plans: SheetPlan,
        epoch: int | None = None,
        handout: HandoutSettings | None = None,
        **own: Any,
    ) -> MadeHandouts:
        given = cast(HandoutOverrides, {"audiences": ALL, **own})
        job = HandoutJob(
            self.folder / "site",
            self.folder / "build",
            Settings(),
            handout or HandoutSettings(),
            plans or BOTH,
            given,
            epoch=epoch,
        )
        return build_handouts(job, self.runner, Clock())

    def edition(self, audience: str = "student", name: str = "week-1", **own: Any) -> MadeEdition:
        made = self.build(audiences=(audience,), **own)
        (one,) = (e for e in made.editions if e.edition.planned.plan.name == name)
        return one

    def source(self, audience: str, name: str, sheet: str = "week-1") -> str:
        return (self.folder / "build/handouts" / audience / "tex" / sheet / name).read_text("utf-8")

    def asked(self, *programs: str) -> list[Command]:
        return [one for one in self.runner.asked if Path(one.program).name in programs]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    made.write(SITE)
    return made


def day_of(made: MadeEdition) -> str:
    with pikepdf.open(made.files[0]) as document:
        return str(document.docinfo["/CreationDate"])


def codes(found: MadeHandouts) -> list[str]:
    return [item.code for item in found.diagnostics.sorted()]


# --- what sheets share, and what they do not -------------------------------------------------


def test_all_notes_are_read_in_one_call_and_drawn_in_one(bench: Bench) -> None:
    made = bench.build()
    names = [(one.edition.planned.plan.name, one.edition.audience) for one in made.editions]
    assert names == [(name, audience) for name in ("week-1", "week-2") for audience in ALL]
    assert len(bench.asked("pandoc")) == 1
    assert isinstance(bench.runner, Studio)
    drawn = [sorted(source.split()[-1] for source in batch) for batch in bench.runner.mmdc.batches]
    assert (drawn, bench.runner.mmdc.singles) == ([["B", "D"]], [])


def test_each_sheet_is_measured_once_for_all_audiences(bench: Bench) -> None:
    bench.build()
    folders = {one.folder for one in bench.asked(*ENGINES)}
    made = sorted(f.relative_to(bench.folder / "build").as_posix() for f in folders if f)
    whole = ["cache/handouts/week-1", "cache/handouts/week-2"]
    assert made == sorted(
        [*whole, *(f"handouts/{who}/tex/{week}" for who in ALL for week in ("week-1", "week-2"))]
    )


def test_students_have_no_picture_that_is_hidden(bench: Bench) -> None:
    bench.build()
    pictures = {
        who: len(list((bench.folder / "build/handouts" / who).glob("tex/week-1/figures/*")))
        for who in ALL
    }
    assert pictures == {"student": 0, "solutions": 1, "instructor": 1}


def test_what_is_hidden_from_now_on_leaves_the_students_folder(bench: Bench) -> None:
    bench.build(solutions="show")
    assert "Done, as" in bench.source("student", "text.tex")
    assert list((bench.folder / "build/handouts/student/tex/week-1").glob("figures/*"))
    bench.build(solutions="end")
    assert "Done, as" in bench.source("student", "solutions.tex")
    bench.build(solutions="omit")
    folder = bench.folder / "build/handouts/student/tex/week-1"
    assert not list(folder.glob("figures/*"))
    assert not (folder / "solutions.tex").exists()
    for path in folder.rglob("*"):
        assert path.is_dir() or b"Done" not in path.read_bytes(), path


def test_a_sheet_that_fails_costs_no_other(bench: Bench) -> None:
    class Jammed(Studio):
        def set_pages(self, command: Command) -> Outcome:
            assert command.folder
            self.pages = 0 if command.folder.match("handouts/student/tex/week-1") else 3
            return super().set_pages(command)

    bench.runner = Jammed(log="")
    made = bench.build()
    assert [bool(one.files) for one in made.editions] == [False, *[True] * 5]
    assert made.diagnostics.count()[Severity.ERROR] > 0
    lines = summary(report(made), 1.0)
    assert lines[0] == "week-1 (student): no PDF was made"
    assert "5 editions, 15 pages, 1.0 s" in lines


def test_without_pages_the_pdf_before_stays(bench: Bench) -> None:
    first = bench.edition()
    before = first.files[0].read_bytes()
    bench.write({"content/notes/one.md": ONE.replace("Do that", "Do not")})
    bench.runner = Studio(pages=0, log="! Emergency stop.")
    assert bench.edition().files == ()
    assert first.files[0].read_bytes() == before


def test_an_unchanged_sheet_runs_no_tex_again(bench: Bench) -> None:
    bench.build()
    before = len(bench.asked(*ENGINES))
    again = bench.build()
    assert len(bench.asked(*ENGINES)) == before
    assert [one.typeset.passes for one in again.editions] == [0] * 6
    assert all(one.files for one in again.editions)


def test_stages_are_told_in_order(bench: Bench) -> None:
    assert tuple(bench.build().seconds) == STAGES


def test_names_that_mean_nothing_begin_nothing(bench: Bench) -> None:
    made = bench.build(SheetPlan("x", notes=("nothing",)), SheetPlan("y", select=("tag=none",)))
    assert made.editions == ()
    assert codes(made) == ["note-not-found", "selection-empty"]
    assert bench.runner.asked == []
    assert not (bench.folder / "build").exists()


def test_a_note_may_be_on_two_sheets(bench: Bench) -> None:
    made = bench.build(SheetPlan("a", notes=("one",)), SheetPlan("b", notes=("two", "one")))
    assert [len(one.edition.planned.notes) for one in made.editions] == [1, 1, 1, 2, 2, 2]
    assert len(bench.asked("pandoc")) == 1
    assert codes(made) == []


def test_intros_of_two_sheets_are_their_own(bench: Bench) -> None:
    plans = [replace(plan, intro=f"Hand in {plan.name}.") for plan in BOTH]
    assert codes(bench.build(*plans)) == []
    for plan in BOTH:
        texts = [bench.source(who, "text.tex", plan.name) for who in ALL]
        assert all(text.count(f"Hand in {plan.name}.") == 1 for text in texts)
        assert not any("Hand in" in text.replace(f"Hand in {plan.name}.", "") for text in texts)


def test_comments_of_the_notes_hold(bench: Bench) -> None:
    text = "---\ntitle: Two\n---\nText.\n\n{}\nSee \\ref{{none}}.\n\n\\ref{{other}}\n"
    bench.write({"content/notes/two.md": text.format("")})
    assert codes(bench.build()).count("label-unresolved") == 2
    bench.write({"content/notes/two.md": text.format("<!-- scidraft: allow label-unresolved -->")})
    (left,) = (one for one in bench.build().diagnostics if one.code == "label-unresolved")
    assert left.place == Place("content/notes/two.md", 9, 1)


def test_drafts_are_printed_where_they_are_named(bench: Bench) -> None:
    bench.write({"content/notes/early.md": "---\ntitle: Early\ndraft: true\ntags: [a]\n---\nX.\n"})
    assert len(bench.build(SheetPlan("x", notes=("early",))).editions) == 3
    assert bench.build(SheetPlan("x", select=("tag=a",))).editions == ()


def test_a_site_without_an_address(bench: Bench) -> None:
    bench.write({"hugo.toml": 'title = "Notes"\n'})
    assert codes(bench.build()) == []
    for who in ALL:
        root = bench.source(who, "sheet.tex")
        assert "notes.example" not in root
        assert "\\headqr\n" not in root


@pytest.mark.parametrize("bad", ["@book{knuth, author={D. Knuth}, title={The", ""])
def test_a_bibliography_that_cannot_be_read(bench: Bench, bad: str) -> None:
    bench.write({"assets/bib/refs.bib": bad})
    made = bench.build()
    assert all(one.files for one in made.editions)
    assert "citation-missing-key" in codes(made)
    assert len(set(made.diagnostics.sorted())) == len(made.diagnostics.sorted())


def test_what_only_hidden_text_says_wrong_is_told_once(bench: Bench) -> None:
    bench.write({"content/notes/one.md": ONE.replace("Done, as", "![x](none.png)\n\nDone, as")})
    assert codes(bench.build()).count("image-missing") == 1
    assert codes(bench.build(audiences=("student",))).count("image-missing") == 1


# --- fit -------------------------------------------------------------------------------------


def test_a_sheet_that_fits_is_left_alone(bench: Bench) -> None:
    made = bench.build(BOTH[0], fit=3)
    assert codes(made) == []
    assert report(made)["sheets"][0]["fitting"] == {"size": 12, "leading": 1.0, "margins": 1.0}


def test_a_sheet_that_cannot_fit_is_set_as_closely_as_can_be_read(bench: Bench) -> None:
    made = bench.build(BOTH[0], fit=2)
    (said,) = [item for item in made.diagnostics if item.code == "sheet-too-long"]
    assert said.severity is Severity.WARNING
    assert said.message.startswith("week-1 takes 3 pages in place of 2, with type of 10 pt, ")
    fitting = report(made)["sheets"][0]["fitting"]
    assert fitting["size"] == 10
    assert 0.85 < fitting["leading"] < 1
    assert 0.5 < fitting["margins"] < 1
    assert all(one.files for one in made.editions)


def test_a_sheet_is_set_no_closer_than_it_takes(bench: Bench) -> None:
    bench.runner = Elastic()
    widest = report(bench.build(BOTH[0], audiences=("student",)))["sheets"][0]["pages"]
    pages = []
    for limit in (widest, widest - 1, 1):
        bench.runner = Elastic()
        made = bench.build(BOTH[0], audiences=("student",), fit=limit)
        (sheet,) = report(made)["sheets"]
        pages.append(sheet["pages"])
        assert ("sheet-too-long" in codes(made)) == (sheet["pages"] > limit)
        assert ("sheet-fitted" in codes(made)) == (sheet["pages"] <= limit < widest)
    assert pages[0] == widest
    assert pages == sorted(pages, reverse=True)
    assert len(set(pages)) == 3


# --- dates -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "term", "epoch", "day"),
    [
        ("2026-10-12", "2026-09-01", None, "20261012"),
        ("", "2026-09-01", None, "20260901"),
        ("next week", "2026-09-01", None, "20260901"),
        ("2026-10-12", "", 86_400, "19700102"),
    ],
)
def test_what_dates_a_sheet(
    bench: Bench, plan: str, term: str, epoch: int | None, day: str
) -> None:
    own = HandoutSettings(date=term)
    made = bench.build(replace(BOTH[0], date=plan), handout=own, epoch=epoch)
    assert {day_of(one) for one in made.editions} == {f"D:{day}000000Z"}
    engines = bench.asked(*ENGINES)
    assert len({one.environment["SOURCE_DATE_EPOCH"] for one in engines}) == 1


def test_one_date_makes_one_file(bench: Bench) -> None:
    first = bench.build(epoch=86_400, impose="booklet")
    paths = [path for one in first.editions for path in one.files]
    assert len(paths) == 12
    before = [path.read_bytes() for path in paths]
    for path in paths:
        path.unlink()
    bench.build(epoch=86_400, impose="booklet")
    assert [path.read_bytes() for path in paths] == before


# --- metadata --------------------------------------------------------------------------------


def test_the_pdf_says_what_it_is(bench: Bench) -> None:
    own = HandoutSettings(course="Sums", lecturer="Ada Example", sides="two")
    made = bench.build(replace(BOTH[0], title="Of *sums*"), handout=own)
    for one in made.editions:
        with pikepdf.open(one.files[0]) as document:
            info = document.docinfo
            assert (str(info["/Author"]), str(info["/Subject"])) == ("Ada Example", "Sums")
            assert str(info["/Title"]).startswith("Of sums")
            assert document.Root.Lang == "en"


# --- the report ------------------------------------------------------------------------------

LOG = """\
(./text.tex
Overfull \\hbox (12.5pt too wide) in paragraph at lines 4--4
[]
)
LaTeX Warning: Reference `nowhere' on page 1 undefined on input line 4.
[1]
"""


@pytest.fixture
def values(bench: Bench) -> dict[str, Any]:
    bench.runner = Studio(log=LOG)
    return report(bench.build(BOTH[0], impose="2up"))


def test_the_report_tells_what_became_of_an_edition(values: dict[str, Any], bench: Bench) -> None:
    assert [sheet["audience"] for sheet in values["sheets"]] == list(ALL)
    sheet = dict(values["sheets"][0])
    tex = sheet.pop("tex")
    folder = bench.folder / "build/handouts/student"
    assert sheet == {
        "name": "week-1",
        "audience": "student",
        "notes": ["content/notes/one.md"],
        "pdf": str(folder / "week-1.pdf"),
        "beside": [str(folder / "week-1-2up.pdf")],
        "pages": 3,
        "engine": "pdflatex",
        "exercises": 2,
        "points": 5.5,
        "fitting": {"size": 12, "leading": 1.0, "margins": 1.0},
    }
    assert tex["undefined_references"] == ["nowhere"]
    assert [line["pt"] for line in tex["overfull"]] == [12.5]
    assert tuple(values["seconds"]) == STAGES
    assert json.loads(json.dumps(values)) == values


def test_the_report_of_a_student_names_nothing_hidden(bench: Bench) -> None:
    values = json.dumps(report(bench.build(audiences=("student",))))
    assert "Done" not in values


def keys(value: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the keys of VALUE as docs/report.md writes them."""
    for key, inner in value.items():
        name = f"{above}{key}"
        yield name
        if key == "tex":
            continue
        if isinstance(inner, dict):
            yield from keys(inner, f"{name}.")
        if isinstance(inner, list) and inner and isinstance(inner[0], dict):
            yield from keys(inner[0], f"{name}[].")


def test_the_document_has_every_key_in_order(values: dict[str, Any]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("## Of handouts")[2]
    rows = re.findall(r"^\| `([^`]+)` \|", text.partition("\n## ")[0], re.MULTILINE)
    own = {key: value for key, value in values.items() if key not in {"seconds", "diagnostics"}}
    assert rows == list(keys(own))
    assert values.keys() - own.keys() == set(re.findall(r"`(\w+)`", text.partition(" are as")[0]))
