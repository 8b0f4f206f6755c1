"""Notes as a sheet: its links, its one list, its exercises, what else stands on it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scidraft_tex import model as m
from scidraft_tex.handout_settings import HandoutSettings, Withhold
from scidraft_tex.resolve.handout import INTRO, MOVED
from scidraft_tex.walk import plain_text
from tests.resolve.sheets import HUGO, MakeSheet, blocks, inlines, text

BIB = {
    "assets/bib/a.bib": "@book{one, author = {A, B}, title = {First}, year = {2000}}\n",
    "assets/bib/b.bib": "@book{one, author = {C, D}, title = {Second}, year = {2001}}\n",
}


# --- notes and parts ---------------------------------------------------------------------------


def test_each_note_is_a_chapter_and_the_intro_stands_before_them(sheet: MakeSheet) -> None:
    made = sheet({"a": "First.\n", "b": "::: {.solution}\nSecond.\n:::\n"}, intro="Read *this*.")
    solutions = made.solutions
    assert [part.label for part in solutions.book.parts] == [INTRO, "", MOVED]
    assert [text(*note.blocks) for note in solutions.intro] == ["Read this."]
    assert [note.source.key for note in solutions.notes] == ["a", "b"]
    assert [note.source.key for note in solutions.moved] == ["b"]
    labels = [chapter.label for chapter in solutions.book.chapters]
    assert len(set(labels)) == len(labels) == 4
    assert made.student.part(MOVED) is None


def test_what_is_moved_is_gathered_in_the_order_of_the_notes(sheet: MakeSheet) -> None:
    note = "**Exercise.** Do.\n\n**Solution.** Done.\n"
    made = sheet({"b": note, "a": note}).solutions
    moved = [block for note in made.moved for block in note.blocks]
    assert [(b.identifier, b.owner) for b in moved if isinstance(b, m.Moved)] == [
        ("h1", made.exercises[0].label),
        ("h2", made.exercises[1].label),
    ]


def test_the_addresses_of_the_notes(sheet: MakeSheet) -> None:
    made = sheet({"a": "A.\n", "b": "B.\n"})
    assert made.sheet.addresses == {
        "a": "https://site.example/lab/notes/a/",
        "b": "https://site.example/lab/notes/b/",
    }


# --- links -------------------------------------------------------------------------------------


def test_links_within_the_sheet_are_cross_references(sheet: MakeSheet) -> None:
    a = "See [it](/notes/b/#main), [](/notes/b/#main), [b](/notes/b/) and [](../b/#plain).\n"
    b = "::: {.theorem #main}\nIt.\n:::\n\n**Remark.** So.\n\n::: {#plain}\nHere.\n:::\n"
    made = sheet({"a": a, "b": b})
    found = [node for node in inlines(made.sheet) if isinstance(node, m.CrossReference)]
    assert [(n.label, n.word, plain_text(n.children)) for n in found] == [
        ("b:main", "Theorem", "it"),
        ("b:main", "Theorem", ""),
        ("note:b", "Section", "b"),
        ("b:plain", "", "“The Note”"),
    ]
    assert made.sheet.book.counts.internal_links == 4


def test_links_to_other_notes_lead_to_the_web(sheet: MakeSheet) -> None:
    other = {"content/notes/other.md": "---\ntitle: The Other\n---\n\nText.\n"}
    made = sheet("See [that](/notes/other/#x), [](/notes/other/) and [out](https://a.b).\n", other)
    found = [node for node in inlines(made.sheet) if isinstance(node, m.Link)]
    assert [(n.target, plain_text(n.children)) for n in found] == [
        ("https://site.example/lab/notes/other/#x", "that"),
        ("https://site.example/lab/notes/other/", "“The Other”"),
        ("https://a.b", "out"),
    ]
    assert not made.sheet.cited


def test_a_site_without_an_address_prints_the_text_of_its_links(sheet: MakeSheet) -> None:
    other = {"content/notes/other.md": "---\ntitle: The Other\n---\n\nText.\n"}
    hugo = HUGO.replace('baseURL = "https://site.example/lab/"\n', "")
    made = sheet("See [that](/notes/other/).\n", other, hugo=hugo)
    assert text(*made.sheet.notes[0].blocks) == "See that."
    assert made.codes == ["link-no-address"]


def test_a_link_that_finds_nothing_is_told(sheet: MakeSheet) -> None:
    made = sheet("See [that](/notes/nowhere/) and [this](#nothing).\n")
    assert made.codes == ["link-unresolved"] * 2
    assert made.sheet.book.counts.unresolved_links == 2


# --- the list ----------------------------------------------------------------------------------


def test_all_lists_are_one_and_each_key_means_what_its_own_file_says(sheet: MakeSheet) -> None:
    made = sheet(
        {
            "a": 'By \\cite{one}.\n\n{{< references bib="bib/a.bib" >}}\n',
            "b": 'By \\cite{one}.\n\n## References\n\n{{< references bib="bib/b.bib" >}}\n',
        },
        BIB,
    )
    assert made.sheet.cited == ("one", "one-2")
    titles = [made.sheet.references.entries[key].fields["title"] for key in made.sheet.cited]
    assert titles == ["First", "Second"]
    assert list(made.sheet.book.bibliographies) == ["references.bib"]
    lists = (m.ReferenceList, m.SectionOpen, m.Heading)
    assert not [block for block in blocks(made.sheet) if isinstance(block, lists)]


def test_index_marks_are_left_out(sheet: MakeSheet) -> None:
    made = sheet("A \\index{chain} chain.\n")
    assert not [node for node in inlines(made.sheet) if isinstance(node, m.IndexMark)]


# --- exercises ---------------------------------------------------------------------------------


def test_exercises_with_points_and_minutes(sheet: MakeSheet) -> None:
    note = (
        "**Exercise (one).** Do.\n{points=5 time=10}\n\n"
        '::: {.exercise name="*two*" points="2,5"}\nDo.\n:::\n\n'
        "**Question.** Why?\n{.question points=3}\n\n"
        "**Exercise.** More.\n\n**Remark.** None.\n\n"
        "::: {.exercise .instructor points=9}\nQuiet.\n:::\n"
    )
    made = sheet(note)
    assert made.codes == []
    found = made.instructor.exercises
    assert [(plain_text(e.name), e.kind.key, e.points, e.minutes) for e in found] == [
        ("one", "exercise", Decimal(5), Decimal(10)),
        ("two", "exercise", Decimal("2.5"), None),
        ("", "question", Decimal(3), None),
        ("", "exercise", None, None),
    ]
    assert made.sheet.points == Decimal("10.5")
    assert {e.label for e in made.student.exercises} == {e.label for e in found}
    assert [e.minutes for e in made.student.exercises] == [None] * 4


def test_points_that_are_no_number_are_told(sheet: MakeSheet) -> None:
    made = sheet("**Exercise.** Do.\n{points=many time=soon}\n")
    assert made.codes == ["handout-value"] * 2
    assert [(one.points, one.minutes) for one in made.sheet.exercises] == [(None, None)]
    assert made.sheet.points is None


def test_a_gap_in_the_name_of_an_exercise_is_empty_for_students(sheet: MakeSheet) -> None:
    made = sheet("**Exercise (the [word]{.gap}).** Do.\n")
    assert plain_text(made.instructor.exercises[0].name) == "the word"
    assert plain_text(made.student.exercises[0].name) == "the "


@pytest.mark.parametrize(
    ("note", "minutes"),
    [
        ("**Exercise.** Do.\n{time=10}\n\n**Exercise.** Do.\n{time=5.5}\n", "15.5"),
        ("## A {time=30}\n\n**Exercise.** Do.\n{time=10}\n\n### B {time=5}\n", "30"),
        ("## A {time=30}\n\n## B\n\n**Exercise.** Do.\n{time=10}\n", "40"),
        ("::: {.instructor time=5}\n**Exercise.** Do.\n{time=10}\n:::\n", "5"),
        ("- item\n\n  ::: {.solution time=7}\n  So.\n  :::\n", "7"),
        ("Nothing.\n", None),
    ],
)
def test_minutes_are_added_up_once(sheet: MakeSheet, note: str, minutes: str | None) -> None:
    made = sheet(note)
    assert made.instructor.minutes == (None if minutes is None else Decimal(minutes))
    assert made.student.minutes is made.solutions.minutes is None
    assert "'time'" not in repr(made.student)


# --- whom a piece belongs to -------------------------------------------------------------------


def test_pieces_know_what_they_belong_to(sheet: MakeSheet) -> None:
    note = (
        "::: {.theorem #t}\nIt.\n:::\n\n::: {.lemma #l}\nThat.\n:::\n\n"
        "**Proof.** Clear.\n\n**Proof of [the first](#t).** Hard.\n\n"
        "::: {.exercise #e}\nDo.\n\n::: {.hint}\nTry.\n:::\n:::\n\nText.\n\n"
        "**Solution.** So.\n\n## Head\n\n**Hint.** Of none.\n"
    )
    owners = [(piece.role, piece.owner, piece.word) for piece in sheet(note).sheet.pieces]
    assert owners == [
        ("proofs", "note:l", "Lemma"),
        ("proofs", "note:t", "Theorem"),
        ("hints", "note:e", "Exercise"),
        ("solutions", "note:e", "Exercise"),
        ("hints", "", ""),
    ]


def test_text_after_a_solution_that_may_be_part_of_it_is_told(sheet: MakeSheet) -> None:
    open_end = "**Solution.** First.\n\nSecond.\n"
    assert sheet(open_end).codes == ["withheld-end"]
    assert sheet(open_end + "\n<!-- end -->\n").codes == []
    assert sheet("**Solution.** First.\n\n<!-- end -->\n\nSecond.\n").codes == []
    assert sheet("::: {.solution}\nFirst.\n:::\n\nSecond.\n").codes == []
    shown = HandoutSettings(withhold=Withhold(solutions="show"))
    assert sheet(open_end, handout=shown).codes == []


def test_attributes_that_stand_by_no_block_are_told(sheet: MakeSheet) -> None:
    made = sheet("Answer.\n\n{.solution}\n\n")
    assert made.codes == ["withheld-nothing"]
