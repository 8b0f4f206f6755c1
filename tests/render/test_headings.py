"""Headings: what stays out of the contents, and where a line has to be begun."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics
from scidraft_tex.render.formulas import Formulas
from scidraft_tex.render.headings import HEADINGS, heading, line_for
from scidraft_tex.render.prose import Prose
from tests.render.latex import HERE, note

PROSE = Prose(lambda _: "n", Formulas(lambda name: f"note:{name}", Diagnostics()))
TITLE = m.Heading(1, (m.Text("A"),), HERE)
WORDS = m.Paragraph((m.Text("a"),), HERE)


def test_what_marks_a_place_stays_out_of_contents_and_bookmarks() -> None:
    nodes = (m.Text("On"), m.SoftBreak(), m.Math("x", HERE), note("n"))
    assert heading("section", nodes, PROSE, "l") == (
        "\\section[{On \\texorpdfstring{$x$}{x}}]{On $x$\\footnote{n}}\\label{l}"
    )
    assert heading("section", nodes[:1], PROSE, numbered=False) == "\\section*{On}"


def test_a_heading_that_begins_an_item_has_a_line_above_it() -> None:
    inner = m.Division(m.NO_ATTRIBUTES, (TITLE,), HERE)
    cases: list[list[m.Block]] = [[TITLE], [inner]]
    cases.append([m.Paragraph((m.Anchor("l"),), HERE), TITLE])
    for blocks in cases:
        assert line_for(blocks) == "\\leavevmode\n"
    assert line_for([m.Display("x", HERE), TITLE]) == ""
    assert line_for([]) == ""


def test_headings_are_six_deep() -> None:
    assert HEADINGS[0] == "chapter"
    assert len(set(HEADINGS)) == 6
