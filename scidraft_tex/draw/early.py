"""Diagrams drawn while notes are still being read: a browser takes as long to start as pandoc runs.

What stands in fences of the notes' text is drawn into the cache, beside the rest of the build;
*draw* then finds it there. A fence that turns out to be no diagram has been drawn in vain, one that
is overlooked here is drawn when its turn comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.draw.book import draw_sources
from scidraft_tex.draw.diagrams import NOTHING_DRAWN, Drawn
from scidraft_tex.settings import Settings
from scidraft_tex.tools import Runner

__all__ = ["Early", "draw_early", "fenced_diagrams"]

_FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$")
_MERMAID = re.compile(r"\{?\.?mermaid\b")


class Early:
    """Drawing under way, if there is anything to draw."""

    def __init__(self, future: Future[Drawn] | None = None) -> None:
        self._future = future

    @property
    def under_way(self) -> bool:
        """Whether there is something that is not drawn yet."""
        return self._future is not None and not self._future.done()

    def drawn(self) -> Drawn:
        """Wait until all is drawn; what failed as a whole will be told of when it is drawn.

        Whatever that was: drawing ahead spares time, and is not to cost a book.
        """
        with suppress(Exception):
            return self._future.result() if self._future else NOTHING_DRAWN
        return NOTHING_DRAWN


def draw_early(
    notes: Iterable[m.NoteSource], cache: Path, runner: Runner, settings: Settings, jobs: int
) -> Early:
    """Begin to draw into CACHE the diagrams that stand in the text of NOTES."""
    sources = dict.fromkeys(text for note in notes for text in fenced_diagrams(note.text))
    if not sources or settings.diagrams.renderer == "none":
        return Early()
    diagrams = [m.Diagram(text, Place("")) for text in sources]
    pool = ThreadPoolExecutor(1)
    future = pool.submit(draw_sources, diagrams, cache, runner, settings, jobs)
    pool.shutdown(wait=False)
    return Early(future)


def fenced_diagrams(text: str) -> Iterator[str]:
    """Yield what stands in the Mermaid fences of TEXT that are in no list, quotation or fence."""
    mark, mermaid = "", False
    inner: list[str] = []
    for line in text.split("\n"):
        if not mark:
            found = _FENCE.match(line)
            if found:
                mark, mermaid = found["mark"], bool(_MERMAID.match(found["info"]))
                inner = []
        elif line.startswith(mark) and not line.strip(f"{mark[0]} \t"):
            if mermaid:
                yield "\n".join(inner)
            mark = ""
        else:
            inner.append(line)
