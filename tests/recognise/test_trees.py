"""Folder trees: which texts are trees, and what their lines say."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.model import TreeEntry
from scidraft_tex.recognise.trees import is_tree, parse_tree

DRAWN = """\
project/
├── data/
│   └── raw.csv        # as delivered
├── src/
│   ├── a.py
│   └── b.py           # uses a
└── README.md
"""
CHART = """\
      Start
        │
        ▼
     Decide
     /    \\
   yes     no
"""


def test_a_tree_is_read_line_by_line() -> None:
    assert parse_tree(DRAWN) == (
        TreeEntry((), "project/"),
        TreeEntry(("tee",), "data/"),
        TreeEntry(("bar", "elbow"), "raw.csv", "# as delivered"),
        TreeEntry(("tee",), "src/"),
        TreeEntry(("bar", "tee"), "a.py"),
        TreeEntry(("bar", "elbow"), "b.py", "# uses a"),
        TreeEntry(("elbow",), "README.md"),
    )


def test_ascii_no_break_spaces_and_tabs_draw_the_same_tree() -> None:
    drawn = parse_tree(".\n├── a\n│   └── b\n└── c")
    assert parse_tree(".\n|-- a\n|   `-- b\n`-- c") == drawn
    assert parse_tree(".\n+-- a\n|   \\-- b\n\\-- c") == drawn
    assert parse_tree(".\n├──\u00a0a\n│\u00a0\u00a0 └── b\n└── c") == drawn
    assert parse_tree(".\n├── a\n│\t└── b\n└── c") == drawn


def test_a_level_without_a_rail_is_a_gap() -> None:
    assert parse_tree("└── a/\n    └── b/\n        └── c")[2].rails == ("gap", "gap", "elbow")


def test_narrow_segments_indentation_blank_lines_and_the_summary() -> None:
    text = "  top\n  ├─ a\n\n  │  └─ b\n  └─ c\n\n2 directories, 1 file\n"
    assert [entry.name for entry in parse_tree(text)] == ["top", "a", "b", "c"]
    assert parse_tree(text)[2].rails == ("bar", "elbow")


def test_a_rail_alone_and_a_comment_alone_stay() -> None:
    entries = parse_tree("a/\n├── b\n│\n│   # of b\n└── c")
    assert entries[2] == TreeEntry(("bar",), "")
    assert entries[3] == TreeEntry(("bar",), "", "# of b")


@pytest.mark.parametrize(
    ("line", "name", "comment"),
    [
        ("├── x.py # why", "x.py", "# why"),
        ("├── c#/", "c#/", ""),
        ("├── a b.txt", "a b.txt", ""),
        ("├── x.js  // why", "x.js", "// why"),
        ("├── x.js  <- why", "x.js", "<- why"),
        ("├── # only", "", "# only"),
    ],
)
def test_comments(line: str, name: str, comment: str) -> None:
    (entry,) = parse_tree(line)
    assert (entry.name, entry.comment) == (name, comment)


@pytest.mark.parametrize(
    "text",
    [
        CHART,
        "",
        "echo hello\nls -l\n",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "|---\n|",
        "┌───┐\n│ x │\n├───┤\n└───┘",
        "a/\n├── b\n    some prose that goes on here",
        "A\n├── b\nTherefore we see\nthat it is so",
        "├──┬── a\n│  └── b",
    ],
)
def test_what_is_no_tree(text: str) -> None:
    assert not is_tree(text)


def test_parsing_what_is_no_tree_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a folder tree"):
        parse_tree(CHART)


Forest: TypeAlias = list[tuple[str, "Forest"]]
NAMES = st.text("abcxyz._", min_size=1, max_size=8).filter(lambda name: name.strip("._"))


@st.composite
def forests(draw: st.DrawFn, depth: int = 0) -> Forest:
    count = draw(st.integers(0 if depth else 1, 3))
    return [(draw(NAMES), draw(forests(depth + 1)) if depth < 3 else []) for _ in range(count)]


def written(forest: Forest, prefix: str = "") -> list[str]:
    lines = []
    for index, (name, children) in enumerate(forest):
        last = index == len(forest) - 1
        lines.append(f"{prefix}{'└' if last else '├'}── {name}")
        lines += written(children, prefix + ("    " if last else "│   "))
    return lines


@given(forests())
def test_what_tree_prints_is_read_back(forest: Forest) -> None:
    lines = ["root/", *written(forest)]
    entries = parse_tree("\n".join(lines))
    signs = {"bar": "│   ", "gap": "    ", "tee": "├── ", "elbow": "└── "}
    assert ["".join(signs[r] for r in e.rails) + e.name for e in entries] == lines


@given(st.text())
def test_any_text_is_told_without_a_fault(text: str) -> None:
    if is_tree(text):
        assert parse_tree(text)
