"""A book begun to be set before all of it is there: its preamble takes as long as its rendering.

TeX reads the preamble as soon as it is known what the book has. While diagrams are drawn the book
is rendered without them, and TeX sets its outline; notes without diagrams are not rendered again,
and what is made of the others is written over.
"""

from __future__ import annotations

from pathlib import Path

from scidraft_tex.cache import Cache
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.languages import Language
from scidraft_tex.render.book import frame_ahead, render
from scidraft_tex.render.folder import write_files, write_folder
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
    *,
    drawing: bool,
) -> Ahead:
    """Begin to set BOOK in FOLDER, whose diagrams are not drawn yet; return what waits for it.

    It is rendered without them if they are being drawn meanwhile. Raises `TemplateFaultError`.
    """
    look = look_of(book, settings, language, runner, Diagnostics())
    write_files(folder, frame_ahead(book, look))
    ahead = typeset_ahead(
        *(folder, "book", look.engine, runner),
        epoch=epoch,
        silent=silence(look.engine),
        most_pages=settings.limits.pages,
        formats=formats,
    )
    if drawing:
        write_folder(folder, render(book, look, kept).files)
        ahead.outline()
    return ahead
