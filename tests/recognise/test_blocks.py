from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.recognise.blocks import (
    figures,
    split_displays,
    without_comments,
    without_hand_numbers,
    without_labelled,
)

HERE = Place("note.md", 1)
BELOW = Place("note.md", 3)
DISPLAY = m.Math("x", BELOW, display=True)


def p(*nodes: m.Inline) -> m.Paragraph:
    return m.Paragraph(nodes, HERE)


def test_displays_leave_their_paragraph() -> None:
    assert split_displays([p(m.Text("a"), m.SoftBreak(), DISPLAY, m.SoftBreak(), m.Text("b"))]) == (
        p(m.Text("a"), m.SoftBreak()),
        m.Display("x", BELOW),
        m.Paragraph((m.Text("b"),), BELOW, continued=True),
    )
    assert split_displays([p(DISPLAY)]) == (m.Display("x", BELOW),)
    assert split_displays([p(m.Math("x", HERE))]) == (p(m.Math("x", HERE)),)


def image(title: str = "", identifier: str = "") -> m.Image:
    return m.Image("a.png", (), HERE, title, m.Attributes(identifier))


def test_paragraphs_of_images_are_figures() -> None:
    assert figures([p(image())]) == (m.Figure((image(),), HERE),)
    titled = image("T", "f")
    assert figures([p(titled)]) == (
        m.Figure((titled,), HERE, m.Caption((m.Text("T"),), HERE, "f")),
    )
    assert figures([p(image("A"), m.SoftBreak(), image())]) == (
        m.Figure((image("A"), image()), HERE, None, ((m.Text("A"),), ())),
    )
    assert figures([p(image(), m.Text(" a"))]) == (p(image(), m.Text(" a")),)
    assert figures([p()]) == (p(),)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("1.2. Human Skills", "Human Skills"),
        ("1.2 Human", "Human"),
        ("1. Human", "Human"),
        ("IV. Human", "Human"),
        ("3D graphics", "3D graphics"),
        ("2026 in review", "2026 in review"),
        ("1.", "1."),
        ("A. Human", "A. Human"),
    ],
)
def test_hand_numbers(text: str, left: str) -> None:
    heading = m.Heading(2, (m.Text(text), m.Math("x", HERE)), HERE)
    (found,) = without_hand_numbers([heading])
    assert isinstance(found, m.Heading)
    assert found.children == (m.Text(left), m.Math("x", HERE))


def test_labels_to_leave_out() -> None:
    demo = p(m.Styled("strong", (m.Text("Demo note."),)), m.Text(" Words."))
    other = p(m.Styled("strong", (m.Text("Verify."),)), m.Text(" Words."))
    assert without_labelled([demo, other], ["demo NOTE"]) == (other,)
    assert without_labelled([demo, other], []) == (demo, other)


def test_comments() -> None:
    end = m.RawHtmlBlock("<!-- end -->", HERE)
    blocks = [m.RawHtmlBlock("<!-- a -->", HERE), end, m.RawHtmlBlock("<!-- pagebreak -->", HERE)]
    assert without_comments(blocks) == (
        end,
        m.Division(m.Attributes(classes=("pagebreak",)), (), HERE),
    )
