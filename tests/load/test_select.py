"""The notes that a sheet names and selects."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.handout_settings import SheetPlan
from scidraft_tex.load.select import _fits, _parts, select_notes
from scidraft_tex.load.site import load_site
from scidraft_tex.model import Site
from scidraft_tex.settings import Settings


def note(title: str, **fields: str) -> str:
    lines = [f"title: {title}", *(f"{key}: {value}" for key, value in fields.items())]
    return "---\n" + "\n".join(lines) + "\n---\nText.\n"


FILES = {
    "hugo.toml": (
        "[params]\nmainSections = ['notes']\n"
        "[params.entrySets.results]\ntitleField = 'resultTitle'\ncategoryField = 'resultCategory'\n"
        "[params.entrySets.methods]\ntitleField = 'methodTitle'\ncategoryField = 'methodCategory'\n"
    ),
    "content/notes/a.md": note(
        "Alpha", weight="3", tags="[Mixing, Random walks]", resultTitle="A",
        resultCategory="Theorems",
    ),
    "content/notes/b.md": note(
        "Beta", weight="1", tags="[mixing]", resultTitle="B", resultCategory="Lemmas",
        methodTitle="B", methodCategory="Theorems",
    ),
    "content/notes/c.md": note("Gamma", weight="2", categories="[Theorems]"),
    "content/notes/week-1/d.md": note("Delta", weight="4", tags="['Laws, rules']"),
    "content/notes/week-1/deep/e.md": note("Epsilon", weight="5"),
    "content/notes/bundle/index.md": note("A Bundle", weight="6"),
    "content/notes/early.md": note("Early", draft="true", tags="[Mixing, New]"),
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_site(folder, Settings(), drafts=True)[0]


def chosen(site: Site, plan: SheetPlan, here: str = "") -> tuple[list[str], list[Diagnostic]]:
    said = Diagnostics()
    notes = select_notes(site, plan, Path(site.folder) / here, said)
    return [one.key for one in notes], list(said)


@pytest.mark.parametrize(
    ("selector", "keys"),
    [
        ("tag=Mixing", ["b", "a"]),
        ("tag=MIXING", ["b", "a"]),
        ("tag=random  walks", ["a"]),
        ("tag=Mixing,tag=Random walks", ["a"]),
        ("tag=Laws, rules", ["d"]),
        ("set=results", ["b", "a"]),
        ("set=methods", ["b"]),
        ("set=results,set=methods", ["b"]),
        ("category=Theorems", ["b", "c", "a"]),
        ("set=results,category=Theorems", ["a"]),
        ("set=methods,category=theorems", ["b"]),
        ("notes/*.md", ["b", "c", "a"]),
        ("content/notes/*.md", ["b", "c", "a"]),
        ("./notes/../notes/[ab].md", ["b", "a"]),
        ("notes/**/*.md", ["b", "c", "a", "d", "e", "bundle"]),
        ("notes/**/**/e.md", ["e"]),
        ("**/week-?/*", ["d"]),
        ("notes/week-1/**", ["d", "e"]),
        ("notes/week-1", ["d", "e"]),
        ("path=notes/week-1/", ["d", "e"]),
        ("notes/bundle", ["bundle"]),
        ("tag=mixing,path=notes/a*", ["a"]),
        ("Gamma", ["c"]),
        ("content/notes/early.md", ["early"]),
        ("early", ["early"]),
    ],
)
def test_a_selector_chooses_in_the_order_of_the_site(
    site: Site, selector: str, keys: list[str]
) -> None:
    assert chosen(site, SheetPlan(select=(selector,))) == (keys, [])


def test_names_come_first_and_each_note_once(site: Site) -> None:
    plan = SheetPlan(notes=("e", "Alpha"), select=("category=Theorems", "tag=mixing", "e"))
    assert chosen(site, plan) == (["e", "a", "b", "c"], [])


def test_a_path_starts_in_the_folder_at_hand(site: Site) -> None:
    plan = SheetPlan(notes=("d.md",), select=("deep/*",))
    assert chosen(site, plan, "content/notes/week-1") == (["d", "e"], [])
    assert chosen(site, SheetPlan(select=("../*.md",)), "content/notes/week-1")[0] == [
        "b",
        "c",
        "a",
    ]


def test_an_absolute_pattern_is_taken(site: Site) -> None:
    plan = SheetPlan(select=(f"{site.folder}/content/notes/week-1/*",))
    assert chosen(site, plan) == (["d"], [])


@pytest.mark.parametrize(
    ("selector", "message", "hint"),
    [
        ("tag=Mixng", "`tag=Mixng` selects no note", "did you mean tag=Mixing?"),
        ("set=result", "`set=result` selects no note", "did you mean set=results?"),
        ("category=Theorem", "`category=Theorem` selects no note", "category=Theorems?"),
        ("set=results,category=Lema", "selects no note", "did you mean category=Lemmas?"),
        ("set=xyzzy", "selects no note", "the notes have set=methods, results"),
        ("set=methods,category=Lemmas", "selects no note", "no note is all of it at once"),
        ("tag=mixing,path=notes/week-1", "selects no note", "no note is all of it at once"),
        ("notes/bita*.md", "selects no note", "did you mean path=content/notes/b.md"),
        ("tag=new", "selects only drafts", "name it to print it: content/notes/early.md"),
        ("tags=Mixing", "notes are not selected by `tags`", "did you mean `tag=`?"),
    ],
)
def test_a_selector_without_a_note_is_an_error(
    site: Site, selector: str, message: str, hint: str
) -> None:
    place = Place("handout.yaml", 7, 5)
    plan = SheetPlan(select=("Gamma", selector), places=((selector, place),))
    keys, said = chosen(site, plan)
    assert keys == ["c"]
    assert [(one.code, one.severity, one.place) for one in said] == [
        ("selection-empty", "error", place)
    ]
    assert message in said[0].message
    assert hint in said[0].hint


def test_a_name_of_no_note_is_told_where_it_is_written(site: Site) -> None:
    place = Place("handout.yaml", 3, 5)
    plan = SheetPlan(notes=("Alhpa",), select=("Gamna",), place=place)
    keys, said = chosen(site, plan)
    assert keys == []
    assert [(one.code, one.message, one.place) for one in said] == [
        ("note-not-found", "no note is called Alhpa", place),
        ("note-not-found", "no note is called Gamna", place),
    ]
    assert "Gamma" in said[1].hint


def test_sets_and_tags_that_no_note_has(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntitle: A\n---\n", encoding="utf-8")
    bare = load_site(tmp_path, Settings())[0]
    assert chosen(bare, SheetPlan(select=("tag=b",)))[1][0].hint == "the notes have no tag"
    assert chosen(bare, SheetPlan(select=("*.md",))) == (["a"], [])


_PARTS = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=5)


@given(_PARTS)
def test_a_path_fits_itself_and_what_stands_for_it(parts: list[str]) -> None:
    assert _fits(parts, parts)
    assert _fits(parts, ["*"] * len(parts))
    assert _fits(parts, ["**"])
    assert _fits(parts, ["**", parts[-1]])
    assert not _fits(parts, ["*"] * (len(parts) + 1))


@given(st.lists(st.sampled_from(["a", "b", "*", "**", "a*"]), min_size=1, max_size=6), _PARTS)
def test_a_run_of_double_stars_is_one(pattern: list[str], path: list[str]) -> None:
    assert _fits(path, _parts("/".join(pattern))) == _fits(path, pattern)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20))
def test_any_text_selects_or_is_told(site: Site, text: str) -> None:
    keys, said = chosen(site, SheetPlan(select=(text,)))
    assert keys or said
