"""What was condemned, kept with the document: an unchanged one is not tried again.

Each entry has the digest of the LaTeX that failed, and all have that of the preamble. A file that
is damaged, or of another preamble, remembers nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from scidraft_tex.files import text_of, whole
from scidraft_tex.isolation.nodes import Key
from scidraft_tex.typeset.log import TexError

__all__ = ["Condemned", "recalled", "remember"]

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Condemned:
    """A piece that is boxed, and the error that condemned it.

    `digest` is of the LaTeX that fails: its own, or all of its note's where it was condemned `by
    context`, for what fails only there.
    """

    key: Key
    error: TexError
    digest: str
    by_context: bool = False


def remember(path: Path, stamp: str, condemned: Iterable[Condemned]) -> None:
    """Write CONDEMNED under STAMP to PATH; no file stays where there are none."""
    entries = [asdict(one) for one in condemned]
    if not entries:
        path.unlink(missing_ok=True)
        return
    values = {"format": _FORMAT, "stamp": stamp, "condemned": entries}
    with whole(path) as beside:
        beside.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def recalled(path: Path, stamp: str) -> tuple[Condemned, ...]:
    """Return what PATH has under STAMP, nothing if it cannot be read or has another."""
    try:
        values = json.loads(text_of(path))
        if (values["format"], values["stamp"]) != (_FORMAT, stamp):
            return ()
        return tuple(map(_condemned, values["condemned"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return ()


def _condemned(values: Mapping[str, Any]) -> Condemned:
    digest, by_context = values["digest"], values["by_context"]
    if not isinstance(digest, str) or not isinstance(by_context, bool):
        raise TypeError(values)
    return Condemned(Key.of(values["key"]), _error(values["error"]), digest, by_context)


def _error(values: Mapping[str, Any]) -> TexError:
    given = {one.name: values[one.name] for one in fields(TexError)}
    context, line = given.pop("context"), given.pop("line")
    if not isinstance(line, int) or not all(isinstance(one, str) for one in given.values()):
        raise TypeError(values)
    if not isinstance(context, list) or not all(isinstance(one, str) for one in context):
        raise TypeError(values)
    return TexError(**given, line=line, context=tuple(context))
