"""Where the strings of front matter stand."""

from __future__ import annotations

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read.front_places import placed_in

TITLE = r"The \(\vrho\)"


def source(front: str) -> m.NoteSource:
    text = f"+++\n{front}\n+++\n\nText.\n"
    lines = text.count("\n", 0, text.index("\n+++\n") + 5)
    return m.NoteSource("n.md", "n", "", m.FrontMatter(TITLE), text, lines + 1, "")


@pytest.mark.parametrize(
    ("front", "place", "origin"),
    [
        (rf"title = '{TITLE}'", (2, 10), (2, 16)),
        (r'title = "The \\(\\vrho\\)"', (2, 10), (2, 18)),
        ("x = 1\ntitle = '''The\n\\(\\vrho\\)'''", (1, 1), (4, 3)),
    ],
)
def test_a_formula_begins_where_it_is_written(
    front: str, place: tuple[int, int], origin: tuple[int, int]
) -> None:
    (node,) = placed_in(source(front), TITLE, (m.Math(r"\vrho", Place("x", 1)),))
    assert isinstance(node, m.Math)
    assert node.place == Place("n.md", *place)
    assert node.origin == m.Origin(Place("n.md", *origin))


def test_what_is_not_written_so_is_of_line_1() -> None:
    node = m.Code("a", Place("x", 9))
    assert placed_in(source("title = 'A'"), "B", (node,)) == (m.Code("a", Place("n.md", 1)),)
