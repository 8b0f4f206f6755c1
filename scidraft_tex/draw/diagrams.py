"""Mermaid diagrams to vector PDFs: each distinct one drawn once, and kept until it changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scidraft_tex.cache import user_cache
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.draw.cache import Cache, Entry, digest, key_digest, place
from scidraft_tex.draw.mermaid import (
    STYLE,
    Fault,
    Renderer,
    RendererUnavailableError,
    configuration,
    error_picture,
    is_error_picture,
)
from scidraft_tex.draw.mermaidx import Mermaidx, mermaidx_version
from scidraft_tex.draw.mmdc import Mmdc, find_browser, find_mmdc
from scidraft_tex.files import scratch
from scidraft_tex.model import Diagram
from scidraft_tex.settings import DiagramRenderer
from scidraft_tex.tools import Runner

__all__ = ["NOTHING_DRAWN", "Drawing", "Drawn", "draw_diagrams"]

_FORMAT = "1"
"""Counts up when what is done to a drawing changes, so that older entries of the cache miss."""

_INSTALL = (
    "install Node.js, mermaid-cli and Chromium (make setup), "
    "or what needs no browser: pip install 'scidraft-tex[browserless]'"
)
_ERROR_PICTURE = Fault("the diagram is Mermaid's own picture of an error", 1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn diagram: the file's name, and its natural size in pt."""

    file: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """What became of diagrams.

    `drawings` holds those that were drawn by their source. Of `total` diagrams, `distinct` differ;
    of these `drawn` were drawn now, and `cached` had been before. `fresh` are the sources of the
    former, and `faults` tells why others cannot be drawn.
    """

    drawings: Mapping[str, Drawing]
    total: int
    distinct: int
    drawn: int
    cached: int
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    fresh: frozenset[str] = frozenset()
    faults: Mapping[str, Fault] = field(default_factory=dict)


NOTHING_DRAWN = Drawn({}, 0, 0, 0, 0)


def draw_diagrams(  # noqa: PLR0913 - how to draw, each with its default
    diagrams: Sequence[Diagram],
    folder: Path,
    cache: Path,
    runner: Runner,
    theme: str = "neutral",
    jobs: int = 2,
    renderer: DiagramRenderer = "auto",
    *,
    grey: bool = False,
    early: Drawn = NOTHING_DRAWN,
) -> Drawn:
    """Draw DIAGRAMS to PDF files in FOLDER, by way of those kept in CACHE, JOBS at a time.

    What was drawn EARLY in the same build is in CACHE, or cannot be drawn.

    RENDERER `auto` is the browser, or mermaidx where there is none. With GREY they lose their
    colours. A diagram that cannot be drawn
    is reported at each place where it stands, and left out.
    """
    places: dict[str, list[Place]] = {}
    for diagram in diagrams:
        places.setdefault(diagram.source, []).append(diagram.place)
    store = Cache(cache, user_cache("diagrams", cache).folder)
    work = _Work(list(places), folder, store, runner, theme, places, grey, early)
    failures: list[str] = []
    for make in _renderers(runner, theme, jobs, renderer) if places else ():
        try:
            work.draw(make)
        except RendererUnavailableError as error:
            failures.append(f"{make.name}: {error}")
            continue
        break
    else:
        _report_no_tool(work, renderer, failures)
    count = len(work.fresh)
    return Drawn(
        *(work.drawings, len(diagrams), len(places), count, len(work.drawings) - count),
        *(work.diagnostics, frozenset(work.fresh), work.faults),
    )


def _renderers(
    runner: Runner, theme: str, jobs: int, renderer: DiagramRenderer
) -> Sequence[Renderer]:
    """Return the ways to draw that there are here, the best first."""
    found: list[Renderer] = []
    program, browser = find_mmdc(runner), find_browser(runner)
    if renderer in {"auto", "browser"} and program and browser:
        found.append(Mmdc(runner, program, browser, theme, jobs))
    version = mermaidx_version()
    if renderer in {"auto", "mermaidx"} and version and runner.find("rsvg-convert"):
        found.append(Mermaidx(runner, version, theme, jobs))
    return found


def _report_no_tool(work: _Work, renderer: DiagramRenderer, failures: list[str]) -> None:
    """Say once that diagrams are not drawn, unless that is as asked."""
    if not work.pending or renderer == "none":
        return
    where = work.places[work.pending[0]][0]
    count = len(work.pending)
    message = f"{count} Mermaid diagram{'s' if count > 1 else ''} cannot be drawn here"
    work.diagnostics.report("diagram-tool", message, where, _INSTALL, "\n".join(failures))


@dataclass(slots=True)
class _Work:
    """The diagrams still to draw, and those that are."""

    pending: list[str]
    folder: Path
    cache: Cache
    runner: Runner
    theme: str
    places: Mapping[str, list[Place]]
    grey: bool
    early: Drawn = NOTHING_DRAWN
    drawings: dict[str, Drawing] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)
    faults: dict[str, Fault] = field(default_factory=dict)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)

    def draw(self, renderer: Renderer) -> None:
        """Draw what is pending with RENDERER, or take it from the cache."""
        for source in list(self.pending):
            entry = self.cache.find(self._key(renderer, source), ".pdf")
            if entry is not None:
                self._take(renderer, source, entry)
                if source in self.early.fresh:
                    self.fresh.add(source)
            elif source in self.early.faults:
                self._report(source, self.early.faults[source])
        if not self.pending:
            return
        with scratch("diagrams") as place_:
            sources = list(self.pending)
            results = dict(zip(sources, renderer.draw(sources, place_), strict=True))
            for source, finished in self._finished(results):
                if isinstance(finished, Fault):
                    self._report(source, finished)
                else:
                    path, width, height = finished
                    key = self._key(renderer, source)
                    self.fresh.add(source)
                    self._take(renderer, source, self.cache.store(key, path, width, height))

    def _key(self, renderer: Renderer, source: str) -> dict[str, str]:
        settings = json.dumps(configuration(self.theme), sort_keys=True) + STYLE
        return {
            "source_sha256": digest(source.encode()),
            "theme": self.theme,
            "renderer": renderer.name,
            "settings_sha256": digest(settings.encode()),
            "format": _FORMAT,
        }

    def _finished(
        self, results: Mapping[str, Path | Fault]
    ) -> Iterator[tuple[str, tuple[Path, float, float] | Fault]]:
        """Yield each source with its page made fit to include, or its fault."""
        import pikepdf  # noqa: PLC0415  # what was drawn before does not pay for it

        from scidraft_tex.draw.page import finish_page  # noqa: PLC0415
        from scidraft_tex.draw.seen import see_pages  # noqa: PLC0415

        pages = [result for result in results.values() if isinstance(result, Path)]
        seen = dict(zip(pages, see_pages(pages, self.runner), strict=True))
        for source, drawn in results.items():
            if isinstance(drawn, Fault):
                yield source, drawn
            elif error_picture(source) or is_error_picture(seen[drawn].words):
                yield source, _ERROR_PICTURE
            else:
                path = drawn.with_name(f"{drawn.stem}-page.pdf")
                try:
                    yield source, (path, *finish_page(drawn, path, seen[drawn].ink))
                except pikepdf.PdfError as error:
                    message = "the drawing is no PDF that can be included"
                    yield source, Fault(message, 0, str(error))

    def _take(self, renderer: Renderer, source: str, entry: Entry) -> None:
        """Put ENTRY, drawn from SOURCE, into the folder."""
        name = f"{key_digest(self._key(renderer, source))}{'-grey' if self.grey else ''}.pdf"
        if self.grey:
            from scidraft_tex.draw.greys import grey_entry  # noqa: PLC0415  # brings pikepdf

            entry = grey_entry(entry, self.cache)
        place(entry.path, self.folder / name)
        self.drawings[source] = Drawing(name, entry.width, entry.height)
        self.pending.remove(source)

    def _report(self, source: str, fault: Fault) -> None:
        """Report FAULT wherever SOURCE stands: its lines count from the one below the fence."""
        self.faults[source] = fault
        self.pending.remove(source)
        for where in self.places[source]:
            at = Place(where.file, where.line + fault.line, 1 if fault.line else where.column)
            self.diagnostics.report(fault.code, fault.message, at, detail=fault.detail)
