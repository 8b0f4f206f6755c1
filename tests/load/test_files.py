"""Which files are notes, and that nothing outside the site is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from scidraft_tex.load.files import MarkdownFile, bibliographies, hugo_files, is_own, plain_files
from scidraft_tex.model import SkippedNote

WriteSite = Callable[[Mapping[str, str | bytes]], Path]


def paths(files: Iterable[MarkdownFile]) -> list[str]:
    return [str(file.path) for file in files]


def test_notes_pages_and_resources(write_site: WriteSite) -> None:
    folder = write_site(
        dict.fromkeys(
            [
                "content/_index.md",
                "content/about.md",
                "content/a-to-z/index.md",
                "content/notes/_index.md",
                "content/notes/b.MD",
                "content/notes/a.md",
                "content/notes/deep/er/c.md",
                "content/notes/bundle/index.md",
                "content/notes/bundle/resource.md",
                "content/notes/bundle/inner/index.md",
                "content/notes/.hidden.md",
                "content/notes/.git/x.md",
                "content/notes/picture.png",
                "content/drafts/d.md",
                "README.md",
            ],
            "",
        )
    )
    files = hugo_files(folder.resolve(), "content", ("notes",))
    assert paths(files.notes) == [
        "content/notes/a.md",
        "content/notes/b.MD",
        "content/notes/bundle/index.md",
        "content/notes/deep/er/c.md",
    ]
    assert [(f.name, f.section) for f in files.notes] == [
        ("a", "notes"),
        ("b", "notes"),
        ("bundle", "notes"),
        ("c", "notes"),
    ]
    assert [(str(f.path), f.name, f.section) for f in files.pages] == [
        ("content/_index.md", "content", ""),
        ("content/a-to-z/index.md", "a-to-z", "a-to-z"),
        ("content/about.md", "about", ""),
        ("content/drafts/d.md", "d", "drafts"),
        ("content/notes/_index.md", "notes", "notes"),
    ]
    assert files.skipped == (
        SkippedNote("content/notes/bundle/inner/index.md", "resource of a page bundle"),
        SkippedNote("content/notes/bundle/resource.md", "resource of a page bundle"),
    )


def test_a_folder_without_settings(write_site: WriteSite) -> None:
    names = ["index.md", "a.md", "sub/b.md", "sub/_index.md", "node_modules/x/r.md", ".venv/y.md"]
    files = plain_files(write_site(dict.fromkeys(names, "")).resolve())
    assert paths(files.notes) == ["a.md", "index.md", "sub/b.md"]
    assert [(f.name, f.section) for f in files.notes] == [("a", ""), ("index", ""), ("b", "sub")]
    assert paths(files.pages) == ["sub/_index.md"]


def test_what_builds_made_is_left_out(write_site: WriteSite) -> None:
    site = write_site(
        {
            "a.md": "",
            "build/.lock": "1",
            "build/report.md": "",
            "build/bib/a.bib": "",
            "sub/build/b.md": "",
            "own.bib": "",
        }
    )
    assert paths(plain_files(site).notes) == ["a.md", "sub/build/b.md"]
    assert bibliographies(site, ".") == ("own.bib",)


def test_links_are_not_followed(write_site: WriteSite, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("x")
    folder = write_site({"content/notes/a.md": "", "assets/bib/a.bib": ""}).resolve()
    (folder / "content/notes/away.md").symlink_to(outside / "secret.md")
    (folder / "content/notes/inside.md").symlink_to(folder / "content/notes/a.md")
    (folder / "content/notes/folder").symlink_to(outside)
    (folder / "content/notes/ring").symlink_to(folder / "content")
    (folder / "assets/bib/away.bib").symlink_to(outside / "secret.md")
    files = hugo_files(folder, "content", ("notes",))
    assert paths(files.notes) == ["content/notes/a.md"]
    assert sorted(note.path for note in files.skipped) == [
        "content/notes/away.md",
        "content/notes/folder",
        "content/notes/inside.md",
        "content/notes/ring",
    ]
    assert {note.reason for note in files.skipped} == {"symbolic link"}
    assert bibliographies(folder, "assets/bib") == ("assets/bib/a.bib",)


def test_a_content_folder_that_is_a_link_is_not_entered(
    write_site: WriteSite, tmp_path: Path
) -> None:
    outside = tmp_path / "outside" / "notes"
    outside.mkdir(parents=True)
    (outside / "secret.md").write_text("x")
    folder = write_site({"hugo.toml": ""}).resolve()
    (folder / "content").symlink_to(outside.parent)
    assert hugo_files(folder, "content", ("notes",)).notes == ()


def test_what_is_no_plain_file_is_left_out(write_site: WriteSite) -> None:
    folder = write_site({"a.md": ""}).resolve()
    os.mkfifo(folder / "pipe.md")
    (folder / "line\nbreak.md").write_text("x")
    (folder / "folder.md").mkdir()
    files = plain_files(folder)
    assert paths(files.notes) == ["a.md"]
    assert files.skipped == (
        SkippedNote(r"line\u000abreak.md", "file name with control characters, or not UTF-8"),
        SkippedNote("pipe.md", "not a file"),
    )


def test_a_name_that_is_not_utf_8_is_left_out(write_site: WriteSite) -> None:
    folder = write_site({"a.md": ""}).resolve()
    try:
        (folder / os.fsdecode(b"\xe4.md")).write_text("x")
    except OSError:
        pytest.skip("the file system takes no such name")
    files = plain_files(folder)
    assert paths(files.notes) == ["a.md"]
    assert [note.path for note in files.skipped] == [r"\udce4.md"]


def test_a_folder_that_cannot_be_read_is_told(
    write_site: WriteSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_site({"a.md": "", "closed/b.md": ""}).resolve()
    scan = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    files = plain_files(folder)
    assert paths(files.notes) == ["a.md"]
    assert files.skipped == (SkippedNote("closed", "unreadable"),)


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("content", True),
        ("not/there/yet", True),
        (".", True),
        ("a/../b", True),
        ("..", False),
        ("a/../../b", False),
        ("/etc", False),
        ("a\0b", False),
        ("x" * 5000, False),
    ],
)
def test_what_is_inside(write_site: WriteSite, path: str, *, own: bool) -> None:
    assert is_own(write_site({}).resolve(), path) is own


def test_bibliographies(write_site: WriteSite) -> None:
    names = ["assets/bib/z.bib", "assets/bib/a.BIB", "assets/bib/sub/c.bib", "assets/x.bib"]
    folder = write_site(dict.fromkeys(names, "")).resolve()
    assert bibliographies(folder, "assets/bib") == (
        "assets/bib/a.BIB",
        "assets/bib/sub/c.bib",
        "assets/bib/z.bib",
    )
    assert len(bibliographies(folder, ".")) == 4
