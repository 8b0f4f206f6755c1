"""What the pages of a PDF draw with, and the forms on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Object, Stream

__all__ = ["Use", "uses"]

_KINDS = frozenset(["/Font", "/XObject", "/Pattern", "/Shading", "/ColorSpace", "/ExtGState"])
_DRAWN = (Array, Dictionary, Stream)
_FORMS = ("/XObject", "/Pattern")


@dataclass(frozen=True, slots=True)
class Use:
    """A resource in use: its kind, what names it, and how; what it is, a numbered object.

    `foreign` ones are of an image's own file, not of the document that shows it.
    """

    kind: str
    holder: Object
    name: str | int
    value: Object
    foreign: bool

    def put(self, value: Object) -> None:
        """Have VALUE used instead."""
        self.holder[self.name] = value


def uses(pages: Sequence[Object]) -> Iterator[Use]:
    """Yield what PAGES draw with, in their order, by way of forms and patterns, too.

    Only what has a number in the file can be shared, and only that is yielded.
    """
    seen: set[tuple[int, int]] = set()
    waiting: list[tuple[Object, bool]] = [(page, False) for page in reversed(pages)]
    while waiting:
        owner, foreign = waiting.pop()
        resources = owner.get("/Resources")
        if not isinstance(resources, Dictionary):
            continue
        if resources.is_indirect:
            if resources.objgen in seen:
                continue
            seen.add(resources.objgen)
        for kind, holder in resources.items():
            if kind not in _KINDS or not isinstance(holder, Dictionary):
                continue
            for name, value in holder.items():
                if not (isinstance(value, _DRAWN) and value.is_indirect):
                    continue
                yield Use(kind, holder, name, value, foreign)
                if kind in _FORMS and value.objgen not in seen and not isinstance(value, Array):
                    seen.add(value.objgen)
                    waiting.append((value, foreign or "/PTEX.FileName" in value))
