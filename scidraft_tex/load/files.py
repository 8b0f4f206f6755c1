"""Which files of a site's folder are notes, pages and bibliographies; links are not followed."""

from __future__ import annotations

import os
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from scidraft_tex.lock import FILE as LOCK
from scidraft_tex.model import SkippedNote

INDEX = "index.md"
BRANCH = "_index.md"

_NO_SOURCES = frozenset({"node_modules"})
_BUILD = "build"
"""What the folder is called that commands build in; with a lock in it, it is one."""


@dataclass(frozen=True, slots=True)
class MarkdownFile:
    """A Markdown file of the site: its path in it, its section, and the name that keys it."""

    path: PurePosixPath
    section: str

    @property
    def name(self) -> str:
        """The file's name without its ending; of a bundle or a branch, its folder's."""
        if self.path.name.lower() in {INDEX, BRANCH}:
            return self.path.parent.name or self.path.stem
        return self.path.stem

    @property
    def branch(self) -> bool:
        """Whether it is the page of a folder, `_index.md`."""
        return self.path.name.lower() == BRANCH


@dataclass(frozen=True, slots=True)
class MarkdownFiles:
    """The Markdown files of a site, by path, and those that are left out as they are."""

    notes: tuple[MarkdownFile, ...] = ()
    pages: tuple[MarkdownFile, ...] = ()
    skipped: tuple[SkippedNote, ...] = ()


def hugo_files(folder: Path, content: str, sections: tuple[str, ...]) -> MarkdownFiles:
    """Return the files of a Hugo site: notes in SECTIONS of its CONTENT folder, pages elsewhere.

    A leaf bundle, a folder with an `index.md`, is one note: other Markdown files in it are its
    resources, and left out, as on the web. `_index.md` is the page of a folder, and no note.
    """
    paths, skipped = _markdown(folder, content)
    bundles = {path.parent for path in paths if path.name.lower() == INDEX}
    bundles -= {PurePosixPath(content), *(PurePosixPath(content, name) for name in sections)}
    notes: list[MarkdownFile] = []
    pages: list[MarkdownFile] = []
    for path in paths:
        file = MarkdownFile(path, _section(path.relative_to(content)))
        above = set(path.parents[1:] if path.name.lower() == INDEX else path.parents)
        if bundles & above:
            skipped.append(SkippedNote(str(path), "resource of a page bundle"))
        elif file.section in sections and not file.branch:
            notes.append(file)
        else:
            pages.append(file)
    return MarkdownFiles(tuple(notes), tuple(pages), tuple(skipped))


def plain_files(folder: Path) -> MarkdownFiles:
    """Return the files of a folder without Hugo's settings: all are notes but those of folders."""
    paths, skipped = _markdown(folder, ".")
    files = [MarkdownFile(path, _section(path)) for path in paths]
    notes = tuple(file for file in files if not file.branch)
    pages = tuple(file for file in files if file.branch)
    return MarkdownFiles(notes, pages, tuple(skipped))


def bibliographies(folder: Path, start: str) -> tuple[str, ...]:
    """Return the paths in FOLDER of the `.bib` files in its sub-folder START and below it."""
    files = [path for path in _walk(folder, start)[0] if path.suffix.lower() == ".bib"]
    return tuple(str(path) for path in files if _fault(folder, path) == "")


def is_own(folder: Path, path: str) -> bool:
    """Return whether PATH names something in FOLDER, without a link on the way to it."""
    inner = Path(os.path.normpath(folder / path))
    try:
        inner.exists()
        return inner.is_relative_to(folder) and inner.resolve() == inner
    except (OSError, ValueError, RuntimeError):  # too long a name, a NUL in it, links in a ring
        return False


def _section(path: PurePosixPath) -> str:
    return path.parts[0] if len(path.parts) > 1 else ""


def _markdown(folder: Path, start: str) -> tuple[list[PurePosixPath], list[SkippedNote]]:
    """Return the Markdown files below START, and why others, or whole folders, are left out."""
    found, skipped = _walk(folder, start)
    paths: list[PurePosixPath] = []
    for path in (path for path in found if path.suffix.lower() == ".md"):
        reason = _fault(folder, path)
        if reason:
            skipped.append(SkippedNote(_shown(path), reason))
        else:
            paths.append(path)
    return paths, skipped


def _fault(folder: Path, path: PurePosixPath) -> str:
    """Return why the file at PATH cannot be used, or ""."""
    try:
        mode = os.lstat(folder / path).st_mode
    except (OSError, ValueError):
        mode = 0
    if stat.S_ISLNK(mode):
        return "symbolic link"
    if _shown(path) != str(path):
        return "file name with control characters, or not UTF-8"
    return "" if stat.S_ISREG(mode) else "not a file"


def _shown(path: PurePosixPath) -> str:
    """Return PATH with escapes for the characters that no line of text can hold."""
    text = str(path)
    if text.isprintable():
        return text
    return "".join(
        f"\\u{ord(char):04x}" if unicodedata.category(char) in {"Cc", "Cs"} else char
        for char in text
    )


def _holds_no_source(parent: str, name: str) -> bool:
    """Tell whether nothing in the folder NAME of PARENT is the site's own."""
    made = name == _BUILD and Path(parent, name, LOCK).exists()
    return made or name.startswith(".") or name in _NO_SOURCES


def _walk(folder: Path, start: str) -> tuple[list[PurePosixPath], list[SkippedNote]]:
    """Return the files below START by path, and the folders that are links or cannot be read.

    Hidden files and folders are not seen, nor what builds made.
    """
    found: list[PurePosixPath] = []
    skipped: list[SkippedNote] = []
    if not is_own(folder, start):
        return found, skipped

    def inside(path: str | Path) -> PurePosixPath:
        return PurePosixPath(Path(path).relative_to(folder).as_posix())

    def unreadable(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            skipped.append(SkippedNote(_shown(inside(error.filename)), "unreadable"))

    for parent, folders, files in os.walk(folder / start, onerror=unreadable):
        folders[:] = [name for name in folders if not _holds_no_source(parent, name)]
        here = inside(parent)
        links = [here / name for name in folders if Path(parent, name).is_symlink()]
        skipped.extend(SkippedNote(_shown(path), "symbolic link") for path in links)
        found.extend(here / name for name in files if not name.startswith("."))
    return sorted(found), skipped
