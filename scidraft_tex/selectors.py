"""Selectors: what chooses notes by what they carry, `tag=Mixing`, or by where they lie.

A selector is one or more conditions with commas between them, and chooses the notes for which all
of them hold: `set=results,category=Theorems`. A condition is `tag=`, `set=`, `category=` or `path=`
and a value; one that begins with none of these words is a path. A comma that no such word follows
belongs to the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from scidraft_tex.spelling import did_you_mean

__all__ = ["Condition", "Field", "Selector", "SelectorError", "read_selector"]

Field: TypeAlias = Literal["tag", "set", "category", "path"]

_FIELDS: tuple[Field, ...] = get_args(Field)
_COMMA = re.compile(rf",(?=\s*(?:{'|'.join(_FIELDS)})\s*=)", re.IGNORECASE)
_CONDITION = re.compile(r"\s*(?P<word>\w+)\s*=(?P<value>.*)", re.DOTALL)


class SelectorError(ValueError):
    """A text that is no selector: `message` says why, `hint` what to write."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Condition:
    """What a note must be: its `field` has `value`, which for `path` is a pattern of paths."""

    field: Field
    value: str


@dataclass(frozen=True, slots=True)
class Selector:
    """Conditions that all hold for the notes that are chosen; `text` is as it was written."""

    text: str
    conditions: tuple[Condition, ...]

    def values(self, field: Field) -> tuple[str, ...]:
        """Return the values that FIELD must have."""
        return tuple(one.value for one in self.conditions if one.field == field)


def read_selector(text: str) -> Selector:
    """Return the selector that TEXT is. Raises `SelectorError`.

    >>> read_selector("set=results, category=Laws, rules").values("category")
    ('Laws, rules',)
    """
    return Selector(text, tuple(_condition(part) for part in _COMMA.split(text)))


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text)
    word = match["word"].lower() if match else "path"
    field = next((one for one in _FIELDS if one == word), None)
    if field is None:
        hint = did_you_mean(word, _FIELDS, likeness=0.6, shown="`{}=`")
        hint = hint or "write tag=, set=, category= or path="
        raise SelectorError(f"notes are not selected by `{word}`", hint)
    value = (match["value"] if match else text).strip()
    if not value:
        message = f"a selector has nothing after `{field}=`" if match else "a selector is empty"
        raise SelectorError(message, "write tag=Mixing, set=results or a path")
    return Condition(field, value)
