"""Fences: which are pseudocode, which diagrams, which folder trees, and which listings."""

from __future__ import annotations

import re
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.recognise.pseudocode import parse_pseudocode
from scidraft_tex.recognise.trees import is_tree, parse_tree

PSEUDOCODE = frozenset({"pseudo-algorithm", "pseudocode", "algorithm", "pseudo"})
DIAGRAMS = frozenset({"mermaid"})
TREES = frozenset(
    {"", "text", "txt", "plain", "plaintext", "bash", "sh", "shell", "console", "tree"}
)
MATH = frozenset({"math", "katex", "latex-math"})

_MERMAID_CAPTION = re.compile(
    r"^\s*%%\s*caption\s*:\s*(?P<text>.+?)\s*$", re.MULTILINE | re.IGNORECASE
)
_TITLE = re.compile(r"^\s*accTitle\s*:\s*(?P<text>.+?)\s*$", re.MULTILINE)
_DESCRIPTION = re.compile(
    r"^\s*accDescr\s*(?::\s*(?P<line>.+?)\s*$|\{(?P<block>[^}]*)\})", re.MULTILINE
)


def recognise_fence(fence: m.Fence, diagnostics: Diagnostics) -> m.Block:
    """Return what FENCE is; what cannot be read prints as a marked box."""
    language = fence.language.lower()
    if language in PSEUDOCODE:
        return _algorithm(fence, diagnostics)
    if language in DIAGRAMS:
        return diagram(fence)
    if language in MATH:
        place = fence.text_place
        first = Place(place.file, place.line + 1, place.column)
        return m.Display(fence.text, fence.place, m.Origin(first, place.column - 1))
    if language in TREES and is_tree(fence.text):
        return m.Tree(parse_tree(fence.text), fence.place, title_caption(fence))
    return m.Listing(
        fence.text,
        "" if language in {"text", "txt", "plain", "plaintext"} else language,
        fence.place,
        title_caption(fence),
        fence.attributes,
    )


def _algorithm(fence: m.Fence, diagnostics: Diagnostics) -> m.Block:
    algorithm, found = parse_pseudocode(fence.text, fence.text_place)
    diagnostics.extend(found)
    if algorithm is None:
        message = found[0].message if found else "the pseudocode cannot be read"
        return m.Failure(message, fence.text, fence.place)
    return replace(algorithm, place=fence.place)


def title_caption(fence: m.Fence) -> m.Caption | None:
    """Return the caption that the attributes `title` and `#id` of FENCE make, or None."""
    title = fence.attributes.get("title") or fence.attributes.get("caption")
    if not title and not fence.attributes.identifier:
        return None
    children = read_inline(title, fence.place)
    return m.Caption(children, fence.place, fence.attributes.identifier)


def diagram(fence: m.Fence) -> m.Diagram:
    """Return FENCE as a diagram with its caption and alternative text.

    The caption's comment line stays in the source (Mermaid passes over it), so that Mermaid's line
    numbers hold.
    """
    caption = None
    found = _MERMAID_CAPTION.search(fence.text)
    text = found["text"] if found else fence.attributes.get("title")
    if text or fence.attributes.identifier:
        children = read_inline(text or "", fence.place)
        caption = m.Caption(children, fence.place, fence.attributes.identifier)
    title = _TITLE.search(fence.text)
    described = _DESCRIPTION.search(fence.text)
    description = (described["line"] or described["block"] or "") if described else ""
    return m.Diagram(
        fence.text,
        fence.place,
        caption,
        title["text"] if title else "",
        " ".join(description.split()),
    )
