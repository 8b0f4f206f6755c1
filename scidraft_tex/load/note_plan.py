"""What a note says of itself on a handout: the table `handout` of its front matter."""

from __future__ import annotations

import datetime as dt
import math
import re
from dataclasses import replace
from typing import Any

from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.handout_settings import NOTE_KEYS, HandoutSettings, own_values
from scidraft_tex.load.fields import Fields
from scidraft_tex.load.formats import lowered
from scidraft_tex.load.front_matter import split_front_matter
from scidraft_tex.model import NoteSource
from scidraft_tex.schemas import Problem, note_schema, problems_of

__all__ = ["note_settings"]

_TABLE = "handout"


def note_settings(
    source: NoteSource, settings: HandoutSettings, found: Diagnostics
) -> HandoutSettings:
    """Return the SETTINGS of a sheet as they hold for the note of SOURCE.

    Its front matter may say `NOTE_KEYS` of itself, with the values of `handout.yaml`. What it may
    not is a warning among FOUND, at its line, and as good as not written.
    """
    if _TABLE not in dict(source.front.raw):
        return settings
    front = split_front_matter(source.text)
    fields = Fields(front.fields, source.path, front.text, found, first_line=front.first_line)
    fields = replace(fields, values={**lowered(fields.table("params")), **front.fields})
    written = fields.values[_TABLE]
    table: Any = _cleaned(written) if isinstance(written, dict) else written
    problems = problems_of({_TABLE: table}, note_schema(NOTE_KEYS))
    for problem in problems:
        place = _place(problem, fields)
        found.report("front-matter-value", problem.message, place, problem.hint)
    bad = {problem.path for problem in problems}
    if (_TABLE,) in bad or not isinstance(table, dict):
        return settings
    good = {key: value for key, value in table.items() if (_TABLE, key) not in bad}
    return settings.override(**own_values(good))


def _cleaned(table: dict[str, Any]) -> dict[str, Any]:
    """Return TABLE with lower-case keys, less those without a value."""
    return {key: _plain(value) for key, value in lowered(table).items() if value is not None}


def _plain(value: Any) -> Any:
    """Return VALUE as a schema knows it: texts trimmed; dates, and numbers without an end, text."""
    match value:
        case str():
            return value.strip()
        case dt.date() | dt.time():
            return value.isoformat()
        case float() if not math.isfinite(value):
            return str(value)
    return value


def _place(problem: Problem, fields: Fields) -> Place:
    """Return where the key of PROBLEM is written: below that of the table, or the table's."""
    above = fields.place(_TABLE)
    key = problem.path[-1]
    if key == _TABLE:
        return above
    lines = fields.text.split("\n")
    start = sum(len(line) + 1 for line in lines[: above.line - fields.first_line])
    start += above.column - 1 + len(_TABLE)
    pattern = rf"(?<![\w-])(?P<key>{re.escape(str(key))})[\"']?[ \t]*[:=]"
    match = re.compile(pattern, re.IGNORECASE).search(fields.text, start)
    if match is None:
        return above
    before = fields.text[: match.start("key")]
    line = before.count("\n") + fields.first_line
    return Place(fields.file, line, match.start("key") - before.rfind("\n"))
