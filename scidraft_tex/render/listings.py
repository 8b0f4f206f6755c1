r"""Listings as LaTeX: highlighted here, set verbatim by fancyvrb, no shell escape.

Lines that are too long are broken here, with a mark that the frame draws, so that none leaves the
page. A drawing made of characters is not broken but set smaller: broken, it would be none. Listings
break over pages, though not after their first line nor before their last. Only a caption steps the
counter.
"""

from __future__ import annotations

import re

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.render.captions import Notes, caption_text
from scidraft_tex.render.code_chars import clean, encode_text, width
from scidraft_tex.render.code_lines import PrintedLine, break_line
from scidraft_tex.render.environments import Block
from scidraft_tex.render.highlight import highlight, known_language, language_names
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.spelling import did_you_mean

_DRAWING = re.compile(r"[\u2500-\u259f\u25b2-\u25c5]|^\s*[+|/\\].*[|/\\+]\s*$", re.MULTILINE)
_SMALLEST = 0.55
_TALLEST = 0.9

SHORT = 8
"""A listing or a tree of no more lines than this is not broken over pages."""


class CodeLines(Block):
    """The lines of a listing, verbatim; the option is fancyvrb's."""

    _latex_name = "codelines"


class ListingBlock(Block):
    """A listing or a folder tree with its caption and notes; see `blocks.tex.j2`."""

    _latex_name = "listingblock"


def render_listing(listing: m.Listing, page: Page, inline: InlineRenderer) -> str:
    """Return LISTING as LaTeX for PAGE; INLINE renders its caption."""
    return listing_block(code(listing, page), listing.caption, page, inline)


def listing_block(body: str, caption: m.Caption | None, page: Page, inline: InlineRenderer) -> str:
    """Return BODY with CAPTION above it, and the caption's footnotes below."""
    if caption is None:
        return str(ListingBlock([body]))
    notes = Notes(inline, page.profile)
    head = caption_text(caption, notes).command("captionof", "listing")
    return str(ListingBlock([head, body, *notes.lines()]))


def check_listing(listing: m.Listing) -> tuple[Diagnostic, ...]:
    """Return a `language-unknown` diagnostic if LISTING's language cannot be highlighted."""
    if known_language(listing.language):
        return ()
    message = f"the language {listing.language!r} is not known"
    hint = did_you_mean(listing.language, language_names())
    return (diagnostic("language-unknown", message, place=listing.place, hint=hint),)


def code(listing: m.Listing, page: Page) -> str:
    """Return the lines of LISTING as LaTeX, none longer than PAGE is wide."""
    text = trimmed(clean(listing.text))
    columns = page.code_columns
    longest = max(map(width, text.split("\n")))
    drawing = is_drawing(listing, text)
    options: list[str] = []
    scale = 1.0
    if drawing and longest > columns:
        scale = max(_SMALLEST, columns / longest)
        options.append(f"fontsize={{\\codesize{{{int(page.code_size * scale * 10) / 10:g}}}}}")
        columns = max(columns, int(columns / scale))
    lines = [
        render_line(printed)
        for line in highlight(text, listing.language)
        for printed in break_line(line, columns)
    ]
    fits = len(lines) * page.code_leading * scale < _TALLEST * page.text_height
    if len(lines) <= SHORT or (drawing and fits):
        options.append("samepage=true")
    return str(CodeLines(lines, options=", ".join(options)))


def is_drawing(listing: m.Listing, text: str) -> bool:
    """Tell whether TEXT, that of LISTING, is a drawing made of characters."""
    return not listing.language and _DRAWING.search(text) is not None


def trimmed(text: str) -> str:
    """Return TEXT without blank lines at either end."""
    return re.sub(r"\A(?:[ ]*\n)+|\s+\Z", "", text)


def render_line(line: PrintedLine) -> str:
    r"""Return LINE as it is written between `\begin{codelines}` and `\end{codelines}`."""
    parts = [" " * line.indent + r"\codehook{}" if line.continues else ""]
    for kind, text in line.pieces:
        encoded = encode_text(text)
        parts.append(f"\\code{kind}{{{encoded}}}" if kind else encoded)
    return "".join(parts)
