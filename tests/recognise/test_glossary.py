from __future__ import annotations

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.recognise.glossary import define_terms

HERE = Place("note.md", 2)
GLOSSARY = m.ShortcodeBlock(m.Shortcode("glossary", (), (), HERE), (), HERE)
CLOSE = m.Shortcode("glossary-term", (), (), HERE, "close")


def term(*arguments: str, **pairs: str) -> m.Shortcode:
    return m.Shortcode("glossary-term", arguments, tuple(pairs.items()), HERE)


def define(
    *nodes: m.Inline, glossary: bool = True, language: str = "en"
) -> tuple[tuple[m.Inline, ...], m.Glossary | None]:
    own: list[m.Block] = [m.Paragraph(nodes, HERE), *([GLOSSARY] if glossary else [])]
    blocks = define_terms(own, language)
    assert isinstance(blocks[0], m.Paragraph)
    last = blocks[-1]
    return blocks[0].children, last if isinstance(last, m.Glossary) else None


def shown(name: str, *words: m.Inline) -> tuple[m.Inline, ...]:
    mark = m.IndexMark("subjects", (("", words),), place=HERE)
    return (m.Anchor(name), mark, m.Styled("emph", words))


def test_a_term_around_its_words() -> None:
    nodes, glossary = define(
        m.Text("A "), term(id="z", **{"def": "The \\(z\\)."}), m.Text("Zed"), CLOSE
    )
    assert nodes == (m.Text("A "), *shown("z", m.Text("Zed")))
    definition = (m.Text("The "), m.Math("z", HERE), m.Text("."))
    assert glossary == m.Glossary((m.GlossaryTerm((m.Text("Zed"),), definition, HERE, "z"),), HERE)


def test_a_term_that_is_an_argument() -> None:
    nodes, glossary = define(term("alpha", **{"def": "First."}))
    assert nodes == shown("alpha", m.Text("alpha"))
    assert glossary
    assert [t.label for t in glossary.terms] == ["alpha"]


def test_terms_come_in_the_order_of_the_alphabet() -> None:
    _, glossary = define(term("b"), term("Á"), term("a"), term("C"))
    assert glossary
    assert [t.label for t in glossary.terms] == ["Á", "a", "b", "C"]
    _, glossary = define(term("å"), term("z"), term("a"), language="sv")
    assert glossary
    assert [t.label for t in glossary.terms] == ["a", "z", "å"]


def test_a_term_said_twice_is_defined_once() -> None:
    nodes, glossary = define(term("a", **{"def": "One."}), term("a", **{"def": "Two."}))
    assert glossary
    assert [t.definition for t in glossary.terms] == [(m.Text("One."),)]
    assert sum(isinstance(node, m.Anchor) for node in nodes) == 1
    assert sum(isinstance(node, m.IndexMark) for node in nodes) == 2


def test_without_a_glossary_the_definition_is_a_footnote() -> None:
    nodes, _ = define(term("a", **{"def": "One."}), glossary=False)
    definition = m.Paragraph((m.Text("One."),), HERE)
    assert nodes == (*shown("a", m.Text("a")), m.Footnote((definition,), HERE))


def test_a_term_that_is_never_closed_takes_its_argument() -> None:
    nodes, _ = define(term("a"), m.Text(" b"), term(id="c"), m.Text("c"), CLOSE)
    assert nodes == (*shown("a", m.Text("a")), m.Text(" b"), *shown("c", m.Text("c")))


def test_an_end_without_a_beginning_is_nothing() -> None:
    assert define(m.Text("a"), CLOSE)[0] == (m.Text("a"),)


def test_terms_in_cells_and_emphasis() -> None:
    inner = m.Styled("strong", (term("a"),))
    cell = m.Cell((inner,), HERE)
    (table, _) = define_terms([m.Table(("left",), ((cell,),), (), HERE), GLOSSARY])
    assert isinstance(table, m.Table)
    assert table.head[0][0].children == (m.Styled("strong", shown("a", m.Text("a"))),)
