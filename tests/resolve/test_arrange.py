from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.resolve.arrange import arrange, set_title
from scidraft_tex.resolve.book import Part
from scidraft_tex.settings import ChapterPlan, PartPlan, Settings
from scidraft_tex.walk import plain_text


def source(path: str, **front: object) -> m.NoteSource:
    title = str(front.pop("title", path))
    made = m.FrontMatter(title, **front)  # type: ignore[arg-type]  # fields by their names
    key = path.removesuffix(".md").rsplit("/", 1)[-1]
    return m.NoteSource(
        path, key, "notes", made, str(front.get("raw", "")), 1, path.rsplit("/", 1)[0]
    )


def note(path: str, *entries: tuple[str, str], tags: tuple[str, ...] = ()) -> m.Note:
    made = tuple(m.Entry(name, path, category) for name, category in entries)
    return m.Note(source(f"content/notes/{path}.md", entries=made, tags=tags), (m.Text(path),), ())


MATH, CODE = m.EntrySet("math"), m.EntrySet("data_code")
NOTES = (
    note("a", ("math", "Theorems"), tags=("x",)),
    note("b", ("math", "Axioms"), ("data_code", "C")),
    note("c", ("data_code", ""), tags=("y",)),
    note("deep/d", tags=("x",)),
    note("e"),
)


def page(title: str, text: str) -> m.NoteSource:
    return m.NoteSource("content/p.md", "p", "", m.FrontMatter(title), text, 1, "content")


def shape(settings: Settings, *pages: m.NoteSource) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return parts, chapters and notes by their titles, and what was said."""
    said = Diagnostics()
    site = m.Site("/", "T", sets=(MATH, CODE), pages=pages)
    parts = arrange(site, NOTES, settings, said)
    return {plain_text(part.title): chapters(part) for part in parts}, [d.code for d in said]


def chapters(part: Part) -> dict[str, str]:
    return {
        plain_text(chapter.title): " ".join(plain_text(n.title) for n in chapter.notes)
        for chapter in part.chapters
    }


def test_by_entry_set() -> None:
    assert shape(Settings()) == (
        {
            "Math": {"Axioms": "b", "Theorems": "a"},
            "Data code": {"Other": "c"},
            "Further notes": {"deep/d": "deep/d", "e": "e"},
        },
        [],
    )


def test_without_sets_every_note_is_a_chapter_of_no_part() -> None:
    (part,) = arrange(m.Site("/", "T"), NOTES[3:], Settings(), Diagnostics())
    assert part.title == ()
    assert all(chapter.single for chapter in part.chapters)


@pytest.mark.parametrize(
    ("title", "shortcode", "printed"),
    [
        ("Mathematics A–Z", "entry-a-to-z", "Mathematics"),
        ("A–Z of Mathematics", "entry-a-to-z", "Mathematics"),
        ("Mathematics: by category", "entry-categories", "Mathematics"),
        ("Mathematics Categories", "entry-categories", "Mathematics"),
        ("A–Z", "entry-a-to-z", "Math"),
    ],
)
def test_the_title_of_a_set_is_that_of_its_page(title: str, shortcode: str, printed: str) -> None:
    shown = page(title, f'{{{{< {shortcode} set="math" >}}}}')
    other = page("Other A–Z", '{{< entry-a-to-z set="maths" >}}')
    assert set_title(m.Site("/", "T", pages=(other, shown)), MATH) == printed


def test_by_folder() -> None:
    found, _ = shape(Settings(arrange="folders"))
    assert found == {"": {"Notes": "a b c e", "Deep": "deep/d"}}


def test_by_tag() -> None:
    found, _ = shape(Settings(arrange="tags"))
    assert found == {"": {"x": "a deep/d", "y": "c", "b": "b", "e": "e"}}


def test_flat() -> None:
    found, _ = shape(Settings(arrange="flat"))
    assert list(found[""]) == ["a", "b", "c", "deep/d", "e"]


def planned(*plans: ChapterPlan, title: str = "P") -> tuple[dict[str, dict[str, str]], list[str]]:
    return shape(Settings(parts=(PartPlan(title, plans),)))


@pytest.mark.parametrize(
    ("plan", "notes"),
    [
        (ChapterPlan("C", notes=("e", "a")), "e a"),
        (ChapterPlan("C", notes=("content/notes/a.md",)), "a"),
        (ChapterPlan("C", notes=("notes/a.md",)), "a"),
        (ChapterPlan("C", globs=("content/notes/deep/*",)), "deep/d"),
        (ChapterPlan("C", globs=("notes/deep/*",)), "deep/d"),
        (ChapterPlan("C", tags=("y",)), "c"),
        (ChapterPlan("C", entry_set="math"), "a b"),
        (ChapterPlan("C", entry_set="math", categories=("Axioms",)), "b"),
        (ChapterPlan("C", categories=("C",)), "b"),
        (ChapterPlan("C", notes=("e",), tags=("x",)), "e a deep/d"),
    ],
)
def test_what_a_plan_brings_in(plan: ChapterPlan, notes: str) -> None:
    found, said = planned(plan)
    assert found["P"] == {"C": notes}
    assert said == ["note-unplaced"] * (len(NOTES) - len(notes.split()))
    assert sorted(found["Further notes"]) == sorted(
        {"a", "b", "c", "deep/d", "e"} - set(notes.split())
    )


def test_a_note_goes_to_the_first_chapter_that_asks_for_it() -> None:
    found, said = planned(ChapterPlan("C", tags=("x",)), ChapterPlan("D", globs=("*",)))
    assert found == {"P": {"C": "a deep/d", "D": "b c e"}}
    assert said == []


def test_a_plan_without_a_title_makes_chapters_of_its_notes() -> None:
    found, _ = planned(ChapterPlan(globs=("*",)))
    assert list(found["P"]) == ["a", "b", "c", "deep/d", "e"]


def test_what_brings_nothing_is_reported() -> None:
    found, said = planned(
        ChapterPlan("C", notes=("nothing",)), ChapterPlan("D", globs=("*",)), title=""
    )
    assert found == {"": {"D": "a b c deep/d e"}}
    assert said == ["chapter-empty", "chapter-empty"]
