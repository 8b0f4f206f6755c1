"""Pseudocode of a paper: the float, its width, and what is too high for one."""

from __future__ import annotations

from dataclasses import replace

from scidraft_tex import model as m
from scidraft_tex.render.article.algorithms import article_algorithm
from tests.render.article.test_tables import ONE, TWO
from tests.render.latex import HERE, caption, inline

BODY = "\\State $x \\gets 1$\n\\State \\Return $x$"
GIVEN = caption("One", "n:a")


def algorithm(body: str = BODY, given: m.Caption | None = GIVEN, size: str = "") -> m.Algorithm:
    return m.Algorithm(body, HERE, given, 1, size)


def test_a_captioned_one_floats() -> None:
    assert article_algorithm(algorithm(), ONE, inline) == (
        "\\begin{algorithm}[htbp]\n\\caption{One}\\label{n:a}\n"
        f"\\begin{{algorithmic}}[1]\n{BODY}\n\\end{{algorithmic}}\n\\end{{algorithm}}"
    )


def test_one_without_a_caption_is_its_lines() -> None:
    plain = f"\\begin{{algorithmic}}[1]\n{BODY}\n\\end{{algorithmic}}"
    assert article_algorithm(algorithm(given=None), ONE, inline) == plain
    small = article_algorithm(algorithm(given=None, size="small"), ONE, inline)
    assert small == f"\\begingroup\n\\small\n{plain}\n\\endgroup"


def test_one_of_long_lines_goes_across_both_columns() -> None:
    body = "\n".join(["\\State " + "words that go on " * 5] * 6)
    made = article_algorithm(algorithm(body), TWO, inline)
    assert made.startswith("\\begin{algorithm*}[tp]\n")
    assert article_algorithm(algorithm(), TWO, inline).startswith("\\begin{algorithm}[htbp]\n")


def test_one_higher_than_a_page_may_break() -> None:
    body = "\n".join(["\\State $x$"] * 80)
    made = article_algorithm(algorithm(body), ONE, inline)
    assert made.startswith("\\begingroup\n\\captionof{algorithm}{One}\\label{n:a}\n")
    unfloating = article_algorithm(algorithm(), replace(ONE, floats=False), inline)
    assert "\\begin{algorithm}" not in unfloating
