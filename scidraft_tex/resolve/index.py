"""Index terms: entries at their page, aliases as *see* entries, categories as headings."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.collation import article, sort_key
from scidraft_tex.read.notes import one_line
from scidraft_tex.walk import plain_text


def level(nodes: tuple[m.Inline, ...], language: str = "en") -> tuple[str, tuple[m.Inline, ...]]:
    """Return NODES as an index heading with the key it is sorted by.

    An article at its head goes to its end, as indexes have it: "Chain Rule, The".
    """
    nodes = inverted(nodes, language)
    return sort_key(plain_text(nodes), language), nodes


def inverted(nodes: tuple[m.Inline, ...], language: str) -> tuple[m.Inline, ...]:
    """Return NODES with an article of LANGUAGE moved from their head to their end."""
    if not nodes or not isinstance(nodes[0], m.Text):
        return nodes
    first = article(plain_text(nodes), language)
    if not first or not nodes[0].text.startswith(first + " "):
        return nodes
    rest = nodes[0].text[len(first) + 1 :].lstrip()
    capital = rest[:1].upper() + rest[1:]
    return (m.Text(capital), *nodes[1:], m.Text(f", {first}"))


def entry_marks(note: m.Note, entry: m.Entry, language: str = "en") -> tuple[m.IndexMark, ...]:
    """Return the marks of ENTRY: its title, once more under its category, and its aliases.

    An alias that is sorted like the title, or like another alias, is not repeated: the reader is
    there.
    """
    title = note.inlines(one_line(entry.title))
    head = level(title, language)
    marks = [m.IndexMark(entry.set_name, (head,))]
    if entry.category:
        category = note.inlines(one_line(entry.category))
        marks.append(m.IndexMark(entry.set_name, (level(category, language), head)))
    seen = {head[0]}
    for alias in entry.aliases:
        own = level(note.inlines(one_line(alias)), language)
        if own[0] not in seen:
            marks.append(m.IndexMark(entry.set_name, (own,), head[1], "see"))
            seen.add(own[0])
    return tuple(marks)
