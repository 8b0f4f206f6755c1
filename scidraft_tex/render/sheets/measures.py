"""What was measured of a sheet with everything shown: how high hidden pieces are, what they count.

TeX alone knows. A sheet is set once with all of its pieces in their places, each between two marks;
what TeX writes of them is read by `typeset.measures`, and those who print less of the sheet step
the same counters and leave the same room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scidraft_tex.kinds import Kind

__all__ = ["COUNTERS", "EXERCISES", "Measures", "counters_of"]

COUNTERS = ("section", "equation", "figure", "table", "algorithm", "listing", "footnote")
"""What counts in a sheet beside its results."""
EXERCISES = ("exercise", "question")
"""The keys of the kinds that have numbers of their own, however results are numbered."""


def counters_of(kinds: Iterable[Kind], numbering: str) -> tuple[str, ...]:
    """Return the counters of a sheet with results of KINDS, numbered as NUMBERING says."""
    counted = [kind for kind in kinds if kind.numbered and kind.key != "hint"]
    alone = [
        kind.environment for kind in counted if numbering == "per-kind" or kind.key in EXERCISES
    ]
    shared = () if numbering == "per-kind" else ("result",)
    return (*COUNTERS, *shared, *alone)


_NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Measures:
    """What was measured, by the identifiers of pieces (`h1`) and gaps (`g1`).

    `heights` and `widths` in pt: a piece is as high as the page is longer for it. `before` are the
    values of the counters where a piece begins, `steps` by how much those differ where it ends,
    without those that do not. `labels` are those that stand in a piece, and `numbers` what
    references to any label print, as LaTeX.
    """

    heights: Mapping[str, float] = field(default_factory=dict)
    widths: Mapping[str, float] = field(default_factory=dict)
    before: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    steps: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def stepped(self, piece: str) -> Mapping[str, int]:
        """Return what PIECE counts, by counter."""
        return self.steps.get(piece, _NOTHING)

    def at(self, piece: str) -> Mapping[str, int]:
        """Return where the counters stand that PIECE steps when it begins."""
        before = self.before.get(piece, _NOTHING)
        return {name: before.get(name, 0) for name in self.stepped(piece)}
