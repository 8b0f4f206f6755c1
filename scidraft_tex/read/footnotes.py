"""Footnotes: marks without a text, texts without a mark, and texts of one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostic, Place, diagnostic
from scidraft_tex.spelling import did_you_mean

__all__ = ["FOOTNOTE", "Footnotes"]

FOOTNOTE = re.compile(r"\[\^(?P<name>[^\]\s]{1,200})\]")
"""A mark, `[^name]`; at the start of a line, with a colon after it, it begins a text."""


@dataclass(slots=True)
class Footnotes:
    """The marks and the texts of a note as it is read, by name, each with its places."""

    marks: dict[str, list[Place]] = field(default_factory=dict)
    texts: dict[str, list[Place]] = field(default_factory=dict)

    def see(self, name: str, place: Place, *, text: bool) -> None:
        """Take in what is called NAME at PLACE: a TEXT, or a mark."""
        (self.texts if text else self.marks).setdefault(name, []).append(place)

    def faults(self) -> Iterator[Diagnostic]:
        """Yield what is wrong, at the end of the note."""
        for name, places in self.marks.items():
            if name not in self.texts:
                hint = did_you_mean(name, self.texts, shown="[^{}]")
                message = f"the footnote {name} has no text"
                for place in places:
                    yield diagnostic("footnote-undefined", message, place=place, hint=hint)
        for name, (first, *others) in self.texts.items():
            if name not in self.marks:
                unset = [mark for mark in self.marks if mark not in self.texts]
                hint = did_you_mean(name, unset, shown="[^{}]")
                message = f"no mark leads to the footnote {name}"
                yield diagnostic("footnote-unused", message, place=first, hint=hint)
            for other in others:
                message = f"the footnote {name} has a text at line {first.line} already"
                yield diagnostic("duplicate-id", message, place=other)
