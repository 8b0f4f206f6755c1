"""Parts of entries that have rules of their own, as nodes of pybtex's templates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pybtex.database import Entry
from pybtex.richtext import Text
from pybtex.style.template import Node, join

from scidraft_tex.render.references.latex import rich
from scidraft_tex.render.references.parts import (
    Context,
    around,
    capital,
    emphasised,
    ordinal,
    persons,
    phrase,
    sentences,
    value,
    words_of,
    year,
)

__all__ = [
    "book_author", "edition", "event", "head", "journal", "language", "of_main", "own_volume",
    "page_total", "periodical", "published", "roles", "titled",
]  # fmt: skip

_EDITED = frozenset({
    "book", "booklet", "collection", "dataset", "manual", "misc", "online", "periodical",
    "proceedings", "software",
})  # fmt: skip
"""Types that an editor may head, where there is no author."""

_ROLES = (
    ("translator", "translated"), ("editora", "edited"), ("editorb", "edited"),
    ("editorc", "edited"), ("commentator", "commented"), ("annotator", "annotated"),
    ("introduction", "introduced"), ("foreword", "foreword"), ("afterword", "afterword"),
)  # fmt: skip


# --- parts with rules of their own -------------------------------------------------------------


def _editor_heads(entry: Entry) -> bool:
    return entry.type in _EDITED and not entry.persons.get("author")


def _head(_: Sequence[Any], context: Context) -> Text:
    """Return the names that the entry begins with."""
    entry = context["entry"]
    if not _editor_heads(entry):
        return persons("author").format_data(context)
    editors = entry.persons.get("editor", ())
    word = words_of(context).word("editors" if len(editors) > 1 else "editor")
    return around(after=f", {word}")[persons("editor")].format_data(context)


def _by(role: str, key: str) -> Node:
    return capital[phrase(key)[persons(role)]]


def _roles(_: Sequence[Any], context: Context) -> Text:
    """Return who else had a part in it, each said by a word."""
    entry = context["entry"]
    editors = () if _editor_heads(entry) else entry.persons.get("editor", ())
    others: Sequence[tuple[str, str]] = _ROLES
    said: list[Node] = []
    if editors and list(editors) == list(entry.persons.get("translator", ())):
        said, others = [_by("editor", "edited-translated")], _ROLES[1:]
    elif editors:
        said = [_by("editor", "edited")]
    return sentences[[*said, *(_by(*one) for one in others)]].format_data(context)


def _language(_: Sequence[Any], context: Context) -> Text:
    """Return the language of the work, unless it is the list's own."""
    named = context["entry"].fields.get("language", "")
    words = words_of(context)
    return Text() if not named or words.is_own(named) else rich(words.language(named))


def _pages(_: Sequence[Any], context: Context) -> Text:
    """Return the pages, with a word if they are numbers: `pp. 12--20`, `p. 7`, `e123`."""
    shown = page_range.format_data(context)
    written = str(shown)
    if not re.match(r"(\d|[ivxlc]+\b)", written, re.IGNORECASE):
        return shown
    one = re.fullmatch(r"\w+", written) is not None
    return phrase("page" if one else "pages")[shown].format_data(context)


def _page_range(_: Sequence[Any], context: Context) -> Text:
    """Return the pages with an en dash for the single hyphen between two numbers."""
    written = context["entry"].fields.get("pages", "")
    return rich(re.sub(r"(?<![-\w])(\w*\d)-(\w*\d)(?![-\w])", r"\1--\2", written))


def _page_total(_: Sequence[Any], context: Context) -> Text:
    """Return how many pages there are; what is no number says so itself."""
    written = context["entry"].fields.get("pagetotal", "")
    total = value("pagetotal")
    return (phrase("pagetotal")[total] if written.isdigit() else total).format_data(context)


def _booked(_: Sequence[Any], context: Context) -> Text:
    """Return the author of the whole book, if that is another than the part's."""
    entry = context["entry"]
    same = list(entry.persons.get("bookauthor", ())) == list(entry.persons.get("author", ()))
    return Text() if same else persons("bookauthor").format_data(context)


def _events(_: Sequence[Any], context: Context) -> Text:
    """Return the conference with its place and its days."""
    fields = context["entry"].fields
    days = words_of(context).date(fields["eventdate"]) if "eventdate" in fields else ""
    held = around(before=" (", after=")")[join(sep=", ")[value("venue"), days]]
    return join[sentences[value("eventtitle"), value("eventtitleaddon")], held].format_data(context)


def _volume(_: Sequence[Any], context: Context) -> Text:
    """Return volume and part: `vol. 2.1`; a volume that is no number says itself what it is."""
    written = context["entry"].fields.get("volume", "")
    both = join(sep=".")[value("volume"), value("part")]
    return (capital[phrase("volume")[both]] if written else value("part")).format_data(context)


def _edition(_: Sequence[Any], context: Context) -> Text:
    """Return the edition; a single word says which one it is, and more words say it all."""
    written = context["entry"].fields.get("edition", "")
    if re.fullmatch(r"[^\W\d_]+|\d+[^\W\d_]+", written):
        return phrase("edition")[value("edition")].format_data(context)
    return ordinal("edition", "edition").format_data(context)


def _own_volume(_: Sequence[Any], context: Context) -> Text:
    return Text() if context["entry"].fields.get("maintitle") else _volume((), context)


def _published(_: Sequence[Any], context: Context, by: tuple[str, ...] = ("publisher",)) -> Text:
    """Return place, publisher (the first of the fields BY) and year, then chapter and pages."""
    fields = context["entry"].fields
    who = next((name for name in by if fields.get(name)), by[0])
    made = join(sep=", ")[join(sep=": ")[value("location"), value(who)], year]
    chapter = capital[phrase("chapter")[value("chapter")]]
    numbers = join(sep=", ")[value("eid"), Node("pages", _pages)]
    if fields.get("chapter"):
        return sentences[made, join(sep=", ")[chapter, numbers]].format_data(context)
    return join(sep=", ")[made, numbers].format_data(context)


_BREAK = r"\allowbreak "
"""Where a line may break that has no blank: narrow columns ask for it."""


def _journal(_: Sequence[Any], context: Context) -> Text:
    """Return journal, year, volume, number and pages: `Nature 2020;12(3):45--67`."""
    name = emphasised(sentences[value("journaltitle"), value("journalsubtitle")])
    named = sentences[name, value("journaltitleaddon"), ordinal("series", "series")]
    return _issue(join(sep=" ")[named, year], around(before=f":{_BREAK}")[page_range], context)


def _periodical(_: Sequence[Any], context: Context) -> Text:
    """Return a periodical as a whole, or an issue of it with its title."""
    name = sentences[titled("title"), ordinal("series", "series")]
    return _issue(join(sep=" ")[name, year], "", context)


def _issue(named: Node, pages: Node | str, context: Context) -> Text:
    fields = context["entry"].fields
    number = value("number" if fields.get("number") else "issue")
    numbered = join(sep=", ")[
        join[value("volume"), around(before="(", after=")")[number]], value("eid")
    ]
    dated = f";{_BREAK}" if fields.get("year") else " "
    issue = around(before=": ")[sentences[value("issuetitle"), value("issuesubtitle")]]
    return join[named, around(before=dated)[numbered], issue, pages].format_data(context)


def titled(name: str, *, upright: bool = False) -> Node:
    """Return a node for the title NAME (`book` in `booktitle`) with subtitle and addition."""
    prefix = name.removesuffix("title")
    title = sentences[value(name), value(f"{prefix}subtitle")]
    return sentences[title if upright else emphasised(title), value(f"{prefix}titleaddon")]


def _of_main(children: Sequence[Any], context: Context) -> Text:
    """Return a title, CHILDREN, after that of the work of several volumes that it is part of."""
    entry = context["entry"]
    main, title = entry.fields.get("maintitle", ""), entry.fields.get("title", "")
    if not main or main == title:
        return join[list(children)].format_data(context)
    numbered = join(sep=": ")[Node("volume", _volume), join[list(children)]]
    return sentences[titled("maintitle"), numbered].format_data(context)


head = Node("head", _head)
"""The names that an entry begins with: its authors, or its editors."""

roles = Node("roles", _roles)
"""Editors, translators and others: `Ed. and trans. by Roe R`."""

language = Node("language", _language)
"""The language of a work in another than the list's."""

page_range = Node("page_range", _page_range)
"""The pages without a word."""

page_total = Node("page_total", _page_total)
"""How many pages a work has: `800 pp.`."""

book_author = Node("book_author", _booked)
"""The author of the book that a part is in."""

event = Node("event", _events)
"""A conference: `Conf X (Rome, May 1--3, 2020)`."""

own_volume = Node("own_volume", _own_volume)
"""Volume and part, where no title of the whole work has them: `Vol. 2.1`."""

edition = Node("edition", _edition)
"""The edition: `2nd ed.`, `Third ed.`, `Revised and enlarged edition`."""

published = Node("published", _published)
"""Where, by whom and when it was published, and its pages: `Place: Pub, 2000, pp. 1--3`."""

journal = Node("journal", _journal)
"""A journal and where in it: `Nature 2020;12(3):45--67`."""

periodical = Node("periodical", _periodical)
"""A periodical, or one issue: `Nature 2020;12(3): Special`."""

of_main = Node("of_main", _of_main)
"""A title within that of a work of several volumes."""
