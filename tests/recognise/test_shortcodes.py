from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.read.inline_text import read_inline
from scidraft_tex.recognise.shortcode_pairs import lift, pair, pair_everywhere
from scidraft_tex.recognise.shortcodes import Printer, embedded

HERE = Place("note.md", 2)


def code(
    name: str, *arguments: str, role: str = "open", inner: str = "", **pairs: str
) -> m.Shortcode:
    assert role in {"open", "close", "self"}
    return m.Shortcode(name, arguments, tuple(pairs.items()), HERE, role, inner)  # type: ignore[arg-type]  # checked above


def block(
    name: str, *arguments: str, children: tuple[m.Block, ...] = (), **pairs: str
) -> m.ShortcodeBlock:
    return m.ShortcodeBlock(code(name, *arguments, **pairs), children, HERE)


def end(name: str) -> m.ShortcodeBlock:
    return m.ShortcodeBlock(code(name, role="close"), (), HERE)


def p(text: str) -> m.Paragraph:
    return m.Paragraph((m.Text(text),), HERE)


def printed(node: m.ShortcodeBlock) -> tuple[m.Block, ...]:
    said = Diagnostics()
    found = tuple(Printer(said, read_inline, "bib/own.bib").block(node))
    assert not list(said)
    return found


# --- what each prints ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("node", "blocks"),
    [
        (block("references"), (m.ReferenceList("bib/own.bib", "", HERE),)),
        (
            block("references", bib="bib/x.bib", title="T"),
            (m.ReferenceList("bib/x.bib", "T", HERE),),
        ),
        (block("entry-a-to-z", set="math"), (m.PrintedIndex("math", HERE),)),
        (block("entry-map", "math"), (m.PrintedIndex("math", HERE),)),
        (block("occupation-map"), (m.PrintedIndex("occupations", HERE),)),
        (block("entry-categories", set="math"), (m.EntryList("math", HERE),)),
        (
            block("preview", children=(p("a"),)),
            (m.Division(m.Attributes(classes=("preview",)), (p("a"),), HERE),),
        ),
        (
            block("quote", children=(p("a"),), author="B"),
            (m.Quote((p("a"), p("— B")), HERE),),
        ),
        (
            block("details", children=(p("a"),), summary="S"),
            (
                m.Division(
                    m.Attributes(classes=("details",)),
                    (m.Paragraph((m.Styled("strong", (m.Text("S"),)),), HERE), p("a")),
                    HERE,
                ),
            ),
        ),
        (block("promotion-textual"), ()),
        (block("ad", children=(p("Buy."),)), ()),
        (block("related-notes"), ()),
        (block("template-row"), ()),
    ],
)
def test_blocks(node: m.ShortcodeBlock, blocks: tuple[m.Block, ...]) -> None:
    assert printed(node) == blocks


def test_raw_blocks() -> None:
    highlight = m.ShortcodeBlock(code("highlight", "go", role="self", inner="\nx\n"), (), HERE)
    mermaid = m.ShortcodeBlock(code("mermaid", role="self", inner="\ngraph\n"), (), HERE)
    math = m.ShortcodeBlock(code("katex", role="self", inner="\nx\n"), (), HERE)
    assert printed(highlight) == (m.Fence("go", "x", HERE),)
    assert printed(mermaid) == (m.Fence("mermaid", "graph", HERE),)
    assert printed(math) == (m.Display("x", HERE),)


def test_figures() -> None:
    node = block(
        "figure", src="a.png", title="T.", caption="\\(x\\)", attr="B", alt="A", id="f", width="9"
    )
    (figure,) = printed(node)
    assert isinstance(figure, m.Figure)
    (image,) = figure.images
    assert (image.source, image.alt, image.attributes.pairs) == (
        "a.png",
        (m.Text("A"),),
        (("width", "9"),),
    )
    words = (m.Text("T. "), m.Math("x", Place("")), m.Text(" (B)"))
    assert figure.caption == m.Caption(words, HERE, "f")
    (bare,) = printed(block("figure", "a.png"))
    assert isinstance(bare, m.Figure)
    assert bare.caption is None


def test_galleries() -> None:
    items = (
        block("gallery-item", image="a.png", caption="A", link="u"),
        block("gallery-item", "b.png"),
    )
    (figure,) = printed(block("gallery", children=items, title="Both"))
    assert isinstance(figure, m.Figure)
    assert [image.source for image in figure.images] == ["a.png", "b.png"]
    assert figure.captions == ((m.Link("u", (m.Text("A"),), HERE),), ())
    assert figure.caption == m.Caption((m.Text("Both"),), HERE)


def test_a_gallery_of_one_is_a_figure() -> None:
    (figure,) = printed(block("gallery-item", image="a.png", caption="A"))
    assert isinstance(figure, m.Figure)
    assert (figure.caption, figure.captions) == (m.Caption((m.Text("A"),), HERE), ())


def test_a_gallery_of_none_keeps_what_it_holds() -> None:
    assert printed(block("gallery", children=(p("a"),))) == (p("a"),)


def test_an_unknown_one_keeps_what_it_holds_and_is_reported() -> None:
    said = Diagnostics()
    found = Printer(said, read_inline).block(block("wibble", children=(p("a"),)))
    assert tuple(found) == (p("a"),)
    (item,) = said
    assert (item.code, item.place) == ("shortcode-unknown", HERE)


@pytest.mark.parametrize(
    ("node", "inlines"),
    [
        (code("relref", "x"), (m.Link("relref:x", (), HERE),)),
        (code("ref", path="x#y"), (m.Link("relref:x#y", (), HERE),)),
        (code("math", role="self", inner=" x "), (m.Math("x", HERE),)),
        (code("highlight", role="self", inner="x"), (m.Code("x", HERE),)),
        (code("qr", text="u"), (m.Link("u", (), HERE),)),
        (code("param", "x"), ()),
        (code("wibble", role="close"), ()),
    ],
)
def test_inlines(node: m.Shortcode, inlines: tuple[m.Inline, ...]) -> None:
    said = Diagnostics()
    assert tuple(Printer(said, read_inline).inline(node)) == inlines
    assert not list(said)


@pytest.mark.parametrize(
    ("node", "address"),
    [
        (code("youtube", "abc"), "https://www.youtube.com/watch?v=abc"),
        (code("youtube", id="abc"), "https://www.youtube.com/watch?v=abc"),
        (code("vimeo", "1"), "https://vimeo.com/1"),
        (code("instagram", "a"), "https://www.instagram.com/p/a/"),
        (code("gist", "user", "1"), "https://gist.github.com/user/1"),
        (code("x", user="u", id="1"), "https://x.com/u/status/1"),
    ],
)
def test_what_the_web_embeds_is_a_link(node: m.Shortcode, address: str) -> None:
    assert embedded(node) == address


# --- pairing -------------------------------------------------------------------------------------


def paired(*blocks: m.Block) -> tuple[tuple[m.Block, ...], list[str]]:
    said = Diagnostics()
    return pair(blocks, said), [item.message for item in said]


def test_pairs() -> None:
    assert paired(p("a"), block("preview"), p("b"), end("preview"), p("c")) == (
        (p("a"), block("preview", children=(p("b"),)), p("c")),
        [],
    )


def test_pairs_within_pairs() -> None:
    blocks = (block("preview"), block("quote"), p("a"), end("quote"), end("preview"))
    inner = block("quote", children=(p("a"),))
    assert paired(*blocks) == ((block("preview", children=(inner,)),), [])


def test_single_ones_enclose_nothing() -> None:
    blocks = (block("references"), p("a"))
    assert paired(*blocks) == (blocks, [])


def test_one_that_is_never_closed() -> None:
    blocks = (block("preview"), p("a"))
    assert paired(*blocks) == (blocks, ["the shortcode preview is never closed"])


def test_one_that_is_closed_unopened() -> None:
    assert paired(p("a"), end("preview")) == ((p("a"),), ["{{< /preview >}} closes nothing"])


def test_pairs_that_cross() -> None:
    found, said = paired(block("preview"), block("quote"), p("a"), end("preview"), end("quote"))
    assert found == (block("preview", children=(block("quote"), p("a"))),)
    assert said == ["the shortcode quote is never closed", "{{< /quote >}} closes nothing"]


def test_pairs_in_items_quotations_and_divisions() -> None:
    inside = (block("quote"), p("a"), end("quote"))
    done = (block("quote", children=(p("a"),)),)
    said = Diagnostics()
    found = pair_everywhere(
        [
            m.Quote(inside, HERE),
            m.Division(m.NO_ATTRIBUTES, inside, HERE),
            m.BulletList((m.ListItem(inside),), HERE),
        ],
        said,
    )
    assert found == (
        m.Quote(done, HERE),
        m.Division(m.NO_ATTRIBUTES, done, HERE),
        m.BulletList((m.ListItem(done),), HERE),
    )
    assert not list(said)


# --- lifting -------------------------------------------------------------------------------------


def lifted(*nodes: m.Inline) -> tuple[m.Block, ...]:
    return lift([m.Paragraph(nodes, HERE)])


def test_those_at_the_ends_of_a_paragraph_are_blocks() -> None:
    opening, closing = code("preview"), code("preview", role="close")
    assert lifted(opening, m.SoftBreak(), m.Text("a"), m.SoftBreak(), closing) == (
        m.ShortcodeBlock(opening, (), HERE),
        p("a"),
        m.ShortcodeBlock(closing, (), HERE),
    )


def test_one_alone_is_a_block_whatever_it_is() -> None:
    assert lifted(code("wibble")) == (m.ShortcodeBlock(code("wibble"), (), HERE),)


@pytest.mark.parametrize("name", ["ref", "relref", "glossary-term", "param"])
def test_those_that_print_in_a_line_stay(name: str) -> None:
    paragraph = m.Paragraph((code(name), m.Text(" a")), HERE)
    assert lift([paragraph]) == (paragraph,)
    alone = m.Paragraph((code(name),), HERE)
    assert lift([alone]) == (alone,)


def test_an_unknown_one_beside_text_stays() -> None:
    paragraph = m.Paragraph((code("wibble"), m.Text("a"), code("wibble", role="close")), HERE)
    assert lift([paragraph]) == (paragraph,)
