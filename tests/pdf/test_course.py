"""The sheets of the course in content/, for every audience, as `make handouts` prints them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scidraft_tex.finish.facts import pdf_facts
from scidraft_tex.handout_settings import AUDIENCES
from scidraft_tex.handout_yaml import read_handout_yaml
from tests.pdf.checks import OVERFULL
from tests.pdf.conftest import REPOSITORY
from tests.pdf.handouts import Handouts, Paper, print_handouts, strings_of
from tests.pdf.words import RUN, letters, runs

pytestmark = [pytest.mark.tex, pytest.mark.browser]

CONTENT = REPOSITORY / "content"
_SIGNS = re.compile(r"\\\(.*?\\\)|\$\$.*?\$\$|\]\(.*?\)|[^\w\s.,;:'’-]", re.DOTALL)
"""What stands between the plain words of a text: formulas, addresses, signs."""
_PARTS = re.compile(
    r"^(?=\*\*(?:Solution|Exercise|Hint)\b|::: \{\.exercise|<!-- end -->)", re.MULTILINE
)
_NUMBERED = re.compile(r"(?:Theorem|Lemma|Proposition|Example|Exercise) \d+ \((?!p\.)[^()]+\)")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Handouts:
    return print_handouts(tmp_path_factory.mktemp("course"), "--all", CONTENT)


@pytest.fixture(scope="module")
def sheets() -> list[str]:
    settings, _ = read_handout_yaml(CONTENT / "handout.yaml")
    return [plan.name for plan in settings.sheets]


def test_the_run_says_nothing(course: Handouts) -> None:
    assert (course.status, course.stderr) == (0, "")
    codes = {one["code"] for one in course.report["diagnostics"] if one["severity"] != "note"}
    assert codes == set()


def test_each_sheet_is_there_for_each_audience(course: Handouts, sheets: list[str]) -> None:
    assert set(course.papers) == {(name, who) for name in sheets for who in AUDIENCES}
    assert len(sheets) == 8


def test_nothing_is_overfull_or_undefined(course: Handouts) -> None:
    for one in course.papers.values():
        tex = one.report["tex"]
        assert tex["undefined_references"] == []
        assert tex["missing_characters"] == []
        assert tex["duplicate_destinations"] == []
        assert [line for line in tex["overfull"] if line["pt"] > OVERFULL] == []


def test_every_file_is_sound(course: Handouts) -> None:
    pdfs = list(course.made.glob("*/*.pdf"))
    assert len(pdfs) == 8 * 3 + 2 * 3  # two sheets are imposed
    for pdf in pdfs:
        checked = subprocess.run(["qpdf", "--check", pdf], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stdout
        fonts = pdf_facts(pdf).fonts
        assert [f.name for f in fonts if not f.embedded or f.kind == "Type3"] == []


def test_no_page_is_blank(course: Handouts) -> None:
    for (name, _), one in course.papers.items():
        assert len(one.pages) == one.report["pages"]
        assert [page for page in one.pages if len(page.split()) < 12] == [], name


def test_sheet_2_fits_two_pages(course: Handouts) -> None:
    assert len(course.papers["sheet-2", "student"].pages) == 2
    assert course.said("sheet-too-long") == []


def test_numbers_are_everyones(course: Handouts, sheets: list[str]) -> None:
    for name in sheets:
        student, *others = (set(_NUMBERED.findall(course.papers[name, a].text)) for a in AUDIENCES)
        assert student
        for other in others:
            assert student <= other, name


def test_students_have_exercises_and_points_but_no_solution(course: Handouts) -> None:
    for number in range(1, 5):
        student, solutions = (course.papers[f"sheet-{number}", a] for a in AUDIENCES[:2])
        assert student.text.count("points)") == solutions.text.count("points)") > 2
        assert "Solution." not in student.text
        assert "Solution." in solutions.text


# --- what is hidden --------------------------------------------------------------------------


def notes_of(one: Paper) -> Iterator[Path]:
    return (CONTENT / name for name in one.report["notes"])


@pytest.mark.parametrize("number", range(1, 5))
def test_no_words_of_a_solution_are_in_the_students_files(course: Handouts, number: int) -> None:
    student, solutions, instructor = (course.papers[f"sheet-{number}", a] for a in AUDIENCES)
    phrases = {
        phrase
        for note in notes_of(student)
        for phrase in hidden_phrases(note.read_text(encoding="utf-8"))
    }
    assert len(phrases) > 30
    for teachers in (instructor, solutions):
        told = [phrase for phrase in phrases if phrase in teachers.letters]
        assert len(told) > 0.9 * len(phrases)  # a page ends within the others
    said = letters("".join(strings_of(student.pdf)))
    files = [path for path in student.tex.rglob("*") if path.is_file()]
    texts = {path.name: letters(path.read_bytes().decode("latin-1")) for path in files}
    for name, text in {"page": student.letters, "strings": said, **texts}.items():
        assert [phrase for phrase in phrases if phrase in text] == [], name


def hidden_phrases(note: str) -> Iterator[str]:
    """Yield the letters of each four words in a row that only a solution of NOTE has."""
    parts = _PARTS.split(note)
    visible = letters("".join(part for part in parts if not part.startswith("**Solution")))
    for part in parts:
        if part.startswith("**Solution."):
            for plain in _SIGNS.split(part.removeprefix("**Solution.**")):
                words = [word for word in map(letters, plain.split()) if word]
                if len(words) >= RUN:
                    yield from (phrase for phrase in runs(words) if phrase not in visible)
