"""Figures: images and diagrams, floating with a caption or standing where they are said without one."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.render import tex
from scidraft_tex.render.captions import Notes, caption_text
from scidraft_tex.render.environments import Block, command
from scidraft_tex.render.listings import render_listing
from scidraft_tex.render.measure import InlineRenderer, Page
from scidraft_tex.walk import plain_text

_HEIGHT = 0.82
"""How much of the text block's height a figure may take, its caption left room."""


class FigureBlock(Block):
    """A figure where it is said, or as near as its page allows."""

    _latex_name = "figure"


class CenterBlock(Block):
    """Something centred on lines of its own."""

    _latex_name = "center"


class Subfigure(Block):
    """One image of a grid."""

    _latex_name = "subfigure"


def render_diagram(diagram: m.Diagram, page: Page, inline: InlineRenderer) -> str:
    """Return DIAGRAM as a figure; one that could not be drawn prints its source."""
    if not diagram.file:
        listing = m.Listing(diagram.source, "mermaid", diagram.place, None)
        return render_listing(listing, page, inline)
    width, height = fitted(diagram.width, diagram.height, page)
    alt = diagram.description or diagram.alt
    if not alt and diagram.caption:
        alt = plain_text(diagram.caption.children)
    graphic = graphics(diagram.file, f"width={width:.2f}bp,height={height:.2f}bp", alt)
    return _captioned([graphic], diagram.caption, inline)


def render_figure(figure: m.Figure, page: Page, inline: InlineRenderer) -> str:
    """Return FIGURE: one image, or a grid of them with captions of their own."""
    if len(figure.images) == 1 and not figure.captions:
        return _captioned([image(figure.images[0], page, 1.0)], figure.caption, inline)
    columns = 2 if len(figure.images) in {2, 4} else 3
    share = {2: 0.48, 3: 0.31}[columns]
    lines = []
    for number, one in enumerate(figure.images):
        text = figure.captions[number] if number < len(figure.captions) else ()
        body = ["\\centering", image(one, page, share, within="\\linewidth")]
        if text:
            body.append(command("caption", inline(text)))
        lines.append(str(Subfigure(body, options="t", arguments=[f"{share}\\textwidth"])))
        last = number == len(figure.images) - 1
        lines.append(
            "" if last else "\\par\\medskip" if number % columns == columns - 1 else "\\hfill"
        )
    return str(
        FigureBlock(
            ["\\centering", *filter(None, lines), *caption(figure.caption, inline)], options="htbp"
        )
    )


def _captioned(lines: list[str], text: m.Caption | None, inline: InlineRenderer) -> str:
    if text is None:
        return str(CenterBlock(lines))
    body = ["\\centering", *lines, *caption(text, inline)]
    return str(FigureBlock(body, options="htbp"))


def caption(text: m.Caption | None, inline: InlineRenderer) -> list[str]:
    """Return the lines of a figure's caption, its label, and its notes below."""
    if text is None:
        return []
    notes = Notes(inline)
    made = caption_text(text, notes)
    line = command("caption", made.full, option=made.short)
    if text.label:
        line += command("label", text.label)
    return [line, *notes.lines()]


def image(node: m.Image, page: Page, share: float, within: str = "\\linewidth") -> str:
    """Return an image no wider than SHARE of the measure, at the width its author asked for."""
    if not node.file:
        return command("missingimage", tex.escape(node.title or node.source))
    alt = plain_text(node.alt)
    asked = _asked_width(node.attributes.get("width"), within)
    if asked:
        return graphics(node.file, asked, alt)
    natural_width = float(node.attributes.get("natural-width", "0") or 0)
    natural_height = float(node.attributes.get("natural-height", "0") or 0)
    if not natural_width:
        return graphics(node.file, f"width={within}", alt)
    width, height = fitted(natural_width, natural_height, page, share)
    return graphics(node.file, f"width={width:.2f}bp,height={height:.2f}bp", alt)


def _asked_width(width: str, within: str) -> str:
    """Return an author's width (`50%`, `300px`, `8cm`, `300`) as a key of `\\includegraphics`."""
    text = width.strip().lower()
    if text.endswith("%") and text[:-1].replace(".", "", 1).isdigit():
        return f"width={min(float(text[:-1]), 100) / 100:.3g}{within}"
    number = text.removesuffix("px")
    if number.replace(".", "", 1).isdigit():
        return f"width=\\smallerof{{{float(number) * 0.75:.4g}bp}}{{{within}}}"
    if text[:-2].replace(".", "", 1).isdigit() and text[-2:] in {"cm", "mm", "in", "pt", "em"}:
        return f"width=\\smallerof{{{text}}}{{{within}}}"
    return ""


def fitted(width: float, height: float, page: Page, share: float = 1.0) -> tuple[float, float]:
    """Return WIDTH and HEIGHT (bp) scaled down, never up, to SHARE of the measure and the page's height."""
    points = 72 / 72.27
    scale = min(
        1.0,
        share * page.text_width * points / width if width else 1.0,
        _HEIGHT * page.text_height * points / height if height else 1.0,
    )
    return width * scale, height * scale


def graphics(file: str, options: str, alt: str) -> str:
    r"""Return `\includegraphics` of FILE with its alternative text."""
    words = f",alt={{{tex.escape(' '.join(alt.split()))}}}" if alt else ""
    return f"\\includegraphics[{options}{words}]{{{file}}}"
