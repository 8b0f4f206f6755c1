from __future__ import annotations

from pathlib import Path

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.resolve.assets import Assets

HERE = Place("content/notes/b/index.md", 3)
FILES = (
    "static/img/a.png",
    "assets/img/c.png",
    "content/notes/b/own.png",
    "content/notes/beside.png",
    "content/notes/b/a b.png",
)


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    folder = (tmp_path / "site").resolve()
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")
    (folder.parent / "secret.png").write_bytes(b"x")
    (folder / "static/link.png").symlink_to(folder.parent / "secret.png")
    return Assets(folder, Diagnostics())


def note() -> m.Note:
    front = m.FrontMatter("T")
    source = m.NoteSource(HERE.file, "b", "notes", front, "", 1, "content/notes/b")
    return m.Note(source, (), ())


def image(source: str) -> m.Image:
    return m.Image(source, (), HERE, "The title")


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("/img/a.png", "static/img/a.png"),
        ("img/a.png", "static/img/a.png"),
        ("/img/c.png", "assets/img/c.png"),
        ("own.png", "content/notes/b/own.png"),
        ("./own.png", "content/notes/b/own.png"),
        ("beside.png", "content/notes/beside.png"),
        ("../beside.png", "content/notes/beside.png"),
        ("a b.png", "content/notes/b/a b.png"),
        ("/static/img/a.png", "static/img/a.png"),
        ("img/a.png?width=3", "static/img/a.png"),
    ],
)
def test_where_a_path_is_looked_up(assets: Assets, source: str, file: str) -> None:
    assert assets.image(image(source), note()) == m.Image(file, (), HERE, "The title")
    assert not list(assets.diagnostics)


@pytest.mark.parametrize(
    "source",
    ["/img/nothing.png", "/img", "%2e%2e/%2e%2e/s.png", "..\\..\\s.png", "~/a.png", "a\\0b", ""],
)
def test_nothing_is_found_that_is_no_file_of_the_site(assets: Assets, source: str) -> None:
    found = assets.image(image(source), note())
    assert (found.source, found.file, found.title) == ("", "", source)
    (item,) = assets.diagnostics
    assert (item.code, item.place) == ("image-missing", HERE)


def test_a_like_name_is_suggested(assets: Assets) -> None:
    assets.image(image("/img/aa.png"), note())
    assert [item.hint for item in assets.diagnostics] == ["did you mean static/img/a.png?"]


@pytest.mark.parametrize("source", ["https://example.org/a.png", "//example.org/a.png", "data:x"])
def test_nothing_is_fetched(assets: Assets, source: str) -> None:
    found = assets.image(image(source), note())
    assert (found.source, found.title) == ("", source)
    assert [item.code for item in assets.diagnostics] == ["image-remote"]


@pytest.mark.parametrize(
    "source",
    [
        *("../../../../secret.png", "/../secret.png", "/link.png", "../../../../nothing.png"),
        *("file:///etc/hostname", "FILE:secret.png", "/ring/../../../secret.png"),
    ],
)
def test_what_is_outside_of_the_site_is_refused(assets: Assets, source: str) -> None:
    found = assets.image(image(source), note())
    assert (found.source, found.file, found.title) == ("", "", source)
    (item,) = assets.diagnostics
    assert (item.code, item.place) == ("path-outside", HERE)


def test_a_link_within_the_site_is_followed_and_one_of_a_ring_is_none(assets: Assets) -> None:
    (assets.folder / "static/inner.png").symlink_to(assets.folder / "static/img/a.png")
    (assets.folder / "static/ring.png").symlink_to(assets.folder / "static/ring.png")
    assert assets.image(image("/inner.png"), note()).source == "static/img/a.png"
    assert assets.image(image("/ring.png"), note()).source == ""
    assert [item.code for item in assets.diagnostics] == ["image-missing"]
