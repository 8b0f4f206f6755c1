"""A TeX file is read without being run: code, comments, commands, places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.bundle.source import Comment, read_source


def uses(code: str, *commands: str, arguments: int = 1) -> list[tuple[str, ...]]:
    source = read_source("a.tex", code.encode())
    found = source.uses(*commands, arguments=arguments)
    return [(*use.arguments, *(f"[{option}]" for option in use.options)) for use in found]


def test_comments_are_blanks_in_the_code_and_told_by_line() -> None:
    source = read_source("a.tex", b"a % b\r\n50\\% c\\\\% d\n%e")
    assert source.code == "a    \n50\\% c\\\\   \n  "
    assert source.comments == (Comment(1, "% b"), Comment(2, "% d"), Comment(3, "%e"))


def test_what_is_verbatim_has_no_comments() -> None:
    text = "\\begin{Verbatim}[x]\n% a\n\\end{Verbatim} % b\n% c\n"
    source = read_source("a.tex", text.encode())
    assert [comment.line for comment in source.comments] == [4]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("\\input{a}", [("a",)]),
        ("\\input a.tex b", [("a.tex",)]),
        ("\\inputs{a} \\\\input{b}", []),
        ("\\\\\\input{a}", [("a",)]),
        ("\\input\n  {a}", [("a",)]),
        ("\\input{a{b}\\}c}", [("a{b}\\}c",)]),
        ("\\input{a", [()]),
        ("% \\input{a}", []),
    ],
)
def test_a_command_is_found_with_its_argument(code: str, found: list[tuple[str, ...]]) -> None:
    assert uses(code, "input") == found


def test_options_stand_before_and_behind() -> None:
    assert uses("\\cite*[see][p. {]} 3]{a}", "cite") == [("a", "[see]", "[p. {]} 3]")]
    assert uses("\\setmainfont{a}[b=c]", "setmainfont", arguments=2) == [("a", "[b=c]")]
    assert uses("\\newfontface\\x[b]{a}", "newfontface", arguments=2) == [("\\x", "a", "[b]")]


def test_a_place_counts_lines_and_columns_from_one() -> None:
    source = read_source("a.tex", b"a\nbc \\x{y}")
    assert [str(use.place) for use in source.uses("x")] == ["a.tex:2:4"]


def test_items_and_settings_are_apart() -> None:
    source = read_source("a.tex", b"\\usepackage[a = b,\n c]{d,\n  e}")
    (use,) = source.uses("usepackage")
    assert use.items == ("d", "e")
    assert use.settings == ("a = b", "c")


@given(st.text(st.sampled_from("\\%{}[]a \n\r"), max_size=40))
def test_code_is_as_long_as_the_text_and_any_text_is_read(text: str) -> None:
    source = read_source("a.tex", text.encode())
    assert len(source.code) == len(source.text)
    assert source.code.count("\n") == source.text.count("\n")
    for use in source.uses("a+", arguments=2):
        assert source.text.split("\n")[use.place.line - 1][use.place.column - 1] == "\\"
