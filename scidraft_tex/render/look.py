"""How a book is to look: all that its renderer is told beside the book."""

from __future__ import annotations

from dataclasses import dataclass

from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.engines import Engine
from scidraft_tex.glyphs import CharacterPreamble
from scidraft_tex.languages import Language, Quotes, Support, support_for
from scidraft_tex.render.engine import engine_for
from scidraft_tex.render.faces import Faces
from scidraft_tex.render.measure import Page
from scidraft_tex.render.papers import Profile, chosen_paper
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner

__all__ = ["Look", "look_of"]


@dataclass(frozen=True, slots=True)
class Look:
    """What the renderer is told beside the book.

    Settings, engine, what the scan of characters found, what TeX has for the language, and the
    faces, None for the book's own.
    """

    settings: Settings
    engine: Engine
    characters: CharacterPreamble = CharacterPreamble()  # noqa: RUF009  # frozen
    support: Support = Support()  # noqa: RUF009  # frozen
    faces: Faces | None = None

    @property
    def profile(self) -> Profile:
        """The profile as the frame knows it."""
        return Profile(self.settings.profile)

    @property
    def language(self) -> str:
        """The language whose articles the indexes pass over."""
        return self.settings.language or "en"

    @property
    def quotes(self) -> Quotes:
        """The quotation marks of the language."""
        return self.settings.spoken.quotes

    @property
    def page(self) -> Page:
        """The page that renderers measure by."""
        paper, margins = chosen_paper(self.settings, Diagnostics())
        layout = paper.layout(self.profile, margins)
        return Page(
            text_width=layout.text_width,
            text_height=layout.text_height,
            font_size=paper.font_size,
            profile=self.settings.profile,
            tables=self.settings.tables.default,
        )


def look_of(
    book: Book, settings: Settings, language: Language, runner: Runner, said: Diagnostics
) -> Look:
    """Return how BOOK is to look: its engine and what its characters ask for are found out."""
    setting = engine_for(book, settings, language, runner)
    said.extend(setting.diagnostics)
    support, found = support_for(language, setting.engine, runner)
    said.extend(found)
    return Look(settings, setting.engine, setting.characters, support, setting.faces)
