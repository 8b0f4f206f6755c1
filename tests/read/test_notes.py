from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read import read_notes
from scidraft_tex.read.notes import front_strings, one_line
from scidraft_tex.read.pandoc import PandocError
from scidraft_tex.tools import Outcome, StandIn
from scidraft_tex.walk import blocks_of, inlines_of
from tests.helpers import Shell, read_texts
from tests.read.test_mask import NOTES


def read(shell: Shell, *texts: str) -> list[tuple[m.Block, ...]]:
    notes, _ = read_texts(list(texts), shell)
    return [note.blocks for note in notes]


def source(text: str, front: m.FrontMatter, path: str = "note.md") -> m.NoteSource:
    return m.NoteSource(path, "note", "", front, text, 1, "")


def test_notes_of_one_call_stay_apart(shell: Shell) -> None:
    one, empty, two = read(shell, "# A\n\na[^1]\n\n[^1]: x", "", "# A\n\nb[^1]\n\n[^1]: y")
    assert empty == ()
    assert [block.place for block in one] == [Place("0.md", 1), Place("0.md", 3)]
    assert [block.place for block in two] == [Place("2.md", 1), Place("2.md", 3)]
    footnotes = [
        node.children
        for blocks in (one, two)
        for node in inlines_of(blocks)
        if isinstance(node, m.Footnote)
    ]
    assert [[b.children for b in f if isinstance(b, m.Paragraph)] for f in footnotes] == [
        [(m.Text("x"),)],
        [(m.Text("y"),)],
    ]
    assert {b.identifier for b in (*one, *two) if isinstance(b, m.Heading)} == {"a"}


def test_places_of_nested_blocks_and_inlines(shell: Shell) -> None:
    (blocks,) = read(shell, "- a\n\n  > b `c`\n\n  ```x\n  d\n  ```\n")
    found = {type(block).__name__: block.place for block in blocks_of(blocks)}
    assert found == {
        "BulletList": Place("0.md", 1, 1),
        "Paragraph": Place("0.md", 3, 5),
        "Quote": Place("0.md", 3, 3),
        "Fence": Place("0.md", 5, 3),
    }
    (code,) = [node for node in inlines_of(blocks) if isinstance(node, m.Code)]
    assert code.place == Place("0.md", 3, 7)


def test_attribute_lines_belong_to_the_block_above_them(shell: Shell) -> None:
    text = (
        "| a |\n|---|\n| 1 |\n{#t .x}\n\nP\n{#p}\n\n- i\n\n  q\n  {#q}\n{#l}\n\n"
        "> b\n{#b}\n\nlast\n{#z}\n"
    )
    (blocks,) = read(shell, text)
    names: dict[str, str] = {}
    for block in blocks_of(blocks):
        if isinstance(block, m.Table):
            names[block.attributes.identifier] = "Table"
        if isinstance(block, m.Division):
            names[block.attributes.identifier] = type(block.children[0]).__name__
    assert names == {
        "t": "Table",
        "p": "Paragraph",
        "q": "Paragraph",
        "l": "BulletList",
        "b": "Quote",
        "z": "Paragraph",
    }


def test_an_attribute_line_above_belongs_to_the_block_below(shell: Shell) -> None:
    (blocks,) = read(shell, "a\n\n{.theorem}\n- b\n")
    assert isinstance(blocks[1], m.Division)
    assert isinstance(blocks[1].children[0], m.BulletList)


def test_lines_within_a_division_are_its_blocks_own(shell: Shell) -> None:
    text = "::: {.a x=1}\nP\n{.b x=2}\n\n::: {.c}\nQ\n:::\n{.d}\n:::\n{.e}\n"
    (blocks,) = read(shell, text)
    found = {
        block.attributes.classes: block.attributes.get("x")
        for block in blocks_of(blocks)
        if isinstance(block, m.Division)
    }
    assert found == {("b",): "2", ("c", "d"): "", ("a", "e"): "1"}


def test_a_heading_keeps_what_else_is_said_of_it(shell: Shell) -> None:
    (blocks,) = read(shell, "## A {#a .unnumbered .instructor time=10}\n\n## B\n")
    first, second = (block for block in blocks if isinstance(block, m.Heading))
    assert (first.identifier, first.numbered) == ("a", False)
    assert first.attributes == m.Attributes(classes=("instructor",), pairs=(("time", "10"),))
    assert second.attributes == m.NO_ATTRIBUTES


@pytest.mark.parametrize("block", ["$$\nx\n$$", "\\[ x \\]", "<p>x</p>", '{{< figure src="x" >}}'])
def test_a_line_under_what_has_no_attributes_withholds_it(shell: Shell, block: str) -> None:
    held, bare, other = read(
        shell, f"{block}\n{{.solution space=2cm}}\n", f"{block}\n", f"{block}\n{{.x}}\n"
    )
    (division,) = held
    assert isinstance(division, m.Division)
    assert division.fenced
    assert division.attributes == m.Attributes("", ("solution",), (("space", "2cm"),))
    assert [type(one) for one in division.children] == [type(one) for one in bare]
    assert [type(one) for one in other] == [type(one) for one in bare]


def test_code_and_links_may_be_gaps(shell: Shell) -> None:
    (blocks,) = read(shell, "`a`{.gap} `b`{.c} [d](e){.instructor} [f](g){.h} [i]{.gap}\n")
    spans = [node for node in inlines_of(blocks) if isinstance(node, m.Span)]
    assert [(s.attributes.classes, type(s.children[0])) for s in spans] == [
        (("gap",), m.Code),
        (("instructor",), m.Link),
        (("gap",), m.Text),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A.\n\n{.solution}\n\nB.\n", Place("0.md", 3, 1)),
        ("A.\n\n{.x}\n\nB.\n", None),
        ("A.\n{.solution}\n", None),
    ],
)
def test_a_line_that_withholds_nothing_is_told(
    shell: Shell, text: str, place: Place | None
) -> None:
    source = m.NoteSource("0.md", "0", "", m.FrontMatter(""), text, 1, "")
    said = read_notes([source], shell).diagnostics
    found = [item.place for item in said if item.code == "withheld-nothing"]
    assert found == ([] if place is None else [place])


def test_links_to_notes_by_shortcode(shell: Shell) -> None:
    (blocks,) = read(
        shell,
        '[a]({{< relref "x" >}}#b) [c]({{< ref "y#z" >}} "T") <a href=\'{{< ref "w" >}}\'>d</a>',
    )
    links = [node for node in inlines_of(blocks) if isinstance(node, m.Link)]
    assert [(link.target, link.title) for link in links] == [
        ("relref:x#b", ""),
        ("relref:y#z", "T"),
        ("relref:w", ""),
    ]


def test_tasks(shell: Shell) -> None:
    ((tasks,),) = read(shell, "- [ ] a\n- [x] *b*\n")
    assert isinstance(tasks, m.BulletList)
    assert [item.checked for item in tasks.items] == [False, True]


def test_an_item_of_several_blocks_is_no_task(shell: Shell) -> None:
    ((tasks,),) = read(shell, "- a\n  1. b\n- *c*\n  - d\n")
    assert isinstance(tasks, m.BulletList)
    assert [item.checked for item in tasks.items] == [None, None]


def test_ids_of_headings_with_formulas(shell: Shell) -> None:
    (blocks,) = read(
        shell, "## The \\(\\sigma\\)-algebra\n\n## The \\(\\sigma\\)-algebra\n\n## A {#b:c}\n"
    )
    assert [block.identifier for block in blocks if isinstance(block, m.Heading)] == [
        "the-sigma-algebra",
        "the-sigma-algebra-1",
        "b:c",
    ]


def test_strings_of_the_front_matter_are_read_like_the_body(shell: Shell) -> None:
    entry = m.Entry("math", "The \\(x\\)", "Cat *egory*", ("a  b",), "")
    front = m.FrontMatter("The $x_1$ of [it](/y/)", summary="Of\n`c`", entries=(entry,))
    (note,) = read_notes([source("body", front, "a.md")], shell).notes
    here = Place("a.md", 1)
    assert note.title == (
        m.Text("The "),
        m.Math("x_1", here),
        m.Text(" of "),
        m.Link("/y/", (m.Text("it"),), here),
    )
    assert note.inlines("Of `c`") == (m.Text("Of "), m.Code("c", here))
    assert note.inlines("Cat *egory*")[1] == m.Styled("emph", (m.Text("egory"),))
    assert note.inlines("a b") == (m.Text("a b"),)
    assert note.inlines("never seen") == (m.Text("never seen"),)


def test_front_strings_are_on_one_line() -> None:
    front = m.FrontMatter("a\n b", abstract="c")
    assert front_strings(front) == ["a b", "c"]
    assert one_line(" a \n\t b ") == "a b"


def test_pandocs_refusal_is_an_error() -> None:
    runner = StandIn({})
    command = "pandoc"
    runner = replace(runner, answers={command: Outcome(1, "", "no such reader", 0.0)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scidraft_tex.read.pandoc.program", lambda: command)
        with pytest.raises(PandocError, match="no such reader"):
            read_notes([source("a", m.FrontMatter("t"))], runner)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(NOTES, min_size=1, max_size=12))
@example(["- $$\n  a\n\n  b\n  $$", "&#xf0000; &#xf0001;", "<b>", "</b>", "<!--", "{.x}"])
@example(["\x00", "\r\n", "\ufeff", "\u2028", "- [ ]", "[^1]: a", "|a|\n|-|", ":::\n:::"])
def test_any_text_is_read_and_every_place_lies_in_it(texts: list[str]) -> None:
    notes, said = read_texts(texts, Shell())
    assert len(notes) == len(texts)
    places = [item.place for item in said if item.place]
    for note in notes:
        places += [block.place for block in blocks_of(note.blocks)]
        places += [
            node.place
            for node in inlines_of(note.blocks)
            if isinstance(node, m.Math | m.Code | m.Link | m.Image | m.Footnote | m.Citation)
        ]
    for place in places:
        lines = texts[int(place.file.removesuffix(".md"))].split("\n")
        assert 1 <= place.line <= len(lines)
        assert place.column >= 1
