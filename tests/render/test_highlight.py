"""Classes of tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Token

from scidraft_tex.render.highlight import Piece, highlight, known_language, token_class


def kinds(text: str, language: str) -> dict[str, str]:
    return {piece.text.strip(): piece.kind for line in highlight(text, language) for piece in line}


def test_python() -> None:
    found = kinds("@wrap\ndef f(x):\n    return len(x) + 1.5  # note\ns = 'a'", "python")
    expected = {"def": "key", "f": "fun", "len": "bui", "1.5": "num", "# note": "com", "'a'": "str"}
    assert expected.items() <= found.items()
    assert found["@wrap"] == "fun"


def test_a_token_over_lines_is_classed_in_each() -> None:
    assert highlight('"""a\n\nb"""', "python") == (
        (Piece("str", '"""a'),),
        (),
        (Piece("str", 'b"""'),),
    )


def test_a_diff() -> None:
    found = kinds("-old\n+new", "diff")
    assert (found["-old"], found["+new"]) == ("err", "str")


def test_plain_text_and_unknown_languages_have_no_classes() -> None:
    assert highlight("def x\n\ny", "") == ((Piece("", "def x"),), (), (Piece("", "y"),))
    assert highlight("def", "klingon") == ((Piece("", "def"),),)


@pytest.mark.parametrize(
    "name", ["python", "Python", "", "text", "sh", "golang", "jsonc", "console"]
)
def test_known_languages(name: str) -> None:
    assert known_language(name)
    assert not known_language("klingon")


def test_the_nearest_ancestor_decides() -> None:
    assert token_class(Token.Keyword.Type) == "bui"
    assert token_class(Token.Keyword.Constant) == "key"
    assert token_class(Token.Operator) == ""


@given(st.text("ab \n'\"#(){}", max_size=60), st.sampled_from(["python", "c", "json", "", "bash"]))
def test_no_character_is_lost(text: str, language: str) -> None:
    lines = highlight(text, language)
    assert "\n".join("".join(piece.text for piece in line) for line in lines) == text
