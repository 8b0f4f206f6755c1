"""Figures and diagrams: in their column, across both, or on a page turned by a quarter."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.draw.scale import fit
from scidraft_tex.render import tex
from scidraft_tex.render.article.code import article_listing
from scidraft_tex.render.article.floats import Room, captioned, notes_and_caption, set_apart
from scidraft_tex.render.captions import Notes
from scidraft_tex.render.diagrams import READABLE, TYPE
from scidraft_tex.render.environments import command
from scidraft_tex.render.failures import missing_image
from scidraft_tex.render.figures import asked_width
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.walk import plain_text

__all__ = ["article_diagram", "article_figure"]

_HEIGHT = 0.75
"""How much of the page's height a picture may take, its caption left room."""
_SHRUNK = 0.62
"""How much an image is shrunk to a column before it goes across both."""
_EASY = 5.25
"""The size in pt of a diagram's letters from which it stays in its column."""
_BROAD = 1.8
"""How much wider than high an image is that profits from both columns."""
_POINTS = 72.27 / 72
_TURN = 1.25


def article_figure(figure: m.Figure, room: Room, inline: InlineRenderer) -> str:
    """Return FIGURE: one image, or a grid of them with captions of their own."""
    if len(figure.images) > 1 or figure.captions:
        return _grid(figure, room, inline)
    only = figure.images[0]
    name = "figure" if figure.caption and room.floats else ""
    wide = bool(name) and room.may_span and _asks_for_more(only, room.column)
    page = room.wide if wide else room.column if name else room.here
    below, text = notes_and_caption(figure.caption, room, inline)
    lines = [_image(only, page), *captioned(text, "" if name else "figure"), *below]
    return _placed(name, lines, wide=wide)


def _placed(name: str, lines: list[str], *, wide: bool = False) -> str:
    return set_apart(name, ["\\centering", *lines] if name else lines, wide=wide)


def _grid(figure: m.Figure, room: Room, inline: InlineRenderer) -> str:
    """Return FIGURE's images in rows of two or three, across both columns where there are two."""
    columns = 2 if len(figure.images) in {2, 4} else 3
    share = {2: 0.48, 3: 0.31}[columns]
    page = room.wide if room.may_span else room.column
    notes = Notes(inline, page.profile)
    lines: list[str] = ["\\centering"]
    for number, one in enumerate(figure.images):
        if number:
            lines.append("\\hfill" if number % columns else "\\par\\medskip")
        own = figure.captions[number] if number < len(figure.captions) else ()
        lines.append(f"\\begin{{subfigure}}[t]{{{share}\\textwidth}}")
        lines += ["\\centering", _image(one, page, share)]
        lines += [command("caption", notes.render(own))] if own else []
        lines.append("\\end{subfigure}")
    below, text = notes_and_caption(figure.caption, room, inline)
    lines += [*captioned(text), *notes.lines(), *below]
    return set_apart("figure", lines, wide=room.may_span)


def _image(node: m.Image, page: Page, share: float = 1.0) -> str:
    if not node.file:
        return missing_image(node)
    alt = plain_text(node.alt)
    width = _width(node, page, share)
    return _graphics(node.file, width, alt)


def _width(node: m.Image, page: Page, share: float) -> float | None:
    """Return how wide NODE comes out in pt, None where that is all of its measure."""
    room = share * page.text_width
    asked = asked_width(node.attributes.get("width"), page.font_size)
    if asked:
        length, relative = asked
        return min(length * room if relative else length, room)
    natural = _natural(node)
    if natural is None:
        return None
    return natural[0] * fit(*natural, room, _HEIGHT * page.text_height)


def _natural(node: m.Image) -> tuple[float, float] | None:
    """Return the size in pt that *draw* found an image to have, None for one it did not see."""
    width = float(node.attributes.get("natural-width", "0") or 0)
    height = float(node.attributes.get("natural-height", "0") or 0)
    return (width * _POINTS, height * _POINTS) if width else None


def _asks_for_more(node: m.Image, column: Page) -> bool:
    """Tell whether an image would be shrunk too much in a column."""
    asked = asked_width(node.attributes.get("width"), column.font_size)
    if asked:
        return not asked[1] and asked[0] > column.text_width / _SHRUNK
    width, height = _natural(node) or (0.0, 0.0)
    return column.text_width < _SHRUNK * width and width > _BROAD * height


def _graphics(file: str, width: float | None, alt: str) -> str:
    size = "width=\\linewidth" if width is None else f"width={width:.1f}pt"
    words = f",alt={{{tex.escape(' '.join(alt.split()))}}}" if alt else ""
    return f"\\includegraphics[{size}{words}]{{{file}}}"


def article_diagram(diagram: m.Diagram, room: Room, inline: InlineRenderer) -> str:
    """Return DIAGRAM as a figure; one that could not be drawn prints its source."""
    if not diagram.file:
        return _source(diagram, room, inline)
    below, text = notes_and_caption(diagram.caption, room, inline)
    wide = room.may_span and _letters(diagram, room.column) < _EASY
    turns = room.floats and _turns(diagram, room.wide)
    name = "figure" if room.floats and (diagram.caption or wide or turns) else ""
    page = room.wide if wide else room.column if name else room.here
    page = room.wide.turned() if turns else page
    width = diagram.width * _POINTS * _scale(diagram, page)
    alt = diagram.description or diagram.alt
    if not alt and diagram.caption:
        alt = plain_text(diagram.caption.children)
    picture = _graphics(diagram.file, width, alt)
    lines = [picture, *captioned(text, "" if name else "figure"), *below]
    if turns:
        name = "sidewaysfigure*" if room.two_columns else "sidewaysfigure"
        return "\n".join([f"\\begin{{{name}}}", "\\centering", *lines, f"\\end{{{name}}}"])
    return _placed(name, lines, wide=wide)


def _scale(diagram: m.Diagram, page: Page) -> float:
    """Return how much DIAGRAM is scaled on PAGE: its letters are no larger than those of code."""
    size = (diagram.width * _POINTS, diagram.height * _POINTS)
    own = page.code_size / TYPE
    return min(own, fit(*size, page.text_width, _HEIGHT * page.text_height))


def _letters(diagram: m.Diagram, page: Page) -> float:
    """Return the size of DIAGRAM's letters on PAGE in pt."""
    return TYPE * _scale(diagram, page) if diagram.width else TYPE


def _turns(diagram: m.Diagram, page: Page) -> bool:
    """Tell whether DIAGRAM is readable, or much more so, on a turned page alone."""
    upright = _letters(diagram, page)
    return upright < READABLE and _letters(diagram, page.turned()) > _TURN * upright


def _source(diagram: m.Diagram, room: Room, inline: InlineRenderer) -> str:
    """Return the source of DIAGRAM as a listing under the figure's caption."""
    listing = article_listing(m.Listing(diagram.source, "mermaid", diagram.place), room, inline)
    below, text = notes_and_caption(diagram.caption, room, inline)
    return "\n".join([*captioned(text, "figure"), listing, *below])
