"""The stage itself for a preprint: its metadata, and nothing that a printer would ask for."""

from __future__ import annotations

from pathlib import Path

from scidraft_tex.files import publish, scratch
from scidraft_tex.finish.metadata import Metadata, finish, licence_url
from scidraft_tex.render.imprint import plain_words
from scidraft_tex.resolve.preprint import Preprint
from scidraft_tex.settings import Settings

__all__ = ["finish_preprint", "preprint_metadata"]


def preprint_metadata(preprint: Preprint, settings: Settings) -> Metadata:
    """Return what the PDF of PREPRINT says of itself."""
    note = preprint.book.notes[0]
    front = note.source.front
    licence = front.licence or settings.licence
    return Metadata(
        title=plain_words(note.title),
        authors=tuple(author.name for author in preprint.authors),
        subject=plain_words(note.inlines(front.summary)) if front.summary else "",
        keywords=front.keywords or front.tags,
        language=settings.language or "en",
        licence=licence,
        licence_url=licence_url(licence),
    )


def finish_preprint(
    pdf: Path | None, out: Path, preprint: Preprint, settings: Settings, epoch: int | None
) -> Path | None:
    """Write PDF to OUT with its metadata and return OUT.

    If there is no PDF nothing is written, and OUT stays as it was. Raises `OSError` for what cannot
    be written.
    """
    if pdf is None:
        return None
    with scratch("finish") as folder:
        finish(pdf, folder / "paper.pdf", preprint_metadata(preprint, settings), epoch=epoch)
        publish([(folder / "paper.pdf", out)])
    return out
