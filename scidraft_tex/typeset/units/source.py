r"""The document of one unit: the book's preamble, where the unit stands, and its chapters.

Links to places of other units are written as PDF actions by name, of which pdfTeX asks no target.
Names of targets are the book's own: a chapter's by its number, and those that TeX counts through a
document from a number of the unit's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scidraft_tex.typeset.outline import outline
from scidraft_tex.typeset.units.split import Matter, Unit

__all__ = ["Start", "lists_before", "unit_outline", "unit_source"]

_APART = 10_000
"""How far apart the units' numbers of nameless targets, footnotes and list items begin."""

_LISTS_APART = 1_000
"""How far apart the units' numbers of lists of references begin."""

_LINKS = r"""\def\Hy@StartlinkName#1#2{%
  \pdfstartlink attr{#1}user{/Subtype/Link/A<</S/GoTo/D(#2)>>}\relax}
"""
_CLOSE = r"""
\makeatletter
\clearpage
\immediate\write\@mainaux{\@percentchar scidraft \the\c@page\space\the\c@part\space\the\c@chapter}
\makeatother
\end{document}
"""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a unit starts: its first page's number, and the numbers before its own."""

    page: int = 1
    part: int = 0
    chapter: int = 0


def unit_source(head: str, unit: Unit, start: Start) -> str:
    r"""Return the document of UNIT after HEAD, which ends with `\begin{document}`."""
    after = "\n\\mainmatter" if unit.matter is Matter.FRONT else ""
    return f"{head}{_opening(unit, start)}{unit.body}{after}{_CLOSE}"


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
    return (
        f"\n\\makeatletter\n{_LINKS}{matter}{counters}"
        f"\\@ifundefined{{Hy@linkcounter}}{{}}{{{links}}}%\n\\makeatother\n"
    )


def _counters(unit: Unit, start: Start) -> list[tuple[str, int]]:
    far = unit.number * _APART
    apart = [("opening", far), ("Item", far), ("Hfootnote", far), ("turned", far)]
    counted = [("part", start.part), ("chapter", start.chapter)]
    if unit.matter is Matter.FRONT:
        return apart
    return [("page", start.page), *counted, *apart, ("blx@maxsection", lists_before(unit))]
