"""Which engine sets the book: pdfLaTeX where it can, LuaLaTeX where a character needs it."""

from __future__ import annotations

from dataclasses import dataclass, field

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Settings


@dataclass(frozen=True, slots=True)
class Choice:
    """The engine, what its preamble must declare for the characters at hand, and what was said."""

    engine: Engine
    declarations: str = ""
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def choose_engine(book: Book, settings: Settings) -> Choice:
    """Return the engine that SETTINGS ask for, or the one that the characters of BOOK need."""
    asked = settings.engine
    return Choice(Engine.PDFLATEX if asked == "auto" else Engine(asked))
