r"""The head of a paper: its authors with their affiliations, its dates, its classes.

Affiliations are numbered where authors differ in them, as the package authblk does it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scidraft_tex import model as m
from scidraft_tex.languages import Language
from scidraft_tex.render import tex
from scidraft_tex.render.dates import printed_date

__all__ = ["Affiliation", "Credit", "credits_of", "dated", "told_apart"]

_ORCID = re.compile(
    r"(?:https?://)?(?:www\.)?(?:orcid\.org/)?(?P<id>\d{4}(?:-\d{4}){2}-\d{3}[\dXx])/?"
)
_MARKS = 9
r"""How many marks `\thanks` has, the symbols of `\fnsymbol`."""


@dataclass(frozen=True, slots=True)
class Credit:
    r"""An author: the mark of \author, name, and how to reach them; LaTeX, and the plain name."""

    name: str
    mark: str = ""
    contact: str = ""


@dataclass(frozen=True, slots=True)
class Affiliation:
    r"""Where authors work, with the mark of \affil; LaTeX."""

    name: str
    mark: str = ""


def credits_of(authors: Sequence[m.Author]) -> tuple[tuple[Credit, ...], tuple[Affiliation, ...]]:
    """Return AUTHORS and their affiliations, which take numbers where there are several."""
    places = tuple(dict.fromkeys(author.affiliation for author in authors if author.affiliation))
    numbered = len(places) > 1 or (places and any(not author.affiliation for author in authors))
    marks = {place: f"[{n}]" if numbered else "" for n, place in enumerate(places, start=1)}
    blank = "[ ]" if numbered else ""
    credit = tuple(
        Credit(
            tex.escape(author.name),
            marks.get(author.affiliation, blank),
            ", ".join(_contacts(author)),
        )
        for author in authors
    )
    return credit, tuple(Affiliation(tex.escape(p), mark) for p, mark in marks.items())


def told_apart(authors: Sequence[Credit]) -> tuple[tuple[Credit, ...], tuple[str, ...]]:
    """Return AUTHORS, and how they are reached where more are than LaTeX has marks for.

    Then none has a mark: each is told by name.
    """
    reached = [author for author in authors if author.contact]
    if len(reached) <= _MARKS:
        return tuple(authors), ()
    contacts = tuple(f"{author.name}: {author.contact}" for author in reached)
    return tuple(replace(author, contact="") for author in authors), contacts


def _contacts(author: m.Author) -> list[str]:
    """Return the address and the ORCID of AUTHOR as links."""
    found = []
    if author.email:
        address = author.email.removeprefix("mailto:")
        found.append(f"\\href{{mailto:{tex.url(address)}}}{{{tex.escape(address)}}}")
    orcid = _ORCID.fullmatch(author.orcid.strip())
    if orcid:
        number = orcid["id"].upper()
        found.append(f"ORCID \\href{{https://orcid.org/{number}}}{{{number}}}")
    return found


def dated(front: m.FrontMatter, language: Language, tag: str) -> str:
    """Return the day of the note with FRONT, and that of its last change if it is another."""
    first, last = printed_date(front.date, tag), printed_date(front.lastmod, tag)
    if not first or not last or front.lastmod <= front.date:
        return tex.escape(first or last)
    return tex.escape(f"{first}; {language.word('revised', last)}")
