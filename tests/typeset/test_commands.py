from __future__ import annotations

import pytest

from scidraft_tex.typeset.commands import COMMANDS, suggestions


@pytest.mark.parametrize(
    ("command", "first"),
    [
        (r"\aplha", r"\alpha"),
        (r"\matbb", r"\mathbb"),
        (r"\leftarow", r"\leftarrow"),
        (r"\Textbf", r"\textbf"),
        (r"\operatorame", r"\operatorname"),
        (r"\SIGMA", r"\Sigma"),
    ],
)
def test_the_likeliest_comes_first(command: str, first: str) -> None:
    assert suggestions(command)[0] == first


def test_nothing_is_like_nonsense() -> None:
    assert suggestions(r"\zzqqxx") == []


def test_there_are_at_most_as_many_as_asked() -> None:
    assert len(suggestions(r"\bigl", most=1)) == 1


def test_names_are_control_words() -> None:
    assert len(COMMANDS) > 400
    assert all(name.isascii() and name.isalpha() for name in COMMANDS)
