"""Writing the `.bib` that biber reads: the cited entries alone, under names that TeX can take.

Fields are those of biblatex's data model (its manual, section 2.2); what the model does not have,
and what library programs keep for themselves, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scidraft_tex.resolve.bib_commands import words
from scidraft_tex.resolve.bib_dates import iso_date, when
from scidraft_tex.resolve.bib_locate import locate
from scidraft_tex.resolve.bib_text import clean_text
from scidraft_tex.resolve.bibliography import LINK_FIELDS, NAME_FIELDS, BibEntry, Bibliography

__all__ = ["biblatex_names", "clean_fields", "entry_name", "write_bibliography"]

_TYPES = words(
    "article book mvbook inbook bookinbook suppbook booklet collection mvcollection "
    "incollection suppcollection dataset manual misc online patent periodical suppperiodical "
    "proceedings mvproceedings inproceedings reference mvreference inreference report set "
    "software thesis unpublished xdata conference electronic mastersthesis phdthesis "
    "techreport www"
)
_TEXT_FIELDS = words(
    "title subtitle titleaddon booktitle booksubtitle booktitleaddon maintitle mainsubtitle "
    "journaltitle journalsubtitle journaltitleaddon issuetitle issuesubtitle eventtitle "
    "edition volume volumes number issue part chapter series version pagetotal note "
    "howpublished addendum type venue isbn issn isrn eid pages publisher location institution "
    "organization origpublisher"
)
_LIST_FIELDS = words("publisher location institution organization origpublisher")
_DATE_FIELDS = frozenset({"urldate", "eventdate", "origdate"})
_RENAMED = {
    "journal": "journaltitle", "address": "location", "school": "institution",
    "archiveprefix": "eprinttype", "primaryclass": "eprintclass",
}  # fmt: skip
_LANGUAGES = {
    "en": "english", "eng": "english", "de": "german", "ger": "german", "deu": "german",
    "fr": "french", "fre": "french", "fra": "french", "es": "spanish", "spa": "spanish",
    "it": "italian", "ita": "italian", "pt": "portuguese", "ru": "russian", "nl": "dutch",
    "pl": "polish", "cs": "czech", "sv": "swedish", "da": "danish", "fi": "finnish",
}  # fmt: skip
_ET_AL = re.compile(r",?\s*\bet\.?\s+al\b\.?$", re.IGNORECASE)
_URL = re.compile(r"\\url\{[^{}]*\}")
_STRAY_AND = re.compile(r"^(and\s+)+|(\s+and)+$", re.IGNORECASE)
_MOST_COMMAS = 2


def entry_name(key: str) -> str:
    """Return KEY as a name of ASCII letters, digits and hyphens; no two keys have one name.

    A hyphen is doubled; any other character is its code point in hexadecimal between hyphens.
    (A colon would do for biber, but some languages of babel make it active.)
    """
    return "".join(
        char if char.isascii() and char.isalnum() else "--" if char == "-" else f"-{ord(char):x}-"
        for char in key
    )


def write_bibliography(
    bibliography: Bibliography, keys: Sequence[str], names: Mapping[str, str]
) -> str:
    """Return a `.bib` of the entries with KEYS, and of those that they take fields from.

    Each is written under its name in NAMES, or `entry_name` of its key. Keys that BIBLIOGRAPHY
    lacks are passed over: who resolves citations has reported them.
    """
    writer = _Writer(bibliography, names)
    for key in keys:
        writer.add(bibliography.entries.get(key), ())
    return "\n".join(writer.written.values())


class _Writer:
    """Entries written so far, by key; an entry comes before those that it takes fields from."""

    def __init__(self, bibliography: Bibliography, names: Mapping[str, str]) -> None:
        self.bibliography = bibliography
        self.names = names
        self.written: dict[str, str] = {}

    def add(self, entry: BibEntry | None, children: tuple[str, ...]) -> None:
        """Write ENTRY, which CHILDREN take fields from, and what it takes fields from."""
        if entry is None or entry.key in self.written:
            return
        children = (*children, entry.key)
        links = {name: self._parents(entry, name, children) for name in LINK_FIELDS}
        self.written[entry.key] = self._text(entry, links)
        for parents in links.values():
            for parent in parents:
                self.add(parent, children)

    def _parents(self, entry: BibEntry, name: str, children: tuple[str, ...]) -> list[BibEntry]:
        """Return what the field NAME of ENTRY links to, without what would lead back to it."""
        keys = (key.strip() for key in entry.fields.get(name, "").split(","))
        parents = (self.bibliography.parent(key) for key in keys if key)
        return [parent for parent in parents if parent and parent.key not in children]

    def _text(self, entry: BibEntry, links: Mapping[str, list[BibEntry]]) -> str:
        fields = {
            name: ",".join(self._name(parent) for parent in parents)
            for name, parents in links.items()
            if parents
        }
        fields |= clean_fields(entry)
        lines = (f"  {name} = {{{value}}},\n" for name, value in fields.items())
        return f"@{_type(entry, fields)}{{{self._name(entry)},\n{''.join(lines)}}}\n"

    def _name(self, entry: BibEntry) -> str:
        return self.names.get(entry.key) or entry_name(entry.key)


def _type(entry: BibEntry, fields: Mapping[str, str]) -> str:
    """Return the biblatex type; an article of no journal would print "In:" before nothing."""
    if entry.type == "article" and not fields.keys() & {"journaltitle", "crossref", "xdata"}:
        return "misc"
    return entry.type if entry.type in _TYPES else "misc"


def clean_fields(entry: BibEntry) -> dict[str, str]:
    """Return ENTRY's fields in biblatex's names with values that biber and LaTeX can take."""
    raw = biblatex_names(entry.fields)
    found = locate(raw)
    raw = {name: value for name, value in raw.items() if name not in found.spent}
    fields = {name: _names(raw[name]) for name in NAME_FIELDS if name in raw}
    fields |= {name: _text_field(name, raw[name]) for name in raw if name in _TEXT_FIELDS}
    fields |= {name: iso_date(raw[name]) for name in raw if name in _DATE_FIELDS}
    fields |= {name: found.remaining[name] for name in found.remaining}
    appeared = when(raw)
    fields["date"] = appeared.date
    fields["pubstate"] = clean_text(raw.get("pubstate", "") or appeared.state)
    if "language" in raw:
        language = clean_text(raw["language"])
        fields["language"] = _LANGUAGES.get(language.lower(), language)
    fields |= found.fields
    return {name: value for name, value in fields.items() if value.strip("{} ")}


def biblatex_names(fields: Mapping[str, str]) -> dict[str, str]:
    """Return FIELDS by biblatex's names; where both names are given, its own wins."""
    renamed = {_RENAMED[name]: value for name, value in fields.items() if name in _RENAMED}
    return renamed | {name: value for name, value in fields.items() if name not in _RENAMED}


def _text_field(name: str, value: str) -> str:
    text = clean_text(value)
    if name in {"isbn", "issn"}:
        return re.split(r"[\s,;]+", text)[0]  # of a printed and an electronic one, the first
    if name == "pages":
        if re.search(r"[\\{}$]", text):  # biber cuts at commas, whatever they stand in
            text = re.sub(r"\\[A-Za-z]+|[\\{}$,;%#&_^~]", " ", text)
        return re.sub(r"\s*(?:--+|[\u2012-\u2015])\s*", "--", text)
    if name in _LIST_FIELDS and re.search(r"\sand\s", text, re.IGNORECASE):
        return f"{{{text}}}"  # one name with an "and" in it, as a rule
    return text


def _names(value: str) -> str:
    """Return the list of names VALUE as biber reads it, or "" if there is none in it."""
    from pybtex.bibtex.utils import (  # noqa: PLC0415  # what is kept does not pay for it
        split_name_list,
        split_tex_string,
    )

    written = split_name_list(value)
    if len(written) == 1 and ";" in value:
        written = split_tex_string(value, ";")
    names = [name for piece in written for name in _name(piece)]
    return " and ".join(names) if any(name != "others" for name in names) else ""


def _name(written: str) -> Iterator[str]:
    """Yield a name in the form `Last, First`, and `others` for an "et al." after it."""
    text = _STRAY_AND.sub("", _plain_name(written))
    bare = _ET_AL.sub("", text)
    if re.search(r"\w", bare):
        yield "others" if bare.lower() == "others" else _name_in_order(bare)
    if bare != text:
        yield "others"


def _plain_name(written: str) -> str:
    r"""Return a name as letters, stops and braces, with `\&` as the only command.

    biber takes initials from the characters of each part, and would leave a lone backslash.
    """
    from pybtex.bibtex.utils import split_tex_string  # noqa: PLC0415  # see _names

    text = _URL.sub("", clean_text(written)).replace(r"\thinspace{}", " ")
    text = re.sub(r"\\(?:[A-Za-z]+(?:\{\})?|[^&])|\\(?!&)|[$^_%#<>|]", "", text)
    text = re.sub(r"-{2,}", "\u2013", text)
    return " ".join(word for word in map(_name_word, split_tex_string(text)) if word)


def _name_word(word: str) -> str:
    """Return a WORD of a name without braces but around the whole, or "" if it has no letter."""
    bare = re.sub(r"[{}]", "", word).strip()
    if not re.search(r"\w", bare):
        return r"\&" if "&" in bare else "," * bare.endswith(",")
    bare = re.sub(r"^[^\w]+", "", bare)
    if word.endswith("},"):
        return f"{{{bare[:-1]}}},"
    whole = word.startswith("{") and word.endswith("}")
    return f"{{{bare}}}" if whole or re.search(r"[\s,&].", bare) else bare


def _name_in_order(text: str) -> str:
    """Return the name TEXT with its parts in order, or in braces where they cannot be told."""
    outside = re.sub(r"\{(?:[^{}]|\{[^{}]*\})*\}", "", text)
    if outside.count(",") > _MOST_COMMAS or re.search(r"[=&]", outside):
        return f"{{{text}}}"
    from pybtex.database import Person  # noqa: PLC0415  # see _names

    person = Person(text)
    last = " ".join([*person.prelast_names, *person.last_names])
    first = " ".join([*person.first_names, *person.middle_names])
    if not last or (not first and " " in re.sub(r"\{.*\}", "", last)):
        return f"{{{text.strip(' ,')}}}"
    return str(person)
