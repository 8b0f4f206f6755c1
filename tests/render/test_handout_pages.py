"""Sheets as TeX sets them: the same numbers for everybody, room measured on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.engines import Engine
from scidraft_tex.handout_settings import AUDIENCES, Audience, HandoutSettings, SpacePlan, Withhold
from scidraft_tex.lengths import POINTS_PER_MM
from scidraft_tex.render.sheets.paper import sheet_page
from tests.helpers import Shell
from tests.render.handouts import Printed, Rule, all_audiences, look, measured, printed
from tests.resolve.sheets import MadeSheet, make_sheet

pytestmark = pytest.mark.tex

TEXT = """\
Visible text refers to \\eqref{eq:secret} and \\eqref{eq:visible}.[^a]

[^a]: First note.

**Theorem (First).** A statement.

::: {.proof}
A quokka with a number
$$
a = b \\label{eq:secret}
$$
and a note,[^b] and an inner claim.

**Lemma (Inner).** Something inner.

$$
\\begin{align}
c &= d \\\\
e &= f
\\end{align}
$$
:::

[^b]: A wombat.

After it
$$
g = h \\label{eq:visible}
$$
and another.[^c]

[^c]: Third note.

**Exercise (one).** Do it.

::: {.hint withhold=end}
Numbat.
:::

::: {.solution}
A bandicoot.[^d]
:::

[^d]: A bilby.

**Exercise (two).** Refer to \\eqref{eq:visible}, [wolverine]{.gap} in.

**Theorem (Last).** The end.[^e]

[^e]: Fifth note.
"""
HIDDEN = ("quokka", "wombat", "bandicoot", "bilby", "wolverine", "Inner")
Make = Callable[..., MadeSheet]


@pytest.fixture
def make(tmp_path: Path, shell: Shell) -> Make:
    """Return what makes a sheet of one note's text."""

    def made(text: str, handout: HandoutSettings | None = None) -> MadeSheet:
        return make_sheet(tmp_path, shell, {"note": text}, {}, handout=handout)

    return made


@pytest.fixture(scope="module")
def audiences(tmp_path_factory: pytest.TempPathFactory, shell: Shell) -> dict[Audience, Printed]:
    """Return `TEXT` as all audiences have it."""
    folder = tmp_path_factory.mktemp("audiences")
    made = make_sheet(folder / "site", shell, {"note": TEXT}, {})
    return all_audiences(made, folder, look(), AUDIENCES)


# --- audiences ---------------------------------------------------------------------------------


@pytest.mark.parametrize("audience", AUDIENCES)
def test_numbers_are_the_same_for_every_audience(
    audiences: dict[Audience, Printed], audience: Audience
) -> None:
    text = audiences[audience].text()
    for words in (
        "refers to (1) and (4).1",
        "Theorem 1 (First).",
        "and another.3",
        "Exercise 1 (one).",
        "Exercise 2 (two). Refer to (4),",
        "Theorem 3 (Last). The end.5",
    ):
        assert words in text, words
    assert re.search(r"g ?= ?h \(4\)", text)


def test_what_stands_at_the_end_has_the_numbers_of_its_place(
    audiences: dict[Audience, Printed],
) -> None:
    end = audiences["solutions"].text().partition("Solutions Theorem")[2]
    for words in ("a=b (1)", "a note,2", "Lemma 2 (Inner).", "(2)", "(3)", "A bandicoot.4"):
        assert words in end, words
    assert "1 (p. 1) Proof. A quokka" in end
    assert "Exercise 1 (p. 1) Hint. Numbat. Exercise 1 (p. 1) Solution. A bandicoot" in end


def test_pieces_and_their_places_are_linked_both_ways(audiences: dict[Audience, Printed]) -> None:
    for printed_sheet in audiences.values():
        places = printed_sheet.destinations()
        assert len(places) == len(set(places))
        assert set(printed_sheet.links()) <= set(places)
    moved = audiences["solutions"]
    assert moved.text().count("Solution on page") == 1
    assert moved.text().count("Proof on page") == 1


def test_students_find_nothing_hidden(audiences: dict[Audience, Printed]) -> None:
    student = audiences["student"]
    text = student.text()
    for word in HIDDEN:
        assert word not in text, word
    for path in student.folder.rglob("*"):
        if path.is_file() and path.suffix != ".pdf":
            content = path.read_bytes()
            assert not [word for word in HIDDEN if word.encode() in content], path.name
    assert "Hints Exercise 1 (p. 1) Hint. Numbat." in text


def test_the_instructor_has_bars_beside_what_is_hidden(
    audiences: dict[Audience, Printed],
) -> None:
    instructor = audiences["instructor"]
    layout = sheet_page(HandoutSettings()).layout
    bars = [
        rule for rule in instructor.rules()
        if rule.x < layout.inner and abs(rule.width - 1.2) < 0.05 and rule.height > 10
    ]  # fmt: skip
    assert len(bars) == 3
    measures = measured_heights(audiences)
    heights = [bar.height for bar in bars]
    for height, whole in zip(
        heights, (measures["h1"], measures["h2"], measures["h3"]), strict=True
    ):
        assert whole - 25 < height <= whole + 1
    text = instructor.text()
    assert "Instructor’s edition" in text
    assert re.search(r"Proof\s+Proof\. A quokka", text)


def measured_heights(audiences: dict[Audience, Printed]) -> dict[str, float]:
    """Return the heights that the run that measures found for AUDIENCES."""
    from scidraft_tex.typeset.measures import read_measures  # noqa: PLC0415

    return dict(read_measures(audiences["student"].folder.parent / "measure", "sheet").heights)


# --- room --------------------------------------------------------------------------------------


def lines(rules: list[Rule], width: float) -> list[Rule]:
    """Return those of RULES that are drawn across WIDTH, hair lines all."""
    return [rule for rule in rules if abs(rule.width - width) < 0.1 and rule.height < 0.35]


def room(amount: str, style: str, more: str = "") -> str:
    return (
        f"Before\n\n::: {{.solution space={amount} style={style}}}\nHidden.\n:::\n\nAfter{more}\n"
    )


@pytest.mark.parametrize("style", ["blank", "ruled", "dotted", "squared"])
def test_room_is_as_high_as_asked(make: Make, tmp_path: Path, style: str) -> None:
    page = sheet_page(HandoutSettings())
    heights = {"1pt": 1.0, "6cm": 170.717, "20%": 0.2 * page.layout.text_height, "77pt": 77.0}
    breaks = "\n\n::: {.pagebreak}\n:::\n\n"
    made = printed(
        make("".join(room(amount, style) + breaks for amount in heights)).student, tmp_path / "tex"
    )
    ends = [bottom for _, word, _, bottom in made.words() if word in {"Before", "After"}]
    between = [after - before for before, after in zip(ends[::2], ends[1::2], strict=True)]
    more = [one - between[0] + 1 for one in between]
    assert more == pytest.approx(list(heights.values()), abs=0.02)


def test_lines_are_eight_millimetres_apart(make: Make, tmp_path: Path) -> None:
    layout = sheet_page(HandoutSettings()).layout
    made = printed(make(room("6cm", "ruled")).student, tmp_path / "tex")
    heights = [rule.y for rule in lines(made.rules(), layout.text_width)]
    steps = [upper - lower for upper, lower in pairwise(heights)]
    assert len(heights) == 7
    assert steps == pytest.approx([8 * POINTS_PER_MM] * 6, abs=0.02)


def test_squares_are_five_millimetres_wide_and_high(make: Make, tmp_path: Path) -> None:
    made = printed(make(room("4cm", "squared")).student, tmp_path / "tex")
    cell = 5 * POINTS_PER_MM
    upright = [rule for rule in made.rules() if rule.width < 0.35 and abs(rule.height - cell) < 0.1]
    across = sorted({round(rule.x, 1) for rule in upright})
    down = sorted({round(rule.y, 1) for rule in upright})
    assert len(down) == 8
    for values in (across, down):
        steps = [after - before for before, after in pairwise(values)]
        assert steps == pytest.approx([cell] * len(steps), abs=0.11)
    width = sheet_page(HandoutSettings()).layout.text_width
    assert (len(across) - 1) * cell <= width < len(across) * cell


def test_room_breaks_over_pages_with_three_lines_on_either_side(make: Make, tmp_path: Path) -> None:
    layout = sheet_page(HandoutSettings()).layout
    for words in (2, 25, 34):
        filler = "A line.\n\n" * words
        made = printed(make(filler + room("12cm", "ruled")).student, tmp_path / str(words))
        rules = [
            rule for rule in lines(made.rules(), layout.text_width) if rule.page or rule.y < 600
        ]
        by_page = [len([r for r in rules if r.page == page]) for page in range(len(made.pages()))]
        assert sum(by_page) == 15, words
        assert all(count == 0 or count >= 3 for count in by_page), (words, by_page)
        assert all(page.strip() for page in made.pages())


def test_room_stays_with_its_exercise(make: Make, tmp_path: Path) -> None:
    exercise = "**Exercise (kept).** Do it.\n\n::: {.solution space=40mm style=ruled}\nX.\n:::\n"
    for words in (28, 32, 36):
        made = printed(make("A line.\n\n" * words + exercise).student, tmp_path / str(words))
        page = next(n for n, text in enumerate(made.pages()) if "Exercise 1 (kept)" in text)
        width = sheet_page(HandoutSettings()).layout.text_width
        ruled = [r for r in lines(made.rules(), width) if r.y < 600 or r.page]
        assert {rule.page for rule in ruled} == {page}, words


def test_room_at_the_end_makes_no_blank_page(make: Make, tmp_path: Path) -> None:
    for words, amount in ((25, "40%"), (34, "25%"), (36, "90%")):
        end = f"**Exercise.** Do it.\n\n::: {{.solution space={amount}}}\nX.\n:::\n"
        made = printed(make("A line.\n\n" * words + end).student, tmp_path / str(words))
        last = made.pages()[-1]
        assert "line" in last or "Do it." in last, (words, last)


def test_a_gap_is_as_wide_as_its_word(make: Make, tmp_path: Path) -> None:
    made = make("The chain is [irreducible and aperiodic]{.gap}.\n")
    measures = measured(made, tmp_path / "measure")
    width = measures.widths["g1"]
    assert 110 < width < 160
    student = printed(made.student, tmp_path / "student", look(measures=measures))
    rules = [rule for rule in student.rules() if 15 < rule.width < 200 and rule.height < 0.35]
    assert sum(rule.width for rule in rules) == pytest.approx(width, abs=0.1)


# --- the page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", list(Engine))
def test_every_engine_measures_alike(make: Make, tmp_path: Path, engine: Engine) -> None:
    made = make(TEXT)
    measures = measured(made, tmp_path / engine.value, look(engine))
    assert measures.heights["h1"] == pytest.approx(188.5, abs=1)
    assert measures.steps["h1"] == {"equation": 3, "footnote": 1, "result": 1}
    assert measures.before["h1"]["footnote"] == 1
    assert [measures.numbers[name] for name in measures.labels["h1"]][-2:] == ["1", "2"]
    assert measures.steps["h2"] == {}
    assert measures.steps["h3"] == {"footnote": 1}


def test_pieces_are_measured_beyond_the_tallest_page(make: Make, tmp_path: Path) -> None:
    piece = "::: {.solution}\nA line.\n\nAnother.\n:::\n\n"
    filler = "A paragraph.\n\n" * 300
    made = make((filler + piece) * 4)
    measures = measured(made, tmp_path / "measure")
    heights = list(measures.heights.values())
    assert len(heights) == 4
    assert heights == pytest.approx([35.6] * 4, abs=2)


@pytest.mark.parametrize(("size", "sides"), [(10, "one"), (12, "two"), (17, "two")])
def test_all_pages_say_which_they_are(make: Make, tmp_path: Path, size: int, sides: str) -> None:
    own = HandoutSettings(
        course="Chains", date="2026-11-16", paper="letter", notes_margin=True, footer="Free.",
        withhold=Withhold(proofs="show"), space=SpacePlan("6cm", "dotted"),
    )  # fmt: skip
    own = replace(own, size=size, sides=sides)  # type: ignore[arg-type]
    made = make(TEXT + "Words go on. " * 600, own)
    pages = printed(made.student, tmp_path / "tex").pages()
    assert len(pages) > 1
    for number, text in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in text
        assert "Free." in text
        assert ("Chains · November 16, 2026" in text) == (number > 1)


def test_references_are_at_the_end_and_numbered(tmp_path: Path, shell: Shell) -> None:
    bib = "@book{levin, author={Levin, David}, title={Markov chains}, year=2017}\n"
    text = 'As in \\cite{levin}.\n\n{{< references bib="bib/a.bib" >}}\n'
    made = make_sheet(tmp_path / "site", shell, {"note": text}, {"assets/bib/a.bib": bib})
    assert made.sheet.cited == ("levin",)
    sheet = printed(made.student, tmp_path / "tex")
    assert "As in [1]." in sheet.text()
    assert "References [1] Levin D. Markov chains. 2017." in sheet.text()


def test_a_link_to_a_heading_without_a_number_prints_its_text(make: Make, tmp_path: Path) -> None:
    made = make("See [](#part).\n\n## A part {#part}\n\nText.\n")
    text = printed(made.student, tmp_path / "tex").text()
    assert "See A part on page 1." in text
    assert "Section" not in text


def test_colours_of_formulas_are_grey(make: Make, tmp_path: Path) -> None:
    made = make("A $\\color{red} x$ and $\\textcolor{blue}{y}$.\n")
    sheet = printed(made.student, tmp_path / "tex")
    with pikepdf.open(sheet.pdf) as pdf:
        drawn = {
            str(instruction.operator)
            for page in pdf.pages
            for instruction in pikepdf.parse_content_stream(page)
        }
    assert "x and y" in sheet.text()
    assert "g" in drawn
    assert "rg" not in drawn


def test_a_solution_of_nothing_at_the_end_is_linked_by_its_page(make: Make, tmp_path: Path) -> None:
    made = make("Text.\n\n**Solution.** Of nothing.\n{.solution}\n\nMore.\n")
    text = printed(made.solutions, tmp_path / "tex").text()
    assert "Solutions p. 1 Solution. Of nothing." in text
    assert "??" not in text


def test_footnotes_go_on_alike_after_a_link_in_a_gap(make: Make, tmp_path: Path) -> None:
    made = make("Say [see [it](https://web.example/a)]{.gap} now.[^a]\n\n[^a]: Last.\n")
    measures = measured(made, tmp_path / "measure")
    assert measures.steps["g1"] == {"footnote": 1}
    for audience, sheet in (("student", made.student), ("solutions", made.solutions)):
        text = printed(sheet, tmp_path / audience, look(measures=measures)).text()
        assert "now.2" in text
        assert ("https://web.example/a" in text) == (audience == "solutions")
