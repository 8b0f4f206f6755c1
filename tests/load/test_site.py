"""Loading whole sites: what becomes a note, in which order, under which key, and what is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from scidraft_tex.kinds import Kind, Style
from scidraft_tex.load import load_site
from scidraft_tex.model import Author, Entry, NoteSource, Site, SkippedNote
from scidraft_tex.settings import Settings

WriteSite = Callable[[Mapping[str, str | bytes]], Path]

HUGO = """\
title = "Chains"
baseURL = "https://example.org/"
languageCode = "en"
[params]
author = "Ada"
[params.entrySets.results]
titleField = "resultTitle"
categoryField = "resultCategory"
[params.entrySets.methods]
"""


def note(site: Site, path: str) -> NoteSource:
    return next(n for n in (*site.notes, *site.pages) if n.path == path)


def test_a_note_in_full(write_site: WriteSite) -> None:
    text = """\
+++
Title = "The Variance Identity (identity)"
date = 2026-09-21T01:30:00+09:00
lastmod = 2026-10-01
authors = [{name = "Ada", affiliation = "London", orcid = "0000-0002-1825-0097"}]
institute = "Institute"
tags = ["Chains"]
categories = "Probability"
keywords = "mixing, time"
description = "What it is."
abstract = "What it says."
slug = "Variance"
aliases = ["/old/"]
weight = 3
bibliography = "bib/x.bib"
[params]
note = "x"
+++

The body.
"""
    folder = write_site({"hugo.toml": HUGO, "content/notes/v/index.md": text})
    site, found = load_site(folder, Settings())
    assert list(found) == []
    (source,) = site.notes
    assert (source.path, source.key, source.section) == (
        "content/notes/v/index.md",
        "variance",
        "notes",
    )
    assert (source.folder, source.body_line, source.text) == ("content/notes/v", 19, text)
    front = source.front
    assert front.title == "The Variance Identity"
    assert (front.date, front.lastmod) == ("2026-09-21", "2026-10-01")
    assert front.authors == (Author("Ada", "London", orcid="0000-0002-1825-0097"),)
    assert (front.institute, front.weight, front.bibliography) == ("Institute", 3, "bib/x.bib")
    assert (front.tags, front.categories) == (("Chains",), ("Probability",))
    assert (front.keywords, front.aliases) == (("mixing", "time"), ("/old/",))
    assert (front.summary, front.abstract, front.slug) == (
        "What it is.",
        "What it says.",
        "Variance",
    )
    assert (front.entries, front.draft, front.promotion) == ((), False, False)
    raw = dict(front.raw)
    assert raw["title"] == "The Variance Identity (identity)"
    assert raw["date"] == "2026-09-21T01:30:00+09:00"
    assert raw["note"] == "x"
    assert hash(front) == hash(front)


def test_the_site(write_site: WriteSite) -> None:
    folder = write_site({"hugo.toml": HUGO, "content/notes/a.md": "", "assets/bib/r.bib": ""})
    site, _ = load_site(folder, Settings())
    assert site.folder == str(folder.resolve())
    assert (site.title, site.base_url, site.language) == ("Chains", "https://example.org/", "en")
    assert (site.authors, site.sections) == ((Author("Ada"),), ("notes",))
    assert [s.name for s in site.sets] == ["results", "methods"]
    assert site.bibliographies == ("assets/bib/r.bib",)


def test_entries_by_named_fields_and_by_the_usual_ones(write_site: WriteSite) -> None:
    text = """\
---
title: Anything (demo)
METHODtitle: no field of a set
resultTitle: A Result (theorem)
resultCategory: Theorems
entryTitle: A Method
entryCategory: Methods
entryAliases: [First, Second]
entrySummary: What it does.
---
"""
    folder = write_site(
        {
            "hugo.toml": HUGO,
            "content/notes/both.md": text,
            "content/notes/none.md": "---\nresultTitle: '  '\ntitle: T\n---\n",
        }
    )
    site, found = load_site(folder, Settings())
    assert list(found) == []
    both = note(site, "content/notes/both.md").front
    # `entryAliases` and `entrySummary` serve every set that names no fields of its own for them.
    assert both.entries == (
        Entry("results", "A Result (theorem)", "Theorems", ("First", "Second"), "What it does."),
        Entry("methods", "A Method", "Methods", ("First", "Second"), "What it does."),
    )
    assert both.title == "A Result (theorem)"
    assert note(site, "content/notes/none.md").front.entries == ()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("+++\ntitle = 'A (lemma)'\n+++\n# B\n", "A"),
        ("+++\ntitle = ''\n+++\ntext\n\n# B (lemma)\n", "B"),
        ("+++\n# C\n+++\ntext\n", "Heavy Ball"),
        ("---\n---\n# B\n", "B"),
        ("# B\n", "B"),
        ("text\n", "Heavy Ball"),
        ("---\ntitle: 1984\n---\n", "1984"),
    ],
)
def test_titles(write_site: WriteSite, text: str, title: str) -> None:
    folder = write_site({"hugo.toml": HUGO, "content/notes/heavy-ball.md": text})
    site, _ = load_site(folder, Settings())
    assert site.notes[0].front.title == title


def test_own_kinds_are_labels_of_titles(write_site: WriteSite) -> None:
    folder = write_site({"hugo.toml": HUGO, "content/notes/a.md": "---\ntitle: A (fact)\n---\n"})
    own = Settings(kinds=(Kind("Fact", "Facts", Style.PLAIN),))
    assert load_site(folder, own)[0].notes[0].front.title == "A"
    assert load_site(folder, Settings())[0].notes[0].front.title == "A (fact)"


def test_notes_come_by_weight_then_date_then_path(write_site: WriteSite) -> None:
    fronts = {
        "a": "",
        "b": "date: 2026-01-02",
        "c": "date: 2026-01-01T23:30:00-05:00",
        "d": "date: 2026-01-02T02:00:00Z",
        "e": "weight: 2",
        "f": "weight: 1\ndate: 2027-01-01",
        "g": "weight: 2\ndate: 2027-01-01",
        "h": "weight: -1",
        "i": "",
    }
    files = {f"content/notes/{name}.md": f"---\n{text}\n---\n" for name, text in fronts.items()}
    site, _ = load_site(write_site({"hugo.toml": HUGO, **files}), Settings())
    # The day b begins at midnight UTC, d is at 02:00, and c, written a day before, at 04:30.
    assert [n.key for n in site.notes] == ["h", "f", "g", "e", "b", "d", "c", "a", "i"]


def test_keys_are_unique_over_notes_and_pages(write_site: WriteSite) -> None:
    folder = write_site(
        {
            "hugo.toml": HUGO,
            "content/a.md": "",
            "content/notes/a.md": "",
            "content/notes/sub/A.md": "",
            "content/notes/x.md": "---\nslug: a\n---\n",
            "content/notes/sub/a/index.md": "",
        }
    )
    site, _ = load_site(folder, Settings())
    assert {n.path: n.key for n in (*site.notes, *site.pages)} == {
        "content/notes/a.md": "a",
        "content/notes/sub/A.md": "a-2",
        "content/notes/sub/a/index.md": "a-3",
        "content/notes/x.md": "a-4",
        "content/a.md": "a-5",
    }


def test_drafts_and_promotions(write_site: WriteSite) -> None:
    folder = write_site(
        {
            "hugo.toml": HUGO,
            "content/notes/ad.md": "+++\npromotion = true\ndraft = true\n+++\n",
            "content/notes/d.md": "+++\nDraft = true\n+++\n",
            "content/notes/n.md": "",
        }
    )
    site, found = load_site(folder, Settings())
    assert list(found) == []
    assert [n.key for n in site.notes] == ["n"]
    assert site.skipped == (
        SkippedNote("content/notes/ad.md", "promotion"),
        SkippedNote("content/notes/d.md", "draft"),
    )
    site, _ = load_site(folder, Settings(), drafts=True)
    assert [n.key for n in site.notes] == ["d", "n"]
    assert site.skipped == (SkippedNote("content/notes/ad.md", "promotion"),)


def test_a_broken_note_costs_itself_alone(write_site: WriteSite) -> None:
    folder = write_site(
        {
            "hugo.toml": HUGO,
            "content/notes/a.md": "+++\ntitle = 'A'\nweight 3\n+++\n",
            "content/notes/b.md": b"---\ntitle: B\n---\n\nZ\xfcrich\n",
            "content/notes/c.md": b"one\ntwo \0\n",
            "content/notes/d.md": "---\r\ntitle: D\r\nweight: heavy\r\n---\r\nbody\r\n",
        }
    )
    site, found = load_site(folder, Settings())
    assert [(str(d.place), d.code, str(d.severity)) for d in found] == [
        ("content/notes/a.md:3:8", "front-matter-syntax", "error"),
        ("content/notes/b.md:5:2", "note-encoding", "error"),
        ("content/notes/c.md:2:5", "note-encoding", "error"),
        ("content/notes/d.md:3:9", "front-matter-value", "warning"),
    ]
    assert site.skipped == (SkippedNote("content/notes/a.md", "front matter"),)
    encoded, held, kept = sorted(site.notes, key=lambda note: note.path)
    assert encoded.text.endswith("\nZ\ufffdrich\n")
    assert held.text == "one\ntwo \ufffd\n"
    assert (kept.front.title, kept.front.weight) == ("D", 0)
    assert (kept.text, kept.body_line) == ("---\ntitle: D\nweight: heavy\n---\nbody\n", 5)


def test_a_note_that_cannot_be_opened(
    write_site: WriteSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_site({"hugo.toml": HUGO, "content/notes/a.md": "", "content/notes/b.md": ""})
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "a.md":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    site, found = load_site(folder, Settings())
    assert [n.key for n in site.notes] == ["b"]
    assert site.skipped == (SkippedNote("content/notes/a.md", "unreadable"),)
    assert [(str(d.place), d.code) for d in found] == [("content/notes/a.md", "note-unreadable")]


def test_a_folder_with_markdown_alone(write_site: WriteSite) -> None:
    folder = write_site(
        {
            "README.md": "# About this folder\n",
            "b.md": "# Second\n",
            "part/a.md": "---\ntitle: First\ndate: 2026-01-01\n---\n",
            "part/ReadMe.md": "---\ntitle: A note all the same\n---\n",
            "refs/r.bib": "",
        }
    )
    site, found = load_site(folder, Settings())
    assert list(found) == []
    assert (site.title, site.sections, site.sets) == ("site", (), ())
    assert [(n.path, n.section, n.folder, n.front.title) for n in site.notes] == [
        ("part/a.md", "part", "part", "First"),
        ("b.md", "", ".", "Second"),
        ("part/ReadMe.md", "part", "part", "A note all the same"),
    ]
    assert site.skipped == (SkippedNote("README.md", "README without front matter"),)
    assert site.bibliographies == ("refs/r.bib",)


def test_sections_where_the_site_names_none(write_site: WriteSite) -> None:
    files = {
        "hugo.toml": "",
        "content/essays/a.md": "",
        "content/posts/b.md": "",
        "content/c.md": "",
    }
    site, _ = load_site(write_site(files), Settings())
    assert site.sections == ("essays", "posts")
    assert [n.key for n in site.notes] == ["a", "b"]
    assert [n.key for n in site.pages] == ["c"]


def test_another_content_folder(write_site: WriteSite) -> None:
    files = {"hugo.toml": "contentDir = 'docs/text'", "docs/text/notes/a.md": ""}
    site, found = load_site(write_site(files), Settings())
    assert list(found) == []
    assert [(n.path, n.section) for n in site.notes] == [("docs/text/notes/a.md", "notes")]


def test_a_site_with_broken_settings_has_its_notes(write_site: WriteSite) -> None:
    files = {"hugo.toml": "title = ", "content/notes/a.md": "# A\n"}
    site, found = load_site(write_site(files), Settings())
    assert [d.code for d in found] == ["site-settings"]
    assert (site.title, [n.key for n in site.notes]) == ("site", ["a"])


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"hugo.toml": HUGO}, "there are no notes in content/notes"),
        ({"x.txt": ""}, "the folder holds no Markdown files"),
    ],
)
def test_a_site_without_notes_is_told(
    write_site: WriteSite, files: dict[str, str | bytes], words: str
) -> None:
    site, (said,) = load_site(write_site(files), Settings())
    assert site.notes == ()
    assert (said.code, said.message) == ("site-settings", words)


def test_no_folder_at_all(tmp_path: Path) -> None:
    site, (said,) = load_site(tmp_path / "nowhere", Settings())
    assert site.notes == ()
    assert (said.code, said.message) == ("site-settings", "nowhere is not a folder")


def test_loading_twice_gives_the_same(write_site: WriteSite) -> None:
    files = {f"content/notes/{c}/{d}.md": "" for c in "abc" for d in "xyz"}
    folder = write_site({"hugo.toml": HUGO, **files})
    assert load_site(folder, Settings())[0] == load_site(folder, Settings())[0]
