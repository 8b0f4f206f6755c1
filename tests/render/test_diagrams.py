from __future__ import annotations

from collections.abc import Iterable

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.render.diagrams import render_diagram
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.measure import Page
from scidraft_tex.render.prose import Prose

HERE = Place("note.md", 1)
PAGE = Page(text_width=361.35, text_height=602.25)  # 360 and 600 bp
PROSE = Prose(lambda _: "note", Formulas(lambda name: name, Diagnostics()))


def inline(nodes: Iterable[m.Inline]) -> str:
    return PROSE(nodes)


def caption(text: str, label: str = "") -> m.Caption:
    return m.Caption((m.Text(text),), HERE, label)


def test_diagrams() -> None:
    drawn = m.Diagram("graph", HERE, caption("C", "l"), "alt", "", "d.pdf", 400.0, 100.0)
    assert render_diagram(drawn, PAGE, inline) == (
        "\\begin{standingfigure}\n\\centering\n"
        "\\includegraphics[width=300.00bp,height=75.00bp,alt={alt}]{d.pdf}\n"
        "\\caption{C}\\label{l}\n\\end{standingfigure}"
    )
    high = m.Diagram("graph", HERE, caption("C"), "alt", "", "d.pdf", 100.0, 900.0)
    assert render_diagram(high, PAGE, inline).startswith("\\begin{figure}[htbp]\n")
    described = m.Diagram("graph", HERE, caption("C"), "alt", "long", "d.pdf", 10.0, 10.0)
    assert "alt={long}" in render_diagram(described, PAGE, inline)
    silent = m.Diagram("graph", HERE, caption("C"), file="d.pdf", width=10.0, height=10.0)
    assert "alt={C}" in render_diagram(silent, PAGE, inline)


def test_a_diagram_that_was_not_drawn_keeps_its_caption_over_its_source() -> None:
    found = render_diagram(m.Diagram("graph TD", HERE, caption("C", "l")), PAGE, inline)
    assert found.startswith("\\captionof{figure}{C}\\label{l}\n\\begin{listingblock}")
    assert "graph TD" in found
    bare = render_diagram(m.Diagram("graph TD", HERE), PAGE, inline)
    assert "\\caption" not in bare
