"""Captions with notes, and their short forms for the lists."""

from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.render.captions import CaptionText, Notes, caption_text, letter, listed, split
from tests.render.latex import HERE, inline, note

URL = "https://example.org/a_b"


def test_letters_of_notes() -> None:
    assert [letter(n) for n in (1, 2, 26, 27, 52, 53)] == ["a", "b", "z", "aa", "az", "ba"]


def test_emphasis_is_closed_before_a_note_and_opened_after_it() -> None:
    mark = note("n")
    nodes = (m.Styled("emph", (m.Text("a"), mark, m.Text("b"))), m.LineBreak(), m.Text("c"))
    assert list(split(nodes)) == [
        (m.Styled("emph", (m.Text("a"),)),),
        mark,
        (m.Styled("emph", (m.Text("b"),)),),
        m.LineBreak(),
        (m.Text("c"),),
    ]


def test_a_note_within_quotation_marks_stands_behind_them() -> None:
    mark = note("n")
    nodes = (m.Quoted("double", (m.Text("a"), mark)), m.Text("."))
    assert list(split(nodes)) == [(m.Quoted("double", (m.Text("a"),)),), mark, (m.Text("."),)]


def test_notes_are_marked_and_kept() -> None:
    notes = Notes(inline)
    text = notes.render((m.Text("a"), note("one"), m.Text(" b"), note("two"), m.LineBreak()), "/")
    assert text == r"a\tablemark{a} b\tablemark{b}/"
    assert notes.lines() == [r"\tablenote{a}{one}", r"\tablenote{b}{two}"]


def test_a_note_of_several_blocks_is_one_text() -> None:
    blocks = (
        m.Paragraph((m.Text("See"),), HERE),
        m.Display("x^2", HERE),
        m.Listing("a  b\nc", "", HERE),
    )
    notes = Notes(inline)
    notes.mark(m.Footnote(blocks, HERE))
    assert notes.texts == [r"See $x^2$ \inlinecode{a\ b\ c}"]


def test_print_has_the_url_of_a_link_in_a_note() -> None:
    link = m.Link(URL, (m.Text("here"),), HERE)
    notes = Notes(inline, "print")
    assert notes.render((m.Text("see "), link)) == r"see here\tablemark{a}"
    assert notes.lines() == [r"\tablenote{a}{\url{https://example.org/a\_b}}"]
    bare = Notes(inline, "print")
    bare.render((m.Link(URL, (m.Text(URL),), HERE),))
    assert bare.lines() == []
    assert Notes(inline, "screen").render((link,)).startswith(r"\weblink")


def test_lists_print_no_notes_citations_links_or_breaks() -> None:
    nodes = (
        m.Text("A "),
        m.Styled("emph", (m.Link(URL, (m.Text("b"),), HERE), note("n"))),
        m.LineBreak(),
        m.Text("after "),
        m.Citation("cite", ("k",), HERE),
        m.Text("."),
    )
    assert listed(nodes) == (
        m.Text("A "),
        m.Styled("emph", (m.Text("b"),)),
        m.Text(" after."),
    )


def test_a_caption_has_a_short_form_only_if_it_differs() -> None:
    plain = caption_text(m.Caption((m.Text("One"),), HERE, "x:tab"), Notes(inline))
    assert plain == CaptionText("One", "", "x:tab")
    assert plain.command() == r"\caption{One}\label{x:tab}"
    noted = caption_text(m.Caption((m.Text("One"), note("n")), HERE), Notes(inline))
    assert noted.command() == r"\caption[{One}]{One\tablemark{a}}"
    assert noted.command("captionof", "table").startswith(r"\captionof{table}[{One}]")
