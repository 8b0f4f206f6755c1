"""The look of each type of entry: Vancouver's, as biblatex prints it in a book.

The order of the parts is that of biblatex's standard drivers, with the formats of
`templates/shared/references.tex.j2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pybtex.database import Entry
from pybtex.style import FormattedEntry
from pybtex.style.formatting import BaseStyle
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.sorting.none import SortingStyle
from pybtex.style.template import Node, join

from scidraft_tex.render.references.details import (
    book_author,
    edition,
    event,
    head,
    journal,
    language,
    of_main,
    own_volume,
    page_total,
    periodical,
    published,
    roles,
    titled,
)
from scidraft_tex.render.references.names import Vancouver
from scidraft_tex.render.references.parts import (
    around,
    capital,
    keyed,
    persons,
    phrase,
    sentences,
    units,
    value,
    year,
)
from scidraft_tex.render.references.where import where
from scidraft_tex.render.references.words import Words

__all__ = ["VancouverStyle"]

_NOTE = value("note")
_HOW = value("howpublished")
_TYPE = keyed("type")
_VERSION = capital[phrase("version")[value("version")]]
_VOLUMES = phrase("volumes")[value("volumes")]
_SERIES = join(sep=" ")[value("series"), value("number")]
_ORGANISATION = value("organization")
_TYPE_AND_NUMBER = join(sep=" ")[keyed("type"), value("number")]
_NUMBERS = (edition, own_volume, _VOLUMES, _SERIES, _NOTE)
_WHOLE = of_main[titled("title")]
_UPRIGHT = titled("title", upright=True)
_IN = phrase("in")[sentences[book_author, of_main[titled("booktitle")]]]
_INSTITUTION = ("institution", "organization", "publisher")
_MAKER = ("organization", "publisher", "institution")


def _template(title: Node, *middle: Node) -> Node:
    """Return the template of a type: its TITLE and the MIDDLE, between what all types have."""
    return units[
        head, title, language, *middle, where, value("addendum"), keyed("pubstate"),
    ]  # fmt: skip


_BOOK = _template(_WHOLE, roles, *_NUMBERS, published, page_total)
_PART = _template(_UPRIGHT, capital[_IN], roles, *_NUMBERS, published)
_MISC = (roles, _HOW, _TYPE, _VERSION, _NOTE, published(by=_MAKER))
_TEMPLATES = {
    "article": _template(_UPRIGHT, _VERSION, journal, roles, _NOTE),
    "book": _BOOK,
    "booklet": _template(titled("title"), roles, _HOW, _TYPE, _NOTE, published, page_total),
    "collection": _BOOK,
    "dataset": _template(
        titled("title"), roles, _TYPE, edition, _VERSION, _SERIES, _NOTE, _ORGANISATION, published
    ),
    "inbook": _PART,
    "incollection": _PART,
    "inproceedings": _template(
        _UPRIGHT, capital[_IN], event, roles, *_NUMBERS, _ORGANISATION, published
    ),
    "manual": _template(
        titled("title"), roles, edition, _SERIES, _TYPE, _VERSION, _NOTE, _ORGANISATION,
        published, page_total,
    ),
    "misc": _template(_UPRIGHT, *_MISC),
    "online": _template(_UPRIGHT, roles, _VERSION, _HOW, _NOTE, _ORGANISATION, year),
    "patent": _template(
        _UPRIGHT, join(sep=" ")[_TYPE_AND_NUMBER, around(before="(", after=")")[value("location")]],
        persons("holder"), _NOTE, year,
    ),
    "periodical": _template(periodical, roles, _NOTE),
    "proceedings": _template(
        _WHOLE, event, roles, *_NUMBERS, _ORGANISATION, published, page_total
    ),
    "report": _template(
        _UPRIGHT, roles, _TYPE_AND_NUMBER, _VERSION, _NOTE, published(by=_INSTITUTION), page_total
    ),
    "software": _template(titled("title"), *_MISC),
    "thesis": _template(
        _UPRIGHT, roles, _NOTE, _TYPE, published(by=_INSTITUTION), page_total
    ),
    "unpublished": _template(_UPRIGHT, roles, _HOW, _TYPE, event, _NOTE, published),
}  # fmt: skip
"""The types of `bib_works`."""


class _Unlabelled(BaseLabelStyle):  # type: ignore[misc]  # pybtex ships no types
    """No labels: natbib's are not part of an entry's look."""

    def format_labels(self, sorted_entries: Sequence[Entry]) -> Iterator[str]:
        """Yield an empty label for each of SORTED_ENTRIES."""
        return ("" for _ in sorted_entries)


class VancouverStyle(BaseStyle):  # type: ignore[misc]
    """Vancouver's look, with `words` in the language of the list.

    Without `stop`, what prints an entry ends it; its blocks are not marked then.
    """

    default_name_style = Vancouver
    default_label_style = _Unlabelled
    default_sorting_style = SortingStyle

    def __init__(self, words: Words, *, stop: bool = True) -> None:
        super().__init__()
        self.words = words
        self.stop = stop

    def format_entry(self, label: str, entry: Entry, bib_data: Any = None) -> FormattedEntry:
        """Return ENTRY, whose type is one of biblatex's and whose fields are LaTeX, formatted."""
        context = {"entry": entry, "style": self, "bib_data": bib_data}
        return FormattedEntry(entry.key, _TEMPLATES[entry.type].format_data(context), label)
