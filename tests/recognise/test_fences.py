from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Diagnostics, Place
from scidraft_tex.recognise.fences import diagram, recognise_fence, title_caption
from tests.helpers import MakeNote

HERE = Place("note.md", 4)
TREE = "a/\n└── b\n"
ALGORITHM = "\\begin{algorithmic}\n\\State x\n\\end{algorithmic}"


def fence(language: str, text: str, identifier: str = "", **pairs: str) -> m.Fence:
    return m.Fence(language, text, HERE, m.Attributes(identifier, (), tuple(pairs.items())))


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("pseudo-algorithm", ALGORITHM, m.Algorithm),
        ("pseudocode", ALGORITHM, m.Algorithm),
        ("Algorithm", ALGORITHM, m.Algorithm),
        ("mermaid", "graph TD", m.Diagram),
        ("math", "x", m.Display),
        ("", TREE, m.Tree),
        ("text", TREE, m.Tree),
        ("bash", TREE, m.Tree),
        ("python", TREE, m.Listing),
        ("bash", "ls | wc", m.Listing),
        ("", "words", m.Listing),
        ("algorithm", "\\begin{algorithmic}\n", m.Algorithm | m.Failure),
    ],
)
def test_what_a_fence_is(language: str, text: str, kind: type) -> None:
    block = recognise_fence(fence(language, text), Diagnostics())
    assert isinstance(block, kind)
    assert block.place == HERE


def test_a_listing_keeps_its_language_in_lower_case() -> None:
    block = recognise_fence(fence("Python", "x = 1"), Diagnostics())
    assert isinstance(block, m.Listing)
    assert (block.language, block.text) == ("python", "x = 1")
    plain = recognise_fence(fence("plaintext", "x"), Diagnostics())
    assert isinstance(plain, m.Listing)
    assert plain.language == ""


def test_what_cannot_be_read_is_reported() -> None:
    said = Diagnostics()
    recognise_fence(fence("algorithm", "\\begin{algorithmic}\n\\If{x}\n"), said)
    assert {item.code for item in said} == {"algorithm-syntax"}
    assert all(item.place and item.place.line >= HERE.line for item in said)


def test_captions_of_titles() -> None:
    assert title_caption(fence("python", "")) is None
    titled = title_caption(fence("python", "", "a", title="The \\(x\\)"))
    assert titled == m.Caption((m.Text("The "), m.Math("x", HERE)), HERE, "a")
    assert title_caption(fence("python", "", "a")) == m.Caption((), HERE, "a")


def test_diagrams() -> None:
    source = (
        "%% caption: From *A* to B\ngraph TD\n"
        "  accTitle: Two nodes\n  accDescr { From A\n  to B }\n  A --> B"
    )
    found = diagram(fence("mermaid", source, title="not this"))
    assert found.source == source
    assert found.caption == m.Caption(
        (m.Text("From "), m.Styled("emph", (m.Text("A"),)), m.Text(" to B")), HERE
    )
    assert (found.alt, found.description) == ("Two nodes", "From A to B")
    one_line = diagram(fence("mermaid", "graph TD\naccDescr: From A\nA-->B"))
    assert (one_line.description, one_line.caption) == ("From A", None)
    titled = diagram(fence("mermaid", "graph TD", "f", title="T"))
    assert titled.caption == m.Caption((m.Text("T"),), HERE, "f")


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("> 3. - [x] ~~~math\n>      x\n>      y #\n>      ~~~\n", "math-syntax", 3, 10),
        ("- - - ```math\n      y #\n      ```\n", "math-syntax", 2, 9),
        ("- [x] > ```algorithm\n  > \\State x\n  > \\[ y\n  > ```\n", "algorithm-syntax", 3, 5),
    ],
)
def test_what_is_wrong_in_a_fence_within_others_is_told_where_it_stands(
    note: MakeNote, text: str, code: str, line: int, column: int
) -> None:
    found = [item.place for item in note(text).said if item.code == code]
    assert Place("content/notes/note.md", line, column) in found
