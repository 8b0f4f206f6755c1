"""What a book says of itself beside its title: what it is about, and its keywords."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.settings import Settings

__all__ = ["keywords_of", "subject_of"]


def keywords_of(site: m.Site, settings: Settings) -> tuple[str, ...]:
    """Return the keywords of SETTINGS as they stand, else those of SITE's notes in order."""
    own = {word for note in site.notes for word in note.front.keywords}
    return settings.keywords or tuple(sorted(own))


def subject_of(settings: Settings) -> str:
    """Return what the book is about: the subject, else the subtitle."""
    return settings.subject or settings.subtitle
