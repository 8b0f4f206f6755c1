"""Arranging notes in parts and chapters (docs/settings.md, `parts` and `arrange`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import PurePosixPath

from scidraft_tex import model as m
from scidraft_tex.collation import sort_key
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.languages import Language
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.resolve.book import Chapter, Part
from scidraft_tex.settings import ChapterPlan, Settings
from scidraft_tex.spelling import did_you_mean

_PAGE_WORDS = re.compile(
    r"\s*(?:[–—:|-]\s*)?(?:A\s*[–—-]\s*Z|by category|categories|index)\s*$"
    r"|^(?:A\s*[–—-]\s*Z|index) of\s+",
    re.IGNORECASE,
)


def arrange(
    site: m.Site, notes: Sequence[m.Note], settings: Settings, diagnostics: Diagnostics
) -> tuple[Part, ...]:
    """Return NOTES of SITE in parts and chapters: as `parts:` plans them, else as `arrange:` says.

    A note that no plan names follows at the end under its own title, and is reported.
    """
    if settings.parts:
        return _planned(notes, settings, diagnostics)
    match settings.arrange:
        case "folders":
            return _by_folder(notes)
        case "tags":
            return _by_tag(notes, settings.spoken)
        case "flat":
            return (Part((), tuple(single(note) for note in notes)),)
        case _:
            return _by_entry_set(site, notes, settings.spoken)


def single(note: m.Note) -> Chapter:
    """Return NOTE as a chapter of its own."""
    return Chapter(note.title, "", (note,), single=True)


def set_title(site: m.Site, entry_set: m.EntrySet) -> str:
    """Return ENTRY_SET's title: that of its page less "A–Z" or "Categories", else its name."""
    for page in site.pages:
        if re.search(rf"\{{\{{[<%]\s*entry-[\w-]+[^}}]*\b{re.escape(entry_set.name)}\b", page.text):
            title = _PAGE_WORDS.sub("", page.front.title).strip()
            if title:
                return title
    words = re.sub(r"[_-]+", " ", entry_set.name)
    return words[:1].upper() + words[1:]


# --- by entry set ------------------------------------------------------------------------------


def _by_entry_set(site: m.Site, notes: Sequence[m.Note], language: Language) -> tuple[Part, ...]:
    """A part an entry set, a chapter a category; notes in no set after them, each a chapter."""
    parts: list[Part] = []
    for entry_set in site.sets:
        own = [note for note in notes if _first_set(note) == entry_set.name]
        if own:
            title = (m.Text(set_title(site, entry_set)),)
            parts.append(Part(title, _by_category(own, language)))
    rest = [note for note in notes if not note.source.front.entries]
    if rest:
        further = (m.Text(language.word("further-notes")),) if parts else ()
        parts.append(Part(further, tuple(single(note) for note in rest)))
    return tuple(parts)


def _first_set(note: m.Note) -> str:
    entries = note.source.front.entries
    return entries[0].set_name if entries else ""


def _by_category(notes: Sequence[m.Note], language: Language) -> tuple[Chapter, ...]:
    chapters: dict[str, list[m.Note]] = {}
    for note in notes:
        chapters.setdefault(note.source.front.entries[0].category, []).append(note)
    ordered = sorted(chapters.items(), key=lambda item: sort_key(item[0], language.tag))
    other = (m.Text(language.word("other")),)
    return tuple(
        Chapter(members[0].inlines(category) if category else other, "", tuple(members))
        for category, members in ordered
    )


# --- by folder or tag --------------------------------------------------------------------------


def _by_folder(notes: Sequence[m.Note]) -> tuple[Part, ...]:
    """A chapter a folder, notes in the content's own folder each a chapter."""
    chapters: list[Chapter] = []
    for folder, members in groupby(sorted(notes, key=_folder), key=_folder):
        group = tuple(members)
        if folder:
            chapters.append(Chapter((m.Text(_titled(folder)),), "", group))
        else:
            chapters.extend(single(note) for note in group)
    return (Part((), tuple(chapters)),)


def _folder(note: m.Note) -> str:
    path = PurePosixPath(note.source.path)
    parent = path.parent.parent if path.name == "index.md" else path.parent
    return "/".join(part for part in parent.parts if part != "content")


def _titled(folder: str) -> str:
    words = re.sub(r"[_-]+", " ", folder.rsplit("/", 1)[-1])
    return words[:1].upper() + words[1:]


def _by_tag(notes: Sequence[m.Note], language: Language) -> tuple[Part, ...]:
    """A chapter a tag, by each note's first tag; untagged notes each a chapter, at the end."""
    tags = sorted(
        {note.source.front.tags[0] for note in notes if note.source.front.tags},
        key=lambda tag: sort_key(tag, language.tag),
    )
    chapters = [
        Chapter((m.Text(tag),), "", tuple(n for n in notes if n.source.front.tags[:1] == (tag,)))
        for tag in tags
    ]
    chapters += [single(note) for note in notes if not note.source.front.tags]
    return (Part((), tuple(chapters)),)


# --- by plan -----------------------------------------------------------------------------------


@dataclass
class _Plan:
    """Notes not yet placed; each goes to the first chapter that asks for it."""

    notes: list[m.Note]
    diagnostics: Diagnostics
    placed: list[m.Note] = field(default_factory=list)

    def chapter(self, plan: ChapterPlan) -> Iterable[Chapter]:
        """Return the chapters that PLAN makes: one, or without a title one a note."""
        found: list[m.Note] = []
        for name in plan.notes:
            named = [n for n in self.notes if _is_named(n, name)]
            if not named:
                known = [word for n in self.notes for word in (n.source.key, n.source.path)]
                self.report(f"no note is called {name}", plan.place_of(name), known, name)
            found += [n for n in named if n not in found]
        found += [n for n in self.notes if n not in found and _matches(n, plan)]
        self.notes = [n for n in self.notes if n not in found]
        self.placed += found
        if not found:
            self.report_empty(plan)
            return ()
        if plan.title:
            return (Chapter(read_inline(plan.title), "", tuple(found)),)
        return tuple(single(note) for note in found)

    def report_empty(self, plan: ChapterPlan) -> None:
        """Report that the chapter of PLAN has no note, with what it may have meant."""
        fronts = [note.source.front for note in (*self.notes, *self.placed)]
        entries = [entry for front in fronts for entry in front.entries]
        tags = [tag for front in fronts for tag in front.tags]
        known: dict[str, list[str]] = {plan.entry_set: [entry.set_name for entry in entries]}
        known |= {name: [entry.category for entry in entries] for name in plan.categories}
        known |= dict.fromkeys(plan.tags, tags)
        wrong = next((name for name, names in known.items() if name and name not in names), "")
        message = f"the chapter {plan.title or 'without a title'} has no note"
        self.report(message, plan.place_of(wrong), known.get(wrong, ()), wrong)

    def report(self, message: str, place: Place, known: Iterable[str], name: str) -> None:
        """Report what is wrong with the plan at PLACE; NAME may be meant for one of those KNOWN."""
        hint = did_you_mean(name, known, likeness=0.6)
        self.diagnostics.report("chapter-empty", message, place, hint)


def _is_named(note: m.Note, name: str) -> bool:
    source = note.source
    stem = PurePosixPath(source.path).stem
    return name in {
        source.path,
        source.key,
        source.front.slug,
        stem,
        stem + ".md",
    } or source.path.endswith("/" + name)


def _matches(note: m.Note, plan: ChapterPlan) -> bool:
    front = note.source.front
    if any(
        fnmatchcase(note.source.path, g) or fnmatchcase(note.source.path, "*/" + g)
        for g in plan.globs
    ):
        return True
    if set(plan.tags) & set(front.tags):
        return True
    if plan.entry_set:
        return any(
            entry.set_name == plan.entry_set
            and (not plan.categories or entry.category in plan.categories)
            for entry in front.entries
        )
    return any(entry.category in plan.categories for entry in front.entries)


def _planned(
    notes: Sequence[m.Note], settings: Settings, diagnostics: Diagnostics
) -> tuple[Part, ...]:
    plan = _Plan(list(notes), diagnostics)
    parts = []
    for part in settings.parts:
        chapters = tuple(c for chapter in part.chapters for c in plan.chapter(chapter))
        title = read_inline(part.title) if part.title else ()
        if chapters:
            parts.append(Part(title, chapters))
    for note in plan.notes:
        diagnostics.report(
            "note-unplaced",
            "no chapter of book.yaml asks for this note; it follows at the end",
            Place(note.source.path, 1),
        )
    if plan.notes:
        further = (m.Text(settings.spoken.word("further-notes")),)
        title = further if any(part.title for part in parts) else ()
        parts.append(Part(title, tuple(single(note) for note in plan.notes)))
    return tuple(parts)
