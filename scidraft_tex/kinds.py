"""The one table of result kinds (docs/format.md, section 4): names, looks, counters, ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256


class Style(StrEnum):
    """The three styles of amsthm, and the unnumbered proof with its end mark."""

    PLAIN = "plain"
    DEFINITION = "definition"
    REMARK = "remark"
    PROOF = "proof"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of result.

    `name` is what authors write and TeX prints, `plural` heads the list of that kind.
    `narrative` kinds run on to their last display (rule 3 of the statement's end);
    kinds of style `PROOF` carry no number and end with a mark. In a book whose language has another
    name for the kind, `term` keeps the one in this table; `also` are further names in notes.
    """

    name: str
    plural: str
    style: Style
    narrative: bool = False
    term: str = ""
    also: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """The kind's name whatever the book's language is."""
        return self.term or self.name

    @property
    def names(self) -> tuple[str, ...]:
        """All words that authors may begin such a result with."""
        return (self.name, *self.also)

    @property
    def key(self) -> str:
        """The kind's class in Markdown, in lower case: `theorem`."""
        return self.stem.lower().replace(" ", "-")

    @property
    def environment(self) -> str:
        r"""The LaTeX environment's name, a capitalised word.

        Packages define lower-case `algorithm`, `proof` and `\\rule`; a capital never clashes. A
        name that is not all letters of ASCII gets one made of its digest.
        """
        words = self.stem.split()
        if all(word.isascii() and word.isalpha() for word in words):
            return "".join(word.capitalize() for word in words)
        digest = sha256(self.stem.encode()).hexdigest()[:8]
        return "Kind" + "".join(chr(ord("a") + int(digit, 16)) for digit in digest)

    @property
    def numbered(self) -> bool:
        """Whether the kind takes a number."""
        return self.style is not Style.PROOF


def _plain(name: str, plural: str) -> Kind:
    return Kind(name, plural, Style.PLAIN)


FAMILIES = (
    Kind("Algorithm", "Algorithms", Style.DEFINITION),
    _plain("Axiom", "Axioms"),
    _plain("Claim", "Claims"),
    _plain("Conjecture", "Conjectures"),
    _plain("Corollary", "Corollaries"),
    Kind("Counterexample", "Counterexamples", Style.DEFINITION, narrative=True),
    _plain("Criterion", "Criteria"),
    Kind("Definition", "Definitions", Style.DEFINITION),
    Kind("Example", "Examples", Style.DEFINITION, narrative=True),
    _plain("Formula", "Formulas"),
    _plain("Identity", "Identities"),
    _plain("Lemma", "Lemmas"),
    Kind("Observation", "Observations", Style.REMARK),
    _plain("Postulate", "Postulates"),
    _plain("Principle", "Principles"),
    Kind("Proof", "Proofs", Style.PROOF, narrative=True),
    _plain("Property", "Properties"),
    _plain("Proposition", "Propositions"),
    _plain("Rule", "Rules"),
    _plain("Theorem", "Theorems"),
)
"""The twenty families of the site, in the order in which it lists them."""

PRINT_KINDS = (
    Kind("Remark", "Remarks", Style.REMARK),
    Kind("Exercise", "Exercises", Style.DEFINITION),
    Kind("Solution", "Solutions", Style.PROOF, narrative=True),
    Kind("Hint", "Hints", Style.REMARK),
    Kind("Assumption", "Assumptions", Style.DEFINITION),
    Kind("Notation", "Notations", Style.DEFINITION),
    Kind("Question", "Questions", Style.DEFINITION),
)
"""Kinds that print adds to the site's."""

WITHHELD = frozenset({"proof", "solution", "hint", "working", "instructor"})
"""The classes of blocks that a handout may withhold; the first three are kinds' (section 10)."""

HELD = WITHHELD | {"gap"}
"""The classes of what stands within a line and a handout may withhold."""

KINDS = FAMILIES + PRINT_KINDS


def by_key(kinds: Iterable[Kind]) -> Mapping[str, Kind]:
    """Return KINDS by their Markdown class."""
    return {kind.key: kind for kind in kinds}


def by_name(kinds: Iterable[Kind]) -> Mapping[str, Kind]:
    """Return KINDS by the words that start their run-in; what one prints is no other's."""
    known = tuple(kinds)
    others = {name: kind for kind in known for name in kind.also}
    return others | {kind.name: kind for kind in known}
