"""Where an entry's work is to be found, told once: DOI, arXiv id and URL, from wherever they stand.

The same paper is often named in `url`, `doi`, `eprint`, `journal` and `howpublished` at once, and a
list of references would print it as often.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scidraft_tex.resolve.bib_identifiers import (
    Arxiv,
    arxiv_class,
    clean_doi,
    clean_url,
    find_arxiv,
    urls_in,
)
from scidraft_tex.resolve.bib_text import clean_text

__all__ = ["Location", "locate"]

_ARXIV_JOURNAL = re.compile(r"\W*(arxiv|corr)\b", re.IGNORECASE)
_ARXIV_NAMED = re.compile(r"arxiv|corr\b", re.IGNORECASE)
_URL_COMMAND = re.compile(r"\\url\s*\{(?:[^{}]|\{[^{}]*\})*\}|https?://[^\s{}\"<>]+")
_LEAD_IN = re.compile(r"(?:(?:available|online|retrieved|accessed|at|from|url)\W*)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Location:
    """What to write: `fields` are doi, eprint, eprinttype, eprintclass and url, taken verbatim.

    `spent` names the fields that said so, `remaining` is what those say besides, as LaTeX.
    """

    fields: Mapping[str, str]
    spent: frozenset[str]
    remaining: Mapping[str, str]


def locate(raw: Mapping[str, str]) -> Location:
    """Return where the work with the fields RAW, in biblatex's names, is to be found."""
    spent = {"doi", "url", "eprint", "eprinttype", "eprintclass"}
    url, how, remaining = _url(raw)
    if how:
        spent.add(how)
    doi = clean_doi(raw.get("doi", "")) or (clean_doi(url) if "doi.org/" in url else "")
    paper = _arxiv(raw, url)
    if paper:
        journal = clean_text(raw.get("journaltitle", ""))
        fields = _arxiv_fields(paper, raw.get("eprintclass", "") or arxiv_class(journal))
        if _ARXIV_JOURNAL.match(journal):
            spent |= {"journaltitle", "volume", "number"}
        url = "" if _same_paper(url, paper) else url
        doi = "" if _same_paper(doi, paper) else doi
    else:
        fields, url = _other_eprint(raw, url)
    if not url and not doi and not paper:
        url = clean_url(raw.get("doi", ""))
    if doi and clean_doi(url).casefold() == doi.casefold() and "doi.org/" in url:
        url = ""
    fields = {"doi": doi, **fields, "url": url}
    return Location(
        {name: value for name, value in fields.items() if value}, frozenset(spent), remaining
    )


def _url(raw: Mapping[str, str]) -> tuple[str, str, dict[str, str]]:
    """Return the URL, the field beside `url` that named it, and what else that field says."""
    url = clean_url(raw.get("url", ""))
    for name in ("howpublished", "note"):
        written = raw.get(name, "")
        found = urls_in(written)
        rest = _URL_COMMAND.sub("", written).strip(" .,;:()[]{}")
        alone = _LEAD_IN.fullmatch(rest) is not None
        if found and (found[0] == url or not url) and (alone or name == "howpublished"):
            return url or found[0], name, {} if alone else {name: clean_text(rest)}
    return url, "", {}


def _arxiv(raw: Mapping[str, str], url: str) -> Arxiv | None:
    """Return the arXiv paper that the fields name, by the first of them that does."""
    kind = raw.get("eprinttype", "").strip("{} ").lower()
    if kind in {"", "arxiv"} and (paper := find_arxiv(raw.get("eprint", ""))):
        return paper
    if kind not in {"", "arxiv"}:
        return None
    candidates = (raw.get("doi", ""), url, raw.get("journaltitle", ""), raw.get("howpublished", ""))
    named = (find_arxiv(value) for value in candidates if _ARXIV_NAMED.search(value))
    if paper := next(filter(None, named), None):
        return paper
    if _ARXIV_JOURNAL.match(raw.get("journaltitle", "")):
        return find_arxiv(raw.get("volume", ""))
    return None


def _arxiv_fields(paper: Arxiv, subject: str) -> dict[str, str]:
    """Return the eprint fields; an id of before April 2007 has its class in it."""
    subject = re.sub(
        r"[^A-Za-z.-]",
        "",
        subject.split(";", maxsplit=1)[0].split(maxsplit=1)[0] if subject.split() else "",
    )
    old = "/" in paper.identifier
    return {
        "eprint": paper.identifier,
        "eprinttype": "arxiv",
        "eprintclass": "" if old else subject or paper.subject,
    }


def _same_paper(where: str, paper: Arxiv) -> bool:
    """Whether WHERE, a URL or a DOI, is arXiv's own of PAPER."""
    named = find_arxiv(where) if "arxiv" in where.lower() else None
    return named is not None and named.identifier == paper.identifier


def _other_eprint(raw: Mapping[str, str], url: str) -> tuple[dict[str, str], str]:
    """Return the fields of an eprint that is not arXiv's, and the URL if it is one."""
    eprint = raw.get("eprint", "")
    if "://" in eprint:
        return {}, url or clean_url(eprint)
    kind = re.sub(r"[^a-z]", "", raw.get("eprinttype", "").lower())
    if not eprint or kind == "arxiv":
        return {}, url
    return {"eprint": re.sub(r"[^\w./:+-]", "", eprint), "eprinttype": kind}, url
