"""Addresses on the web: what Hugo makes of a file's place, its front matter and the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.load import load_site
from scidraft_tex.load.web import web_address, web_path
from scidraft_tex.model import FrontMatter, NoteSource, Site, WebRules
from scidraft_tex.settings import Settings

WriteSite = Callable[[Mapping[str, str | bytes]], Path]

BASE = 'baseURL = "https://example.org/lab/"\n'


def address(
    write_site: WriteSite,
    path: str,
    front: str = "",
    settings: str = "",
    more: Mapping[str, str] | None = None,
) -> str:
    """Return the address of the note at PATH below `content` with FRONT, on a site with SETTINGS.

    It is what follows the site's own address.
    """
    note = f"+++\n{front}\n+++\nText.\n"
    folder = write_site({"hugo.toml": BASE + settings, f"content/{path}": note, **(more or {})})
    site, found = load_site(folder, Settings())
    assert [item for item in found if item.code != "site-settings"] == []
    source = next(s for s in (*site.notes, *site.pages) if s.path == f"content/{path}")
    found_at = web_address(site, source)
    assert found_at.startswith("https://example.org/lab/")
    return found_at.removeprefix("https://example.org/lab")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("notes/mixing.md", "/notes/mixing/"),
        ("notes/mixing/index.md", "/notes/mixing/"),
        ("notes/deep/er/mixing.md", "/notes/deep/er/mixing/"),
        ("notes/Mixing Times.md", "/notes/mixing-times/"),
        ("notes/Mixing_Times.md", "/notes/mixing_times/"),
        ("notes/Bundle Name/index.md", "/notes/bundle-name/"),
        ("notes/what's new?.md", "/notes/whats-new/"),
        ("notes/v1.2.md", "/notes/v1.2/"),
        ("notes/mixing.en.md", "/notes/mixing/"),
        ("notes/Größe.md", "/notes/gr%C3%B6%C3%9Fe/"),
        ("notes/混合.md", "/notes/%E6%B7%B7%E5%90%88/"),
        ("notes/_index.md", "/notes/"),
        ("_index.md", "/"),
        ("about.md", "/about/"),
        ("about/index.md", "/about/"),
    ],
)
def test_the_place_of_the_file(write_site: WriteSite, path: str, expected: str) -> None:
    assert address(write_site, path) == expected


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ('slug = "short"', "/notes/short/"),
        ('slug = "A Short One"', "/notes/a-short-one/"),
        ('url = "/elsewhere/"', "/elsewhere/"),
        ('url = "elsewhere"', "/elsewhere/"),
        ('url = "/elsewhere.html"', "/elsewhere.html"),
        ('url = "/Else Where/"', "/Else%20Where/"),
        ('slug = "short"\nurl = "/x/y/"', "/x/y/"),
        ('date = 2026-11-30\ntitle = "T"\nurl = "/:year/:slug/"', "/2026/T/"),
    ],
)
def test_what_the_front_matter_says(write_site: WriteSite, front: str, expected: str) -> None:
    assert address(write_site, "notes/mixing.md", front) == expected


def test_a_slug_names_a_bundle(write_site: WriteSite) -> None:
    assert address(write_site, "notes/a/mixing/index.md", 'slug = "s"') == "/notes/a/s/"


FRONT = 'title = "Mixing: the $O(n)$ Bound"\ndate = 2026-11-03T23:00:00+09:00\n'


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("/:year/:month/:day/:slug/", "/2026/11/03/mixing-the-on-bound/"),
        (":year/:title", "/2026/mixing-the-on-bound/"),
        ("/:section/:filename/", "/notes/paper/"),
        ("/:sections/:contentbasename/", "/notes/chains/finite/paper/"),
        ("/x/:sections[1:]/:slugorfilename/", "/x/chains/finite/paper/"),
        ("/x/:sections[last]/:slugorcontentbasename/", "/x/finite/paper/"),
        ("/:monthname/:weekdayname/:yearday/", "/november/tuesday/307/"),
        ("/:2006/:01/:02/:filename/", "/2026/11/03/paper/"),
        ("/:sectionslugs/:filename/", "/all-notes/chains/finite/paper/"),
        ("/:unknown/:filename/", "/unknown/paper/"),
    ],
)
def test_permalinks(write_site: WriteSite, pattern: str, expected: str) -> None:
    settings = f"[permalinks]\nnotes = '{pattern}'\n"
    index = {"content/notes/_index.md": '+++\ntitle = "All Notes"\n+++\n'}
    path = "notes/chains/finite/paper.md"
    assert address(write_site, path, FRONT, settings, index) == expected


def test_a_slug_goes_before_a_title_in_permalinks(write_site: WriteSite) -> None:
    settings = '[permalinks.page]\nnotes = "/:year/:slug/"\n'
    front = FRONT + 'slug = "Bound"\n'
    assert address(write_site, "notes/a.md", front, settings) == "/2026/bound/"


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("lastmod = 2025-02-01", "/2025/a/"),
        ('publishDate = "3 March 2024"', "/2024/a/"),
        ("", "/1/a/"),
    ],
)
def test_days_of_notes_without_a_date(write_site: WriteSite, front: str, expected: str) -> None:
    settings = '[permalinks]\nnotes = "/:year/:filename/"\n'
    assert address(write_site, "notes/a.md", front, settings) == expected


def test_permalinks_of_sections_and_of_a_folder_within(write_site: WriteSite) -> None:
    settings = (
        '[permalinks.page]\nnotes = "/n/:filename/"\n"notes/deep" = "/d/:filename/"\n'
        '[permalinks.section]\nnotes = "/all/"\n'
    )
    assert address(write_site, "notes/_index.md", settings=settings) == "/all/"
    assert address(write_site, "notes/a.md", settings=settings) == "/n/a/"
    assert address(write_site, "notes/deep/a.md", settings=settings) == "/d/a/"
    assert address(write_site, "other/a.md", settings=settings) == "/other/a/"


def test_permalinks_in_a_file_of_their_own(write_site: WriteSite) -> None:
    files = {
        "config/_default/hugo.toml": BASE,
        "config/_default/permalinks.toml": 'notes = "/p/:filename/"\n',
        "content/notes/a.md": "A.\n",
    }
    site, found = load_site(write_site(files), Settings())
    assert list(found) == []
    assert web_address(site, site.notes[0]) == "https://example.org/lab/p/a/"


@pytest.mark.parametrize(
    ("settings", "path", "expected"),
    [
        ("uglyURLs = true", "notes/a.md", "/notes/a.html"),
        ("uglyURLs = true", "notes/a/index.md", "/notes/a.html"),
        ("uglyURLs = true", "_index.md", "/"),
        ("[uglyURLs]\nnotes = true", "notes/a.md", "/notes/a.html"),
        ("[uglyURLs]\nother = true", "notes/a.md", "/notes/a/"),
        ('uglyURLs = true\n[permalinks]\nnotes = "/:filename/"', "notes/a.md", "/a.html"),
        ("disablePathToLower = true", "notes/Ab C.md", "/notes/Ab-C/"),
        ("removePathAccents = true", "notes/Größe.md", "/notes/gro%C3%9Fe/"),
        (
            'defaultContentLanguage = "de"\ndefaultContentLanguageInSubdir = true',
            "notes/a.md",
            "/de/notes/a/",
        ),
    ],
)
def test_settings(write_site: WriteSite, settings: str, path: str, expected: str) -> None:
    assert address(write_site, path, settings=settings) == expected


def test_an_own_address_stands_in_the_folder_of_the_language(write_site: WriteSite) -> None:
    settings = "defaultContentLanguageInSubdir = true"
    assert address(write_site, "notes/a.md", 'url = "x/"', settings) == "/en/x/"
    assert address(write_site, "notes/a.md", 'url = "/x/"', settings) == "/x/"


def test_another_content_folder(write_site: WriteSite) -> None:
    files = {"hugo.toml": BASE + 'contentDir = "docs/src"\n', "docs/src/notes/a.md": "A.\n"}
    site, _ = load_site(write_site(files), Settings())
    assert web_address(site, site.notes[0]) == "https://example.org/lab/notes/a/"


@pytest.mark.parametrize("base", ["", "/", "/lab/", "example.org"])
def test_a_site_that_names_no_host_has_no_addresses(base: str) -> None:
    source = NoteSource("content/notes/a.md", "a", "notes", FrontMatter("A"), "", 1, "")
    assert web_address(Site("/", "T", base_url=base), source) == ""


def test_a_base_without_a_slash_at_its_end() -> None:
    source = NoteSource("content/notes/a.md", "a", "notes", FrontMatter("A"), "", 1, "")
    site = Site("/", "T", base_url="https://example.org/lab")
    assert web_address(site, source) == "https://example.org/lab/notes/a/"


def test_a_folder_of_notes_alone(write_site: WriteSite) -> None:
    site, _ = load_site(write_site({"deep/a.md": "A.\n"}), Settings())
    assert web_path(site, site.notes[0]) == "/deep/a/"
    assert web_address(site, site.notes[0]) == ""


@given(slug=st.text(max_size=20), url=st.text(max_size=20), pattern=st.text(max_size=20))
def test_a_path_holds_only_what_may_stand_in_one(slug: str, url: str, pattern: str) -> None:
    front = FrontMatter("A", slug=slug, raw=(("url", url),))
    source = NoteSource("content/notes/a.md", "a", "notes", front, "", 1, "")
    web = WebRules(permalinks=(("page", "notes", pattern),))
    path = web_path(Site("/", "T", base_url="https://example.org", web=web), source)
    assert path.startswith("/")
    assert path.isascii()
    assert not set(path) & set(' "<>\\^`{|}#?\n')
