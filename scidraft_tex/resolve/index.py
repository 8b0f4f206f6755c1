"""Index terms: entries at their page, aliases as *see* entries, categories as headings."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.collation import sort_key
from scidraft_tex.read.notes import one_line
from scidraft_tex.walk import plain_text


def level(nodes: tuple[m.Inline, ...]) -> tuple[str, tuple[m.Inline, ...]]:
    """Return NODES as an index heading with the key it is sorted by."""
    return sort_key(plain_text(nodes)), nodes


def entry_marks(note: m.Note, entry: m.Entry) -> tuple[m.IndexMark, ...]:
    """Return the marks of ENTRY: its title at this page, under its category once more, and its aliases.

    An alias that is sorted like the title, or like another alias, is not repeated: the reader is there.
    """
    title = note.inlines(one_line(entry.title))
    head = level(title)
    marks = [m.IndexMark(entry.set_name, (head,))]
    if entry.category:
        category = note.inlines(one_line(entry.category))
        marks.append(m.IndexMark(entry.set_name, (level(category), head)))
    seen = {head[0]}
    for alias in entry.aliases:
        own = level(note.inlines(one_line(alias)))
        if own[0] not in seen:
            marks.append(m.IndexMark(entry.set_name, (own,), title, "see"))
            seen.add(own[0])
    return tuple(marks)
