"""What is hidden from students is in none of their files, and numbers are everyone's.

The site of `secret_site` hides a word in each place where a text can stand; its sheet is built once
for all audiences, and every byte that students get is looked through.
"""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from scidraft_tex.handout_settings import AUDIENCES
from tests.pdf.handouts import Handouts, Paper, print_handouts, strings_of, unpacked
from tests.pdf.secret_site import MARK, PRINTED, TEACHERS, UNPRINTED, make_secret_site
from tests.pdf.words import letters

pytestmark = [pytest.mark.tex, pytest.mark.browser]

EPOCH = 1_700_000_000
SECRETS = PRINTED | TEACHERS | UNPRINTED
_SECRET = re.compile(rf"{MARK}[a-z]*")


@pytest.fixture(scope="module")
def handouts(tmp_path_factory: pytest.TempPathFactory) -> Handouts:
    folder = tmp_path_factory.mktemp("handouts")
    return print_handouts(folder, "--all", make_secret_site(folder / "site"), epoch=EPOCH)


def paper(handouts: Handouts, audience: str) -> Paper:
    return handouts.papers["secret", audience]


def found_in(text: str) -> set[str]:
    return set(_SECRET.findall(text.casefold()))


def test_the_run_says_nothing(handouts: Handouts) -> None:
    assert (handouts.status, handouts.stderr) == (0, "")
    assert len(handouts.papers) == 4


# --- what is hidden --------------------------------------------------------------------------


def test_the_site_hides_every_word(handouts: Handouts) -> None:
    site = handouts.folder / "site"
    written = "".join(path.read_text() for path in site.rglob("*.*") if path.suffix != ".png")
    names = " ".join(path.name for path in site.rglob("*.png"))
    assert found_in(written + names) == SECRETS


@pytest.mark.parametrize("name", ["secret.pdf", "alone.pdf", "alone-booklet.pdf"])
def test_a_students_pdf_holds_nothing_hidden(handouts: Handouts, name: str) -> None:
    pdf = handouts.made / "student" / name
    content = unpacked(pdf)
    for encoding in ("ascii", "utf-16-be", "utf-16-le"):
        assert MARK.encode(encoding) not in content.lower(), encoding
    assert MARK.encode().hex().encode() not in content.lower()
    assert found_in("\n".join(strings_of(pdf))) == set()
    with pikepdf.open(pdf) as document:
        assert dict(document.attachments) == {}
        assert str(document.docinfo["/Title"]).startswith(("On sums", "Exercises"))


def test_the_search_finds_what_is_there(handouts: Handouts) -> None:
    pdf = paper(handouts, "instructor").pdf
    said = letters("".join(strings_of(pdf)))
    shown = ("quzzoproof", "quzzocell", "quzzoteacher", "quzzoauthor", "quzzourl", "quzzotext")
    assert [word for word in shown if word not in said] == []
    assert b"quzzopart" in unpacked(pdf).lower()  # a bookmark


def test_a_students_page_shows_nothing_hidden(handouts: Handouts) -> None:
    assert found_in(paper(handouts, "student").letters) == set()


def test_nothing_beside_a_students_pdf_holds_anything_hidden(handouts: Handouts) -> None:
    folder = handouts.made / "student"
    paths = [path for path in folder.rglob("*") if path.is_file()]
    names = {path.name for path in paths}
    assert {"secret.pdf", "sheet.tex", "text.tex", "sheet.aux", "sheet.log"} <= names
    told = {
        path.relative_to(folder).as_posix(): words
        for path in paths
        if (words := found_in(f"{path.name}\n{path.read_bytes().decode('latin-1')}"))
    }
    assert told == {}
    pictures = list(folder.glob("tex/secret/figures/*"))
    assert len(pictures) == 1  # the one diagram that is not hidden


def test_a_student_who_looks_for_a_folder_finds_none_with_the_whole_text(
    handouts: Handouts,
) -> None:
    holders = {
        path.relative_to(handouts.folder).parts[:3]
        for path in handouts.made.parent.rglob("*.tex")
        if found_in(path.read_text())
    }
    assert holders == {
        ("build", "cache", "handouts"),
        ("build", "handouts", "solutions"),
        ("build", "handouts", "instructor"),
    }


def test_solutions_have_all_but_what_is_the_instructors(handouts: Handouts) -> None:
    solutions = paper(handouts, "solutions")
    assert sorted(PRINTED - _words(solutions)) == []
    assert _words(solutions) & TEACHERS == set()
    assert found_in("\n".join(strings_of(solutions.pdf))) & TEACHERS == set()
    for path in solutions.tex.glob("*.*"):
        assert found_in(path.read_bytes().decode("latin-1")) & TEACHERS == set(), path.name


def test_the_instructor_has_all_in_its_place(handouts: Handouts) -> None:
    instructor = paper(handouts, "instructor")
    assert sorted((PRINTED | TEACHERS) - _words(instructor)) == []
    order = ("quzzointrosolution", "quzzotitlegap", "quzzoproof", "quzzootherproof", "quzzohint")
    places = [instructor.letters.index(word) for word in order]
    assert places == sorted(places)
    assert "5 min" in instructor.text


def _words(one: Paper) -> set[str]:
    """Return which of the secrets the pages of ONE show; other words may follow without a space."""
    return {word for word in SECRETS if word in one.letters}


def test_solutions_stand_at_the_end_by_what_they_belong_to(handouts: Handouts) -> None:
    text = paper(handouts, "solutions").text
    visible, end = text.split(" Solutions ")
    gaps = {word for word in PRINTED if word.endswith("gap")} | {"quzzobold", "quzzocode"}
    assert found_in(visible) <= gaps
    assert re.search(r"Theorem 1 \(p\. \d\) Proof\. A quzzoproof", end)
    assert re.search(r"Theorem 3 \(p\. \d\) Proof\. An quzzootherproof", end)
    assert re.search(r"Exercise 2 \(p\. \d\) Hint\. A quzzohint", end)
    assert re.search(r"Exercise 2 \(p\. \d\) Solution\. A quzzosolution", end)


def test_what_moved_and_its_place_lead_to_each_other(handouts: Handouts) -> None:
    with pikepdf.open(paper(handouts, "solutions").pdf) as document:
        reached = [
            str(link.A.D)
            for page in document.pages
            for link in page.get("/Annots", ())
            if "/D" in link.get("/A", {})
        ]
        known = {str(name) for name, _ in pikepdf.NameTree(document.Root.Names.Dests).items()}
    assert set(reached) <= known
    assert paper(handouts, "solutions").text.count("→") >= 8


def test_no_picture_of_a_solution_was_ever_in_the_students_folder(handouts: Handouts) -> None:
    student, whole = (
        list((handouts.folder / "build" / name).rglob("figures/*"))
        for name in ("handouts/student/tex/secret", "handouts/instructor/tex/secret")
    )
    assert len(student) == 1
    assert len(whole) == 4
    assert {path.name for path in student} < {path.name for path in whole}


# --- numbers ---------------------------------------------------------------------------------

EVERYWHERE = (
    "used in (1) and in Lemma 2",
    "Theorem 1 (about",
    "Theorem 3 (second). It follows from (2).",
    "Table 2. Visible,",
    "Figure 3. A visible diagram",
    "Example 5 (one). Compute.",
    "Theorem 6 (last). The end of (3).",
    "Exercise 1 (warm up).",
    "Exercise 2 (first).",
    "Exercise 3 (second). Do that, too.",
    "Exercise 4 (third). And the last; see (4).",
    "1 On sums",
    "2 Exercises",
    "[1] Knuth",
)


@pytest.mark.parametrize("audience", AUDIENCES)
def test_numbers_are_everyones(handouts: Handouts, audience: str) -> None:
    text = paper(handouts, audience).text
    assert [words for words in EVERYWHERE if words not in text] == []
    assert re.search(r"d ?= ?e +\(3\)", text)
    assert re.search(r"f ?= ?g +\(4\)", text)
    assert re.search(r"1 A visible note", text)
    assert re.search(r"Visible two\.4 .* 4 The last visible note", text)


def test_the_table_of_marks_is_the_students(handouts: Handouts) -> None:
    assert re.search(r"Exercise 2 Total Points 3 3 Marks", paper(handouts, "student").text)
    for audience in ("solutions", "instructor"):
        assert "Marks" not in paper(handouts, audience).text


def test_works_that_only_hidden_text_cites_come_last(handouts: Handouts) -> None:
    assert "[2]" not in paper(handouts, "student").text
    for audience in ("solutions", "instructor"):
        text = paper(handouts, audience).text
        assert "By [2], or here" in text
        assert "[2] Quzzoauthor" in text


# --- one date, one file ----------------------------------------------------------------------


def test_the_same_notes_make_the_same_files(handouts: Handouts, tmp_path: Path) -> None:
    again = print_handouts(tmp_path, "alone", handouts.folder / "site", epoch=EPOCH, anew=True)
    assert again.status == 0
    for name in ("alone.pdf", "alone-booklet.pdf"):
        first, second = (run.made / "student" / name for run in (handouts, again))
        assert first.read_bytes() == second.read_bytes()
    with pikepdf.open(again.made / "student/alone.pdf") as document:
        assert str(document.docinfo["/CreationDate"]).startswith("D:20231114")
