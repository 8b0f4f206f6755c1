from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.diagnostics import Place
from scidraft_tex.read.shortcodes import ESCAPED, parse_tag, tag_end, unescape

HERE = Place("note.md", 3)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("{{< x >}} y", 9),
        ("{{% x %}}", 9),
        ('{{< x "a >}} b" >}}', 19),
        ("{{< x `a >}} b` >}}", 19),
        ("{{< x\n  y >}}", 13),
        ("{{< x", -1),
        ('{{< x "a >}}', -1),
        ("{{< x {{< y >}}", -1),
    ],
)
def test_where_a_tag_ends(text: str, end: int) -> None:
    assert tag_end(text, 0) == end


def test_arguments() -> None:
    tag = parse_tag('{{< figure "a b" c src="d \\"e\\"" width=5 raw=`f\\` >}}', HERE)
    assert tag is not None
    assert tag.name == "figure"
    assert tag.arguments == ("a b", "c")
    assert tag.pairs == (("src", 'd "e"'), ("width", "5"), ("raw", "f\\"))
    assert (tag.role, tag.place) == ("open", HERE)


@pytest.mark.parametrize(
    ("text", "role", "name"),
    [
        ("{{< x >}}", "open", "x"),
        ("{{< /x >}}", "close", "x"),
        ("{{</x>}}", "close", "x"),
        ("{{< x />}}", "self", "x"),
        ("{{% glossary-term %}}", "open", "glossary-term"),
    ],
)
def test_roles(text: str, role: str, name: str) -> None:
    tag = parse_tag(text, HERE)
    assert tag is not None
    assert (tag.role, tag.name) == (role, name)


def test_a_tag_without_a_name_is_none() -> None:
    assert parse_tag("{{< >}}", HERE) is None


def test_getting_arguments() -> None:
    tag = parse_tag('{{< x "first" Set="math" >}}', HERE)
    assert tag is not None
    assert tag.get("set", 0) == "math"
    assert tag.get("other", 0) == "first"
    assert tag.get("other", 1, "default") == "default"


def test_escaped_tags() -> None:
    assert unescape("a {{</* x */>}} {{%/* y */%}} {{< z >}}") == "a {{< x >}} {{% y %}} {{< z >}}"
    assert ESCAPED.match("{{< x >}}") is None


@given(st.text(alphabet='{}<>%/ "`ax=\\\n'))
def test_any_text_has_an_end_within_it_or_none(text: str) -> None:
    end = tag_end("{{<" + text, 0)
    assert end == -1 or 0 < end <= len(text) + 3
    if end > 0:
        parse_tag(("{{<" + text)[:end], HERE)
