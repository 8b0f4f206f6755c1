"""Finding notes by what people call them: a path, a slug, or a title."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from scidraft_tex.diagnostics import Diagnostic, Diagnostics, Place
from scidraft_tex.load.files import INDEX
from scidraft_tex.model import NoteSource, Site
from scidraft_tex.spelling import did_you_mean

__all__ = ["concerning", "find_note", "find_notes"]

_NEAR = 3
"""How many names are offered in place of one that is not there."""


def find_notes(
    site: Site, names: Sequence[str], here: Path, found: Diagnostics
) -> tuple[NoteSource, ...]:
    """Return the notes of SITE that NAMES mean, each once, in their order.

    HERE is the folder in which relative paths start. A name that means no note, or several, is an
    error among FOUND.
    """
    notes = (find_note(site, name, here, found) for name in names)
    return tuple({note.path: note for note in notes if note}.values())


def concerning(
    found: Iterable[Diagnostic], site: Site, kept: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield what FOUND says of the notes of SITE with the paths KEPT, or of none in particular."""
    others = {note.path for note in site.notes} | {note.path for note in site.skipped}
    others -= set(kept)
    return (item for item in found if item.place is None or item.place.file not in others)


def find_note(
    site: Site, name: str, here: Path, found: Diagnostics, place: Place | None = None
) -> NoteSource | None:
    """Return the note of SITE that NAME means: by path, else by slug or file name, else by title.

    The first of these that any note answers to decides. None, and an error among FOUND, where none
    does or several do. PLACE is where NAME is written, if it is in a file.
    """
    for meant in _readings(site, name, here):
        notes = [note for note in site.notes if meant(note)]
        if len(notes) == 1:
            return notes[0]
        if notes:
            paths = ", ".join(note.path for note in notes)
            found.report("note-ambiguous", f"{name} may be any of {paths}", place)
            return None
    skipped = [s for s in site.skipped if name in {s.path, PurePosixPath(s.path).stem}]
    if skipped:
        message = f"{skipped[0].path} is left out: {skipped[0].reason}"
        found.report("note-not-found", message, place)
        return None
    found.report("note-not-found", f"no note is called {name}", place, _nearest(site, name))
    return None


def _readings(site: Site, name: str, here: Path) -> Iterator[Callable[[NoteSource], bool]]:
    """Yield what NAME may mean, from the most exact to the least."""
    paths = {path for path in _paths(site, name, here) if path}
    yield lambda note: note.path in paths
    clean = name.strip().strip("/")
    yield lambda note: clean in {note.key, note.front.slug}
    yield lambda note: clean.removesuffix(".md") == _file_name(note)
    folded = " ".join(name.split()).casefold()
    yield lambda note: folded in _titles(note)


def _paths(site: Site, name: str, here: Path) -> Iterator[str]:
    """Yield NAME as paths within the site: from HERE, from its folder, its content folder."""
    root = Path(site.folder)
    absolute = Path(os.path.realpath(here / name))
    inside = [absolute.relative_to(root).as_posix()] if absolute.is_relative_to(root) else []
    normal = PurePosixPath(os.path.normpath(name)).as_posix()
    for path in (*inside, normal, *_below_content(site, normal)):
        yield path
        yield f"{path}/{INDEX}"


def _below_content(site: Site, path: str) -> Iterator[str]:
    """Yield PATH below each folder that holds a main section of SITE."""
    folders = {PurePosixPath(note.path).parts[0] for note in site.notes if "/" in note.path}
    for folder in sorted(folders):
        yield f"{folder}/{path}"


def _file_name(note: NoteSource) -> str:
    path = PurePosixPath(note.path)
    return path.parent.name if path.name.lower() == INDEX else path.stem


def _titles(note: NoteSource) -> set[str]:
    """Return the titles of NOTE as they are compared: in small letters, blanks made single."""
    raw = dict(note.front.raw).get("title")
    titles = [note.front.title, *(entry.title for entry in note.front.entries)]
    titles += [raw] if isinstance(raw, str) else []
    return {" ".join(title.split()).casefold() for title in titles}


def _nearest(site: Site, name: str) -> str:
    """Return what NAME may have been meant for."""
    known = [w for note in site.notes for w in (note.key, _file_name(note), note.front.title)]
    return did_you_mean(name, known, most=_NEAR, likeness=0.6)
