"""A book begun to be set while its diagrams are being drawn: they take as long as TeX's start.

It is rendered without them, and TeX reads its preamble and sets its outline. Notes without diagrams
are not rendered again, and what is made of the others is written over.
"""

from __future__ import annotations

from pathlib import Path

from scidraft_tex.cache import Cache
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.languages import Language
from scidraft_tex.render.book import render
from scidraft_tex.render.folder import write_folder
from scidraft_tex.render.kept import Kept
from scidraft_tex.render.look import look_of
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Ahead, silence, typeset_ahead

__all__ = ["set_undrawn"]


def set_undrawn(  # noqa: PLR0913, PLR0917 - what the stages about it know
    book: Book,
    language: Language,
    folder: Path,
    runner: Runner,
    kept: Kept,
    settings: Settings,
    formats: Cache,
    epoch: int | None,
) -> Ahead:
    """Begin to set BOOK, whose diagrams are not drawn yet, in FOLDER; return what waits for it."""
    look = look_of(book, settings, language, runner, Diagnostics())
    write_folder(folder, render(book, look, kept).files)
    return typeset_ahead(
        *(folder, "book", look.engine, runner),
        epoch=epoch,
        silent=silence(look.engine),
        most_pages=settings.limits.pages,
        formats=formats,
    )
