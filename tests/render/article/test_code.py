r"""Listings and trees as `alltt`: what is bold, what is broken, what keeps its column."""

from __future__ import annotations

from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.render.article.code import article_listing, article_tree, boxes
from tests.render.article.test_tables import ONE, TWO
from tests.render.latex import HERE, caption, inline


def listing(text: str, language: str = "", given: m.Caption | None = None) -> m.Listing:
    return m.Listing(text, language, HERE, given)


def lines(made: str) -> list[str]:
    return made.partition("\\begin{alltt}\n")[2].partition("\n\\end{alltt}")[0].split("\n")


def test_only_keywords_and_comments_are_told_apart() -> None:
    made = article_listing(listing('if x: y = {"a": 1}  # \\n', "python"), ONE, inline)
    assert lines(made) == ['\\codekey{if} x: y = \\{"a": 1\\}  \\codecom{# \\textbackslash{}n}']


def test_a_short_one_is_not_broken_over_pages() -> None:
    assert article_listing(listing("a"), ONE, inline).startswith(
        "\\begingroup\n\\footnotesize\\samepage"
    )
    long = article_listing(listing("a\n" * 20), ONE, inline)
    assert long.startswith("\\begingroup\n\\footnotesize\n")


def test_a_caption_stands_above_in_place() -> None:
    made = article_listing(listing("a", given=caption("It", "n:l")), ONE, inline)
    assert made.startswith("\\begin{listing}[H]\n\\caption{It}\\label{n:l}\n\\footnotesize\n")
    long = article_listing(listing("a\n" * 60, given=caption("It", "n:l")), ONE, inline)
    assert long.startswith("\\begingroup\n\\captionof{listing}{It}\\label{n:l}\n")


def test_lines_break_at_the_column() -> None:
    text = "word " * 30
    for room in (ONE, TWO):
        made = lines(article_listing(listing(text, "text"), room, inline))
        assert len(made) > 1
        assert max(map(len, made)) <= room.column.code_columns + len(r"\codehook{}")
        assert all("\\codehook{}" in line for line in made[1:])


def test_a_drawing_is_set_smaller() -> None:
    text = "┌" + "─" * 54 + "┐"
    assert "\\scriptsize" in article_listing(listing(text), TWO, inline)
    assert lines(article_listing(listing(text), TWO, inline)) == [text]


def test_what_draws_boxes_stays_as_it_is() -> None:
    assert boxes("├─ a │ ─ α") == "─│├"
    (line,) = lines(article_listing(listing("│ α → 漢"), ONE, inline))
    assert line == (
        r"│ \codecell{\ensuremath{\alpha}} \codecell{\ensuremath{\rightarrow}} \codewide{漢}"
    )


TREE = m.Tree(
    (
        m.TreeEntry((), "a/"),
        m.TreeEntry(("tee",), "b_1.py", "# first"),
        m.TreeEntry(("elbow",), "c"),
        m.TreeEntry(("gap", "elbow"), "d", "# then"),
    ),
    HERE,
)


def test_a_tree_has_its_comments_in_one_column() -> None:
    assert lines(article_tree(TREE, ONE, inline)) == [
        "a/",
        r"├─ b_1.py  \codecom{# first}",
        "└─ c",
        r"   └─ d    \codecom{# then}",
    ]


def test_a_long_comment_goes_on_below_beside_the_rails() -> None:
    entries = (m.TreeEntry(("tee",), "b", "# " + "word " * 20), m.TreeEntry(("elbow",), "c"))
    made = lines(article_tree(replace(TREE, entries=entries), TWO, inline))
    assert len(made) > 2
    assert made[1].startswith("│     \\codecom{word")
    assert made[-1] == "└─ c"


def test_a_name_wider_than_the_column_is_broken() -> None:
    entries = (m.TreeEntry(("elbow",), "n" * 90, "# x"),)
    made = lines(article_tree(replace(TREE, entries=entries), TWO, inline))
    assert sum(line.count("n") for line in made) == 90
    assert (
        max(len(line) for line in made if "codecom" not in line) <= TWO.column.code_columns / 0.875
    )
