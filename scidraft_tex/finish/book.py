"""The stage itself for a book: its metadata, its pages made up, and what a printer asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.files import publish, scratch
from scidraft_tex.finish.imposition import booklet, pad_to_multiple, two_up
from scidraft_tex.finish.marks import add_crop_marks
from scidraft_tex.finish.metadata import Metadata, PageLayout, finish, licence_url
from scidraft_tex.lengths import POINTS_PER_INCH, tex_points
from scidraft_tex.render.imprint import keywords_of, plain_words, subject_of, title_of
from scidraft_tex.settings import Settings

__all__ = ["Finished", "book_metadata", "finish_book"]


@dataclass(frozen=True, slots=True)
class Finished:
    """The book's PDF, None if there is none, the PDFs for the printer beside it, and its pages."""

    pdf: Path | None
    beside: tuple[Path, ...] = ()
    pages: int = 0


def book_metadata(site: m.Site, settings: Settings) -> Metadata:
    """Return what the PDF of SITE says of itself; settings win over the site."""
    return Metadata(
        title=plain_words(title_of(site, settings)),
        authors=settings.authors or tuple(author.name for author in site.authors),
        subject=subject_of(settings),
        keywords=keywords_of(site, settings),
        language=settings.language or site.language or "en",
        licence=settings.licence,
        licence_url=licence_url(settings.licence),
        layout=PageLayout.TWO_PAGES if settings.profile == "print" else PageLayout.SINGLE_PAGE,
    )


def finish_book(
    pdf: Path | None, out: Path, site: m.Site, settings: Settings, epoch: int | None
) -> Finished:
    """Write PDF to OUT with its metadata, and what SETTINGS ask for beside it.

    All are made before any is put in its place. If there is no PDF nothing is written, and OUT
    stays as it was. Raises `OSError` for what cannot be written.
    """
    if pdf is None:
        return Finished(None)
    fixed = epoch is not None
    with scratch("finish") as folder:
        padded, book = folder / "padded.pdf", folder / "book" / out.name
        if settings.page_multiple > 1:
            pad_to_multiple(pdf, padded, settings.page_multiple, fixed=fixed)
            pdf = padded
        pages = finish(pdf, book, book_metadata(site, settings), epoch=epoch)
        made = (book, *_beside(book, settings, fixed=fixed))
        publish((path, out.with_name(path.name)) for path in made)
    return Finished(out, tuple(out.with_name(path.name) for path in made[1:]), pages)


def _beside(book: Path, settings: Settings, *, fixed: bool) -> Iterator[Path]:
    """Write the PDFs for the printer beside BOOK, each named after it, and yield them."""
    if settings.impose != "none":
        imposed = book.with_stem(f"{book.stem}-{settings.impose}")
        impose = booklet if settings.impose == "booklet" else two_up
        impose(book, imposed, fixed=fixed)
        yield imposed
    if settings.crop_marks:
        marked = book.with_stem(f"{book.stem}-marks")
        bleed = tex_points(settings.bleed) * 72 / POINTS_PER_INCH
        add_crop_marks(book, marked, bleed=bleed, fixed=fixed)
        yield marked
