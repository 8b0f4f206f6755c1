"""Front matter: three formats, where it ends, and errors at their line of the file."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.load.formats import FormatError
from scidraft_tex.load.front_matter import split_front_matter


@pytest.mark.parametrize(
    ("text", "fields", "body_line"),
    [
        ('+++\nTitle = "A"\nWeight = 2\n+++\nbody\n', {"title": "A", "weight": 2}, 5),
        ("+++  \ndate = 2026-09-21\n+++\t\n\nbody", {"date": dt.date(2026, 9, 21)}, 4),
        ("---\ntitle: A\ndate: 2026-09-21\n---\nx", {"title": "A", "date": "2026-09-21"}, 5),
        ('{"title": "A {",\n "draft": true}\n\nbody\n', {"title": "A {", "draft": True}, 3),
        ('{\n  "title": "A"\n}\nbody\n', {"title": "A"}, 4),
        ("\n\n---\ntitle: A\n---\nbody", {"title": "A"}, 6),
        ("---\n---\nbody", {}, 3),
        ("+++\n+++", {}, 3),
        ("---\ntitle: A\n---", {"title": "A"}, 4),
        ("# A heading\n", {}, 1),
        ("", {}, 1),
        ("----\nno front matter\n----\n", {}, 1),
        ('{{< preview >}}\n"x"\n', {}, 1),
        ("{.class} text\n", {}, 1),
        ("+++\nTitle = 'a'\n[Params]\nmathTitle = 'b'\n+++\n",
         {"title": "a", "params": {"mathTitle": "b"}}, 6),
    ],
)  # fmt: skip
def test_fields_and_the_body(text: str, fields: dict[str, object], body_line: int) -> None:
    raw = split_front_matter(text)
    assert (raw.fields, raw.body_line) == (fields, body_line)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("+++\ntitle = 'A'\ndate 2026\n+++\n", 3, 6, "expected `=`"),
        ("+++\ntitle = 'A\n+++\n", 2, 11, "expected"),
        ('+++\na = 1\nb = """x\n\n+++\n', 3, 9, "never closed by its quotation marks"),
        ("+++\na = 1\na = 2\n+++\n", 3, 1, "the key `a` stands twice"),
        ("+++\na = 2026-02-31\n+++\n", 2, 5, "invalid date"),
        ("+++\na = [1,\n  2\n+++\n", 3, 4, "the list is never closed"),
        ("+++\ntitle = 'A'\n\nbody", 1, 1, "a line `+++` that closes"),
        ("\n---\ntitle: A\n\nbody", 2, 1, "a line `---` that closes"),
        ("---\ntitle: A\ntags: [a, b\n---\n", 4, 1, "the list is never closed"),
        ("---\ntitle: A: B\n---\n", 2, 9, "a colon and a space in it"),
        ("---\ntitle: A\nTags: b\ntitle: C\n---\n", 4, 1, "stands twice"),
        ("---\n- a\n- b\n---\n", 2, 1, "expected `key: value` lines"),
        ("---\na: !!python/name:os.system x\n---\n", 2, 4, "not allowed"),
        ('{"title": "A",\n "draft": tru}\n', 2, 11, "expecting value"),
        ('{"title": "A"\n', 2, 1, "expecting ',' delimiter"),
        ('{"title": "A"} body\n', 1, 15, "a line's end"),
        ("+++\ntitle: A\n+++\n", 2, 6, "`key = value`"),
        ("---\ntitle = 'A'\n---\n", 2, 1, "`key: value`"),
        ('{"a": ["\\ud800"]}\n', 1, 1, "stands for no character"),
        ('+++\na = "\\u0000"\n+++\n', 2, 1, "stands for no character"),
        ('---\na: "\\ud800"\n---\n', 2, 4, "stands for no character"),
        ("+++\na = 0x" + "f" * 5000 + "\n+++\n", 2, 1, "too large"),
    ],
)
def test_errors_are_at_their_line_of_the_file(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(FormatError) as caught:
        split_front_matter(text)
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "at line" not in caught.value.message


@pytest.mark.parametrize("depth", [60, 990, 100_000])
@pytest.mark.parametrize(
    ("before", "after"), [("+++\na = ", "\n+++\n"), ("---\na: ", "\n---\n"), ('{"a": ', "}\n")]
)
def test_deep_nesting_is_an_error(depth: int, before: str, after: str) -> None:
    with pytest.raises(FormatError, match="nest deeper than 50"):
        split_front_matter(before + "[" * depth + "]" * depth + after)


_LINES = st.lists(
    st.sampled_from(["+++", "---", "{", "}", 'a = "b"', "a: b", '"a": 1', "[x]", "", "\t", "'"])
    | st.text(max_size=8),
    max_size=6,
)


@given(_LINES)
def test_any_text_has_front_matter_or_an_error_within_it(lines: list[str]) -> None:
    text = "\n".join(lines)
    count = text.count("\n") + 1
    try:
        line = split_front_matter(text).body_line - 1
    except FormatError as error:
        line = error.line - 1
    assert 0 <= line <= count
