"""How grave each diagnostic is for a site, and which its notes allow.

`diagnostics:` in `book.yaml` gives a code another level, or none. A comment in a note,
`<!-- scidraft: allow CODE -->`, takes what is said of a block, or of the note, away
(docs/format.md, section 11). Either changes what is said and the exit code, and nothing of what is
printed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scidraft_tex.codes import CODES, Severity, unusable
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.model import Allowance, Note
from scidraft_tex.settings import Level, Settings

__all__ = ["LATER", "levelled"]

_UNJUDGED = ("bundle-", "handout-", "sheet-", "withheld-", "internal-")
"""How codes begin that one command alone finds: no other can tell that an allowance is idle."""

LATER = frozenset(
    {"bibliography-failed", "image-unreadable", "index-failed", "language-support"}
    | {"math-syntax", "table-overfull"}
    | {code for code in CODES if code.startswith(("tex-", "diagram-", "glyph-"))}
)
"""What is found only by drawing and typesetting, in part at least."""


def levelled(
    said: Diagnostics,
    settings: Settings,
    notes: Iterable[Note] = (),
    *,
    unseen: Iterable[str] = (),
) -> Diagnostics:
    """Return what is left of SAID by the levels of SETTINGS, less what comments of NOTES allow.

    Added are a warning for each code in a comment that cannot be allowed, and a note for each that
    allows nothing, unless it is one of the codes UNSEEN, which this command does not look for.
    """
    allowances = [allowance for note in notes for allowance in note.allowances]
    good = [allowance for allowance in allowances if not any(unusable(allowance.code))]
    items = Diagnostics()
    items.extend(said)
    items.extend(_invalid(allowances))
    silent, idle = _allowed(items, good)
    items.extend(_unused(idle, frozenset(unseen)))
    silent |= _allowed(items, [one for one in good if one.code == "allow-unused"])[0]
    levels: Mapping[str, Level] = dict(settings.diagnostics)
    done = Diagnostics()
    done.extend(
        _at_level(item, levels)
        for item in items
        if item not in silent and levels.get(item.code) != "off"
    )
    return done


def _at_level(item: Diagnostic, levels: Mapping[str, Level]) -> Diagnostic:
    level = levels.get(item.code)
    return replace(item, severity=Severity(level)) if level else item


def _invalid(allowances: Iterable[Allowance]) -> Iterable[Diagnostic]:
    """Yield what is to say of codes that cannot be allowed."""
    found = Diagnostics()
    for one in allowances:
        message, hint = unusable(one.code)
        if message:
            found.report("allow-invalid", message, one.place, hint)
    return found


def _unused(idle: Iterable[Allowance], unseen: frozenset[str]) -> Iterable[Diagnostic]:
    """Yield what is to say of the allowances IDLE."""
    found = Diagnostics()
    for one in idle:
        if one.code != "allow-unused" and one.code not in unseen:
            where = "here" if one.first else "in this note"
            found.report("allow-unused", f"no `{one.code}` is found {where}", one.place)
    return found


def _allowed(
    said: Iterable[Diagnostic], allowances: Sequence[Allowance]
) -> tuple[set[Diagnostic], list[Allowance]]:
    """Return what of SAID the ALLOWANCES take away, and those of them that take away nothing.

    Of several with one extent the first does all the work.
    """
    by_code: dict[tuple[str, str], list[tuple[int, Diagnostic]]] = defaultdict(list)
    for item in said:
        if item.place:
            by_code[item.place.file, item.code].append((item.place.line, item))
    for found in by_code.values():
        found.sort(key=lambda pair: pair[0])
    silent: set[Diagnostic] = set()
    idle: list[Allowance] = []
    seen: set[tuple[str, str, int, int]] = set()
    for one in allowances:
        key = (one.place.file, one.code, one.first, one.last)
        found = [] if key in seen else by_code.get(key[:2], [])
        seen.add(key)
        start = bisect_left(found, one.first, key=lambda pair: pair[0])
        end = bisect_right(found, one.last, key=lambda pair: pair[0])
        silent.update(item for _, item in found[start:end])
        if start == end and not one.code.startswith(_UNJUDGED):
            idle.append(one)
    return silent, idle
