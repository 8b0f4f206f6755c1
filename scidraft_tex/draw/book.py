"""The stage itself: a resolved book's diagrams and images to files beside its `.tex`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, Diagnostics
from scidraft_tex.draw.diagrams import NOTHING_DRAWN, Drawn, draw_diagrams
from scidraft_tex.draw.images import PreparedImage, prepare_image
from scidraft_tex.files import scratch
from scidraft_tex.guard import guarded
from scidraft_tex.resolve.book import Book
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner
from scidraft_tex.walk import blocks_of, nodes_of, rewrite_blocks

FIGURES = "figures"
"""The folder within the `.tex` folder that holds every drawn or prepared file."""


@dataclass(frozen=True, slots=True)
class DrawnBook:
    """A book whose diagrams and images name their files, and how many diagrams that took."""

    book: Book
    total: int
    distinct: int
    drawn: int
    cached: int
    diagnostics: Diagnostics


def draw_ahead(
    books: Sequence[Book], cache: Path, runner: Runner, settings: Settings, jobs: int
) -> None:
    """Draw the diagrams of several BOOKS into CACHE, so that one browser serves them all.

    What cannot be drawn is said when its own book is.
    """
    diagrams = [diagram for book in books for diagram in _diagrams(book)]
    if len(books) > 1 and diagrams:
        draw_sources(diagrams, cache, runner, settings, jobs)


def draw_sources(
    diagrams: Sequence[m.Diagram], cache: Path, runner: Runner, settings: Settings, jobs: int
) -> Drawn:
    """Draw DIAGRAMS into CACHE alone."""
    with scratch("diagrams") as folder:
        return _draw_diagrams(diagrams, folder, cache, runner, settings, jobs)


def draw_book(
    book: Book,
    folder: Path,
    cache: Path,
    runner: Runner,
    settings: Settings,
    jobs: int,
    early: Drawn = NOTHING_DRAWN,
) -> DrawnBook:
    """Return BOOK drawn into FOLDER; what cannot be drawn is reported and prints its source.

    In print pictures are grey, unless SETTINGS keep their colours. EARLY is what was drawn into
    CACHE before.
    """
    diagnostics = Diagnostics()
    drawn = _draw_diagrams(_diagrams(book), folder / FIGURES, cache, runner, settings, jobs, early)
    diagnostics.extend(drawn.diagnostics)
    images = _Images(Path(book.site.folder), folder, cache, runner, diagnostics, _in_grey(settings))

    def block(node: m.Block) -> Sequence[m.Block]:
        if not isinstance(node, m.Diagram):
            return (node,)
        drawing = drawn.drawings.get(node.source)
        if drawing is None:
            return (node,)
        file = f"{FIGURES}/{drawing.file}"
        return (replace(node, file=file, width=drawing.width, height=drawing.height),)

    def note(one: m.Note) -> m.Note:
        if not any(isinstance(node, m.Diagram | m.Image) for node in nodes_of(one.blocks)):
            return one
        return replace(one, blocks=rewrite_blocks(one.blocks, images.inline, block))

    parts = tuple(
        replace(
            part,
            chapters=tuple(
                replace(chapter, notes=tuple(note(one) for one in chapter.notes))
                for chapter in part.chapters
            ),
        )
        for part in book.parts
    )
    return DrawnBook(
        replace(book, parts=parts),
        drawn.total,
        drawn.distinct,
        drawn.drawn,
        drawn.cached,
        diagnostics,
    )


def _diagrams(book: Book) -> list[m.Diagram]:
    blocks = (block for note in book.notes for block in blocks_of(note.blocks))
    return [block for block in blocks if isinstance(block, m.Diagram)]


def _draw_diagrams(
    diagrams: Sequence[m.Diagram],
    folder: Path,
    cache: Path,
    runner: Runner,
    settings: Settings,
    jobs: int,
    early: Drawn = NOTHING_DRAWN,
) -> Drawn:
    return draw_diagrams(
        diagrams,
        folder,
        cache / "diagrams",
        runner,
        theme=settings.diagrams.theme,
        jobs=jobs,
        renderer=settings.diagrams.renderer,
        grey=_in_grey(settings),
        early=early,
    )


def _in_grey(settings: Settings) -> bool:
    return settings.profile == "print" and not settings.colour_figures


@dataclass
class _Images:
    """Prepares each image file once."""

    site: Path
    folder: Path
    cache: Path
    runner: Runner
    diagnostics: Diagnostics
    grey: bool
    done: dict[str, PreparedImage | Diagnostic | None] = field(default_factory=dict)

    def prepared(self, image: m.Image) -> PreparedImage | Diagnostic | None:
        """Return IMAGE in the folder, or what is wrong with it; None for a fault of ours."""
        prepare: Callable[[], PreparedImage | Diagnostic | None] = partial(
            prepare_image,
            self.site / image.source,
            self.folder / FIGURES,
            self.cache / "images",
            self.runner,
            grey=self.grey,
        )
        return guarded(prepare, lambda: None, image.place, self.diagnostics)

    def inline(self, node: m.Inline) -> Sequence[m.Inline]:
        if not isinstance(node, m.Image) or not node.source:
            return (node,)
        if node.source not in self.done:
            self.done[node.source] = self.prepared(node)
        made = self.done[node.source]
        if made is None:
            return (replace(node, title=node.title or node.source),)
        if isinstance(made, Diagnostic):
            self.diagnostics.add(replace(made, place=node.place))
            return (replace(node, title=node.title or node.source),)
        pairs = (
            *node.attributes.pairs,
            ("natural-width", f"{made.width:.2f}"),
            ("natural-height", f"{made.height:.2f}"),
        )
        attributes = replace(node.attributes, pairs=pairs)
        return (replace(node, file=f"{FIGURES}/{made.file}", attributes=attributes),)
