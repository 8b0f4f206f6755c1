r"""Field values, which are LaTeX, as pybtex's rich text, and rich text as LaTeX.

pybtex would take a field for plain text with accents, and mangle its math. Here its strings hold
LaTeX throughout; rich text is for what it is good at: knowing how a text ends, and links.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from types import MappingProxyType

from pybtex.backends.latex import Backend
from pybtex.richtext import String, Text
from pybtex.style import FormattedBibliography, FormattedEntry

from scidraft_tex.resolve.bib_portable import portable

__all__ = ["environment", "rendered", "rich"]


class _LaTeX(String):  # type: ignore[misc]  # pybtex ships no types
    """LaTeX that is not taken apart: pybtex would join `{1}{2}` and drop `{}`."""

    def endswith(self, suffix: str | tuple[str, ...]) -> bool:
        """Whether what it prints ends with SUFFIX."""
        return bool(self.value.rstrip("{}").endswith(suffix))

    def _typeinfo(self) -> tuple[None, tuple[()]]:
        return None, ()


class _Writer(Backend):  # type: ignore[misc]
    """A backend whose strings are LaTeX already."""

    tags = MappingProxyType({**Backend.tags, "sc": "textsc"})

    def format_str(self, str_: str) -> str:
        """Return STR_ as it is."""
        return str_

    def write_prologue(self) -> None:
        """Begin the list; its widest label is its last number."""
        self.output(f"\\begin{{thebibliography}}{{{len(self.formatted_bibliography.entries)}}}")


def rich(latex: str) -> Text:
    """Return LATEX as rich text."""
    return Text(_LaTeX(portable(latex)))


def rendered(text: Text) -> str:
    """Return TEXT as LaTeX."""
    return str(text.render(_Writer("utf-8")))


def environment(items: Iterable[tuple[str, str, str]]) -> str:
    r"""Return the list of ITEMS (name, label, LaTeX), each a `\bibitem`."""
    entries = [FormattedEntry(name, String(text), label) for name, label, text in items]
    written = io.StringIO()
    _Writer("utf-8").write_to_stream(FormattedBibliography(entries, None), written)
    return written.getvalue()
