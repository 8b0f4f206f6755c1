r"""Entries formatted: what a list of references says of a work, and what text calls it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pybtex.bibtex.utils import split_name_list
from pybtex.database import Entry, Person

from scidraft_tex.render import tex
from scidraft_tex.render.references.latex import rendered
from scidraft_tex.render.references.names import label_names
from scidraft_tex.render.references.style import VancouverStyle
from scidraft_tex.render.references.where import address
from scidraft_tex.render.references.words import Words
from scidraft_tex.resolve.bib_portable import portable
from scidraft_tex.resolve.bib_works import Work
from scidraft_tex.resolve.bibliography import NAME_FIELDS

__all__ = ["called", "formatted"]

_LABELLED_BY = ("author", "editor", "translator", "holder")
_NAMED_BY = ("organization", "institution", "shorttitle", "title", "booktitle", "journaltitle")
_UNSAID = frozenset({"date", "eprinttype", "eprintclass", "urldate", "language", "type"})
_TITLE_WORDS = 6


def formatted(members: Sequence[Work], style: VancouverStyle) -> str:
    """Return the works MEMBERS, of one entry, as LaTeX in STYLE.

    One that pybtex cannot format prints its fields one after the other.
    """
    texts = [_item(work, style) for work in members]
    return "; ".join([*(one.removesuffix(".") for one in texts[:-1]), texts[-1]])


def called(work: Work, words: Words) -> str:
    """Return what running text calls WORK: the names of authors, or the first words of a title."""
    return next(_called(work, words))


def _item(work: Work, style: VancouverStyle) -> str:
    """Return WORK as LaTeX in STYLE."""
    try:
        text = rendered(style.format_entry("", _entry(work)).text)
    except Exception:  # noqa: BLE001  # whatever pybtex makes of an entry, the others print
        text = ""
    return text or _plainly(work) + "." * style.stop


def _entry(work: Work) -> Entry:
    """Return WORK as pybtex has entries."""
    fields = {name: text for name, text in work.fields.items() if name not in NAME_FIELDS}
    persons = {role: _persons(work, role) for role in NAME_FIELDS if role in work.fields}
    entry = Entry(work.type, fields={**fields, "year": work.year}, persons=persons)
    entry.key = work.key
    return entry


def _persons(work: Work, role: str) -> list[Person]:
    return [Person(name) for name in split_name_list(work.fields.get(role, ""))]


def _plainly(work: Work) -> str:
    """Return the fields of WORK one after the other, or its key if it has none."""
    texts = [_plain_field(name, text) for name, text in work.fields.items() if name not in _UNSAID]
    said = [*texts, work.year] if texts or work.year else [tex.escape(work.key)]
    return ". ".join(text for text in said if text)


def _plain_field(name: str, value: str) -> str:
    if name == "url":
        return f"\\url{{{address(value)}}}"
    return portable(tex.escape(value) if name in {"doi", "eprint"} else value)


def _called(work: Work, words: Words) -> Iterator[str]:
    """Yield what running text may call WORK, best first."""
    others = words.word("et-al").replace(" ", "~")
    for role in _LABELLED_BY:
        if role in work.fields:
            try:
                yield label_names(_persons(work, role), words.word("and"), others)
            except Exception:  # noqa: BLE001, S112  # names that pybtex cannot read
                continue
    for name in _NAMED_BY:
        if name in work.fields:
            yield _shortened(portable(work.fields[name]))
    yield tex.escape(work.key)


def _shortened(title: str) -> str:
    """Return the first words of TITLE, if no formula or command would be cut."""
    first = title.split(" ")
    if len(first) <= _TITLE_WORDS or re.search(r"[\\{}$]", title):
        return title
    return " ".join(first[:_TITLE_WORDS]) + r"~\ldots"
