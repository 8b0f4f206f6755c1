from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.kinds import KINDS, by_name
from scidraft_tex.walk import (
    blocks_of,
    inlines_of,
    nodes_of,
    plain_text,
    rewrite_blocks,
    rewrite_inlines,
)

HERE = Place("note.md", 1)
NAMES = iter(range(1000))


def t() -> tuple[m.Inline, ...]:
    """Return one text that no other is."""
    return (m.Text(f"t{next(NAMES)}"),)


def p() -> m.Paragraph:
    return m.Paragraph(t(), HERE)


def everything() -> tuple[m.Block, ...]:
    """Return every sort of block that holds inlines or blocks, its texts numbered as made."""
    image = m.Image("a.png", t(), HERE)
    return (
        m.Paragraph(
            (
                *t(),
                m.Styled("emph", t()),
                m.Quoted("double", t()),
                m.Link("u", t(), HERE),
                m.Span(m.NO_ATTRIBUTES, t()),
                m.CrossReference("l", "", t()),
                image,
                m.Footnote((p(),), HERE),
                m.Gap("g1", t()),
            ),
            HERE,
        ),
        m.Heading(2, t(), HERE),
        m.BulletList((m.ListItem((p(),)), m.ListItem((p(),))), HERE),
        m.OrderedList((m.ListItem((p(),)),), HERE),
        m.DefinitionList(((t(), ((p(),), (p(),))),), HERE),
        m.Quote((p(),), HERE),
        m.Division(m.NO_ATTRIBUTES, (p(),), HERE),
        m.ShortcodeBlock(m.Shortcode("x", (), (), HERE), (p(),), HERE),
        m.Result(by_name(KINDS)["Lemma"], t(), (p(),), HERE),
        m.Table(
            ("left",),
            ((m.Cell(t(), HERE),),),
            ((m.Cell(t(), HERE),),),
            HERE,
            caption=m.Caption(t(), HERE),
        ),
        m.Algorithm("", HERE, m.Caption(t(), HERE)),
        m.Listing("", "", HERE, m.Caption(t(), HERE)),
        m.Tree((), HERE, m.Caption(t(), HERE)),
        m.Diagram("", HERE, m.Caption(t(), HERE)),
        m.Figure((m.Image("b.png", t(), HERE),), HERE, m.Caption(t(), HERE), (t(),)),
        m.Glossary((m.GlossaryTerm(t(), t(), HERE),), HERE),
        m.Marked(HERE, "h1", (p(),), "proofs"),
        m.Moved(HERE, "h2", (p(),), "hints"),
    )


def numbers(blocks: Iterable[m.Block]) -> list[int]:
    return [int(node.text[1:]) for node in inlines_of(blocks) if isinstance(node, m.Text)]


def test_every_inline_is_reached_in_reading_order() -> None:
    start = next(NAMES)
    blocks = everything()
    end = next(NAMES)
    found = numbers(blocks)
    assert sorted(found) == list(range(start + 1, end))
    image, paragraph = found[6], [*found[:6], found[7]]
    assert (image, paragraph) == (start + 1, list(range(start + 2, start + 9)))
    assert found[8:] == sorted(found[8:])


def test_every_inline_can_be_rewritten() -> None:
    def shout(node: m.Inline) -> Iterable[m.Inline]:
        yield replace(node, text="!") if isinstance(node, m.Text) else node

    done = rewrite_blocks(everything(), shout)
    texts = {node.text for node in inlines_of(done) if isinstance(node, m.Text)}
    assert texts == {"!"}


def test_rewriting_to_the_same_changes_nothing() -> None:
    blocks = everything()
    assert rewrite_blocks(blocks) == blocks


def test_inlines_can_become_none_or_several() -> None:
    def double(node: m.Inline) -> Iterable[m.Inline]:
        return () if isinstance(node, m.SoftBreak) else (node, node)

    nodes = (m.Text("a"), m.SoftBreak(), m.Styled("emph", (m.Text("b"),)))
    styled = m.Styled("emph", (m.Text("b"), m.Text("b")))
    assert rewrite_inlines(nodes, double) == (m.Text("a"), m.Text("a"), styled, styled)


def test_blocks_in_footnotes_are_blocks() -> None:
    footnote = m.Footnote((m.ThematicBreak(HERE),), HERE)
    blocks = [m.Paragraph((footnote,), HERE)]
    assert [type(block).__name__ for block in blocks_of(blocks)] == ["ThematicBreak", "Paragraph"]
    done = rewrite_blocks(
        blocks, block=lambda block: () if isinstance(block, m.ThematicBreak) else (block,)
    )
    assert done == (m.Paragraph((m.Footnote((), HERE),), HERE),)


def test_children_come_before_what_holds_them() -> None:
    inner, outer = p(), m.NO_ATTRIBUTES
    quote = m.Quote((m.Division(outer, (inner,), HERE),), HERE)
    assert [type(block).__name__ for block in blocks_of([quote])] == [
        "Paragraph",
        "Division",
        "Quote",
    ]


def test_plain_text() -> None:
    nodes = (
        m.Text("a"),
        m.SoftBreak(),
        m.Gap("g1", (m.Code("c", HERE),)),
        m.LineBreak(),
        m.Math("x^2", HERE),
        m.Styled("strong", (m.Text("s"),)),
        m.Quoted("double", (m.Text("q"),)),
        m.Quoted("single", (m.Text("q"),)),
        m.Link("u", (m.Text("l"),), HERE),
        m.Image("i", (m.Text("alt"),), HERE),
        m.Footnote((p(),), HERE),
        m.Citation("cite", ("k",), HERE),
        m.Anchor("x"),
    )
    assert plain_text(nodes) == "a c x^2s“q”‘q’lalt"


def test_a_walk_meets_what_a_rewrite_would_in_its_order() -> None:
    mark = m.IndexMark("i", (("k", t()), ("", t())), t())
    nodes = (*everything(), m.Paragraph((mark, *t()), HERE), m.ThematicBreak(HERE))
    met_blocks: list[m.Block] = []
    met_inlines: list[m.Inline] = []
    met: list[m.Block | m.Inline] = []

    def inline(node: m.Inline) -> tuple[m.Inline, ...]:
        met_inlines.append(node)
        met.append(node)
        return (node,)

    def block(node: m.Block) -> tuple[m.Block, ...]:
        met_blocks.append(node)
        met.append(node)
        return (node,)

    rewrite_blocks(nodes, inline, block)
    assert list(blocks_of(nodes)) == met_blocks
    assert list(inlines_of(nodes)) == met_inlines
    assert nodes_of(nodes) == met
    assert len(met_inlines) > 40


def test_what_does_not_change_stays_itself() -> None:
    nodes = everything()
    for before, after in zip(nodes, rewrite_blocks(nodes), strict=True):
        assert after is before or isinstance(before, m.DefinitionList | m.Figure | m.Glossary)
    changed = rewrite_blocks(
        nodes, lambda node: (replace(node, text="x"),) if isinstance(node, m.Text) else (node,)
    )
    assert all(
        after is not before
        for before, after in zip(nodes, changed, strict=True)
        if numbers((before,))
    )
