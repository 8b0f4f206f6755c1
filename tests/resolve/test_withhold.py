"""What an audience has of a sheet: nothing hidden, everything else, the same names for all."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.handout_settings import AUDIENCES, HandoutSettings, SpacePlan, Withhold
from scidraft_tex.resolve.handout import Sheet
from tests.helpers import Shell
from tests.resolve.sheets import MakeSheet, blocks, inlines, make_sheet, text

EXERCISE = """**Exercise (edges).** How many edges has it?

**Hint.** Count corners.

**Solution.** It has ten.
"""
OMIT = HandoutSettings(withhold=Withhold("omit", "omit", "omit", "omit"))


def of(kind: type, sheet: Sheet) -> list[m.Block]:
    """Return the blocks of SHEET that are of KIND."""
    return [block for block in blocks(sheet) if isinstance(block, kind)]


def identifiers(kind: type, sheet: Sheet) -> list[str]:
    """Return the names of the pieces of SHEET of which it has a KIND."""
    return [getattr(block, "identifier", "") for block in of(kind, sheet)]


# --- the audiences -----------------------------------------------------------------------------


def test_students_have_room_where_a_solution_stands(sheet: MakeSheet) -> None:
    student = sheet(EXERCISE).student
    (room,) = of(m.Space, student)
    assert isinstance(room, m.Space)
    assert (room.identifier, room.amount, room.style) == ("h2", "measured", "blank")
    assert room.kind is not None
    assert room.kind.key == "solution"
    assert room.place.line == 9
    assert "has ten" not in repr(student)
    assert "Count corners" in text(*student.notes[0].blocks)
    assert not student.moved


def test_the_solutions_are_at_the_end_and_known_by_their_exercise(sheet: MakeSheet) -> None:
    made = sheet(EXERCISE).solutions
    (note,) = made.notes
    assert [type(block) for block in note.blocks] == [m.Result, m.Result, m.MovedTo]
    (end,) = made.moved
    (moved,) = end.blocks
    assert isinstance(moved, m.Moved)
    assert (moved.identifier, moved.role, moved.word) == ("h2", "solutions", "Exercise")
    exercise = note.blocks[0]
    assert isinstance(exercise, m.Result)
    assert moved.owner == exercise.label
    assert text(moved) == "It has ten."
    assert end.source.key == note.source.key


def test_the_instructor_has_all_in_its_place_and_sees_what_students_do_not(
    sheet: MakeSheet,
) -> None:
    made = sheet(EXERCISE + "\n::: {.instructor}\nAsk twice.\n:::\n").instructor
    marked = [block for block in made.notes[0].blocks if isinstance(block, m.Marked)]
    assert [(b.identifier, b.role, text(b)) for b in marked] == [
        ("h2", "solutions", "It has ten."),
        ("h3", "instructor", "Ask twice."),
    ]
    assert not made.moved


def test_the_whole_text_has_a_name_for_each_piece(sheet: MakeSheet) -> None:
    made = sheet(EXERCISE + "\n::: {.instructor}\nAsk twice.\n:::\n").sheet
    marked = [block for block in blocks(made) if isinstance(block, m.Marked)]
    assert [(b.identifier, b.secret) for b in marked] == [
        ("h1", False),
        ("h2", True),
        ("h3", True),
    ]
    assert made.audience is None


def test_what_is_for_the_instructor_is_hidden_from_others(sheet: MakeSheet) -> None:
    made = sheet("Seen [not this]{.instructor} text.\n\n::: {.instructor}\nQuiet.\n:::\n")
    for one in (made.student, made.solutions):
        (hidden,) = of(m.Hidden, one)
        assert isinstance(hidden, m.Hidden)
        assert (hidden.identifier, hidden.role) == ("h1", "instructor")
        assert "Quiet" not in repr(one)
        assert "not this" not in repr(one)
        assert "text" in text(*one.notes[0].blocks)
    assert "not this" in repr(made.instructor)


def test_a_paragraph_of_nothing_else_goes_as_a_whole(sheet: MakeSheet) -> None:
    made = sheet("Seen.\n\n[Quiet.]{.instructor}\n\n- [Quiet.]{.instructor}\n- Seen.\n")
    first, second = made.student.notes[0].blocks
    assert isinstance(first, m.Paragraph)
    assert isinstance(second, m.BulletList)
    assert [len(item.children) for item in second.items] == [0, 1]
    assert len(made.instructor.notes[0].blocks) == 3


def test_a_heading_for_the_instructor_takes_its_section(sheet: MakeSheet) -> None:
    note = (
        "## Seen\n\nOne.\n\n## Quiet {.instructor}\n\nTwo.\n\n### Deeper\n\nThree.\n\n"
        "## After\n\nFour.\n"
    )
    made = sheet(note)
    assert text(*made.student.notes[0].blocks) == "One. Four."
    assert not re.search("Quiet|Two|Deeper|Three", repr(made.student), re.IGNORECASE)
    assert text(*made.instructor.notes[0].blocks) == "One. Two. Three. Four."


@pytest.mark.parametrize(
    "hidden",
    [
        "```python {.solution}\nzebra = 1\n```",
        "```mermaid {.solution}\nflowchart LR\n  zebra --> b\n```",
        "| a | b |\n|---|---|\n| zebra | 1 |\n{.solution}",
        "$$\n\\text{zebra}\n$$\n{.working}",
        "- zebra\n- more\n{.instructor}",
        "> zebra\n{.solution}",
        "![zebra](/zebra.png){.solution}",
        "Code `zebra`{.gap} here.",
        "A [zebra](https://zebra.example){.gap} here.",
        "See [zebra *words*]{.gap} here.",
        "Seen \\cite[see [zebra]{.gap}]{key} and \\cite[a [b]][the [zebra]{.gap}]{key}.",
        "![zebra](/zebra.png){.instructor} in a line.",
        "## The [zebra]{.gap} one\n\nText.",
        "Note[^1].\n\n::: {.solution}\nIt[^2].\n:::\n\n[^1]: seen\n[^2]: zebra",
        "::: {.solution}\n**Table 1.** The zebra.\n\n| a |\n|---|\n| b |\n:::\n",
        '::: {.solution}\n```python {title="zebra"}\nx\n```\n:::\n',
        "::: {.solution}\n$$x \\label{zebra}$$\n:::\n",
        "::: {.solution #zebra}\nIt.\n:::\n",
        "**Solution (zebra way).** It.",
        "- item\n\n  ::: {.solution}\n  zebra\n  :::\n",
        '::: {.solution}\nA {{< glossary-term "zebra" def="x" >}}.\n:::\n\n{{< glossary >}}',
    ],
)
def test_nothing_of_it_is_left(sheet: MakeSheet, hidden: str) -> None:
    made = sheet(f"Before.\n\n{hidden}\n\nAfter.\n", handout=OMIT)
    assert made.sheet.pieces or made.sheet.gaps or "zebra" in repr(made.instructor)
    assert "zebra" not in repr(made.student)
    assert "After" in text(*made.student.notes[0].blocks)


@pytest.mark.parametrize(
    "shown",
    [
        "$$x$$",
        "```python\nx = 1\n```",
        "| a |\n|---|\n| b |",
        "- item\n\n  $$x$$",
        "![A picture](/a.png)",
    ],
)
def test_what_no_gap_can_stand_for_is_told(sheet: MakeSheet, shown: str) -> None:
    note = f"::: {{.gap}}\nWords.\n\n{shown}\n:::\n"
    said = [item for item in sheet(note).said if item.code == "handout-value"]
    assert len(said) == 1
    assert "prints for students" in said[0].message
    assert said[0].place is not None
    assert said[0].place.line >= 3
    quiet = sheet(f"{shown}\n\n::: {{.gap}}\nWords $x$.\n:::\n").said
    assert "handout-value" not in {item.code for item in quiet}


@pytest.mark.parametrize(
    "note",
    [
        "::: {.solution}\n## Zebra\n\nZebra.\n:::\n",
        "::: instructor\n## Zebra\n:::\n",
        "## Zebra {.instructor}\n\nZebra.\n",
        "Before.\n\n> ::: {.proof}\n> ## Zebra\n> :::\n",
        "## The [zebra]{.gap}\n\nText.\n",
        '---\ntitle: "The [zebra]{.gap}"\nsummary: "A [zebra]{.gap}"\n---\n\nText.\n',
    ],
)
def test_nothing_hidden_names_the_note(sheet: MakeSheet, note: str) -> None:
    text = note if note.startswith("---") else f"---\ndate: 2026-09-07\n---\n\n{note}"
    made = sheet(text, handout=OMIT)
    assert "zebra" in repr(made.instructor).lower()
    assert "zebra" not in repr(made.student).lower()
    assert made.student.notes[0].title


# --- policies ----------------------------------------------------------------------------------


def test_a_note_and_a_block_have_the_last_word(sheet: MakeSheet) -> None:
    note = (
        "---\ntitle: T\nhandout: {proofs: show, space: 25%, style: dotted}\n---\n\n"
        "**Proof.** One.\n\n::: {.proof space=6cm style=ruled}\nTwo.\n:::\n\n"
        "::: {.solution withhold=omit}\nThree.\n:::\n\n::: {.solution}\nFour.\n:::\n\n"
        "::: {.hint withhold=end}\nFive.\n:::\n"
    )
    made = sheet(note)
    rooms = [block for block in of(m.Space, made.student) if isinstance(block, m.Space)]
    assert [(b.identifier, b.amount, b.style) for b in rooms] == [
        ("h2", "6cm", "ruled"),
        ("h4", "25%", "dotted"),
    ]
    assert identifiers(m.Hidden, made.student) == ["h3"]
    assert identifiers(m.Moved, made.student) == identifiers(m.MovedTo, made.student) == ["h5"]
    assert "One." in text(*made.student.notes[0].blocks)
    assert identifiers(m.Moved, made.solutions) == ["h2", "h3", "h4", "h5"]
    assert made.codes == []


def test_a_value_that_cannot_be_used_is_told(sheet: MakeSheet) -> None:
    note = "::: {.proof space=wide style=plaid withhold=no}\nOne.\n:::\n"
    made = sheet(note)
    assert made.codes == ["handout-value"] * 3
    (room,) = of(m.Space, made.student)
    assert isinstance(room, m.Space)
    assert (room.amount, room.style) == ("measured", "blank")


def test_room_is_given_where_nothing_is_hidden(sheet: MakeSheet) -> None:
    handout = HandoutSettings(space=SpacePlan(style="squared"))
    made = sheet("**Exercise.** Draw it.\n{.exercise space=4cm}\n", handout=handout)
    first, room = made.student.notes[0].blocks
    assert isinstance(first, m.Result)
    assert isinstance(room, m.Space)
    assert (room.identifier, room.amount, room.style) == ("", "4cm", "squared")
    assert not of(m.Space, made.instructor)
    assert not of(m.Space, made.solutions)


def test_room_where_nothing_is_hidden_cannot_be_measured(sheet: MakeSheet) -> None:
    made = sheet("**Exercise.** Draw it.\n{.exercise space=1.5}\n")
    assert made.codes == ["handout-value"]
    assert not of(m.Space, made.student)


# --- pieces within pieces ----------------------------------------------------------------------

NESTED = """::: {.exercise}
Do it.

::: {.solution}
Outer.

::: {.hint withhold=end}
Inner.
:::

::: {.proof withhold=space}
Innermost.
:::
:::
:::
"""


def test_what_stands_in_a_hidden_piece_goes_with_it(sheet: MakeSheet) -> None:
    made = sheet(NESTED)
    assert identifiers(m.Space, made.student) == ["h3"]
    assert not made.student.moved
    assert "Inner" not in repr(made.student)


def test_what_stands_in_a_moved_piece_moves_with_it_once(sheet: MakeSheet) -> None:
    made = sheet(NESTED)
    (end,) = made.solutions.moved
    (moved,) = end.blocks
    assert isinstance(moved, m.Moved)
    assert moved.identifier == "h3"
    assert text(moved) == "Outer. Inner. Innermost."
    assert identifiers(m.MovedTo, made.solutions) == ["h3"]


def test_room_may_stand_in_a_piece_that_students_have_at_the_end(sheet: MakeSheet) -> None:
    made = sheet(NESTED.replace("{.solution}", "{.solution withhold=end}"))
    (end,) = made.student.moved
    assert text(*end.blocks) == "Outer. Inner."
    assert identifiers(m.Space, made.student) == ["h2"]


def test_a_shown_piece_may_hold_a_hidden_one(sheet: MakeSheet) -> None:
    made = sheet(NESTED.replace("{.solution}", "{.solution withhold=show}"))
    assert identifiers(m.Space, made.student) == ["h2"]
    assert identifiers(m.MovedTo, made.student) == ["h1"]
    assert "Outer." in text(*made.student.notes[0].blocks)


# --- names -------------------------------------------------------------------------------------


def test_names_of_pieces_and_gaps_are_the_same_for_all(sheet: MakeSheet) -> None:
    note = "A [gap]{.gap}.\n\n" + EXERCISE + "\n::: {.working}\nBy [hand]{.gap}.\n:::\n"
    made = sheet({"a": note, "b": note})
    assert [piece.identifier for piece in made.sheet.pieces] == ["h1", "h2", "h3", "h4", "h5", "h6"]
    gaps = [node for node in inlines(made.sheet) if isinstance(node, m.Gap)]
    assert [gap.identifier for gap in gaps] == ["g1", "g2", "g3", "g4"]
    for audience in AUDIENCES:
        one = made.audience(audience)
        assert one.pieces == made.sheet.pieces
        names = {g.identifier: g.children for g in inlines(one) if isinstance(g, m.Gap)}
        assert {"g1", "g3"} <= names.keys()
        assert bool(names["g1"]) == (audience != "student")


def test_references_to_what_is_hidden_survive_under_neutral_names(sheet: MakeSheet) -> None:
    note = (
        "By \\eqref{eq:secret}, [it](#secret-lemma), [](#secret-lemma) and "
        "\\( a \\stackrel{\\eqref{eq:secret}}{=} b \\).\n\n"
        "::: {.solution}\n$$\nx \\label{eq:secret}\n$$\n\n"
        "::: {.lemma #secret-lemma}\nOf use.\n:::\n\nSee \\eqref{eq:secret}.\n:::\n"
    )
    made = sheet(note)
    student = made.student
    references = [n for n in inlines(student) if isinstance(n, m.Reference | m.CrossReference)]
    labels = {node.label for node in references}
    assert labels == {"note:h1-1", "note:h1-2"}
    assert labels <= student.absent
    assert "secret" not in repr(student)
    (formula,) = [node for node in inlines(student) if isinstance(node, m.Math)]
    assert r"\eqref{h1-" in formula.tex
    whole = [block for block in blocks(made.sheet) if isinstance(block, m.Display)]
    assert [r"\label{h1-" in block.tex for block in whole] == [True]
    assert not made.solutions.absent
    assert not made.instructor.absent


def test_neutral_names_are_nobody_elses(sheet: MakeSheet) -> None:
    note = "## One {#h1-1}\n\n::: {.solution #own}\nIt.\n:::\n\nSee [it](#own) and [one](#h1-1).\n"
    made = sheet(note)
    labels = [node.label for node in inlines(made.student) if isinstance(node, m.CrossReference)]
    assert labels == ["note:h1-2", "note:h1-1"]


def test_a_proof_of_what_is_hidden_does_not_link_to_it(sheet: MakeSheet) -> None:
    note = "::: {.lemma .instructor}\nOf use.\n:::\n\n**Proof.** Clear.\n"
    handout = HandoutSettings(withhold=Withhold(proofs="show"))
    made = sheet(note, handout=handout)
    (proof,) = [b for b in made.student.notes[0].blocks if isinstance(b, m.Result)]
    assert proof.proves == ""
    (proof,) = [b for b in made.instructor.notes[0].blocks if isinstance(b, m.Result)]
    assert proof.proves == "note:h1-1"


# --- references --------------------------------------------------------------------------------

BIB = {
    "assets/bib/refs.bib": "".join(
        f"@book{{{key}, author = {{{key.title()}, A.}}, title = {{On {key}}}, year = {{2000}}}}\n"
        for key in ("alpha", "beta", "gamma")
    )
}
CITED = "\n\n{{< references >}}\n"


def test_works_of_hidden_text_come_last_and_only_where_it_prints(sheet: MakeSheet) -> None:
    note = (
        "::: {.solution}\nBy \\cite{alpha} and \\cite{gamma}.\n:::\n\n"
        "Read \\cite{beta} and \\cite{gamma}."
    )
    made = sheet(note + CITED, BIB)
    assert made.sheet.cited == ("beta", "gamma", "alpha")
    assert made.student.cited == ("beta", "gamma")
    assert made.solutions.cited == made.instructor.cited == ("beta", "gamma", "alpha")
    assert list(made.student.names) == ["beta", "gamma"]
    assert list(made.student.references.entries) == ["beta", "gamma"]
    (student,) = made.student.book.bibliographies.values()
    assert "lpha" not in student
    assert "lpha" not in repr(made.student)


def test_a_missing_key_of_hidden_text_is_not_in_the_students_value(sheet: MakeSheet) -> None:
    made = sheet("::: {.solution}\nBy \\cite{secret}.\n:::\n" + CITED, BIB)
    assert "citation-missing-key" in made.codes
    assert [key for key, _ in made.sheet.book.counts.missing] == ["secret"]
    assert "secret" not in repr(made.student)


# --- a property --------------------------------------------------------------------------------

VISIBLE = (
    "Words {seen} here.",
    "**Theorem ({seen}).** It {seen}.",
    "## Head {seen}",
    "- item {seen}\n- more",
    "$$\nx_{{{seen}}}\n$$",
)
HIDDEN = (
    "::: {{.solution}}\nFirst {secret}.\n\nThen {secret}[^n].\n\n[^n]: Note {secret}.\n:::",
    "**Proof.** So {secret}.\n\n<!-- end -->",
    "::: {{.hint}}\nTry {secret} and \\(y_{{{secret}}}\\).\n:::",
    "::: {{.working}}\n1. {secret}\n\n   ::: {{.proof}}\n   In {secret}.\n   :::\n:::",
    "::: {{.instructor}}\n## {secret}\n\n> Quoted {secret}\n:::",
    "Seen with [{secret}]{{.gap}} in it.",
    "```python {{.solution}}\n{secret} = 1\n```",
    "- item\n\n  ::: {{.solution #{secret}}}\n  In {secret}.\n  :::",
    "> ::: {{.proof}}\n> Quoted {secret} \\cite{{{secret}}}.\n> :::",
    "::: {{.exercise}}\nAsk.\n\n::: {{.solution}}\nSo {secret} \\label{{{secret}}}.\n:::\n:::",
)
TREATMENTS = st.sampled_from(["omit", "space"])


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    pieces=st.lists(st.sampled_from(VISIBLE + HIDDEN), min_size=1, max_size=8),
    treatments=st.tuples(TREATMENTS, TREATMENTS, TREATMENTS, TREATMENTS),
)
def test_every_word_of_hidden_text_alone_is_gone_and_every_other_stays(
    shell: Shell, pieces: list[str], treatments: tuple[str, ...]
) -> None:
    written = []
    for number, piece in enumerate(pieces):
        filled = piece.replace("[^n]", f"[^n{number}]")
        written.append(filled.format(seen=f"seen{number}q", secret=f"secret{number}q"))
    handout = replace(HandoutSettings(), withhold=Withhold(*treatments))  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder:
        made = make_sheet(Path(folder), shell, {"note": "\n\n".join(written)}, {}, handout=handout)
    words = set(re.findall(r"(?:seen|secret)\d+q", "\n".join(written)))
    shown = set(re.findall(r"(?:seen|secret)\d+q", repr(made.student)))
    assert shown == {word for word in words if word.startswith("seen")}
    assert words == set(re.findall(r"(?:seen|secret)\d+q", repr(made.instructor)))
