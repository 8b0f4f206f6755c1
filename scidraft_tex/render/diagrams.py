"""Diagrams as figures: as large as the text around them, turned where that alone is readable."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostic, diagnostic
from scidraft_tex.render.captions import Notes, caption_text
from scidraft_tex.render.figures import CenterBlock, captioned, fitted, graphics
from scidraft_tex.render.listings import render_listing
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.render.tables import turned
from scidraft_tex.walk import plain_text

TYPE = 12.0
"""The size of a diagram's letters as it is drawn, in pt: Mermaid's 16 pixels."""
SCALE = 0.75
"""What brings them to the size of a caption."""
READABLE = 4.5
"""The smallest letters that print, in pt."""


def render_diagram(diagram: m.Diagram, page: Page, inline: InlineRenderer) -> str:
    """Return DIAGRAM as a figure; one that could not be drawn prints its source."""
    if not diagram.file:
        return _source(diagram, page, inline)
    turns = must_turn(diagram, page)
    width, height = fitted(*_drawn_size(diagram), page.turned() if turns else page)
    alt = diagram.description or diagram.alt
    if not alt and diagram.caption:
        alt = plain_text(diagram.caption.children)
    graphic = graphics(diagram.file, f"width={width:.2f}bp,height={height:.2f}bp", alt)
    if not turns:
        return captioned([graphic], diagram.caption, page, inline, height=height)
    caption = diagram.caption
    lines = [graphic, *standing_caption(caption, page, inline)] if caption else [graphic]
    return turned(str(CenterBlock(lines)), "figure" if caption else "")


def _source(diagram: m.Diagram, page: Page, inline: InlineRenderer) -> str:
    """Return the source of DIAGRAM as a listing under the figure's caption."""
    listing = render_listing(m.Listing(diagram.source, "mermaid", diagram.place), page, inline)
    if diagram.caption is None:
        return listing
    return "\n".join([*standing_caption(diagram.caption, page, inline), listing])


def standing_caption(caption: m.Caption, page: Page, inline: InlineRenderer) -> list[str]:
    """Return the lines of a figure's caption outside of a float, and its notes."""
    notes = Notes(inline, page.profile)
    return [caption_text(caption, notes).command("captionof", "figure"), *notes.lines()]


def check_diagram(diagram: m.Diagram, page: Page) -> tuple[Diagnostic, ...]:
    """Return what to say of a DIAGRAM whose letters are too small however it is turned."""
    if not diagram.file:
        return ()
    size = max(type_size(diagram, page), type_size(diagram, page.turned()))
    if size >= READABLE:
        return ()
    message = f"the diagram's letters come out at {size:.1f} pt"
    return (diagnostic("diagram-small", message, place=diagram.place),)


def must_turn(diagram: m.Diagram, page: Page) -> bool:
    """Tell whether DIAGRAM is readable, or much more so, on a page in landscape alone."""
    upright = type_size(diagram, page)
    return upright < READABLE and type_size(diagram, page.turned()) > 1.25 * upright


def type_size(diagram: m.Diagram, page: Page) -> float:
    """Return the size in pt of the letters of DIAGRAM when it is fitted to PAGE."""
    if not diagram.width:
        return TYPE
    width, _ = fitted(*_drawn_size(diagram), page)
    return TYPE * width / diagram.width


def _drawn_size(diagram: m.Diagram) -> tuple[float, float]:
    return diagram.width * SCALE, diagram.height * SCALE
