from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.read.html import Element, Tag, parse_html


def test_whole_elements() -> None:
    (element,) = parse_html('<p class="x">a <b>b</b><br>c</p>')
    assert isinstance(element, Element)
    assert (element.name, element.attributes) == ("p", {"class": "x"})
    assert [c if isinstance(c, str) else c.name for c in element.children] == ["a ", "b", "br", "c"]


def test_ends_that_may_be_left_out() -> None:
    (table,) = parse_html("<table><tr><td>1<td>2<tr><td>3</table>")
    assert isinstance(table, Element)
    rows = list(table.descendants("tr"))
    assert [[cell.children for cell in row.elements("td")] for row in rows] == [
        [["1"], ["2"]],
        [["3"]],
    ]


def test_elements_that_only_begin_or_end() -> None:
    assert parse_html('<div id="a">') == [Tag("div", (("id", "a"),))]
    assert parse_html("</div>") == [Tag("div", closing=True)]
    assert parse_html("a<details><summary>b</summary>")[:2] == ["a", Tag("details")]


def test_an_end_of_nothing_within_an_element_is_nothing() -> None:
    assert parse_html("<b>x</i></b>") == [Element("b", {}, ["x"])]


def test_entities_are_characters() -> None:
    assert "".join(str(piece) for piece in parse_html("a &lt; b &copy;")) == "a < b ©"


@given(st.text(alphabet="<>/abpdivtr \"'=&;!-"))
def test_any_text_is_read(text: str) -> None:
    parse_html(text)
