r"""A list of references as LaTeX that needs neither BibTeX nor biber: `thebibliography`.

pybtex formats it, in the look that biblatex gives a book (`references/`). The commands in it are
those of LaTeX, natbib and hyperref; formulas in titles may use amsmath's and amssymb's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pybtex.bibtex.utils import split_name_list
from pybtex.database import Entry, Person

from scidraft_tex.languages import Language
from scidraft_tex.render import tex
from scidraft_tex.render.references.latex import environment, rendered
from scidraft_tex.render.references.names import label_names
from scidraft_tex.render.references.style import VancouverStyle
from scidraft_tex.render.references.where import address
from scidraft_tex.render.references.words import Words, words_for
from scidraft_tex.resolve.bib_portable import portable
from scidraft_tex.resolve.bib_works import Work, works
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import NAME_FIELDS, Bibliography

__all__ = ["thebibliography"]

_LABELLED_BY = ("author", "editor", "translator", "holder")
_NAMED_BY = ("organization", "institution", "shorttitle", "title", "booktitle", "journaltitle")
_UNSAID = frozenset({"date", "eprinttype", "eprintclass", "urldate", "language", "type"})
_TITLE_WORDS = 6


def thebibliography(
    references: Bibliography, cited: Sequence[str], names: Mapping[str, str], language: Language
) -> str:
    r"""Return the `thebibliography` of the entries CITED, in that order; "" if there are none.

    NAMES has what `\cite` calls each key, which is `entry_name` of it where it is missing. Labels
    are natbib's: `\citet` prints names, `\cite` numbers. Keys that REFERENCES lacks are passed
    over: who resolves citations has reported them. An entry that pybtex cannot format prints its
    fields one after the other.
    """
    words = words_for(language)
    style = VancouverStyle(words)
    items = []
    for key in dict.fromkeys(cited):
        if members := works(references, key):
            name = names.get(key) or entry_name(key)
            texts = [_item(work, style) for work in members]
            text = "; ".join([*(one.removesuffix(".") for one in texts[:-1]), texts[-1]])
            items.append((name, _label(members[0], words), text))
    return environment(items) if items else ""


def _item(work: Work, style: VancouverStyle) -> str:
    """Return WORK as LaTeX in STYLE."""
    try:
        text = rendered(style.format_entry("", _entry(work)).text)
    except Exception:  # noqa: BLE001  # whatever pybtex makes of an entry, the others print
        text = ""
    return text or _plainly(work)


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
    return ". ".join(text for text in said if text) + "."


def _plain_field(name: str, value: str) -> str:
    if name == "url":
        return f"\\url{{{address(value)}}}"
    return portable(tex.escape(value) if name in {"doi", "eprint"} else value)


# --- labels ------------------------------------------------------------------------------------


def _label(work: Work, words: Words) -> str:
    """Return what natbib takes as the author and the year of WORK: `{Doe et~al.}(2020)`."""
    return f"{{{next(_called(work, words))}}}({work.year})"


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
