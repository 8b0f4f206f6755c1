"""What programs may use up: values that the watch over them and the settings share."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Limit", "Limits"]


class Limit(StrEnum):
    """What a program may use up; past any of them it is ended."""

    SECONDS = "seconds"
    SILENT = "silent"
    MEMORY = "memory"
    WRITTEN = "written"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class Limits:
    """What each program may use.

    `seconds` of wall time, and `silent` ones of work in which it prints nothing; bytes of `memory`
    that it and all it starts have to themselves; bytes of any one file `written`; bytes `printed`
    on standard output and error.
    """

    seconds: float = 600.0
    memory: int = 4 << 30
    written: int = 2 << 30
    printed: int = 64 << 20
    silent: float = math.inf

    def within(self, other: Limits) -> Limits:
        """Return the lower of each of these limits and OTHER's."""
        return Limits(
            *(
                min(getattr(self, one.name), getattr(other, one.name))
                for one in dataclasses.fields(self)
            )
        )
