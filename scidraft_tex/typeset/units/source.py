r"""The document of one unit: the book's preamble, where the unit stands, and its chapters.

Links to places of other units are written as PDF actions by name, of which pdfTeX asks no target.
Names of targets are the book's own: a chapter's by its number, and those that TeX counts through a
document from a number of the unit's own.

A unit of a book whose folios are late counts its pages from 1, and is the same wherever it stands.
Where its number would be printed stand the digits from 0 to 9, which take no room, between two
comments in the page's stream; the number is written there when the units are joined.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.typeset.outline import outline
from scidraft_tex.typeset.units.split import Matter, Unit

__all__ = ["FOLIOS", "Start", "lists_before", "unit_outline", "unit_source"]

_APART = 10_000
"""How far apart the units' numbers of nameless targets, footnotes and list items begin."""

_LISTS_APART = 1_000
"""How far apart the units' numbers of lists of references begin."""

_LINKS = r"""\def\Hy@StartlinkName#1#2{%
  \pdfstartlink attr{#1}user{/Subtype/Link/A<</S/GoTo/D(#2)>>}\relax}
"""
_ASKED = r"""\def\scidraft@asks#1#2{\expandafter\let\csname scidraft@\string#1\endcsname#1%
  \protected\def#1{\immediate\write\@mainaux{\@percentchar scidraft asks for #2}%
    \global\expandafter\let\expandafter#1\csname scidraft@\string#1\endcsname #1}}%
\scidraft@asks\pageref{pages}\scidraft@asks\nameref{titles}%
"""
"""Has a unit say so where it prints pages or titles of labels."""
FOLIOS = r"""\def\folio#1{\hbox{\usekomafont{pagenumber}%
  \pdfliteral page{\@percentchar scidraft folio #1 \the\c@page}%
  \rlap{0123456789}\pdfliteral page{\@percentchar scidraft end}}}%
"""
_BEGUN = r"""\immediate\write\@mainaux{\@percentchar scidraft begins}%
"""
_TO_THE_RIGHT = "\\@ifundefined{if@openright}{}{\\if@openright\\cleardoublepage\\fi}%\n"
"""Where chapters open on right pages, what follows is to begin on one."""
_CLOSE = r"""\clearpage
\immediate\write\@mainaux{\@percentchar scidraft \the\c@page\space\the\c@part\space\the\c@chapter}
\makeatother
\end{document}
"""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a unit starts: its first page's number, and the numbers before its own.

    `counted` is the number from which TeX counts the unit's pages, None for that of its first page:
    with another the folios are late.
    """

    page: int = 1
    part: int = 0
    chapter: int = 0
    counted: int | None = None

    @property
    def late(self) -> bool:
        """Whether folios are written when the units are joined."""
        return self.counted is not None

    @property
    def first(self) -> int:
        """The number that TeX gives to the first page."""
        return self.page if self.counted is None else self.counted


def unit_source(head: str, unit: Unit, start: Start) -> str:
    r"""Return the document of UNIT after HEAD, which ends with `\begin{document}`."""
    after = "\n\\mainmatter" if unit.matter is Matter.FRONT else ""
    to_the_right = _TO_THE_RIGHT if unit.matter is Matter.MAIN and start.late else ""
    return (
        f"{head}{_opening(unit, start)}{unit.body}{after}\n\\makeatletter\n{to_the_right}{_CLOSE}"
    )


def unit_outline(head: str, unit: Unit, folder: Path) -> str:
    """Return the outline of UNIT, whose files lie in FOLDER, after HEAD."""
    text = outline(folder, f"{head}\n{unit.body}\n\\end{{document}}")
    return text.replace(head, head + _opening(unit, Start()), 1)


def lists_before(unit: Unit) -> int:
    """Return biblatex's number of the section before the first of UNIT's lists of references."""
    return 0 if unit.matter is Matter.FRONT else unit.number * _LISTS_APART


def _opening(unit: Unit, start: Start) -> str:
    """Return what puts TeX where UNIT starts."""
    matter = "" if unit.matter is Matter.FRONT else "\\mainmatter\n"
    counters = "".join(
        f"\\@ifundefined{{c@{name}}}{{}}{{\\setcounter{{{name}}}{{{value}}}}}%\n"
        for name, value in _counters(unit, start)
    )
    links = f"\\global\\Hy@linkcounter={unit.number * _APART}\\relax"
    folios = FOLIOS if start.late else ""
    return (
        f"\n\\makeatletter\n{_BEGUN}{_LINKS}{_ASKED}{folios}{matter}{counters}"
        f"\\@ifundefined{{Hy@linkcounter}}{{}}{{{links}}}%\n\\makeatother\n"
    )


def _counters(unit: Unit, start: Start) -> list[tuple[str, int]]:
    far = unit.number * _APART
    apart = [("opening", far), ("Item", far), ("Hfootnote", far), ("turned", far)]
    counted = [("part", start.part), ("chapter", start.chapter)]
    if unit.matter is Matter.FRONT:
        return apart
    return [("page", start.first), *counted, *apart, ("blx@maxsection", lists_before(unit))]
