"""Short strings of Markdown in arguments (captions, definitions), without a call of pandoc."""

from __future__ import annotations

import re
from typing import Literal, cast

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place

_PIECE = re.compile(
    r"\\\\?\((?P<paren>.+?)\\\\?\)|\$(?P<dollar>[^\s$](?:[^$]*[^\s$])?)\$(?!\d)"
    r"|`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|\*(?P<emph>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|\[(?P<text>[^\]]*)\]\((?P<url>[^)\s]+)\)"
    r"|\\(?P<cite>cite[pt]?)(?P<options>(?:\[[^\]]*\]){0,2})\{(?P<keys>[^}]*)\}",
    re.DOTALL,
)

_OPENING = re.compile(r"""(?<![^\s(\[—–])["'](?=\S)""")


def read_inline(text: str, place: Place | None = None) -> tuple[m.Inline, ...]:
    """Return TEXT with its math, code, emphasis, links and citations as inlines.

    This is for one-line arguments of shortcodes and fences; notes and front matter go through
    pandoc.
    """
    where = place or Place("")
    nodes: list[m.Inline] = []
    last = 0
    for found in _PIECE.finditer(text):
        if found.start() > last:
            nodes.append(m.Text(typographic(text[last : found.start()])))
        nodes.append(_node(found, where))
        last = found.end()
    if last < len(text):
        nodes.append(m.Text(typographic(text[last:])))
    return tuple(nodes)


def typographic(text: str) -> str:
    """Return TEXT with dashes, dots and quotation marks as Goldmark's typographer sets them."""
    for written, sign in (("---", "—"), ("--", "–"), ("...", "…")):
        text = text.replace(written, sign)
    opened = _OPENING.sub(lambda found: "“" if found.group() == '"' else "‘", text)
    return opened.replace('"', "”").replace("'", "’")


def _node(found: re.Match[str], place: Place) -> m.Inline:
    if found["paren"] or found["dollar"]:
        return m.Math(found["paren"] or found["dollar"], place)
    if found["code"]:
        return m.Code(found["code"], place)
    if found["strong"]:
        return m.Styled("strong", read_inline(found["strong"], place))
    if found["emph"]:
        return m.Styled("emph", read_inline(found["emph"], place))
    if found["url"]:
        return m.Link(found["url"], read_inline(found["text"], place), place)
    options = re.findall(r"\[([^\]]*)\]", found["options"])
    keys = tuple(key.strip() for key in found["keys"].split(",") if key.strip())
    command = cast("Literal['cite', 'citep', 'citet']", found["cite"])
    prenote = options[0] if len(options) > 1 else ""
    return m.Citation(command, keys, place, prenote, options[-1] if options else "")
