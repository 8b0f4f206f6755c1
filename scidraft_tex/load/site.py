"""Loading a site: the folder's settings, notes, pages and bibliographies as one `Site`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.guard import guarded
from scidraft_tex.load.conflicts import conflicts
from scidraft_tex.load.files import (
    MarkdownFile,
    MarkdownFiles,
    bibliographies,
    hugo_files,
    plain_files,
)
from scidraft_tex.load.fronts import Fronts
from scidraft_tex.load.hugo import HugoSettings, read_hugo
from scidraft_tex.load.keys import unique_key
from scidraft_tex.load.note import LoadedNote, NoteLoader
from scidraft_tex.model import NoteSource, Site, SkippedNote, WebRules
from scidraft_tex.settings import Settings

_DEFAULT_SECTION = "notes"


def load_site(
    folder: Path, settings: Settings, *, drafts: bool = False
) -> tuple[Site, Diagnostics]:
    """Return the site in FOLDER, and what is wrong with it; drafts only if DRAFTS is set.

    With Hugo's settings, the notes are those of the main sections: the ones that it names, else
    `notes`, else, where that is no folder, every section. Without, every Markdown file below FOLDER
    is a note, but a README without front matter. Notes come by weight, date and path; a note that
    cannot be read is among `Site.skipped`, as are drafts and promotions.
    """
    folder = Path(os.path.realpath(folder))
    found = Diagnostics()
    if not folder.is_dir():
        found.report("site-settings", f"{folder.name} is not a folder", hint="name a site's folder")
        return Site(str(folder), folder.name), found
    hugo = read_hugo(folder, found)
    named = hugo or HugoSettings()
    sections = named.sections or _usual_sections(folder / named.content)
    files = hugo_files(folder, named.content, sections) if hugo else plain_files(folder)
    if not files.notes:
        found.report("site-settings", *_no_notes(named.content, sections if hugo else ()))
    kinds = settings.spoken_as(named.language).all_kinds
    fronts = Fronts(folder, named.sets, kinds)
    loader = NoteLoader(folder, named.sets, kinds, found, settings.limits.note << 20, fronts)
    sorting = _Sorting(drafts=drafts, plain=hugo is None)
    notes = sorting.kept(loader, files.notes)
    pages = sorting.kept(loader, files.pages)
    fronts.save()
    keys = _keys(notes, pages)
    site = Site(
        folder=str(folder),
        title=named.title or folder.name,
        base_url=named.base_url,
        authors=named.authors,
        institute=named.institute,
        language=named.language,
        sections=sections if hugo else (),
        sets=named.sets,
        macros=named.macros,
        notes=_sources(sorted(notes, key=lambda note: note.rank), keys),
        pages=_sources(pages, keys),
        bibliographies=bibliographies(folder, "assets/bib" if hugo else "."),
        skipped=_by_path(files, sorting.skipped),
        web=named.web if hugo else WebRules(content="."),
    )
    found.extend(conflicts(site))
    return site, found


@dataclass(slots=True)
class _Sorting:
    """Sorts out what is not to be printed, and keeps the reasons."""

    drafts: bool
    plain: bool
    skipped: list[SkippedNote] = field(default_factory=list)

    def kept(self, loader: NoteLoader, files: Iterable[MarkdownFile]) -> list[LoadedNote]:
        """Return what LOADER makes of FILES, less what is skipped, in their order."""
        kept: list[LoadedNote] = []
        for file in files:
            path = str(file.path)
            note = guarded(
                partial(loader.load, file),
                partial(SkippedNote, path, "a fault of scidraft-tex"),
                Place(path),
                loader.found,
            )
            if isinstance(note, LoadedNote) and (reason := self._reason(file, note.source)):
                note = SkippedNote(note.source.path, reason)
            if isinstance(note, SkippedNote):
                self.skipped.append(note)
            else:
                kept.append(note)
        return kept

    def _reason(self, file: MarkdownFile, source: NoteSource) -> str:
        """Return why the note is left out, or ""."""
        if source.front.promotion:
            return "promotion"
        if source.front.draft and not self.drafts:
            return "draft"
        if self.plain and file.path.stem.lower() == "readme" and source.body_line == 1:
            return "README without front matter"
        return ""


def _usual_sections(content: Path) -> tuple[str, ...]:
    """Return the main sections of a site that names none."""
    if (content / _DEFAULT_SECTION).is_dir() or not content.is_dir():
        return (_DEFAULT_SECTION,)
    return tuple(sorted(path.name for path in content.iterdir() if path.is_dir()))


def _no_notes(content: str, sections: tuple[str, ...]) -> tuple[str, None, str]:
    """Return what to say of a site without notes: a message, no place, and a hint."""
    if not sections:
        return "the folder holds no Markdown files", None, "name a site's folder"
    places = " or ".join(f"{content}/{section}" for section in sections)
    return f"there are no notes in {places}", None, "name their sections in params.mainSections"


def _keys(*groups: Iterable[LoadedNote]) -> dict[str, str]:
    """Return the key of each note of GROUPS by its path; those of earlier groups come first."""
    keys: dict[str, str] = {}
    taken: set[str] = set()
    for group in groups:
        for note in sorted(group, key=lambda note: note.source.path):
            key = unique_key(note.source.key, taken)
            taken.add(key)
            keys[note.source.path] = key
    return keys


def _sources(notes: Iterable[LoadedNote], keys: dict[str, str]) -> tuple[NoteSource, ...]:
    return tuple(replace(note.source, key=keys[note.source.path]) for note in notes)


def _by_path(files: MarkdownFiles, skipped: Iterable[SkippedNote]) -> tuple[SkippedNote, ...]:
    return tuple(sorted((*files.skipped, *skipped), key=lambda note: note.path))
