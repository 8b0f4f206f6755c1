"""What a book says of itself: its title and subtitle, what it is about, and its keywords."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.render.math_text import math_text
from scidraft_tex.settings import Settings
from scidraft_tex.walk import plain_text, rewrite_inlines

__all__ = ["keywords_of", "plain_words", "subject_of", "subtitle_of", "title_of"]


def title_of(site: m.Site, settings: Settings) -> tuple[m.Inline, ...]:
    """Return the title of SETTINGS, else SITE's, its Markdown and math read."""
    place = Place("book.yaml" if settings.title else "hugo.toml")
    return read_inline(settings.title or site.title, place)


def subtitle_of(settings: Settings) -> tuple[m.Inline, ...]:
    """Return the subtitle, its Markdown and math read."""
    return read_inline(settings.subtitle, Place("book.yaml"))


def plain_words(nodes: tuple[m.Inline, ...]) -> str:
    """Return the words of NODES as Unicode alone, formulas too, as metadata and bookmarks want."""

    def inline(node: m.Inline) -> tuple[m.Inline, ...]:
        return (m.Text(math_text(node.tex)),) if isinstance(node, m.Math) else (node,)

    return plain_text(rewrite_inlines(nodes, inline))


def keywords_of(site: m.Site, settings: Settings) -> tuple[str, ...]:
    """Return the keywords of SETTINGS as they stand, else those of SITE's notes in order."""
    own = {word for note in site.notes for word in note.front.keywords}
    return settings.keywords or tuple(sorted(own))


def subject_of(settings: Settings) -> str:
    """Return what the book is about, as plain text: the subject, else the subtitle."""
    return settings.subject or plain_words(subtitle_of(settings))
