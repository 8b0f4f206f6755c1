"""A document that is to be set, with what can be done about it, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.isolation.nodes import Key
from scidraft_tex.render.blocks import NoteWriter
from scidraft_tex.render.book import Rendered
from scidraft_tex.resolve.book import Book
from scidraft_tex.tools import Runner
from scidraft_tex.typeset import Typeset

__all__ = ["Printed", "Printing", "Setter"]


class Setter(Protocol):
    """What sets what was written, up to a pass that meets errors if told so."""

    def __call__(self, *, stop_at_errors: bool) -> Typeset:
        """Return what it came to."""
        ...


@dataclass(frozen=True, slots=True)
class Printing:
    """A document to be set, `<root>.tex` of `folder`, and how.

    `rendered` is the book as it is. `render` renders another, `writers` tells what renders each
    note of one, `write` writes files, and `typeset` sets what was written. `texts` are the notes'
    files by name, of which boxes show nothing that may be `withheld` from readers.
    """

    book: Book
    folder: Path
    root: str
    engine: Engine
    runner: Runner
    texts: Mapping[str, str]
    rendered: Rendered
    render: Callable[[Book], Rendered]
    write: Callable[[Mapping[str, str]], object]
    writers: Callable[[Book], Callable[[m.Note], NoteWriter]]
    typeset: Setter
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What became of a document: its book with the boxes, as rendered, as set.

    `condemned` is what is boxed, and `told` what is said of it; `diagnostics` are all that was
    said, that among them.
    """

    book: Book
    rendered: Rendered
    typeset: Typeset
    condemned: tuple[Key, ...]
    told: tuple[Diagnostic, ...]
    diagnostics: Diagnostics
