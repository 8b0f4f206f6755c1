from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.resolve.book import Target
from scidraft_tex.resolve.labels import NoteLabels
from scidraft_tex.resolve.links import Addresses, Pages, addresses, target_of

BASE = "https://site.example/lab"


def note(path: str, key: str = "", aliases: tuple[str, ...] = (), slug: str = "") -> m.NoteSource:
    front = m.FrontMatter("T", aliases=aliases, slug=slug)
    folder, _, name = path.rpartition("/")
    parts = path.split("/")
    section = parts[1] if parts[0] == "content" else ""
    return m.NoteSource(path, key or name.removesuffix(".md"), section, front, "", 1, folder)


A = note("content/notes/a.md", aliases=("/old/a/",))
BUNDLE = note("content/notes/bundle/index.md", "b-slug", slug="b-slug")
DEEP = note("content/notes/deep/c.md")
TWIN_1, TWIN_2 = (
    note("content/notes/one/twin.md", "twin"),
    note("content/notes/two/twin.md", "twin-2"),
)
SITE = m.Site("/", "T", base_url=BASE + "/")


def found(*notes: m.NoteSource) -> Addresses:
    return addresses(SITE, notes or (A, BUNDLE, DEEP, TWIN_1, TWIN_2))


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("/notes/a/", "/notes/a/"),
        ("a.md#b", "a.md#b"),
        ("#b", "#b"),
        ("relref:a", "a"),
        (BASE + "/notes/a/#b", "/notes/a/#b"),
        ("https://example.org/notes/a/", None),
        ("//example.org/a", None),
        ("mailto:a@example.org", None),
    ],
)
def test_what_leads_into_the_site(target: str, path: str | None) -> None:
    assert found().internal(target) == path


@pytest.mark.parametrize(
    ("path", "note"),
    [
        ("/notes/a/", A),
        ("/notes/a", A),
        ("a", A),
        ("a.md", A),
        ("./a.md", A),
        ("../notes/a.md", A),
        ("/content/notes/a.md", A),
        ("notes/a.md", A),
        ("/Notes/A/", A),
        ("/old/a/", A),
        ("/notes/bundle/", BUNDLE),
        ("bundle/index.md", BUNDLE),
        ("/notes/b-slug/", BUNDLE),
        ("b-slug", BUNDLE),
        ("deep/c.md", DEEP),
        ("c", DEEP),
        ("/notes/one/twin/", TWIN_1),
        ("two/twin.md", TWIN_2),
        ("twin", TWIN_1),
        ("/notes/nothing/", None),
        ("", A),
    ],
)
def test_where_a_path_leads_from_a_note(path: str, note: m.NoteSource | None) -> None:
    assert found().note(path, A) == note


def test_relative_paths_start_where_the_note_stands() -> None:
    assert found().note("c.md", DEEP) == DEEP
    assert found().note("../a.md", DEEP) == A
    assert found().note("twin.md", TWIN_2) == TWIN_2


def test_percent_signs_are_read() -> None:
    spaced = note("content/notes/a b.md")
    assert found(spaced).note("/notes/a%20b/", A) == spaced


def test_pages_that_print_has_something_else_for() -> None:
    pages = Pages.at({"content/a-to-z.md": "index:math", "/a-to-z/": "index:math"})
    assert pages.label("/a-to-z/") == "index:math"
    assert pages.label("content/a-to-z.md") == "index:math"
    assert pages.label("/notes/a/") is None
    assert pages.label("") is None


def test_the_target_within_a_note() -> None:
    own, main, other = (
        Target("note:a", "Chapter"),
        Target("a:1", "Theorem"),
        Target("a:h", "Section"),
    )
    local = {"a-heading": other}
    assert target_of(NoteLabels(own, local), "") == own
    assert target_of(NoteLabels(own, local, main), "") == main
    assert target_of(NoteLabels(own, local, main), "a-heading") == other
    assert target_of(NoteLabels(own, local, main), "a%2Dheading") == other
    assert target_of(NoteLabels(own, local, main), "nothing") is None
