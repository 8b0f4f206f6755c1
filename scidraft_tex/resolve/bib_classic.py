"""Writing the `.bib` that BibTeX's own styles read, such as natbib's `unsrtnat`.

Types and fields are those of BibTeX (btxdoc, section 3), and `doi`, `url` and `eprint`, which later
styles print. What only library programs read is left out: the file is published.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pybtex.bibtex.utils import split_name_list
from pybtex.database import Person
from pybtex.exceptions import PybtexError

from scidraft_tex.resolve.bib_commands import words
from scidraft_tex.resolve.bib_portable import ascii_accents
from scidraft_tex.resolve.bib_works import Work, works
from scidraft_tex.resolve.bib_writer import entry_name
from scidraft_tex.resolve.bibliography import Bibliography

__all__ = ["write_classic"]

_TYPES = {
    "collection": "book", "online": "misc", "software": "misc", "dataset": "misc",
    "patent": "misc", "periodical": "misc", "report": "techreport", "inbook": "incollection",
}  # fmt: skip
_LESSER_THESIS = re.compile(
    r"mathesis|bathesis|master|bachelor|\b[mb]\.?\s?(a|sc)\b", re.IGNORECASE
)
_ORDER = (
    "author", "editor", "title", "booktitle", "journal", "volume", "number", "series",
    "edition", "chapter", "pages", "publisher", "organization", "institution", "school", "address",
    "howpublished", "type", "note", "eid", "isbn", "issn", "doi", "eprint", "archiveprefix",
    "primaryclass", "url", "year",
)  # fmt: skip
"""The fields that are written."""

_RENAMED = {"journaltitle": "journal", "location": "address", "eprintclass": "primaryclass"}
_VERBATIM = frozenset({"doi", "url", "eprint", "primaryclass"})
_NUMBERED_IN_SERIES = words("book inbook incollection inproceedings proceedings")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DEFAULT_TYPES = words("phdthesis mathesis techreport")
"""What BibTeX's types say themselves."""

_PHRASES = {
    "bathesis": "Bachelor's thesis", "candthesis": "Candidate thesis", "software": "Software",
    "resreport": "Research report", "dataset": "Data set", "patent": "Patent",
    "patentus": "U.S. patent", "inpress": "In press", "forthcoming": "Forthcoming",
    "submitted": "Submitted", "inpreparation": "In preparation", "prepublished": "Pre-published",
}  # fmt: skip
"""Keys of biblatex's in `type` and `pubstate`, as BibTeX's styles, which are English, say them."""

_ROLES = {
    "translator": "Translated by", "commentator": "Commentary by", "annotator": "Annotations by",
    "introduction": "Introduction by", "foreword": "Foreword by", "afterword": "Afterword by",
}  # fmt: skip


def write_classic(references: Bibliography, cited: Sequence[str], names: Mapping[str, str]) -> str:
    """Return a `.bib` of the entries CITED, in that order, for BibTeX.

    Each is written under its name in NAMES, or `entry_name` of its key, with the fields that it
    takes from others; a set is its first member. Keys that REFERENCES lacks are passed over.
    Accents are commands; scripts that LaTeX has none for stay UTF-8 (see `ascii_accents`).
    """
    found = {key: works(references, key) for key in dict.fromkeys(cited)}
    return "\n".join(
        _entry(members[0], names.get(key) or entry_name(key))
        for key, members in found.items()
        if members
    )


def _entry(work: Work, name: str) -> str:
    kind = _type(work)
    fields = _fields(work, kind)
    lines = [f"  {field} = {{{fields[field]}}},\n" for field in _ORDER if fields.get(field)]
    if month := _month(work):
        lines.append(f"  month = {month},\n")
    return f"@{kind}{{{name},\n{''.join(lines)}}}\n"


def _month(work: Work) -> str:
    """Return the macro for the month of WORK, or "" if it has none, or more than one year."""
    number = work.fields.get("date", "").partition("/")[0][5:7]
    single = work.year.isdigit() and number.isdigit()
    return _MONTHS[int(number) - 1] if single and 1 <= int(number) <= len(_MONTHS) else ""


def _type(work: Work) -> str:
    """Return BibTeX's type for WORK."""
    if work.type == "thesis":
        lesser = _LESSER_THESIS.search(work.fields.get("type", ""))
        return "mastersthesis" if lesser else "phdthesis"
    if work.type == "book" and work.fields.keys() & {"chapter", "pages"}:
        return "inbook"
    return _TYPES.get(work.type, work.type)


def _fields(work: Work, kind: str) -> dict[str, str]:
    """Return the fields of WORK as BibTeX's type KIND has them."""
    fields = {_RENAMED.get(name, name): value for name, value in _titled(work.fields).items()}
    fields.setdefault("number", fields.get("issue", ""))
    fields["type"] = _type_name(fields.get("type", ""))
    fields["note"] = _joined(_notes(fields, kind), ". ")
    if kind == "unpublished":
        fields["note"] = _joined([fields["note"], fields.get("howpublished", "")], ". ")
    if kind in {"phdthesis", "mastersthesis"}:
        fields["school"] = fields.pop("institution", fields.get("publisher", ""))
    if kind == "misc":
        fields["howpublished"] = _how(fields)
    if kind in _NUMBERED_IN_SERIES and (fields.get("volume") or not fields.get("series")):
        del fields["number"]  # BibTeX prints either, and a number only in a series
    if kind in {"book", "inbook"} and fields.get("author"):
        fields.pop("editor", None)  # likewise; `_notes` names the editors
    if fields.get("edition", "").isdigit():
        fields["edition"] = _ordinal(fields["edition"])
    fields |= _archive(fields)
    fields["year"] = work.year
    return {name: _written(name, value) for name, value in fields.items()}


def _written(name: str, value: str) -> str:
    """Return VALUE as BibTeX takes it; a title keeps its capitals, as it does in our lists."""
    if name in _VERBATIM:
        return value
    text = ascii_accents(value)
    if name == "title" and re.search(r".[A-Z]", text):
        return f"{{{text}}}"
    return _uncut(text) if name == "organization" else text


def _uncut(text: str) -> str:
    r"""Return TEXT so that its first three characters, a label of natbib's, cut nothing apart.

    BibTeX counts a group that begins with a command as one character.
    """
    text = re.sub(r"\\[&%#_$]", r"{\g<0>}", text)
    cut = not text.isascii() or re.search(r"(?<!\{)[\\$]|\\[A-Za-z]", text)
    return f"{{\\relax {text}}}" if cut else text


def _joined(parts: Sequence[str] | Iterator[str], separator: str) -> str:
    """Return those of PARTS that say something, without the stop at their end."""
    return separator.join(part.rstrip(".") for part in parts if part)


def _titled(given: Mapping[str, str]) -> dict[str, str]:
    """Return the fields GIVEN with each title in one: `Main, volume 2: Title: Subtitle`."""
    fields = dict(given)
    for prefix in ("", "book", "main", "journal"):
        title = _joined(
            (fields.get(f"{prefix}title", ""), fields.get(f"{prefix}subtitle", "")), ": "
        )
        if title:
            fields[f"{prefix}title"] = title
    main = fields.pop("maintitle", "")
    whole = "booktitle" if "booktitle" in fields else "title"
    if main and fields.get(whole) != main:
        volume = fields.pop("volume", "")
        numbered = f"{main}, volume {volume}" if volume else main
        fields[whole] = _joined((numbered, fields.get(whole, "")), ": ")
    return fields


def _type_name(written: str) -> str:
    return "" if written in _DEFAULT_TYPES else _PHRASES.get(written, written)


def _notes(fields: Mapping[str, str], kind: str) -> Iterator[str]:
    """Yield what BibTeX has no field of its own for, and the note."""
    if kind in {"book", "inbook"} and fields.get("author"):
        yield _said("Edited by", fields.get("editor", ""))
    for role, phrase in _ROLES.items():
        yield _said(phrase, fields.get(role, ""))
    if kind != "misc" and fields.get("version"):
        yield f"Version {fields['version']}"
    yield fields.get("note", "")
    yield fields.get("addendum", "")
    state = fields.get("pubstate", "")
    yield _PHRASES.get(state, state)
    if fields.get("urldate"):
        yield f"Accessed {fields['urldate']}"


def _said(phrase: str, names: str) -> str:
    """Return PHRASE and the list of NAMES in reading order, or "" if there are none."""
    persons = [_in_reading_order(name) for name in split_name_list(names) if name]
    if not persons:
        return ""
    if persons[-1] == "others":
        return f"{phrase} {', '.join(persons[:-1])} et al"
    return f"{phrase} " + " and ".join([", ".join(persons[:-1]), persons[-1]][-len(persons) :])


def _in_reading_order(name: str) -> str:
    try:
        person = Person(name)
    except PybtexError:
        return name
    parts = [person.first_names, person.middle_names, person.prelast_names, person.last_names]
    return " ".join(word for part in [*parts, person.lineage_names] for word in part)


def _how(fields: Mapping[str, str]) -> str:
    """Return how something of no type of BibTeX's came out: its kind, its maker, its archive."""
    numbered = " ".join(filter(None, (fields["type"], fields.get("number", ""))))
    version = fields.get("version", "")
    makers = (fields.get(name, "") for name in ("organization", "publisher", "institution"))
    return _joined(
        (
            fields.get("howpublished", ""),
            numbered,
            f"Version {version}" if version else "",
            next(filter(None, makers), ""),
            fields.get("address", ""),
            _arxiv(fields),
        ),
        ", ",
    )


def _arxiv(fields: Mapping[str, str]) -> str:
    """Return the id of a paper on arXiv with its class, or ""."""
    if fields.get("eprinttype") != "arxiv":
        return ""
    subject = fields.get("primaryclass", "")
    return f"arXiv:{fields['eprint']}" + (f" [{subject}]" if subject else "")


def _archive(fields: Mapping[str, str]) -> dict[str, str]:
    """Return what says that a paper is on arXiv, with its address if there is no other."""
    if not _arxiv(fields):
        return {}
    url = fields.get("url", "")
    if not url and not fields.get("doi"):
        url = f"https://arxiv.org/abs/{fields['eprint']}"
    return {"archiveprefix": "arXiv", "url": url}


def _ordinal(number: str) -> str:
    last = "th" if re.search(r"1[123]$", number) else ""
    return number + (last or {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))
