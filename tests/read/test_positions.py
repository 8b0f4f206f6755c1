from __future__ import annotations

from typing import Any

import pytest

from scidraft_tex import model as m
from scidraft_tex.diagnostics import Place
from scidraft_tex.read import read_notes
from scidraft_tex.read.positions import (
    NOWHERE,
    Extent,
    count_tabs_once,
    extent,
    extent_of,
    placed,
    unwrapped,
)
from scidraft_tex.tools import Shell
from scidraft_tex.walk import inlines_of


def wrapper(kind: str, position: str, *content: Any) -> dict[str, Any]:
    return {"t": kind, "c": [["", [], [["wrapper", "1"], ["data-pos", position]]], list(content)]}


def test_extents() -> None:
    assert extent("0.md@2:3-4:5") == Extent(2, 3, 4)
    assert extent("0.md@2:1-4:1") == Extent(2, 1, 3)
    assert extent("2:1-3:1;1:1-4:1") == Extent(1, 1, 3)
    assert extent("") == NOWHERE


def test_the_last_position_is_the_nodes_own() -> None:
    attributes = ["", [], [["data-pos", "0.md@1:1-9:1"], ["data-pos", "0.md@3:2-4:1"]]]
    assert extent_of(attributes) == Extent(3, 2, 3)
    assert extent_of(["", [], []]) is None


def test_blocks_out_of_their_wrappers_end_where_the_next_begins() -> None:
    para, rule = {"t": "Para", "c": []}, {"t": "HorizontalRule"}
    nodes = [wrapper("Div", "1:1-4:1", para), wrapper("Div", "4:1-5:1", rule)]
    assert placed(nodes, None) == [
        (para, Extent(1, 1, 3, until=4)),
        (rule, Extent(4, 1, 4)),
    ]
    inner = placed(nodes, Extent(1, 1, 9, until=7))
    assert [where.until for _, where in inner] == [4, 7]


def test_inlines_out_of_their_wrappers() -> None:
    word, code = {"t": "Str", "c": "a"}, {"t": "Code", "c": [["", [], []], "a"]}
    nodes = [wrapper("Span", "2:5-2:6", code), code, wrapper("Span", "2:7-2:8", word)]
    here = Place("note.md", 1)
    placed = [(code, Place("note.md", 2, 5)), (code, here), (word, here)]  # a word has none
    assert list(unwrapped(nodes, here)) == placed


# --- tabs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["a\tb [x](n.md)", "- \t**bold** [x](n.md)", "-\t[x](n.md)", "ab\t\t[x](n.md)", "[x](n.md)\t."],
)
def test_a_tab_is_one_column(line: str) -> None:
    text = f"One.\n\n{line}\n"
    source = m.NoteSource("a.md", "a", "notes", m.FrontMatter("T"), text, 1, "")
    (note,) = read_notes([source], Shell()).notes
    (link,) = (node for node in inlines_of(note.blocks) if isinstance(node, m.Link))
    assert link.place == Place("a.md", 3, line.index("[") + 1)


def test_positions_of_a_line_without_tabs_stay() -> None:
    nodes = [["data-pos", "0.md@1:3-2:9;2:9-2:12"], ["other", "2:9"]]
    count_tabs_once(nodes, "a b c\n\tx\ty z\n")
    assert nodes == [["data-pos", "0.md@1:3-2:4;2:4-2:7"], ["other", "2:9"]]
