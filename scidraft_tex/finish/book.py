"""The stage itself for a book: its metadata from the site and its settings, its pages made up."""

from __future__ import annotations

from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.finish.metadata import Metadata, PageLayout, finish, licence_url
from scidraft_tex.settings import Settings


def book_metadata(site: m.Site, settings: Settings) -> Metadata:
    """Return what the PDF of SITE says of itself; settings win over the site."""
    tags = {tag for note in site.notes for tag in note.front.keywords}
    return Metadata(
        title=settings.title or site.title,
        authors=settings.authors or tuple(author.name for author in site.authors),
        subject=settings.subtitle,
        keywords=tuple(sorted(tags)),
        language=settings.language or site.language or "en",
        licence=settings.licence,
        licence_url=licence_url(settings.licence),
        layout=PageLayout.TWO_PAGES if settings.profile == "print" else PageLayout.SINGLE_PAGE,
    )


def finish_book(
    pdf: Path | None, out: Path, site: m.Site, settings: Settings, epoch: int | None
) -> Path | None:
    """Write PDF to OUT with its metadata and return OUT; None, and OUT as it was, if there is none."""
    if pdf is None:
        return None
    out.parent.mkdir(parents=True, exist_ok=True)
    finish(pdf, out, book_metadata(site, settings), epoch=epoch)
    return out
