from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.kinds import KINDS, by_name
from scidraft_tex.recognise.captions import attach_captions, caption_head, link_mentions

HERE = Place("note.md", 1)


def head(text: str, rest: str = " Words.", line: int = 1) -> m.Paragraph:
    bold = m.Styled("strong", (m.Text(text),))
    return m.Paragraph((bold, m.Text(rest)), Place("note.md", line))


def table(name: str = "", line: int = 1) -> m.Table:
    row = (m.Cell((m.Text("x"),), HERE),)
    return m.Table(("left",), (row,), (), Place("note.md", line), attributes=m.Attributes(name))


def listing(title: str = "") -> m.Listing:
    caption = m.Caption((m.Text(title),), HERE) if title else None
    return m.Listing("x", "python", HERE, caption)


def attach(*blocks: m.Block) -> tuple[m.Block, ...]:
    return attach_captions(blocks, Diagnostics())


def captions(blocks: tuple[m.Block, ...]) -> list[str]:
    return [
        block.caption.number if block.caption else "none"
        for block in blocks
        if isinstance(block, m.Table | m.Listing)
    ]


@pytest.mark.parametrize(
    ("text", "rest", "word", "number", "stopped"),
    [
        ("Table 1.", " W", "Table", "1", True),
        ("Table 1", ". W", "Table", "1", True),
        ("Table 1:", " W", "Table", "1", True),
        ("Table 1", " shows", "Table", "1", False),
        ("Fig. 2.1.", " W", "Figure", "2.1", True),
        ("Figure 3a.", " W", "Figure", "3a", True),
        ("Listing.", " W", "Listing", "", True),
        ("Algorithm 1.", " W", "Algorithm", "1", True),
    ],
)
def test_heads(text: str, rest: str, word: str, number: str, *, stopped: bool) -> None:
    found = caption_head(head(text, rest))
    assert found is not None
    assert (found.word, found.number, found.stopped) == (word, number, stopped)


@pytest.mark.parametrize(
    "text", ["Algorithm.", "Table of contents.", "Tables 1.", "Theorem 1.", "1."]
)
def test_what_is_no_head(text: str) -> None:
    assert caption_head(head(text)) is None


def test_a_caption_before_and_one_after() -> None:
    before = attach(head("Table 1."), table())
    after = attach(table(), head("Table 1."))
    assert before == after
    (found,) = before
    assert isinstance(found, m.Table)
    assert found.caption == m.Caption((m.Text("Words."),), HERE, "table-1", "table-1")


def test_captions_after_their_tables() -> None:
    found = attach(table(), head("Table 1."), table(), head("Table 2."))
    assert captions(found) == ["table-1", "table-2"]


def test_captions_before_their_tables() -> None:
    found = attach(head("Table 1."), table(), head("Table 2."), table())
    assert captions(found) == ["table-1", "table-2"]


def test_a_caption_between_two_tables_is_the_seconds() -> None:
    assert captions(attach(table(), head("Table 1."), table())) == ["none", "table-1"]


def test_a_mention_stays() -> None:
    blocks = (head("Table 1", " shows"), table())
    assert attach(*blocks) == blocks


def test_a_mention_numbers_a_listing() -> None:
    text, found = attach(head("Listing 1", " adds"), listing())
    assert text == head("Listing 1", " adds")
    assert isinstance(found, m.Listing)
    assert found.caption == m.Caption((), HERE, "listing-1", "listing-1")


def test_an_id_stays_the_label() -> None:
    (found,) = attach(head("Table 1."), table("losses"))
    assert isinstance(found, m.Table)
    assert found.caption
    assert (found.caption.label, found.caption.number) == ("losses", "table-1")


def test_a_caption_of_its_own_with_the_same_words() -> None:
    (found,) = attach(head("Listing 1."), listing("words"))
    assert isinstance(found, m.Listing)
    assert found.caption == m.Caption((m.Text("words"),), HERE, "listing-1", "listing-1")


def test_beside_a_caption_of_other_words_it_becomes_a_reference() -> None:
    text, found = attach(head("Listing 1.", " Other."), listing("words"))
    assert isinstance(text, m.Paragraph)
    bold = m.Styled("strong", (m.Reference("listing-1", HERE, word="Listing"), m.Text(".")))
    assert text.children == (bold, m.Text(" "), m.Text("Other."))
    assert captions((found,)) == ["listing-1"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [("Table 1.", ["caption-orphan"]), ("Table.", []), ("Algorithm 1.", []), ("Table 1", [])],
)
def test_a_caption_beside_nothing(text: str, codes: list[str]) -> None:
    said = Diagnostics()
    blocks = (head(text), m.ThematicBreak(HERE), table())
    assert attach_captions(blocks, said) == blocks
    assert [item.code for item in said] == codes


def test_a_table_without_a_row_has_no_caption() -> None:
    said = Diagnostics()
    empty = m.Table(("left",), (), (), HERE)
    blocks = (head("Table 1.", " Words."), empty)
    assert attach_captions(blocks, said) == blocks
    assert [item.code for item in said] == ["caption-orphan"]


def test_a_caption_stands_beside_what_its_word_says() -> None:
    blocks = (head("Figure 1."), table())
    assert attach(*blocks) == blocks


def test_captions_in_items_quotations_and_divisions() -> None:
    pair = (head("Table 1."), table())
    found = attach(
        m.Quote(pair, HERE),
        m.Division(m.NO_ATTRIBUTES, pair, HERE),
        m.BulletList((m.ListItem(pair),), HERE),
    )
    assert isinstance(found[0], m.Quote)
    assert isinstance(found[1], m.Division)
    assert isinstance(found[2], m.BulletList)
    for inner in (found[0].children, found[1].children, found[2].items[0].children):
        assert captions(inner) == ["table-1"]


def mentions(text: str, *blocks: m.Block) -> list[m.Inline]:
    done = link_mentions((m.Paragraph((m.Text(text),), HERE), *blocks))
    assert isinstance(done[0], m.Paragraph)
    return list(done[0].children)


def numbered(name: str, label: str = "") -> m.Table:
    caption = m.Caption((), HERE, label or name, name)
    return m.Table(("left",), (), (), HERE, caption=caption)


def reference(label: str, word: str) -> m.Reference:
    return m.Reference(label, Place(""), word=word)


def test_mentions_become_references() -> None:
    found = mentions("In Table 1, table\u00a01. Not Table 2 or tables 1.", numbered("table-1", "t"))
    assert found == [
        m.Text("In "),
        reference("t", "Table"),
        m.Text(", "),
        reference("t", "table"),
        m.Text(". Not Table 2 or tables 1."),
    ]


def test_short_forms_and_decimals() -> None:
    found = mentions("Fig. 1.2 and Figure 1.2.", numbered("figure-1.2"))
    assert found == [
        reference("figure-1.2", "Fig."),
        m.Text(" and "),
        reference("figure-1.2", "Figure"),
        m.Text("."),
    ]


def test_results_numbered_by_hand_are_mentioned_too() -> None:
    theorem = m.Result(by_name(KINDS)["Theorem"], (), (), Place("note.md", 4), "3")
    assert mentions("By Theorem 3", theorem) == [m.Text("By "), reference("4-1", "Theorem")]


def test_the_text_of_a_link_stays() -> None:
    link = m.Link("u", (m.Text("Table 1"),), HERE)
    (paragraph, _) = link_mentions((m.Paragraph((link,), HERE), numbered("table-1")))
    assert isinstance(paragraph, m.Paragraph)
    assert paragraph.children == (link,)


def test_without_hand_numbers_nothing_changes() -> None:
    assert mentions("In Table 1", table()) == [m.Text("In Table 1")]
