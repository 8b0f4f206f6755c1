r"""What a preamble defines and nobody uses goes; all else stays as it is and where it is."""

from __future__ import annotations

import pytest

from scidraft_tex.render.article.definitions import needed, used_names


def test_commands_environments_columns_and_colours_are_used() -> None:
    text = r"\begin{figure*}\emph{x}\begin{tabular}{lL{20pt}}\end{tabular}\textcolor{grey!50}{y}"
    names = used_names(text)
    assert {r"\emph", "figure", "tabular", "column L", "colour grey"} <= names
    assert "column R" not in names


def test_what_a_comment_names_is_not_used() -> None:
    assert r"\x" not in used_names("a % \\x\n")
    assert r"\x" in used_names("5\\% of \\x\n")


def test_a_definition_stays_if_the_text_or_one_that_stays_uses_it() -> None:
    preamble = (
        "\\newcommand\\a{\\b}\n\\newcommand\\b{\\c}\n\\newcommand\\c{x}\n\\newcommand\\d{y}\n"
    )
    assert needed(preamble, [r"\a"]) == preamble.replace("\\newcommand\\d{y}\n", "")
    assert needed(preamble, [r"\c"]) == "\\newcommand\\c{x}\n"


def test_what_a_statement_uses_stays() -> None:
    preamble = "\\newcommand\\a{x}\n\\newcommand\\b{y}\n\\AtBeginDocument{\\a}\n"
    assert needed(preamble, []) == "\\newcommand\\a{x}\n\\AtBeginDocument{\\a}\n"


@pytest.mark.parametrize(
    ("definition", "name"),
    [
        ("\\newcommand*{\\x}[1]{#1}", r"\x"),
        ("\\def\\x#1{#1}", r"\x"),
        ("\\protected\\def\\x{y}", r"\x"),
        ("\\let\\x=\\y", r"\x"),
        ("\\newenvironment{x}\n  {a}\n  {b}", "x"),
        ("\\newcolumntype{R}[1]{>{\\raggedleft}p{#1}}", "column R"),
        ("\\definecolor{x}{gray}{0.9}", "colour x"),
        ("\\newsavebox\\x", r"\x"),
        ("\\algdef{S}[FOR]{ForEach}[1]{each #1}", r"\ForEach"),
        ("\\newcommand\\x[1]{%\n  a}", r"\x"),
        ("\\newcommand\\x[1]{\n  a\n}", r"\x"),
    ],
)
def test_every_way_to_define(definition: str, name: str) -> None:
    assert needed(f"{definition}\n", [name]) == f"{definition}\n"
    assert needed(f"\\usepackage{{p}}\n{definition}\n", []) == "\\usepackage{p}\n"


def test_a_renewed_setting_stays_but_not_that_of_a_definition_which_goes() -> None:
    setting = "\\renewcommand\\floatpagefraction{0.8}\n"
    assert needed(setting, []) == setting
    both = "\\newcommand\\x{1}\n\\renewcommand\\x{2}\n"
    assert needed(both, []) == "\n"
    assert needed(both, [r"\x"]) == both


def test_comments_go_with_what_they_are_about() -> None:
    preamble = "% About a.\n\\newcommand\\a{x}\n% About b.\n\\newcommand\\b{y}\n"
    assert needed(preamble, [r"\b"]) == "% About b.\n\\newcommand\\b{y}\n"


def test_a_heading_and_a_pair_with_nothing_in_them_go() -> None:
    preamble = (
        "% --- One\n\\makeatletter\n\\newcommand\\a{x}\n\\makeatother\n\n"
        "% --- Two\n\\usepackage{p}\n\n% --- Three\n\n\n\\newcommand\\b{y}\n"
    )
    assert needed(preamble, []) == "% --- Two\n\\usepackage{p}\n"
