"""What both ways of drawing Mermaid share: its settings, and its complaints told in our lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

__all__ = [
    "STYLE",
    "Fault",
    "Renderer",
    "RendererUnavailableError",
    "configuration",
    "error_picture",
    "fault_from",
    "is_error_picture",
]

FONTS = "Liberation Sans, DejaVu Sans, sans-serif"
"""TrueType fonts, which Chromium embeds as they are; DejaVu has the symbols."""

STYLE = "svg { display: block; overflow: visible; } svg * { filter: none !important; }\n"
"""CSS of every drawing: what a filter touches would be a picture of pixels, text and all."""

_TYPES = (
    "flowchart", "sequence", "state", "class", "er", "gantt", "mindmap", "quadrantChart", "pie",
    "journey", "gitGraph", "timeline", "xyChart", "sankey", "block", "c4", "requirement", "packet",
    "kanban", "architecture", "radar", "treemap",
)  # fmt: skip
_GANTT_WIDTH = 800  # px; a gantt chart is as wide as it is told

_FRONT_MATTER = re.compile(r"\A-{3}[ \t]*\n.*?\n-{3}[ \t]*(?:\n|\Z)", re.DOTALL)
_DIRECTIVE = re.compile(r"%{2}\{.*?\}%{2}[ \t]*\n?", re.DOTALL)
_COMMENT = re.compile(r"^[ \t]*%%(?!\{)[^\n]*\n?", re.MULTILINE)
_LINE = re.compile(r"\b(?:Parse|Lexer|Lexical) error on line (\d+)", re.IGNORECASE)
_TRACE = re.compile(r"^\s*(?:at\s|File \"|\^+$|Traceback|The above exception|During handling)")
_SOURCE = re.compile(r"^Parser\.parseError|\(https?://|^\s*\w+(?:\.\w+)* \(https?://")
_ERROR_TEXT = re.compile(r"Syntax error.*mermaid version \d+\.\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a diagram cannot be drawn.

    `line` counts from 1 within the diagram's source, 0 where Mermaid names none; `detail` is what
    Mermaid said; `code` is that of the diagnostic.
    """

    message: str
    line: int = 0
    detail: str = ""
    code: str = "diagram-syntax"


class RendererUnavailableError(Exception):
    """A renderer does not work here at all; the text says why."""


class Renderer(Protocol):
    """A way to draw."""

    name: str
    """The program and its version, which is part of every drawing's key."""

    def draw(self, sources: Sequence[str], folder: Path) -> list[Path | Fault]:
        """Draw SOURCES to PDF files in FOLDER, in order; raises `RendererUnavailableError`."""
        ...


def configuration(theme: str, *, html_labels: bool = True) -> Mapping[str, object]:
    """Return Mermaid's settings for print.

    Drawings keep their natural width; formulas are set by KaTeX's own fonts (which are TrueType,
    other than a browser's for MathML); an error is an error and no picture of one. Without
    HTML_LABELS, labels are SVG text, for renderers that know no HTML.
    """
    kinds: dict[str, dict[str, object]] = {name: {"useMaxWidth": False} for name in _TYPES}
    kinds["gantt"]["useWidth"] = _GANTT_WIDTH
    kinds["gitGraph"]["rotateCommitLabel"] = False
    if not html_labels:
        for name in ("flowchart", "state", "class", "er"):
            kinds[name]["htmlLabels"] = False
        for name in ("journey", "timeline"):
            kinds[name]["textPlacement"] = "tspan"
    return {
        "theme": theme,
        "fontFamily": FONTS,
        "themeVariables": {"fontFamily": FONTS},
        "securityLevel": "strict",
        "deterministicIds": True,
        "suppressErrorRendering": True,
        "forceLegacyMathML": True,
        "htmlLabels": html_labels,
        "maxTextSize": 1_000_000,
        "maxEdges": 5_000,
        **kinds,
    }


def fault_from(source: str, said: str) -> Fault:
    """Return the fault that a renderer's output SAID tells of SOURCE, without its stack trace."""
    lines = [line.rstrip() for line in said.splitlines()]
    kept = [line for line in lines if line and not _TRACE.match(line) and not _SOURCE.search(line)]
    detail = "\n".join(kept).strip()
    detail = re.sub(r"^(?:\w*Error: )+(?:Mermaid rendering failed: )?(?:\w*Error: )*", "", detail)
    match = _LINE.search(detail)
    if not detail or 'selector "svg"' in detail:
        return Fault("Mermaid cannot read the diagram, and does not say where", 0, "")
    first = detail.splitlines()[0]
    if match is None:
        return Fault(f"Mermaid cannot draw the diagram: {first}", 0, detail)
    return Fault("Mermaid cannot read the diagram", _written_line(source, int(match[1])), detail)


def _written_line(source: str, line: int) -> int:
    """Return the line of SOURCE that Mermaid counts as LINE.

    Before it parses, Mermaid takes out front matter, directives and comment lines, and the blank
    lines above the first.
    """
    kept = list(range(1, source.count("\n") + 2))
    text = source
    for pattern in (_FRONT_MATTER, _DIRECTIVE, _COMMENT):
        for match in reversed(list(pattern.finditer(text))):
            first = text.count("\n", 0, match.start())
            del kept[first : first + match[0].count("\n")]
            text = text[: match.start()] + text[match.end() :]
    blank = text[: len(text) - len(text.lstrip())].count("\n")
    kept = kept[blank:]
    return kept[min(line, len(kept)) - 1] if kept else 1


def error_picture(source: str) -> bool:
    """Whether SOURCE asks for Mermaid's picture of an error, a bomb, by that diagram's name."""
    for pattern in (_FRONT_MATTER, _DIRECTIVE, _COMMENT):
        source = pattern.sub("", source)
    return source.split()[:1] == ["error"]


def is_error_picture(text: str) -> bool:
    """Whether TEXT, the words of a drawing, are those of Mermaid's picture of an error."""
    return _ERROR_TEXT.search(text) is not None
