"""Figures: images that float with a caption, or stand where they are said without one."""

from __future__ import annotations

import re

from scidraft_tex import model as m
from scidraft_tex.draw.scale import fit
from scidraft_tex.render import tex
from scidraft_tex.render.captions import Notes, caption_text
from scidraft_tex.render.environments import Block, command
from scidraft_tex.render.failures import missing_image
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.walk import plain_text

_HEIGHT = 0.82
"""How much of the text block's height a figure may take, its caption left room."""

_LOW = 0.38
"""The share of the text block's height up to which a figure stands where it is said."""


class FigureBlock(Block):
    """A figure where it is said, or as near as its page allows."""

    _latex_name = "figure"


class StandingFigure(Block):
    """A figure exactly where it is said, after those that still float."""

    _latex_name = "standingfigure"


class CenterBlock(Block):
    """Something centred on lines of its own."""

    _latex_name = "center"


class Subfigure(Block):
    """One image of a grid."""

    _latex_name = "subfigure"


def render_figure(figure: m.Figure, page: Page, inline: InlineRenderer) -> str:
    """Return FIGURE: one image, or a grid of them with captions of their own."""
    if len(figure.images) == 1 and not figure.captions:
        only = figure.images[0]
        return captioned(
            [image(only, page, 1.0)], figure.caption, page, inline, height=_height(only, page)
        )
    notes = Notes(inline, page.profile)
    own = [caption_text(figure.caption, notes).command()] if figure.caption else []
    lines = ["\\centering", *_grid(figure, page, notes), *own, *notes.lines()]
    return str(FigureBlock(lines, options="htbp"))


def _grid(figure: m.Figure, page: Page, notes: Notes) -> list[str]:
    """Return the lines that set FIGURE's images in rows of two or three; NOTES go below all."""
    columns = 2 if len(figure.images) in {2, 4} else 3
    share = {2: 0.48, 3: 0.31}[columns]
    lines: list[str] = []
    for number, one in enumerate(figure.images):
        if number:
            lines.append("\\hfill" if number % columns else "\\par\\medskip")
        text = figure.captions[number] if number < len(figure.captions) else ()
        body = ["\\centering", image(one, page, share)]
        if text:
            body.append(command("caption", notes.render(text)))
        lines.append(str(Subfigure(body, options="t", arguments=[f"{share}\\textwidth"])))
    return lines


def captioned(
    lines: list[str],
    text: m.Caption | None,
    page: Page,
    inline: InlineRenderer,
    *,
    height: float | None = None,
) -> str:
    """Return LINES, HEIGHT bp high, as a figure with the caption TEXT, or centred without one.

    A low figure stands where it is said; a high one, or one of unknown height, floats.
    """
    if text is None:
        return str(CenterBlock(lines))
    body = ["\\centering", *lines, *caption(text, page, inline)]
    if height is not None and height <= _LOW * page.text_height:
        return str(StandingFigure(body))
    return str(FigureBlock(body, options="htbp"))


def caption(text: m.Caption | None, page: Page, inline: InlineRenderer) -> list[str]:
    """Return the lines of a figure's caption, its label, and its notes below."""
    if text is None:
        return []
    notes = Notes(inline, page.profile)
    return [caption_text(text, notes).command(), *notes.lines()]


def image(node: m.Image, page: Page, share: float) -> str:
    """Return an image no wider than SHARE of the measure, at the width its author asked for."""
    if not node.file:
        return missing_image(node)
    alt = plain_text(node.alt)
    asked = _asked_width(node.attributes.get("width"))
    if asked:
        return graphics(node.file, asked, alt)
    size = _natural_size(node)
    if size is None:
        return graphics(node.file, "width=\\linewidth", alt)
    width, height = fitted(*size, page, share)
    return graphics(node.file, f"width={width:.2f}bp,height={height:.2f}bp", alt)


def _natural_size(node: m.Image) -> tuple[float, float] | None:
    """Return the size in bp that *draw* found an image to have, None for one it did not see."""
    width = float(node.attributes.get("natural-width", "0") or 0)
    height = float(node.attributes.get("natural-height", "0") or 0)
    return (width, height) if width else None


def _height(node: m.Image, page: Page) -> float | None:
    """Return how high in bp an image comes out, None where only TeX will know."""
    size = _natural_size(node)
    if size is None or not node.file or _asked_width(node.attributes.get("width")):
        return None
    return fitted(*size, page)[1]


_WIDTH = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(?P<unit>%|px|cm|mm|in|pt|em)?")


_UNITS = {"px": 0.75 * 72.27 / 72, "cm": 72.27 / 2.54, "mm": 7.227 / 2.54, "in": 72.27, "pt": 1.0}


def asked_width(width: str, em: float) -> tuple[float, bool] | None:
    """Return an author's width in pt, EM being the size of the text; True for a share of the line.

    None if there is none, or it is not understood.
    """
    found = _WIDTH.fullmatch(width.strip().lower())
    if found is None:
        return None
    number, unit = float(found["number"]), found["unit"] or "px"
    if unit == "%":
        return min(number, 100) / 100, True
    return number * (em if unit == "em" else _UNITS[unit]), False


def _asked_width(width: str) -> str:
    r"""Return an author's width (`50%`, `300px`, `8cm`, `300`) as a key of `\includegraphics`."""
    found = _WIDTH.fullmatch(width.strip().lower())
    if found is None:
        return ""
    number, unit = float(found["number"]), found["unit"] or "px"
    if unit == "%":
        return f"width={min(number, 100) / 100:.3g}\\linewidth"
    length = f"{number * 0.75:.4g}bp" if unit == "px" else f"{number:.4g}{unit}"
    return f"width=\\smallerof{{{length}}}{{\\linewidth}}"


def fitted(width: float, height: float, page: Page, share: float = 1.0) -> tuple[float, float]:
    """Return WIDTH and HEIGHT (bp) scaled down to SHARE of the measure and the page's height."""
    points = 72 / 72.27
    room = (share * page.text_width * points, _HEIGHT * page.text_height * points)
    scale = fit(width, height, *room)
    return width * scale, height * scale


def graphics(file: str, options: str, alt: str) -> str:
    r"""Return `\includegraphics` of FILE with its alternative text."""
    words = f",alt={{{tex.escape(' '.join(alt.split()))}}}" if alt else ""
    return f"\\includegraphics[{options}{words}]{{{file}}}"
