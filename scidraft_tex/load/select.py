"""The notes of a sheet: those that it names, and those that its selectors choose."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.handout_settings import SheetPlan
from scidraft_tex.load.find import find_note
from scidraft_tex.model import FrontMatter, NoteSource, Site
from scidraft_tex.selectors import Condition, Field, Selector, SelectorError, read_selector
from scidraft_tex.spelling import did_you_mean

__all__ = ["select_notes"]

_NEAR = 3
"""How many values are offered in place of one that no note has."""

_WILD = frozenset("*?[")


def select_notes(
    site: Site, plan: SheetPlan, here: Path, found: Diagnostics
) -> tuple[NoteSource, ...]:
    """Return the notes of SITE that PLAN names, and those that it selects, each once.

    Names and selectors are taken in their order, the notes of a selector in the site's. HERE is the
    folder in which relative paths start. A name that means no note, or several, and a selector that
    chooses none are errors among FOUND. A draft, which SITE must have been loaded with, is chosen
    by its name alone.
    """
    notes: list[NoteSource] = []
    for name in plan.notes:
        note = find_note(site, name, here, found, plan.place_of(name))
        notes += [note] if note else []
    for text in plan.select:
        notes += _selected(site, text, here, found, plan.place_of(text))
    return tuple({note.path: note for note in notes}.values())


def _selected(
    site: Site, text: str, here: Path, found: Diagnostics, place: Place | None
) -> Sequence[NoteSource]:
    """Return the notes of SITE that the selector TEXT chooses; a bare name is that of a note."""
    try:
        selector = read_selector(text)
    except SelectorError as error:
        found.report("selection-empty", error.message, place, error.hint)
        return ()
    notes = [note for note in site.notes if _is_chosen(note, selector, site, here)]
    public = [note for note in notes if not note.front.draft]
    if public:
        return public
    if selector.conditions == (Condition("path", text.strip()),):
        said = Diagnostics()
        note = find_note(site, text, here, said, place)
        if note:
            return (note,)
        if not _WILD & set(text):
            found.extend(said)
            return ()
    message, hint = f"`{text}` selects no note", _nearest(site, selector, here)
    if notes:
        message, hint = f"`{text}` selects only drafts", f"name it to print it: {notes[0].path}"
    found.report("selection-empty", message, place, hint)
    return ()


def _is_chosen(note: NoteSource, selector: Selector, site: Site, here: Path) -> bool:
    """Return whether all of SELECTOR's conditions hold for NOTE."""
    tags = {_folded(tag) for tag in note.front.tags}
    return (
        all(_folded(tag) in tags for tag in selector.values("tag"))
        and _is_entry(note.front, selector.values("set"), selector.values("category"))
        and all(_lies_in(note, path, site, here) for path in selector.values("path"))
    )


def _is_entry(front: FrontMatter, sets: Sequence[str], categories: Sequence[str]) -> bool:
    """Return whether FRONT is in all SETS and CATEGORIES.

    Where both are asked for, a category is that of the note's entry in one of these sets.
    """
    names = {_folded(name) for name in sets}
    entries = [one for one in front.entries if not names or _folded(one.set_name) in names]
    own = {_folded(one.category) for one in entries}
    own |= set() if names else {_folded(category) for category in front.categories}
    return names <= {_folded(one.set_name) for one in entries} and own >= {
        _folded(category) for category in categories
    }


def _folded(text: str) -> str:
    """Return TEXT as it is compared: in small letters, blanks made single."""
    return " ".join(text.split()).casefold()


# --- paths -------------------------------------------------------------------------------------


def _lies_in(note: NoteSource, pattern: str, site: Site, here: Path) -> bool:
    """Return whether NOTE lies where PATTERN says; a folder stands for all that is in it."""
    path = PurePosixPath(note.path).parts
    patterns = [_parts(written) for written in _rooted(pattern, site, here)]
    if not _WILD & set(pattern):
        patterns += [[*parts, "**"] for parts in patterns]
    return any(_fits(path, parts) for parts in patterns)


def _rooted(pattern: str, site: Site, here: Path) -> Iterator[str]:
    """Yield PATTERN as paths of the site's folder: from HERE, from that folder, its content."""
    absolute = Path(os.path.normpath(Path(os.path.realpath(here)) / pattern))
    if absolute.is_relative_to(site.folder):
        yield absolute.relative_to(site.folder).as_posix()
    normal = PurePosixPath(os.path.normpath(pattern))
    if not normal.is_absolute():
        yield normal.as_posix()
        yield os.path.normpath(PurePosixPath(site.web.content) / normal)


def _parts(pattern: str) -> list[str]:
    """Return the parts of PATTERN; a run of `**` is one."""
    parts = PurePosixPath(pattern).parts
    pairs = zip(parts, ("", *parts), strict=False)
    return [part for part, before in pairs if not part == before == "**"]


def _fits(path: Sequence[str], pattern: Sequence[str]) -> bool:
    """Return whether PATH has the parts of PATTERN; `**` stands for any folders, or none."""
    if not pattern:
        return not path
    first, rest = pattern[0], pattern[1:]
    if first == "**":
        if not rest:
            return bool(path)
        return any(_fits(path[start:], rest) for start in range(len(path)))
    return bool(path) and fnmatchcase(path[0], first) and _fits(path[1:], rest)


# --- what was meant ----------------------------------------------------------------------------


def _nearest(site: Site, selector: Selector, here: Path) -> str:
    """Return what the first condition of SELECTOR that no note meets may have been meant for."""
    for condition in selector.conditions:
        alone = Selector(selector.text, (condition,))
        if any(_is_chosen(note, alone, site, here) for note in site.notes):
            continue
        known = _known(site, condition.field)
        shown = f"{condition.field}={{}}"
        hint = did_you_mean(condition.value, known.values(), most=_NEAR, likeness=0.6, shown=shown)
        return hint or _offer(condition.field, list(known.values()))
    return "no note is all of it at once"


def _offer(field: Field, values: Sequence[str]) -> str:
    if not values:
        return f"the notes have no {field}"
    some = ", ".join(sorted(values)[:_NEAR])
    return f"the notes have {field}={some}" + ("" if len(values) <= _NEAR else ", …")


def _known(site: Site, field: Field) -> dict[str, str]:
    """Return the values of FIELD that the notes of SITE have, by how they are compared."""
    values: list[str] = []
    for note in site.notes:
        front = note.front
        match field:
            case "tag":
                values += front.tags
            case "set":
                values += [entry.set_name for entry in front.entries]
            case "category":
                values += [entry.category for entry in front.entries if entry.category]
                values += front.categories
            case "path":
                values.append(note.path)
    return {_folded(value): value for value in values}
