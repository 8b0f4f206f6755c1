"""Which formulas of a book TeX stops at, though nothing was found wrong in them before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.isolation.pieces import Piece, pieces_of
from scidraft_tex.isolation.places import place_in
from scidraft_tex.render.blocks import NoteWriter
from scidraft_tex.resolve.book import Book
from scidraft_tex.tools import Runner
from scidraft_tex.typeset.errors import error_diagnostic
from scidraft_tex.typeset.trial import Document, try_pieces

__all__ = ["failing_formulas"]

_KINDS = frozenset({"Math", "Display", "Formula"})


def failing_formulas(
    book: Book,
    writers: Callable[[m.Note], NoteWriter],
    folder: Path,
    root: str,
    engine: Engine,
    runner: Runner,
) -> Diagnostics:
    """Set each formula of BOOK alone, and return what TeX stops at, at the formulas' places.

    FOLDER holds the rendered book, `<root>.tex`: what `render` made, written by `write_folder`. For
    a book WRITERS are `book_writers(book, look)` of `render.book`. Formulas in which something was
    found wrong before TeX are told by `render`, and pass here. Raises `ToolMissingError`.
    """
    pieces: list[tuple[Piece, str]] = []
    for note in book.notes:
        writer = writers(note)
        opening = writer.macros.opening
        found = pieces_of(note, writer)
        pieces += [(piece, opening) for piece in found if piece.key.kind in _KINDS]
    document = Document(folder, root, engine, runner)
    trial = try_pieces(document, [piece.to_try(opening) for piece, opening in pieces])
    said = Diagnostics()
    for number, error in sorted(trial.errors.items()):
        piece = pieces[number][0]
        place = piece.key.place
        if isinstance(piece.node, m.Math | m.Display):
            place = place_in(piece.node, error)
        said.add(error_diagnostic(replace(error, file="", line=0), place))
    return said
