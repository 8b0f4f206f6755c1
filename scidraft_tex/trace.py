"""What a build did again and what it took from its last, with reasons: for `--explain`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

__all__ = ["Step", "Trace", "difference"]

_SHOWN = 5
"""How many things one step names."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a build: the stage `name`, whether it `ran`, on what, and why."""

    name: str
    ran: bool
    what: str
    reason: str = ""

    def __str__(self) -> str:
        """Return the step in a line."""
        verb = "ran" if self.ran else "reused"
        return f"{self.name:<10} {verb:<7} {self.what}" + (
            f": {self.reason}" if self.reason else ""
        )


@dataclass(slots=True)
class Trace:
    """The steps of a build in their order."""

    steps: list[Step] = field(default_factory=list)

    def ran(self, name: str, what: str, reason: str = "") -> None:
        """Say that the stage NAME ran on WHAT, for REASON."""
        self.steps.append(Step(name, ran=True, what=what, reason=reason))

    def reused(self, name: str, what: str) -> None:
        """Say that the stage NAME took WHAT as it was."""
        self.steps.append(Step(name, ran=False, what=what))

    def each(
        self, name: str, word: str, again: Mapping[str, str] | Sequence[str] | int, kept: int
    ) -> None:
        """Say on which things, each a WORD, the stage NAME ran AGAIN and why; KEPT were reused.

        AGAIN has reasons by name, names alone, or how many there were.
        """
        if isinstance(again, int):
            again = [_counted(again, word)] if again else []
        pairs = again.items() if isinstance(again, Mapping) else ((what, "") for what in again)
        for what, reason in islice(pairs, _SHOWN):
            self.ran(name, what, reason)
        if len(again) > _SHOWN:
            self.ran(name, _counted(len(again) - _SHOWN, f"further {word}"))
        if kept:
            self.reused(name, _counted(kept, word))

    def __iter__(self) -> Iterator[Step]:
        """Iterate over the steps in order."""
        return iter(self.steps)


def _counted(count: int, word: str) -> str:
    plural = word[:-1] + "ies" if word.endswith("y") else word + ("es" if word[-1] == "s" else "s")
    return f"{count} {word if count == 1 else plural}"


def difference(before: Mapping[str, object] | None, now: Mapping[str, object]) -> str:
    """Return in which of its inputs by name a thing differs NOW from BEFORE, None for a new one."""
    if before is None:
        return "it is new"
    changed = [name for name in now if before.get(name) != now[name]]
    return f"changed: {', '.join(changed)}" if changed else "what was kept of it is gone"
