"""Sheets as LaTeX: what each audience finds in the files, before TeX has seen them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scidraft_tex.handout_settings import AUDIENCES, HandoutSettings, SheetPlan, Withhold
from scidraft_tex.render.handout import render_sheet
from scidraft_tex.render.sheets.measures import Measures
from scidraft_tex.settings import Settings
from tests.helpers import Shell
from tests.render.handouts import look, rendered
from tests.resolve.sheets import MadeSheet, make_sheet

PROOF = """\
See \\eqref{eq:secret}.

**Theorem 1 (First).** A statement.

::: {.proof}
Quokka.
$$
a = b \\label{eq:secret}
$$
$$
c = d \\label{eq:unasked}
$$
:::

After it the chain is [reversible]{.gap}.
"""
MEASURES = Measures(
    heights={"h1": 100.0},
    widths={"g1": 41.5},
    before={"h1": {"equation": 3, "footnote": 1}},
    steps={"h1": {"equation": 2}},
    labels={"h1": ("note:h1-1", "note:h1-2")},
    numbers={"note:h1-1": "4", "note:h1-2": "5"},
)
Make = Callable[..., MadeSheet]


@pytest.fixture
def make(tmp_path: Path, shell: Shell) -> Make:
    """Return what makes a sheet of one note's text."""

    def made(text: str, handout: HandoutSettings | None = None, intro: str = "") -> MadeSheet:
        return make_sheet(tmp_path, shell, {"note": text}, {}, handout=handout, intro=intro)

    return made


# --- students ----------------------------------------------------------------------------------


def test_students_have_room_counters_and_the_numbers_they_refer_to(make: Make) -> None:
    made = make(PROOF)
    text = rendered(made.student, look(measures=MEASURES))["text.tex"]
    assert (
        "\\addtocounter{equation}{2}%\n\\hiddenlabel{note:h1-1}{4}%\n\\room{blank}{100.0000pt}"
        in text
    )
    assert "h1-2" not in text
    assert "\\gap{1}{41.50pt}" in text


def test_what_room_is_for_stays_with_it(make: Make) -> None:
    text = rendered(make(PROOF).student, look(measures=MEASURES))["text.tex"]
    assert re.search(
        r"\\begingroup\\keepnext\n\\begin\{Theorem\}.*\\end\{Theorem\}\n\\endgroup", text, re.DOTALL
    )
    assert text.count("\\keepnext") == 1
    moved = rendered(make(PROOF).solutions)["text.tex"]
    assert moved.count("\\keepnext") == 1


def test_no_file_for_students_has_what_is_hidden(make: Make) -> None:
    made = make(PROOF, HandoutSettings(marks=True))
    files = rendered(made.student, look(measures=MEASURES))
    everything = "\n".join((*files, *files.values()))
    assert set(files) == {"sheet.tex", "preamble.tex", "text.tex"}
    for word in ("Quokka", "reversible", "a = b", "c = d", "secret", "unasked"):
        assert word not in everything, word


@pytest.mark.parametrize(
    ("amount", "height"),
    [
        ("6cm", "170.7165pt"),
        ("25%", "171.7388pt"),
        ("1.5", "150.0000pt"),
        ("measured", "100.0000pt"),
    ],
)
def test_room_is_as_high_as_it_is_asked_to_be(make: Make, amount: str, height: str) -> None:
    made = make(PROOF.replace("{.proof}", f"{{.proof space={amount} style=ruled}}"))
    text = rendered(made.student, look(measures=MEASURES))["text.tex"]
    assert f"\\room{{ruled}}{{{height}}}" in text


def test_nothing_is_printed_for_what_is_left_out_but_its_numbers_are_counted(make: Make) -> None:
    made = make(PROOF, HandoutSettings(withhold=Withhold(proofs="omit")))
    text = rendered(made.student, look(measures=MEASURES))["text.tex"]
    assert "\\addtocounter{equation}{2}%\n\\hiddenlabel{note:h1-1}{4}%" in text
    assert "\\room" not in text
    assert "\\keepnext" not in text


def test_blank_room_at_the_very_end_makes_no_page_of_its_own(make: Make) -> None:
    end = "**Exercise.** Do it.\n\n::: {.solution}\nDone.\n:::\n"
    student = make(end).student
    assert "\\lastroom{" in rendered(student)["text.tex"]
    ruled = make(end.replace("{.solution}", "{.solution style=ruled space=3cm}")).student
    assert "\\room{ruled}{85.3583pt}" in rendered(ruled)["text.tex"]
    assert "\\lastroom" not in rendered(make(f"{end}\nThe end.\n").student)["text.tex"]


def test_room_that_nothing_is_printed_in_is_no_higher_than_the_page(make: Make) -> None:
    text = PROOF.replace("{.proof}", "{.proof space=60cm}")
    ruled = text.replace("space=60cm", "space=60cm style=ruled")
    page = 11.955 + 45 * 15
    blank = rendered(make(text).student, look(measures=MEASURES))["text.tex"]
    assert f"\\room{{blank}}{{{page:.4f}" in blank
    assert "\\room{ruled}{1707.1654pt}" in rendered(make(ruled).student)["text.tex"]


def test_a_gap_is_two_em_wide_at_least_and_breaks_where_it_is_long(make: Make) -> None:
    text = "One [a]{.gap} and [a long one]{.gap}.\n"
    measures = Measures(widths={"g1": 5.0, "g2": 120.0})
    found = re.findall(
        r"\\gap\{(\d+)\}\{([\d.]+)pt\}",
        rendered(make(text).student, look(measures=measures))["text.tex"],
    )
    assert [(int(count), float(width)) for count, width in found] == [(1, 23.91), (5, 24.0)]


def test_a_heading_shows_students_no_word_of_its_gap(make: Make) -> None:
    text = rendered(make("# The [secret]{.gap} chain\n\nText.\n").student)["text.tex"]
    assert "\\subsection{The \\gap{1}{23.91pt} chain}" in text
    assert "secret" not in text


def test_students_count_the_footnotes_of_a_gap(make: Make) -> None:
    made = make("Say [see [it](https://web.example/a)]{.gap}.\n")
    measuring = rendered(made.sheet)["text.tex"]
    link = "\\weblink{https://web.example/a}{}"
    assert f"\\measuredgap{{g1}}{{see it}}\\measurednotes{{g1}}{{{link}}}" in measuring
    assert f"\\gapword{{see it}}{link}" in rendered(made.solutions)["text.tex"]
    measures = Measures(widths={"g1": 30.0}, steps={"g1": {"footnote": 1}})
    student = rendered(made.student, look(measures=measures))["text.tex"]
    assert "Say \\addtocounter{footnote}{1}\\gap{1}{30.00pt}." in student


def test_a_gap_in_a_results_name_is_a_rule(make: Make) -> None:
    made = make("**Theorem (about [secret]{.gap}).** It is.\n")
    student = rendered(made.student, look(measures=MEASURES))["text.tex"]
    assert "{about \\gap{1}{41.50pt}}" in student
    assert "{about \\measuredgap{g1}{secret}}" in rendered(made.sheet)["text.tex"]


def test_a_link_to_a_heading_without_a_number_has_no_word(make: Make) -> None:
    text = rendered(make("See [](#part).\n\n## A part {#part}\n\nText.\n").student)["text.tex"]
    assert "\\notelink{note:part}{}{}" in text


# --- the others --------------------------------------------------------------------------------


def test_solutions_stand_at_the_end_with_the_numbers_of_their_place(make: Make) -> None:
    files = rendered(make(PROOF).solutions, look(measures=MEASURES))
    assert "\\addtocounter{equation}{2}%\n\\movedto{h1}{Proof}" in files["text.tex"]
    assert "\\hiddenlabel" not in files["text.tex"]
    end = files["solutions.tex"]
    assert end.startswith("\\section*{Proofs}")
    assert "\\setcounter{equation}{3}%\n\\movedhead{h1}{Theorem}{note:7-1}" in end
    assert "Quokka" in end
    assert "footnote" not in end
    assert "\\gapword{reversible}" in files["text.tex"]
    assert "\\input{solutions}" in files["sheet.tex"]


def test_what_is_moved_goes_by_its_kind_if_that_is_one(make: Make) -> None:
    text = "**Exercise.** Do.\n\n::: {.hint withhold=end}\nThink.\n:::\n"
    hints = rendered(make(text).student)["solutions.tex"]
    assert hints.startswith("\\section*{Hints}")
    more = f"{text}\n::: {{.solution withhold=end}}\nDone.\n:::\n"
    assert rendered(make(more).student)["solutions.tex"].startswith("\\section*{Solutions}")


def test_the_instructor_has_all_in_its_place_with_a_word_in_the_margin(make: Make) -> None:
    text = f"{PROOF}\n::: {{.instructor}}\nAsk them.\n:::\n"
    body = rendered(make(text).instructor, look(measures=MEASURES))["text.tex"]
    assert re.search(
        r"\\withheldfrom\{h1\}\{Proof\}\n.*Quokka.*\\withheldto\{h1\}", body, re.DOTALL
    )
    assert re.search(
        r"\\withheldfrom\{h2\}\{Instructor\}\n.*Ask.*\\withheldto\{h2\}", body, re.DOTALL
    )
    assert "\\addtocounter" not in body


def test_times_are_for_the_instructor_alone(make: Make) -> None:
    text = "# Part {time=20}\n\nText.\n\n**Exercise (one).** Do it.\n{points=3 time=7.5}\n"
    made = make(text)
    body = rendered(made.instructor)["text.tex"]
    assert "\\headingminutes{20~min}%\n\\subsection" in body
    assert "\\exercisepoints{(3~points) \\taskminutes{7.5~min}}" in body
    assert "Time: 20~min" in rendered(made.instructor)["sheet.tex"]
    for audience in ("student", "solutions"):
        files = rendered(made.audience(audience))
        assert "min}" not in files["text.tex"]
        assert "\\exercisepoints{(3~points)}" in files["text.tex"]
        assert "Time" not in files["sheet.tex"]


def test_points_are_in_the_words_of_the_language_or_not_at_all(make: Make) -> None:
    text = "**Exercise (one).** Do it.\n{points=1}\n\n**Exercise (two).** It.\n{points=2.5}\n"
    made = make(text)
    german = look(settings=Settings(language="de"))
    body = rendered(made.student, german)["text.tex"]
    assert "\\exercisepoints{(1~Punkt)}" in body
    assert "\\exercisepoints{(2,5~Punkte)}" in body
    quiet = make(text, HandoutSettings(points=False)).student
    assert "\\exercisepoints" not in rendered(quiet)["text.tex"]


# --- the whole sheet ---------------------------------------------------------------------------


def test_the_whole_sheet_measures_each_piece_and_gap(make: Make) -> None:
    files = rendered(make(PROOF).sheet)
    text = files["text.tex"]
    labels = "note:h1-3 note:h1-1 note:h1-2"
    assert re.search(
        rf"\\measurefrom\{{h1\}}\{{{labels}\}}\n.*\\measureto\{{h1\}}", text, re.DOTALL
    )
    assert "\\measuredgap{g1}{reversible}" in text
    assert "paperheight=8200pt" in files["preamble.tex"]
    assert "\\newwrite\\measures" in files["preamble.tex"]


@pytest.mark.parametrize("numbering", ["shared", "per-kind", "none"])
def test_exercises_and_hints_have_numbers_of_their_own(make: Make, numbering: str) -> None:
    settings = Settings(numbering=numbering)  # type: ignore[arg-type]
    preamble = rendered(make(PROOF).sheet, look(settings=settings))["preamble.tex"]
    assert "\\newtheorem{Exercise}{Exercise}\n" in preamble
    assert "\\newtheorem*{Hint}{Hint}\n" in preamble
    shared = "\\newtheorem{Theorem}[result]{Theorem}"
    own = "\\newtheorem{Theorem}{Theorem}\n"
    assert (own if numbering == "per-kind" else shared) in preamble
    counted = re.findall(r"\\measurecounter\{#1\}\{(\w+)\}", preamble)
    assert {"equation", "footnote", "Exercise"} <= set(counted)
    assert ("Theorem" in counted) == (numbering == "per-kind")
    assert "Hint" not in counted
    assert "chapter" not in preamble.replace("\\chapterprefix", "")


def test_nothing_is_measured_for_who_reads_it(make: Make) -> None:
    made = make(PROOF)
    for audience in AUDIENCES:
        files = rendered(made.audience(audience), look(measures=MEASURES))
        assert not re.search(r"\\\\measur|8200pt|measures", "".join(files.values()))


# --- the head ----------------------------------------------------------------------------------

TERM = HandoutSettings(
    course="Chains & more",
    lecturer="N. N.",
    date="2026-11-16",
    term="Winter",
    institute="Institute",
    footer="Under [CC BY](https://creativecommons.org/).",
    marks=True,
)
EXERCISES = "".join(f"**Exercise ({n}).** Do it.\n{{points={n}}}\n\n" for n in range(1, 12))


def test_the_head_says_whose_sheet_it_is(make: Make) -> None:
    plan = SheetPlan(title="On *chains*", number="3")
    files = rendered(make("Text.\n", TERM).student, look(plan=plan))
    root, preamble = files["sheet.tex"], files["preamble.tex"]
    for line in (
        "\\headcourse{Chains \\& more}",
        "\\headline{N. N.}",
        "\\headline{\\textit{Winter \\textperiodcentered\\ Institute}}",
        "\\headcourse{Sheet~3}",
        "\\headline{November 16, 2026}",
        "\\namefield{Name}",
        "\\sheettitle{On \\emph{chains}}",
        "{https://site.example/lab/notes/note/}{site.example/lab/notes/note}",
        "pdftitle={On chains}",
        "\\begin{picture}",
    ):
        assert line in root, line
    assert "\\ihead" in preamble
    assert (
        "Chains \\& more \\textperiodcentered\\ Sheet~3 \\textperiodcentered\\ November" in preamble
    )
    assert "\\ifoot[Under CC BY.]{Under CC BY.}" in preamble
    assert "page~#1 of~#2" in preamble


@pytest.mark.parametrize(
    ("audience", "mark"),
    [("student", ""), ("solutions", "With solutions"), ("instructor", "Instructor's edition")],
)
def test_the_head_says_for_whom_it_is(make: Make, audience: str, mark: str) -> None:
    made = make(EXERCISES, TERM)
    files = rendered(made.audience(audience), look())  # type: ignore[arg-type]
    assert ("\\namefield" in files["sheet.tex"]) == (audience == "student")
    assert ("\\markstable{" in files["sheet.tex"]) == (audience == "student")
    assert ("\\editionmark{" in files["sheet.tex"]) == bool(mark)
    assert not mark or f"pdftitle={{The Note ({mark})}}" in files["sheet.tex"]


def test_a_number_that_is_a_word_stands_alone(make: Make) -> None:
    sheet = make("Text.\n").student
    assert (
        "\\headcourse{Worksheet}"
        in rendered(sheet, look(plan=SheetPlan(number="Worksheet")))["sheet.tex"]
    )
    assert (
        "\\headcourse{Sheet~L1}" in rendered(sheet, look(plan=SheetPlan(number="L1")))["sheet.tex"]
    )
    assert "\\headcourse" not in rendered(sheet)["sheet.tex"]


def test_an_address_too_long_for_a_code_is_told(make: Make) -> None:
    sheet = make("Text.\n", HandoutSettings(url="https://site.example/" + "x" * 3000)).student
    made = render_sheet(sheet, look())
    assert [item.code for item in made.diagnostics] == ["handout-value"]
    assert "picture" not in made.files["sheet.tex"]


def test_many_exercises_stand_in_tables_of_like_length(make: Make) -> None:
    tables = re.findall(
        r"\\markstable\{(\d+)\}%\n  \{(.*)\}%\n  \{(.*)\}%\n  \{(.*)\}",
        rendered(make(EXERCISES, TERM).student)["sheet.tex"],
    )
    assert [int(columns) for columns, *_ in tables] == [6, 6]
    assert tables[1][2].endswith("& \\markscell{11} & \\markscell{66}")
    assert tables[1][1].startswith("Exercise & \\markscell{\\ref{")
    assert tables[1][1].endswith("& \\markscell{Total}")
    assert tables[0][3] == "Marks" + " & \\markscell{}" * 6


def test_the_title_is_that_of_the_only_note_or_none(
    make: Make, tmp_path: Path, shell: Shell
) -> None:
    alone = rendered(make("Text.\n").student)
    assert "\\sheettitle{The Note}" in alone["sheet.tex"]
    assert "\\unheaded{note:note}" in alone["text.tex"]
    titled = rendered(make("Text.\n").student, look(plan=SheetPlan(title="Other")))
    assert "\\section{The Note}\\label{note:note}" in titled["text.tex"]
    two = make_sheet(tmp_path, shell, {"a": "One.\n", "b": "Two.\n"}, {}).student
    assert "\\sheettitle" not in rendered(two)["sheet.tex"]
    assert rendered(two)["text.tex"].count("\\section{The Note}") == 2


def test_an_intro_stands_before_the_notes(make: Make) -> None:
    text = rendered(make("Text.\n", intro="Hand in *soon*.\n").student)["text.tex"]
    assert text.index("Hand in \\emph{soon}.") < text.index("\\unheaded")


def test_macros_of_a_note_hold_at_the_end_too(make: Make) -> None:
    defined = "$\\newcommand{\\half}{\\frac12}\\half$\n\n"
    text = f"{defined}**Exercise.** Do.\n\n::: {{.solution}}\n$\\half$\n:::\n"
    end = rendered(make(text).solutions)["solutions.tex"]
    assert "\\formulasave\\half" in end
    assert "$\\half$" in end


# --- large print -------------------------------------------------------------------------------


def test_large_print_is_black_ragged_and_upright(make: Make) -> None:
    preamble = rendered(make(PROOF, HandoutSettings(size=17)).student)["preamble.tex"]
    greys = dict(re.findall(r"\\definecolor\{(\w+)\}\{gray\}\{([\d.]+)\}", preamble))
    assert "\\renewcommand*\\normalsize{\\@setfontsize\\normalsize{17.0}{23.0}}" in preamble
    assert "\\raggedright\n\\hyphenpenalty=10000" in preamble
    assert "\\renewcommand*\\itdefault{\\updefault}" in preamble
    assert {name for name, grey in greys.items() if float(grey) not in {0.0, 1.0}} == {"marker"}
    assert {greys[name] for name in ("tint", "tablehead", "tablestripe")} == {"1"}


def test_files_say_nothing_of_where_they_were_made(make: Make, tmp_path: Path) -> None:
    made = make(PROOF)
    for sheet in (made.sheet, made.student, made.solutions, made.instructor):
        files = rendered(sheet, look(measures=MEASURES))
        assert str(tmp_path) not in "".join(files.values())


def test_rendering_is_the_same_each_time(make: Make) -> None:
    made = make(PROOF, replace(TERM, sides="two", notes_margin=True))
    assert rendered(made.student) == rendered(made.student)
