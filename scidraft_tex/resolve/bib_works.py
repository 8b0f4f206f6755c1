"""Entries as works to print: with all that they take from others, in one vocabulary.

biber does this for biblatex. Where no biber runs, `work` does: crossref and xdata are followed
(biblatex manual, appendix B), types that are another's by a second name go by that one (section
2.1.2), and fields are those that `bib_writer` writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scidraft_tex.resolve.bib_commands import words
from scidraft_tex.resolve.bib_writer import biblatex_names, clean_fields
from scidraft_tex.resolve.bibliography import LINK_FIELDS, BibEntry, Bibliography

__all__ = ["Work", "works"]

_SAME = {
    "conference": "inproceedings", "electronic": "online", "www": "online", "mvbook": "book",
    "bookinbook": "inbook", "suppbook": "inbook", "mvcollection": "collection",
    "reference": "collection", "mvreference": "collection", "suppcollection": "incollection",
    "inreference": "incollection", "mvproceedings": "proceedings", "suppperiodical": "article",
    "review": "article", "phdthesis": "thesis", "mastersthesis": "thesis", "techreport": "report",
}  # fmt: skip
_OWN = words(
    "article book inbook booklet collection incollection dataset manual misc online patent "
    "periodical proceedings inproceedings report software thesis unpublished"
)
_TYPE_FIELD = {
    "phdthesis": "phdthesis", "mastersthesis": "mathesis", "techreport": "techreport"
}  # fmt: skip
_DATE = ("date", "year", "month", "day")
_TITLES = ("title", "subtitle", "titleaddon")
_PARTS = frozenset({"inbook", "incollection", "inproceedings"})
_WHOLES = frozenset({"book", "collection", "proceedings"})
_UNINHERITED = frozenset({"ids", "xref", "shorthand", "label", "sortkey", "options", *LINK_FIELDS})


@dataclass(frozen=True, slots=True)
class Work:
    """A work: its `type` is one of biblatex's, and its `fields` are, with clean LaTeX as values."""

    key: str
    type: str
    fields: Mapping[str, str]

    @property
    def year(self) -> str:
        """The year, or a range of years with an en dash as TeX writes it; "" if it has none."""
        begin, _, end = self.fields.get("date", "").partition("/")
        first, last = begin[:4], end[:4]
        return f"{first}--{last}" if last.isdigit() and last != first else first


def works(bibliography: Bibliography, key: str) -> tuple[Work, ...]:
    """Return the work with KEY, or those of the set with it; none if BIBLIOGRAPHY lacks it."""
    entry = bibliography.entries.get(key)
    return tuple(_work(bibliography, one) for one in _members(bibliography, entry, ()))


def _members(
    bibliography: Bibliography, entry: BibEntry | None, seen: Sequence[str]
) -> Iterator[BibEntry]:
    """Yield ENTRY, or the entries that it is a set of, without those SEEN on the way."""
    if entry is None or entry.key in seen:
        return
    if entry.type != "set" or not entry.fields.get("entryset", "").strip():
        yield entry
        return
    for key in entry.fields["entryset"].split(","):
        yield from _members(bibliography, bibliography.parent(key.strip()), (*seen, entry.key))


def _work(bibliography: Bibliography, entry: BibEntry) -> Work:
    fields = clean_fields(replace(entry, fields=_complete(bibliography, entry, ())))
    kind = _SAME.get(entry.type, entry.type)
    kind = kind if kind in _OWN else "misc"
    if kind == "article" and "journaltitle" not in fields:
        kind = "misc"
    if kind == "inbook" and not fields.keys() & {"booktitle", "maintitle"}:
        kind = "book"  # BibTeX's inbook: the title is the book's
    if entry.type in _TYPE_FIELD:
        fields.setdefault("type", _TYPE_FIELD[entry.type])
    return Work(entry.key, kind, fields)


def _complete(
    bibliography: Bibliography, entry: BibEntry, children: tuple[str, ...]
) -> dict[str, str]:
    """Return the fields of ENTRY, in biblatex's names, and those that it takes from others."""
    fields = biblatex_names(entry.fields)
    children = (*children, entry.key)
    for link in ("xdata", "crossref"):
        for key in fields.get(link, "").split(","):
            parent = bibliography.parent(key.strip()) if key.strip() else None
            if parent is None or parent.key in children:
                continue
            inherited = _complete(bibliography, parent, children)
            if link == "crossref":
                inherited = _as_child(inherited, parent.type, entry.type)
            _inherit(fields, inherited)
    return fields


def _inherit(fields: dict[str, str], parent: Mapping[str, str]) -> None:
    """Add to FIELDS those of PARENT that they lack; a date counts as one field."""
    dated = any(name in fields for name in _DATE)
    for name, value in parent.items():
        if name not in _UNINHERITED and not (dated and name in _DATE):
            fields.setdefault(name, value)


def _as_child(parent: Mapping[str, str], parent_type: str, child_type: str) -> dict[str, str]:
    """Return the fields of a PARENT as its child has them: its title is the child's book's."""
    child = _SAME.get(child_type, child_type)
    several = parent_type.startswith("mv")
    if child in _PARTS or (child in _WHOLES and several):
        prefix = "main" if several else "book"
    elif child == "article":
        prefix = "journal"
    else:
        return dict(parent)
    fields = {name: value for name, value in parent.items() if name not in _TITLES}
    for name in _TITLES:
        if name in parent:
            fields.setdefault(f"{prefix}{name}", parent[name])
    if child == "inbook" and "author" in parent:
        fields.setdefault("bookauthor", parent["author"])
    return fields
