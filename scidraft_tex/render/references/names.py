"""Names as Vancouver's lists have them, and as citations in running text do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from pybtex.database import Person
from pybtex.richtext import Text
from pybtex.style.names import BaseNameStyle

from scidraft_tex.render.references.latex import rich
from scidraft_tex.resolve.bib_portable import portable

__all__ = ["Vancouver", "is_others", "label_names"]


class Vancouver(BaseNameStyle):  # type: ignore[misc]  # pybtex ships no types
    """Family name, suffix, initials without stops, particle: `Beethoven L van`, `King Jr ML`."""

    def format(self, person: Person, abbr: object = None) -> Text:  # noqa: ARG002  # always short
        """Return PERSON's name."""
        particle, family = list(person.prelast_names), list(person.last_names)
        if particle and not particle[0][:1].islower():  # "Luz de Araujo, P.": a family of words
            particle, family = [], [*particle, *family]
        initials = "".join(_initials([*person.first_names, *person.middle_names]))
        named = f"{' '.join([*family, *person.lineage_names])}~{initials}".strip("~")
        return rich(" ".join([named, *particle]).strip())


def _initials(given: Iterable[str]) -> Iterator[str]:
    """Yield the first letter, with its accents, of each part of the GIVEN names: `Jean-P.` is JP.

    Names are what `bib_writer` leaves of them: letters, stops and braces.
    """
    for part in re.split(r"[\s.~‐-]+", re.sub(r"[{}]", "", " ".join(given))):
        letters = re.sub(r"^[^\w]+", "", part)
        if letters:
            yield letters[0]
            yield from takewhile(unicodedata.combining, letters[1:])


def is_others(person: Person) -> bool:
    """Whether PERSON is `others`, which stands for names that are not given."""
    return [str(name) for name in person.last_names] == ["others"] and not person.first_names


def label_names(persons: Sequence[Person], conjunction: str, others: str) -> str:
    """Return PERSONS by their family names: one, two with CONJUNCTION, or one with OTHERS."""
    named = [_family(person) for person in persons if not is_others(person)]
    if len(persons) == len(named) == 2:
        return f"{named[0]} {conjunction} {named[1]}"
    return named[0] if len(persons) == 1 else f"{named[0]} {others}"


def _family(person: Person) -> str:
    """Return the family name of PERSON with its particle, as running text has it."""
    name = " ".join([*person.prelast_names, *person.last_names])
    bare = name[1:-1]
    whole = name.startswith("{") and name.endswith("}") and not re.search(r"[{}]", bare)
    return portable(bare if whole else name)
