r"""Pseudocode as LaTeX: `algorithmic`, within the `algorithm` float if it has a caption.

The float is placed `[H]`, where it is said. One that is taller than a page could not break there,
so it is set between the same rules as text (`longalgorithm`), with the same counter and list.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.recognise.pseudocode_tex import guarded
from scidraft_tex.render.captions import CaptionText, Notes, caption_text
from scidraft_tex.render.environments import Block
from scidraft_tex.render.measure import InlineRenderer, Page, measure

_SCALES = {
    "tiny": 0.5,
    "scriptsize": 0.7,
    "footnotesize": 0.8,
    "small": 0.9,
    "large": 1.2,
    "Large": 1.44,
}
_NOWHERE = Place("")
_TALLEST = 0.9
"""A float that takes more of the page than this is set as text that may break."""

_PIECE = re.compile(r"\\.|[{}$]|[^\\{}$]+", re.DOTALL)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\{(?:cm|pt|em|[\d.]+(?:cm|pt|em))\})?|[{}$]")
_STARTS = re.compile(
    r"\\(?:Statex?|Require|Ensure|Input|Output|If|ElsIf|Else|EndIf|For(?:All|Each)?|EndFor|While|EndWhile"
    r"|Loop|EndLoop|Repeat|Until|Function|EndFunction|Procedure|EndProcedure)(?![A-Za-z])"
)


class Algorithmic(Block):
    """The lines of an algorithm; the option is the step of their numbers."""

    _latex_name = "algorithmic"


class AlgorithmFloat(Block):
    """An algorithm with a number, between rules."""

    _latex_name = "algorithm"


class LongAlgorithm(Block):
    """An algorithm with a number that breaks over pages; see `blocks.tex.j2`."""

    _latex_name = "longalgorithm"


class AlgorithmBlock(Block):
    """An algorithm without a number; see `blocks.tex.j2`."""

    _latex_name = "algorithmblock"


def render_algorithm(algorithm: m.Algorithm, page: Page, inline: InlineRenderer) -> str:
    """Return ALGORITHM as LaTeX for PAGE; INLINE renders its formulas and what is not ASCII."""
    body = [line for line in render_body(algorithm, inline).split("\n") if line.strip()]
    lines = str(Algorithmic(body, options=str(algorithm.lines) if algorithm.lines else ""))
    size = [f"\\{algorithm.size}"] if algorithm.size else []
    if algorithm.caption is None:
        return str(AlgorithmBlock([*size, lines]))
    notes = Notes(inline, page.profile)
    caption = caption_text(algorithm.caption, notes)
    if page.breakable and height(algorithm, page) > _TALLEST * page.text_height:
        return _long(caption, [*size, lines, *notes.lines()])
    return str(AlgorithmFloat([caption.command(), *size, lines, *notes.lines()], options="H"))


def _long(caption: CaptionText, lines: list[str]) -> str:
    head = caption.command("captionof", "algorithm")
    return str(LongAlgorithm(lines, arguments=[head]))


def render_body(algorithm: m.Algorithm, inline: InlineRenderer) -> str:
    """Return the body of ALGORITHM; INLINE renders its formulas and what is not ASCII."""
    parts: list[str] = []
    pieces = list(body_pieces(algorithm.body))
    count = sum(is_math for _, is_math in pieces)
    places = iter(algorithm.formulas if len(algorithm.formulas) == count else ())
    numbers = itertools.count()
    for piece, is_math in pieces:
        if is_math:
            place = next(places, None)
            origin = m.Origin(place) if place else None
            node: m.Inline = m.Math(piece, algorithm.place, origin=origin)
            if next(numbers) in algorithm.failing:
                node = m.InlineFailure(piece, algorithm.place)
            parts.append(inline((node,)))
        else:
            text = guarded(piece)
            parts.append(re.sub(r"[^\x00-\x7f]+", lambda found: inline((m.Text(found[0]),)), text))
    return "".join(parts)


def body_pieces(tex: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of TEX between and within dollar signs, and which are formulas.

    Dollar signs within the braces of a formula are its own.
    """
    piece: list[str] = []
    depth = 0
    inside = False
    for found in _PIECE.finditer(tex):
        mark = found.group()
        if mark == "$" and not depth:
            yield "".join(piece), inside
            piece, inside = [], not inside
            continue
        if inside:
            depth += (mark == "{") - (mark == "}")
        piece.append(mark)
    if piece:
        yield "".join(piece), inside


def height(algorithm: m.Algorithm, page: Page) -> float:
    """Return the estimated height of ALGORITHM in pt, with its rules and caption."""
    scale = _SCALES.get(algorithm.size, 1.0)
    room = page.text_width / (scale * page.font_size) - 2.5
    count = sum(_lines(statement, page, room) for statement in body_statements(algorithm.body))
    return count * scale * page.leading + 3 * page.leading


def body_statements(body: str) -> Iterator[str]:
    """Yield the statements of BODY, each to where the next begins."""
    starts = [found.start() for found in _STARTS.finditer(body)]
    for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
        yield body[start:end]


def _lines(statement: str, page: Page, room: float) -> int:
    nodes: list[m.Inline] = []
    for piece, is_math in body_pieces(statement):
        if is_math:
            nodes.append(m.Math(piece, _NOWHERE))
        else:
            nodes.append(m.Text(_COMMAND.sub("", piece)))
    return max(1, math.ceil(measure(nodes, page).natural / room))
