from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scidraft_tex.typeset.outline import outline

Write = Callable[[Path, dict[str, str]], Path]
ROOT = "\\documentclass{book}\n\\input{preamble}\n\\begin{document}\n"


def lines(folder: Path, body: str) -> list[str]:
    """Return the outline's lines between the head, a table of contents, and the end."""
    text = outline(folder, f"{ROOT}\\tableofcontents\n{body}\n\\end{{document}}\n")
    assert text.startswith(ROOT + "\\tableofcontents\n")
    assert text.endswith("\n\\end{document}\n")
    return text.removeprefix(ROOT).splitlines()[1:-1]


def test_headings_citations_and_marks_stand_in_their_order(
    tmp_path: Path, write_files: Write
) -> None:
    write_files(
        tmp_path,
        {"c/one.tex": "\\section[{Short}]{Long \\emph{a}}\\label{s:1}\nText \\cite[see][3]{k,l}."},
    )
    body = "\\part{P}\\label{p}\n\\input{c/one}\n\\index[a]{x@X!y|see{Z}}%\n\\printindex[a]"
    assert lines(tmp_path, body) == [
        "\\part{P}\\label{p}",
        "\\section[{Short}]{Long \\emph{a}}\\label{s:1}",
        "\\cite[see][3]{k,l}",
        "\\index[a]{x@X!y|see{Z}}%",
        "\\printindex[a]",
    ]


def test_lists_of_references_keep_their_options(tmp_path: Path) -> None:
    body = "\\newrefsection[bib/a.bib]\n\\printbibliography[heading=x,title={A [b]}]"
    assert lines(tmp_path, body) == body.splitlines()


def test_comments_and_verbatim_text_are_passed_over(tmp_path: Path) -> None:
    body = (
        "%% \\section{no}\n\\begin{scidraftfailure}{x}\n\\section{no}\n\\end{scidraftfailure}\n"
        "\\sectionmark{no} \\citeauthor{no} \\section{yes}"
    )
    assert lines(tmp_path, body) == ["\\section{yes}"]


def test_a_command_that_is_cut_off_is_passed_over(tmp_path: Path) -> None:
    assert lines(tmp_path, "\\section{a \\index[x") == []


def test_long_texts_turn_pages(tmp_path: Path) -> None:
    body = "\\section{a}\n" + "x" * 7000 + "\\section{b}"
    assert lines(tmp_path, body) == ["\\section{a}", *["\\null\\newpage"] * 2, "\\section{b}"]


def test_where_there_is_nothing_to_gain_there_is_no_outline(tmp_path: Path) -> None:
    assert outline(tmp_path, f"{ROOT}\\section{{a}}\\end{{document}}") == ""
    assert outline(tmp_path, "\\tableofcontents") == ""


def test_files_that_hold_each_other_end(tmp_path: Path, write_files: Write) -> None:
    write_files(tmp_path, {"a.tex": "\\section{a}\\input{a}"})
    assert 1 < len(lines(tmp_path, "\\input{a}")) < 20


@given(st.text(alphabet="\\{}[]% \nab", max_size=60))
def test_any_text_has_an_outline(text: str) -> None:
    outline(Path("nowhere"), f"{ROOT}\\tableofcontents \\section{text}")
